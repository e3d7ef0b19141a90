"""Whole championships: nobody meets twice or rests twice while that can be avoided."""

from collections import Counter
from itertools import combinations

import pytest

from tests.core.pairing_worlds import Championship, championship
from tournament.core.pairing import PairingInput, Shortage
from tournament.core.pairing.criteria import Criterion
from tournament.core.pairing.matching import cheapest, edge


def _rematches(played: Championship) -> list[int]:
    return [pairing.certificate.rematches for _, pairing in played.played]


def _rests(played: Championship) -> int:
    return max(Counter(pairing.bye for _, pairing in played.played if pairing.bye).values(), default=0)


def _holds(shortage: Shortage, given: PairingInput) -> bool:
    """Whether the shortage really leaves no pairing without a rematch: counted by hand."""
    parts = [set(part) for part in shortage.parts]
    others = {entrant.number for entrant in given.entrants} - set(shortage.opponents)
    closed = all(
        frozenset((inside, outside)) in given.met
        for part in parts
        for inside in part
        for outside in others - part
    )
    return closed and all(len(part) % 2 for part in parts) and len(parts) > len(shortage.opponents)


@pytest.mark.parametrize("pairs", [20, 21, 40])
@pytest.mark.parametrize("seed", range(15))
def test_nobody_meets_or_rests_twice_in_five_rounds(pairs: int, seed: int) -> None:
    """E 12.1, E 12.2: five rounds of the Swiss system."""
    played = championship(pairs, rounds=5, seed=seed)
    assert _rematches(played) == [0] * 5
    assert _rests(played) == pairs % 2


@pytest.mark.parametrize("seed", range(40))
def test_eight_pairs_meet_again_only_where_a_shortage_proves_it(seed: int) -> None:
    for given, pairing in championship(8, rounds=6, seed=seed).played:
        shortage = pairing.certificate.shortage
        assert (shortage is not None) == (pairing.certificate.rematches > 0)
        assert shortage is None or _holds(shortage, given)


@pytest.mark.parametrize("seed", range(10))
def test_seven_pairs_all_rest_once_before_one_rests_twice(seed: int) -> None:
    played = championship(7, rounds=7, seed=seed)
    assert len({pairing.bye for _, pairing in played.played}) == 7


@pytest.mark.parametrize("seed", range(10))
def test_pairs_that_leave_or_come_late_bring_nobody_a_second_rest_or_meeting(seed: int) -> None:
    played = championship(21, rounds=2, seed=seed)
    del played.standing[played.luck.randint(1, 21)]
    played.play()
    played.standing[99] = 0
    played.play()
    played.play()
    assert _rematches(played) == [0] * 5
    assert _rests(played) <= 1


def test_two_hundred_pairs_play_nine_rounds_with_half_wins() -> None:
    played = championship(200, rounds=9, seed=1, half_wins=True)
    assert _rematches(played) == [0] * 9
    assert len(played.played[-1][0].entrants) == 200
    assert {group % 2 for group in played.standing.values()} == {0, 1}


@pytest.mark.parametrize("pairs", [24, 40])
@pytest.mark.parametrize("seed", range(3))
def test_digits_equal_one_weighted_optimum_with_numbers_of_any_length(pairs: int, seed: int) -> None:
    played = championship(pairs, rounds=pairs // 2, seed=seed, half_wins=True)
    given, pairing = played.played[-1]
    floats = tuple(boundary.floats for boundary in pairing.certificate.boundaries)
    assert (pairing.certificate.rematches, *floats) == _weighted_optimum(given)


def _weighted_optimum(given: PairingInput) -> tuple[int, ...]:
    """Rematches and floats of the best pairing, each weighing a thousand times the next."""
    groups = [entrant.group for entrant in given.entrants]
    both = list(combinations(range(len(groups)), 2))
    met = {
        (one, other): given.met.get(frozenset((given.entrants[one].number, given.entrants[other].number)), 0)
        for one, other in both
    }
    crossing = [
        {edge(one, other): int((groups[one] >= group) != (groups[other] >= group)) for one, other in both}
        for group in sorted(set(groups), reverse=True)[:-1]
    ]
    criteria = [Criterion(costs, most=0) for costs in (met, *crossing)]
    weighted = {
        meeting: sum(
            criterion.costs[meeting] * 1000 ** (len(criteria) - at) for at, criterion in enumerate(criteria)
        )
        for meeting in both
    }
    mates = cheapest(range(len(groups)), weighted)
    assert mates is not None
    return tuple(criterion.of(mates) for criterion in criteria)
