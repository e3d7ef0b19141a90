"""How a written sheet ends: rows after the end, and the final as written (E 12.3, E 13, D 12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from scoring.bids import Bid, allowed_bids
from scoring.errors import RuleError
from scoring.line_check import refused
from scoring.regulation import TieRule
from scoring.results import final_result
from scoring.sheets import Hand, Sheet, Side, Stopped
from scoring.slips import slip_size
from scoring.written import Cause, Finding, Points, WrittenLine


@dataclass(frozen=True)
class Ends:
    """A sheet with the hands as they were probably meant, and the totals before every row as the sheet has them.

    `doubtful_row` is the last row, from 1, of which nobody can say what it gave; 0 where all is known.
    """

    sheet: Sheet
    history: Sequence[Points]
    rows: Sequence[WrittenLine]
    final: Points | None
    doubtful_row: int = 0

    @cached_property
    def last_row(self) -> int:
        """The row, from 1, that ended the game; the last one where it goes on, or where the end is in doubt."""
        if self.sheet.ending is None:
            return len(self.rows)
        ended = max(row for row, line in enumerate(self.sheet.lines, start=1) if line.counted)
        is_last = ended == len(self.rows)
        return ended if is_last or self._ends_as_written(ended) else len(self.rows)

    def _ends_as_written(self, row: int) -> bool:
        """Whether those at the table saw the end too; or else it hangs on which cause of a finding is the right one."""
        hands = (
            replace(line.hand, points=(after[0] - before[0], after[1] - before[1]))
            for line, (before, after) in zip(self.sheet.lines, pairwise(self.history), strict=True)
        )
        as_written = Sheet(self.sheet.regulation, tuple(hands))
        if as_written.ending != self.sheet.ending:
            return False
        is_seen = self.final is None or _has_totals(self.rows[row - 1 :])
        return is_seen or self.final in (*self.history, *_result(self.sheet, self.sheet.totals, Side.A))

    @cached_property
    def totals(self) -> tuple[Points, ...]:
        """What may be written as the last totals: the right ones, those of the sheet, those of rows too many."""
        return tuple(dict.fromkeys((self.sheet.totals, self.history[self.last_row], self.history[-1])))

    @cached_property
    def counted(self) -> tuple[Points, ...]:
        """What may count of them; while nobody says who won the draw, its point may be either pair's."""
        draw = self.sheet.opening_draw
        draws = Side if draw is None else (draw,)
        return tuple(
            points for totals in self.totals for side in draws for points in _result(self.sheet, totals, side)
        )

    @property
    def are_level(self) -> bool:
        return all(a == b for a, b in self.totals)


def _has_totals(rows: Sequence[WrittenLine]) -> bool:
    return any(row.totals != (None, None) for row in rows)


def after_the_end(ends: Ends) -> Iterator[Finding]:
    """Rows that came after the end: they do not count (D 12)."""
    last, ending = ends.last_row, ends.sheet.ending
    below = enumerate(ends.rows[last:], start=last + 1)
    late = tuple(row for row, line in below if line.kind.counts and not line.is_empty)
    if ending is not None and late:
        facts = {"hand": last, "late": late, "reason": ending.reason, "totals": ends.sheet.totals}
        yield Finding("after_end", last, ending.article, facts)


def final_findings(ends: Ends) -> Iterator[Finding]:
    """The final is the last totals, or what counts of them: with the point of the draw, or capped (E 13.1–13.4).

    It is not judged by a sum of points while one of them cannot be.
    """
    sheet, final = ends.sheet, ends.final
    facts: dict[str, object] = {"totals": sheet.totals}
    if final is None or final in ends.totals:
        is_final = final is not None or sheet.is_over
        by_draw = sheet.regulation.tie_rule is TieRule.DRAW_WINNER
        if is_final and by_draw and ends.are_level and sheet.opening_draw is None:
            yield Finding("draw_missing", None, "E 13.2", facts)
    elif final not in ends.counted and (not ends.doubtful_row or _has_totals(ends.rows[ends.doubtful_row :])):
        causes = tuple(_causes(ends, final))
        article = "E 13.2" if causes[0].code == "tie_point_to_the_other" else "E 13.1"
        yield Finding("final_differs", None, article, {"final": final} | facts, causes)


def _result(sheet: Sheet, totals: Points, draw: Side) -> tuple[Points, ...]:
    """What counts of these totals; nothing where hands must still decide."""
    standing = Sheet(sheet.regulation, (Hand(Bid.TRUMP, totals),), draw, Stopped.TIME)
    try:
        return (final_result(standing, sheet.regulation).points,)
    except RuleError:
        return ()


def _causes(ends: Ends, final: Points) -> Iterator[Cause]:
    """What a final that does not follow may be, the surest first."""
    sheet, turned = ends.sheet, final[::-1]
    draw = sheet.opening_draw
    if draw is not None and ends.are_level and final in _result(sheet, sheet.totals, draw.other):
        yield Cause("tie_point_to_the_other")
    elif turned in ends.totals or turned in ends.counted:
        yield Cause("final_turned")
    older = [row for row in range(1, ends.last_row) if ends.history[row] == final]
    if older:
        yield Cause("final_of_hand", {"hand": max(older)})
    elif not _has_totals(ends.rows):
        yield from _left_out(sheet, final)
    meant = Cause("final_meant", {"totals": sheet.totals})
    last_hand = list(_not_written(sheet, final))
    is_slip_of_the_pen = sum(map(slip_size, final, sheet.totals)) == 1
    yield from (meant, *last_hand) if is_slip_of_the_pen else (*last_hand, meant)


def _not_written(sheet: Sheet, final: Points) -> Iterator[Cause]:
    """The game went on, and its last hand is not on the sheet."""
    points = (final[0] - sheet.totals[0], final[1] - sheet.totals[1])
    can_be = any(refused(bid, points, sheet.regulation) is None for bid in allowed_bids(sheet.regulation))
    if can_be and not sheet.is_over:
        yield Cause("hand_not_written", {"points": points})


def _left_out(sheet: Sheet, final: Points) -> Iterator[Cause]:
    """A sheet without totals is added up at the end, and one hand may be forgotten in it."""
    missing = (sheet.totals[0] - final[0], sheet.totals[1] - final[1])
    rows = [row for row, line in enumerate(sheet.lines, start=1) if line.points == missing]
    if len(rows) == 1:
        yield Cause("line_skipped", {"hand": rows[0]})
