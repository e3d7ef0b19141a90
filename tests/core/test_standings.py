"""The ranking (E 14): the order of every preset, what a missed round, a bye and a half win are worth in it."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.presets import PRESETS
from scoring.regulation import Criterion, Regulation
from scoring.results import GameKind, Unplayed, final_result
from scoring.sheets import Side
from tests.scoring.cases import STANDINGS, StandingsCase
from tournament.core.standings import Contestant, PairResult, Row, rank

DEFAULT = PRESETS["vilaplana-2011"]
SWISS_PRESETS = ("vilaplana-2011", "vilaplana-2017", "ponent", "lloret-2014")
CRITERIA = ("wins2", "difference", "infractions", "points_for", "number")


def pairs(*infractions: int) -> list[Contestant]:
    """Pairs 1, 2, 3 … with so many infractions."""
    return [Contestant(number, faults) for number, faults in enumerate(infractions, start=1)]


def worth(number: int, wins2: int, *, difference: int = 0, points_for: int = 100) -> PairResult:
    return PairResult(number, wins2, points_for, points_for - difference)


def order(rows: Sequence[Row]) -> list[int]:
    return [row.number for row in rows]


@pytest.mark.parametrize("case", STANDINGS, ids=lambda case: case.id)
@pytest.mark.parametrize("preset", SWISS_PRESETS)
def test_order_is_as_the_case_says(case: StandingsCase, preset: str) -> None:
    contestants = [Contestant(number, faults) for number, _, _, faults, _ in case.pairs]
    results = [
        worth(number, wins2, difference=difference, points_for=points_for)
        for number, wins2, difference, _, points_for in case.pairs
    ]
    assert order(rank(contestants, results, PRESETS[preset])) == list(case.order)


def test_fewer_infractions_stand_above_when_wins_and_difference_are_equal() -> None:
    """E 14.3: the cleaner game."""
    results = [worth(1, 4, points_for=300), worth(2, 4, points_for=200)]
    rows = rank(pairs(1, 0), results, DEFAULT)
    assert (order(rows), rows[1].parted_by) == ([2, 1], Criterion.INFRACTIONS)


@pytest.mark.parametrize("preset", SWISS_PRESETS[1:])
def test_infractions_part_nobody_where_the_regulation_does_not_count_them(preset: str) -> None:
    results = [worth(1, 4, points_for=300), worth(2, 4, points_for=200)]
    rows = rank(pairs(9, 0), results, PRESETS[preset])
    assert (order(rows), rows[1].parted_by) == ([1, 2], Criterion.POINTS_FOR)


@pytest.mark.parametrize("preset", SWISS_PRESETS)
def test_registration_number_parts_what_nothing_else_parts(preset: str) -> None:
    """E 14.5, in every preset."""
    rows = rank(reversed(pairs(0, 0, 0)), [worth(n, 2) for n in (2, 3, 1)], PRESETS[preset])
    assert order(rows) == [1, 2, 3]
    assert [row.parted_by for row in rows] == [None, Criterion.NUMBER, Criterion.NUMBER]


def test_every_row_says_by_which_criterion_it_stands_below_the_one_above() -> None:
    """E 14.1–14.5, one after the other."""
    results = [
        worth(1, 4),
        worth(2, 2, difference=9),
        worth(3, 2, difference=5),
        worth(4, 2, difference=5),
        worth(5, 2, difference=5, points_for=90),
        worth(6, 2, difference=5, points_for=90),
    ]
    rows = rank(pairs(0, 0, 0, 1, 1, 1), results, DEFAULT)
    assert order(rows) == [1, 2, 3, 4, 5, 6]
    assert [row.parted_by for row in rows] == [
        None,
        Criterion.WINS,
        Criterion.DIFFERENCE,
        Criterion.INFRACTIONS,
        Criterion.POINTS_FOR,
        Criterion.NUMBER,
    ]


LESS_OF_EVERYTHING = {"wins2": 2, "difference": 10, "infractions": 3, "points_for": 200}


@pytest.mark.parametrize(
    ("criterion", "ahead"),
    [
        pytest.param(
            "wins", {"wins2": 3, "difference": -90, "infractions": 9, "points_for": 100}, id="E 14.1"
        ),
        pytest.param("difference", {"difference": 11, "infractions": 9, "points_for": 100}, id="E 14.2"),
        pytest.param("infractions", {"infractions": 2, "points_for": 100}, id="E 14.3"),
        pytest.param("points_for", {"points_for": 201}, id="E 14.4"),
    ],
)
def test_each_criterion_outweighs_all_that_come_after_it(criterion: str, ahead: dict[str, int]) -> None:
    """Pair 1 has the lower number (E 14.5) and is better in whatever comes after."""
    both = {1: LESS_OF_EVERYTHING, 2: LESS_OF_EVERYTHING | ahead}
    contestants = [Contestant(number, facts["infractions"]) for number, facts in both.items()]
    results = [
        worth(number, facts["wins2"], difference=facts["difference"], points_for=facts["points_for"])
        for number, facts in both.items()
    ]
    first, second = rank(contestants, results, DEFAULT)
    assert (first.number, second.parted_by) == (2, criterion)


def test_half_a_win_stands_between_a_win_and_none() -> None:
    rows = rank(pairs(0, 0, 0), [worth(1, 0), worth(2, 1), worth(3, 2)], PRESETS["ponent"])
    assert order(rows) == [3, 2, 1]


def test_games_of_a_pair_are_added_up() -> None:
    """E 14.1, E 14.2: games won and the difference of the whole championship."""
    results = [PairResult(1, 2, 101, 40), PairResult(1, 0, 85, 86), PairResult(1, 1, 60, 60)]
    assert rank(pairs(0), results, DEFAULT) == (Row(1, 3, 246, 186, rank=1),)


def test_the_tie_point_counts_for_one_and_against_the_other() -> None:
    """E 14.2: the point of the opening draw counts where it decided a game (E 13.2)."""
    a, b = final_result((85, 85), DEFAULT, opening_draw=Side.B).points
    rows = rank(pairs(0, 0), [PairResult(1, 0, a, b), PairResult(2, 2, b, a)], DEFAULT)
    assert [(row.number, row.difference, row.points_for) for row in rows] == [(2, 1, 86), (1, -1, 85)]


@pytest.mark.parametrize("preset", SWISS_PRESETS)
def test_a_bye_is_won_and_adds_its_points_and_nothing_against(preset: str) -> None:
    """D 4."""
    bye = final_result(Unplayed(GameKind.BYE), PRESETS[preset])
    rows = rank(pairs(0), [PairResult(1, bye.wins2[0], *bye.points)], PRESETS[preset])
    assert (rows[0].wins2, rows[0].difference, rows[0].points_for) == (2, 51, 51)


@pytest.mark.parametrize("preset", SWISS_PRESETS)
def test_a_missed_round_adds_nothing(preset: str) -> None:
    """D 13: a row of its own, worth nothing unless the regulation says so."""
    rows = rank(pairs(0, 0), [PairResult(2, *PRESETS[preset].missed_round)], PRESETS[preset])
    assert [(row.number, row.wins2, row.difference, row.points_for) for row in rows] == [
        (1, 0, 0, 0),
        (2, 0, 0, 0),
    ]


def test_pairs_without_a_game_are_ranked_too() -> None:
    assert order(rank(pairs(0, 0), [], DEFAULT)) == [1, 2]


def test_nobody_has_nothing_to_rank() -> None:
    assert rank([], [], DEFAULT) == ()


def test_an_expelled_pair_is_listed_last_without_a_rank_and_its_opponents_keep_their_games() -> None:
    """E 16.2.1: out of the championship; the results of its opponents stand."""
    contestants = [Contestant(1, 1, expelled=True), Contestant(2), Contestant(3)]
    rows = rank(contestants, [worth(1, 10, difference=200), worth(2, 0, difference=-61)], DEFAULT)
    assert [(row.number, row.rank, row.parted_by) for row in rows] == [
        (3, 1, None),
        (2, 2, Criterion.DIFFERENCE),
        (1, None, None),
    ]


def test_girona_and_casual_rank_without_an_error() -> None:
    results = [worth(1, 1), worth(2, 2), worth(3, 0)]
    assert order(rank(pairs(0, 0, 0), results, PRESETS["girona-2016"])) == [2, 1, 3]
    assert order(rank(pairs(0, 0, 0), results, PRESETS["casual"])) == [1, 2, 3]


Drawn = list[tuple[int, int, int, int, bool]]
small = st.integers(0, 3)
fields = st.lists(st.tuples(small, small, small, small, st.booleans()), max_size=9)


@given(fields, st.sampled_from(list(PRESETS.values())), st.randoms(use_true_random=False))
def test_rank_is_a_total_order_that_no_order_of_input_changes(
    drawn: Drawn, regulation: Regulation, random: Random
) -> None:
    """E 14: no two pairs stand level."""
    contestants = [Contestant(n, row[0], expelled=row[4]) for n, row in enumerate(drawn, start=1)]
    results = [PairResult(n, *row[1:4]) for n, row in enumerate(drawn, start=1)] * 2
    expected = rank(contestants, results, regulation)
    random.shuffle(contestants)
    random.shuffle(results)
    assert rank(contestants, results, regulation) == expected
    ranks = [row.rank for row in expected if not row.expelled]
    assert ranks == list(range(1, len(ranks) + 1))


@given(fields)
def test_each_pair_is_better_than_the_next_by_the_first_criterion_that_differs(drawn: Drawn) -> None:
    """Written anew from article 14: the more the better, but infractions and registration number."""
    contestants = [Contestant(n, row[0]) for n, row in enumerate(drawn, start=1)]
    results = [PairResult(n, *row[1:4]) for n, row in enumerate(drawn, start=1)]
    rows = rank(contestants, results, DEFAULT)
    for above, below in pairwise(rows):
        first = next(name for name in CRITERIA if getattr(above, name) != getattr(below, name))
        fewer_is_better = first in ("infractions", "number")
        assert (getattr(above, first) < getattr(below, first)) == fewer_is_better
        assert below.parted_by == first.removesuffix("2")
