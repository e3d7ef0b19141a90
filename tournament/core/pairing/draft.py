"""A pairing in the making: one best matching, and everything that may still be changed about it (K6, K7)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tournament.core.pairing.matching import Edge, MatchingFault, Mates, cheapest, edge


@dataclass(frozen=True)
class Draft:
    """The meetings that are still open with what they cost in K1–K5, and one matching that costs the least.

    Meetings of places that are not matched here do not count: they may be in `costs` or not.
    """

    costs: dict[Edge, int]
    mates: Mates

    @property
    def bits(self) -> int:
        """The length of the longest cost."""
        return max(self.costs.values(), default=0).bit_length()

    def only(self, keep: Callable[[int, int], bool]) -> "Draft":
        """Without the meetings that are not to be kept; the matching must be among those that are."""
        return Draft({both: cost for both, cost in self.costs.items() if keep(*both)}, self.mates)

    def among(self, places: Collection[int]) -> "Draft":
        """The part of these places, who are matched with one another."""
        costs = {both: cost for both, cost in self.costs.items() if both[0] in places and both[1] in places}
        return Draft(costs, {place: self.mates[place] for place in places})

    def preferring(self, extra: Mapping[Edge, int], most: int) -> "Draft":
        """The same with, among the cheapest matchings, one that has the least sum of `extra` (at most `most`)."""
        costs = self.among(self.mates).costs
        mates = cheapest(
            self.mates, {both: cost * (most + 1) + extra.get(both, 0) for both, cost in costs.items()}
        )
        if mates is None or Draft(costs, mates).total != self.total:
            raise MatchingFault(self, mates)
        return Draft(costs, mates)

    def without(self, one: int, other: int) -> "Draft":
        """The others, after these two have been put together."""
        rest = {place: mate for place, mate in self.mates.items() if place not in (one, other)}
        return Draft(self.costs, rest)

    @property
    def total(self) -> int:
        """What the matching costs."""
        return sum(self.costs[edge(one, other)] for one, other in self.mates.items() if one < other)

    def exchanged(self, one: int, wish: int) -> "Draft | None":
        """The matching in which `one` meets its `wish` and their two opponents meet, if that costs the same."""
        left, right = self.mates[one], self.mates[wish]
        before = self.costs[edge(one, left)] + self.costs[edge(wish, right)]
        after = self.costs.get(edge(one, wish), before + 1), self.costs.get(edge(left, right), before + 1)
        if sum(after) != before:
            return None
        return Draft(self.costs, self.mates | {one: wish, wish: one, left: right, right: left})
