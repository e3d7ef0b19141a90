"""A sheet while it is typed from paper: running totals, what does not fit under its row, and how it ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from scoring.checker import Finding, WrittenLine, check_line, check_sheet
from scoring.errors import RuleError
from scoring.results import Result, final_result
from scoring.sheets import Hand, HandKind, Line, Sheet, Side, Stopped
from tournament.core.typed_rows import written_row
from tournament.forms.typed_sheet import MOST_ROWS, NO_ROW, TypedLine
from tournament.models import PlayedHand
from tournament.queries.games import GameView, core_hand
from tournament.services.hands import HandEntry, hand_of
from tournament.services.sheets import NOT_THERE
from tournament.texts import sentence
from tournament.texts_check import cause_texts, finding_text, over_text
from tournament.texts_record import SANCTION_MARK
from tournament.views.hand_texts import stored_text, typed_row
from tournament.views.sheet_parts import ROWS_WITHOUT_LIMIT, UNCOUNTED_MARK

NOT_ADDED_UP = "final_differs"
"""What the checker says of the whole sheet; of a row by itself it is asked row by row, and the end is the fold's."""


@dataclass(frozen=True)
class ShownRow:
    """One field of the column. `kept` is the row that is there already, as one would type it; `beside` says it in
    words where the paper has something else. `mark` is the number of the hand, or ↻;
    `label` names the row in a sentence."""

    place: int
    text: str = ""
    kept: str = ""
    mark: str = ""
    totals: tuple[str, str] = ("", "")
    said: tuple[str, ...] = ()
    beside: str = ""
    is_same: bool = False
    is_struck: bool = False
    label: str = ""


@dataclass(frozen=True)
class _Read:
    """A row read: its hand, or why it can be none; neither for a row that is not there."""

    hand: Hand | None = None
    said: tuple[str, ...] = ()


def shown_sheet(
    view: GameView,
    lines: Sequence[TypedLine],
    *,
    draw: str,
    totals: tuple[int, int] | None,
    by_time: bool,
) -> dict[str, Any]:
    """What the template gets to show of the rows, and `would_count`: the result that they make."""
    reads = [_read(line, stored, view) for line, stored in zip_longest(lines, view.hands)]
    side = Side(draw or view.game.opening_draw) if draw or view.game.opening_draw else None
    hands = tuple(read.hand for read in reads if read.hand is not None)
    stopped = view.sheet.stopped or (Stopped.TIME if by_time else None)
    sheet = replace(view.sheet, hands=hands, opening_draw=side, stopped=stopped)
    is_readable = not any(read.said for read in reads) and bool(hands)
    outcome = _outcome(view, sheet)
    rows = tuple(_rows(view, lines, reads, sheet))
    return {
        "rows": rows,
        "focus": _focus(rows),
        "most_rows": MOST_ROWS,
        "ending": over_text(sheet) if is_readable else "",
        "sheet_totals": sheet.totals if is_readable else None,
        "findings": tuple(_of_the_whole(sheet, totals, outcome)) if is_readable else (),
        "would_count": outcome.points if is_readable and isinstance(outcome, Result) else None,
    }


def row_labels(view: GameView, lines: Sequence[TypedLine]) -> tuple[str, ...]:
    """What a sentence calls each row of the column."""
    shown = shown_sheet(view, lines, draw="", totals=None, by_time=False)
    return tuple(row.label for row in shown["rows"])


def _outcome(view: GameView, sheet: Sheet) -> Result | RuleError:
    """The result that saving would give, or why there is none."""
    left = Side(view.game.left) if view.game.left else None
    try:
        return final_result(sheet, view.regulation, opening_draw=sheet.opening_draw, left=left)
    except RuleError as refusal:
        return refusal


def _read(line: TypedLine | None, stored: PlayedHand | None, view: GameView) -> _Read:
    if line is not None and line.unreadable:
        return _Read(said=(line.unreadable,))
    entry = line.entry if line is not None else None
    if entry is None:
        return _Read(core_hand(stored) if stored is not None else None)
    if entry == NOT_THERE:
        return _Read()
    said = _fault(entry, view)
    return _Read(said=said) if said else _Read(hand_of(entry, view.regulation))


def _fault(entry: HandEntry, view: GameView) -> tuple[str, ...]:
    """What does not fit in a row by itself, and what was most probably meant."""
    if entry.points is not None and entry.side:
        points = (entry.points, 0) if entry.side == Side.A else (0, entry.points)
        finding = check_line(entry.bid, points, view.regulation)
        return (finding_text(finding), *cause_texts(finding.causes)[:1]) if finding else ()
    try:
        hand_of(entry, view.regulation)
    except RuleError as refusal:
        return (sentence(refusal),)
    return ()


