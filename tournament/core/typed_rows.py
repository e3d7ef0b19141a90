"""A row of the sheet as people type it from paper: `b 12`, `c 20 -`, `7`, `0`, `p`, `x`."""

import re
from dataclasses import dataclass

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.sheets import HandKind, Side

# The first word of each kind is the one that is written back.
_WITHOUT_POINTS = {
    HandKind.PASS: ("P", "PASSA", "PASS"),
    HandKind.UNCOUNTED: ("X", "TORN"),
    HandKind.REPLAYED: ("XX", "XR", "REPETIT"),
}
_DASHES = "-–—−_"
LONGEST_NUMBER = 4
_PIECES = re.compile(rf"[A-Z]+|[0-9]+T?|[{_DASHES}]|[^\s]")


@dataclass(frozen=True)
class TypedRow:
    """What a typed row says: the points, or the card points, of `side`; no side and no points is a level hand."""

    bid: Bid = Bid.TRUMP
    side: Side | None = None
    points: int | None = None
    card_points: int | None = None
    kind: HandKind = HandKind.PLAYED


def parse_row(text: str) -> TypedRow:
    """Read one row: the code, the points, and a dash after them where they are the right pair's.

    The code may stand at either end; none, or a dash before the points, is plain trump. `t` after a number means
    card points (`44t`). Two numbers are the cells of the left and the right pair (`c 0 20`, `0-20`). `x` is a turn
    lost, `xx` a hand dealt again.
    Raises RuleError: "row_unreadable", "bid_unknown" (E 15.2.6), "points_both" (E 15.2.5).
    """
    pieces = _PIECES.findall(text.upper())
    codes = [piece for piece in pieces if piece.isalpha()]
    cells = [piece for piece in pieces if not piece.isalpha()]
    for kind, words in _WITHOUT_POINTS.items():
        if codes and codes[0] in words and set(cells) <= {"0", *_DASHES}:
            return TypedRow(kind=kind)
    if len(codes) > 1:
        raise RuleError("row_unreadable", "E 15.2.5", text=text.strip())
    if not codes and len(cells) > 1 and cells[0] in _DASHES:
        cells = cells[1:]
    bid = Bid.parse(codes[0]) if codes else Bid.TRUMP
    return _with_cells(bid, [_cell(cell, text) for cell in cells], text)


def written_row(row: TypedRow) -> str:
    """The same row as it would be typed: `parse_row` reads it back."""
    if row.kind in _WITHOUT_POINTS:
        return _WITHOUT_POINTS[row.kind][0].lower()
    number = f"{row.card_points}t" if row.card_points is not None else str(row.points or 0)
    return " ".join(filter(None, (row.bid.lower(), number, "-" if row.side is Side.B else "")))


def _cell(cell: str, text: str) -> str:
    """A number, with its T; a dash as nothing."""
    if cell in _DASHES:
        return ""
    if not (cell.isascii() and cell.removesuffix("T").isdigit()) or len(cell) > LONGEST_NUMBER:
        raise RuleError("row_unreadable", "E 15.2.5", text=text.strip())
    return cell


def _with_cells(bid: Bid, cells: list[str], text: str) -> TypedRow:
    if len(cells) == 3 and not cells[1]:
        cells = [cells[0], cells[2]]
    if not cells or not cells[0] or len(cells) > 2:
        raise RuleError("row_unreadable", "E 15.2.5", text=text.strip())
    if len(cells) == 1:
        return _row(bid, Side.A, cells[0])
    if not cells[1]:
        return _row(bid, Side.B, cells[0])
    left, right = (int(cell.removesuffix("T")) for cell in cells)
    if left and right:
        raise RuleError("points_both", "E 15.2.5", points=(left, right))
    return _row(bid, Side.B, cells[1]) if right else _row(bid, Side.A, cells[0])


def _row(bid: Bid, side: Side, cell: str) -> TypedRow:
    if cell.endswith("T"):
        return TypedRow(bid, side, card_points=int(cell[:-1]))
    return TypedRow(bid, side, points=int(cell)) if int(cell) else TypedRow(bid)
