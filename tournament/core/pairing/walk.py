"""The fast path through a bracket: each chooser goes down its list of wishes (K7; E 12.1).

While many are left, any wish without a conflict leaves the others pairable, and no question is asked; only the last
few are searched.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tournament.core.pairing.descent import Level
from tournament.core.pairing.field import Field
from tournament.core.pairing.matching import MatchingFault, edge
from tournament.core.pairing.meetings import Method
from tournament.core.pairing.pairable import Conflicts, Rest
from tournament.core.pairing.partners import Choice, in_order


def choices_on(field: Field, conflicts: Conflicts, level: Level) -> Iterator[Choice]:
    """First the carried pairs choose among the residents, in standings order, then the residents left."""
    queue = _Queue(in_order(field, level.residents))
    walk = _Walk(conflicts, queue, list(level.carried))
    for chooser in level.carried:
        walk.carried.remove(chooser)
        yield walk.chosen(chooser, queue.forwards())
    queue.find_the_half()
    wishes = WISHES.get(field.given.method, _Queue.forwards)
    while queue.left:
        yield walk.chosen(queue.take_first(), wishes(queue))


class _Queue:
    """The residents in the order of the method, of whom anybody may leave; each is known by its index, from 1 on.

    Kept as links whose two ends are the index 0, so that a step costs the same among ten and among ten thousand.
    """

    def __init__(self, places: Sequence[int]) -> None:
        self.places = [-1, *places]
        self.left = size = len(places)
        self._next: list[int] = [*range(1, size + 1), 0]
        self._previous = [size, *range(size)]
        self._half = 0

    def find_the_half(self) -> None:
        """Where the lower half begins, once it is known who is left (`halves`)."""
        self._half = self._next[0]
        for _ in range(self.left // 2):
            self._half = self._next[self._half]

    def take_first(self) -> int:
        """The first one, who chooses."""
        index = self._next[0]
        self._remove(index)
        return self.places[index]

    def take(self, index: int) -> None:
        """The partner leaves. With the chooser gone too, the half begins one later if the partner stood before it."""
        if self._half and index <= self._half:
            self._half = self._next[self._half]
        self._remove(index)

    def forwards(self) -> Iterator[int]:
        """From the first to the last."""
        return _along(self._next, self._next[0])

    def backwards(self) -> Iterator[int]:
        """From the last to the first."""
        return _along(self._previous, self._previous[0])

    def from_the_half(self) -> Iterator[int]:
        """The lower half downwards, then the upper one upwards."""
        yield from _along(self._next, self._half)
        yield from _along(self._previous, self._previous[self._half])

    def _remove(self, index: int) -> None:
        before, after = self._previous[index], self._next[index]
        self._next[before], self._previous[after] = after, before
        self.left -= 1


def _along(links: Sequence[int], index: int) -> Iterator[int]:
    while index:
        yield index
        index = links[index]


WISHES: Mapping[str, Callable[[_Queue], Iterator[int]]] = {
    Method.HALVES: _Queue.from_the_half,
    Method.FOLD: _Queue.backwards,
}


class _Walk:
    """Who is left of a bracket, and the search of the last few once it is needed."""

    def __init__(self, conflicts: Conflicts, queue: _Queue, carried: list[int]) -> None:
        self._conflicts, self._queue = conflicts, queue
        self.carried = carried
        self._rest: Rest | None = None
        self._mask = 0
        self._mates: dict[int, int] = {}

    def chosen(self, chooser: int, wishes: Iterable[int]) -> Choice:
        """The first wish that is no conflict and leaves the others pairable. The chooser has left the queue."""
        conflicts, queue = self._conflicts, self._queue
        is_safe = conflicts.is_pairable_at_sight(queue.left - 1, len(self.carried))
        passed_over = []
        for index in wishes:
            wish = queue.places[index]
            if not conflicts.between(chooser, wish) and (is_safe or self._leaves_pairable(chooser, wish)):
                break
            passed_over.append(wish)
        else:
            raise MatchingFault(chooser, passed_over)
        conflicts.count(1 + len(passed_over))
        queue.take(index)
        if self._rest:
            self._mask ^= self._rest.bit[chooser] | self._rest.bit[wish]
        return Choice(edge(chooser, wish), chooser, tuple(passed_over))

    def _leaves_pairable(self, chooser: int, wish: int) -> bool:
        return self._by_exchange(chooser, wish) or self._by_search(chooser, wish)

    def _by_exchange(self, chooser: int, wish: int) -> bool:
        """In the pairing that is known of everybody left, these two meet, and their mates meet instead."""
        mates = self._mates
        if not mates:
            return False
        one, other = mates[chooser], mates[wish]
        if one != wish and self._conflicts.between(one, other):
            return False
        mates[one], mates[other] = other, one
        return True

    def _by_search(self, chooser: int, wish: int) -> bool:
        """Pairing the others off, which makes a pairing known; once that fails, all that can be."""
        self._mates = {}
        if self._rest is None:
            left = [self._queue.places[index] for index in self._queue.forwards()]
            others = [place for place in left if place != wish]
            self._mates = self._conflicts.paired_off(others, self.carried)
            if self._mates:
                return True
            self._rest = Rest(self._conflicts, [chooser, *left], self.carried)
            self._mask = self._rest.everybody
        return self._rest.is_pairable(self._mask ^ self._rest.bit[chooser] ^ self._rest.bit[wish])
