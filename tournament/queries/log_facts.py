"""What the log leaves unsaid, because it keeps what is written alone: which pairs sat at the sides of a table when it
was written, and by which article a pair was expelled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.sanctions import Sanction
from tournament.core.clock import FOREVER
from tournament.models import Championship, LogEntry, Seat

Place = tuple[int | None, int | None]
"""A round's number and a table's."""


@dataclass(frozen=True)
class Sat:
    """Two pairs at a table, by side, from the publication of the round until their game was annulled."""

    since: datetime
    until: datetime
    pairs: Mapping[str, int]


@dataclass(frozen=True)
class LogFacts:
    """`sat` by place, the first game first; `moved` is when a game last came to a place or went from it: what was
    written there before that may be of other pairs. `expelled` are articles by pair and moment."""

    sat: Mapping[Place, list[Sat]]
    moved: Mapping[Place, datetime]
    expelled: Mapping[tuple[int, datetime], str]

    def pairs_at(self, entry: LogEntry) -> Mapping[str, int]:
        """The numbers of the pairs by side; none where that is not certain."""
        place = (entry.round_number, entry.table)
        if entry.at < self.moved.get(place, entry.at):
            return {}
        found = (each.pairs for each in self.sat.get(place, ()) if each.since <= entry.at <= each.until)
        return next(found, {})

    def article_of(self, entry: LogEntry) -> str:
        """That of the expulsion by which a pair, or its game, is out; "" where it is no such thing (E 16.2.1)."""
        number = entry.pair_number
        if entry.what == "leave":
            number = self.pairs_at(entry).get((entry.after or {}).get("side", ""))
        return self.expelled.get((number, entry.at), "") if number else ""


def log_facts(championship: Championship, entries: Iterable[LogEntry]) -> LogFacts:
    """For these entries. Three queries."""
    places = {(entry.round_number, entry.table) for entry in entries if entry.table is not None}
    expulsions = championship.infractions.filter(sanction=Sanction.EXPULSION)
    rows = expulsions.values_list("pair__number", "at", "code")
    return LogFacts(
        _sat(championship, places),
        _moved(championship),
        {(number, at): code for number, at, code in rows},
    )


def _sat(championship: Championship, places: Iterable[Place]) -> dict[Place, list[Sat]]:
    rounds, tables = {number for number, _table in places}, {table for _number, table in places}
    seats = Seat.objects.filter(
        round__championship=championship,
        round__number__in=rounds,
        round__published_at__isnull=False,
        game__table__in=tables,
    ).values_list(
        "game",
        "round__number",
        "game__table",
        "round__published_at",
        "game__voided_at",
        "side",
        "pair__number",
    )
    games: dict[int, tuple[Place, Sat]] = {}
    pairs: dict[int, dict[str, int]] = {}
    for game, number, table, since, voided_at, side, pair in seats:
        pairs.setdefault(game, {})[side] = pair
        games[game] = ((number, table), Sat(since, voided_at or FOREVER, pairs[game]))
    found: dict[Place, list[Sat]] = {}
    for place, sat in sorted(games.values(), key=lambda each: each[1].until):
        found.setdefault(place, []).append(sat)
    return found


def _moved(championship: Championship) -> dict[Place, datetime]:
    entries = championship.log.filter(what="change_table").order_by("id")
    found: dict[Place, datetime] = {}
    for number, table, before, after, at in entries.values_list(
        "round_number", "table", "before", "after", "at"
    ):
        tables = {table, *(facts["at_table"] for facts in (before, after) if facts)}
        found |= {(number, each): at for each in tables}
    return found
