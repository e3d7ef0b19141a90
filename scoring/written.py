"""A score sheet as it was written by hand, and what may be said about it (E 15.2.5, E 15.2.6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.sheets import HandKind, Side

Cells = tuple[int | None, int | None]
Points = tuple[int, int]

SIDES = (Side.A, Side.B)
PASS_MARKS = ("P",)
UNCOUNTED_MARKS = ("↻", "X")


@dataclass(frozen=True)
class WrittenLine:
    """A row of the paper: the code, then points and running total of pairs a and b; None is an empty cell.

    In the place of the code may stand P, a hand passed at 0–0, or ↻ (X), a turn lost or a hand replayed.
    """

    bid: str = ""
    points: Cells = (None, None)
    totals: Cells = (None, None)

    @property
    def is_empty(self) -> bool:
        return not self.bid.strip() and self.is_without_numbers

    @property
    def is_without_numbers(self) -> bool:
        return self.points == (None, None) and self.totals == (None, None)

    @property
    def scored(self) -> Points:
        """The points as numbers: an empty cell is a 0 that nobody wrote (E 15.2.5.3)."""
        return self.points[0] or 0, self.points[1] or 0

    @cached_property
    def kind(self) -> HandKind:
        return kind_of(self.bid)


def kind_of(bid: str) -> HandKind:
    """What stands in the place of the code: a mark of a hand that was not played out, or else a code."""
    mark = bid.strip().upper()
    if mark in PASS_MARKS:
        return HandKind.PASS
    return HandKind.UNCOUNTED if mark in UNCOUNTED_MARKS else HandKind.PLAYED


def points_of(side: int, points: int) -> Points:
    """So many points to one pair (0 or 1), nothing to the other (E 15.2.5.3)."""
    return (points, 0) if side == 0 else (0, points)


@dataclass(frozen=True)
class Cause:
    """What may have been meant: a code, and facts for a sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """What does not fit: a code, the row (from 1; None for the final), the article, facts, causes best first."""

    code: str
    hand: int | None
    article: str
    facts: Mapping[str, object] = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()
