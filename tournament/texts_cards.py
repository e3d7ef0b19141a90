"""Cards and suits as words: «manilla d’oros» on a button, «la manilla d’oros» in a sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.cards import Card, Suit

SUITS: dict[Suit, str | Promise] = {
    Suit.OROS: gettext_lazy("coins"),
    Suit.COPES: gettext_lazy("cups"),
    Suit.ESPASES: gettext_lazy("swords"),
    Suit.BASTOS: gettext_lazy("clubs"),
}

# With %(rank)s as one of the words below or a number.
_OF_A_SUIT: dict[Suit, str | Promise] = {
    Suit.OROS: gettext_lazy("%(rank)s of coins"),
    Suit.COPES: gettext_lazy("%(rank)s of cups"),
    Suit.ESPASES: gettext_lazy("%(rank)s of swords"),
    Suit.BASTOS: gettext_lazy("%(rank)s of clubs"),
}

_NAMED: dict[int, str | Promise] = {
    9: gettext_lazy("manilla"),
    1: gettext_lazy("ace"),
    12: gettext_lazy("king"),
    11: gettext_lazy("knight"),
    10: gettext_lazy("jack"),
}

_THE_NAMED: dict[int, str | Promise] = {
    9: gettext_lazy("the manilla"),
    1: gettext_lazy("the ace"),
    12: gettext_lazy("the king"),
    11: gettext_lazy("the knight"),
    10: gettext_lazy("the jack"),
}


def suit_text(suit: Suit) -> str:
    """The name of a suit: «oros»."""
    return str(SUITS[suit])


def card_text(card: Card) -> str:
    """A card by its name, as a label: «manilla d’oros», «7 d’espases»."""
    return str(_OF_A_SUIT[card.suit]) % {"rank": _NAMED.get(card.rank, card.rank)}


def the_card_text(card: Card) -> str:
    """A card inside a sentence: «la manilla d’oros», «l’as de copes», «el 7 d’espases»."""
    rank = _THE_NAMED.get(card.rank) or _("the %(number)s") % {"number": card.rank}
    return str(_OF_A_SUIT[card.suit]) % {"rank": rank}
