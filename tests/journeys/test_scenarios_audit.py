"""What may no longer be changed, and what cannot be deleted: B094, B101, B103, B139 of other systems."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import ProtectedError
from django.test import Client

from tests.factories import absence, championship, confirmed, game, hand, member, pair, round_, user
from tests.views.desk_visitors import at_desk, text_of
from tests.views.sheets import send
from tournament.core.clock import RoundFacts
from tournament.core.clock import state as clock_state
from tournament.models import Championship, Game, LogEntry, Membership, Pair, Round, Table
from tournament.queries.games import regulation_of

pytestmark = pytest.mark.django_db


# --- B094: the night on which the clocks change ------------------------------------------------


def test_b094_fifty_minutes_are_fifty_minutes_in_the_night_of_the_change() -> None:
    of = championship(day=date(2026, 10, 25))
    begins = datetime(2026, 10, 24, 23, 40, tzinfo=UTC)  # 01:40 in Vilaplana, which has 02:30 twice
    facts = RoundFacts(begins, None, None)
    floor = clock_state(facts, regulation_of(of), begins).floor_at
    assert floor == begins + timedelta(minutes=50)
    for at, what in ((begins, "publish"), (floor, "announce_last_hand")):
        LogEntry.objects.create(championship=of, at=at, via="desk", what=what, round_number=1)
    client, _of, desk = at_desk(of)
    told = [line.time for line in client.get(f"{desk}historial/").context["lines"]]
    assert told == ["02:30:00 (+0200)", "01:40:00"]


def test_b094_the_page_of_the_round_tells_the_ambiguous_hour_with_its_offset() -> None:
    of = championship(day=date(2026, 10, 25))
    made = round_(of, published_at=datetime(2026, 10, 25, 1, 10, tzinfo=UTC))
    game(made)
    client, _of, desk = at_desk(of)
    assert "02:10 (+0100)" in text_of(client.get(f"{desk}rondes/1/"))


# --- B101: nothing small takes results with it --------------------------------------------------


@pytest.fixture
def keeper() -> Client:
    """Somebody in the admin area who may do everything there."""
    client = Client()
    client.force_login(User.objects.create_superuser("amo", password="secret"))
    return client


def delete(client: Client, row: Any) -> Any:
    """The page that asks, and the answer to it."""
    address = f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/delete/"
    asked = client.get(address)
    return asked, client.post(address, {"post": "yes"})


def played() -> Game:
    made = game(table=3)
    hand(made, 4, 0)
    return confirmed(made, 101, 40)


def test_b101_a_pair_with_results_is_not_deleted_and_they_are_listed(keeper: Client) -> None:
    made = played()
    seat = made.seats.first()
    asked, _answer = delete(keeper, seat.pair)
    assert str(seat) in text_of(asked).replace("&#x27;", "'")
    assert Pair.objects.filter(pk=seat.pair_id).exists()


def test_b101_a_round_that_a_pair_missed_hangs_on_it_too(keeper: Client) -> None:
    missed = absence(pair())
    delete(keeper, missed.pair)
    assert Pair.objects.filter(pk=missed.pair_id).exists()


def test_b101_a_pair_on_which_nothing_hangs_may_go(keeper: Client) -> None:
    made = pair()
    delete(keeper, made)
    assert not Pair.objects.filter(pk=made.pk).exists()


def test_b101_a_table_at_which_somebody_played_is_not_deleted(keeper: Client) -> None:
    made = played()
    of = made.round.championship
    used, unused = (Table.objects.create(championship=of, number=n, token=f"t{n}") for n in (3, 4))
    asked, _answer = delete(keeper, used)
    assert str(made) in text_of(asked)
    delete(keeper, unused)
    assert list(Table.objects.all()) == [used]


def test_b101_a_championship_is_not_deleted_once_something_was_done_in_it(keeper: Client) -> None:
    of = played().round.championship
    LogEntry.objects.create(championship=of, at=datetime(2026, 7, 25, tzinfo=UTC), via="desk", what="create")
    delete(keeper, of)
    assert Championship.objects.filter(pk=of.pk).exists()


def test_b101_people_are_disabled_and_never_deleted(keeper: Client) -> None:
    who = user("montse")
    asked, answer = delete(keeper, who)
    assert (asked.status_code, answer.status_code) == (403, 403)
    User.objects.filter(pk=who.pk).update(is_active=False)
    sent = Client().post("/organitzacio/entra/", {"username": "montse", "password": "secret"})
    assert 'role="alert"' in text_of(sent)


def test_b101_nobody_who_entered_something_can_be_deleted_in_any_way() -> None:
    of, who = championship(), user()
    LogEntry.objects.create(
        championship=of, at=datetime(2026, 7, 25, tzinfo=UTC), via="desk", what="x", user=who
    )
    for row in (who, of):
        with pytest.raises(ProtectedError):
            row.delete()


def test_b101_nothing_that_a_championship_is_made_of_is_changed_past_the_services(keeper: Client) -> None:
    made = played()
    address = f"/admin/tournament/pair/{made.seats.first().pair_id}/change/"
    assert keeper.post(address, {"war_name": "Una altra"}).status_code == 403


def test_the_log_has_no_page_in_the_admin_area_and_no_row_takes_it_away() -> None:
    assert not admin.site.is_registered(LogEntry)
    pointing = {
        field.name: field.remote_field.on_delete.__name__
        for field in LogEntry._meta.fields
        if field.is_relation
    }
    assert pointing == {"championship": "PROTECT", "user": "PROTECT"}


# --- B103: sign-up in a championship without anything -------------------------------------------


@pytest.mark.parametrize("preset", ["vilaplana-2011", "casual", "girona-2016"])
def test_b103_a_pair_signs_up_where_there_is_neither_round_nor_number_of_rounds(preset: str) -> None:
    client, of, desk = at_desk(championship(preset=preset))
    made = {"war_name": "Cal Xic", "player_1": "Anna", "player_2": "Joan"}
    answer = client.post(f"{desk}parelles/nova/", made, follow=True)
    assert answer.status_code == 200
    assert "Cal Xic" in text_of(answer)
    assert [each.war_name for each in of.pairs.all()] == ["Cal Xic"]


# --- B139: a result that was checked ------------------------------------------------------------


@pytest.fixture
def locked() -> Game:
    """A confirmed game of round 2, which is closed."""
    of = championship()
    round_(of, state=Round.State.CLOSED)
    made = game(round_(of, state=Round.State.CLOSED), table=3, typed_a=101, typed_b=40)
    return confirmed(made, 101, 40)


def as_a(role: str, locked: Game) -> tuple[Client, str]:
    client = Client()
    client.force_login(member(locked.round.championship, role=role))
    return client, f"/organitzacio/{locked.round.championship.slug}/partida/{locked.pk}/"


def counted(locked: Game) -> list[tuple[int | None, int | None]]:
    return list(locked.seats.order_by("side").values_list("points_for", "points_against"))


CHANGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("hand", {"base": "", "doubling": "", "side": "a", "points": "7"}),
    ("totals", {"a": "40", "b": "101"}),
    ("undo", {}),
    ("clear_totals", {}),
    ("stop", {"why": "time"}),
)


@pytest.mark.parametrize("role", list(Membership.Role))
@pytest.mark.parametrize(("action", "fields"), CHANGES)
def test_b139_nobody_at_the_desk_changes_a_sheet_that_is_locked(
    locked: Game, role: str, action: str, fields: dict[str, str]
) -> None:
    client, address = as_a(role, locked)
    refused = client.post(f"{address}{action}/", fields)
    assert refused.status_code == 422
    assert 'role="alert"' in text_of(refused)
    assert counted(locked) == [(101, 40), (40, 101)]


def test_b139_the_phone_is_told_that_the_sheet_is_closed_and_its_hand_does_not_count(locked: Game) -> None:
    refused = send(Client(), locked, "dat/", side="a", points="7", base="", doubling="")
    assert refused.status_code == 422
    assert re.search(r"role=\"(alert|status)\"", text_of(refused))
    assert counted(locked) == [(101, 40), (40, 101)]


def test_b139_an_organiser_unlocks_it_with_a_note_and_a_helper_does_not(locked: Game) -> None:
    helper, address = as_a(Membership.Role.HELPER, locked)
    assert helper.post(f"{address}reopen/", {"reason": "Suma errada"}).status_code == 403
    organiser, _address = as_a(Membership.Role.ORGANISER, locked)
    assert organiser.post(f"{address}reopen/", {"reason": ""}).status_code == 422
    assert counted(locked) == [(101, 40), (40, 101)]
    assert organiser.post(f"{address}reopen/", {"reason": "Suma errada"}).status_code == 303
    locked.refresh_from_db()
    assert locked.state != Game.State.CONFIRMED
    assert LogEntry.objects.get(what="reopen").reason == "Suma errada"
