"""A document as PDF: laid out from a template with the package's own font, tagged, with its title and language.

Every document extends `templates/prints/document.html`, which repeats its head and counts its pages.
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from pathlib import Path
from threading import Lock
from typing import Any, ParamSpec

from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournament.printing.fitting import FACES, FONT_FILES

PAPERS = ("A3", "A4", "A5", "A4 landscape", "A3 landscape")

Given = ParamSpec("Given")


def document(template: str, context: dict[str, Any], *, paper: str = "A4") -> bytes:
    """The PDF of `templates/prints/<template>.html` on one of PAPERS, with a tag tree. Texts come in the language that
    is active."""
    # Half a second and a native library: only whoever prints pays for it.
    from weasyprint import HTML  # noqa: PLC0415

    pdf: bytes = HTML(string=_html(template, context, paper)).write_pdf(pdf_tags=True)
    return pdf


def one_page(template: str, context: dict[str, Any], *, sizes: Sequence[float], paper: str = "A4") -> bytes:
    """The same on one page: in the first of these sizes that fits, which the template finds as `size`, in points.

    Raises ValueError where none does.
    """
    from weasyprint import HTML  # noqa: PLC0415

    for size in sizes:
        html = _html(template, context | {"size": f"{size:.2f}"}, paper)
        laid_out = HTML(string=html).render(pdf_tags=True)
        if len(laid_out.pages) == 1:
            pdf: bytes = laid_out.write_pdf(pdf_tags=True)
            return pdf
    raise ValueError(f"{template} does not fit on a page")


def _html(template: str, context: dict[str, Any], paper: str) -> str:
    if paper not in PAPERS:
        raise ValueError(paper)
    given = {"paper": paper, "language": get_language(), "faces": faces()}
    return render_to_string(f"prints/{template}.html", context | given)


def one_at_a_time(job: Callable[Given, bytes]) -> Callable[Given, bytes]:
    """A print job of which a process runs one at a time: two of them together take no less, and twice the memory."""
    lock = Lock()

    @wraps(job)
    def waiting(*args: Given.args, **kwargs: Given.kwargs) -> bytes:
        with lock:
            return job(*args, **kwargs)

    return waiting


@cache
def faces() -> list[tuple[int, str]]:
    """Weight and file address of each face of the print font: never the machine's own fonts."""
    return [(weight, Path(str(FONT_FILES / name)).as_uri()) for name, weight in FACES.items()]
