"""A game of the desk, by the number in its address."""

from django.http import Http404
from django.urls import reverse

from tournament.models import Championship
from tournament.queries.games import GameView, game_of


def view_or_404(championship: Championship, game_id: int) -> GameView:
    """The game, unless it is another championship's, of a draft or void."""
    found = game_of(championship, game_id)
    if found is None:
        raise Http404
    return found


def game_address(championship: Championship, game_id: int) -> str:
    """The page of everything about a game."""
    return reverse("desk_game", args=[championship.slug, game_id])
