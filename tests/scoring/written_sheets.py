"""How tests of the checker write sheets and read what it says, in one place."""

from collections.abc import Sequence

from scoring.checker import Cause, Finding, WrittenLine, check_sheet
from scoring.regulation import Regulation
from scoring.sheets import Side
from tests.scoring.hands import DEFAULT

Points = tuple[int, int]
Written = tuple[str, int | None, int | None, int | None, int | None]


def added(*hands: tuple[str, int, int]) -> list[WrittenLine]:
    """Rows of (code, points of a, points of b) with rightly added totals."""
    a = b = 0
    rows = []
    for bid, points_a, points_b in hands:
        a, b = a + points_a, b + points_b
        rows.append(WrittenLine(bid, (points_a, points_b), (a, b)))
    return rows


def row(bid: str, *cells: int | None) -> WrittenLine:
    """A row in the order of the paper: points and total of pair a, points and total of pair b, then the code."""
    points_a, total_a, points_b, total_b = cells
    return WrittenLine(bid, (points_a, points_b), (total_a, total_b))


def with_row(rows: Sequence[WrittenLine], hand: int, written: WrittenLine) -> list[WrittenLine]:
    """The sheet with another row, numbered from 1."""
    return [*rows[: hand - 1], written, *rows[hand:]]


def found(
    rows: Sequence[WrittenLine],
    final: Points | None = None,
    regulation: Regulation = DEFAULT,
    *,
    draw: Side | None = None,
) -> list[tuple[str, int | None]]:
    """What is found, each with its row."""
    findings = check_sheet(rows, final, regulation, opening_draw=draw)
    return [(finding.code, finding.hand) for finding in findings]


def only(
    rows: Sequence[WrittenLine],
    final: Points | None = None,
    regulation: Regulation = DEFAULT,
    *,
    draw: Side | None = None,
) -> Finding:
    """The one thing that is found."""
    (finding,) = check_sheet(rows, final, regulation, opening_draw=draw)
    return finding


def codes(causes: Sequence[Cause]) -> list[str]:
    return [cause.code for cause in causes]


SIX = added(("", 4, 0), ("C", 0, 20), ("", 7, 0), ("", 12, 0), ("B", 0, 8), ("", 3, 0))
"""26–28 after six hands."""
