"""Words written sign by sign, without laying them out.

The document ends with a page that shows every sign once, so its fonts hold them and their numbers. That is WeasyPrint's
own bookkeeping and may change with any version: only those that are known are trusted, and whatever is not found raises
`Unknown`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tournament.printing.overlay import POINTS_PER_MM, Text, Texts

if TYPE_CHECKING:
    from weasyprint import Document

VERSIONS = ("70.",)
FAMILY = "Print"


class Unknown(Exception):
    """This version, or what it made of the font, is not known here."""


def check_version() -> None:
    """Raises Unknown for a version that was not tried."""
    # Half a second and a native library: only whoever prints pays for it.
    from weasyprint import __version__  # noqa: PLC0415

    if not __version__.startswith(VERSIONS):
        raise Unknown(f"WeasyPrint {__version__}")


def alphabet(written: Iterable[Texts]) -> Texts:
    """A page of every sign that is written in each weight."""
    signs: dict[int, set[str]] = defaultdict(set)
    for texts in written:
        for each in texts:
            signs[each.weight].update(each.words)
    return tuple(Text(10, 10, 10, weight, "".join(sorted(own))) for weight, own in sorted(signs.items()))


def writer(document: "Document", page_height: float) -> Callable[[Texts], str]:
    """What writes texts as operators of a page, its height in points, with the fonts of the document."""
    fonts = {
        font.weight: (font.hash, _numbers(font)) for font in document.fonts.values() if font.family == FAMILY
    }
    if len(fonts) != len(document.fonts):
        raise Unknown("fonts")

    def show(texts: Texts) -> str:
        shown, font = ["BT"], ""
        for each in texts:
            name, numbers = fonts[each.weight]
            if font != (font := f"/{name} {each.size:g} Tf"):
                shown.append(font)
            x, y = each.left * POINTS_PER_MM, page_height - each.baseline * POINTS_PER_MM
            shown.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm<{''.join(map(numbers.__getitem__, each.words))}>Tj")
        return " ".join([*shown, "ET"])

    return show


def _numbers(font: object) -> dict[str, str]:
    """The number of every sign in a font of the document, as it is written."""
    return {sign: f"{number:04x}" for number, sign in font.to_unicode.items()}  # type: ignore[attr-defined]
