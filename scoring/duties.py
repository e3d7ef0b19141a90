"""What a player owed when he laid a card: the cards that make it a revoke if he held one of them.

`legal_cards` answers before a card is laid, from the whole hand. A review asks the other way round: this card was
laid; what must he have held for it to be illegal? Every obligation of G 6.3 and of the eastern rules has that shape
– a card is illegal exactly if some other card of the hand forbids it – so a *duty* is a set of cards, and a hand is
judged by one intersection. One option, `eastern_safe_charge`, adds an excuse to the shape (see `Duty`).

Sets of cards are integers here, one bit a card in the order of DECK: a review without seats tries hundreds of
thousands of plays. That both ways of asking give the same answer is kept by a test over random hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.cards import DECK, Card, Suit
from scoring.regulation import Variant
from scoring.tricks import SAFE_CHARGE, SECOND_SCORING, legal_cards, trick_winner

PARTNER = 2
"""The partner's card lies two places before one's own."""

BIT = {card: 1 << place for place, card in enumerate(DECK)}
SUIT_CARDS = {suit: sum(BIT[card] for card in DECK if card.suit is suit) for suit in Suit}
_STRONGER = {card: SUIT_CARDS[card.suit] & (BIT[card] - 1) for card in DECK}
_WEAKER = {card: SUIT_CARDS[card.suit] & ~(2 * BIT[card] - 1) for card in DECK}


class Rule(StrEnum):
    """What he had to do instead."""

    MUST_BEAT = "must_beat"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    MUST_THROW_LOWEST = "must_throw_lowest"
    UNSAFE_CHARGE = "unsafe_charge"


class Standing(StrEnum):
    """What is known of a card: legal or illegal for certain, or open, hanging on cards that nobody has seen."""

    LEGAL = "legal"
    OPEN = "open"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Law:
    """The trump of the hand (none in a botifarra) and which rules of legality are played.

    Raises RuleError("option_unknown") for rules that do not exist, as `legal_cards` does.
    """

    trump: Suit | None
    variant: str
    options: Mapping[str, bool]

    def __post_init__(self) -> None:
        self.legal(DECK[:1], (), ())

    def is_on(self, option: str) -> bool:
        return bool(self.options.get(option))

    def legal(self, hand: Iterable[Card], before: Sequence[Card], gone: Iterable[Card]) -> frozenset[Card]:
        """What may be played from a hand to the cards on the table, those of earlier tricks being gone."""
        return legal_cards(
            tuple(hand),
            before,
            trump=self.trump,
            variant=self.variant,
            options=self.options,
            played_before=tuple(gone),
        )


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards of the deck that no given trick shows, and how many of them each seat held. Nothing after a whole hand."""

    cards: int = 0
    each: int = 0


NOTHING_UNSEEN = Unseen()


@dataclass(frozen=True, slots=True)
class Obligation:
    """What an illegal card broke, and where that stands."""

    rule: Rule
    article: str


class Duty(NamedTuple):
    """What one card owed at its moment in its trick: per obligation the cards with which the hand would have broken it.

    `bad` are all of them together but `low`: a charge under "eastern_safe_charge" is illegal with one of `low` in the
    hand unless no card of `above` is in another hand. `base` is how the card stands by the `unseen` cards alone.
    """

    beat: int
    follow: int
    trump: int
    lowest: int
    low: int
    above: int
    partner_wins: bool
    bad: int
    unseen: Unseen
    base: Standing

    def standing(self, hand: int, elsewhere: int) -> Standing:
        """Judge the card, given what else the hand is known to hold, and the known cards of others not yet laid."""
        if self.bad & hand:
            return Standing.ILLEGAL
        if not self.low or self.base is Standing.ILLEGAL:
            return self.base
        return self._charge(hand, elsewhere)

    def _charge(self, hand: int, elsewhere: int) -> Standing:
        """A charge needs the cards above in the own hand or laid (eastern_safe_charge), unless it is the lowest.

        The one obligation that a further card in the hand may lift: so both ends are looked at, the hands that
        avoid what is lower or hold all that is above, and those that hold a lower card and miss one above.
        """
        unseen, each = self.unseen.cards, self.unseen.each
        missing = self.above & unseen
        could_be_safe = not self.above & elsewhere and missing.bit_count() <= each and not missing & self.bad
        could_be_lowest = not self.low & hand and (unseen & ~self.bad & ~self.low).bit_count() >= each
        if not could_be_safe and not could_be_lowest:
            return Standing.ILLEGAL
        could_be_unsafe = self.low & (hand | unseen) and self.above & (elsewhere | unseen)
        return Standing.OPEN if could_be_unsafe else self.base

    def broken(self, hand: int) -> Obligation:
        """The first obligation that an illegal card broke, by the cards known or else by those it must have been."""
        cards = hand if (self.bad | self.low) & hand else self.unseen.cards
        held = zip(Rule, (self.beat, self.follow, self.trump, self.lowest, self.low), strict=True)
        rule = next(rule for rule, forbidding in held if forbidding & cards)
        return Obligation(rule, _ARTICLES[rule, self.partner_wins])


