"""What a misdeal brings at the next turn: botifarra barred, the turn lost (E 7.4.5.2, E 7.4.5.4, D 9)."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tests.services.test_infractions import left_of, play, record, rows, withdraw
from tournament.models import Game, Infraction, LogEntry
from tournament.queries.infractions import infractions_of_game
from tournament.queries.penalties import turn_to_lose
from tournament.services import hands
from tournament.services.hands import HandEntry
from tournament.services.sheets import TypedSheet, type_sheet

pytestmark = pytest.mark.django_db


def botifarra(hall: Hall, side: str = "a", **sent: Any) -> None:
    hands.record_hand(hall.games[0].pk, HandEntry("B", side, 8), after=None, **{"actor": DESK} | sent)


def misdealt(*scores: int, code: str = "7.4.5.2", draw: str = "b") -> tuple[Hall, Infraction]:
    """The left pair misdeals the hand after these; the right one has won the opening draw, and calls the first."""
    hall = published_hall()
    hands.set_opening_draw(hall.games[0].pk, draw, actor=DESK)
    play(hall, *scores)
    Game.objects.filter(pk=hall.games[0].pk).update(accepts_dealing=Game.Box.YES)
    return hall, record(hall, code, moment="before_contract")


def test_botifarra_is_barred_the_next_time_that_the_pair_makes_trumps() -> None:
    """E 7.4.5.2: the other pair calls the hand that was misdealt, the pair itself the one after it."""
    hall, _row = misdealt()
    botifarra(hall, "b")
    refusal = refusal_of(hands.record_hand, hall.games[0].pk, HandEntry("BC", "b", 16), after=None)
    assert (refusal.code, refusal.article) == ("botifarra_not_now", "E 7.4.5.2")
    facts = {"number": left_of(hall), "hand": 2, "infraction": "7.4.5.2"}
    assert {name: refusal.facts[name] for name in facts} == facts
    assert [row[2] for row in rows(hall)] == ["B"]
    play(hall, 4, 4)
    botifarra(hall)
    assert [row[2] for row in rows(hall)] == ["B", "", "", "B"]


def test_botifarra_that_is_barred_stands_by_a_reason_of_the_desk() -> None:
    hall, _row = misdealt()
    play(hall, 4)
    botifarra(hall, reason="ningú no els ho havia dit")
    assert [row[2] for row in rows(hall)] == ["", "B"]
    assert LogEntry.objects.filter(what="record_hand").first().reason == "ningú no els ho havia dit"
    hands.change_hand(hall.games[0].pk, 2, HandEntry("BC", "a", 16), actor=DESK)
    assert [row[2] for row in rows(hall)] == ["", "BC"]


def test_a_phone_gives_no_reason_for_a_barred_botifarra() -> None:
    hall, _row = misdealt()
    play(hall, 4)
    refusal = refusal_of(
        hands.record_hand,
        hall.games[0].pk,
        HandEntry("B", "a", 8),
        after=None,
        reason="tant se val",
        actor=TABLE,
    )
    assert refusal.code == "botifarra_not_now"


def test_a_hand_is_not_changed_into_a_barred_botifarra() -> None:
    hall, _row = misdealt()
    play(hall, 4, 4, 4)
    entry = HandEntry("B", "a", 8)
    assert refusal_of(hands.change_hand, hall.games[0].pk, 2, entry).code == "botifarra_not_now"
    hands.change_hand(hall.games[0].pk, 3, entry, actor=DESK)
    assert [row[2] for row in rows(hall)] == ["", "", "B"]


def test_botifarra_is_free_once_the_infraction_is_withdrawn_or_not_applied() -> None:
    hall, row = misdealt()
    withdraw(row)
    record(hall, "7.4.5.2", moment="before_contract", share="none", reason="primera mà del dia")
    play(hall, 4)
    botifarra(hall)
    assert [row[2] for row in rows(hall)] == ["", "B"]


def test_a_misdeal_of_a_written_hand_bars_the_turn_after_it() -> None:
    hall, row = misdealt(4, 4, 4)
    withdraw(row)
    record(hall, "7.4.5.2", moment="before_contract", sequence=3)
    assert refusal_of(hands.record_hand, hall.games[0].pk, HandEntry("B", "a", 8), after=None).code == (
        "botifarra_not_now"
    )


def test_a_turn_that_was_lost_does_not_serve_the_bar() -> None:
    hall, _row = misdealt(4)  # the pair calls hand 2, which it deals itself: somebody set who calls
    hands.record_hand(hall.games[0].pk, HandEntry("", kind="uncounted"), after=None, actor=DESK)
    play(hall, 4)
    assert refusal_of(hands.record_hand, hall.games[0].pk, HandEntry("B", "a", 8), after=None).code == (
        "botifarra_not_now"
    )


def test_nothing_is_barred_where_nobody_knows_who_calls() -> None:
    hall, _row = misdealt(draw="")
    play(hall, 4)
    botifarra(hall)
    assert [row[2] for row in rows(hall)] == ["", "B"]


def test_botifarra_costs_one_query_more_than_another_hand() -> None:
    hall, _row = misdealt()
    costs = []
    for bid in ("", "B"):
        with CaptureQueriesContext(connection) as captured:
            hands.record_hand(hall.games[1].pk, HandEntry(bid, "a", 8), after=None, actor=DESK)
        costs.append(len(captured))
    assert costs[1] - costs[0] == 1


def test_whole_sheet_is_held_against_what_was_recorded_at_a_written_hand() -> None:
    hall, _row = misdealt(4, 4)
    rows_of_paper = (None, None, HandEntry("", "b", 4), HandEntry("B", "a", 8))
    typed = TypedSheet(rows_of_paper, by_time=True, is_signed=False)
    refusal = refusal_of(type_sheet, hall.games[0].pk, typed)
    assert (refusal.code, refusal.facts["hand"]) == ("botifarra_not_now", 4)
    type_sheet(hall.games[0].pk, replace(typed, reason="ho van acordar"), actor=DESK)
    assert [row[2] for row in rows(hall)] == ["", "", "", "B"]


def test_whole_sheet_is_not_held_against_a_misdeal_of_which_nobody_wrote_the_hand() -> None:
    hall, _row = misdealt()
    typed = TypedSheet((HandEntry("", "a", 4), HandEntry("B", "a", 8)), by_time=True, is_signed=False)
    type_sheet(hall.games[0].pk, typed, actor=DESK)
    assert [row[2] for row in rows(hall)] == ["", "B"]


def turn_lost(hall: Hall) -> int | None:
    view = hall.view()
    due = turn_to_lose(view, [line.infraction for line in infractions_of_game(view.game)])
    return due.number if due else None


def test_third_misdeal_loses_the_next_turn_of_the_pair_once() -> None:
    """E 7.4.5.4: the hand is dealt again, the other pair calls it, and then this one loses its turn."""
    hall, _row = misdealt(code="7.4.5.4")
    assert [(each[0], each[1]) for each in rows(hall)] == [(1, "replayed")]
    assert turn_lost(hall) is None
    play(hall, 4)
    assert turn_lost(hall) == left_of(hall)
    hands.record_hand(hall.games[0].pk, HandEntry("", kind="uncounted"), after=None, actor=DESK)
    assert (turn_lost(hall), hall.view().sheet.next_maker) == (None, "b")
    play(hall, 4)
    assert turn_lost(hall) is None
