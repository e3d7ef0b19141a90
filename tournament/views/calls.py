"""Asking for an organiser: from the table, and answered at the desk (E 17.7)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import TABLE, desk, takes_forms
from tournament.forms.writing import client_id_of
from tournament.models import Championship
from tournament.services import calls as services
from tournament.texts import sentence
from tournament.views.desk_page import desk_page, sent_from, where_it_stood
from tournament.views.table import taking

NOTHING_NEW = 204


@taking("")
def call(request: HttpRequest, token: str) -> None:
    """A table asks for an organiser, or needs none any more."""
    sent: dict[str, Any] = {"actor": TABLE, "client_id": client_id_of(request), "now": timezone.now()}
    if request.POST.get("what") == "off":
        services.call_off(token, **sent)
    else:
        services.call(token, request.POST.get("reason", ""), **sent)


ANSWERS: dict[str, Callable[..., None]] = {"go": services.go, "settle": services.settle}


@takes_forms
@desk("helper")
def answer(request: HttpRequest, championship: Championship, call_id: int, action: str) -> HttpResponse:
    """Somebody goes, or it is settled; back to the page where the button stood."""
    act = ANSWERS.get(action)
    if act is None:
        raise Http404
    try:
        act(championship.pk, call_id, **sent_from(request))
    except RuleError as refusal:
        messages.warning(request, sentence(refusal))
    else:
        said = {"go": _("The table reads that you are coming."), "settle": _("The call is settled.")}
        messages.success(request, said[action])
    return redirect(where_it_stood(request, championship))


@desk("helper")
@require_safe
def calls(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The calls alone; nothing while nothing was written since the version that the page has."""
    if request.GET.get("v") == str(championship.version):
        return HttpResponse(status=NOTHING_NEW)
    return desk_page(request, "calls", championship)
