"""What the page of a table's sheet depends on, read by one small query: while it is the same, so is the page."""

import re
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max, Model, OuterRef, QuerySet, Subquery

from tournament.core.clock import Phase
from tournament.models import Call, Game, Infraction, PlayedHand, Remark, Round, Seat, Signature
from tournament.queries.games import TOKEN
from tournament.queries.rounds import clock_of_table
from tournament.queries.standings import PUBLIC_STATES

# They change with every hand written in the hall, and with what its screen shows: nothing to a sheet.
TOO_OFTEN = ("version", "screen")


def sheet_tag(token: str, now: datetime, *about: object) -> str:
    """A digest of all that the sheet's page shows, "" where there is no such sheet. One query, and a second one for
    the sheet of an old round, which says where its pairs sit now.

    `about` is what else the page depends on: its address, the build. Every column of the game, its round and its
    championship counts; of the rows around them what may change without the game's version going up.
    """
    game = _found(token) if re.fullmatch(TOKEN, token) else None
    if game is None:
        return ""
    championship = game.round.championship
    rows = [_columns(game), _columns(game.round), _columns(championship, but=TOO_OFTEN)]
    around = [getattr(game, name) for name in AROUND]
    latest = getattr(game, "latest")  # noqa: B009  # an annotation, which no type knows
    if game.round.number != latest:
        around.extend(_seated_now(game, latest))
    is_over = clock_of_table(game, now).phase is Phase.OVER
    return sha256(repr((rows, around, is_over, about)).encode()).hexdigest()[:32]


def _columns(row: Model, but: Collection[str] = ()) -> list[Any]:
    missing = row.get_deferred_fields()
    fields = (field.attname for field in row._meta.concrete_fields)
    return [getattr(row, name) for name in fields if name not in missing and name not in but]


def _found(token: str) -> Game | None:
    games = Game.objects.filter(token=token, voided_at=None).exclude(round__state=Round.State.DRAFT)
    return games.select_related("round__championship").defer("round__reasons").annotate(**AROUND).first()


def _seated_now(game: Game, latest: int) -> list[Any]:
    """The tables of these two pairs in the round that is public now, and whom they meet there."""
    championship = game.round.championship
    seats = Seat.objects.filter(void=False, round__championship=championship, round__number=latest)
    here = seats.filter(game__seats__pair__seats__game=game.pk).distinct().order_by("game__table", "side")
    return list(here.values_list("game__table", "side", "pair__number", "pair__war_name"))


def _of_game(rows: QuerySet[Any], value: str) -> Subquery:
    return Subquery(rows.filter(game=OuterRef("pk")).values(value)[:1])


def _summed(model: type[Model], what: Count | Max) -> Subquery:
    rows = model._default_manager.filter(game=OuterRef("pk")).order_by()
    return Subquery(rows.values("game").annotate(summed=what).values("summed"))


def _around() -> dict[str, Subquery]:
    call = Call.objects.filter(done_at=None)
    rounds = Round.objects.filter(championship=OuterRef("round__championship"), state__in=PUBLIC_STATES)
    found = {
        "hands_number": _summed(PlayedHand, Count("pk")),
        "hands_last": _summed(PlayedHand, Max("pk")),
        "infractions_number": _summed(Infraction, Count("pk")),
        "infractions_withdrawn": _summed(Infraction, Count("withdrawn_at")),
        "infractions_last": _summed(Infraction, Max("at")),
        "remarks_number": _summed(Remark, Count("pk")),
        "signed_number": _summed(Signature, Count("pk")),
        "signed_last": _summed(Signature, Max("signed_at")),
        "latest": Subquery(rounds.order_by("-number").values("number")[:1]),
    }
    found |= {f"call_{name}": _of_game(call, name) for name in ("pk", "reason", "called_at", "answered_at")}
    for side in "ab":
        seat = Seat.objects.filter(side=side)
        found |= {f"{side}_{name}": _of_game(seat, f"pair__{name}") for name in ("number", "war_name")}
    return found


AROUND = _around()
