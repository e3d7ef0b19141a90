"""Who comes to a desk by a code: with an account, with a new one, or for the day by name alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from scoring.errors import RuleError
from tournament.access import desk_actor
from tournament.forms.members import AccountForm, CodeForm, HelperNameForm
from tournament.forms.writing import client_id_of
from tournament.models import Invitation, Membership
from tournament.queries.members import invitation_by_code, member_of
from tournament.services import members
from tournament.services.writing import Actor
from tournament.texts_members import MAY, ROLES
from tournament.views.desk_page import REFUSED

BACKEND = "django.contrib.auth.backends.ModelBackend"
GONE = 410


@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Where a code that was read aloud is typed."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        found = invitation_by_code(form.cleaned_data["code"])
        if found is not None:
            return redirect("invitation", code=found.code)
        return _code_page(request, form, RuleError("invitation_unknown"))
    return _code_page(request, form)


def _code_page(
    request: HttpRequest, form: CodeForm, refusal: RuleError | None = None, status: int = REFUSED
) -> HttpResponse:
    refused = refusal is not None or form.errors
    context = {"form": form, "refusal": refusal}
    return render(request, "desk/invite_code.html", context, status=status if refused else 200)


@never_cache
@sensitive_post_parameters("password1", "password2")
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """What a code gives; whoever accepts it is at the desk."""
    found = invitation_by_code(code)
    if found is None:
        return _code_page(request, CodeForm(), RuleError("invitation_unknown"), status=404)
    try:
        members.refuse_closed(found, timezone.now())
        return _accept(request, found) if request.method == "POST" else _invitation_page(request, found)
    except RuleError as refusal:
        return _code_page(request, CodeForm(), refusal, status=GONE)


def _accept(request: HttpRequest, found: Invitation) -> HttpResponse:
    if request.user.is_authenticated:
        return _join(request, found)
    if request.POST.get("action") == "helper":
        return _join_as_helper(request, found)
    return _join_with_new_account(request, found)


def _join(request: HttpRequest, found: Invitation) -> HttpResponse:
    members.join(found.code, actor=desk_actor(request), client_id=client_id_of(request))
    return _welcomed(request, found)


def _welcomed(request: HttpRequest, found: Invitation) -> HttpResponse:
    mine = member_of(found.championship, request.user.pk)
    facts = {"role": ROLES[mine.role] if mine else "", "championship": found.championship.name}
    messages.success(request, _("You are at the desk of %(championship)s as %(role)s.") % facts)
    return redirect("desk", slug=found.championship.slug)


def _join_as_helper(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Nobody can log in again under this name: what the browser keeps ends with the code."""
    form = HelperNameForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, found, name_form=form)
    name = _("%(name)s (helper)") % {"name": " ".join(form.cleaned_data["name"].split())}
    sent = {"actor": Actor(None, "desk"), "client_id": form.cleaned_data["client_id"]}
    user = members.join_as_helper(found.code, name, **sent)
    login(request, user, backend=BACKEND)
    request.session.set_expiry(found.expires_at)
    messages.success(request, _("Welcome, %(name)s.") % {"name": name})
    return redirect("desk", slug=found.championship.slug)


def _join_with_new_account(request: HttpRequest, found: Invitation) -> HttpResponse:
    form = AccountForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, found, account_form=form)
    sent = {"actor": Actor(None, "desk"), "client_id": client_id_of(request)}
    name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
    user = members.join_with_account(found.code, name, password, **sent)
    login(request, user, backend=BACKEND)
    return _welcomed(request, found)


def _invitation_page(request: HttpRequest, found: Invitation, **forms: Any) -> HttpResponse:
    mine = member_of(found.championship, request.user.pk) if request.user.is_authenticated else None
    context = {
        "invitation": found,
        "role": ROLES[found.role],
        "may": MAY[found.role],
        "mine": ROLES[mine.role] if mine else "",
        "is_for_helpers": found.role == Membership.Role.HELPER,
        "name_form": HelperNameForm(),
        "account_form": AccountForm(),
    }
    refused = any(form.errors for form in forms.values())
    return render(request, "desk/invitation.html", context | forms, status=REFUSED if refused else 200)
