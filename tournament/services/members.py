"""Who works at the desk: invited by a code, in a role that a director may change or take away."""

import secrets
from datetime import date, datetime, time, timedelta
from typing import Unpack
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F

from scoring.errors import RuleError
from tournament.models import Championship, Invitation, Membership
from tournament.queries.members import RANKS, invitation_by_code
from tournament.services.writing import Act, Actor, Sent, writing

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are taken for one another
CODE_LENGTH = 15  # 74 random bits: nobody guesses one
LASTS = timedelta(days=7)
MORNING_AFTER = time(6)  # a championship may go on after midnight
LONGEST_NAME = 60


def invite(championship_id: int, role: str, **sent: Unpack[Sent]) -> Invitation:
    """A new code for this role. A helper's is good for the day of the championship, the others for a week."""
    with writing(championship_id, "invite", role, **sent) as act:
        if not act.is_repeat:
            made = Invitation.objects.create(
                championship=act.championship,
                code="".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)),
                role=role,
                made_by=act.actor.user,
                made_at=act.now,
                expires_at=_expiry(act.championship, role, act.now),
            )
            act.log("invite", after={"role": role, "expires_at": made.expires_at.isoformat()})
            act.answer = {"invitation": made.pk}
        return Invitation.objects.get(pk=act.answer["invitation"])


def _expiry(championship: Championship, role: str, now: datetime) -> datetime:
    if role != Membership.Role.HELPER:
        return now + LASTS
    zone = ZoneInfo(championship.time_zone)
    end = _morning_after(championship.day, zone)
    return end if end > now else _morning_after(now.astimezone(zone).date(), zone)


def _morning_after(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day + timedelta(days=1), MORNING_AFTER, tzinfo=zone)


def withdraw_invitation(invitation_id: int, **sent: Unpack[Sent]) -> None:
    """The code opens nothing any more; who came by it stays."""
    invitation = Invitation.objects.get(pk=invitation_id)
    with writing(invitation.championship_id, "withdraw_invitation", invitation_id, **sent) as act:
        if act.is_repeat or invitation.withdrawn_at is not None:
            return
        Invitation.objects.filter(pk=invitation_id).update(withdrawn_at=act.now)
        act.log("withdraw_invitation", before={"role": invitation.role})


def join(code: str, **sent: Unpack[Sent]) -> Membership:
    """Whoever sends it, logged in, gets the role of the code; a higher one that they have already stays.

    Raises RuleError("invitation_unknown" | "invitation_withdrawn" | "invitation_expired").
    """
    invitation = _invitation(code)
    user = sent["actor"].user
    assert user is not None
    with writing(invitation.championship_id, "join", code, user.pk, **sent) as act:
        if not act.is_repeat:
            act.answer = {"membership": _join(act, _open_invitation(code, act.now), user).pk}
        return Membership.objects.get(pk=act.answer["membership"])


def join_as_helper(code: str, name: str, **sent: Unpack[Sent]) -> AbstractBaseUser:
    """A person without an account, who helps today: known by name, without a password, as long as the code is good.

    Raises as `join`; besides RuleError("helpers_only") for the code of another role.
    """
    invitation = _invitation(code)
    with writing(invitation.championship_id, "join_as_helper", code, name, **sent) as act:
        if not act.is_repeat:
            invitation = _open_invitation(code, act.now)
            if invitation.role != Membership.Role.HELPER:
                raise RuleError("helpers_only")
            _join_anew(act, invitation, _free_name(name), password=None)
        return get_user_model().objects.get(pk=act.answer["user"])


def join_with_account(code: str, username: str, password: str, **sent: Unpack[Sent]) -> AbstractBaseUser:
    """A new account – a form has looked at its name and password – with the role of the code. Raises as `join`."""
    invitation = _invitation(code)
    with writing(invitation.championship_id, "join_with_account", code, username, **sent) as act:
        if not act.is_repeat:
            _join_anew(act, _open_invitation(code, act.now), username, password=password)
        return get_user_model().objects.get(pk=act.answer["user"])


