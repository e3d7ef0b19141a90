"""The address of a sheet: its token and nothing else, so that no strange character ever reaches the database."""

from django.urls.converters import StringConverter

from tournament.queries.games import TOKEN


class SheetToken(StringConverter):
    """What `secrets.token_urlsafe` can make, and as long as the column: letters, figures, `-` and `_`."""

    regex = TOKEN
