"""The same round by one weighted matching of rustworkx on the graph of all meetings.

The weights are those of K1–K5, one digit for each; everybody plays and no clubs are kept apart, so K1, K3 and K4 cost
nothing. It starts from the same value as the fast path and settles less: neither who floats nor who meets whom (K6,
K7), and it gives no reasons.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

import rustworkx

from benchmarks.engines.rounds import Championship
from tournament.core.pairing import PairingInput, pair_round

EXACT_BITS = 125

Meetings = list[tuple[int, int]]


def prepared(championship: Championship) -> Callable[[], Meetings]:
    """The fifth round, from the plain value to a matching that is best by K1–K5."""
    given = championship.next_round()
    return lambda: matched(given)


def check(championship: Championship, found: Meetings) -> None:
    """Raises AssertionError unless the meetings cost in K2 and K5 just what those of the fast path do."""
    championship.check(found)
    groups = championship.wins2
    for known in pair_round(championship.next_round()).certificate.boundaries:
        crossing = [both for both in found if len({groups[number] >= known.group for number in both}) == 2]
        assert len(crossing) == known.floats


def matched(given: PairingInput) -> Meetings:
    """The meetings by numbers, the better-ranked pair first and the best-ranked meeting first."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(given.entrants)))
    graph.add_edges_from(list(_weighted(given)))
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    places = sorted((min(both), max(both)) for both in mates)
    return [(given.entrants[one].number, given.entrants[other].number) for one, other in places]


def _weighted(given: PairingInput) -> Iterator[tuple[int, int, int]]:
    """Every meeting by the places of the two, with what a meeting can cost at most less what this one does."""
    entrants, met = given.entrants, given.met
    base = len(entrants) // 2 + 1
    floats = _costs_of_floats(sorted({entrant.group for entrant in entrants}), base)
    rematch = base ** (len({entrant.group for entrant in entrants}) - 1)
    top = rematch * 2
    assert top.bit_length() <= EXACT_BITS
    known = [(place, entrant.number, entrant.group) for place, entrant in enumerate(entrants)]
    for (one, number, group), (other, its_number, its_group) in combinations(known, 2):
        cost = floats[group, its_group]
        if frozenset((number, its_number)) in met:
            cost += rematch
        yield one, other, top - cost


def _costs_of_floats(groups: list[int], base: int) -> dict[tuple[int, int], int]:
    """For two groups what the boundaries between them cost: the higher a boundary, the higher its digit (K5)."""
    digits = {group: base**index for index, group in enumerate(groups)}
    return {
        (one, other): sum(
            digit for group, digit in digits.items() if min(one, other) <= group < max(one, other)
        )
        for one in groups
        for other in groups
    }
