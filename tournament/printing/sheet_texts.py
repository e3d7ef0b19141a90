"""What is written on the form of a score sheet, and where (E 15)."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.printing.fitting import BOLD, SEMIBOLD, fit, text_width, wrapped
from tournament.printing.overlay import Texts, centred, drawn_again, ended, fitted, line, sunk, text
from tournament.printing.sheet_facts import Record, SheetFacts, SheetSide
from tournament.printing.sheet_plan import (
    COLUMNS,
    MARGIN,
    PAIRS_HEIGHT,
    PAIRS_TOP,
    SHEET_HEIGHT,
    SHEET_WIDTH,
    WRITING_LINE,
    SheetPlan,
)

HEAD_BASELINE = 15.5
CHAMPIONSHIP_WIDTH = 42
TABLE_RIGHT = 124
HALVES = (6, 74)  # where each pair's half begins
NAME_LEFT = 13  # in its half
NAME_WIDTH = 53
LEADING = 3.4
BLANK_WIDTH = 12
WRITTEN = 136
BOXES = {"yes": 115, "no": 131}
DRAW_BOXES = {"a": 34, "b": 88}
DRAW_MIDDLE = 33
FAULTS_LEFT = 38  # the middle of the first box
FAULT_WIDTH = 16
FAULT_LABEL_WIDTH = 22
CROSS = "×"
RESULT_SIZE = 8.5
RESULT_LEADING = 3.9
MOST_RESULT_LINES = 5
SMALL = 7.5


def title(facts: SheetFacts) -> Texts:
    """Championship and round (E 15.2.1)."""
    name = fitted(fit(facts.championship, CHAMPIONSHIP_WIDTH), MARGIN, HEAD_BASELINE - 1.2, 4)
    return (*name, *_round(facts.round_number))


def head(facts: SheetFacts) -> Texts:
    """Table and pairs, which both sides of the sheet bear like its title (E 15.2.2)."""
    sides = (_side(side, left) for side, left in zip((facts.a, facts.b), HALVES, strict=True))
    return (*_table(facts.table), *(each for side in sides for each in side))


def head_lines(facts: SheetFacts) -> str:
    """The lines to write on where round, table, number and name are left open."""
    lines = []
    if facts.round_number is None:
        lines.append((SHEET_WIDTH / 2 + 4, HEAD_BASELINE, BLANK_WIDTH))
    if facts.table is None:
        lines.append((TABLE_RIGHT - BLANK_WIDTH, HEAD_BASELINE, BLANK_WIDTH))
    low = PAIRS_TOP + PAIRS_HEIGHT - 1.5
    for side, left in zip((facts.a, facts.b), HALVES, strict=True):
        if side is None:
            lines += [(left + 1.2, low, NAME_LEFT - 3), (left + NAME_LEFT, low, NAME_WIDTH)]
    return " ".join(
        line(left, low, left + width, low, page_height=SHEET_HEIGHT) for left, low, width in lines
    )


def _round(number: int | None) -> Texts:
    word, middle = _("Round").upper(), SHEET_WIDTH / 2
    if number is None:
        return (ended(word, middle + 2, HEAD_BASELINE, 13),)
    first, second = text_width(word + " ", 13, 400), text_width(str(number), 24, BOLD)
    left = middle - (first + second) / 2
    return (text(word, left, HEAD_BASELINE, 13), text(str(number), left + first, HEAD_BASELINE, 24, BOLD))


def _table(number: int | None) -> Texts:
    word = _("Table")
    if number is None:
        return (ended(word, TABLE_RIGHT - BLANK_WIDTH - 2, HEAD_BASELINE, 10),)
    left = TABLE_RIGHT - text_width(str(number), 18, BOLD)
    return (ended(f"{word} ", left, HEAD_BASELINE, 10), text(str(number), left, HEAD_BASELINE, 18, BOLD))


def _side(side: SheetSide | None, left: float) -> Texts:
    middle = PAIRS_TOP + PAIRS_HEIGHT / 2
    if side is None:
        return (text(_("pair"), left + 1.2, PAIRS_TOP + 3, 6.5),)
    number = centred(str(side.number), left + 6, sunk(middle, 14), 14, BOLD)
    return (number, *fitted(fit(side.war_name, NAME_WIDTH), left + NAME_LEFT, middle, LEADING))


def fault_numbers(facts: SheetFacts, plan: SheetPlan) -> Texts:
    """Whose infractions each row of the grid holds (E 15.3.3)."""
    texts: Texts = ()
    for side, middle in zip((facts.a, facts.b), _fault_middles(plan), strict=True):
        whose = fit(f"{_('pair')} {side.number if side else '____'}", FAULT_LABEL_WIDTH)
        texts += fitted(whose, MARGIN + 1.2, middle, LEADING)
    return texts


def _fault_middles(plan: SheetPlan) -> tuple[float, float]:
    return (plan.lower + 25.5, plan.lower + 32.5) if plan.is_tall else (plan.lower + 40, plan.lower + 55)


def written_in_front(record: Record, plan: SheetPlan) -> Texts:
    """What was written on the front of a sheet."""
    texts = _rows(record, plan) + _ticks(record, plan) + _faults(record, plan) + _times(record, plan)
    for words, left in zip(record.signed, HALVES, strict=True):
        for n, each in enumerate(wrapped(words, 65, SMALL)[:2]):
            texts += (text(each, left + 1.2, plan.signatures + 6 + 3 * n, SMALL),)
    lines = [each for result in record.results for each in wrapped(result, WRITTEN - 4, RESULT_SIZE)]
    top = plan.lower + 45
    for n, each in enumerate(cut(lines, MOST_RESULT_LINES)):
        texts += (text(each, MARGIN + 2, top + RESULT_LEADING * n, RESULT_SIZE, BOLD if n == 0 else 400),)
    return texts


def again_marks(record: Record, plan: SheetPlan) -> str:
    """↻ beside every hand that was dealt anew."""
    marked = (n for n, row in enumerate(record.rows) if row.again)
    return " ".join(drawn_again(COLUMNS[0] + 4, plan.middle_of(n), page_height=SHEET_HEIGHT) for n in marked)


def _rows(record: Record, plan: SheetPlan) -> Texts:
    size = min(11, plan.row * 2.2)
    texts: Texts = ()
    for n, row in enumerate(record.rows):
        cells = (row.points[0], row.totals[0], row.points[1], row.totals[1], row.code)
        baseline = sunk(plan.middle_of(n), size)
        texts += tuple(
            centred(str(cell), middle, baseline, size)
            for cell, middle in zip(cells, COLUMNS[1:], strict=True)
        )
    return texts


def _ticks(record: Record, plan: SheetPlan) -> Texts:
    dealing = plan.lower + (4 if plan.is_tall else 7)
    gathering = plan.lower + (15 if plan.is_tall else 23.5)
    ticked: list[tuple[int | None, float]] = [(DRAW_BOXES.get(record.draw), DRAW_MIDDLE)]
    ticked += [(BOXES.get(box), at) for box, at in zip(record.boxes, (dealing, gathering), strict=True)]
    # A cross reaches from the baseline to two thirds of the height of a capital.
    return tuple(
        centred(CROSS, middle, at + 1.95, 17, SEMIBOLD) for middle, at in ticked if middle is not None
    )


def _faults(record: Record, plan: SheetPlan) -> Texts:
    """A cross in each box from the left; where there are more than boxes, how many."""
    texts: Texts = ()
    for counts, middle in zip(record.faults, _fault_middles(plan), strict=True):
        for first, boxes, count in zip((0, 3, 6), (3, 3, 1), counts, strict=True):
            shown = [CROSS] * count if count <= boxes else [str(count)]
            texts += tuple(
                centred(mark, FAULTS_LEFT + FAULT_WIDTH * (first + n), sunk(middle, 12), 12, SEMIBOLD)
                for n, mark in enumerate(shown)
            )
    return texts


def _times(record: Record, plan: SheetPlan) -> Texts:
    names = (pgettext("score sheet", "Start"), pgettext("score sheet", "End"))
    words = [
        f"{name} {hours or '____'} h {minutes or '____'} min"
        for name, (hours, minutes) in zip(names, record.times, strict=True)
    ]
    return (centred((" " * 8).join(words), SHEET_WIDTH / 2, sunk(plan.times + 3, 8.5), 8.5),)


def written_overleaf(record: Record, plan: SheetPlan) -> Texts:
    """The agreements and the remarks, on the ruled lines; closer together where they are many."""
    first = 43.3  # a little above the first ruled line
    agreements = _ruled([record.agreements], first, len(plan.agreement_lines))
    below = first + WRITING_LINE * (len(plan.agreement_lines) - 1) + 14.5
    return agreements + _ruled(record.remarks, below, len(plan.remark_lines))


def _ruled(paragraphs: tuple[str, ...] | list[str], top: float, rules: int) -> Texts:
    for size, leading in ((10.0, WRITING_LINE), (8.0, WRITING_LINE / 2)):
        lines = [each for words in paragraphs for each in wrapped(words, WRITTEN, size)]
        room = round(rules * WRITING_LINE / leading)
        if len(lines) <= room:
            break
    start = top if leading == WRITING_LINE else top - leading
    return tuple(text(each, MARGIN, start + leading * n, size) for n, each in enumerate(cut(lines, room)))


def cut(lines: list[str], room: int) -> list[str]:
    """As many lines as there is room for; the last one says that there is more."""
    return lines if len(lines) <= room else [*lines[: room - 1], f"{lines[room - 1]} …"]
