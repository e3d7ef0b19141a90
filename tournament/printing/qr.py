"""QR codes as operators of a PDF page: whole squares, sharp at any size, and nothing to lay out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import segno

from tournament.printing.overlay import POINTS_PER_MM

Rectangle = tuple[int, int, int, int]
"""Width, height, and the left top corner, in modules."""


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
    # Equal ones beside each other take less room once compressed.
    squares = " ".join(f"{x} {y} {w} {h} re" for w, h, x, y in sorted(_rectangles(rows)))
    # One path, filled once: between rows filled one by one viewers show white lines.
    return f"q 0 g {module:.5f} 0 0 {-module:.5f} {left:.3f} {top:.3f} cm {squares} f Q"


def _rectangles(rows: Sequence[bytes | bytearray]) -> Iterator[Rectangle]:
    """The dark modules as the longer run, across or down, from each that is not covered yet."""
    left = [bytearray(row) for row in rows]
    for y, row in enumerate(left):
        for x, dark in enumerate(row):
            if not dark:
                continue
            across = sum(1 for _ in takewhile(bool, row[x:]))
            down = sum(1 for _ in takewhile(lambda below: below[x], left[y:]))  # noqa: B023 (used at once)
            width, height = (across, 1) if across >= down else (1, down)
            for below in left[y : y + height]:
                below[x : x + width] = bytes(width)
            yield width, height, x, y
