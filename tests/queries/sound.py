"""A championship in which every row is right, for tests to spoil."""

from tests import factories
from tournament.models import Championship, Game
from tournament.queries.verification import verify


def sound(**fields: object) -> Championship:
    """One round: table 1 confirmed at 101–20 by three hands, table 2 open, and a bye. Pairs 1 to 5."""
    championship = factories.championship(**fields)
    round_ = factories.round_(championship)
    game = factories.game(round_)
    factories.hand(game, 80, 0, bid="R", card_points=56)
    factories.hand(game, 0, 20, card_points=16)
    factories.hand(game, 21, 0, card_points=57)
    factories.confirmed(game, 101, 20)
    bye = factories.confirmed(factories.bye(round_), 51, 0)
    Game.objects.filter(pk=bye.pk).update(adjustments=[["bye", "D 4", [51, 0]]])
    factories.game(round_)
    return championship


def whats(championship: Championship) -> list[str]:
    return [found.what for found in verify(championship)]


def said(championship: Championship) -> list[str]:
    return [str(found) for found in verify(championship)]
