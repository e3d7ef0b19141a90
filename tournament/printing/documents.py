"""Which document needs what: values in, PDF out. Nothing here reads the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.template.loader import render_to_string
from django.utils.translation import get_language

from scoring.bids import Bid
from tournament.printing.fitting import Fit, fit
from tournament.printing.pages import faces
from tournament.printing.qr import Place, drawn_qr
from tournament.printing.stamp import stamped

# Millimetres down the sheet, as in its style sheet. The two upper thirds leave 84 for the hands
# (E 15.2): 12 rows of 7.
SHEET_HEIGHT = 210
HEAD_HEIGHT = 31  # down to the names, which both sides bear
QR_PLACE = Place(left=128, top=5.5, side=14)
PAIRS_TOP = 21.5
HANDS_TOP = 39.5
HANDS_HEIGHT = 84
LEAST_ROW = 7
HEADS = 4
SIGNATURES = 9.5
TIMES = 7
WRITING_LINE = 8
MOST_ROWS_IN_FRONT = 16
MOST_ROWS_OVERLEAF = 8
ROWS_OVERLEAF_WITHOUT_END = 6
NAME_WIDTH = 53
CHAMPIONSHIP_WIDTH = 42


@dataclass(frozen=True)
class SheetSide:
    """A pair on its side of the sheet: registration number and war name (E 15.2.2)."""

    number: int
    war_name: str


@dataclass(frozen=True)
class SheetFacts:
    """What differs from one sheet to the next. `url` is the full address in the QR code; "" prints none."""

    championship: str
    round_number: int
    table: int
    a: SheetSide
    b: SheetSide
    url: str


@dataclass(frozen=True)
class SheetPlan:
    """The hands that have a row in front and overleaf, and how tall the rows in front are."""

    front: range
    overleaf: range

    @property
    def is_tall(self) -> bool:
        """The hands reach into the lower third, which then makes do with less."""
        return len(self.front) * LEAST_ROW > HANDS_HEIGHT

    @property
    def mm(self) -> dict[str, str]:
        """Lengths for the style sheet. As text: a template would write a comma in some languages."""
        row = max(LEAST_ROW, HANDS_HEIGHT / len(self.front))
        rows = row * len(self.front)
        times = HANDS_TOP + rows + SIGNATURES
        lengths = {
            "row": row,
            "rows": rows,
            "front": times - PAIRS_TOP,
            "times": times,
            "lower": times + TIMES,
            "overleaf": self._overleaf_mm,
        }
        return {name: f"{length:.3f}" for name, length in lengths.items()}

    @property
    def agreement_lines(self) -> range:
        return range(2 if self.overleaf else 4)

    @property
    def remark_lines(self) -> range:
        """Ten, less what the rows overleaf take beyond the two lines of agreements given up for them."""
        taken = self._overleaf_mm - 2 * WRITING_LINE
        return range(10 - max(0, ceil(taken / WRITING_LINE)))

    @property
    def _overleaf_mm(self) -> int:
        return HEADS + len(self.overleaf) * LEAST_ROW if self.overleaf else 0


def score_sheets(
    sheets: Sequence[SheetFacts],
    *,
    max_hands: int | None = 12,
    opening_draw_box: bool = True,
    back: bool = True,
    bids: Sequence[Bid] = tuple(Bid),
) -> bytes:
    """The A5 score sheets of E 15, each a front and (with `back`) a back, in the order given.

    `max_hands` rows, 7 mm tall or more; None is a game without a last hand: 16 rows in front and 6
    overleaf. What does not fit in front goes overleaf; after 24 hands a second sheet is needed.
    `bids` are the codes the championship knows (E 15.2.6), for the legend. Texts come in the
    language that is active. Raises ValueError where there is nothing to print.
    """
    if not sheets:
        raise ValueError("no sheets to print")
    plan = sheet_plan(max_hands, back=back)
    context = {
        "language": get_language(),
        "faces": faces(),
        "plan": plan,
        "mm": plan.mm,
        "has_draw_box": opening_draw_box,
        "has_back": back,
        "bids": [bid for bid in bids if bid],
        "sheets": [_shown(sheet) for sheet in sheets],
    }
    codes = [drawn_qr(sheet.url, QR_PLACE, page_height=SHEET_HEIGHT) for sheet in sheets]
    shows = (SHEET_HEIGHT, HEAD_HEIGHT) if back else (SHEET_HEIGHT,)
    return stamped(render_to_string("prints/score_sheet.html", context), shows=shows, drawings=codes)


def sheet_plan(max_hands: int | None, *, back: bool) -> SheetPlan:
    """Rows for `max_hands` hands; raises ValueError if there is to be none."""
    hands = MOST_ROWS_IN_FRONT + ROWS_OVERLEAF_WITHOUT_END if max_hands is None else max_hands
    if hands < 1:
        raise ValueError("a sheet has at least one hand")
    front = min(hands, MOST_ROWS_IN_FRONT)
    overleaf = min(hands - front, MOST_ROWS_OVERLEAF) if back else 0
    return SheetPlan(range(1, front + 1), range(front + 1, front + overleaf + 1))


@dataclass(frozen=True)
class _ShownSide:
    number: str
    name: Fit


@dataclass(frozen=True)
class _ShownSheet:
    """Numbers as text: a template would group the digits of 1000 in some languages."""

    championship: Fit
    round_number: str
    table: str
    a: _ShownSide
    b: _ShownSide


def _shown(sheet: SheetFacts) -> _ShownSheet:
    return _ShownSheet(
        championship=fit(sheet.championship, CHAMPIONSHIP_WIDTH),
        round_number=str(sheet.round_number),
        table=str(sheet.table),
        a=_shown_side(sheet.a),
        b=_shown_side(sheet.b),
    )


def _shown_side(side: SheetSide) -> _ShownSide:
    return _ShownSide(str(side.number), fit(side.war_name, NAME_WIDTH))
