"""All orders of two piles with known seats, surveyed at once: what each of them makes of every card (E 11.2).

Under E 11.2 the piles tell who laid what and, in each pile, what came first. How the two piles interleave they do not
tell: whoever wins a trick leads the next, but which card was led is written nowhere, so that as a rule many orders are
possible. In most of them somebody revoked, for their tricks were never played like that. What is certain is what they
all have in common; what is possible is what one of them shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

from scoring.known_seats import SEATS, SeatedTricks
from scoring.orders import State, Step
from scoring.tricks import PLAYERS, Seat, pair_of

ANSWERS = range(4)
"""Who revoked in an order: 0 nobody, 1 pair a, 2 pair b, 3 both. A set of answers has one bit each."""

_ALL_SEATS = sum(1 << seat for seat in SEATS)

_GUILTY = [sum({1 << pair_of(seat) for seat in SEATS if seats >> seat & 1}) for seats in range(1 << PLAYERS)]
"""The answer of one trick, by the seats whose cards are illegal in it."""

_JOINED = [
    [sum({1 << (answer | guilty) for answer in ANSWERS if answers >> answer & 1}) for answers in range(16)]
    for guilty in ANSWERS
]
"""Answers of the tricks before, joined with the answer of one more."""


class Judged(NamedTuple):
    """A step, and the seats whose cards are illegal or open in it (bits)."""

    step: Step
    illegal: int
    doubtful: int


@dataclass(slots=True)
class JudgedTrick:
    """One trick in all orders that are possible, and the seats whose cards are ever so in them (bits)."""

    steps: list[Step] = field(default_factory=list)
    illegal: int = 0
    doubtful: int = 0
    legal: int = 0

    def add(self, judged: Judged) -> None:
        self.steps.append(judged.step)
        self.illegal |= judged.illegal
        self.doubtful |= judged.doubtful
        self.legal |= _ALL_SEATS & ~(judged.illegal | judged.doubtful)


Path = tuple["Path", Judged] | None
"""The steps of an order, the last one first."""


class Reached(NamedTuple):
    """The ways to one state: how many, who revoked on them, and the plainest: that with the fewest illegal cards."""

    orders: int
    answers: int
    illegal: int
    path: Path

    def then(self, judged: Judged) -> "Reached":
        answers = _JOINED[_GUILTY[judged.illegal]][self.answers]
        return Reached(self.orders, answers, self.illegal + judged.illegal.bit_count(), (self.path, judged))

    def joined(self, other: "Reached") -> "Reached":
        illegal, path = other[2:] if other.illegal < self.illegal else self[2:]
        return Reached(self.orders + other.orders, self.answers | other.answers, illegal, path)


@dataclass(frozen=True, slots=True)
class Survey:
    """What all orders have in common: each trick, who revoked; how many there are; and one of the plainest."""

    tricks: tuple[JudgedTrick, ...]
    orders: int
    answers: int
    plainest: tuple[Judged, ...]

    @property
    def nobody_need_have_revoked(self) -> bool:
        """In some order no card is illegal for certain."""
        return bool(self.answers & 1)

    @property
    def broken_in_plainest(self) -> list[tuple[Step, Seat]]:
        """The cards that are illegal in the plainest order, as it was played."""
        turns = (
            (judged, (judged.step.leader + turn) % PLAYERS) for judged in self.plainest for turn in SEATS
        )
        return [(judged.step, seat) for judged, seat in turns if judged.illegal >> seat & 1]

    def is_proven(self, trick: int, seat: Seat) -> bool:
        """Illegal in every order."""
        judged = self.tricks[trick]
        return bool((judged.illegal & ~(judged.doubtful | judged.legal)) >> seat & 1)

    def is_doubtful(self, trick: int, seat: Seat) -> bool:
        """Not legal in every order, nor illegal in every one."""
        judged = self.tricks[trick]
        return bool((judged.illegal | judged.doubtful) >> seat & 1) and not self.is_proven(trick, seat)

    def revoked_in_all(self, pair: int) -> bool:
        return all(answer >> pair & 1 for answer in ANSWERS if self.answers >> answer & 1)


def survey(tricks: SeatedTricks, leaders: Sequence[Seat], *, order_known: bool) -> Survey:
    """Judge every card in every order that begins with one of the leaders. Raises RuleError("no_order_fits")."""
    judged_tricks = tuple(JudgedTrick() for _ in tricks.laid)
    begun = {(0, leader): Reached(1, 1, 0, None) for leader in leaders}
    for steps in tricks.orders(leaders, order_known=order_known):
        reached: dict[State, Reached] = {}
        for step in steps:
            judged = Judged(step, *tricks.judged(step))
            judged_tricks[step.trick].add(judged)
            further = begun[step.before].then(judged)
            known = reached.get(step.after)
            reached[step.after] = known.joined(further) if known else further
        begun = reached
    whole = reduce(Reached.joined, begun.values())
    return Survey(judged_tricks, whole.orders, whole.answers, _in_order(whole.path))


def _in_order(path: Path) -> tuple[Judged, ...]:
    steps = []
    while path is not None:
        path, judged = path
        steps.append(judged)
    return tuple(reversed(steps))
