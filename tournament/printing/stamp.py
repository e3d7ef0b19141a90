"""Many copies of one form: the blank is laid out once and stamped under every copy.

Laying out the same tables for every copy is what costs. So the document holds each blank once; when it is written, a
blank becomes a form of the PDF (a Form XObject) that every page draws. What differs from copy to copy is words at their
places: they are written without being laid out (`glyphs`), or, where that fails, laid out on pages of their own. What
comes out has no tag tree: its pages are gone from it.
"""

import gc
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import pydyf

from tournament.printing import glyphs
from tournament.printing.overlay import POINTS_PER_MM, Texts

if TYPE_CHECKING:
    from weasyprint import Document

log = logging.getLogger(__name__)

# What is laid out takes 25 kB a text until its document is done.
AT_ONCE = 40


class Render(Protocol):
    """HTML of the blanks, a page each, and after them a page for each of these texts; or of these pages alone."""

    def __call__(self, overlays: Sequence[Texts], *, blanks: bool = True) -> str: ...


@dataclass(frozen=True)
class Filling:
    """What differs from one copy to the next; `drawing` are operators of a PDF page."""

    texts: Texts
    drawing: str = ""


Show = Callable[[Filling], bytes]
"""The reference of a stream that shows it."""


@dataclass(frozen=True)
class Face:
    """One side of a copy: a blank and its filling, how far down that is seen and where the side lies on its page, in
    millimetres."""

    blank: int
    filling: Filling
    seen: float | None = None
    left: float = 0


@dataclass(frozen=True)
class Leaf:
    """A page of paper: the faces that lie on it, its width in millimetres (None: as wide as the blank)."""

    faces: tuple[Face, ...]
    width: float | None = None
    drawing: str = ""


def stamped(render: Render, leaves: Sequence[Leaf], *, blanks: int) -> bytes:
    """The PDF of these pages, on blanks that `render` lays out."""
    try:
        return with_glyphs(render, leaves, blanks=blanks)
    except Exception:  # whatever another version does: the other way is slower, and never fails
        log.warning("The texts of the forms are laid out one by one.", exc_info=True)
    try:
        return laid_out(render, leaves, blanks=blanks)
    except glyphs.Unknown:
        return laid_out(render, leaves, blanks=blanks, at_once=sum(len(leaf.faces) for leaf in leaves))


def with_glyphs(render: Render, leaves: Sequence[Leaf], *, blanks: int) -> bytes:
    """The fast way: the texts are written sign by sign. Raises glyphs.Unknown where that cannot be done."""
    glyphs.check_version()
    alphabet = glyphs.alphabet(filling.texts for filling in _fillings(leaves))

    def shower(document: "Document", pdf: pydyf.PDF, _pages: Sequence[Any], height: float) -> Show:
        write = glyphs.writer(document, height)
        return lambda filling: _added(pdf, f"{filling.drawing} {write(filling.texts)}")

    return _pdf(render([alphabet]), leaves, blanks, shower)


def laid_out(render: Render, leaves: Sequence[Leaf], *, blanks: int, at_once: int = AT_ONCE) -> bytes:
    """The sure way: the texts of a copy are a page of a document, with no more than `at_once` of them in each.

    Raises glyphs.Unknown where one document cannot show what another one laid out.
    """
    fillings = _fillings(leaves)
    parts = [fillings[start : start + at_once] for start in range(0, len(fillings), at_once)]
    # The same page in each: where all write it alike, their fonts have the same names and numbers.
    alphabet = glyphs.alphabet(filling.texts for filling in fillings)
    written: dict[Filling, bytes] = {}
    samples = set()
    for part in parts[:-1]:
        sample, *contents = _contents(render([alphabet, *(filling.texts for filling in part)], blanks=False))
        samples.add(sample)
        written |= zip(part, contents, strict=True)

    def shower(_document: "Document", pdf: pydyf.PDF, pages: Sequence[Any], _height: float) -> Show:
        sample, *contents = (_taken(pdf, page) for page in pages)
        if samples - {sample}:
            raise glyphs.Unknown("documents differ in fonts")
        own = written | dict(zip(parts[-1], contents, strict=True))
        # The texts come last: they leave their coordinates turned upside down.
        return lambda filling: _added(pdf, filling.drawing, own[filling])

    return _pdf(render([alphabet, *(filling.texts for filling in parts[-1])]), leaves, blanks, shower)


def _contents(html: str) -> list[bytes]:
    """What each page of a document is drawn with."""
    contents: list[bytes] = []

    def read(_document: "Document", pdf: pydyf.PDF) -> None:
        contents.extend(_taken(pdf, page) for page in _pages(pdf))

    _written(html, read)
    # What was laid out refers to itself in circles, and the next part would come on top of it.
    gc.collect()
    return contents


