"""The sheet checker: a sheet as it was written, what does not fit in it, and what it comes to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from scoring.bids import Bid
from scoring.checker import PASS_MARKS, UNCOUNTED_MARKS, Finding, WrittenLine, check_sheet
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.results import Result, final_result
from scoring.sheets import Hand, HandKind, Sheet, Stopped
from tournament import texts_check
from tournament.forms.championships import preset_summaries
from tournament.forms.tools import CELLS, CODE, DRAW, FINALS, MOST_ROWS, Cell, Row, TypedSheet
from tournament.texts import sentence

CODES = (*(bid.value for bid in Bid), PASS_MARKS[0], UNCOUNTED_MARKS[0])
# With these alone the sheet adds up: rows after the end do not count, and the draw is asked for with the result.
HARMLESS = frozenset({"after_end", "draw_missing"})
DRAW_MISSING = "draw_missing"
TOTALS_TURNED = "totals_turned"
FINAL = "final"
POINTS_FINDINGS = frozenset({"points_both", "points_missing", "side_differs"})


@dataclass(frozen=True)
class Said:
    """A finding in words, where it stands, and the cells that it is about."""

    place: str
    hand: int | None
    text: str
    article: str
    causes: Sequence[str]
    cells: frozenset[str]


@dataclass(frozen=True)
class ShownCell:
    """A cell with its label. A wrong one has a `note`: the id of what says why."""

    name: str
    text: str
    label: str
    note: str = ""


@dataclass(frozen=True)
class ShownRow:
    """A row with what was found in it. A late one came after the end (D 12)."""

    number: int
    cells: Sequence[ShownCell]
    code: ShownCell
    codes: Sequence[str]
    said: Sequence[Said]
    is_late: bool


@dataclass(frozen=True)
class Outcome:
    """What the sheet comes to: how the game ended, or not yet; the result that counts, or what it lacks.

    `by_time` is a result that holds if time ended the game.
    """

    heading: str
    totals: tuple[int, int]
    result: Result | None = None
    lacks: str = ""
    by_time: bool = False

    @property
    def winner(self) -> str:
        """The letter of the winning pair; nothing where none wins."""
        if self.result is None or self.result.wins2[0] == self.result.wins2[1]:
            return ""
        return "A" if self.result.wins2[0] > self.result.wins2[1] else "B"


def context(asked: QueryDict, regulation: Regulation) -> dict[str, Any]:
    """What the template gets to show: the sheet as it was sent, and what is wrong with it or what it comes to."""
    sheet = TypedSheet.read(asked)
    problems = list(_problems(sheet))
    findings = () if problems or sheet.is_empty else _findings(sheet, regulation)
    is_sound = not problems and not sheet.is_empty and {each.code for each in findings} <= HARMLESS
    told = [each for each in findings if not (is_sound and each.code == DRAW_MISSING)]
    said = [_said(finding, sheet.written) for finding in told]
    notes = {name: note_of(name) for name, _text in problems}
    notes |= {name: note_of(each.place) for each in said for name in each.cells}
    late = {hand for finding in findings for hand in _late(finding)}
    return {
        "script": "js/check.js",
        "problems": problems,
        "findings": said,
        "outcome": _outcome(sheet, regulation) if is_sound else None,
        "rows": [_shown(row, said, notes=notes, late=late) for row in sheet.rows],
        "blank": _blank(),
        "most_rows": MOST_ROWS,
        "final": [_shown_cell(cell, texts_check.cell_text(cell.name), notes) for cell in sheet.final],
        "of_final": [each for each in said if each.place == FINAL],
        "draw": sheet.draw,
        "draw_is_missing": any(finding.code == DRAW_MISSING for finding in findings),
        "regulations": preset_summaries(),
    }


def _problems(sheet: TypedSheet) -> Iterator[tuple[str, str]]:
    """What cannot be read: the field, and a sentence that names it."""
    for row in sheet.rows:
        for name, cell in zip(CELLS, row.cells, strict=True):
            if cell.is_wrong:
                where = texts_check.cell_text(name, row.number)
                yield cell.name, texts_check.not_a_number_text(where, cell.text)
    for cell in sheet.final:
        if cell.is_wrong:
            yield cell.name, texts_check.not_a_number_text(texts_check.cell_text(cell.name), cell.text)
    if sheet.missing_final:
        name = sheet.missing_final.name
        yield name, texts_check.half_a_final_text(texts_check.cell_text(name))


def _findings(sheet: TypedSheet, regulation: Regulation) -> tuple[Finding, ...]:
    return check_sheet(sheet.written, sheet.final_points, regulation, opening_draw=sheet.opening_draw)


def _said(finding: Finding, lines: Sequence[WrittenLine]) -> Said:
    return Said(
        place=_place(finding),
        hand=finding.hand,
        text=texts_check.finding_text(finding),
        article=finding.article,
        causes=texts_check.cause_texts(finding.causes),
        cells=frozenset(_cells(finding, lines)),
    )


def _place(finding: Finding) -> str:
    """The id of the row that a finding is about, of the final, or of the question."""
    if finding.hand is not None:
        return f"dat-{finding.hand}"
    return DRAW if finding.code == DRAW_MISSING else FINAL


def _cells(finding: Finding, lines: Sequence[WrittenLine]) -> Iterator[str]:
    """The names of the cells that a finding is about."""
    if finding.code == "final_differs":
        yield from FINALS
    if finding.hand is None:
        return
    if finding.code.startswith("bid_"):
        yield f"{CODE}{finding.hand}"
    elif finding.code in POINTS_FINDINGS:
        yield from (f"pa{finding.hand}", f"pb{finding.hand}")
    elif finding.code.startswith("points_"):
        points = lines[finding.hand - 1].points
        yield from (f"p{side}{finding.hand}" for side, number in zip("ab", points, strict=True) if number)
    elif finding.causes and finding.causes[0].code == TOTALS_TURNED:
        yield from (f"ta{finding.hand}", f"tb{finding.hand}")
    elif finding.code == "total_differs":
        yield f"t{finding.facts['side']}{finding.hand}"


def _late(finding: Finding) -> tuple[int, ...]:
    late = finding.facts.get("late", ())
    return late if isinstance(late, tuple) else ()


def note_of(place: str) -> str:
    """The id of what is said about a row or a cell."""
    return f"{place}-diu"


def _shown(row: Row, said: Sequence[Said], *, notes: Mapping[str, str], late: set[int]) -> ShownRow:
    return ShownRow(
        row.number,
        [
            _shown_cell(cell, texts_check.cell_text(name, row.number), notes)
            for name, cell in zip(CELLS, row.cells, strict=True)
        ],
        _shown_cell(row.code, texts_check.cell_text(CODE, row.number), notes),
        CODES if row.code.text in CODES else (row.code.text, *CODES),
        [each for each in said if each.hand == row.number],
        is_late=row.number in late,
    )


def _shown_cell(cell: Cell, label: str, notes: Mapping[str, str]) -> ShownCell:
    return ShownCell(cell.name, cell.text, label, notes.get(cell.name, ""))


def _blank() -> dict[str, Any]:
    """An empty row for the script, with {n} in the place of its number."""
    number = "{n}"
    *cells, code = (
        ShownCell(f"{name}{number}", "", texts_check.cell_text(name, number)) for name in (*CELLS, CODE)
    )
    return {"number": number, "cells": cells, "code": code, "codes": CODES}


def _outcome(typed: TypedSheet, regulation: Regulation) -> Outcome:
    hands = tuple(_hand(line) for line in typed.written)
    sheet = Sheet(regulation, hands, typed.opening_draw)
    by_time = not sheet.is_over
    counted = replace(sheet, stopped=Stopped.TIME) if by_time else sheet
    outcome = Outcome(texts_check.over_text(sheet), sheet.totals, by_time=by_time)
    if not counted.is_over:
        return outcome
    try:
        return replace(outcome, result=final_result(counted, regulation))
    except RuleError as refusal:
        return replace(outcome, lacks=sentence(refusal))


def _hand(line: WrittenLine) -> Hand:
    bid = Bid.parse(line.bid) if line.kind is HandKind.PLAYED else Bid.TRUMP
    return Hand(bid, line.scored, kind=line.kind)
