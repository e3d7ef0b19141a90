"""Cheapest perfect matchings: the only module that knows rustworkx (E 12.1, K1–K7 rest on it)."""

from collections.abc import Collection, Iterable, Mapping

import rustworkx

from tournament.core.pairing.edmonds import cheapest_by_big_integers

Edge = tuple[int, int]
Mates = dict[int, int]

# rustworkx is exact to 125 bits and wrong, or panicking with something that is no Exception, from 126 on.
SAFE_BITS = 120


class MatchingFault(RuntimeError):
    """An answer that does not hold when it is counted again: a bug, never an organiser's mistake."""


def edge(one: int, other: int) -> Edge:
    """The meeting of two places, the better-ranked one first."""
    return (one, other) if one < other else (other, one)


def largest(nodes: Collection[int], edges: Iterable[Edge]) -> Mates:
    """A matching with as many meetings as possible."""
    return _matched(nodes, ((one, other, 1) for one, other in edges))


def cheapest(nodes: Collection[int], costs: Mapping[Edge, int], *, bits: int = SAFE_BITS) -> Mates | None:
    """The perfect matching with the least sum of `costs` (none below 0); None when no perfect matching exists.

    Costs longer than `bits` are matched without rustworkx: slower, and exact at any length.
    """
    top = max(costs.values(), default=0)
    if top.bit_length() > bits:
        mates = cheapest_by_big_integers(nodes, costs, largest) or {}
    else:
        mates = _matched(nodes, ((one, other, top - cost) for (one, other), cost in costs.items()))
    return mates if len(mates) == len(nodes) else None


def _matched(nodes: Collection[int], weighted: Iterable[tuple[int, int, int]]) -> Mates:
    order = sorted(nodes)
    place = {node: index for index, node in enumerate(order)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(order)
    graph.add_edges_from([(place[one], place[other], weight) for one, other, weight in weighted])
    mates: Mates = {}
    for one, other in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        mates[order[one]], mates[order[other]] = order[other], order[one]
    return mates
