"""Can the rest still be paired without a conflict? The cheapest proof first, and every step counted (E 12.1)."""

from collections import Counter
from collections.abc import Collection, Sequence
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
        self._barred = {**field.met, **dict.fromkeys(field.forbidden, 1)} if field.forbidden else field.met
        self._clubs = field.clubs
        self.budget, self.work = budget, 0
        self.most = _most_conflicts(field)

    def count(self, steps: int = 1) -> None:
        """Raises OutOfWork when the budget is spent."""
        self.work += steps
        if self.work > self.budget:
            raise OutOfWork(self.work)

    def between(self, one: int, other: int) -> bool:
        """Whether these two may not meet."""
        if ((one, other) if one < other else (other, one)) in self._barred:
            return True
        clubs = self._clubs
        return bool(clubs and clubs[one]) and clubs[one] == clubs[other]

    def is_pairable_at_sight(self, pairs: int, carried: int) -> bool:
        """Dirac: where each of an even number can meet half of all, everybody can be paired at once.

        The carried ones cannot meet one another.
        """
        half = pairs // 2
        return pairs == 0 or (
            pairs - 1 - self.most >= half and (not carried or pairs - carried - self.most >= half)
        )

    def pair_off(self, places: Sequence[int]) -> bool:
        """Whether they can be paired simply by giving each the next one it may meet: a proof if it works out."""
        waiting: list[int] = []
        for place in places:
            for index, other in enumerate(waiting):
                if not self.between(other, place):
                    del waiting[index]
                    break
            else:
                waiting.append(place)
        return not waiting

    def are_pairable(self, residents: Sequence[int], carried: Collection[int] = ()) -> bool:
        """Whether these can be paired among themselves, the carried ones with residents only."""
        if self.is_pairable_at_sight(len(residents) + len(carried), len(carried)):
            return True
        if not carried and self.pair_off(residents):
            return True
        rest = Rest(self, residents, carried)
        return rest.is_pairable(rest.everybody)


def _most_conflicts(field: Field) -> int:
    """The most pairs that anybody may not meet: those met or forbidden, and a club by its size."""
    sizes = Counter(field.clubs)
    degrees = [sizes[club] - 1 if club else 0 for club in field.clubs] or [0] * len(field.entrants)
    for one, other in chain(field.met, field.forbidden):
        degrees[one] += 1
        degrees[other] += 1
    return max(degrees, default=0)


class Rest:
    """The last pairs of a bracket, each a bit of a mask: small enough to search exactly, and remembered."""

    def __init__(self, conflicts: Conflicts, residents: Sequence[int], carried: Collection[int] = ()) -> None:
        places = [*carried, *residents]
        if len(places) > LARGEST_SEARCH:
            raise OutOfWork(len(places))
        self._conflicts = conflicts
        self.bit = {place: 1 << index for index, place in enumerate(places)}
        self.everybody = (1 << len(places)) - 1
        only_residents = self.everybody & -(1 << len(carried))
        self._open = [
            sum(self.bit[other] for other in places if other != place and not conflicts.between(place, other))
            & (only_residents if place in carried else self.everybody)
            for place in places
        ]
        self._known = {0: True}

    def is_pairable(self, mask: int) -> bool:
        """Whether those in the mask can all be paired: the first of them with somebody, then the others."""
        known = self._known.get(mask)
        if known is not None:
            return known
        self._conflicts.count()
        first = mask & -mask
        options = self._open[first.bit_length() - 1] & mask
        found = False
        while options and not found:
            option = options & -options
            options ^= option
            found = self.is_pairable(mask ^ first ^ option)
        self._known[mask] = found
        return found
