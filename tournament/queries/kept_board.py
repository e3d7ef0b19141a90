"""The board of a round for desks that look every two seconds: only the tables that changed are folded anew.

What a row shows depends on its mark: a digest of the columns of its game, round and championship and of the rows around
the game. Marks are read anew each time, by the same few queries for any number of tables; a row whose mark is known is
taken as it was made. A write between the two readings gives a row newer than its mark: the next look makes it again.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max, Model

from tournament.models import Call, Game, PlayedHand, Round, Seat, Signature
from tournament.queries.board import BoardOrder, BoardRow, ordered, rows_of
from tournament.queries.games import games_of_round

# It goes up with every hand written in the hall, which is nothing to the other tables.
TOO_OFTEN = "version"
MOST_KEPT = 2000

_kept: dict[int, BoardRow] = {}


def kept_board(round_: Round, order: BoardOrder = BoardOrder.TABLE) -> tuple[BoardRow, ...]:
    """What `board` says, each row with its mark. Five queries, and those of `board` where something changed."""
    marks = _marks(round_)
    rows = {game: row for game in marks if (row := _kept.get(game)) and row.mark == marks[game]}
    changed = [game for game in marks if game not in rows]
    if changed:
        made = rows_of(games_of_round(round_, only=changed))
        rows |= {row.view.game.pk: replace(row, mark=marks[row.view.game.pk]) for row in made}
        _keep(rows)
    return ordered(rows.values(), order)


def _keep(rows: dict[int, BoardRow]) -> None:
    if len(_kept) > MOST_KEPT:
        _kept.clear()
    _kept.update(rows)


def _marks(round_: Round) -> dict[int, str]:
    """The mark of every table by its game."""
    games = {row[0]: row for row in Game.objects.filter(round=round_, voided_at=None).values_list()}
    common = (_columns(round_), _columns(round_.championship))
    around = _around(round_)
    return {game: _digest((row, around[game], common)) for game, row in games.items()}


def _columns(row: Model) -> list[Any]:
    missing = {*row.get_deferred_fields(), TOO_OFTEN, "reasons"}
    fields = (field.attname for field in row._meta.concrete_fields)
    return [getattr(row, name) for name in fields if name not in missing]


def _around(round_: Round) -> defaultdict[int, list[Any]]:
    """Of the rows around every game what its row depends on: pairs, hands, signatures, calls. Four queries."""
    here = {"game__round": round_}
    found: defaultdict[int, list[Any]] = defaultdict(list)
    parts: tuple[Iterable[tuple[Any, ...]], ...] = (
        Seat.objects.filter(round=round_).order_by("side").values_list(
            "game", "points_for", "points_against", "pair__number", "pair__war_name"
        ),
        PlayedHand.objects.filter(**here).order_by().values("game").annotate(
            Count("pk"), Max("pk")
        ).values_list("game", "pk__count", "pk__max"),
        Signature.objects.filter(**here).order_by().values("game").annotate(
            Count("pk"), Max("signed_at")
        ).values_list("game", "pk__count", "signed_at__max"),
        Call.objects.filter(done_at=None, **here).values_list("game", "pk", "reason", "called_at", "answered_at"),
    )  # fmt: skip
    for number, part in enumerate(parts):
        for game, *values in part:
            found[game].append((number, *values))
    return found


def _digest(facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]
