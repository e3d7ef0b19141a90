"""Which version a public page is of: what its snapshot depends on, and what the page says of itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count, Max, Q, Sum

from tournament.models import Championship, Game, LogEntry
from tournament.queries.discretion import discretion_of
from tournament.queries.standings import PUBLIC_STATES

# What is done to a draft: nobody outside the desk may learn that there is one (REGULATION, E 17.2).
OF_DRAFTS = ("draft", "discard", "arrange", "unarrange", "change_draft")

# SQLite sees one moment from the first question to the last and keeps no writer waiting; Django's own transactions
# are IMMEDIATE here, they would.
BEGIN_READING = {
    "sqlite": "BEGIN DEFERRED",
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
}

_PUBLISHED = Max("rounds__published_at", filter=Q(rounds__state__in=PUBLIC_STATES))


@dataclass(frozen=True)
class Stamp:
    """What a page was made from. `published_at` is the moment of the last publication that stands: it changes when a
    round is published and when one is taken back."""

    version: int
    published_at: datetime | None


@dataclass(frozen=True)
class Edition:
    """What a page says of itself: how many things have happened so far, when the last did, how many sheets count."""

    number: int
    at: datetime | None
    sheets: int


def stamp_of(slug: str) -> Stamp | None:
    """The stamp of one championship; None where there is none of that address. One query."""
    found = Championship.objects.filter(slug=slug).annotate(published_at=_PUBLISHED).order_by()
    return next((Stamp(*row) for row in found.values_list("version", "published_at")), None)


def stamp_of_all() -> Stamp:
    """The stamp of a page on which all championships stand. No version ever falls, so their sum tells. One query."""
    each = Championship.objects.annotate(published_at=_PUBLISHED).order_by()
    found = each.aggregate(versions=Sum("version"), last=Max("published_at"))
    return Stamp(found["versions"] or 0, found["last"])


def edition_of(championship: Championship) -> Edition:
    """Counted from the log, which is written together with every version: the same at every worker. Sheets of a round
    that is kept for the ceremony count when it is told. Two queries."""
    happened = LogEntry.objects.filter(championship=championship).exclude(what__in=OF_DRAFTS)
    said = happened.aggregate(number=Count("pk"), at=Max("at"))
    counted = Game.objects.filter(
        round__championship=championship,
        round__state__in=PUBLIC_STATES,
        state=Game.State.CONFIRMED,
        voided_at=None,
    )
    told = discretion_of(championship).last_told
    if told is not None:
        counted = counted.filter(round__number__lte=told)
    return Edition(said["number"], said["at"], counted.exclude(kind=Game.Kind.BYE).count())


@contextmanager
def one_moment() -> Iterator[None]:
    """All questions asked inside see the database as it was at the first of them, whatever is written meanwhile."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN_READING[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
