"""Cheapest perfect matchings with costs of any length (Edmonds): for the rare draw too long for rustworkx.

Every node carries a price, every shrunken odd set one that is not negative; a meeting's slack is its cost less the
prices of everything it enters. Only meetings without slack are used. While they cannot serve everybody, the parts
left unserved raise their price and their neighbours lower it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from tournament.core.pairing.shortage import Unserved, neighbours_of, unserved

Edge = tuple[int, int]
Mates = dict[int, int]
Largest = Callable[[Collection[int], Iterable[Edge]], Mates]


def cheapest_by_big_integers(
    nodes: Collection[int], costs: Mapping[Edge, int], largest: Largest
) -> Mates | None:
    """The perfect matching with the least sum of `costs` (none below 0), or None when there is no perfect one.

    `largest` finds a matching with as many meetings as possible.
    """
    prices = _Prices(dict(costs), {node: node for node in nodes}, largest)
    while True:
        tight = prices.tight(prices.top)
        mates = largest(prices.tops(), tight)
        if len(mates) == len(prices.tops()):
            return prices.unfolded(mates, tight)
        parts = unserved(neighbours_of(prices.tops(), tight), mates)
        if not prices.change(parts):
            return None


@dataclass
class _Prices:
    """The slack of every meeting, and which shrunken set (`top`) every node lies in at the moment."""

    slack: dict[Edge, int]
    top: dict[int, int]
    largest: Largest
    price: dict[int, int] = field(default_factory=dict)
    inside: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def tops(self) -> set[int]:
        return set(self.top.values())

    def tight(self, part_of: Mapping[int, int]) -> dict[Edge, Edge]:
        """The parts joined by a meeting without slack, the lower one first, each with such a meeting of their nodes."""
        found: dict[Edge, Edge] = {}
        for (one, other), slack in self.slack.items():
            ends = part_of.get(one), part_of.get(other)
            if slack or ends[0] is None or ends[1] is None or ends[0] == ends[1]:
                continue
            joined = (ends[0], one), (ends[1], other)
            low, high = sorted(joined)
            found.setdefault((low[0], high[0]), (low[1], high[1]))
        return found

    def change(self, parts: Unserved) -> bool:
        """One change of prices, as large as the slack allows; False when nothing limits it: nobody can help."""
        step = {self._shrunken(part): 1 for part in parts.parts} | dict.fromkeys(parts.inner, -1)
        moving = self._moving(step)
        limits = [(self.slack[meeting], rise) for meeting, rise in moving.items() if rise > 0]
        limits += [(self.price[top], 1) for top in parts.inner if top in self.inside]
        if not limits:
            return False
        if any(room % rise for room, rise in limits):
            self._double()
            limits = [(2 * room, rise) for room, rise in limits]
        self._move(step, moving, min(room // rise for room, rise in limits))
        return True

    def _moving(self, step: Mapping[int, int]) -> dict[Edge, int]:
        moving: dict[Edge, int] = {}
        for one, other in self.slack:
            rise = step.get(self.top[one], 0) + step.get(self.top[other], 0)
            if rise and self.top[one] != self.top[other]:
                moving[one, other] = rise
        return moving

    def _double(self) -> None:
        self.slack = {meeting: 2 * slack for meeting, slack in self.slack.items()}
        self.price = {top: 2 * price for top, price in self.price.items()}

    def _move(self, step: Mapping[int, int], moving: Mapping[Edge, int], by: int) -> None:
        for meeting, rise in moving.items():
            self.slack[meeting] -= rise * by
        for top, rise in step.items():
            self.price[top] = self.price.get(top, 0) + rise * by
        for top in [
            top for top, rise in step.items() if rise < 0 and top in self.inside and not self.price[top]
        ]:
            self._open(top)

    def _shrunken(self, part: frozenset[int]) -> int:
        if len(part) == 1:
            return min(part)
        new = max(max(self.top), max(self.inside, default=0)) + 1
        self.inside[new] = tuple(sorted(part))
        self.price[new] = 0
        self.top = {node: new if top in part else top for node, top in self.top.items()}
        return new

    def _open(self, top: int) -> None:
        for child in self.inside.pop(top):
            self.top |= dict.fromkeys(self._nodes(child), child)

    def _nodes(self, top: int) -> list[int]:
        """The nodes in a set, however deep."""
        if top not in self.inside:
            return [top]
        return [node for child in self.inside[top] for node in self._nodes(child)]

    def unfolded(self, mates: Mates, tight: Mapping[Edge, Edge]) -> Mates:
        """The matching of nodes behind a matching of sets."""
        found: Mates = {}
        for (low, high), (left, right) in tight.items():
            if mates.get(low) == high:
                found |= {left: right, right: left} | self._opened(low, left) | self._opened(high, right)
        return found

    def _opened(self, top: int, entered: int) -> Mates:
        """The matching inside a set, of everybody but the node by which the set is `entered`."""
        if top not in self.inside:
            return {}
        part_of = {node: child for child in self.inside[top] for node in self._nodes(child)}
        gate = part_of[entered]
        tight = {pair: ends for pair, ends in self.tight(part_of).items() if gate not in pair}
        mates = self.largest([child for child in self.inside[top] if child != gate], tight)
        return self._opened(gate, entered) | self.unfolded(mates, tight)
