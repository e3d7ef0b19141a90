"""QR codes as operators of a PDF page: whole squares, sharp at any size, and nothing to lay out."""

from dataclasses import dataclass
from itertools import groupby

import segno

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Place:
    """A square on a page: its top left corner and its side, in millimetres from the page's top left."""

    left: float
    top: float
    side: float


def drawn_qr(address: str, place: Place, *, page_height: float) -> str:
    """The code, black, without its quiet zone of four modules; nothing where there is no address.

    `page_height` in millimetres: a PDF counts from the bottom.
    """
    if not address:
        return ""
    # Error correction M: glasses stand on these sheets. The mask is given, since choosing the best of
    # eight takes nine tenths of the time and addresses end in random letters anyhow.
    rows = tuple(segno.make_qr(address, error="m", mask=2).matrix)
    module = place.side / len(rows) * POINTS_PER_MM
    left, top = place.left * POINTS_PER_MM, (page_height - place.top) * POINTS_PER_MM
    squares = "".join(_row(row, y) for y, row in enumerate(rows))
    # One path, filled once: between rows filled one by one viewers show white lines.
    return f"q 0 g {module:.5f} 0 0 {-module:.5f} {left:.3f} {top:.3f} cm {squares}f Q"


def _row(row: bytes | bytearray, y: int) -> str:
    """Each run of dark modules as a rectangle."""
    squares, x = "", 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            squares += f"{x} {y} {length} 1 re "
        x += length
    return squares