def _join_anew(act: Act, invitation: Invitation, username: str, *, password: str | None) -> None:
    """Whoever comes is from now on the one who writes."""
    user = get_user_model().objects.create_user(username, password=password)
    act.actor = Actor(user, act.actor.via)
    _join(act, invitation, user)
    act.answer = {"user": user.pk}


def _free_name(name: str) -> str:
    taken = set(get_user_model().objects.filter(username__startswith=name).values_list("username", flat=True))
    others = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(each for each in (name, *others) if each not in taken)


def _invitation(code: str) -> Invitation:
    invitation = invitation_by_code(code)
    if invitation is None:
        raise RuleError("invitation_unknown")
    return invitation


def _open_invitation(code: str, now: datetime) -> Invitation:
    """Read again under the lock: it may have been withdrawn meanwhile."""
    invitation = _invitation(code)
    refuse_closed(invitation, now)
    return invitation


def refuse_closed(invitation: Invitation, now: datetime) -> None:
    """Raises RuleError("invitation_withdrawn" | "invitation_expired")."""
    facts = {"championship": invitation.championship.name}
    if invitation.withdrawn_at is not None:
        raise RuleError("invitation_withdrawn", **facts)
    if invitation.expires_at <= now:
        raise RuleError("invitation_expired", **facts)


def _join(act: Act, invitation: Invitation, user: AbstractBaseUser) -> Membership:
    is_for_a_day = invitation.role == Membership.Role.HELPER
    expires_at = invitation.expires_at if is_for_a_day else None
    membership = Membership.objects.filter(championship=act.championship, user=user).first()
    if membership is not None and _is_as_good(membership, invitation):
        return membership
    before = {"role": membership.role} if membership else None
    membership = membership or Membership(championship=act.championship, user=user)
    membership.role, membership.expires_at = invitation.role, expires_at
    membership.save()
    Invitation.objects.filter(pk=invitation.pk).update(used=F("used") + 1)
    act.log("join", before=before, after={"role": invitation.role})
    return membership


def _is_as_good(membership: Membership, invitation: Invitation) -> bool:
    """Whether the code gives nothing that this person does not have."""
    if RANKS.index(membership.role) != RANKS.index(invitation.role):
        return RANKS.index(membership.role) > RANKS.index(invitation.role)
    return membership.expires_at is None or membership.expires_at >= invitation.expires_at


def change_role(membership_id: int, role: str, **sent: Unpack[Sent]) -> None:
    """Another role for somebody of the desk, from now on without an end.

    Raises RuleError("member_gone" | "last_director").
    """
    membership = _membership(membership_id)
    with writing(membership.championship_id, "change_role", membership_id, role, **sent) as act:
        if act.is_repeat or membership.role == role:
            return
        _refuse_last_director(act, membership)
        Membership.objects.filter(pk=membership_id).update(role=role, expires_at=None)
        who = {"member": membership.user_id}
        act.log("change_role", before={**who, "role": membership.role}, after={**who, "role": role})


def remove(membership_id: int, **sent: Unpack[Sent]) -> None:
    """Somebody works here no more; what they did stays theirs. Raises RuleError("member_gone" | "last_director")."""
    membership = _membership(membership_id)
    with writing(membership.championship_id, "remove_member", membership_id, **sent) as act:
        if act.is_repeat:
            return
        _refuse_last_director(act, membership)
        Membership.objects.filter(pk=membership_id).delete()
        act.log("remove_member", before={"member": membership.user_id, "role": membership.role})


def _membership(membership_id: int) -> Membership:
    membership = Membership.objects.filter(pk=membership_id).first()
    if membership is None:
        raise RuleError("member_gone")
    return membership


def _refuse_last_director(act: Act, membership: Membership) -> None:
    directors = act.championship.memberships.filter(role=Membership.Role.DIRECTOR)
    if membership.role == Membership.Role.DIRECTOR and not directors.exclude(pk=membership.pk).exists():
        raise RuleError("last_director")
