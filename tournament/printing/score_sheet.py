"""The A5 score sheets of E 15: values in, PDF out. Nothing here reads the database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from scoring.bids import Bid
from tournament.printing.overlay import Texts, line
from tournament.printing.pages import faces, one_at_a_time
from tournament.printing.qr import Place, drawn_qr
from tournament.printing.sheet_facts import SheetFacts
from tournament.printing.sheet_plan import (
    HEAD_HEIGHT,
    SHEET_HEIGHT,
    SHEET_WIDTH,
    SheetPlan,
    record_plan,
    sheet_plan,
)
from tournament.printing.sheet_texts import (
    again_marks,
    fault_numbers,
    head,
    head_lines,
    title,
    written_in_front,
    written_overleaf,
)
from tournament.printing.stamp import Face, Filling, Leaf, Render, stamped

QR_PLACE = Place(left=128, top=5.5, side=14)
FRONT, BACK = 0, 1
A4_LANDSCAPE_WIDTH = 297
CUT_MARK = 5  # how long it is, and how far from the edge, which printers leave white


@dataclass(frozen=True)
class Form:
    """What all sheets of a print share.

    `max_hands` rows, 7 mm tall or more; None is a game without a last hand. `bids` are the codes that the championship
    knows (E 15.2.6), for the legend. `two_up` lays two sheets on an A4 in landscape.
    """

    max_hands: int | None = 12
    bids: Sequence[Bid] = tuple(Bid)
    opening_draw_box: bool = True
    back: bool = True
    two_up: bool = False


@one_at_a_time
def score_sheets(sheets: Sequence[SheetFacts], form: Form | None = None) -> bytes:
    """A front and, with `back`, a back of each sheet, in the order given, in the language that is active.

    All sheets are records or none is. Raises ValueError where there is nothing to print.
    """
    form = form or Form()
    if not sheets:
        raise ValueError("no sheets to print")
    plan = _plan(sheets, form)
    shared = _shared(sheets)
    sides = [_sides(facts, plan, form, has_title=not shared) for facts in sheets]
    leaves = _two_up(sides) if form.two_up else [Leaf((face,)) for side in sides for face in side]
    return stamped(_render(sheets[0], plan, form, shared), leaves, blanks=2 if form.back else 1)


def _plan(sheets: Sequence[SheetFacts], form: Form) -> SheetPlan:
    if sheets[0].record is None:
        return sheet_plan(form.max_hands, back=form.back)
    return record_plan(form.max_hands, max(len(each.record.rows) for each in sheets if each.record))


def _shared(sheets: Sequence[SheetFacts]) -> Texts:
    """Championship and round, where all sheets have the same, belong to the blanks: they are written once."""
    titles = {title(facts) for facts in sheets}
    return titles.pop() if len(titles) == 1 else ()


def _render(first: SheetFacts, plan: SheetPlan, form: Form, shared: Texts) -> Render:
    """The blanks of these sheets, and the pages of their texts."""

    def render(overlays: Sequence[Texts], *, blanks: bool = True) -> str:
        context: dict[str, Any] = {
            "language": get_language(),
            "faces": faces(),
            "plan": plan,
            "mm": plan.mm,
            "form": form,
            "bids": [bid for bid in form.bids if bid],
            "first": first,
            "shared": shared,
            "blanks": blanks,
            "overlays": overlays,
        }
        return render_to_string("prints/score_sheet.html", context)

    return render


def _sides(facts: SheetFacts, plan: SheetPlan, form: Form, *, has_title: bool) -> tuple[Face, ...]:
    """The front, and the back where there is one. Of what is on the front an empty back shows the head alone."""
    own, record = (title(facts) if has_title else ()) + head(facts), facts.record
    drawing = f"{drawn_qr(facts.url, QR_PLACE, page_height=SHEET_HEIGHT)} {head_lines(facts)}".strip()
    texts, marks = own + fault_numbers(facts, plan), drawing
    if record is not None:
        texts += written_in_front(record, plan)
        marks = f"{drawing} {again_marks(record, plan)}".strip()
    front = Filling(texts, marks)
    if not form.back:
        return (Face(FRONT, front),)
    if record is not None and (overleaf := written_overleaf(record, plan)):
        return Face(FRONT, front), Face(BACK, Filling(own + overleaf, drawing))
    return Face(FRONT, front), Face(BACK, front, seen=HEAD_HEIGHT)


def _two_up(sides: Sequence[tuple[Face, ...]]) -> list[Leaf]:
    """Two sheets on an A4: cut in the middle, the left pile laid on the right one is in order.

    The backs change sides, for the paper is turned over its short edge.
    """
    half = (len(sides) + 1) // 2
    leaves = []
    for n in range(half):
        pair = [sides[n], *sides[n + half : n + half + 1]]
        for side in range(len(pair[0])):
            places = (0, 1) if side == FRONT else (1, 0)
            leaves.append(_leaf([(faces_[side], place) for faces_, place in zip(pair, places, strict=False)]))
    return leaves


def _leaf(placed: Sequence[tuple[Face, int]]) -> Leaf:
    """Each sheet in the middle of its half of the paper, which is half a millimetre wider."""
    half = A4_LANDSCAPE_WIDTH / 2
    margin = (half - SHEET_WIDTH) / 2
    lying = tuple(replace(face, left=half * place + margin) for face, place in placed)
    ends = [(CUT_MARK, 2 * CUT_MARK), (SHEET_HEIGHT - 2 * CUT_MARK, SHEET_HEIGHT - CUT_MARK)]
    marks = " ".join(line(half, top, half, bottom, page_height=SHEET_HEIGHT) for top, bottom in ends)
    return Leaf(lying, width=A4_LANDSCAPE_WIDTH, drawing=marks)
