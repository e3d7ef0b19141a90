"""Who works at the desk: invited by codes, with a role that a director changes or takes away."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from tests.factories import START, championship, member, user
from tests.services.conftest import refusal_of
from tournament.models import Championship, Invitation, LogEntry, Membership
from tournament.queries.members import invitation_by_code, open_invitations
from tournament.services import members
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db
Role = Membership.Role
END_OF_DAY = datetime(2026, 7, 26, 4, 0, tzinfo=UTC)
"""Six in the morning of the next day in Vilaplana."""


def by(who: User | None = None) -> dict[str, object]:
    return {"actor": Actor(who, "desk"), "now": START}


def code_for(role: str, of: Championship | None = None, **sent: object) -> Invitation:
    return members.invite((of or championship()).pk, role, **by() | sent)


def test_a_helpers_code_is_good_until_six_in_the_morning_after_the_day() -> None:
    assert code_for(Role.HELPER).expires_at == END_OF_DAY


def test_a_helpers_code_made_after_the_day_is_good_until_the_next_morning() -> None:
    late = code_for(Role.HELPER, now=START + timedelta(days=3))
    assert late.expires_at == END_OF_DAY + timedelta(days=3)


def test_a_code_for_an_organiser_is_good_for_a_week() -> None:
    assert code_for(Role.ORGANISER).expires_at == START + timedelta(days=7)


def test_a_code_has_at_least_64_random_bits() -> None:
    assert len(members.LETTERS) ** members.CODE_LENGTH >= 2**64
    codes = [code_for(Role.HELPER).code for _ in range(20)]
    assert {len(code) for code in codes} == {members.CODE_LENGTH}
    assert len(set(codes)) == len(codes)


def test_a_form_sent_twice_makes_one_code() -> None:
    of = championship()
    assert code_for(Role.HELPER, of, client_id="un") == code_for(Role.HELPER, of, client_id="un")


def test_a_code_is_known_with_capitals_hyphens_and_blanks() -> None:
    made = code_for(Role.HELPER)
    typed = f" {made.code[:5].upper()}-{made.code[5:10]} {made.code[10:]}"
    assert invitation_by_code(typed) == made


def test_whoever_has_the_code_gets_its_role() -> None:
    who, invitation = user(), code_for(Role.ORGANISER)
    membership = members.join(invitation.code, **by(who))
    assert (membership.user, membership.role, membership.expires_at) == (who, Role.ORGANISER, None)
    invitation.refresh_from_db()
    assert invitation.used == 1


def test_a_helper_by_code_is_one_until_the_code_ends() -> None:
    assert members.join(code_for(Role.HELPER).code, **by(user())).expires_at == END_OF_DAY


@pytest.mark.parametrize(
    ("had", "code", "has"),
    [
        (Role.HELPER, Role.ORGANISER, Role.ORGANISER),
        (Role.ORGANISER, Role.HELPER, Role.ORGANISER),
        (Role.DIRECTOR, Role.ORGANISER, Role.DIRECTOR),
    ],
)
def test_the_higher_role_stays(had: str, code: str, has: str) -> None:
    of = championship()
    who = member(of, role=had)
    assert members.join(code_for(code, of).code, **by(who)).role == has


def test_a_helper_whose_day_is_over_comes_back_by_a_new_code() -> None:
    of, who = championship(), user()
    members.join(code_for(Role.HELPER, of).code, **by(who))
    later = START + timedelta(days=3)
    again = members.join(code_for(Role.HELPER, of, now=later).code, **by(who) | {"now": later})
    assert again.expires_at == END_OF_DAY + timedelta(days=3)


def test_a_helper_without_account_is_known_by_name_and_has_no_password() -> None:
    invitation = code_for(Role.HELPER)
    maria = members.join_as_helper(invitation.code, "Maria", **by())
    assert (maria.get_username(), maria.has_usable_password()) == ("Maria", False)
    assert Membership.objects.get(user=maria).role == Role.HELPER
    assert LogEntry.objects.get(what="join").user == maria


def test_two_helpers_of_one_name_are_told_apart() -> None:
    invitation = code_for(Role.HELPER)
    names = [members.join_as_helper(invitation.code, "Maria", **by()).get_username() for _ in range(3)]
    assert names == ["Maria", "Maria 2", "Maria 3"]


def test_nobody_becomes_an_organiser_by_name_alone() -> None:
    assert (
        refusal_of(members.join_as_helper, code_for(Role.ORGANISER).code, "Maria", **by()).code
        == "helpers_only"
    )
    assert not User.objects.filter(username="Maria").exists()


def test_a_new_account_has_the_role_of_the_code_and_its_password() -> None:
    invitation = code_for(Role.ORGANISER)
    montse = members.join_with_account(invitation.code, "montse", "manilla-9-bastos", **by())
    assert montse.check_password("manilla-9-bastos")
    assert Membership.objects.get(user=montse).role == Role.ORGANISER


def test_no_account_is_left_of_somebody_whose_code_was_withdrawn_meanwhile() -> None:
    invitation = code_for(Role.ORGANISER)
    members.withdraw_invitation(invitation.pk, **by())
    coming = members.join_with_account, invitation.code, "montse", "manilla-9-bastos"
    assert refusal_of(*coming, **by()).code == "invitation_withdrawn"
    assert not User.objects.filter(username="montse").exists()


def test_a_withdrawn_code_opens_nothing() -> None:
    of = championship()
    invitation = code_for(Role.HELPER, of)
    members.withdraw_invitation(invitation.pk, **by())
    assert refusal_of(members.join, invitation.code, **by(user())).code == "invitation_withdrawn"
    assert open_invitations(of, START) == []


def test_an_expired_code_opens_nothing() -> None:
    invitation = code_for(Role.HELPER)
    assert (
        refusal_of(members.join, invitation.code, **by(user()) | {"now": END_OF_DAY}).code
        == "invitation_expired"
    )


def test_a_code_that_nobody_made_opens_nothing() -> None:
    assert refusal_of(members.join, "aaaaabbbbbccccc", **by(user())).code == "invitation_unknown"


def test_the_last_director_is_neither_removed_nor_made_anything_else() -> None:
    of = championship()
    only = Membership.objects.get(user=member(of))
    assert refusal_of(members.remove, only.pk, **by()).code == "last_director"
    assert refusal_of(members.change_role, only.pk, Role.ORGANISER, **by()).code == "last_director"
    member(of)
    members.remove(only.pk, **by())
    assert of.memberships.count() == 1


def test_another_role_has_no_end() -> None:
    who, invitation = user(), code_for(Role.HELPER)
    helper = members.join(invitation.code, **by(who))
    members.change_role(helper.pk, Role.ORGANISER, **by())
    helper.refresh_from_db()
    assert (helper.role, helper.expires_at) == (Role.ORGANISER, None)


def test_the_log_tells_every_step_with_numbers_and_no_names() -> None:
    of = championship()
    member(of)
    who = user()
    helper = members.join(code_for(Role.HELPER, of).code, **by(who))
    members.change_role(helper.pk, Role.ORGANISER, **by())
    members.remove(helper.pk, **by())
    assert refusal_of(members.remove, helper.pk, **by()).code == "member_gone"
    told = [(entry.what, entry.before, entry.after) for entry in of.log.order_by("pk")]
    assert told == [
        ("invite", None, {"role": "helper", "expires_at": "2026-07-26T06:00:00+02:00"}),
        ("join", None, {"role": "helper"}),
        ("change_role", {"member": who.pk, "role": "helper"}, {"member": who.pk, "role": "organiser"}),
        ("remove_member", {"member": who.pk, "role": "organiser"}, None),
    ]
