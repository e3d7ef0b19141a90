"""A score sheet as it was written by hand: what does not add up, and what was probably meant (E 15.2.5, E 12.3).

Nothing here refuses anything: every finding names a row, its article and its likely causes, the likeliest first.
One slip gives one finding: whatever follows rightly from a wrong number is not wrong again, so the reader goes on
from what the rows below went on from, whether that is right or not.
"""

from collections.abc import Sequence

from scoring.final_check import Ends, after_the_end, final_findings
from scoring.line_check import check_line
from scoring.paper import Paper
from scoring.reader import read_rows
from scoring.regulation import Regulation
from scoring.sheets import Sheet, Side
from scoring.written import PASS_MARKS, UNCOUNTED_MARKS, Cause, Finding, Points, WrittenLine

__all__ = [
    "PASS_MARKS",
    "UNCOUNTED_MARKS",
    "Cause",
    "Finding",
    "WrittenLine",
    "check_line",
    "check_sheet",
]


def check_sheet(
    lines: Sequence[WrittenLine],
    final: Points | None,
    regulation: Regulation,
    *,
    opening_draw: Side | None = None,
) -> tuple[Finding, ...]:
    """Everything that does not fit in a written sheet, from the top; what comes after the end is not looked into.

    Beside the codes of `check_line`: "total_differs" (E 15.2.5.2), "side_differs" (E 15.2.5), "points_missing"
    (E 15.2.5.1), "line_empty" (E 15.2.5.3), "after_end" (E 12.3.1–12.3.2, D 12), "final_differs" (E 13.1–13.2),
    "draw_missing" (E 13.2). Totals are running totals in points, neither capped nor with the point of the draw; a
    final may be either. A sheet that stopped short of every end is no fault: time may have ended it (E 12.3.3).
    """
    rows = list(lines)
    while rows and rows[-1].is_empty:
        rows.pop()
    readings = tuple(read_rows(Paper(rows, final, regulation)))
    sheet = Sheet(regulation, tuple(reading.hand for reading in readings), opening_draw)
    history = ((0, 0), *(reading.totals for reading in readings))
    doubtful = (row for row, reading in enumerate(readings, start=1) if reading.is_doubtful)
    ends = Ends(sheet, history, rows, final, doubtful_row=max(doubtful, default=0))
    in_time = [found for reading in readings[: ends.last_row] for found in reading.findings]
    return (*in_time, *after_the_end(ends), *final_findings(ends))
