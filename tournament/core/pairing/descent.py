"""The fast path down to the brackets: who rests and who floats, decided from the top (K1, K4–K6; E 12.1).

It holds where nobody has to meet again. At each group the pairs that float are tried in the order of K6, as few as
the parity allows, and kept if the groups below can still be paired.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from tournament.core.pairing.field import Field
from tournament.core.pairing.pairable import Conflicts, OutOfWork, Unavoidable

# Groups are doubled wins, so even thirty rounds make fewer; more would only deepen the recursion.
MOST_GROUPS = 64

Floats = tuple[int, ...]


class Level(NamedTuple):
    """The pairs whose meeting is completed at `group`: `carried` down to it, and `residents`; in standings order."""

    group: int
    carried: tuple[int, ...]
    residents: tuple[int, ...]


@dataclass(frozen=True)
class Descent:
    """Who rests, and the brackets from the top; `floats` crosses each boundary (K5)."""

    bye: int | None
    levels: tuple[Level, ...]
    floats: Floats


def descent_of(field: Field, conflicts: Conflicts) -> Descent:
    """The best descent without conflict. Raises Unavoidable where there is none, OutOfWork where it is too long."""
    if len(field.groups) > MOST_GROUPS:
        raise OutOfWork(len(field.groups))
    places = range(len(field.entrants))
    for bye in _candidates(field):
        others = [place for place in places if place != bye]
        if conflicts.are_pairable(others):
            return _Stairs(field, conflicts, bye).descent()
    raise Unavoidable


def _candidates(field: Field) -> Sequence[int | None]:
    """Who may rest, the lowest-ranked first, of those with the fewest wins without playing (K1, K4)."""
    if not field.somebody_rests:
        return [None]
    fewest = min(entrant.unplayed_wins for entrant in field.entrants)
    places = range(len(field.entrants) - 1, -1, -1)
    return [place for place in places if field.entrants[place].unplayed_wins == fewest]


class _Stairs:
    """The groups from the top, and for each set carried into one the best way down from there, remembered."""

    def __init__(self, field: Field, conflicts: Conflicts, bye: int | None) -> None:
        self._field, self._conflicts, self.bye = field, conflicts, bye
        self._members = [[place for place in places if place != bye] for places in field.members.values()]
        self._exposed = [self._least_protected(group) for group in self._members]
        self._below = [*accumulate(map(len, self._members[:0:-1]))][::-1]
        self._parities = self._least_floats()
        self._known: dict[tuple[int, frozenset[int]], tuple[Floats, frozenset[int]] | None] = {}

    def descent(self) -> Descent:
        """Raises Unavoidable when the groups cannot be paired."""
        best = self._best(0, frozenset())
        if best is None:
            raise Unavoidable
        levels, carried = [], frozenset[int]()
        for step, group in enumerate(self._field.groups):
            known = self._best(step, carried)
            floating = known[1] if known else frozenset[int]()
            residents = [place for place in self._members[step] if place not in floating]
            levels.append(Level(group, tuple(sorted(carried - floating)), tuple(residents)))
            carried = floating
        return Descent(self.bye, tuple(levels), best[0])

    def _least_protected(self, places: Sequence[int]) -> list[int]:
        """Inside one group: fewer earlier floats first, then worse standing first (K6, from its end)."""
        entrants = self._field.entrants
        return sorted(places, key=lambda place: (entrants[place].floats, -place))

    def _least_floats(self) -> list[Floats]:
        """For each step what the boundaries from there on need at least: the parity of the pairs above them (K5)."""
        above, parities = 0, []
        for places in self._members[:-1]:
            above += len(places)
            parities.append(above % 2)
        return [tuple(parities[step:]) for step in range(len(parities) + 1)]

    def _best(self, step: int, carried: frozenset[int]) -> tuple[Floats, frozenset[int]] | None:
        """The fewest floats from this group down (K5), and who of it floats (K6); None where it ends badly."""
        key = (step, carried)
        if key not in self._known:
            self._conflicts.count()
            self._known[key] = self._searched(step, carried)
        return self._known[key]

    def _searched(self, step: int, carried: frozenset[int]) -> tuple[Floats, frozenset[int]] | None:
        if step >= len(self._members) - 1:
            stays = not self._members or self._stays(step, carried, frozenset())
            return ((), frozenset()) if stays else None
        exposed = [*self._exposed[step], *self._in_order_of_exposure(carried)]
        below = self._below[step]
        for floats in range(len(exposed) % 2, min(len(exposed), below) + 1, 2):
            found = self._with(floats, step, (carried, exposed))
            if found is not None:
                return found
        return None

    def _with(
        self, floats: int, step: int, who: tuple[frozenset[int], Sequence[int]]
    ) -> tuple[Floats, frozenset[int]] | None:
        """So many floats here: the first set of them below which as few float as can be."""
        carried, exposed = who
        best: tuple[Floats, frozenset[int]] | None = None
        for chosen in _by_exposure(exposed, floats):
            self._conflicts.count()
            floating = frozenset(chosen)
            if not self._stays(step, carried, floating):
                continue
            below = self._best(step + 1, floating)
            if below is None or (best is not None and below[0] >= best[0][1:]):
                continue
            best = (floats, *below[0]), floating
            if below[0] == self._parities[step + 1]:
                break
        return best

    def _stays(self, step: int, carried: frozenset[int], floating: frozenset[int]) -> bool:
        """Whether everybody who does not float can be paired here."""
        carried_on = carried - floating
        residents = len(self._members[step]) + len(carried) - len(floating) - len(carried_on)
        if self._conflicts.is_pairable_at_sight(residents, len(carried_on)):
            return True
        staying = [place for place in self._members[step] if place not in floating]
        return self._conflicts.are_pairable(staying, sorted(carried_on))

    def _in_order_of_exposure(self, carried: frozenset[int]) -> list[int]:
        """Those carried from higher groups are the better protected, the higher the more (K6)."""
        entrants = self._field.entrants
        return sorted(carried, key=lambda place: (entrants[place].group, entrants[place].floats, -place))


def _by_exposure(exposed: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All sets of this size, the ones that spare the protected first: by their best protected member, then the next."""
    if size == 0:
        yield ()
        return
    for top in range(size - 1, len(exposed)):
        for rest in _by_exposure(exposed[:top], size - 1):
            yield (*rest, exposed[top])
