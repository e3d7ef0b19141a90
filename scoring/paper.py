"""A written sheet looked at from one of its rows: what the rows below and the final tell of it (E 15.2.5.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scoring.bids import Bid
from scoring.line_check import code_of
from scoring.regulation import Regulation
from scoring.sheets import HandKind
from scoring.slips import slip_size
from scoring.written import Cells, Points, WrittenLine


@dataclass(frozen=True)
class Below:
    """The next total of a pair that is written below a row: after `added` points more; of the final or of a row."""

    total: int
    added: int
    is_final: bool = False


@dataclass(frozen=True)
class Paper:
    """Every row of the sheet without the empty ones at its end, and the final as written, if it is."""

    rows: Sequence[WrittenLine]
    final: Points | None
    regulation: Regulation
    _codes: dict[str, Bid] = field(default_factory=dict, repr=False)

    def code(self, text: str) -> Bid:
        """The code to read a row under, whatever is written (`code_of`)."""
        if text not in self._codes:
            self._codes[text] = code_of(text, self.regulation)
        return self._codes[text]

    def below(self, index: int, side: int) -> Below | None:
        """The next total of a pair below row `index`, from 0; None where nothing tells how many points lie between."""
        added = 0
        for row in self.rows[index + 1 :]:
            if self._is_untold(row, side):
                return None
            added += row.scored[side]
            total = row.totals[side]
            if total is not None:
                return Below(total, added)
        return None if self.final is None else Below(self.final[side], added, is_final=True)

    def told(self, index: int, side: int, before: int) -> int | None:
        """The points of a pair in row `index` by its total there, or else by the next one; None if nothing tells."""
        written = self.rows[index].totals[side]
        if written is not None:
            return written - before
        below = self.below(index, side)
        if below is None or (below.is_final and below.total == self.regulation.winner_cap):
            return None
        return below.total - below.added - before

    def distance(self, index: int, side: int, total: int) -> int:
        """How far the next total is from having been added to this one: 0 if it was, or if nothing tells."""
        below = self.below(index, side)
        if below is None:
            return 0
        added_up = total + below.added
        if below.is_final and self._counts_as(added_up, below.total):
            return 0
        return slip_size(below.total, added_up)

    def _counts_as(self, total: int, final: int) -> bool:
        """Whether a final is what counts of a total: capped (E 13.4), or with the point of the draw (E 13.2)."""
        cap = self.regulation.winner_cap
        is_capped = cap is not None and final == cap < total
        return is_capped or (final == total + 1 and self._is_decided_by_draw)

    @property
    def _is_decided_by_draw(self) -> bool:
        return self.final is not None and abs(self.final[0] - self.final[1]) == 1

    @cached_property
    def is_of_totals(self) -> bool:
        """Whether the sheet has totals and nowhere any points; in a single row they may just not be there yet."""
        rows = sum(row.totals != (None, None) for row in self.rows)
        return rows > 1 and all(row.points == (None, None) for row in self.rows)

    def _is_untold(self, row: WrittenLine, side: int) -> bool:
        """Whether nothing tells the points of a pair in a row.

        Where neither pair wrote any and the totals stand, the hand was level (E 15.2.5.4) – but in a sheet of totals.
        """
        if row.kind is not HandKind.PLAYED or row.is_empty or row.points[side] is not None:
            return False
        is_level = row.totals != (None, None) and not self.is_of_totals
        return not row.points[1 - side] and not is_level


@dataclass(frozen=True)
class Spot:
    """A row being read: from 0, its code and points, and the totals of both pairs before each row up to it."""

    paper: Paper
    index: int
    bid: Bid
    points: Points
    history: Sequence[Points]

    @cached_property
    def row(self) -> WrittenLine:
        return self.paper.rows[self.index]

    @property
    def number(self) -> int:
        """The row as people count, from 1."""
        return self.index + 1

    @cached_property
    def before(self) -> Points:
        return self.history[self.index]

    @cached_property
    def expected(self) -> Points:
        """The totals before, and the points."""
        return self.before[0] + self.points[0], self.before[1] + self.points[1]

    @cached_property
    def written(self) -> Points:
        """The totals as written, the expected one in an empty cell."""
        (a, b), (right_a, right_b) = self.row.totals, self.expected
        return right_a if a is None else a, right_b if b is None else b

    @property
    def told(self) -> Cells:
        """The points of both pairs by the totals of the row, or else by the next ones; None where nothing tells."""
        a, b = (self.paper.told(self.index, side, self.before[side]) for side in (0, 1))
        return a, b

    def agrees(self, points: Points) -> bool:
        """Whether every total that is written in the row is the one before and these points."""
        sums = (self.before[0] + points[0], self.before[1] + points[1])
        return all(total in (None, right) for total, right in zip(self.row.totals, sums, strict=True))

    def distance(self, side: int, total: int) -> int:
        """How far the next total of a pair is from having been added to this one."""
        return self.paper.distance(self.index, side, total)
