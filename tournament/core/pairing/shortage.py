"""What stands in the way of pairing everybody: the parts that a largest matching cannot serve (Gallai, Edmonds)."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

Neighbours = Mapping[int, Collection[int]]


@dataclass(frozen=True)
class Unserved:
    """`parts`: odd sets of nodes, one node of which some largest matching misses; `inner`: all their neighbours.

    Both depend on the graph alone, not on the matching they were found with.
    """

    parts: tuple[frozenset[int], ...]
    inner: frozenset[int]


def unserved(neighbours: Neighbours, mates: Mapping[int, int]) -> Unserved:
    """The parts of the graph that its largest matching `mates` cannot serve, in the order of their least node."""
    forest = _Forest(neighbours, mates)
    forest.grow()
    parts: dict[int, set[int]] = {}
    for node in sorted(forest.outer):
        parts.setdefault(forest.base(node), set()).add(node)
    inner = frozenset(forest.parent) - forest.outer
    return Unserved(tuple(map(frozenset, parts.values())), inner)


def smallest_shortage(neighbours: Neighbours, mates: Mapping[int, int]) -> Unserved:
    """A small set of parts that are more than all their neighbours: without any one of them it would be none.

    The same for every largest matching `mates`. There is one unless `mates` serves everybody.
    """
    groups = _connected(unserved(neighbours, mates), neighbours)
    parts = min((group.parts for group in groups), key=lambda parts: (len(parts), min(map(min, parts))))
    for part in sorted(parts, key=lambda part: (-len(part), -min(part))):
        rest = tuple(other for other in parts if other != part)
        if len(rest) > len(_around(rest, neighbours)):
            parts = rest
    return Unserved(tuple(sorted(parts, key=min)), _around(parts, neighbours))


def neighbours_of(nodes: Iterable[int], edges: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """Who is joined to whom."""
    neighbours: dict[int, set[int]] = {node: set() for node in nodes}
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def _connected(found: Unserved, neighbours: Neighbours) -> list[Unserved]:
    """The parts in groups that share neighbours; in each the parts are more than the neighbours."""
    groups: list[Unserved] = []
    for part in found.parts:
        inner = _around((part,), neighbours)
        joined = [group for group in groups if group.inner & inner]
        groups = [group for group in groups if not group.inner & inner]
        parts = (part, *(other for group in joined for other in group.parts))
        groups.append(Unserved(parts, inner.union(*(group.inner for group in joined))))
    return groups


def _around(parts: Iterable[frozenset[int]], neighbours: Neighbours) -> frozenset[int]:
    return frozenset(near for part in parts for node in part for near in neighbours[node] if near not in part)


@dataclass
class _Forest:
    """Alternating trees from every unmatched node; an odd circle shrinks into one node, known by its base."""

    neighbours: Neighbours
    mates: Mapping[int, int]
    outer: set[int] = field(default_factory=set)
    parent: dict[int, int] = field(default_factory=dict)
    bases: dict[int, int] = field(default_factory=dict)
    queue: deque[int] = field(default_factory=deque)

    def grow(self) -> None:
        for node in self.neighbours:
            if node not in self.mates:
                self._enter(node)
        while self.queue:
            node = self.queue.popleft()
            for near in self.neighbours[node]:
                self._look(node, near)

    def base(self, node: int) -> int:
        while node in self.bases:
            node = self.bases[node]
        return node

    def _enter(self, node: int) -> None:
        if node not in self.outer:
            self.outer.add(node)
            self.queue.append(node)

    def _look(self, node: int, near: int) -> None:
        if near in self.outer:
            self._shrink(node, near)
        elif near not in self.parent:
            self.parent[near] = node
            self._enter(self.mates[near])

    def _shrink(self, one: int, other: int) -> None:
        if self.base(one) == self.base(other):
            return
        above = set(self._way_up(one))
        top = next(node for node in self._way_up(other) if node in above)
        self._absorb(one, top)
        self._absorb(other, top)

    def _way_up(self, node: int) -> Iterable[int]:
        node = self.base(node)
        yield node
        while node in self.mates:
            node = self.base(self.parent[self.mates[node]])
            yield node

    def _absorb(self, node: int, top: int) -> None:
        node = self.base(node)
        while node != top:
            mate = self.mates[node]
            up = self.base(self.parent[mate])
            self.bases[node] = top
            if self.base(mate) != top:
                self.bases[self.base(mate)] = top
            self._enter(mate)
            node = up
