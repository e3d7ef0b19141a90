"""Hands of cards, dealt and played by chance: every position in which somebody must play a card, and the tricks.

A deck in some order is the only luck there is. It is dealt round and everybody plays, of the cards that he may play,
the one that he was dealt first; so the same deck is always the same hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scoring.cards import DECK, Card, Suit
from scoring.tricks import PLAYERS, SAFE_CHARGE, SECOND_SCORING, TRICKS, legal_cards, trick_winner

TRUMPS = (*Suit, None)
Judge = Callable[..., frozenset[Card]]
"""Takes what `legal_cards` takes and answers what it answers."""


@dataclass(frozen=True)
class Rules:
    """A variant and the options that are on in it."""

    variant: str
    on: tuple[str, ...] = ()

    @property
    def options(self) -> dict[str, bool]:
        return dict.fromkeys(self.on, True)


WESTERN = Rules("western")
EASTERN = Rules("eastern")
SECOND_MAY_SCORE = Rules("eastern", (SECOND_SCORING,))
SAFE_CHARGE_ONLY = Rules("eastern", (SAFE_CHARGE,))
BOTH_OPTIONS = Rules("eastern", (SECOND_SCORING, SAFE_CHARGE))
ALL_RULES = (WESTERN, EASTERN, SECOND_MAY_SCORE, SAFE_CHARGE_ONLY, BOTH_OPTIONS)


@dataclass(frozen=True)
class Position:
    """Somebody is to play from `hand` to `trick`; `gone` are the cards of earlier tricks."""

    hand: Sequence[Card]
    trick: Sequence[Card]
    gone: Sequence[Card]
    trump: Suit | None

    def legal(self, rules: Rules, judge: Judge = legal_cards) -> frozenset[Card]:
        return judge(
            self.hand,
            self.trick,
            trump=self.trump,
            variant=rules.variant,
            options=rules.options,
            played_before=self.gone,
        )


@dataclass(frozen=True)
class PlayedHand:
    """48 positions and 12 tricks, each in playing order, with the seat that won it."""

    positions: Sequence[Position]
    tricks: Sequence[tuple[Card, ...]]
    winners: Sequence[int]


def play(deck: Sequence[Card], *, trump: Suit | None, rules: Rules) -> PlayedHand:
    """The whole hand of a deck in this order. Seat 0 leads to the first trick."""
    hands = [list(deck[seat::PLAYERS]) for seat in range(PLAYERS)]
    positions: list[Position] = []
    tricks: list[tuple[Card, ...]] = []
    winners = [0]
    for _ in range(TRICKS):
        trick: list[Card] = []
        gone = [card for done in tricks for card in done]
        for turn in range(PLAYERS):
            hand = hands[(winners[-1] + turn) % PLAYERS]
            position = Position(tuple(hand), tuple(trick), gone, trump)
            legal = position.legal(rules)
            card = next(card for card in hand if card in legal)
            hand.remove(card)
            trick.append(card)
            positions.append(position)
        tricks.append(tuple(trick))
        winners.append((winners[-1] + trick_winner(trick, trump)) % PLAYERS)
    return PlayedHand(positions, tricks, winners[1:])


def random_hand(rng: Random, rules: Rules) -> PlayedHand:
    return play(rng.sample(DECK, len(DECK)), trump=rng.choice(TRUMPS), rules=rules)


def random_positions(rng: Random, rules: Rules) -> Iterator[Position]:
    """Without end: positions of random hands, each followed by as many that no hand need ever come to."""
    while True:
        played = random_hand(rng, rules).positions
        yield from played
        yield from (_free_position(rng) for _ in played)


def _free_position(rng: Random) -> Position:
    """Any cards at all, of two suits or more: a few suits make a hand that must often follow, beat and trump."""
    suits = rng.sample(list(Suit), rng.randint(2, len(Suit)))
    deck = [card for card in DECK if card.suit in suits]
    rng.shuffle(deck)
    on_table, held = rng.randrange(PLAYERS), rng.randint(1, TRICKS)
    rest = deck[on_table + held :]
    gone = rest[: rng.randint(0, len(rest))]
    return Position(deck[on_table : on_table + held], deck[:on_table], gone, rng.choice(TRUMPS))
