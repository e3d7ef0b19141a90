"""The board of a round: who has signed, whose sheet is missing, who waits for an organiser (D 11, E 17.7)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tournament.models import Championship
from tournament.queries.board import BoardRow, TableState, board
from tournament.queries.signatures import pins, unsigned_of
from tournament.services import calls, games, hands, signing
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


def over(**changes: str) -> Hall:
    made = published_hall(8, changes=changes)
    hands.record_hand(made.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return made


def first(hall: Hall) -> BoardRow:
    hall.round.championship = Championship.objects.get(pk=hall.championship.pk)
    return board(hall.round)[0]


def signs(hall: Hall, side: str) -> None:
    view = hall.view()
    seat = view.a if side == "a" or view.b is None else view.b
    signing.sign(hall.games[0].pk, side, pins(hall.championship)[seat.number], actor=TABLE)


def test_a_game_over_on_a_phone_of_record_waits_for_its_signatures() -> None:
    hall = over(sheet_of_record="phone")
    assert (first(hall).state, first(hall).signed_by) == (TableState.UNSIGNED, ())
    signs(hall, "a")
    assert (first(hall).state, first(hall).signed_by) == (TableState.UNSIGNED, (hall.view().a.number,))
    signs(hall, "b")
    assert (first(hall).state, first(hall).signed_by) == (TableState.CONFIRMED, ())


def test_a_game_that_both_signed_while_an_organiser_was_asked_for_is_the_desk_s_to_confirm() -> None:
    hall = over(sheet_of_record="phone")
    calls.call(hall.games[0].pk, "revoke", actor=TABLE, now=START)
    signs(hall, "a")
    signs(hall, "b")
    row, view = first(hall), hall.view()
    assert view.b is not None
    assert (row.state, row.signed_by) == (TableState.COMPLETE, (view.a.number, view.b.number))
    assert row.call is not None
    assert (row.call.reason, row.call.called_at) == ("revoke", START)


def test_where_the_paper_is_the_record_the_sheet_is_missing_until_it_is_typed() -> None:
    hall = over()
    assert first(hall).state == TableState.SHEET
    games.record_totals(hall.games[0].pk, (104, 0), actor=DESK)
    assert first(hall).state == TableState.COMPLETE


def test_where_phones_take_no_hands_the_desk_has_the_sheet_in_its_hands() -> None:
    hall = over()
    Championship.objects.update(phones_at_tables=False)
    assert first(hall).state == TableState.COMPLETE


def test_the_board_takes_as_many_queries_for_one_table_that_signs_as_for_three() -> None:
    hall = over(sheet_of_record="phone")
    hall.round.championship = Championship.objects.get(pk=hall.championship.pk)
    counts = []
    for game in hall.games[1:3]:
        counts.append(_queries(hall))
        hands.record_hand(game.pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    assert {*counts, _queries(hall)} == {counts[0]}


def _queries(hall: Hall) -> int:
    with CaptureQueriesContext(connection) as asked:
        board(hall.round)
    return len(asked)


def test_a_table_whose_codes_are_locked_waits_for_the_desk_until_it_is_unlocked() -> None:
    hall = over(sheet_of_record="phone")
    for _ in range(5):
        signing.sign(hall.games[0].pk, "a", "no", actor=TABLE)
    assert (first(hall).state, first(hall).needs_desk) == (TableState.LOCKED, True)
    signing.unlock(hall.games[0].pk, actor=DESK)
    assert first(hall).state == TableState.UNSIGNED


def test_without_phones_at_the_tables_the_paper_is_the_record_whatever_the_regulation_says() -> None:
    hall = over(sheet_of_record="phone")
    Championship.objects.update(phones_at_tables=False)
    assert (first(hall).state, unsigned_of(hall.view())) == (TableState.COMPLETE, ())
    assert games.confirm(hall.games[0].pk, actor=DESK).points == (104, 0)
