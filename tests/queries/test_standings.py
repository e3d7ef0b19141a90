"""What counts, and in which order (E 14)."""

from typing import Any

import pytest

from scoring.regulation import Criterion
from tests import factories
from tournament.models import Absence, Championship, Game, Pair, Round
from tournament.queries.drawing import pairing_input
from tournament.queries.standings import (
    StandingRow,
    results_counted,
    standings,
)

pytestmark = pytest.mark.django_db


def played(round_: Round, a: Pair, b: Pair, *points: int) -> Game:
    return factories.confirmed(factories.game(round_, a=a, b=b), *points)


def row_of(championship: Championship, pair: Pair, after_round: int | None = None) -> StandingRow:
    return next(row for row in standings(championship, after_round) if row.number == pair.number)


def order(championship: Championship, after_round: int | None = None) -> list[int]:
    return [row.number for row in standings(championship, after_round)]


def test_a_championship_without_pairs_has_empty_standings() -> None:
    assert standings(factories.championship()) == ()


def test_before_the_first_round_pairs_stand_by_number() -> None:
    championship = factories.championship()
    factories.pairs(3, championship)
    assert order(championship) == [1, 2, 3]
    assert standings(championship)[1].parted_by is Criterion.NUMBER


def test_wins_points_and_difference_are_summed_over_rounds() -> None:
    championship = factories.championship()
    one, two = factories.pairs(2, championship)
    played(factories.round_(championship), one, two, 102, 60)
    played(factories.round_(championship), two, one, 110, 80)
    first, second = standings(championship)
    assert (first.number, first.rank, first.wins2, first.difference, first.points_for) == (1, 1, 2, 12, 182)
    assert (second.number, second.rank, second.wins2, second.difference, second.points_for) == (
        2,
        2,
        2,
        -12,
        170,
    )
    assert second.parted_by is Criterion.DIFFERENCE
    assert (first.played, first.parted_by) == (2, None)


def test_each_criterion_parts_only_where_the_ones_before_are_level() -> None:
    championship = factories.championship()
    pairs = factories.pairs(6, championship)
    round_ = factories.round_(championship)
    played(round_, pairs[5], pairs[0], 101, 50)
    played(round_, pairs[4], pairs[1], 111, 60)
    played(round_, pairs[3], pairs[2], 101, 50)
    parted = [(row.number, row.parted_by) for row in standings(championship)]
    assert parted == [
        (5, None),
        (4, Criterion.POINTS_FOR),
        (6, Criterion.NUMBER),
        (2, Criterion.WINS),
        (1, Criterion.POINTS_FOR),
        (3, Criterion.NUMBER),
    ]


def test_a_game_counts_only_once_it_is_confirmed() -> None:
    championship = factories.championship()
    game = factories.game(factories.round_(championship))
    factories.hand(game, 0, 20)
    assert {row.points_for for row in standings(championship)} == {0}
    factories.confirmed(game, 0, 20)
    assert [row.points_for for row in standings(championship)] == [20, 0]


def test_a_reopened_game_counts_no_more() -> None:
    championship = factories.championship()
    game = factories.confirmed(factories.game(factories.round_(championship)), 101, 20)
    Game.objects.filter(pk=game.pk).update(state=Game.State.PLAYING, confirmed_at=None)
    assert {row.wins2 for row in standings(championship)} == {0}


def test_a_void_game_does_not_count() -> None:
    championship = factories.championship()
    factories.confirmed(factories.game(factories.round_(championship), voided_at=factories.START), 101, 20)
    assert {row.wins2 for row in standings(championship)} == {0}


def test_a_draft_does_not_count_not_even_its_bye() -> None:
    championship = factories.championship()
    draft = factories.round_(championship, state=Round.State.DRAFT)
    factories.confirmed(factories.bye(draft), 51, 0)
    assert {row.wins2 for row in standings(championship)} == {0}


def test_a_bye_counts_as_a_won_game_of_one_pair() -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    factories.confirmed(factories.bye(factories.round_(championship), pair), 51, 0)
    row = row_of(championship, pair)
    assert (row.wins2, row.points_for, row.difference, row.played) == (2, 51, 51, 1)