_ARTICLES = {
    (Rule.MUST_BEAT, False): "G 6.3.2.2.1",
    (Rule.MUST_FOLLOW, True): "G 6.3.2.1.1",
    (Rule.MUST_FOLLOW, False): "G 6.3.2.2.2",
    (Rule.MUST_TRUMP, False): "G 6.3.2.2.3",
    (Rule.MUST_THROW_LOWEST, True): "eastern 2",
    (Rule.MUST_THROW_LOWEST, False): "eastern 1",
    (Rule.UNSAFE_CHARGE, True): "eastern 2",
}
"""By rule and whether the partner was winning. "eastern 1" and "2" are the two rules of the eastern game (G 6.2)."""

_LEADS = Duty(0, 0, 0, 0, 0, 0, False, 0, Unseen(), Standing.LEGAL)
"""Who leads owes nothing (G 6.3.1)."""


def union(masks: Iterable[int]) -> int:
    """All of these sets together."""
    together = 0
    for mask in masks:
        together |= mask
    return together


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards as bits."""
    return union(BIT[card] for card in cards)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a set, in the order of the deck."""
    return tuple(card for card in DECK if BIT[card] & mask)


def duty_of(card: Card, before: Sequence[Card], law: Law, *, unseen: Unseen = NOTHING_UNSEEN) -> Duty:
    """The duty of `card`, laid after 0–3 cards of its trick in playing order (G 6.3.2; eastern 1 and 2)."""
    if not before:
        return _LEADS
    led, place = before[0].suit, trick_winner(before, law.trump)
    best = before[place]
    wins_in_suit = _STRONGER[best] if best.suit == led else 0
    wins_by_trump = _trumps_that_win(led, best, law.trump)
    partner_wins, follows = len(before) - place == PARTNER, card.suit == led
    beats = BIT[card] & (wins_in_suit | wins_by_trump)
    beat = 0 if partner_wins or (follows and beats) else wins_in_suit
    follow = 0 if follows else SUIT_CARDS[led]
    trump = 0 if partner_wins or follows or beats else wins_by_trump
    throws = law.variant == Variant.EASTERN and not beats
    lowest, low = _thrown(card, before, law, partner_wins=partner_wins) if throws else (0, 0)
    bad = beat | follow | trump | lowest
    base = _base(bad, unseen) if unseen.each else Standing.LEGAL
    return Duty(beat, follow, trump, lowest, low, _STRONGER[best], partner_wins, bad, unseen, base)


def _base(bad: int, unseen: Unseen) -> Standing:
    """A seat held `each` unseen cards: perhaps one that makes the card illegal; for certain, if too few others are."""
    if (unseen.cards & ~bad).bit_count() < unseen.each:
        return Standing.ILLEGAL
    return Standing.OPEN if unseen.cards & bad else Standing.LEGAL


def _trumps_that_win(led: Suit, best: Card, trump: Suit | None) -> int:
    """Trumps that win a trick in which another suit was led."""
    if trump is None or led == trump:
        return 0
    return _STRONGER[best] if best.suit == trump else SUIT_CARDS[trump]


def _thrown(card: Card, before: Sequence[Card], law: Law, *, partner_wins: bool) -> tuple[int, int]:
    """What an eastern player must throw before a card that does not beat: (anyhow, unless the charge is safe).

    A lower card of its suit, unless it is a scoring card where one may be given (eastern 1 and 2).
    """
    lower = _WEAKER[card]
    if not card.is_scoring:
        return lower, 0
    if partner_wins:
        must_be_safe = law.is_on(SAFE_CHARGE) and len(before) == PARTNER and _STRONGER[before[0]]
        return 0, lower if must_be_safe else 0
    is_second, is_void = len(before) == 1, card.suit != before[0].suit
    return 0 if is_second and (is_void or law.is_on(SECOND_SCORING)) else lower, 0
