"""Names on paper: what the print font can show, and how large it fits.

Widths are measured in the font itself, so a name breaks at the same place on every machine.
"""

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from fontTools.ttLib import TTFont

FONT_FILES = files("font_source_sans_pro") / "files"
FACES = {"SourceSansPro-Regular.ttf": 400, "SourceSansPro-Semibold.ttf": 600, "SourceSansPro-Bold.ttf": 700}
REGULAR, SEMIBOLD, BOLD = FACES.values()
MM_PER_POINT = 25.4 / 72
ONE_LINE_SIZES = (10.0, 9.0, 8.0)
TWO_LINE_SIZES = (8.0, 7.0)
ELLIPSIS = "…"
# Not an empty box: that is what a printer with a broken font prints.
NOT_IN_FONT = "[?]"


class Fit(NamedTuple):
    """A size in points and one or two lines."""

    size: float
    lines: tuple[str, ...]


def fit(text: str, width_mm: float) -> Fit:
    """One line at 10, 9 or 8 points; else two at 8 or 7; else two at 7 that end in an ellipsis."""
    text = printable(text)
    for size in ONE_LINE_SIZES:
        if text_width(text, size) <= width_mm:
            return Fit(size, (text,))
    for size in TWO_LINE_SIZES:
        if lines := _two_lines(text, size, width_mm):
            return Fit(size, lines)
    return Fit(TWO_LINE_SIZES[-1], _cut_lines(text, TWO_LINE_SIZES[-1], width_mm))


def printable(text: str) -> str:
    """The text as the font can show it: composed, no invisible signs, `[?]` for what the font lacks."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(sign for sign in composed if sign.isspace() or not _is_invisible(sign))
    spaced = " ".join(visible.split())
    known = "".join(sign if ord(sign) in widths_of(SEMIBOLD) else "\0" for sign in spaced)
    return re.sub("\0+", NOT_IN_FONT, known)


def text_width(text: str, size: float, weight: int = SEMIBOLD) -> float:
    """In millimetres, for a size in points; without kerning, as names are printed."""
    widths = widths_of(weight)
    return sum(widths[ord(sign)] for sign in text) * size * MM_PER_POINT


def _is_invisible(sign: str) -> bool:
    """Control signs, joiners, direction marks, variation selectors: they have no shape of their own."""
    return unicodedata.category(sign) in ("Cc", "Cf") or "\ufe00" <= sign <= "\ufe0f"


def _two_lines(text: str, size: float, width_mm: float) -> tuple[str, ...]:
    """Broken at the space that leaves the lines most alike; nothing where no break fits."""
    words = text.split(" ")
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    widest, lines = min(
        ((max(text_width(line, size) for line in pair), pair) for pair in breaks), default=(width_mm + 1, ())
    )
    return lines if widest <= width_mm else ()


def _cut_lines(text: str, size: float, width_mm: float) -> tuple[str, ...]:
    """Full lines, inside a word only where the word alone is too long; an ellipsis if two do not hold it."""
    first = text[: _longest(text, size, width_mm)]
    word_start = first.rfind(" ") + 1
    word = text[word_start:].split(" ")[0]
    if word_start and text_width(word, size) <= width_mm:
        first = text[:word_start]
    rest = text[len(first) :].strip(" ")
    if text_width(rest, size) > width_mm:
        room = width_mm - text_width(ELLIPSIS, size)
        rest = rest[: _longest(rest, size, room)].rstrip(" ") + ELLIPSIS
    return (first.rstrip(" "), rest)


@cache
def widths_of(weight: int) -> dict[int, float]:
    """The width of every sign of a face of the font, in ems, by code point."""
    name = next(name for name, own in FACES.items() if own == weight)
    with TTFont(str(FONT_FILES / name)) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"]
        return {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def wrapped(words: str, width_mm: float, size: float, weight: int = REGULAR) -> list[str]:
    """As many lines as it takes, broken at spaces; a word that is too long for a line is broken inside."""
    lines: list[str] = []
    rest = printable(words)
    while rest and text_width(rest, size, weight) > width_mm:
        start = rest[: _longest(rest, size, width_mm, weight)]
        at = start.rfind(" ")
        if at > 0 and rest[len(start)] != " ":
            start = start[:at]
        lines.append(start.rstrip(" "))
        rest = rest[len(start) :].lstrip(" ")
    return [*lines, rest] if rest else lines


def _longest(words: str, size: float, width_mm: float, weight: int = SEMIBOLD) -> int:
    """How many signs fit on a line; one at least."""
    end = len(words)
    while end > 1 and text_width(words[:end], size, weight) > width_mm:
        end -= 1
    return end