def test_half_wins_are_kept_doubled() -> None:
    championship = factories.championship(preset="vilaplana-2017")
    factories.confirmed(factories.game(factories.round_(championship)), 80, 80)
    assert [row.wins2 for row in standings(championship)] == [1, 1]


def test_after_a_round_nothing_later_counts() -> None:
    championship = factories.championship()
    one, two = factories.pairs(2, championship)
    played(factories.round_(championship), one, two, 101, 60)
    played(factories.round_(championship), one, two, 20, 120)
    assert order(championship, 1) == [1, 2]
    assert order(championship) == [2, 1]


def test_a_missed_round_counts_once_its_round_is_published() -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    factories.absence(pair, 1, points_for=10, points_against=30)
    assert row_of(championship, pair).difference == 0
    factories.round_(championship)
    row = row_of(championship, pair)
    assert (row.difference, row.wins2, row.played) == (-20, 0, 0)
    assert row_of(championship, pair, 0).difference == 0


def test_an_expelled_pair_stands_last_without_a_rank() -> None:
    championship = factories.championship()
    one, two = factories.pairs(2, championship)
    played(factories.round_(championship), one, two, 101, 60)
    Pair.objects.filter(pk=one.pk).update(state=Pair.State.EXPELLED)
    assert [(row.number, row.rank) for row in standings(championship)] == [(2, 1), (1, None)]
    assert row_of(championship, two).parted_by is None


def test_who_withdraws_keeps_a_place_only_with_a_game() -> None:
    championship = factories.championship()
    one, two, three = factories.pairs(3, championship)
    factories.pair(championship, state=Pair.State.WAITING)
    played(factories.round_(championship), one, two, 101, 60)
    Pair.objects.filter(pk__in=(one.pk, three.pk)).update(state=Pair.State.WITHDRAWN)
    factories.absence(three, 1, reason=Absence.Reason.LEFT)
    assert order(championship) == [1, 2]


def test_a_withdrawn_pair_at_a_table_of_the_round_stays_listed() -> None:
    championship = factories.championship()
    game = factories.game(factories.round_(championship))
    Pair.objects.update(state=Pair.State.WITHDRAWN)
    assert len(standings(championship)) == game.seats.count()


def test_another_championship_is_another_matter() -> None:
    championship = factories.championship()
    factories.pair(championship)
    factories.confirmed(factories.game(), 101, 7)
    assert [row.wins2 for row in standings(championship)] == [0]


def test_results_counted_tells_how_many_are_missing() -> None:
    championship = factories.championship()
    first = factories.round_(championship)
    factories.confirmed(factories.game(first), 101, 20)
    factories.game(first)
    factories.game(first, table=9, voided_at=factories.START)
    factories.confirmed(factories.bye(factories.round_(championship)), 51, 0)
    factories.game(factories.round_(championship, state=Round.State.DRAFT))
    everything, after_first = results_counted(championship), results_counted(championship, 1)
    assert (everything.confirmed, everything.games, everything.is_complete) == (2, 3, False)
    assert (after_first.confirmed, after_first.games) == (1, 2)


@pytest.mark.parametrize("games", [1, 3])
def test_standings_take_four_queries_for_any_number_of_games(
    games: int, django_assert_num_queries: Any
) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    for _ in range(games):
        factories.confirmed(factories.game(round_), 101, 20)
    factories.absence(factories.pair(championship), 1)
    with django_assert_num_queries(4):
        standings(championship)


def test_results_that_arrive_while_a_page_is_made_are_counted_in_its_rows_or_not_at_all() -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    factories.confirmed(factories.game(round_), 101, 20)
    factories.confirmed(factories.bye(round_), 51, 0)
    late = factories.game(round_)
    rows = standings(championship)
    factories.confirmed(late, 101, 90)
    results = results_counted(championship, rows=rows)
    assert (results.confirmed, results.games, results.is_complete) == (2, 3, False)


def test_the_order_of_the_draw_is_that_of_the_standings() -> None:
    championship = factories.championship()
    one, two = factories.pairs(2, championship)
    played(factories.round_(championship), one, two, 60, 101)
    assert [entrant.number for entrant in pairing_input(championship, 2).entrants] == [2, 1]
