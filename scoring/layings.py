"""How a trick without seats may have been laid, and what hands forbid: the parts that `unknown_seats` searches with."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from scoring.cards import Card, Suit
from scoring.duties import BIT, SUIT_CARDS, Duty, Law, Standing, Unseen, duty_of, union
from scoring.regulation import Variant
from scoring.tricks import PLAYERS, pair_of, trick_winner

Hands = tuple[int, int, int, int]
"""The known cards of each seat, as sets of bits."""

NO_CARDS: Hands = (0, 0, 0, 0)

FIELD = 5
"""Bits of one number of a shape: 0 to 13, and a bit to compare by."""

_FIELDS_OF_A_HAND = 2 * len(Suit)
_BITS_OF_A_HAND = FIELD * _FIELDS_OF_A_HAND
_COMPARE = union(1 << (FIELD * number + FIELD - 1) for number in range(PLAYERS * _FIELDS_OF_A_HAND))

Shape = tuple[int, int]
"""How much four hands forbid in all, and what, packed number by number."""


def turned(hands: Hands) -> Hands:
    """The same hands with the seats renamed by two: no pair and no order of play changes."""
    a, b, c, d = hands
    return c, d, a, b


def meet(some: Hands, others: Hands) -> bool:
    """Whether any seat has a card in both."""
    a, b, c, d = some
    e, f, g, h = others
    return bool(a & e or b & f or c & g or d & h)


@dataclass(frozen=True, slots=True)
class Laying:
    """One way to lay a trick, by seat: the cards, what each owed, what bars the play if a hand holds it.

    The seats are named so that the trick's winner is seat 0 or 1. `is_turned` tells that its leader is then seat 2
    or 3, so that going back to the trick before, the seats are renamed. `charging` are the seats whose charge must be
    looked at closer, `bad` is nothing for the seats of a pair that is not watched.
    """

    cards: Hands
    duties: tuple[Duty, ...]
    bad: Hands
    charging: tuple[int, ...]
    is_turned: bool

    def fits(self, hands: Hands) -> bool:
        """Whether no watched card is illegal when these are the cards that the seats laid later."""
        if meet(self.bad, hands):
            return False
        return not self.charging or all(
            self.standing(hands, seat) is not Standing.ILLEGAL for seat in self.charging
        )

    def standing(self, hands: Hands, seat: int) -> Standing:
        elsewhere = (union(hands) | union(self.cards)) & ~hands[seat]
        return self.duties[seat].standing(hands[seat], elsewhere)

    def before(self, hands: Hands) -> Hands:
        """The hands before the trick, given those after it."""
        a, b, c, d = hands
        e, f, g, h = self.cards
        return (c | g, d | h, a | e, b | f) if self.is_turned else (a | e, b | f, c | g, d | h)


def layings_of(
    cards: tuple[Card, ...], law: Law, unseen: Unseen, *, pairs: tuple[int, int], watched: frozenset[int]
) -> tuple[Laying, ...]:
    """Every way to lay the cards, the pairs that led and won it being these.

    Left out is what is illegal for a watched seat whatever the hands; first come the ways in which the winner led.
    """
    leader_pair, winner_pair = pairs
    found: list[tuple[int, int, Laying | None]] = []
    for in_turn in permutations(cards):
        winner = trick_winner(in_turn, law.trump)
        leader = (winner_pair - winner) % PLAYERS
        if pair_of(leader) == leader_pair:
            laying = _laying(in_turn, leader, law, unseen=unseen, watched=watched)
            found.append((winner, len(found), laying))
    return tuple(laying for _, _, laying in sorted(found) if laying is not None)


def _laying(
    in_turn: tuple[Card, ...], leader: int, law: Law, *, unseen: Unseen, watched: frozenset[int]
) -> Laying | None:
    duties = [duty_of(card, in_turn[:turn], law, unseen=unseen) for turn, card in enumerate(in_turn)]
    turns = [(seat - leader) % PLAYERS for seat in range(PLAYERS)]
    by_seat = tuple(duties[turn] for turn in turns)
    seats = [seat for seat in range(PLAYERS) if pair_of(seat) in watched]
    if any(by_seat[seat].base is Standing.ILLEGAL for seat in seats):
        return None
    a, b, c, d = (by_seat[seat].bad if seat in seats else 0 for seat in range(PLAYERS))
    e, f, g, h = (BIT[in_turn[turn]] for turn in turns)
    charging = tuple(seat for seat in seats if by_seat[seat].low)
    return Laying((e, f, g, h), by_seat, (a, b, c, d), charging, leader not in (0, 1))


def least_bars(layings: Iterable[Laying]) -> tuple[Hands, ...]:
    """What bars a trick from being laid at all: hands must keep clear of one of these, the seats named either way.

    Only what bars no more than another does is given.
    """
    bars = {bad for laying in layings for bad in (laying.bad, turned(laying.bad))}
    return tuple(sorted(bad for bad in bars if not any(_is_within(other, bad) for other in bars - {bad})))


def _is_within(some: Hands, others: Hands) -> bool:
    return all(mask & ~other == 0 for mask, other in zip(some, others, strict=True))


class Shapes:
    """What hands forbid in the tricks that are still to be placed: positions of one shape have the same future.

    Whether a hand forbids a card hangs on its highest card of a suit (it would have won) and, in the eastern game, on
    its lowest (it should have been thrown), each compared only with the cards of those tricks; and on whether it holds
    a trump at all. So a shape is two numbers a suit and seat, 0 for nothing.
    """

    def __init__(self, early: int, law: Law) -> None:
        self._suits = [(SUIT_CARDS[suit], SUIT_CARDS[suit] & early, suit == law.trump) for suit in Suit]
        self._lowest_matters = law.variant == Variant.EASTERN
        self._known: dict[int, Shape] = {}

    def of(self, hands: Hands) -> Shape:
        weight, packed = 0, 0
        for hand in hands:
            shape = self._known.get(hand) or self._known.setdefault(hand, self._of_hand(hand))
            weight += shape[0]
            packed = packed << _BITS_OF_A_HAND | shape[1]
        return weight, packed

    def _of_hand(self, hand: int) -> Shape:
        weight, packed = 0, 0
        for suit, early, is_trump in self._suits:
            held = hand & suit
            matters = held and (early or is_trump)
            highest = 1 + _below(held, early) if matters else 0
            lowest = 1 + _not_below(held, early) if matters and self._lowest_matters else 0
            weight += highest + bool(highest)
            packed = (packed << FIELD | highest) << FIELD | lowest
        return weight, packed


def _below(held: int, early: int) -> int:
    """How many early cards of a suit the highest card held would beat (bits run from high to low)."""
    return (early & ~((held & -held) - 1)).bit_count()


def _not_below(held: int, early: int) -> int:
    """How many early cards of a suit are higher than the lowest card held."""
    return (early & ((1 << held.bit_length() - 1) - 1)).bit_count()


def forbids_no_more(shape: Shape, than: Shape) -> bool:
    """Whether hands of one shape forbid nothing that hands of the other allow: no number of it is greater."""
    return (than[1] | _COMPARE) - shape[1] & _COMPARE == _COMPARE
