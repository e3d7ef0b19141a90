"""The director's page of who works at the desk, and the page of an invitation."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import championship, member, user
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Championship, Invitation, LogEntry, Membership
from tournament.services import members
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db
Role = Membership.Role


def code_for(of: Championship, role: str = Role.HELPER) -> Invitation:
    return members.invite(of.pk, role, actor=Actor(None, "desk"))


def logged_in(who: User | None = None) -> Client:
    client = Client()
    client.force_login(who or user())
    return client


def send(client: Client, desk: str, action: str, **fields: Any) -> Any:
    return client.post(f"{desk}ajustos/persones/", {"action": action, **fields})


@pytest.mark.parametrize("role", [Role.HELPER, Role.ORGANISER])
def test_only_directors_see_and_change_who_works_here(role: str) -> None:
    client, _of, desk = at_desk(role=role)
    assert client.get(f"{desk}ajustos/persones/").status_code == 403
    assert send(client, desk, "invite", role="director").status_code == 403
    assert not Invitation.objects.exists()


def test_the_settings_say_who_works_here() -> None:
    client, of, desk = at_desk()
    member(of, role=Role.HELPER, who=user("maria"))
    found = text_of(client.get(f"{desk}ajustos/"))
    assert "maria" in found
    assert f'href="{desk}ajustos/persones/"' in found


def test_a_code_is_shown_with_its_address_and_its_drawing() -> None:
    client, _of, desk = at_desk()
    assert send(client, desk, "invite", role="helper").status_code == 302
    code = Invitation.objects.get().code
    found = text_of(client.get(f"{desk}ajustos/persones/"))
    assert f"{code[:5]}-{code[5:10]}-{code[10:]}" in found
    assert f"/organitzacio/convida/{code}/" in found
    assert 'class="qr"' in found


def test_a_withdrawn_code_is_shown_no_more_and_says_so_to_whoever_has_it() -> None:
    client, of, desk = at_desk()
    invitation = code_for(of)
    send(client, desk, "withdraw", id=invitation.pk)
    assert invitation.code not in text_of(client.get(f"{desk}ajustos/persones/"))
    opened = Client().get(f"/organitzacio/convida/{invitation.code}/")
    assert opened.status_code == 410
    assert "ha retirat aquest codi" in text_of(opened)


def test_removing_somebody_asks_for_a_word() -> None:
    client, of, desk = at_desk()
    helper = Membership.objects.get(user=member(of, role=Role.HELPER))
    refused = send(client, desk, "remove", id=helper.pk)
    assert refused.status_code == 422
    assert "escriviu TREU per confirmar-ho" in text_of(refused)
    send(client, desk, "remove", id=helper.pk, typed_word="treu")
    assert not Membership.objects.filter(pk=helper.pk).exists()


def test_a_role_is_changed_at_once_but_a_directors_asks_for_a_word() -> None:
    client, of, desk = at_desk()
    helper, director = (
        Membership.objects.get(user=member(of, role=role)) for role in (Role.HELPER, Role.DIRECTOR)
    )
    send(client, desk, "role", id=helper.pk, role="organiser")
    assert send(client, desk, "role", id=director.pk, role="helper").status_code == 422
    send(client, desk, "role", id=director.pk, role="helper", typed_word="TREU")
    assert [Membership.objects.get(pk=each.pk).role for each in (helper, director)] == ["organiser", "helper"]


def test_the_last_director_stays() -> None:
    client, of, desk = at_desk()
    mine = of.memberships.get()
    assert send(client, desk, "remove", id=mine.pk, typed_word="TREU").status_code == 422
    assert of.memberships.get() == mine


def test_a_director_who_leaves_comes_to_the_list_of_championships() -> None:
    client, of, desk = at_desk()
    mine = of.memberships.get()
    member(of)
    assert send(client, desk, "remove", id=mine.pk, typed_word="TREU")["Location"] == "/organitzacio/"


def test_nobody_of_another_championship_is_touched() -> None:
    client, _of, desk = at_desk()
    other = championship()
    stranger = Membership.objects.get(user=member(other, role=Role.HELPER))
    theirs = code_for(other)
    assert send(client, desk, "remove", id=stranger.pk, typed_word="TREU").status_code == 422
    assert send(client, desk, "withdraw", id=theirs.pk).status_code == 404
    assert Membership.objects.filter(pk=stranger.pk).exists()


# --- Coming by a code -------------------------------------------------------------------------


def test_whoever_has_an_account_logs_in_and_accepts() -> None:
    of = championship()
    address = f"/organitzacio/convida/{code_for(of, Role.ORGANISER).code}/"
    assert f"/organitzacio/entra/?next={address}" in text_of(Client().get(address))
    who = user()
    client = logged_in(who)
    assert client.get(address).status_code == 200
    assert not Membership.objects.exists()
    assert client.post(address)["Location"] == f"/organitzacio/{of.slug}/"
    assert Membership.objects.get().user == who


def test_a_helper_goes_in_by_name_until_the_code_ends() -> None:
    of = championship(day=timezone.now().date())
    invitation = code_for(of)
    client = Client()
    came = client.post(
        f"/organitzacio/convida/{invitation.code}/", {"action": "helper", "name": " Maria  Pi "}
    )
    assert came["Location"] == f"/organitzacio/{of.slug}/"
    assert client.get(came["Location"]).status_code == 200
    assert User.objects.get().get_username() == "Maria Pi (ajudant)"
    assert client.session.get_expiry_date() == invitation.expires_at
    assert client.get(f"/organitzacio/{of.slug}/ajustos/").status_code == 403


def test_a_helper_without_a_name_is_asked_for_it() -> None:
    address = f"/organitzacio/convida/{code_for(championship()).code}/"
    assert Client().post(address, {"action": "helper", "name": " "}).status_code == 422
    assert not User.objects.exists()


def test_a_new_account_takes_djangos_rules_for_passwords() -> None:
    of = championship()
    address = f"/organitzacio/convida/{code_for(of, Role.ORGANISER).code}/"
    weak = {"action": "account", "username": "montse", "password1": "1234", "password2": "1234"}
    assert Client().post(address, weak).status_code == 422
    good = "manilla-de-bastos-9"
    client = Client()
    client.post(address, weak | {"password1": good, "password2": good})
    assert client.get(f"/organitzacio/{of.slug}/").status_code == 200
    assert Membership.objects.get(user__username="montse").role == Role.ORGANISER


def test_a_code_for_an_organiser_offers_no_way_in_by_name() -> None:
    of = championship()
    address = f"/organitzacio/convida/{code_for(of, Role.ORGANISER).code}/"
    assert 'value="helper"' not in text_of(Client().get(address))
    assert Client().post(address, {"action": "helper", "name": "Maria"}).status_code == 410
    assert not Membership.objects.exists()


def test_a_code_read_aloud_is_typed_as_it_was_heard() -> None:
    code = code_for(championship()).code
    typed = {"code": f"{code[:5].upper()} {code[5:10]}-{code[10:]}"}
    assert Client().post("/organitzacio/convida/", typed)["Location"] == f"/organitzacio/convida/{code}/"


def test_a_code_that_nobody_made_says_so_and_asks_again() -> None:
    assert Client().get("/organitzacio/convida/aaaaabbbbbccccc/").status_code == 404
    refused = Client().post("/organitzacio/convida/", {"code": "no"})
    assert refused.status_code == 422
    assert "Cap taula de l’organització no té aquest codi" in text_of(refused)


def test_whose_day_is_over_is_told_so_and_no_longer_in() -> None:
    of = championship()
    who = member(of, role=Role.HELPER)
    Membership.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    client = logged_in(who)
    over = client.get(f"/organitzacio/{of.slug}/")
    assert over.status_code == 403
    assert 'href="/organitzacio/convida/"' in text_of(over)
    assert of.name not in text_of(client.get("/organitzacio/"))


def test_pages_of_an_invitation_are_kept_by_nobody() -> None:
    opened = Client().get(f"/organitzacio/convida/{code_for(championship()).code}/")
    assert "no-store" in opened["Cache-Control"]


def test_the_history_names_whom_it_speaks_of() -> None:
    client, of, desk = at_desk()
    helper = Membership.objects.get(user=member(of, role=Role.HELPER, who=user("maria")))
    send(client, desk, "remove", id=helper.pk, typed_word="TREU")
    assert LogEntry.objects.get().before == {"member": helper.user_id, "role": "helper"}
    line = client.get(f"{desk}historial/").context["lines"][0]
    assert [(str(change.label), change.before) for change in line.changes] == [
        ("Persona", "maria"),
        ("Funció", "ajudant"),
    ]