def _of_the_whole(sheet: Sheet, totals: tuple[int, int] | None, outcome: Result | RuleError) -> Iterator[str]:
    """What stands after the end; the foot of the paper, as the checker finds it; why a game that is over has no result.

    The checker knows no end but those of the regulation: it gets the rows down to the end.
    """
    if sheet.ending is not None and sheet.late_numbers:
        facts = {"hand": sheet.ending.hand_number, "late": sheet.late_numbers}
        yield finding_text(Finding("after_end", sheet.ending.hand_number, sheet.ending.article, facts))
    lines = [_written(line.hand) for line in sheet.lines if not line.is_late]
    for found in check_sheet(lines, totals, sheet.regulation, opening_draw=sheet.opening_draw):
        if found.code == NOT_ADDED_UP:
            yield from (finding_text(found), *cause_texts(found.causes)[:1])
    if sheet.is_over and isinstance(outcome, RuleError):
        yield sentence(outcome)


def _written(hand: Hand) -> WrittenLine:
    if hand.kind is HandKind.PASS:
        return WrittenLine("P", hand.points)
    return WrittenLine(hand.bid.value if hand.kind.counts else UNCOUNTED_MARK, hand.points)


def _rows(
    view: GameView, lines: Sequence[TypedLine], reads: Sequence[_Read], sheet: Sheet
) -> Iterator[ShownRow]:
    """As many rows as the paper has, and one more than are used. Below a row that cannot be, nobody knows totals."""
    is_known, number, unnumbered, folded = True, 0, 0, iter(sheet.lines)
    for place in range(1, _length(view, len(reads)) + 1):
        read = reads[place - 1] if place <= len(reads) else None
        line = next(folded) if read is not None and read.hand is not None else None
        is_known = is_known and not (read and read.said)
        text = lines[place - 1].text if place <= len(lines) else ""
        is_struck = line is not None and line.is_late
        has_number = line.counted if line is not None else text != NO_ROW
        number += has_number
        unnumbered = 0 if has_number else unnumbered + 1
        yield ShownRow(
            place,
            text=text,
            kept=_kept(view, place),
            mark=str(number) if has_number else _mark(line),
            totals=_totals(line.totals) if line is not None and is_known and not is_struck else ("", ""),
            said=read.said if read else (),
            is_struck=is_struck,
            label=_label(number, unnumbered),
            **_compared(view, place, lines),
        )


def _focus(rows: Sequence[ShownRow]) -> int:
    """Where one goes on: at the first row that cannot be, else below the last one typed."""
    wrong = next((row.place for row in rows if row.said), 0)
    return wrong or min(max((row.place for row in rows if row.text), default=0) + 1, len(rows))


def _length(view: GameView, used: int) -> int:
    return min(max(view.regulation.max_hands or ROWS_WITHOUT_LIMIT, used + 1), MOST_ROWS)


def _mark(line: Line | None) -> str:
    """In the place of a number: ↻ for a hand that was dealt again, nothing for a row that is not there or is struck."""
    return UNCOUNTED_MARK if line is not None and not line.hand.kind.counts else ""


def _label(number: int, unnumbered: int) -> str:
    """A row by what stands beside it: the number of its hand, or how far below a hand it stands."""
    facts = {"number": number, "rows": unnumbered}
    if not unnumbered:
        return str(number)
    if unnumbered == 1:
        return _("the row after hand %(number)s") % facts if number else _("the first row")
    return (
        _("row %(rows)s after hand %(number)s") % facts if number else _("row %(rows)s from the top") % facts
    )


def _totals(totals: tuple[int, int]) -> tuple[str, str]:
    return str(totals[0]), str(totals[1])


def _kept(view: GameView, place: int) -> str:
    """The row that is there, as one would type it."""
    if place > len(view.hands):
        return ""
    stored = view.hands[place - 1]
    mark = f"{SANCTION_MARK} " if stored.kind == HandKind.SANCTION else ""
    return mark + written_row(typed_row(stored))


def _compared(view: GameView, place: int, lines: Sequence[TypedLine]) -> dict[str, Any]:
    """What is there beside what the paper says, where they differ."""
    typed = lines[place - 1] if place <= len(lines) else None
    if place > len(view.hands) or typed is None or not typed.text or typed.unreadable:
        return {}
    stored = view.hands[place - 1]
    is_same = _is_same(typed.entry, stored, view)
    return {"is_same": is_same, "beside": "" if is_same else stored_text(stored, view)}


def _is_same(entry: HandEntry | None, stored: PlayedHand, view: GameView) -> bool:
    if entry is None or entry == NOT_THERE:
        return False
    try:
        hand = hand_of(entry, view.regulation)
    except RuleError:
        return False
    there = core_hand(stored)
    return (hand.kind, hand.bid, hand.points) == (there.kind, there.bid, there.points)
