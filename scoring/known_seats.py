"""Tricks whose cards lie in the order of the seats (E 11.2): every hand is known at every moment.

A seat's hand before a trick is what it laid in that trick and later. So each card, at its place in an order of the
tricks, is legal or illegal for certain – or open, where tricks are missing.
"""

from collections.abc import Iterable

from scoring.cards import Card
from scoring.duties import BIT, Duty, Law, Obligation, Standing, Unseen, cards_of, duty_of, union
from scoring.orders import Levels, Step, complete_orders
from scoring.piles import LaidTrick
from scoring.tricks import PLAYERS, Seat, pair_of, trick_winner

SEATS = range(PLAYERS)

Duties = tuple[tuple[Seat, Duty], ...]


class SeatedTricks:
    """Tricks whose cards have seats: card i of each is of seat (draw winner + i) % 4 (E 11.2)."""

    def __init__(self, laid: tuple[LaidTrick, ...], draw_winner: Seat, law: Law, *, unseen: Unseen) -> None:
        self.laid = laid
        self._law = law
        self._unseen = unseen
        self._by_seat = [
            tuple(trick.cards[(seat - draw_winner) % PLAYERS] for seat in SEATS) for trick in laid
        ]
        self._bits = [tuple(BIT[card] for card in cards) for cards in self._by_seat]
        self._owed: dict[tuple[int, Seat], Duties] = {}
        self._hands: dict[int, list[int]] = {}

    def card(self, trick: int, seat: Seat) -> Card:
        return self._by_seat[trick][seat]

    def orders(self, leaders: Iterable[Seat], *, order_known: bool) -> Levels:
        """Every step of every order that is possible. Raises RuleError("no_order_fits")."""
        winners = [[self._winner(trick, leader) for leader in SEATS] for trick in range(len(self.laid))]
        return complete_orders(self.laid, winners, leaders, order_known=order_known)

    def judged(self, step: Step) -> tuple[int, int]:
        """Whose cards are illegal at this step, and whose are open: sets of seats, one bit each."""
        duties = self._duties(step.trick, step.leader)
        hands = self._left(step.after[0]) if duties else ()
        illegal = doubtful = 0
        for seat, duty in duties:
            elsewhere = (union(hands) | union(self._bits[step.trick])) & ~hands[seat] if duty.low else 0
            standing = duty.standing(hands[seat], elsewhere)
            if standing is Standing.ILLEGAL:
                illegal |= 1 << seat
            elif standing is Standing.OPEN:
                doubtful |= 1 << seat
        return illegal, doubtful

    def legal(self, step: Step, seat: Seat) -> frozenset[Card]:
        """What the seat could have played instead, as far as its hand is known."""
        card, left = self.card(step.trick, seat), self._left(step.after[0])
        before = self._in_turn(step.trick, step.leader)[: (seat - step.leader) % PLAYERS]
        not_gone = union(left) | union(self._bits[step.trick]) | self._unseen.cards
        return self._law.legal([card, *cards_of(left[seat])], before, cards_of(~not_gone)) - {card}

    def broken(self, step: Step, seat: Seat) -> Obligation:
        """The obligation that the seat broke with its illegal card."""
        duties = dict(self._duties(step.trick, step.leader))
        return duties[seat].broken(self._left(step.after[0])[seat])

    def _in_turn(self, trick: int, leader: Seat) -> tuple[Card, ...]:
        """The trick in playing order."""
        cards = self._by_seat[trick]
        return cards[leader:] + cards[:leader]

    def _winner(self, trick: int, leader: Seat) -> Seat | None:
        """Who wins it, if that is of the pair in whose pile it lies."""
        winner = (leader + trick_winner(self._in_turn(trick, leader), self._law.trump)) % PLAYERS
        return winner if pair_of(winner) == self.laid[trick].pile else None

    def _duties(self, trick: int, leader: Seat) -> Duties:
        """What each seat owed that owed anything."""
        if (trick, leader) not in self._owed:
            cards = self._in_turn(trick, leader)
            owed = (
                ((leader + turn) % PLAYERS, duty_of(card, cards[:turn], self._law, unseen=self._unseen))
                for turn, card in enumerate(cards)
            )
            self._owed[trick, leader] = tuple((seat, duty) for seat, duty in owed if duty.bad or duty.low)
        return self._owed[trick, leader]

    def _left(self, played: int) -> list[int]:
        """The known cards of each seat that are left when these tricks are played."""
        if played not in self._hands:
            left = [bits for trick, bits in enumerate(self._bits) if not played >> trick & 1]
            self._hands[played] = [sum(cards) for cards in zip(*left, strict=True)] if left else [0] * PLAYERS
        return self._hands[played]
