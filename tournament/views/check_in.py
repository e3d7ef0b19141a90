"""The list by which pairs are checked in: a tap on a row, said back, taken back with another tap."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.errors import RuleError
from tournament.access import desk, desk_actor
from tournament.forms.check_in import PairNumberForm
from tournament.forms.writing import client_id_of
from tournament.models import Championship
from tournament.queries.check_in import CheckInOrder
from tournament.queries.check_in import check_in as check_in_list
from tournament.services import check_in as services
from tournament.texts import sentence
from tournament.texts_members import (
    closing_text,
    here_text,
    not_here_text,
    not_paid_text,
    opening_text,
    paid_text,
)
from tournament.views.desk_page import REFUSED, desk_page

OF_A_PAIR: dict[str, tuple[Callable[..., None], Callable[..., str]]] = {
    "check_in": (services.check_in, here_text),
    "undo_check_in": (services.undo_check_in, not_here_text),
    "paid": (partial(services.set_paid, paid=True), paid_text),
    "unpaid": (partial(services.set_paid, paid=False), not_paid_text),
}
UNDONE_BY = {"check_in": "undo_check_in", "undo_check_in": "check_in", "paid": "unpaid", "unpaid": "paid"}
OF_ALL: dict[str, tuple[Callable[..., None], Callable[[], str]]] = {
    "close_check_in": (services.close_check_in, closing_text),
    "open_check_in": (services.open_check_in, opening_text),
}


@desk("helper")
def check_in(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Who is here. A row sent by the script gets itself back, renewed; without it the page comes again."""
    if request.method == "POST":
        return _act(request, championship)
    return _page(request, championship)


def _act(request: HttpRequest, championship: Championship) -> HttpResponse:
    action = request.POST.get("action", "")
    sent: dict[str, Any] = {"actor": desk_actor(request), "client_id": client_id_of(request)}
    try:
        if action in OF_ALL:
            close, said = OF_ALL[action]
            close(championship.pk, **sent)
            messages.success(request, said())
            return redirect("desk_check_in", slug=championship.slug)
        if action not in OF_A_PAIR:
            raise Http404
        return _act_on_pair(request, championship, action, sent)
    except RuleError as refusal:
        if not request.headers.get("HX-Request"):
            return _page(request, championship, refusal=refusal)
        messages.error(request, sentence(refusal))
        return HttpResponse(headers={"HX-Refresh": "true"})


def _act_on_pair(
    request: HttpRequest, championship: Championship, action: str, sent: dict[str, Any]
) -> HttpResponse:
    form = PairNumberForm(request.POST)
    if not form.is_valid():
        raise Http404
    number = form.cleaned_data["pair"]
    act, say = OF_A_PAIR[action]
    act(championship.pk, number, **sent)
    if request.headers.get("HX-Request"):
        return _row(request, championship, number, action=action)
    messages.success(request, say(number, _name(championship, number)))
    order = _order(request)
    address = reverse("desk_check_in", kwargs={"slug": championship.slug})
    return redirect(f"{address}?ordre={order}#pair-{number}")


def _name(championship: Championship, number: int) -> str:
    return next(line.war_name for line in check_in_list(championship).lines if line.number == number)


def _row(request: HttpRequest, championship: Championship, number: int, *, action: str) -> HttpResponse:
    """The row, what is said of it, and the counts: nothing else of the page moves."""
    facts = check_in_list(championship)
    line = next(line for line in facts.lines if line.number == number)
    _act, say = OF_A_PAIR[action]
    return desk_page(
        request,
        "check_in_answer",
        championship,
        facts=facts,
        line=line,
        said=say(line.number, line.war_name),
        undo=UNDONE_BY[action],
        order=_order(request),
    )


def _order(request: HttpRequest) -> CheckInOrder:
    """By number, unless the address or the form says by name."""
    asked = request.POST.get("ordre") or request.GET.get("ordre", "")
    return CheckInOrder.NAME if asked == CheckInOrder.NAME else CheckInOrder.NUMBER


def _page(
    request: HttpRequest, championship: Championship, *, refusal: RuleError | None = None
) -> HttpResponse:
    order, looked_for = _order(request), request.GET.get("q", "").strip()
    facts = check_in_list(championship, order)
    return desk_page(
        request,
        "check_in",
        championship,
        status=REFUSED if refusal else 200,
        section="pairs",
        facts=facts,
        order=order,
        looked_for=looked_for,
        lines=[line for line in facts.lines if line.matches(looked_for)] if looked_for else facts.lines,
        refused=sentence(refusal) if refusal else "",
    )
