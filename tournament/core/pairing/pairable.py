"""Can the rest still be paired without a conflict? The cheapest proof first, and every step counted (E 12.1)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from tournament.core.pairing.field import Field

# Up to here an exact search of the rest is worth its while; beyond, weighted matching is the better tool.
LARGEST_SEARCH = 400


class OutOfWork(Exception):
    """The budget is spent, or the question is too large: the slow path answers it instead."""


class Unavoidable(Exception):
    """A rematch or a meeting inside a club cannot be avoided: what is least bad is the slow path's to weigh."""


class Conflicts:
    """Who may not meet in a pairing without conflict: forbidden, met before, of one club where the rule is on.

    `work` counts states, subsets and steps of searches – never time, so that every machine decides alike.
    """

    def __init__(self, field: Field, budget: int) -> None:
        self._numbers, self._clubs = field.numbers, field.clubs
        self._met, self._forbidden = field.given.met, field.given.forbidden
        self.budget, self.work = budget, 0
        self.most = _most_conflicts(field)

    def count(self, steps: int = 1) -> None:
        """Raises OutOfWork when the budget is spent."""
        self.work += steps
        if self.work > self.budget:
            raise OutOfWork(self.work)

    def between(self, one: int, other: int) -> bool:
        """Whether these two may not meet."""
        both = frozenset((self._numbers[one], self._numbers[other]))
        if self._met.get(both) or both in self._forbidden:
            return True
        clubs = self._clubs
        return bool(clubs) and clubs[one] == clubs[other] != ""

    def is_pairable_at_sight(self, residents: int, carried: int) -> bool:
        """Dirac: where each of an even number can meet half of all, everybody can be paired at once.

        A carried one can meet all residents but `most`, a resident all others but `most`.
        """
        return residents - 2 * self.most >= (carried or 1) or residents == carried == 0

    def paired_off(self, residents: Iterable[int], carried: Iterable[int] = ()) -> dict[int, int]:
        """The mates when each resident is given the first one waiting that it may meet; nothing if somebody is left.

        The carried ones wait from the start, so they meet residents only.
        """
        waiting = list(carried)
        mates: dict[int, int] = {}
        for place in residents:
            for other in waiting:
                if not self.between(other, place):
                    mates[place], mates[other] = other, place
                    waiting.remove(other)
                    break
            else:
                waiting.append(place)
        return {} if waiting else mates

    def are_pairable(self, residents: Sequence[int], carried: Collection[int] = ()) -> bool:
        """Whether these can be paired among themselves, the carried ones with residents only."""
        if self.is_pairable_at_sight(len(residents), len(carried)):
            return True
        if self.paired_off(residents, carried):
            return True
        rest = Rest(self, residents, carried)
        return rest.is_pairable(rest.everybody)


def _most_conflicts(field: Field) -> int:
    """A bound on how many nobody may meet more than: those met or forbidden, absent ones too, and its own club."""
    given = field.given
    degrees = Counter(chain.from_iterable(chain(given.met, given.forbidden)))
    most = max(degrees.values(), default=0)
    if field.clubs:
        sizes = Counter(club for club in field.clubs if club)
        most += max(sizes.values(), default=1) - 1
    return most


class Rest:
    """The last pairs of a bracket, each a bit of a mask: small enough to search exactly, and remembered."""

    def __init__(self, conflicts: Conflicts, residents: Sequence[int], carried: Collection[int] = ()) -> None:
        places = [*carried, *residents]
        if len(places) > LARGEST_SEARCH:
            raise OutOfWork(len(places))
        self._conflicts = conflicts
        self._places, self._carried = places, len(carried)
        self.bit = {place: 1 << index for index, place in enumerate(places)}
        self.everybody = (1 << len(places)) - 1
        self._open: dict[int, int] = {}
        self._known = {0: True}

    def is_pairable(self, mask: int) -> bool:
        """Whether those in the mask can all be paired: the first of them with somebody, then the others."""
        known = self._known.get(mask)
        if known is not None:
            return known
        self._conflicts.count()
        first = mask & -mask
        options = self._later_ones(first.bit_length() - 1) & mask
        found = False
        while options and not found:
            option = options & -options
            options ^= option
            found = self.is_pairable(mask ^ first ^ option)
        self._known[mask] = found
        return found

    def _later_ones(self, index: int) -> int:
        """Whom this one may meet of those behind it, once it is asked for; the carried ones stand in front."""
        if index not in self._open:
            place, between, bit = self._places[index], self._conflicts.between, self.bit
            later = self._places[max(index + 1, self._carried) :]
            self._open[index] = sum([bit[other] for other in later if not between(place, other)])
        return self._open[index]
