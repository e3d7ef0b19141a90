"""Who sits where, changed by hand: each change says exactly who goes where, and nobody is lost or doubled."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from tournament.core.seating import Seating, lowest_free, numbered

FIVE = Seating({1: (1, 4), 2: (2, 3)}, bye=5)
FOUR_AND_A_LOOSE_ONE = Seating({1: (1, 4), 2: (2, 3)}, loose=frozenset({5}))


def refusal_of(call: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        call()
    return refusal.value.code


def test_two_pairs_of_different_tables_exchange_places() -> None:
    assert FIVE.exchanged(4, 3) == Seating({1: (1, 3), 2: (2, 4)}, bye=5)


def test_a_seated_pair_and_the_one_that_rests_exchange_places() -> None:
    assert FIVE.exchanged(4, 5) == Seating({1: (1, 5), 2: (2, 3)}, bye=4)


def test_a_seated_pair_and_a_loose_one_exchange_places() -> None:
    assert FOUR_AND_A_LOOSE_ONE.exchanged(5, 2) == Seating({1: (1, 4), 2: (5, 3)}, loose=frozenset({2}))


@pytest.mark.parametrize("both", [(1, 4), (4, 4), (5, 5)])
def test_who_meets_already_does_not_exchange(both: tuple[int, int]) -> None:
    assert refusal_of(lambda: FIVE.exchanged(*both)) == "same_meeting"


def test_a_broken_table_leaves_two_pairs_without_a_place() -> None:
    assert FIVE.parted(2) == Seating({1: (1, 4)}, bye=5, loose=frozenset({2, 3}))


def test_a_table_that_is_not_there_is_not_broken() -> None:
    assert refusal_of(lambda: FIVE.parted(3)) == "table_unknown"


def test_two_loose_pairs_meet_at_the_lowest_free_table() -> None:
    assert FIVE.parted(1).joined(1, 4) == Seating({1: (1, 4), 2: (2, 3)}, bye=5)


def test_a_table_kept_for_somebody_else_is_not_given_to_them() -> None:
    assert FIVE.parted(1).joined(4, 1, taken=[1]) == Seating({2: (2, 3), 3: (4, 1)}, bye=5)


def test_whom_two_that_meet_leave_alone_have_no_place() -> None:
    assert FIVE.joined(1, 2) == Seating({1: (1, 2)}, bye=5, loose=frozenset({3, 4}))


def test_who_rested_and_is_seated_rests_no_more() -> None:
    assert FIVE.joined(5, 1) == Seating({1: (5, 1), 2: (2, 3)}, loose=frozenset({4}))


def test_who_rests_by_hand_exchanges_with_the_one_that_rested() -> None:
    assert FIVE.rested(2) == Seating({1: (1, 4), 2: (5, 3)}, bye=2)


def test_a_loose_pair_rests_where_nobody_does() -> None:
    assert FOUR_AND_A_LOOSE_ONE.rested(5) == FIVE


def test_a_seated_pair_that_rests_where_nobody_does_leaves_its_opponent_alone() -> None:
    assert FOUR_AND_A_LOOSE_ONE.rested(1).loose == {4, 5}


def test_who_rests_already_is_told_so() -> None:
    assert refusal_of(lambda: FIVE.rested(5)) == "rests_already"


@pytest.mark.parametrize(
    "change", [lambda: FIVE.rested(9), lambda: FIVE.joined(1, 9), lambda: FIVE.exchanged(9, 1)]
)
def test_a_pair_that_is_not_in_the_round_is_not_moved(change: Callable[[], object]) -> None:
    assert refusal_of(change) == "pair_not_in_round"


def test_among_the_present_the_gone_leave_their_opponents_alone_and_the_new_have_no_place() -> None:
    assert FIVE.among([1, 2, 3, 5, 8]) == Seating({2: (2, 3)}, bye=5, loose=frozenset({1, 8}))
    assert FIVE.among([1, 2, 3, 4]) == Seating({1: (1, 4), 2: (2, 3)})


@given(st.lists(st.tuples(st.sampled_from("exjr"), st.integers(1, 9), st.integers(1, 9)), max_size=8))
def test_nobody_is_lost_or_doubled_by_any_row_of_changes(steps: list[tuple[str, int, int]]) -> None:
    seating = Seating({n: (2 * n - 1, 2 * n) for n in range(1, 5)}, bye=9)
    for what, one, other in steps:
        try:
            if what == "e":
                seating = seating.exchanged(one, other)
            elif what == "j":
                seating = seating.joined(one, other)
            elif what == "r":
                seating = seating.rested(one)
            else:
                seating = seating.parted(one)
        except RuleError:
            continue
        places = [n for meeting in seating.meetings for n in meeting] + sorted(seating.loose)
        places += [] if seating.bye is None else [seating.bye]
        assert sorted(places) == list(range(1, 10))


# --- Table numbers -----------------------------------------------------------------------------

MEETINGS = [(1, 2), (3, 4), (5, 6)]


def test_tables_are_numbered_from_the_best_ranked_meeting_on() -> None:
    assert numbered(MEETINGS, {}) == {1: (1, 2), 2: (3, 4), 3: (5, 6)}


def test_a_pair_with_a_fixed_table_has_it_and_the_others_close_up() -> None:
    assert numbered(MEETINGS, {5: 1}) == {1: (5, 6), 2: (1, 2), 3: (3, 4)}


def test_a_fixed_table_beyond_the_others_leaves_no_gap_elsewhere() -> None:
    assert numbered(MEETINGS, {3: 20}) == {1: (1, 2), 2: (5, 6), 20: (3, 4)}


def test_where_two_fixed_pairs_meet_the_other_table_stays_empty_if_that_is_wished() -> None:
    assert numbered(MEETINGS, {3: 2, 4: 1}) == {2: (3, 4), 3: (1, 2), 4: (5, 6)}
    assert numbered(MEETINGS, {3: 2, 4: 1}, keeps_free=False) == {1: (1, 2), 2: (3, 4), 3: (5, 6)}


def test_in_a_round_under_way_only_the_freed_tables_are_given() -> None:
    assert numbered([(3, 5), (4, 6)], {4: 7}, only=[2, 7]) == {2: (3, 5), 7: (4, 6)}
    assert numbered([(3, 5), (4, 6)], {4: 1}, only=[2, 7]) == {2: (3, 5), 7: (4, 6)}


def test_tables_that_are_used_already_are_not_given_again() -> None:
    assert numbered([(3, 5)], {3: 1}, taken=[1, 2]) == {3: (3, 5)}


def test_the_lowest_free_table_fills_a_gap() -> None:
    assert (lowest_free([]), lowest_free([1, 3]), lowest_free([1, 2])) == (1, 2, 3)
