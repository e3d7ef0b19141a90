"""The lists of a championship as PDF: values in, PDF out. Nothing here reads the database.

People's words go through `printed` in the templates: what the print font lacks is replaced visibly.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

from scoring.regulation import Criterion, Regulation
from tournament.core.alphabet import alphabetical_key
from tournament.core.clock import ClockState
from tournament.languages import base_language
from tournament.models import Championship
from tournament.printing.fitting import printable
from tournament.printing.pages import document, one_at_a_time
from tournament.queries.discretion import discretion_of
from tournament.queries.infractions import InfractionLine
from tournament.queries.meetings import PairName
from tournament.queries.prints import CrossTable, Pairings, Placed, Registration
from tournament.queries.rounds import RoundPage
from tournament.queries.standings import ResultsCounted, StandingRow

# Points on A4, the largest with which so many rows make few pages: a wall is read from two metres, and few pages from
# nearer. A poster is A3, whose sides are √2 longer.
WALL_SIZES = ((12, 21.0), (26, 16.0), (60, 14.0))
SMALLEST_ON_A_WALL = 12.0
POSTER = 1.4142
FEW_NAMES = 24  # so many stand in one column, a name a line
MOST_ROUNDS_ON_A4 = 7
# Where each stands in the ornament of a diploma, of 160 by 24 units.
SUITS = [
    {"name": name, "left": 45 * place} for place, name in enumerate(("oros", "copes", "espases", "bastos"))
]
PRESETS_THAT_RANK_BY_NUMBER = frozenset({"vilaplana-2011"})  # E 14.5; elsewhere it is our own last criterion


@dataclass(frozen=True)
class NameLine:
    """A pair in the list by name; `table` is None for the one that rests."""

    pair: PairName
    table: int | None


@one_at_a_time
def pairings_list(
    championship: Championship, pairings: Pairings, *, by_name: bool = False, is_poster: bool = False
) -> bytes:
    """Who plays where, by table or by name, to be read on a wall."""
    rows = _by_name(pairings) if by_name else pairings.tables
    columns = 2 if by_name and len(rows) > FEW_NAMES else 1
    size = wall_size(len(rows) / columns) * (POSTER if is_poster else 1)
    context = _context(championship) | {
        "pairings": pairings,
        "round": pairings.round,
        "by_name": by_name,
        "is_poster": is_poster,
        "rows": rows,
        "columns": columns,
        "size": f"{size:.1f}",
    }
    return document("pairings", context, paper="A3" if is_poster else "A4")


def wall_size(rows: float) -> float:
    """The size of letters on A4, in points, for so many rows in a column."""
    return next((size for most, size in WALL_SIZES if rows <= most), SMALLEST_ON_A_WALL)


def _by_name(pairings: Pairings) -> list[NameLine]:
    seated = [NameLine(pair, table) for table, *both in pairings.tables for pair in both]
    rests = [NameLine(pairings.rests, None)] if pairings.rests else []
    return sorted(
        [*seated, *rests],
        key=lambda line: (alphabetical_key(line.pair.war_name, base_language()), line.pair.number),
    )


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings; `is_tied`: only the registration number parts it from a neighbour, and the regulation
    does not say that it does: the organisers decide."""

    row: StandingRow
    is_tied: bool


@one_at_a_time
def standings_list(
    championship: Championship,
    rows: Sequence[StandingRow],
    *,
    regulation: Regulation,
    after: int | None,
    results: ResultsCounted,
) -> bytes:
    """The standings with their criteria as columns, in the order in which the championship looks at them (E 14)."""
    context = _context(championship) | {
        "lines": standing_lines(championship, rows),
        "criteria": _columns(regulation),
        "order": regulation.ranking_order,
        "after": after,
        "results": results,
        "is_final": championship.state == Championship.State.FINISHED and results.is_complete,
        "is_secret": _is_secret(championship, after),
    }
    return document("standings", context)


def standing_lines(championship: Championship, rows: Sequence[StandingRow]) -> list[StandingLine]:
    """Rows with the ties that the organisers decide. Before anybody has played all are level: that is no tie."""
    tied: set[int] = set()
    if championship.preset not in PRESETS_THAT_RANK_BY_NUMBER:
        for above, row in pairwise(rows):
            if row.parted_by is Criterion.NUMBER and row.rank is not None and row.played:
                tied |= {above.number, row.number}
    return [StandingLine(row, row.number in tied) for row in rows]


