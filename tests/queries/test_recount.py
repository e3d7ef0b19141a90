"""The recount of a game and the fold that pages share are two ways to one result."""

from random import Random

import pytest

from scoring.bids import allowed_bids, hand_points
from scoring.errors import RuleError
from scoring.presets import PRESETS
from tests import factories
from tournament.models import Game, PlayedHand, Round
from tournament.queries.games import regulation_of, view_of, with_sheets
from tournament.queries.recount import NO_HANDS, recount

pytestmark = pytest.mark.django_db
KINDS = (*[PlayedHand.Kind.PLAYED] * 8, *NO_HANDS)


def some_game(round_: Round, rng: Random) -> None:
    """Up to twenty hands of any kind; ended by time, by the last hand, or not at all."""
    game = factories.game(round_)
    game.opening_draw = rng.choice(("", "a", "b"))
    game.stopped = rng.choice(("", "", "time"))
    game.last_hand = rng.choice((None, None, 4, 12))
    game.save()
    regulation = regulation_of(round_.championship)
    for _ in range(rng.randrange(20)):
        bid = rng.choice(allowed_bids(regulation))
        points = hand_points(bid, rng.choice((36, 36, rng.randrange(24, 49))), regulation)
        factories.hand(game, *points, bid=bid.value, kind=rng.choice(KINDS))


@pytest.mark.parametrize("preset", PRESETS)
def test_they_agree_on_any_hands_under_every_preset(preset: str) -> None:
    round_, rng = factories.round_(factories.championship(preset=preset)), Random(preset)
    for _ in range(40):
        some_game(round_, rng)
    outcomes = [
        (recount(game, regulation_of(round_.championship)), view_of(game).outcome)
        for game in with_sheets(Game.objects.all())
    ]
    assert {type(folded) for _, folded in outcomes} != {RuleError}
    for counted, folded in outcomes:
        if counted is None:
            assert isinstance(folded, RuleError)
        else:
            assert (counted.points, counted.wins2) == (folded.points, folded.wins2)
