"""Cheapest matchings, staged or with numbers of any length, are the same; what is missing is counted."""

from random import Random

import pytest

from tournament.core.pairing.criteria import Criterion, best_matching
from tournament.core.pairing.matching import Edge, cheapest, edge, largest
from tournament.core.pairing.shortage import neighbours_of, smallest_shortage, unserved

SHORT = 6


def _some_costs(seed: int) -> tuple[range, dict[Edge, int]]:
    luck = Random(seed)
    nodes, density = range(luck.choice((4, 8, 12, 20))), luck.choice((0.2, 0.3, 0.5, 1))
    long = 1 << luck.choice((1, 3, 40))
    meetings = [edge(one, other) for one in nodes for other in range(one) if luck.random() < density]
    return nodes, {meeting: luck.randrange(long) for meeting in meetings}


def _sum(mates: dict[int, int] | None, costs: dict[Edge, int]) -> int | None:
    return (
        None if mates is None else sum(costs[edge(one, other)] for one, other in mates.items() if one < other)
    )


def _criteria(seed: int, costs: dict[Edge, int]) -> list[Criterion]:
    luck = Random(seed)
    some = [{meeting: luck.choice((0, 0, 1, 2)) for meeting in costs} for _ in range(5)]
    return [Criterion(one, most=20) for one in some]


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_matching_with_numbers_of_any_length_costs_the_same(start: int) -> None:
    for seed in range(start, start + 100):
        nodes, costs = _some_costs(seed)
        assert _sum(cheapest(nodes, costs, bits=-1), costs) == _sum(cheapest(nodes, costs), costs), seed


def test_costs_too_long_for_a_machine_are_exact() -> None:
    huge = 1 << 500
    costs = {(0, 1): huge, (2, 3): huge, (0, 2): huge, (1, 3): huge + 1, (0, 3): huge, (1, 2): huge - 1}
    assert cheapest(range(4), costs) == {0: 3, 3: 0, 1: 2, 2: 1}


@pytest.mark.parametrize("bits", [2, SHORT, 12])
def test_criteria_in_stages_reach_the_same_digits(bits: int) -> None:
    for seed in range(120):
        nodes, costs = _some_costs(seed)
        criteria = _criteria(seed, costs)
        at_once = best_matching(nodes, list(costs), criteria)
        staged = best_matching(nodes, list(costs), criteria, bits=bits)
        assert (staged and staged.digits) == (at_once and at_once.digits), seed


def test_costs_of_an_optimum_are_least_for_best_matchings_only() -> None:
    for seed in range(120):
        nodes, costs = _some_costs(seed)
        criteria = _criteria(seed, costs)
        best = best_matching(nodes, list(costs), criteria)
        again = best and cheapest(nodes, best.costs)
        assert not best or (again and tuple(one.of(again) for one in criteria) == best.digits), seed


def test_parts_left_unserved_are_missed_by_some_largest_matching() -> None:
    for seed in range(150):
        nodes, costs = _some_costs(seed)
        mates = largest(nodes, costs)
        found = unserved(neighbours_of(nodes, costs), mates)
        assert set().union(*found.parts) == {node for node in nodes if _can_miss(node, nodes, costs)}, seed
        assert len(nodes) - len(mates) == len(found.parts) - len(found.inner), seed


def _can_miss(node: int, nodes: range, costs: dict[Edge, int]) -> bool:
    others = [other for other in nodes if other != node]
    without = [meeting for meeting in costs if node not in meeting]
    return len(largest(others, without)) == len(largest(nodes, costs))


def test_shortage_is_a_set_of_odd_parts_with_too_few_neighbours() -> None:
    for seed in range(150):
        nodes, costs = _some_costs(seed)
        mates = largest(nodes, costs)
        if len(mates) == len(nodes):
            continue
        neighbours = neighbours_of(nodes, costs)
        short = smallest_shortage(neighbours, mates)
        assert len(short.parts) > len(short.inner), seed
        assert all(len(part) % 2 and not _leaves(part, neighbours) - short.inner for part in short.parts), (
            seed
        )


def _leaves(part: frozenset[int], neighbours: dict[int, set[int]]) -> set[int]:
    return {near for node in part for near in neighbours[node]} - part
