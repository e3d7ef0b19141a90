"""Cards to be cut out of A4: of pairs, of tables, and the badges of who works at the desk (E 17.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import segno
from django.conf import settings
from django.urls import reverse

from tournament.models import Championship
from tournament.printing.fitting import fit, printable
from tournament.printing.pages import document, one_at_a_time
from tournament.queries.cards import pair_cards
from tournament.queries.members import members
from tournament.queries.tables import table_tokens
from tournament.texts_members import ROLES

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
ACROSS = 2
EIGHT = 8
FOUR = 4
NAME_SCALE = 1.5
"""Names on cards are that much larger than on a sheet."""


@dataclass(frozen=True)
class Drawn:
    """A QR code as the outline of its dark squares, on a square of `side` modules."""

    side: int
    outline: str


@dataclass(frozen=True)
class Name:
    """A name as it fits: size in points, one line or two."""

    size: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """What a card shows; what it has not is "" or None. Numbers as text: a template would group their digits."""

    number: str = ""
    name: Name | None = None
    pin: str = ""
    below: str = ""
    code: Drawn | None = None


@one_at_a_time
def cards_of_pairs(championship: Championship, numbers: Sequence[int] = ()) -> bytes:
    """The card of each pair: the way to its private page and, where phones are signed, its code; 8 a page.

    Raises ValueError where there is none to print.
    """
    cards = [
        Card(str(each.number), _named(each.war_name, 58), each.pin, code=_code("own", each.token))
        for each in pair_cards(championship, numbers)
    ]
    return _cut("cards_pairs", championship, cards, EIGHT)


@one_at_a_time
def cards_of_tables(championship: Championship) -> bytes:
    """The card of each table, for all rounds; 4 a page, each A6. Raises ValueError where none has one yet."""
    tokens = sorted(table_tokens(championship).items())
    cards = [Card(str(number), code=_code("table", token)) for number, token in tokens]
    return _cut("cards_tables", championship, cards, FOUR)


@one_at_a_time
def badges(championship: Championship) -> bytes:
    """Name and role of everybody at the desk (E 17.1); 8 a page."""
    people = [
        (each.user.get_full_name() or each.user.get_username(), ROLES[each.role])
        for each in members(championship)
    ]
    cards = [Card(name=_named(name, 85, scale=2.4), below=str(role)) for name, role in people]
    return _cut("cards_badges", championship, cards, EIGHT)


def _cut(template: str, championship: Championship, cards: Sequence[Card], on_a_page: int) -> bytes:
    if not cards:
        raise ValueError("no cards to print")
    height = PAGE_HEIGHT * ACROSS / on_a_page
    places = [
        (f"{column * PAGE_WIDTH / ACROSS:g}", f"{row * height:g}")
        for row in range(on_a_page // ACROSS)
        for column in range(ACROSS)
    ]
    context = {
        "championship": printable(championship.name),
        "below": _named(championship.name, 60, scale=1),
        "height": f"{height:g}",
        "cuts": sorted({top for _, top in places} - {"0"}),
        "pages": [
            list(zip(places, cards[first : first + on_a_page], strict=False))
            for first in range(0, len(cards), on_a_page)
        ],
    }
    return document(template, context)


def _named(text: str, width_mm: float, *, scale: float = NAME_SCALE) -> Name:
    size, lines = fit(text, width_mm / scale)
    return Name(f"{size * scale:.2f}", lines)


def _code(page: str, token: str) -> Drawn:
    """The address as phones reach it, in the language in force, to be scanned."""
    # The mask is given: choosing the best of eight takes nine tenths of the time.
    rows = tuple(segno.make_qr(settings.SITE_URL + reverse(page, args=[token]), error="m", mask=2).matrix)
    return Drawn(len(rows), "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in _dark(rows)))


def _dark(rows: Iterable[Sequence[int]]) -> Iterable[tuple[int, int, int]]:
    """Each run of dark modules: where it begins and how long it is. One path: between single ones viewers show white
    lines."""
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield x, y, length
            x += length
