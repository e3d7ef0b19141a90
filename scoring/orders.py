"""In which orders the tricks of two piles can have been played (E 11.2, E 16.1.2.2.2).

Who wins a trick leads the next one (G 9.3), and a trick lies in the pile of the pair that won it (G 3.4). So an order
goes from state to state – the tricks played so far, and who leads – and each step lays one trick. Many orders share
their states; walking the states instead of the orders is what makes a review fast, and nothing is lost: how the hand
goes on does not depend on how the state was reached.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.errors import RuleError
from scoring.piles import PILE_NAMES, LaidTrick

State = tuple[int, int]
"""The tricks played (one bit each) and who leads: a seat, or only a pair where seats are unknown."""

Winners = Sequence[Sequence[int | None]]
"""By trick, then by its leader: who wins it; None if that is not the pair in whose pile it lies."""


class Step(NamedTuple):
    """One trick at one place of an order: from one state to the next."""

    before: State
    after: State
    trick: int

    @property
    def leader(self) -> int:
        return self.before[1]

    @property
    def number(self) -> int:
        """The number of the trick in the hand, from 1."""
        return self.after[0].bit_count()


Levels = tuple[tuple[Step, ...], ...]
"""By the number of the trick: every step that is part of a complete order."""


def complete_orders(
    laid: tuple[LaidTrick, ...], winners: Winners, leaders: Iterable[int], *, order_known: bool
) -> Levels:
    """All steps that begin with one of the leaders and lead on until no trick is left.

    Raises RuleError("no_order_fits", "E 11.2") where there is none: such piles cannot have come from play as they are
    given. The facts are the number of the trick that cannot be placed, and of each pile how many can be before it.
    """
    every = (1 << len(laid)) - 1
    piles = tuple(sum(1 << i for i, trick in enumerate(laid) if trick.pile == pile) for pile in (0, 1))
    states: list[State] = [(0, leader) for leader in leaders]
    levels: list[list[Step]] = []
    while states[0][0] != every:
        steps = [
            Step(state, (state[0] | 1 << trick, winner), trick)
            for state in states
            for trick in _next_tricks(piles, state[0], order_known)
            if (winner := winners[trick][state[1]]) is not None
        ]
        if not steps:
            raise _refusal(states[0][0], piles)
        levels.append(steps)
        states = list({step.after: None for step in steps})
    return _that_end(levels)


def _next_tricks(piles: tuple[int, ...], played: int, order_known: bool) -> Iterator[int]:
    """Any trick that is left, or where the piles kept their order the next one of each."""
    for pile in piles:
        left = pile & ~played
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left = 0 if order_known else left ^ lowest


def _that_end(levels: list[list[Step]]) -> Levels:
    """Without the steps that lead into a dead end."""
    kept = [tuple(levels[-1])]
    for steps in reversed(levels[:-1]):
        go_on = {step.before for step in kept[-1]}
        kept.append(tuple(step for step in steps if step.after in go_on))
    return tuple(reversed(kept))


def _refusal(played: int, piles: tuple[int, ...]) -> RuleError:
    laid = {f"laid_{name}": (played & pile).bit_count() for name, pile in zip(PILE_NAMES, piles, strict=True)}
    return RuleError("no_order_fits", "E 11.2", trick=played.bit_count() + 1, **laid)
