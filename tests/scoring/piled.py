"""Hands played to the end and laid into two piles as E 11.2 asks, with a revoke planted or without."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.cards import DECK, Card, Suit
from scoring.revokes import Review, review
from scoring.tricks import PLAYERS, TRICKS, legal_cards, pair_of, trick_winner
from tests.scoring.deals import TRUMPS, Rules

SEATS = range(PLAYERS)
Trick = tuple[Card, ...]
Pile = tuple[Trick, ...]


@dataclass(frozen=True)
class Planted:
    """The one illegal card of a hand, and what could have been played instead."""

    trick: int
    seat: int
    card: Card
    legal: frozenset[Card]


@dataclass(frozen=True)
class PiledHand:
    """The tricks of both pairs as first won first, the cards of each in seat order from seat 0."""

    piles: tuple[Pile, Pile]
    leader: int
    trump: Suit | None
    rules: Rules
    planted: Planted | None
    tricks: int

    def review(self, piles: tuple[Pile, Pile] | None = None, **changes: Any) -> Review:
        known: dict[str, Any] = {"leader": self.leader, "seats_known": True, "hand_size": self.tricks}
        return review(piles or self.piles, **self.game, **(known | changes))

    @property
    def undealt(self) -> list[Card]:
        """Cards that are in no hand of a short one: out of the way like those of earlier tricks."""
        dealt = {card for tricks in self.piles for trick in tricks for card in trick}
        return [card for card in DECK if card not in dealt]

    @property
    def game(self) -> dict[str, Any]:
        return {"trump": self.trump, "variant": self.rules.variant, "options": self.rules.options}


def cards(text: str) -> Trick:
    return tuple(Card.parse(word) for word in text.split())


def pile(*tricks: str) -> Pile:
    return tuple(map(cards, tricks))


def piled_hand(
    rng: Random,
    rules: Rules,
    *,
    tricks: int = TRICKS,
    revoke_from: int | None = None,
    deck: Sequence[Card] = DECK,
) -> PiledHand:
    """Everybody plays some legal card, or the first time that one is held from that trick on, an illegal one."""
    trump, leader = rng.choice(TRUMPS), rng.randrange(PLAYERS)
    dealt = rng.sample(deck, PLAYERS * tricks)
    hands = [set(dealt[seat::PLAYERS]) for seat in SEATS]
    piles: tuple[list[Trick], list[Trick]] = ([], [])
    turn_to, planted = leader, None
    gone = [card for card in DECK if card not in dealt]
    for number in range(1, tricks + 1):
        trick: list[Card] = []
        laid: dict[int, Card] = {}
        for turn in SEATS:
            seat = (turn_to + turn) % PLAYERS
            legal = legal_cards(
                hands[seat],
                trick,
                trump=trump,
                variant=rules.variant,
                options=rules.options,
                played_before=gone,
            )
            illegal = hands[seat] - legal
            breaks = planted is None and revoke_from is not None and number >= revoke_from and illegal
            laid[seat] = rng.choice(sorted(illegal if breaks else legal))
            if breaks:
                planted = Planted(number, seat, laid[seat], legal)
            hands[seat].remove(laid[seat])
            trick.append(laid[seat])
        turn_to = (turn_to + trick_winner(trick, trump)) % PLAYERS
        piles[pair_of(turn_to)].append(tuple(laid[seat] for seat in SEATS))
        gone += trick
    return PiledHand((tuple(piles[0]), tuple(piles[1])), leader, trump, rules, planted, tricks)


def shuffled(rng: Random, piles: tuple[Pile, Pile]) -> tuple[Pile, Pile]:
    """The tricks of each pile in some other order."""
    first, second = (tuple(rng.sample(tricks, len(tricks))) for tricks in piles)
    return first, second


def without_seats(rng: Random, piles: tuple[Pile, Pile]) -> tuple[Pile, Pile]:
    """The cards of each trick in some other order."""
    first, second = (tuple(tuple(rng.sample(trick, PLAYERS)) for trick in tricks) for tricks in piles)
    return first, second
