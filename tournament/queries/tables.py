"""Tables of the hall: where the card of each leads now."""

import re
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Championship, Game, Table
from tournament.queries.drawing import DRAWN_STATES
from tournament.queries.games import TOKEN
from tournament.queries.rounds import published_rounds


@dataclass(frozen=True)
class TableNow:
    """A table, and the token of the game that is played at it in the round now; "" where there is none."""

    championship: Championship
    number: int
    sheet: str


def table_now(token: str) -> TableNow | None:
    """The table of a card's address; no token of ours, no question to the database."""
    if not re.fullmatch(TOKEN, token):
        return None
    found = Table.objects.filter(token=token).select_related("championship").first()
    if found is None:
        return None
    rounds = published_rounds(found.championship)
    games = Game.objects.filter(round=rounds[-1], table=found.number, voided_at=None) if rounds else None
    sheet = games.values_list("token", flat=True).first() if games is not None else None
    return TableNow(found.championship, found.number, sheet or "")


def table_tokens(championship: Championship) -> dict[int, str]:
    """The token of each table that has a card, by number."""
    return dict(championship.tables.values_list("number", "token"))


def tables_needed(championship: Championship) -> int:
    """How many tables the pairs registered now fill."""
    return max(championship.pairs.filter(state__in=DRAWN_STATES).count() // 2, 1)


def games_at(table: Table) -> QuerySet[Game]:
    """All that was ever played at a table, which its games know by its number."""
    return Game.objects.filter(round__championship=table.championship_id, table=table.number)
