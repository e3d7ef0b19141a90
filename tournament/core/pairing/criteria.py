"""K1–K5: criteria that are minimised strictly one before the other, as one sum of weighted costs (E 12.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.core.pairing.matching import SAFE_BITS, Edge, MatchingFault, Mates, cheapest


@dataclass(frozen=True)
class Criterion:
    """What a matching costs in one respect, and the bounds that keep the weights short.

    No matching costs less than `least`; a best one costs at most `most`; two matchings differ by a multiple of
    `step`.
    """

    costs: Mapping[Edge, int]
    most: int
    least: int = 0
    step: int = 1

    def of(self, mates: Mates) -> int:
        """What this matching costs."""
        return sum(cost for (one, other), cost in self.costs.items() if mates.get(one) == other)


@dataclass(frozen=True)
class Optimum:
    """A best matching, what it costs in each criterion, and one cost for each meeting that says the same.

    Exactly the perfect matchings that are best in every criterion have the least sum of `costs`. A meeting that no
    best matching holds may be missing.
    """

    mates: Mates
    digits: tuple[int, ...]
    costs: dict[Edge, int]


def best_matching(
    nodes: Collection[int], edges: Sequence[Edge], criteria: Sequence[Criterion], *, bits: int = SAFE_BITS
) -> Optimum | None:
    """The perfect matching that is least in the first criterion, then in the second …; None when there is none.

    As many criteria at a time as fit into weights of `bits` bits: what is proven then needs far less room, so the
    rest follows. What never fits is matched with longer numbers. Half the bits stay free for what comes after.
    """
    bounds = list(criteria)
    proven, raised = 0, False
    while True:
        if not raised and (proven == len(bounds) or not _fit(bounds[: proven + 1], bits)):
            bounds, raised = [_raised(nodes, edges, criterion) for criterion in bounds], True
        taken = _fitting(bounds, proven, bits)
        mates = cheapest(nodes, _sums(edges, bounds[:taken]), bits=bits)
        if mates is None:
            return None
        digits = tuple(criterion.of(mates) for criterion in bounds)
        if any(digits[index] != bounds[index].most for index in range(proven)):
            raise MatchingFault(digits, proven)
        proven = _proven(bounds, digits, taken)
        for index in range(min(proven + 1, len(bounds))):
            bounds[index] = replace(bounds[index], most=digits[index])
        if proven == len(bounds) and (raised or _fit(bounds, bits // 2)):
            return Optimum(mates, digits, _pruned(_sums(edges, bounds), bounds))


def _raised(nodes: Collection[int], edges: Sequence[Edge], criterion: Criterion) -> Criterion:
    """The criterion with the least that it can be alone, which shortens the weights of those before it."""
    mates = cheapest(nodes, _sums(edges, [criterion]))
    return criterion if mates is None else replace(criterion, least=criterion.of(mates))


def _fit(criteria: Sequence[Criterion], bits: int) -> bool:
    tops = (max(criterion.costs.values(), default=0) for criterion in criteria)
    longest = sum(weight * top for weight, top in zip(_weights(criteria), tops, strict=True))
    return longest.bit_length() <= bits


def _fitting(bounds: Sequence[Criterion], proven: int, bits: int) -> int:
    """How many criteria fit at once: at least one that is not proven; all, if not even that one fits."""
    for taken in range(len(bounds), proven, -1):
        if _fit(bounds[:taken], bits):
            return taken
    return len(bounds)


def _proven(bounds: Sequence[Criterion], digits: Sequence[int], taken: int) -> int:
    """How many criteria are known to be best: those in the weights, then those that cannot be lower."""
    while taken < len(bounds) and digits[taken] == bounds[taken].least:
        taken += 1
    return taken


def _weights(criteria: Sequence[Criterion]) -> list[int]:
    """For each criterion what one unit of it weighs: a step costs more than all later ones together can give back."""
    weights: list[int] = []
    room = 0
    for criterion in reversed(criteria):
        weights.append(room // criterion.step + 1)
        room += (criterion.most - criterion.least) * weights[-1]
    return weights[::-1]


def _sums(edges: Iterable[Edge], criteria: Sequence[Criterion]) -> dict[Edge, int]:
    sums = dict.fromkeys(edges, 0)
    for weight, criterion in zip(_weights(criteria), criteria, strict=True):
        sums |= {both: sums[both] + weight * cost for both, cost in criterion.costs.items() if both in sums}
    return sums


def _pruned(sums: dict[Edge, int], criteria: Sequence[Criterion]) -> dict[Edge, int]:
    """Without the meetings that cost something where a best matching costs nothing."""
    dear = {
        both
        for criterion in criteria
        if criterion.most == 0
        for both, cost in criterion.costs.items()
        if cost
    }
    return {both: total for both, total in sums.items() if both not in dear}
