"""The answer of the revoke review as its page shows it: the sentences, the trick with its cards, what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.bids import allowed_bids, points_at_stake
from scoring.cards import DECK, Card, Suit
from scoring.piles import PILE_NAMES
from scoring.regulation import Regulation
from scoring.revokes import DoubtfulCard, IllegalCard, Review, Verdict
from scoring.tricks import PLAYERS, Seat, trick_winner
from tournament import texts_revoke
from tournament.texts import bid_text

COLOURS = {Verdict.PROVEN: "is-red", Verdict.CLEAN: "is-green", Verdict.NOT_PROVABLE: "is-gold"}

Piles = tuple[Sequence[tuple[Card, ...]], Sequence[tuple[Card, ...]]]


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What the organisers said of the hand, and its two piles."""

    piles: Piles
    leader: Seat | None
    trump: Suit | None
    seats_known: bool
    draw_winner: Seat
    order_known: bool

    @property
    def tricks(self) -> int:
        return sum(map(len, self.piles))

    def card_of(self, seat: Seat, trick: Sequence[Card]) -> Card:
        return trick[(seat - self.draw_winner) % PLAYERS]

    def winner(self, leader: Seat, trick: Sequence[Card]) -> Seat:
        in_turn = [self.card_of(leader + turn, trick) for turn in range(PLAYERS)]
        return (leader + trick_winner(in_turn, self.trump)) % PLAYERS

    def trick_of(self, which: DoubtfulCard) -> Sequence[Card]:
        return self.piles[PILE_NAMES.index(which.pile)][which.place - 1]

    def leader_of(self, which: DoubtfulCard, order: Sequence[tuple[str, int]]) -> Seat | None:
        """Who led the trick of this card in that order of the tricks; the winner of one leads the next (G 9.3)."""
        leader = self.leader
        if leader is None or (which.pile, which.place) not in order:
            return None
        for name, place in order[: order.index((which.pile, which.place))]:
            leader = self.winner(leader, self.piles[PILE_NAMES.index(name)][place - 1])
        return leader


@dataclass(frozen=True)
class Play:
    """One card of the trick that is shown: whose, and what there is to say of it."""

    card: Card
    player: str
    pair: str
    notes: tuple[str, ...]
    is_illegal: bool


@dataclass(frozen=True)
class Answer:
    """The whole answer, part by part."""

    found: Review
    hand: Hand
    regulation: Regulation

    @property
    def colour(self) -> str:
        return COLOURS[self.found.verdict]

    @property
    def title(self) -> str:
        return texts_revoke.title_text(self.found)

    @property
    def says(self) -> list[str]:
        return texts_revoke.sentences(self.found, self.hand.tricks)

    @property
    def is_proven(self) -> bool:
        return self.found.verdict is Verdict.PROVEN

    @cached_property
    def shown(self) -> IllegalCard | None:
        """The illegal card that is shown in its trick: the proven one, as it is in the plainest order."""
        proven = self.found.first
        same = [card for card in self.found.plainest if proven is None or card.card == proven.card]
        return same[0] if same else proven

    @property
    def example(self) -> str:
        """What to say before the trick where it is only one way in which the piles can be read."""
        is_named = self.found.first is not None
        if self.shown is None or (is_named and self.found.trick is not None):
            return ""
        return texts_revoke.example_text(self.shown, self.found.verdict, is_named=is_named)

    @property
    def rule(self) -> str:
        return texts_revoke.rule_text(self.shown) if self.shown else ""

    @cached_property
    def leader(self) -> Seat | None:
        return self.hand.leader_of(self.shown, self.found.plainest_order) if self.shown else None

    @property
    def trick_title(self) -> str:
        return texts_revoke.trick_title(self.shown, in_turn=self.leader is not None) if self.shown else ""

    @property
    def plays(self) -> list[Play]:
        """The trick of the card that is shown, in the order of play where that is known."""
        if self.shown is None:
            return []
        trick = self.hand.trick_of(self.shown)
        seats = [((self.leader or 0) + turn) % PLAYERS for turn in range(PLAYERS)]
        return [self._play(seat, trick) for seat in seats]

    def _play(self, seat: Seat, trick: Sequence[Card]) -> Play:
        card = self.hand.card_of(seat, trick)
        is_illegal = card in {illegal.card for illegal in (*self.found.illegal, *self.found.plainest)}
        notes = []
        if seat == self.leader:
            notes.append(_("leads"))
        if self.leader is not None and seat == self.hand.winner(self.leader, trick):
            notes.append(_("wins"))
        return Play(card, *texts_revoke.seat_labels(seat), tuple(notes), is_illegal)

    @property
    def legal(self) -> list[Card]:
        return sorted(self.shown.legal, key=DECK.index) if self.shown else []

    @property
    def others(self) -> list[str]:
        """More cards that are illegal for certain."""
        return [texts_revoke.card_line(card) for card in self.found.illegal[1:]]

    @property
    def doubtful(self) -> list[str]:
        return [texts_revoke.card_line(card) for card in self.found.open] if not self.is_clean else []

    @property
    def is_clean(self) -> bool:
        return self.found.verdict is Verdict.CLEAN

    @property
    def sanction(self) -> str:
        return texts_revoke.sanction_text(self.found.pairs) if self.is_proven else ""

    @property
    def stakes(self) -> list[tuple[int, str]]:
        """What one pair loses, by what was said in the auction (D 6)."""
        if len(self.found.pairs) != 1:
            return []
        bids = [bid for bid in allowed_bids(self.regulation) if bid.is_botifarra == (self.hand.trump is None)]
        return [(points_at_stake(bid, self.regulation), bid_text(bid.value)) for bid in bids]
