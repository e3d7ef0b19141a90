"""Pairs from a table as clubs keep it: which column is what, which rows are pairs, and all that is wrong at once."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.core.names import folded
from tournament.core.tabular import Line, Table, Unreadable, read_table


class Column(StrEnum):
    """What a column holds. Numbers are read and not used: pairs get theirs in the order of the file (E 14.5)."""

    WAR_NAME = "war_name"
    PLAYER_1 = "player_1"
    PLAYER_2 = "player_2"
    CLUB = "club"
    NUMBER = "number"


NEEDED = (Column.WAR_NAME, Column.PLAYER_1, Column.PLAYER_2)
LONGEST = {Column.WAR_NAME: 60, Column.PLAYER_1: 80, Column.PLAYER_2: 80, Column.CLUB: 60}
WITHOUT_HEADER = (*NEEDED, Column.CLUB)
MOST_ROWS = 1000  # many times the biggest championship


@dataclass(frozen=True)
class EntryRow:
    """A pair of the file. `row` counts from 1 as a spreadsheet does, blank rows included."""

    row: int
    war_name: str
    player_1: str
    player_2: str
    club: str = ""


@dataclass(frozen=True)
class Problem:
    """Something wrong in one row (0: the whole file): a code and facts, never a sentence."""

    row: int
    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Registered:
    """A pair that is registered already."""

    number: int
    war_name: str


@dataclass(frozen=True)
class Twice:
    """A player of a row whose name stands in another pair too: in a row above, or in a registered pair."""

    row: EntryRow
    player: str
    other: EntryRow | Registered


@dataclass(frozen=True)
class Entries:
    """What a file says. Nothing may be imported while there are `problems`; whether who plays `twice` is one person
    (G 1.1) is asked."""

    rows: tuple[EntryRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    twice: tuple[Twice, ...] = ()
    blank_lines: tuple[int, ...] = ()
    has_header: bool = False
    has_numbers: bool = False
    unused_columns: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        return bool(self.rows) and not self.problems


@dataclass(frozen=True)
class _Layout:
    """Where each column stands, as the header says or as is usual without one."""

    columns: Mapping[Column, int]
    width: int
    header: Line | None = None
    unused: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def parse_pairs(data: bytes, *, taken: Collection[str], playing: Mapping[str, Registered]) -> Entries:
    """The pairs of a CSV file; `taken` are the war names that are registered already, `playing` the players of those
    pairs by their folded names.

    Problems, each with its row: "war_name_missing", "player_missing", "player_both", "duplicate_in_file",
    "duplicate_registered", "second_header", "too_long", "too_many_columns", "header_incomplete", "header_repeats",
    "quote_open"; of the whole file "not_text", "too_big", "too_many_rows", "empty".
    """
    try:
        table = read_table(data)
    except Unreadable as reason:
        return Entries(problems=(Problem(0, reason.code),))
    if not table.lines:
        return Entries(problems=(Problem(0, "empty"),), blank_lines=table.blank_rows)
    layout = _layout(table.lines)
    lines = table.lines[1:] if layout.header else table.lines
    if len(lines) > MOST_ROWS:
        facts = {"rows": len(lines), "most": MOST_ROWS}
        return Entries(problems=(Problem(0, "too_many_rows", facts),))
    rows = tuple(_entry(line, layout) for line in lines)
    return Entries(
        rows=rows,
        problems=layout.problems or tuple(_problems(lines, table, layout, taken)),
        twice=() if layout.problems else tuple(_twice(rows, playing)),
        blank_lines=table.blank_rows,
        has_header=layout.header is not None,
        has_numbers=Column.NUMBER in layout.columns,
        unused_columns=layout.unused,
    )


def _layout(lines: Sequence[Line]) -> _Layout:
    first = lines[0]
    if _is_header(first):
        return _from_header(first)
    columns: tuple[Column, ...] = WITHOUT_HEADER
    if all(line.cells[0].isdecimal() and len(line.cells) > len(NEEDED) for line in lines):
        columns = (Column.NUMBER, *columns)
    return _Layout({column: index for index, column in enumerate(columns)}, len(columns))


def _from_header(header: Line) -> _Layout:
    meanings = _meanings(header.cells)
    columns: dict[Column, int] = {}
    unused: list[str] = []
    problems: list[Problem] = []
    for index, (cell, meaning) in enumerate(zip(header.cells, meanings, strict=True)):
        if meaning is None:
            unused.append(cell)
        elif meaning in columns:
            problems.append(Problem(header.row, "header_repeats", {"column": meaning, "cell": cell}))
        else:
            columns[meaning] = index
    missing = [column for column in NEEDED if column not in columns]
    problems += [Problem(header.row, "header_incomplete", {"column": column}) for column in missing]
    named = tuple(cell for cell in unused if cell)
    return _Layout(columns, len(header.cells), header, named, tuple(problems))


def _entry(line: Line, layout: _Layout) -> EntryRow:
    cells = {column: line.cell(layout.columns.get(column)) for column in WITHOUT_HEADER}
    return EntryRow(line.row, *cells.values())


def _problems(
    lines: Sequence[Line], table: Table, layout: _Layout, taken: Collection[str]
) -> Iterator[Problem]:
    if not lines:
        yield Problem(0, "empty")
    registered = {folded(name): name for name in taken}
    seen: dict[str, EntryRow] = {}
    for line in lines:
        if line.row == table.open_quote:
            yield Problem(line.row, "quote_open")
        elif _is_header(line):
            yield Problem(line.row, "second_header")
        else:
            entry = _entry(line, layout)
            yield from _in_row(line, entry, layout)
            yield from _duplicates(entry, seen, registered)


def _in_row(line: Line, entry: EntryRow, layout: _Layout) -> Iterator[Problem]:
    if not entry.war_name:
        yield Problem(line.row, "war_name_missing")
    for position, player in enumerate((entry.player_1, entry.player_2), start=1):
        if not player:
            yield Problem(line.row, "player_missing", {"position": position, "war_name": entry.war_name})
    if entry.player_1 and folded(entry.player_1) == folded(entry.player_2):
        yield Problem(line.row, "player_both", {"player": entry.player_2})
    for column, longest in LONGEST.items():
        length = len(getattr(entry, column))
        if length > longest:
            facts = {"column": column, "length": length, "longest": longest}
            yield Problem(line.row, "too_long", facts)
    if len(line.cells) > layout.width:
        facts = {"found": len(line.cells), "most": layout.width, "extra": line.cells[layout.width]}
        yield Problem(line.row, "too_many_columns", facts)


def _duplicates(
    entry: EntryRow, seen: dict[str, EntryRow], registered: Mapping[str, str]
) -> Iterator[Problem]:
    name = folded(entry.war_name)
    if not name:
        return
    if name in registered:
        yield Problem(entry.row, "duplicate_registered", {"war_name": registered[name]})
    first = seen.setdefault(name, entry)
    if first is not entry:
        facts = {"war_name": entry.war_name, "other_row": first.row, "other_name": first.war_name}
        yield Problem(entry.row, "duplicate_in_file", facts)


def _twice(rows: Iterable[EntryRow], playing: Mapping[str, Registered]) -> Iterator[Twice]:
    seen: dict[str, EntryRow | Registered] = dict(playing)
    for row in rows:
        players = {folded(player): player for player in (row.player_1, row.player_2) if player}
        yield from (Twice(row, player, seen[name]) for name, player in players.items() if name in seen)
        for name in players:
            seen.setdefault(name, row)


def _is_header(line: Line) -> bool:
    """Two cells that name columns, a needed one among them, or one that can be nothing else."""
    if _names_surely(line.cells):
        return True
    named = {meaning for meaning in _meanings(line.cells) if meaning}
    return len(named) > 1 and not named.isdisjoint(NEEDED)


def _meanings(cells: Sequence[str]) -> list[Column | None]:
    """Beside a "nom de guerra" a column "parella" is something else."""
    headings = [_heading(cell) for cell in cells]
    if _names_surely(cells):
        headings = ["" if heading in _MAYBE_WAR_NAMES else heading for heading in headings]
    return [_HEADINGS.get(heading) for heading in headings]


def _names_surely(cells: Sequence[str]) -> bool:
    return any(_heading(cell) in _WAR_NAMES for cell in cells)


def _heading(cell: str) -> str:
    """ "Núm. d'inscripció" → "num dinscripcio", "JUGADOR_1" → "jugador 1", "Jugador2" → "jugador 2"."""
    words = re.sub(r"[\W_]+", " ", re.sub(r"['’]", "", folded(cell))).strip()
    return re.sub(r"(?<=[a-z])(?=\d)", " ", words)


_PLAYERS = (
    "jugador", "jugadora", "player", "membre", "miembro", "integrant", "integrante", "component", "componente",
    "participant", "participante", "nom", "nombre", "name", "nom jugador", "nombre jugador", "player name",
    "nom del jugador", "nombre del jugador",
)  # fmt: skip
_FIRST = ("{} 1", "{} a", "1 {}", "1r {}", "1a {}", "1er {}", "primer {}", "primera {}", "first {}")
_SECOND = (
    "{} 2",
    "{} b",
    "2 {}",
    "2n {}",
    "2a {}",
    "2o {}",
    "segon {}",
    "segona {}",
    "segundo {}",
    "second {}",
)
_WAR_NAMES = (
    "nom de guerra", "nombre de guerra", "war name", "team name", "pair name", "nom de la parella", "nom parella",
    "nombre de la pareja", "nombre pareja", "nom de lequip", "nom equip", "nombre del equipo", "nombre equipo",
)  # fmt: skip
_MAYBE_WAR_NAMES = (
    "parella", "pareja", "pair", "equip", "equipo", "team", "nom", "nombre", "name", "malnom", "apodo",
)  # fmt: skip
_CLUBS = ("club", "entitat", "entidad", "penya", "pena", "associacio", "asociacion")
_NUMBERS = (
    "n", "no", "num", "numero", "number", "nr", "id", "dorsal", "ordre", "orden", "num dinscripcio",
    "numero dinscripcio", "num inscripcio", "num inscripcion", "numero de inscripcion", "registration number",
    "num parella", "numero parella", "numero de parella", "num pareja", "numero de pareja", "pair number",
)  # fmt: skip
_HEADINGS: dict[str, Column] = {
    **dict.fromkeys((*_WAR_NAMES, *_MAYBE_WAR_NAMES), Column.WAR_NAME),
    **{form.format(word): Column.PLAYER_1 for word in _PLAYERS for form in _FIRST},
    **{form.format(word): Column.PLAYER_2 for word in _PLAYERS for form in _SECOND},
    **dict.fromkeys(_CLUBS, Column.CLUB),
    **dict.fromkeys(_NUMBERS, Column.NUMBER),
}
