"""Rows for tests, made through the ORM with defaults: what a test does not name is of no interest to it."""

import secrets
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from scoring.presets import DEFAULT_PRESET, PRESETS
from tournament.models import Absence, Championship, Game, Membership, Pair, PlayedHand, Round, Seat

START = datetime(2026, 7, 25, 8, 0, tzinfo=UTC)
"""When rounds of tests are published: 10:00 in Vilaplana."""

_serial = count(1)


def championship(
    *, preset: str = DEFAULT_PRESET, changes: dict[str, Any] | None = None, **fields: Any
) -> Championship:
    """A championship in set-up; `changes` are fields of the preset's regulation that shall differ."""
    number = next(_serial)
    regulation = PRESETS[preset].with_changes(**changes or {})
    defaults: dict[str, Any] = {
        "name": f"Campionat de prova {number}",
        "slug": f"prova-{number}",
        "day": date(2026, 7, 25),
        "place": "Vilaplana",
        "lot_seed": f"llavor-{number}",
        "preset": preset,
        "regulation": regulation.to_dict(),
    }
    return Championship.objects.create(**defaults | fields)


def user(username: str = "", **fields: Any) -> User:
    """Somebody who can log in, with the password "secret"."""
    return User.objects.create_user(username or f"persona-{next(_serial)}", password="secret", **fields)


def member(of: Championship, *, role: str = Membership.Role.DIRECTOR, who: User | None = None) -> User:
    """A person of the championship's desk."""
    who = who or user()
    Membership.objects.create(user=who, championship=of, role=role)
    return who


def pair(of: Championship | None = None, **fields: Any) -> Pair:
    """A pair with the next free number."""
    of = of or championship()
    number = fields.pop("number", None) or Pair.objects.filter(championship=of).count() + 1
    defaults = {"war_name": f"Parella {number}", "player_1": f"Anna {number}", "player_2": f"Joan {number}"}
    return Pair.objects.create(championship=of, number=number, **defaults | fields)


def pairs(number: int, of: Championship | None = None, **fields: Any) -> list[Pair]:
    """Pairs 1 to `number` of one championship."""
    of = of or championship()
    return [pair(of, **fields) for _ in range(number)]


def round_(of: Championship | None = None, **fields: Any) -> Round:
    """A round, published at START unless its state says otherwise; the championship runs."""
    of = of or championship()
    defaults: dict[str, Any] = {
        "number": Round.objects.filter(championship=of).count() + 1,
        "state": Round.State.PUBLISHED,
        "method": "adjacent",
        "seed": of.lot_seed,
    }
    values = defaults | fields
    if values["state"] != Round.State.DRAFT:
        values.setdefault("published_at", START)
        Championship.objects.filter(pk=of.pk).update(state=Championship.State.RUNNING)
        of.state = Championship.State.RUNNING
    if values["state"] == Round.State.CLOSED:
        values.setdefault("closed_at", values["published_at"] + timedelta(minutes=70))
    return Round.objects.create(championship=of, **values)


def game(of: Round | None = None, *, a: Pair | None = None, b: Pair | None = None, **fields: Any) -> Game:
    """A game of a round at the next table; pairs that are not named are new ones. See `bye` for one pair."""
    of = of or round_()
    seated = [a or pair(of.championship), b or pair(of.championship)]
    table = fields.pop("table", None) or Game.objects.filter(round=of, table__isnull=False).count() + 1
    return _game(of, seated, table=table, **fields)


def bye(of: Round, rests: Pair | None = None, **fields: Any) -> Game:
    """The game of the pair that rests, not confirmed unless `confirmed` does it."""
    return _game(of, [rests or pair(of.championship)], kind=Game.Kind.BYE, **fields)


def _game(of: Round, seated: list[Pair], **fields: Any) -> Game:
    made = Game.objects.create(round=of, **{"token": secrets.token_urlsafe(24)} | fields)
    for side, who in zip("ab", seated, strict=False):
        Seat.objects.create(game=made, round=of, side=side, pair=who, void=made.voided_at is not None)
    return made


def hand(of: Game, *points: int, bid: str = "", **fields: Any) -> PlayedHand:
    """The next hand of a game, with the points of both sides as written: `hand(game, 4, 0)`."""
    sequence = PlayedHand.objects.filter(game=of).count() + 1
    defaults: dict[str, Any] = {"client_id": f"dat-{next(_serial)}", "recorded_at": START, "bid": bid}
    a, b = points
    return PlayedHand.objects.create(game=of, sequence=sequence, points_a=a, points_b=b, **defaults | fields)


def confirmed(of: Game, *points: int) -> Game:
    """The game confirmed with these counted points; level ones as half wins, 0–0 as no win."""
    a, b = points
    wins2 = {a: 0, b: 0, max(a, b): 2} if a != b else {a: 1 if a else 0}
    Game.objects.filter(pk=of.pk).update(state=Game.State.CONFIRMED, confirmed_at=START + timedelta(hours=1))
    for side, own, other in (("a", a, b), ("b", b, a)):
        counted = {"points_for": own, "points_against": other, "wins2": wins2[own]}
        Seat.objects.filter(game=of, side=side).update(**counted)
    of.refresh_from_db()
    return of


def absence(of: Pair, round_number: int = 1, **fields: Any) -> Absence:
    """A round that the pair misses."""
    defaults = {"reason": Absence.Reason.ASKED}
    return Absence.objects.create(pair=of, round_number=round_number, **defaults | fields)
