"""A pair goes away in mid-game, and plays on after all (D 8, D 13)."""

import pytest

from tests.services.conftest import DESK, Hall, published_hall
from tournament.models import Pair
from tournament.queries.verification import verify
from tournament.services import games, hands, leaving
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


def thirty_to_the_left_pair(hall: Hall) -> None:
    hands.record_hand(hall.games[0].pk, HandEntry("", "a", 30), after=None, actor=DESK)


def test_a_pair_that_leaves_in_mid_game_loses_it_and_may_play_on_once_it_is_reopened() -> None:
    """D 8."""
    hall = published_hall()
    thirty_to_the_left_pair(hall)
    game = hall.games[0]
    leaving.leave(game.pk, "b", reason="es troben malament", withdraws=True, actor=DESK)
    assert hall.view().counted == (51, 0)
    right = hall.view().b
    assert right is not None
    assert hall.championship.pairs.get(number=right.number).state == Pair.State.WITHDRAWN
    assert verify(hall.championship) == ()
    games.reopen(game.pk, reason="tornen", actor=DESK)
    assert hall.view().result().points == (51, 0)
    leaving.stay(game.pk, actor=DESK)
    assert (hall.view().is_complete, hall.view().sheet.totals) == (False, (30, 0))
    assert hall.championship.pairs.get(number=right.number).state == Pair.State.REGISTERED


def test_a_pair_may_end_its_game_and_be_in_no_coming_round() -> None:
    """D 13."""
    hall = published_hall()
    thirty_to_the_left_pair(hall)
    game = hall.games[0]
    leaving.leave(game.pk, "a", reason="han de marxar", withdraws=True, actor=DESK)
    games.reopen(game.pk, reason="acaben la partida", actor=DESK)
    leaving.stay(game.pk, comes_back=False, actor=DESK)
    assert hall.view().game.left == ""
    assert hall.championship.pairs.get(number=hall.view().a.number).state == Pair.State.WITHDRAWN
