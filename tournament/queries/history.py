"""The log of a championship: all that was done, or what of it somebody looks for."""

from collections.abc import Iterable
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


def replaced_players(championship: Championship) -> dict[tuple[int | None, datetime], tuple[str, str]]:
    """Who was replaced by whom, by the pair's number and the moment at which it was noted. One query."""
    rows = Replacement.objects.filter(pair__championship=championship)
    found = rows.values_list("pair__number", "at", "former", "came")
    return {(number, at): (former, came) for number, at, former, came in found}


def authors(championship: Championship) -> list[Author]:
    """Everybody who did something."""
    found = championship.log.order_by().values_list("user", "user__username", "via").distinct()
    return [Author(user, name or "", via) for user, name, via in found]


def kinds(championship: Championship) -> Iterable[str]:
    """The codes of what was done."""
    return championship.log.order_by().values_list("what", flat=True).distinct()
