"""Which cards may be played, read a second time from the words of the regulation, and put the other way round.

`scoring.tricks` builds the set of legal cards. Here every card of a hand stands trial alone: the rules are a list of
duties, each one sentence, when it binds and what keeps it; a card is legal when it breaks none. The order of the cards
and who is winning are written here once more, so that one slip cannot hide in both.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.cards import Card

HIGH_TO_LOW = (9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2)
SCORING = HIGH_TO_LOW[:5]


@dataclass(frozen=True)
class Moment:
    """Somebody who does not lead is about to play."""

    hand: Collection[Card]
    table: Sequence[Card]
    trump: str | None
    options: Mapping[str, bool]
    gone: Collection[Card]

    def wins(self, card: Card) -> bool:
        """Whether `card` would win the trick so far."""
        return _winning([*self.table, card], self.trump) == card

    @cached_property
    def winning(self) -> Card:
        return _winning(self.table, self.trump)

    @cached_property
    def partner_wins(self) -> bool:
        return len(self.table) >= 2 and self.table[-2] == self.winning

    @property
    def is_second(self) -> bool:
        return len(self.table) == 1

    @cached_property
    def of_suit_led(self) -> list[Card]:
        return [card for card in self.hand if card.suit == self.table[0].suit]

    @property
    def trumps(self) -> list[Card]:
        return [card for card in self.hand if card.suit == self.trump]

    @cached_property
    def can_win(self) -> bool:
        """Whether a card that he may play wins: of the suit led or, void in it, a trump."""
        return any(self.wins(card) for card in self.of_suit_led or self.trumps)

    def is_lowest(self, card: Card) -> bool:
        """Whether it is the lowest of its suit in the hand."""
        of_suit = [other.rank for other in self.hand if other.suit == card.suit]
        return card.rank == max(of_suit, key=HIGH_TO_LOW.index)

    @cached_property
    def is_safe(self) -> bool:
        """Whether every card above the winning one, in its suit, is played already or his own."""
        above = HIGH_TO_LOW[: HIGH_TO_LOW.index(self.winning.rank)]
        known = {*self.hand, *self.table, *self.gone}
        return all((self.winning.suit, rank) in known for rank in above)


def _winning(cards: Sequence[Card], trump: str | None) -> Card:
    """The highest trump, else the highest card of the suit led."""
    trumps = [card for card in cards if card.suit == trump]
    contenders = trumps or [card for card in cards if card.suit == cards[0].suit]
    return min(contenders, key=lambda card: HIGH_TO_LOW.index(card.rank))


@dataclass(frozen=True)
class Duty:
    sentence: str
    binds: Callable[[Moment], bool]
    kept: Callable[[Moment, Card], bool]


def _is_scoring(card: Card) -> bool:
    return card.rank in SCORING


def _may_be_charged(moment: Moment, card: Card) -> bool:
    """A scoring card, where the partner is winning; under the rare option the third player's only where it is safe."""
    must_be_safe = moment.options.get("eastern_safe_charge", False) and len(moment.table) == 2
    return _is_scoring(card) and (moment.is_safe or not must_be_safe)


WESTERN = (
    Duty(
        "Holding the suit led: must play it.",
        lambda moment: bool(moment.of_suit_led),
        lambda moment, card: card.suit == moment.table[0].suit,
    ),
    Duty(
        "If an opponent is winning and a card of it would win the trick, one that wins.",
        lambda moment: not moment.partner_wins and any(map(moment.wins, moment.of_suit_led)),
        lambda moment, card: moment.wins(card),
    ),
    Duty(
        "Void in it, opponent winning: a trump that wins, if held.",
        lambda moment: (
            not moment.partner_wins and not moment.of_suit_led and any(map(moment.wins, moment.trumps))
        ),
        lambda moment, card: moment.wins(card),
    ),
)

EASTERN = (
    *WESTERN,
    Duty(
        "Opponent winning and cannot be beaten: the lowest card of the suit led if held.",
        lambda moment: not moment.partner_wins and not moment.can_win and bool(moment.of_suit_led),
        lambda moment, card: (
            moment.is_lowest(card)
            or (
                moment.options.get("eastern_second_scoring", False) and moment.is_second and _is_scoring(card)
            )
        ),
    ),
    Duty(
        "Else the lowest card of any one suit. Second player: additionally any scoring card.",
        lambda moment: not moment.partner_wins and not moment.can_win and not moment.of_suit_led,
        lambda moment, card: moment.is_lowest(card) or (moment.is_second and _is_scoring(card)),
    ),
    Duty(
        "Partner winning: suit led held: any card of it that beats, any scoring card of it, or its lowest.",
        lambda moment: moment.partner_wins and bool(moment.of_suit_led),
        lambda moment, card: moment.wins(card) or _may_be_charged(moment, card) or moment.is_lowest(card),
    ),
    Duty(
        "Void: a trump that beats, any scoring card, or the lowest of any suit.",
        lambda moment: moment.partner_wins and not moment.of_suit_led,
        lambda moment, card: (
            (card.suit == moment.trump and moment.wins(card))
            or _may_be_charged(moment, card)
            or moment.is_lowest(card)
        ),
    ),
)


def cards_without_fault(
    hand: Collection[Card],
    trick: Sequence[Card],
    *,
    trump: str | None,
    variant: str,
    options: Mapping[str, bool],
    played_before: Collection[Card],
) -> frozenset[Card]:
    """The cards of the hand that break no duty; all of them for whoever leads."""
    if not trick:
        return frozenset(hand)
    moment = Moment(hand, trick, trump, options, played_before)
    binding = [duty for duty in (EASTERN if variant == "eastern" else WESTERN) if duty.binds(moment)]
    return frozenset(card for card in hand if all(duty.kept(moment, card) for duty in binding))
