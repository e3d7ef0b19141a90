"""A sheet typed from paper in one write: judged as it then stands, asked about once, checked by somebody else."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests import factories
from tests.services.conftest import DESK, START, Hall, refusal_of
from tournament.models import Championship, Game, LogEntry, PlayedHand, Round
from tournament.queries.board import TableState, board
from tournament.queries.typed_sheets import piles_to_check
from tournament.services import games, hands, sheets
from tournament.services.hands import HandEntry
from tournament.services.sheets import NOT_THERE, TypedSheet
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db

TABLE = Actor(None, "table")


def to_a(points: int, bid: str = "") -> HandEntry:
    return HandEntry(bid, "a" if points else "", points or None)


def to_b(points: int, bid: str = "") -> HandEntry:
    return HandEntry(bid, "b", points)


WHOLE = TypedSheet((to_a(48, "BC"), to_b(12, "C"), to_a(60, "R")), opening_draw="a")
"""Pair a reaches 108 in three hands."""


def written(hall: Hall, table: int = 1) -> list[tuple[str, str, int, int]]:
    rows = PlayedHand.objects.filter(game=hall.games[table - 1])
    return list(rows.values_list("kind", "bid", "points_a", "points_b"))


def type_sheet(hall: Hall, typed: TypedSheet, *sure: str, table: int = 1, actor: Actor = DESK) -> object:
    return sheets.type_sheet(hall.games[table - 1].pk, typed, sure=frozenset(sure), actor=actor)


def refused(hall: Hall, typed: TypedSheet, *sure: str, table: int = 1) -> str:
    return refusal_of(sheets.type_sheet, hall.games[table - 1].pk, typed, sure=frozenset(sure)).code


# --- All at once --------------------------------------------------------------------------------


def test_whole_sheet_is_written_and_confirmed_in_one_write(hall: Hall) -> None:
    assert type_sheet(hall, WHOLE) == {"points": [108, 12], "lacks": ""}
    assert written(hall) == [("played", "BC", 48, 0), ("played", "C", 0, 12), ("played", "R", 60, 0)]
    assert hall.view().is_confirmed
    assert list(LogEntry.objects.values_list("what", flat=True)[:2]) == ["confirm", "type_sheet"]


def test_sheet_sent_twice_is_written_once(hall: Hall) -> None:
    for _ in range(2):
        sent = {"actor": DESK, "client_id": "full-1"}
        assert sheets.type_sheet(hall.games[0].pk, WHOLE, **sent) == {"points": [108, 12], "lacks": ""}
    assert len(written(hall)) == 3


def test_row_that_cannot_be_leaves_nothing_written_and_is_named(hall: Hall) -> None:
    typed = replace(WHOLE, rows=(*WHOLE.rows[:2], to_a(15, "C")))
    refusal = refusal_of(sheets.type_sheet, hall.games[0].pk, typed)
    assert (refusal.code, refusal.facts["row"]) == ("points_multiple", 3)
    assert written(hall) == []


def test_row_left_out_in_the_middle_is_named(hall: Hall) -> None:
    refusal = refusal_of(sheets.type_sheet, hall.games[0].pk, TypedSheet((to_a(4), None, to_a(4))))
    assert (refusal.code, refusal.facts["row"]) == ("row_empty", 2)


def test_sheet_that_is_not_over_is_refused_and_one_that_time_ended_counts(hall: Hall) -> None:
    short = TypedSheet((to_a(4), to_b(9)))
    assert refused(hall, short) == "sheet_open"
    assert type_sheet(hall, replace(short, by_time=True)) == {"points": [4, 9], "lacks": ""}
    assert hall.view().game.stopped == "time"


def test_sheet_ended_by_time_before_the_floor_needs_a_reason(hall: Hall) -> None:
    game, by_time = hall.games[0].pk, TypedSheet((to_a(4), to_b(9)), by_time=True)
    early = {"now": START + timedelta(minutes=49)}
    refusal = refusal_of(sheets.type_sheet, game, by_time, **early)
    assert (refusal.code, refusal.article) == ("stop_too_early", "E 12.3.3")
    assert (refusal.facts["minutes"], refusal.facts["earliest"]) == (50, START + timedelta(minutes=50))
    assert written(hall) == []
    reasoned = replace(by_time, reason="tempesta")
    assert sheets.type_sheet(game, reasoned, actor=DESK, **early) == {"points": [4, 9], "lacks": ""}
    assert LogEntry.objects.get(what="type_sheet").reason == "tempesta"


def test_end_on_the_paper_is_what_is_held_against_the_floor(hall: Hall) -> None:
    early, late = ((START, START + timedelta(minutes=end)) for end in (49, 50))
    typed = TypedSheet((to_a(4), to_b(9)), by_time=True)
    assert refused(hall, replace(typed, times=early)) == "stop_too_early"
    assert type_sheet(hall, replace(typed, times=late)) == {"points": [4, 9], "lacks": ""}


def test_totals_ended_by_time_before_the_floor_need_a_reason(hall: Hall) -> None:
    times = (START, START + timedelta(minutes=30))
    totals = TypedSheet(totals=(60, 44), by_time=True, times=times)
    assert refused(hall, totals) == "stop_too_early"
    assert type_sheet(hall, replace(totals, totals=(101, 44))) == {"points": [101, 44], "lacks": ""}


def test_sheet_that_ended_by_itself_is_not_held_against_the_floor(hall: Hall) -> None:
    quick = replace(WHOLE, by_time=True, times=(START, START + timedelta(minutes=20)))
    assert type_sheet(hall, quick) == {"points": [108, 12], "lacks": ""}


def test_sheet_that_is_not_signed_is_written_and_not_confirmed(hall: Hall) -> None:
    typed = TypedSheet((to_a(4), to_b(9)), is_signed=False)
    assert type_sheet(hall, typed) == {"points": [4, 9], "lacks": "signatures"}
    assert not hall.view().is_confirmed


def test_level_sheet_asks_who_won_the_opening_draw(hall: Hall) -> None:
    level = TypedSheet((to_a(9), to_b(9)), by_time=True)
    assert refused(hall, level) == "opening_draw_missing"
    assert type_sheet(hall, replace(level, opening_draw="b")) == {"points": [9, 10], "lacks": ""}


def test_totals_alone_are_the_record(hall: Hall) -> None:
    assert type_sheet(hall, TypedSheet(totals=(101, 54))) == {"points": [101, 54], "lacks": ""}
    assert hall.view().typed == (101, 54)


def test_nothing_typed_is_refused(hall: Hall) -> None:
    assert refused(hall, TypedSheet()) == "sheet_empty"


def test_times_of_the_paper_are_noted(hall: Hall) -> None:
    started = factories.START + timedelta(minutes=4)
    ended = started + timedelta(minutes=41)
    type_sheet(hall, replace(WHOLE, times=(started, ended)))
    game = hall.view().game
    assert (game.started_at, game.ended_at) == (started, ended)


def test_moment_of_typing_is_not_when_the_game_began(hall: Hall) -> None:
    type_sheet(hall, WHOLE)
    assert hall.view().game.started_at is None


def test_end_of_the_paper_before_the_known_start_is_refused(hall: Hall) -> None:
    record(hall, *WHOLE.rows)  # type: ignore[arg-type]
    started = hall.view().game.started_at
    assert started is not None
    assert refused(hall, TypedSheet(times=(None, started - timedelta(minutes=1)))) == "end_before_start"


# --- Hands that are there already ---------------------------------------------------------------


def record(hall: Hall, *entries: HandEntry) -> None:
    for entry in entries:
        hands.record_hand(hall.games[0].pk, entry, after=None, actor=TABLE)


def test_sheet_equal_to_the_phones_is_confirmed_without_a_row(hall: Hall) -> None:
    record(hall, *WHOLE.rows)  # type: ignore[arg-type]
    before = list(PlayedHand.objects.values())
    assert type_sheet(hall, TypedSheet()) == {"points": [108, 12], "lacks": ""}
    assert list(PlayedHand.objects.values()) == before


def test_only_the_rows_that_differ_are_asked_about(hall: Hall) -> None:
    record(hall, to_a(48, "BC"), to_b(6, "C"), to_a(60, "R"))
    typed = TypedSheet((None, to_b(12, "C")))
    refusal = refusal_of(sheets.type_sheet, hall.games[0].pk, typed)
    assert (refusal.code, refusal.facts["rows"]) == ("sheet_differs", [2])
    assert type_sheet(hall, typed, "sheet_differs") == {"points": [108, 12], "lacks": ""}


def test_row_that_the_paper_does_not_have_goes_away(hall: Hall) -> None:
    record(hall, to_a(48, "BC"), to_a(4), to_b(12, "C"), to_a(60, "R"))
    assert type_sheet(hall, TypedSheet((None, NOT_THERE)), "sheet_differs") == {
        "points": [108, 12],
        "lacks": "",
    }
    assert [row[2:] for row in written(hall)] == [(48, 0), (0, 12), (60, 0)]


def test_hand_of_a_phone_keeps_who_called(hall: Hall) -> None:
    record(hall, replace(to_a(4), maker="b"))
    type_sheet(hall, TypedSheet((to_a(6),), is_signed=False), "sheet_differs")
    assert PlayedHand.objects.get().maker == "b"


# --- What looks like a slip ---------------------------------------------------------------------


def test_hands_after_the_end_are_asked_about_and_stand_struck(hall: Hall) -> None:
    typed = replace(WHOLE, rows=(*WHOLE.rows, to_a(4)))
    assert refused(hall, typed) == "rows_after_end"
    assert type_sheet(hall, typed, "rows_after_end") == {"points": [108, 12], "lacks": ""}
    assert len(written(hall)) == 4


def test_hands_after_the_announced_last_hand_are_asked_about_and_do_not_count(hall: Hall) -> None:
    """D 2, D 12: an organiser may correct the number; else only what was played up to it counts."""
    Game.objects.filter(pk=hall.games[0].pk).update(last_hand=2)
    typed = TypedSheet((to_a(20), to_b(10), to_a(14), to_b(24)))
    assert refused(hall, typed) == "rows_after_last_hand"
    assert type_sheet(hall, typed, "rows_after_last_hand") == {"points": [20, 10], "lacks": ""}
    assert hall.view().sheet.hands_played == 2


def test_number_of_the_last_hand_that_is_corrected_lets_more_hands_count(hall: Hall) -> None:
    hands.set_last_hand(hall.games[0].pk, 2, actor=DESK)
    rows = (to_a(20), to_b(10), to_a(14), to_b(24))
    type_sheet(hall, TypedSheet(rows, is_signed=False), "rows_after_last_hand")
    hands.set_last_hand(hall.games[0].pk, 4, actor=DESK)
    assert hall.view().score == (34, 34)


def test_sheet_ended_by_the_announced_last_hand_says_so(hall: Hall) -> None:
    Round.objects.filter(pk=hall.round.pk).update(last_hand_at=START)
    type_sheet(hall, TypedSheet((to_a(20),), by_time=True))
    assert hall.view().game.stopped == Game.Stopped.LAST_HAND


def test_totals_of_the_paper_are_compared_with_the_rows(hall: Hall) -> None:
    assert refused(hall, replace(WHOLE, totals=(108, 21))) == "paper_totals_differ"
    assert type_sheet(hall, replace(WHOLE, totals=(108, 12))) == {"points": [108, 12], "lacks": ""}


def test_final_of_the_paper_may_have_the_point_of_the_draw(hall: Hall) -> None:
    level = TypedSheet((to_a(9), to_b(9)), opening_draw="b", by_time=True, totals=(9, 10))
    assert type_sheet(hall, level) == {"points": [9, 10], "lacks": ""}


def test_totals_that_are_hardly_ever_right_are_asked_about(hall: Hall) -> None:
    assert refused(hall, TypedSheet(totals=(5, 4))) == "totals_unusual"
    assert type_sheet(hall, TypedSheet(totals=(5, 4)), "totals_unusual") == {"points": [5, 4], "lacks": ""}


# --- The paper, and the second check ------------------------------------------------------------


def test_paper_that_came_is_no_longer_missing(hall: Hall) -> None:
    record(hall, *WHOLE.rows)  # type: ignore[arg-type]
    assert board(hall.round)[0].state == TableState.SHEET
    sheets.paper_came(hall.games[0].pk, actor=DESK, now=factories.START)
    assert board(hall.round)[0].state == TableState.COMPLETE
    assert Game.objects.get(pk=hall.games[0].pk).paper_at == factories.START


def test_typing_notes_that_the_paper_came(hall: Hall) -> None:
    sheets.type_sheet(hall.games[0].pk, WHOLE, actor=DESK, now=factories.START)
    assert Game.objects.get(pk=hall.games[0].pk).paper_at == factories.START


@pytest.fixture
def typist(hall: Hall) -> Actor:
    Championship.objects.update(second_check=True)
    return Actor(factories.user("tecla"), "desk")


def test_typed_sheet_waits_for_somebody_else(hall: Hall, typist: Actor) -> None:
    assert type_sheet(hall, WHOLE, actor=typist) == {"points": [108, 12], "lacks": "second_check"}
    game_id = hall.games[0].pk
    assert refusal_of(games.confirm, game_id, actor=typist).code == "own_check"
    assert refusal_of(games.confirm, game_id, actor=typist, remark="és així").code == "own_check"
    assert games.confirm(game_id, actor=Actor(factories.user("vista"), "desk")).points == (108, 12)


def test_whoever_alters_a_typed_sheet_does_not_check_it(hall: Hall, typist: Actor) -> None:
    type_sheet(hall, WHOLE, actor=typist)
    other = Actor(factories.user("vista"), "desk")
    hands.change_hand(hall.games[0].pk, 2, to_b(10, "C"), actor=other)
    assert refusal_of(games.confirm, hall.games[0].pk, actor=other).code == "own_check"
    assert games.confirm(hall.games[0].pk, actor=typist).points == (108, 10)


def test_sheet_sent_back_leaves_the_pile_until_it_is_typed_again(hall: Hall, typist: Actor) -> None:
    type_sheet(hall, WHOLE, actor=typist)
    game_id, other = hall.games[0].pk, Actor(factories.user("vista"), "desk")
    assert refusal_of(sheets.send_back, game_id, actor=other, reason=" ").code == "reason_missing"
    assert refusal_of(sheets.send_back, game_id, actor=typist, reason="dat 2").code == "own_check"
    sheets.send_back(game_id, reason="dat 2", actor=other)
    assert piles_to_check(Championship.objects.get(), None) == ()
    type_sheet(hall, TypedSheet((None, to_b(10, "C"))), "sheet_differs", actor=typist)
    assert [len(pile.views) for pile in piles_to_check(Championship.objects.get(), None)] == [1]


def test_sheet_that_nobody_typed_cannot_be_sent_back(hall: Hall, typist: Actor) -> None:
    assert refusal_of(sheets.send_back, hall.games[0].pk, reason="dat 2").code == "nothing_to_check"