def _taken(pdf: pydyf.PDF, page: pydyf.Dictionary) -> bytes:
    """What a page is drawn with, taken off it: the page itself will not be shown."""
    stream = _referred(pdf, page["Contents"]).stream
    written: bytes = pydyf.Stream(stream).data
    stream.clear()
    return written.partition(b"stream\n")[2].removesuffix(b"\nendstream")


def _fillings(leaves: Sequence[Leaf]) -> list[Filling]:
    """Each once, however many faces show it."""
    return list(dict.fromkeys(face.filling for leaf in leaves for face in leaf.faces))


def _pdf(html: str, leaves: Sequence[Leaf], blanks: int, shower: Callable[..., Show]) -> bytes:
    return _written(html, partial(_stamp, leaves=leaves, blanks=blanks, shower=shower))


def _written(html: str, finisher: Callable[["Document", pydyf.PDF], None]) -> bytes:
    # Half a second and a native library: only whoever prints pays for it.
    from weasyprint import HTML  # noqa: PLC0415

    pdf: bytes = HTML(string=html).write_pdf(finisher=finisher)
    return pdf


def _stamp(
    document: "Document",
    pdf: pydyf.PDF,
    *,
    leaves: Sequence[Leaf],
    blanks: int,
    shower: Callable[..., Show],
) -> None:
    pages = _pages(pdf)
    height = pages[0]["MediaBox"][3]
    streams = _Streams(pdf, [_form(pdf, page) for page in pages[:blanks]], height)
    show = shower(document, pdf, pages[blanks:], height)
    # The pages of the blanks and of the texts are none of the document's.
    pdf.pages["Kids"].clear()
    pdf.pages["Count"] = 0
    for leaf in leaves:
        page = pydyf.Dictionary(pages[0] | {"Contents": streams.of(leaf, show)})
        if leaf.width is not None:
            box = pydyf.Array([0, 0, leaf.width * POINTS_PER_MM, height])
            page |= {"MediaBox": box, "TrimBox": box, "BleedBox": box}
        pdf.add_page(pydyf.Dictionary(page))


class _Streams:
    """What pages are drawn with, each written once however many pages show it."""

    def __init__(self, pdf: pydyf.PDF, forms: Sequence[str], height: float) -> None:
        self._pdf, self._forms, self._height = pdf, forms, height
        self._kept: dict[str | Filling, bytes] = {}

    def of(self, leaf: Leaf, show: Show) -> pydyf.Array:
        contents = []
        for face in leaf.faces:
            if face.filling not in self._kept:
                self._kept[face.filling] = show(face.filling)
            contents += [self._once(self._start(face)), self._kept[face.filling], self._once("Q")]
        if leaf.drawing:
            contents.append(self._once(leaf.drawing))
        return pydyf.Array(contents)

    def _start(self, face: Face) -> str:
        """Draws the blank where it lies, and lets what follows be seen no further down than it is to be."""
        placed = f"1 0 0 1 {face.left * POINTS_PER_MM:.3f} 0 cm " if face.left else ""
        seen = ""
        if face.seen is not None:
            deep = face.seen * POINTS_PER_MM
            seen = f" 0 {self._height - deep:.3f} 999 {deep:.3f} re W n"
        return f"q {placed}/{self._forms[face.blank]} Do{seen}"

    def _once(self, operators: str) -> bytes:
        if operators not in self._kept:
            self._kept[operators] = _added(self._pdf, operators)
        return self._kept[operators]


def _pages(pdf: pydyf.PDF) -> list[pydyf.Dictionary]:
    numbers = pdf.pages["Kids"][::3]  # a flat list of "number generation R"
    return [pdf.objects[number] for number in numbers]


def _form(pdf: pydyf.PDF, blank: pydyf.Dictionary) -> str:
    """Turn the content of the page into a form; the name by which every page can draw it."""
    resources = _referred(pdf, blank["Resources"])
    # A copy: a form must not be listed among its own resources.
    own = pydyf.Dictionary(resources | {"XObject": pydyf.Dictionary(resources["XObject"])})
    pdf.add_object(own)
    form = _referred(pdf, blank["Contents"])
    form.extra |= {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": blank["MediaBox"],
        "Resources": own.reference,
    }
    name = f"form{form.number}"
    resources["XObject"][name] = form.reference
    return name


def _added(pdf: pydyf.PDF, *operators: str | bytes) -> bytes:
    stream = pydyf.Stream([*operators], compress=True)
    pdf.add_object(stream)
    return stream.reference


def _referred(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
