"""The log of a championship: all that was done, or what of it somebody looks for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from tournament.models import Championship, LogEntry, Replacement, Seat


@dataclass(frozen=True)
class Asked:
    """What is looked for; None and "" leave it open. `who` is a user's id, or where it came from ("table"…)."""

    round_number: int | None = None
    table: int | None = None
    pair: int | None = None
    who: str = ""
    what: str = ""


@dataclass(frozen=True)
class Author:
    """Somebody who did something: a user, or a kind of place that has none."""

    user_id: int | None
    name: str
    via: str


def log_entries(championship: Championship, asked: Asked | None = None) -> QuerySet[LogEntry]:
    """What was done, the last first, with who did it."""
    entries = championship.log.select_related("user").order_by("-id")
    return entries.filter(_condition(championship, asked)) if asked else entries


def _condition(championship: Championship, asked: Asked) -> Q:
    found = Q()
    if asked.round_number is not None:
        found &= Q(round_number=asked.round_number)
    if asked.table is not None:
        found &= Q(table=asked.table)
    if asked.pair is not None:
        found &= _of_pair(championship, asked.pair)
    if asked.what:
        found &= Q(what=asked.what)
    if asked.who:
        found &= Q(user=int(asked.who)) if asked.who.isdecimal() else Q(user=None, via=asked.who)
    return found


def _of_pair(championship: Championship, number: int) -> Q:
    """What was done to the pair itself, and at the tables where it sat."""
    seats = Seat.objects.filter(
        round__championship=championship, pair__number=number, game__table__isnull=False
    )
    tables = set(seats.values_list("round__number", "game__table"))
    at_tables = (Q(round_number=round_number, table=table) for round_number, table in tables)
    return reduce(or_, at_tables, Q(pair_number=number))


@dataclass(frozen=True)
class Players:
    """Who played when: `now` are the players by the pair's number and 1 or 2, `replaced` the replacements that hold,
    the earliest first. The log keeps no names (so that people can be forgotten): they are joined here."""

    now: Mapping[tuple[int | None, int], str]
    replaced: Sequence[Replacement]

    def exchanged(self, number: int | None, at: datetime) -> tuple[str, str] | None:
        """Who was replaced by whom in this pair at this moment."""
        rows = (row for row in self.replaced if (row.pair.number, row.at) == (number, at))
        return next(((row.former, row.came) for row in rows), None)

    def name(self, number: int | None, player: int, at: datetime) -> str:
        """Who was this player of the pair at that moment."""
        rows = (row for row in self.replaced if (row.pair.number, row.player) == (number, player))
        later = (row.former for row in rows if row.is_for_good and row.at > at)
        return next(later, self.now.get((number, player), ""))


def players(championship: Championship) -> Players:
    """Two queries."""
    names = championship.pairs.values_list("number", "player_1", "player_2")
    rows = Replacement.objects.filter(pair__championship=championship).select_related("pair").order_by("at")
    return Players({(number, nth): who for number, *both in names for nth, who in enumerate(both, 1)}, rows)


def authors(championship: Championship) -> list[Author]:
    """Everybody who did something."""
    found = championship.log.order_by().values_list("user", "user__username", "via").distinct()
    return [Author(user, name or "", via) for user, name, via in found]


def kinds(championship: Championship) -> Iterable[str]:
    """The codes of what was done."""
    return championship.log.order_by().values_list("what", flat=True).distinct()
