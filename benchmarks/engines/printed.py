"""One way of printing score sheets, in a process of its own: `python -m benchmarks.engines.printed WAY SHEETS`.

Writes seconds of the processor, peak memory in MB, bytes and the seconds of the first print: a process loads with it
what it needs, and it is not counted, as in a server that is warm.
"""

import os
import resource
import secrets
import sys
from collections.abc import Callable, Sequence
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from django.utils.translation import override  # noqa: E402

from tournament.printing import score_sheet, stamp  # noqa: E402
from tournament.printing.sheet_facts import SheetFacts, SheetSide  # noqa: E402
from tournament.printing.stamp import Leaf, Render  # noqa: E402


def facts(number: int) -> list[SheetFacts]:
    return [
        SheetFacts(
            "Vilaplana 2026",
            3,
            table,
            SheetSide(2 * table - 1, f"Els de Cal Menut {table}"),
            SheetSide(2 * table, f"Les Manilles de l'Alta Ribagorça {table}"),
            f"http://192.168.1.20:8000/f/{secrets.token_urlsafe(16)}/",
        )
        for table in range(1, number + 1)
    ]


def stamped_by(way: Callable[..., bytes]) -> Callable[[Sequence[SheetFacts]], bytes]:
    def make(sheets: Sequence[SheetFacts]) -> bytes:
        score_sheet.stamped = way  # type: ignore[attr-defined]
        return score_sheet.score_sheets(sheets)

    return make


def in_flow(render: Render, leaves: Sequence[Leaf], *, blanks: int) -> bytes:
    """Every sheet laid out in full: the same templates, blank and texts over it, once a sheet. Codes are left out."""
    from weasyprint import HTML

    texts = [leaf.faces[0].filling.texts for leaf in leaves[::blanks]]
    pages, head = [], ""
    for own in texts:
        html = render([own])
        head, _, body = html.partition("<body>")
        pages.append(body.partition("</body>")[0])
    pdf: bytes = HTML(string=f"{head}<body>{''.join(pages)}</body></html>").write_pdf()
    return pdf


def by_reportlab(sheets: Sequence[SheetFacts]) -> bytes:
    from benchmarks.engines.drawn_sheets import reportlab_sheets

    return reportlab_sheets(sheets)


def by_typst(sheets: Sequence[SheetFacts]) -> bytes:
    from benchmarks.engines.drawn_sheets import typst_sheets

    return typst_sheets(sheets)


WAYS: dict[str, Callable[[Sequence[SheetFacts]], bytes]] = {
    "C": stamped_by(stamp.with_glyphs),
    "B": stamped_by(stamp.laid_out),
    "in-flow": stamped_by(in_flow),
    "reportlab": by_reportlab,
    "typst": by_typst,
}

if __name__ == "__main__":
    make, sheets = WAYS[sys.argv[1]], facts(int(sys.argv[2]))
    with override("ca"):
        began = process_time()
        make(sheets[:1])
        first = process_time() - began
        began = process_time()
        made = make(sheets)
        seconds = process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(seconds, peak, len(made), first)
