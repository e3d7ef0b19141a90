"""Who works at the desk: the director invites, gives another role, takes one away."""

from collections.abc import Callable
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import desk, desk_actor
from tournament.forms.members import InviteForm, MemberForm, RoleForm
from tournament.forms.typed_word import require_typed_word
from tournament.forms.writing import client_id_of
from tournament.models import Championship, Invitation, Membership
from tournament.queries import members as queries
from tournament.queries.submissions import is_answered
from tournament.services import members as services
from tournament.texts_members import ROLES
from tournament.views.desk_page import REFUSED, desk_page

GROUP = 5  # letters of a code that are read in one breath


@desk("director")
def members(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Everybody, with their roles, and the codes by which others may come."""
    if request.method != "POST":
        return _page(request, championship)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    try:
        said = action(
            request, championship, {"actor": desk_actor(request), "client_id": client_id_of(request)}
        )
    except RuleError as refusal:
        if refusal.code == "member_gone" and is_answered(championship, client_id_of(request)):
            return redirect("desk_members", slug=championship.slug)
        return _page(request, championship, refusal=refusal)
    messages.success(request, said)
    if queries.member_of(championship, request.user.pk) is None:
        return redirect("desk_home")
    return redirect("desk_members", slug=championship.slug)


def _page(
    request: HttpRequest, championship: Championship, *, refusal: RuleError | None = None
) -> HttpResponse:
    now = timezone.now()
    return desk_page(
        request,
        "members",
        championship,
        status=REFUSED if refusal else 200,
        section="settings",
        refusal=refusal,
        lines=[
            {
                "member": each,
                "role": ROLES[each.role],
                "form": RoleForm(initial={"role": each.role}),
                "is_over": _is_over(each, now),
            }
            for each in queries.members(championship)
        ],
        invitations=[_shown(each) for each in queries.open_invitations(championship, now)],
        form=InviteForm(),
    )


def _is_over(member: Membership, now: Any) -> bool:
    return member.expires_at is not None and member.expires_at <= now


def _shown(invitation: Invitation) -> dict[str, Any]:
    """A code as it is read aloud, typed and scanned."""
    path = reverse("invitation", kwargs={"code": invitation.code})
    groups = (invitation.code[at : at + GROUP] for at in range(0, len(invitation.code), GROUP))
    return {
        "invitation": invitation,
        "role": ROLES[invitation.role],
        "code": "-".join(groups),
        "address": settings.SITE_URL + path,
        "drawn": _drawn(settings.SITE_URL + path),
    }


def _drawn(address: str) -> SafeString:
    """An address to be scanned. The drawing is made of our own address alone."""
    drawn = segno.make_qr(address, error="m")
    return mark_safe(drawn.svg_inline(scale=3, border=2, svgclass="qr", lineclass=None, omitsize=True))


def _invite(request: HttpRequest, championship: Championship, sent: dict[str, Any]) -> str:
    form = InviteForm(request.POST)
    if not form.is_valid():
        raise Http404
    services.invite(championship.pk, form.cleaned_data["role"], **sent)
    return _("The code is ready: show it, or read it aloud.")


def _withdraw(request: HttpRequest, championship: Championship, sent: dict[str, Any]) -> str:
    invitation = queries.invitation_of(championship, _id(request))
    if invitation is None:
        raise Http404
    services.withdraw_invitation(invitation.pk, **sent)
    return _("The code opens nothing any more.")


def _change_role(request: HttpRequest, championship: Championship, sent: dict[str, Any]) -> str:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Http404
    member = _member(request, championship)
    role = form.cleaned_data["role"]
    if member.role == Membership.Role.DIRECTOR != role:
        require_typed_word(request, "remove")
    services.change_role(member.pk, role, **sent)
    return _("%(name)s is %(role)s now.") % {"name": member.user.get_username(), "role": ROLES[role]}


def _remove(request: HttpRequest, championship: Championship, sent: dict[str, Any]) -> str:
    member = _member(request, championship)
    require_typed_word(request, "remove")
    services.remove(member.pk, **sent)
    return _("%(name)s works here no more; the history keeps what they did.") % {
        "name": member.user.get_username()
    }


def _member(request: HttpRequest, championship: Championship) -> Membership:
    """The one whose button was pressed. Raises RuleError("member_gone")."""
    member = queries.member_by_id(championship, _id(request))
    if member is None:
        raise RuleError("member_gone")
    return member


def _id(request: HttpRequest) -> int:
    form = MemberForm(request.POST)
    return form.cleaned_data["id"] if form.is_valid() else 0


ACTIONS: dict[str, Callable[[HttpRequest, Championship, dict[str, Any]], str]] = {
    "invite": _invite,
    "withdraw": _withdraw,
    "role": _change_role,
    "remove": _remove,
}
