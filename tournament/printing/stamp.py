"""Many copies of one form: the blank is laid out once and stamped under every copy.

Laying out the same tables for every copy is what costs. So the document begins with the blank
pages and goes on with one page a copy that holds only what differs. When it is written, each blank
becomes a form of the PDF (a Form XObject), and each copy gets as many pages as there are blanks:
the form, a drawing, and what differs, or as much of its top as that blank has room for. What comes
out has no tag tree: its pages are gone from it.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pydyf

if TYPE_CHECKING:
    from weasyprint import Document

POINTS_PER_MM = 72 / 25.4


def stamped(html: str, *, shows: Sequence[float], drawings: Sequence[str]) -> bytes:
    """The PDF of `html`: first the blanks, one for each of `shows`, then a page for each of `drawings`.

    `shows`: how many millimetres from its top a copy's page is seen on this blank.
    `drawings`: PDF operators, the same on all pages of a copy; "" draws nothing.
    """
    # Half a second and a native library: only whoever prints pays for it.
    from weasyprint import HTML  # noqa: PLC0415

    pdf: bytes = HTML(string=html).write_pdf(finisher=partial(_stamp, shows=shows, drawings=drawings))
    return pdf


def _stamp(_document: "Document", pdf: pydyf.PDF, *, shows: Sequence[float], drawings: Sequence[str]) -> None:
    numbers = pdf.pages["Kids"][::3]  # a flat list of "number generation R"
    pages = [pdf.objects[number] for number in numbers]
    blanks, copies = pages[: len(shows)], pages[len(shows) :]
    starts = [_start(pdf, blank, height) for blank, height in zip(blanks, shows, strict=True)]
    pdf.pages["Kids"].clear()
    pdf.pages["Count"] = 0
    for copy, drawing in zip(copies, drawings, strict=True):
        drawn = _added(pdf, drawing)
        for start in starts:
            # WeasyPrint's own stream comes last: it leaves its coordinates turned upside down.
            contents = pydyf.Array([drawn, start, copy["Contents"]])
            pdf.add_page(pydyf.Dictionary(copy | {"Contents": contents}))


def _start(pdf: pydyf.PDF, blank: pydyf.Dictionary, shows: float) -> bytes:
    """Draws the blank, and lets what follows be seen no further down than it is to show."""
    _, _, width, height = blank["MediaBox"]
    seen = shows * POINTS_PER_MM
    return _added(pdf, f"q /{_form(pdf, blank)} Do Q 0 {height - seen:.3f} {width:.3f} {seen:.3f} re W n")


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


def _added(pdf: pydyf.PDF, operators: str) -> bytes:
    stream = pydyf.Stream([operators], compress=True)
    pdf.add_object(stream)
    return stream.reference


def _referred(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