def _columns(regulation: Regulation) -> list[str]:
    """Criteria with a column of their own: the number has one at the left."""
    order = regulation.ranking_order or (Criterion.WINS, Criterion.DIFFERENCE, Criterion.POINTS_FOR)
    return [criterion.value for criterion in order if criterion is not Criterion.NUMBER]


@one_at_a_time
def cross_table_list(championship: Championship, table: CrossTable) -> bytes:
    """Every pair's way through the rounds on one line."""
    paper = "A4 landscape" if len(table.numbers) <= MOST_ROUNDS_ON_A4 else "A3 landscape"
    is_secret = _is_secret(championship, max(table.numbers, default=None))
    context = _context(championship) | {"table": table, "is_secret": is_secret}
    return document("cross_table", context, paper=paper)


@one_at_a_time
def registration_list(championship: Championship, registration: Registration) -> bytes:
    """Who signed up, with real names: for the desk. The money at its foot where there is a fee."""
    return document("registration", _context(championship) | {"registration": registration}, paper="A4")


@dataclass(frozen=True)
class Group:
    """Records under one heading: a pair, or a row of the catalogue."""

    lines: tuple[InfractionLine, ...]

    @property
    def first(self) -> InfractionLine:
        return self.lines[0]

    @property
    def counted(self) -> int:
        """Those that the ranking counts (D 5)."""
        rows = (line for line in self.lines if not line.is_withdrawn)
        return sum(line.infraction.severity != "none" for line in rows)


@one_at_a_time
def infractions_list(
    championship: Championship, lines: Iterable[InfractionLine], *, by_article: bool = False
) -> bytes:
    """The records by pair or by article, in the order of the day; no player's name."""
    context = {"groups": _groups(lines, by_article=by_article), "by_article": by_article}
    return document("infractions", _context(championship) | context)


def _groups(lines: Iterable[InfractionLine], *, by_article: bool) -> list[Group]:
    key: Callable[[InfractionLine], tuple[int, ...]] = _article if by_article else _number
    ordered = sorted(lines, key=lambda line: (key(line), line.infraction.at, line.infraction.pk))
    return [Group(tuple(found)) for _key, found in groupby(ordered, key=key)]


def _number(line: InfractionLine) -> tuple[int, ...]:
    return (line.pair.number,)


def _article(line: InfractionLine) -> tuple[int, ...]:
    """16.1.2.10 comes after 16.1.2.9."""
    return tuple(int(part) for part in line.infraction.code.split(".") if part.isdigit())


@dataclass(frozen=True)
class RoundReport:
    """A round as it was: its tables, its clock, what was recorded against pairs, and what was put right.

    `expulsions` are the articles of those that ended a game, by game.
    """

    page: RoundPage
    clock: ClockState
    infractions: Sequence[InfractionLine]
    corrections: Sequence[Any]
    expulsions: Mapping[int, str] = field(default_factory=dict)


@one_at_a_time
def round_report(championship: Championship, report: RoundReport) -> bytes:
    """The minutes of a round, to be signed and kept."""
    round_ = report.page.round
    context = {"report": report, "round": round_, "is_secret": _is_secret(championship, round_.number)}
    return document("round_report", _context(championship) | context)


@dataclass(frozen=True)
class LogPart:
    """Lines of the history, a piece that a server lays out in seconds: four thousand lines take half a gigabyte.

    `asked` says what it was narrowed to; `next_address` is where the part after this one is, "" after the last.
    """

    lines: Sequence[Any]
    number: int
    parts: int
    asked: Sequence[str] = ()
    next_address: str = ""


@one_at_a_time
def log_list(championship: Championship, part: LogPart) -> bytes:
    """The history as its page shows it."""
    return document("log", _context(championship) | {"part": part, "lines": part.lines, "asked": part.asked})


@one_at_a_time
def diplomas(championship: Championship, placed: Sequence[Placed]) -> bytes:
    """One A4 landscape page a pair, the best first. Raises ValueError where there is none."""
    if not placed:
        raise ValueError("no pair to give a diploma to")
    context = _context(championship) | {"placed": placed, "suits": SUITS}
    return document("diplomas", context, paper="A4 landscape")


def _is_secret(championship: Championship, number: int | None) -> bool:
    """Whether results of this round are kept for the ceremony: the paper says so, for nobody to hang it on a wall."""
    return number is not None and discretion_of(championship).is_secret(number)


def _context(championship: Championship) -> dict[str, Any]:
    """What every document gets: the name in its head, and the row for its day, place and zone."""
    return {"championship": printable(championship.name), "event": championship}
