"""The address of a sheet: its token and nothing else, so that no strange character ever reaches the database."""

from django.http import Http404
from django.urls.converters import StringConverter

from tournament.models import Game
from tournament.queries.games import TOKEN, addressed_game


class SheetToken(StringConverter):
    """What `secrets.token_urlsafe` can make, and as long as the column: letters, figures, `-` and `_`."""

    regex = TOKEN


def sheet_in_use(token: str) -> Game:
    """The game of a sheet that is not void, for who writes to it. Raises Http404."""
    game = addressed_game(token)
    if game is None or game.voided_at is not None:
        raise Http404
    return game
