"""What a correction of a confirmed sheet moves: rows of the sheet, ranks, tables of the round in play (E 17.2)."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from scoring.errors import RuleError
from scoring.sheets import HandKind
from tournament.core.pairing.judgement import Made
from tournament.core.seating import Seating
from tournament.core.typed_rows import TypedRow, parse_row, written_row

# Before a row that no typing makes: one that a sanction ended, and one that is struck out.
MARKS = {HandKind.SANCTION: "✕", HandKind.STRUCK: "~"}
_KINDS = {mark: kind for kind, mark in MARKS.items()}


class Again(StrEnum):
    """Which tables of the round in play are drawn again: none, those without a hand, all but the confirmed, all."""

    KEEP = "keep"
    WAITING = "waiting"
    UNCONFIRMED = "unconfirmed"
    ALL = "all"


class Progress(StrEnum):
    """How far a table has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    CONFIRMED = "confirmed"


REACH = {
    Again.KEEP: (),
    Again.WAITING: (Progress.WAITING,),
    Again.UNCONFIRMED: (Progress.WAITING, Progress.PLAYING),
    Again.ALL: tuple(Progress),
}
"""How far a table may have come to be drawn again."""


@dataclass(frozen=True)
class RankMove:
    """A pair that stands elsewhere; None where it is out of the ranking."""

    number: int
    before: int | None
    after: int | None


def rank_moves(before: Mapping[int, int | None], after: Mapping[int, int | None]) -> tuple[RankMove, ...]:
    """Who stands elsewhere in the ranking, in its new order."""
    moves = (RankMove(number, before.get(number), rank) for number, rank in after.items())
    return tuple(move for move in moves if move.before != move.after)


def moved_tables(seating: Seating, before: Made, after: Made) -> tuple[int, ...]:
    """Tables that the best pairing would make otherwise, were it made now. Where it is the same as before there are
    none: what else stands otherwise was decided by the organisers."""
    now = _sets(after)
    if _sets(before) == now and before.bye == after.bye:
        return ()
    return tuple(table for table, meeting in sorted(seating.tables.items()) if frozenset(meeting) not in now)


def moves_the_bye(seating: Seating, before: Made, after: Made) -> bool:
    """Whether somebody else would rest now."""
    return before.bye != after.bye and seating.bye != after.bye


def _sets(made: Made) -> set[frozenset[int]]:
    return {frozenset(meeting) for meeting in made.meetings}


def aligned(before: Sequence[Hashable], after: Sequence[Hashable]) -> tuple[int | None, ...]:
    """For each row as it shall stand, the old one (from 0) that it is or takes the place of; None for a new one."""
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    return tuple(old for opcode in matcher.get_opcodes() for old in _old_rows(*opcode))


def _old_rows(tag: str, first: int, last: int, begin: int, end: int) -> Iterator[int | None]:
    for at in range(end - begin):
        yield first + at if first + at < last else None


def parse_line(text: str) -> TypedRow:
    """A row as `parse_row` reads it, or with the mark of a sanction or of a struck row before it. Raises the same."""
    stripped = text.strip()
    kind = _KINDS.get(stripped[:1])
    if kind is None:
        return parse_row(stripped)
    row = parse_row(stripped[1:])
    if row.kind is not HandKind.PLAYED:
        raise RuleError("row_unreadable", "E 15.2.5", text=stripped)
    return replace(row, kind=kind)


def written_line(row: TypedRow) -> str:
    """The same row as it would be typed: `parse_line` reads it back."""
    if row.kind not in MARKS:
        return written_row(row)
    return f"{MARKS[row.kind]} {written_row(replace(row, kind=HandKind.PLAYED))}"
