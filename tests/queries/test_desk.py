"""What the desk has to do next, and its lists."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import START, absence, bye, championship, confirmed, game, hand, pair, pairs, round_
from tournament.core.pairing import as_record
from tournament.models import Championship, Game, Pair, Round
from tournament.queries.board import BoardOrder, TableState, board
from tournament.queries.desk import Step, pair_lines, round_lines, what_next
from tournament.queries.drawing import pairing_input

pytestmark = pytest.mark.django_db
NOW = START + timedelta(minutes=20)


def step(of: Championship) -> Step:
    return what_next(of, NOW).step


def draft_of(of: Championship) -> Round:
    number = of.rounds.count() + 1
    return round_(
        of, number=number, state=Round.State.DRAFT, reasons={"input": as_record(pairing_input(of, number))}
    )


def test_without_pairs_they_come_first() -> None:
    assert step(championship()) == Step.NO_PAIRS


def test_one_pair_is_too_few() -> None:
    assert step(pair().championship) == Step.FEW_PRESENT


def test_with_two_pairs_the_first_round_is_drawn() -> None:
    of = championship()
    pairs(2, of)
    assert step(of) == Step.FIRST_DRAFT


def test_pairs_that_are_absent_or_gone_are_not_counted() -> None:
    of = championship()
    first, second, *_ = pairs(5, of)
    absence(first, 1)
    Pair.objects.filter(pk=second.pk).update(state=Pair.State.WITHDRAWN)
    facts = what_next(of, NOW)
    assert (facts.registered, facts.present, facts.absent) == (4, 3, 1)
    assert facts.somebody_rests


def test_a_regulation_without_rounds_cannot_be_drawn() -> None:
    of = championship(preset="girona-2016")
    pairs(4, of)
    assert step(of) == Step.NOT_SWISS


def test_a_draft_waits_to_be_looked_at() -> None:
    of = championship()
    pairs(4, of)
    draft_of(of)
    assert step(of) == Step.DRAFT


def test_a_draft_is_outdated_when_a_pair_came_after_it() -> None:
    of = championship()
    pairs(4, of)
    draft_of(of)
    pair(of)
    assert step(of) == Step.DRAFT_OUTDATED


def test_a_published_round_is_printed_until_a_game_has_begun() -> None:
    playing = game()
    of = playing.round.championship
    assert step(of) == Step.PUBLISHED
    hand(playing, 4, 0)
    assert step(of) == Step.PLAYING


def test_a_bye_alone_does_not_begin_a_round() -> None:
    of = round_()
    game(of)
    confirmed(bye(of), 51, 0)
    assert step(of.championship) == Step.PUBLISHED


def test_when_all_have_played_results_are_confirmed() -> None:
    of = round_()
    game(of, typed_a=101, typed_b=40)
    assert step(of.championship) == Step.TYPED


def test_when_all_are_confirmed_the_round_is_closed() -> None:
    of = round_()
    confirmed(game(of), 101, 40)
    assert step(of.championship) == Step.CLOSE


def test_after_a_closed_round_the_next_is_drawn() -> None:
    of = round_(state=Round.State.CLOSED)
    confirmed(game(of), 101, 40)
    assert step(of.championship) == Step.NEXT_DRAFT


def test_after_the_last_round_the_championship_finishes() -> None:
    of = championship(changes={"rounds": 1})
    confirmed(game(round_(of, state=Round.State.CLOSED)), 101, 40)
    assert step(of) == Step.FINISH


def test_a_finished_championship_says_so() -> None:
    assert step(championship(state=Championship.State.FINISHED)) == Step.FINISHED


def test_a_reopened_result_comes_before_the_next_draw() -> None:
    of = round_(state=Round.State.CLOSED)
    reopened = game(of, typed_a=101, typed_b=40)
    facts = what_next(of.championship, NOW)
    assert facts.step == Step.REOPENED
    assert [(each.game_id, each.round_number, each.table) for each in facts.reopened] == [(reopened.pk, 1, 1)]


def test_a_reopened_result_keeps_the_next_round_from_being_closed() -> None:
    first = round_(state=Round.State.CLOSED)
    game(first, typed_a=101, typed_b=40)
    confirmed(game(round_(first.championship)), 101, 50)
    assert step(first.championship) == Step.REOPENED


@pytest.mark.parametrize(("number", "few"), [(1, False), (2, True), (7, True), (8, False)])
def test_few_pairs_for_the_rounds_are_noticed(number: int, few: bool) -> None:
    of = championship()
    pairs(number, of)
    assert what_next(of, NOW).is_crowded_with_rounds is few


@pytest.mark.parametrize(("minutes", "may"), [(49, False), (50, True)])
def test_the_end_may_be_announced_from_the_floor_on(minutes: int, may: bool) -> None:
    of = game().round.championship
    assert what_next(of, START + timedelta(minutes=minutes)).may_announce is may


def test_what_waits_for_the_desk_stands_first_among_the_missing() -> None:
    of = round_()
    game(of)
    typed = game(of, typed_a=101, typed_b=40)
    confirmed(game(of), 101, 40)
    missing = what_next(of.championship, NOW).missing
    assert [row.table for row in missing] == [typed.table, 1]


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, TableState.WAITING),
        ({"typed_a": 88, "typed_b": 88}, TableState.DRAW),
        ({"typed_a": 88, "typed_b": 88, "opening_draw": "a"}, TableState.COMPLETE),
        ({"typed_a": 88, "typed_b": 101}, TableState.COMPLETE),
        ({"kind": Game.Kind.BOTH_ABSENT}, TableState.COMPLETE),
    ],
)
def test_a_table_says_where_it_stands(fields: dict[str, Any], state: TableState) -> None:
    of = round_()
    game(of, **fields)
    assert [row.state for row in board(of)] == [state]


def test_a_table_with_two_results_waits_for_a_choice() -> None:
    playing = game(typed_a=101, typed_b=40)
    hand(playing, 4, 0)
    (row,) = board(playing.round)
    assert (row.state, row.hands, row.last_at) == (TableState.CHOICE, 1, START)


def test_by_lateness_the_fewest_hands_stand_first_and_what_is_done_last() -> None:
    of = round_()
    confirmed(game(of), 101, 40)
    ahead, behind = game(of), game(of)
    hand(ahead, 4, 0)
    hand(ahead, 4, 0)
    hand(behind, 4, 0)
    typed = game(of, typed_a=101, typed_b=40)
    confirmed(bye(of), 51, 0)
    tables = [row.table for row in board(of, BoardOrder.LATE)]
    assert tables == [typed.table, behind.table, ahead.table, 1, None]


def test_rounds_tell_how_many_of_their_tables_are_confirmed() -> None:
    first = round_(state=Round.State.CLOSED)
    confirmed(game(first), 101, 40)
    second = round_(first.championship)
    game(second)
    confirmed(game(second), 101, 40)
    confirmed(bye(second), 51, 0)
    lines = round_lines(first.championship)
    assert [(line.round.number, line.tables, line.confirmed) for line in lines] == [(2, 2, 1), (1, 1, 1)]


def test_a_pair_is_found_by_number_and_by_any_of_its_names() -> None:
    of = championship()
    pair(of, war_name="Els de Cal Menut", player_1="Núria Vidal", club="Penya")
    pair(of, war_name="21 botons")
    first, second = pair_lines(of)
    assert first.matches("cal MENUT")
    assert first.matches("nuria")
    assert first.matches("1")
    assert not first.matches("21")
    assert second.matches("21")


def test_a_pair_line_tells_that_the_next_round_is_missed() -> None:
    of = championship()
    absence(pair(of), 1, reason="late")
    pair(of)
    assert [(line.misses, line.is_in_next_draw) for line in pair_lines(of)] == [("late", False), ("", True)]


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.CLOSED])
def test_the_desk_asks_as_much_of_three_tables_as_of_one(state: str) -> None:
    def asked(tables: int) -> int:
        of = round_(state=state)
        for _ in range(tables):
            hand(game(of), 4, 0)
        found = Championship.objects.get(pk=of.championship_id)
        with CaptureQueriesContext(connection) as counted:
            what_next(found, NOW)
        return len(counted)

    assert asked(1) == asked(3)
