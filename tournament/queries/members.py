"""Who works at the desk of a championship, and the codes by which others may come."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import get_user_model

from tournament.models import Championship, Invitation, LogEntry, Membership

RANKS = (Membership.Role.HELPER, Membership.Role.ORGANISER, Membership.Role.DIRECTOR)


def members(championship: Championship) -> list[Membership]:
    """Everybody at the desk, directors first, then by name. One query."""
    found = championship.memberships.select_related("user")
    return sorted(found, key=lambda each: (-RANKS.index(each.role), each.user.get_username().casefold()))


def member_of(championship: Championship, user_id: int) -> Membership | None:
    """The membership of this person."""
    return championship.memberships.select_related("user").filter(user=user_id).first()


def member_by_id(championship: Championship, membership_id: int) -> Membership | None:
    """The same by the number of its row."""
    return championship.memberships.select_related("user").filter(pk=membership_id).first()


def invitation_of(championship: Championship, invitation_id: int) -> Invitation | None:
    """A code of this championship by the number of its row."""
    return championship.invitations.filter(pk=invitation_id).first()


def open_invitations(championship: Championship, now: datetime) -> list[Invitation]:
    """The codes that still open the desk, the newest first."""
    return list(championship.invitations.filter(withdrawn_at=None, expires_at__gt=now))


def invitation_by_code(code: str) -> Invitation | None:
    """The invitation of a code as it was typed: with capitals, blanks or hyphens."""
    plain = "".join(sign for sign in code.lower() if sign.isascii() and sign.isalnum())[:20]
    return Invitation.objects.select_related("championship").filter(code=plain).first()


def people_in(entries: Iterable[LogEntry]) -> dict[int, str]:
    """The names of those whom lines of the log speak of, by id. One query."""
    facts = (fact for entry in entries for fact in (entry.before, entry.after) if fact)
    ids = {fact["member"] for fact in facts if "member" in fact}
    found = get_user_model().objects.filter(pk__in=ids) if ids else ()
    return {user.pk: user.get_username() for user in found}
