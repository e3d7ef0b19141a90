"""Remarks on a sheet with their name (E 15.4), and what is confirmed only with one (E 15.2.7.3, E 17.2)."""

from datetime import timedelta

import pytest

from tests.factories import START, member
from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tournament.models import Call, Remark
from tournament.queries.calls import open_calls
from tournament.queries.remarks import remarks_of
from tournament.queries.signatures import is_confirmed_by_both, pins, unsigned_of
from tournament.services import calls, championships, games, hands, remarks, signing
from tournament.services.hands import HandEntry
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db


def over(**changes: str) -> Hall:
    """A first game that is over: 104–0 for the left pair."""
    made = published_hall(changes=changes)
    hands.record_hand(made.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return made


def sign(hall: Hall, side: str) -> None:
    view = hall.view()
    seat = view.a if side == "a" or view.b is None else view.b
    signing.sign(hall.games[0].pk, side, pins(hall.championship)[seat.number], actor=TABLE)


def test_a_remark_stays_with_its_name_and_time_and_is_answered_by_another() -> None:
    hall = published_hall()
    who = Actor(member(hall.championship), "desk")
    assert who.user is not None
    remarks.remark(hall.games[0].pk, " La 3 arriba tard. ", actor=who, now=START)
    remarks.remark(hall.games[0].pk, "Era la 4.", actor=who, now=START + timedelta(minutes=1))
    name = who.user.get_username()
    assert [(each.text, each.who, each.at) for each in remarks_of(hall.games[0])] == [
        ("La 3 arriba tard.", name, START),
        ("Era la 4.", name, START + timedelta(minutes=1)),
    ]
    logged = hall.championship.log.filter(what="remark").order_by("pk")
    assert [entry.after for entry in logged] == [{"remark": "La 3 arriba tard."}, {"remark": "Era la 4."}]


def test_a_remark_sent_twice_is_written_once() -> None:
    hall = published_hall()
    for _ in range(2):
        remarks.remark(hall.games[0].pk, "Una vegada.", actor=DESK, client_id="observacio-1")
    assert Remark.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "code"), [("", "remark_missing"), ("  ", "remark_missing"), ("a" * 501, "too_long")]
)
def test_an_empty_remark_and_one_too_long_are_refused(text: str, code: str) -> None:
    hall = published_hall()
    assert refusal_of(remarks.remark, hall.games[0].pk, text).code == code
    assert not Remark.objects.exists()


def test_what_nobody_or_one_pair_signed_is_confirmed_only_with_a_remark() -> None:
    hall = over(sheet_of_record="phone")
    game, view = hall.games[0], hall.view()
    assert view.b is not None
    refused = refusal_of(games.confirm, game.pk)
    assert (refused.code, refused.article) == ("unsigned", "E 15.2.7.3")
    assert refused.facts["pairs"] == [view.a.number, view.b.number]
    sign(hall, "a")
    assert refusal_of(games.confirm, game.pk).facts["pairs"] == [view.b.number]
    games.confirm(game.pk, remark="La 3 no vol signar.", actor=DESK)
    assert hall.view().counted == (104, 0)
    assert [each.text for each in remarks_of(game)] == ["La 3 no vol signar."]
    assert not is_confirmed_by_both(hall.view())


def test_where_the_paper_is_the_sheet_of_record_no_phone_has_to_sign() -> None:
    hall = over(sheet_of_record="paper")
    assert unsigned_of(hall.view()) == ()
    games.confirm(hall.games[0].pk, actor=DESK)
    assert hall.view().is_confirmed
    assert not is_confirmed_by_both(hall.view())


def test_a_table_that_waits_is_settled_first_or_confirmed_with_a_remark() -> None:
    hall = over()
    game = hall.games[0]
    calls.call(game.pk, "revoke", actor=TABLE)
    refused = refusal_of(games.confirm, game.pk)
    assert (refused.code, refused.facts["call"], refused.facts["table"]) == ("call_open", "revoke", 1)
    games.confirm(game.pk, remark="Vist: no hi ha renunci.", actor=DESK)
    assert hall.view().is_confirmed
    calls.settle(hall.championship.pk, Call.objects.get().pk, actor=DESK)
    assert open_calls(hall.championship) == ()


def test_once_the_call_is_settled_the_desk_confirms_without_a_remark() -> None:
    hall = over()
    calls.call(hall.games[0].pk, "revoke", actor=TABLE)
    calls.settle(hall.championship.pk, Call.objects.get().pk, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert not Remark.objects.exists()


def test_what_cannot_be_confirmed_says_so_before_it_asks_for_a_remark() -> None:
    hall = published_hall(changes={"sheet_of_record": "phone"})
    calls.call(hall.games[0].pk, "revoke", actor=TABLE)
    assert refusal_of(games.confirm, hall.games[0].pk, remark="Tant se val.").code == "sheet_open"
    assert not Remark.objects.exists()


def test_two_signatures_are_what_confirmed_a_game() -> None:
    hall = over(sheet_of_record="phone")
    sign(hall, "a")
    sign(hall, "b")
    assert is_confirmed_by_both(hall.view())


def test_in_a_finished_championship_nobody_waits_any_more() -> None:
    hall = published_hall()
    calls.call(hall.games[0].pk, "other", actor=TABLE)
    championship, call = hall.championship, Call.objects.get()
    type(championship).objects.update(state="finished")
    championship.refresh_from_db()
    assert open_calls(championship) == ()
    assert refusal_of(calls.go, championship.pk, call.pk).code == "championship_finished"
    championships.resume(championship.pk, actor=DESK)
    championship.refresh_from_db()
    assert [each.pk for each in open_calls(championship)] == [call.pk]


def test_start_and_end_are_noted_and_an_end_before_the_start_names_both() -> None:
    hall = over()
    game = hall.games[0]
    start, end = START + timedelta(minutes=4), START + timedelta(minutes=52)
    games.set_times(game.pk, start, end, actor=DESK)
    game.refresh_from_db()
    assert (game.started_at, game.ended_at) == (start, end)
    refused = refusal_of(games.set_times, game.pk, end, start)
    assert (refused.code, refused.facts["started"], refused.facts["ended"]) == (
        "end_before_start",
        end,
        start,
    )
    version = game.version
    games.set_times(game.pk, start, end, actor=DESK)
    game.refresh_from_db()
    assert game.version == version
    assert hall.championship.log.filter(what="set_times").count() == 1


def test_the_times_of_a_confirmed_game_are_corrected_without_touching_its_result() -> None:
    hall = over()
    games.confirm(hall.games[0].pk, actor=DESK)
    games.set_times(hall.games[0].pk, START, START + timedelta(minutes=50), actor=DESK)
    assert hall.view().counted == (104, 0)
    assert hall.view().game.ended_at == START + timedelta(minutes=50)
