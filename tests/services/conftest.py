"""Who writes in these tests, and one published round of two tables that most of them begin with."""

from dataclasses import dataclass
from typing import Any

import pytest

from scoring.errors import RuleError
from tests import factories
from tests.factories import START
from tournament.models import Championship, Game, Round
from tournament.queries.games import GameView, games_of_round, view_of
from tournament.services import games, rounds
from tournament.services.writing import Actor

DESK = Actor(None, "desk")
TABLE = Actor(None, "table")


@dataclass
class Hall:
    """A championship of five pairs whose first round has just been published: two tables and a bye."""

    championship: Championship
    round: Round
    games: tuple[Game, ...]
    bye: Game

    def view(self, table: int = 1) -> GameView:
        return view_of(Game.objects.get(pk=self.games[table - 1].pk))


@pytest.fixture
def hall(db: None) -> Hall:
    return published_hall()


def published_hall(number: int = 5, **fields: object) -> Hall:
    """So many pairs and their first round."""
    championship = factories.championship(**fields)
    factories.pairs(number, championship)
    drawn = rounds.draft(championship.pk, actor=DESK, now=START)
    rounds.publish(drawn.pk, actor=DESK, now=START)
    drawn.refresh_from_db()
    views = games_of_round(drawn)
    seated = tuple(view.game for view in views if view.b)
    bye = next((view.game for view in views if view.b is None), None)
    return Hall(championship, drawn, seated, bye)  # type: ignore[arg-type]


def settle(hall: Hall, round_: Round | None = None) -> None:
    """Every table of the round confirmed."""
    for view in games_of_round(round_ or hall.round):
        if view.b is not None and not view.is_confirmed:
            games.walkover(view.game.pk, "a", reason="avís", actor=DESK)


def after_round_one(number: int = 5, **fields: Any) -> Hall:
    hall = published_hall(number, **fields)
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK)
    return hall


def refusal_of(call: Any, *args: Any, **options: Any) -> RuleError:
    """What a service refuses, asked from the desk."""
    with pytest.raises(RuleError) as refusal:
        call(*args, **{"actor": DESK} | options)
    return refusal.value


def seated(round_: Round) -> list[tuple[int, ...]]:
    """The pairs of every table, by their numbers."""
    return [
        tuple(seat.number for seat in (view.a, view.b) if seat)
        for view in games_of_round(Round.objects.get(pk=round_.pk))
    ]
