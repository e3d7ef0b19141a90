"""The deck: 48 cards in four suits, their order and what they count (G 1.2, G 4.3.2, G 5.3.1).

A suit runs, from high to low, manilla (9), ace (1), king (12), knight (11), jack (10), 8, 7, 6, 5, 4, 3, 2. The first
five are its scoring cards («pedres»): 5, 4, 3, 2, 1 card points, 15 a suit and 60 in all.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from scoring.errors import RuleError

RANKS = (9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2)
"""From high to low (G 4.3.2)."""

_STRENGTHS = {rank: strength for strength, rank in enumerate(reversed(RANKS))}
_CARD_POINTS = {9: 5, 1: 4, 12: 3, 11: 2, 10: 1}


class Suit(StrEnum):
    """The four suits, by the letter that stands for them on paper."""

    OROS = "O"
    COPES = "C"
    ESPASES = "E"
    BASTOS = "B"


class Card(NamedTuple):
    """One card: a suit and a rank from 1 to 12. Two cards with the same suit and rank are the same card.

    Being a tuple it is immutable and hashes at the speed of one. `<` would compare letters and numbers, not cards:
    inside a suit compare `strength`; to lay out a hand, sort by `DECK.index`.
    """

    suit: Suit
    rank: int

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read «O9», «b 12», «C01»: a suit letter in any case, then the rank.

        Raises RuleError("card_unknown", "G 1.2").
        """
        word = text.strip().upper()
        letter, number = word[:1], word[1:].strip()
        if letter in Suit._value2member_map_ and number.isascii() and number.isdecimal():
            card = cls(Suit(letter), int(number))
            if card.rank in _STRENGTHS:
                return card
        raise RuleError("card_unknown", "G 1.2", card=text.strip())

    @property
    def strength(self) -> int:
        """How high it stands inside its suit: 11 the manilla, 0 the two (G 4.3.2)."""
        return _STRENGTHS[self.rank]

    @property
    def card_points(self) -> int:
        """Manilla 5, ace 4, king 3, knight 2, jack 1, all others 0 (G 5.3.1)."""
        return _CARD_POINTS.get(self.rank, 0)

    @property
    def is_scoring(self) -> bool:
        """Whether it counts card points: one of the five «pedres» of its suit (G 5.3.1)."""
        return self.rank in _CARD_POINTS

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"


DECK = tuple(Card(suit, rank) for suit in Suit for rank in RANKS)
"""All 48 cards: oros, copes, espases, bastos, each from the manilla down (G 1.2)."""

SCORING_CARDS = tuple(card for card in DECK if card.is_scoring)
"""The twenty cards that count, in the order of the deck (G 5.3.1)."""


def card_points_in(cards: Iterable[Card]) -> int:
    """Card points of these cards alone, without the 1 that each trick counts (G 5.3.1): 15 a suit, 60 in all."""
    return sum(_CARD_POINTS.get(card.rank, 0) for card in cards)
