"""What a review answers: the verdict, why, and all that is certain (E 16.1.2.2)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import Card
from scoring.duties import Rule
from scoring.tricks import Seat

EARLIER_TRICK = "E 16.1.2.2.1"
ON_PROOF = "E 16.1.2.2.3"


class Verdict(StrEnum):
    """What a review comes to.

    Proven: a pair revoked, whatever is not known. Clean: the hand can have been played without a revoke, and nothing is
    missing that a review could still look at. Not provable: neither.
    """

    PROVEN = "proven"
    CLEAN = "clean"
    NOT_PROVABLE = "not_provable"


class Reason(StrEnum):
    """Why the verdict is what it is.

    Proven: "illegal_card" in a trick of known number; "illegal_card_somewhere": its number in the hand hangs on how the
    piles interleave; "pair_revoked", though no single card is illegal in every order.
    Clean: "all_legal" in every order; "legal_order_exists": in one at least – in another a card might be illegal.
    Not provable: "order_doubtful": it hangs on the order of a mixed pile, or on who led; "pair_doubtful": somebody
    revoked, but not always the same pair; "hands_unknown": it hangs on cards that no given trick shows;
    "legal_play_exists": without seats, the piles fit a play without a revoke; "too_many_plays" to look through.
    """

    ILLEGAL_CARD = "illegal_card"
    ILLEGAL_CARD_SOMEWHERE = "illegal_card_somewhere"
    PAIR_REVOKED = "pair_revoked"
    ALL_LEGAL = "all_legal"
    LEGAL_ORDER_EXISTS = "legal_order_exists"
    ORDER_DOUBTFUL = "order_doubtful"
    PAIR_DOUBTFUL = "pair_doubtful"
    HANDS_UNKNOWN = "hands_unknown"
    LEGAL_PLAY_EXISTS = "legal_play_exists"
    TOO_MANY_PLAYS = "too_many_plays"


@dataclass(frozen=True, kw_only=True)
class DoubtfulCard:
    """A card that may have been a revoke: where it lies, and its trick's number if every order gives it the same."""

    pile: str
    place: int
    trick: int | None
    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class IllegalCard(DoubtfulCard):
    """An illegal card: in every possible order, or as part of `plainest` in that one.

    `legal` is what the seat could have played, as far as its hand is known.

    `rule` is what it had to do, `article` where that stands. Where the possible orders of the piles disagree, `legal`
    is what was legal in all of them, and rule and article are None and that of revokes in general.
    """

    legal: frozenset[Card]
    rule: Rule | None
    article: str


@dataclass(frozen=True, kw_only=True)
class Review:
    """What the piles prove. The properties tell of the first proven illegal card; `illegal` has all of them in order.

    `pairs` revoked for certain (0 pair a, 1 pair b); `excluded` are the seats that certainly did not; `open` are the
    cards that are illegal in some possible orders or hands, but not in all.
    `orders` counts the possible orders of the tricks, None without seats. `plainest_order` is one of those with the
    fewest illegal cards, as (pile, place), and `plainest` has its illegal cards: an example, and no proof.
    """

    verdict: Verdict
    reason: Reason
    illegal: tuple[IllegalCard, ...] = ()
    pairs: frozenset[int] = frozenset()
    excluded: frozenset[Seat] = frozenset()
    open: tuple[DoubtfulCard, ...] = ()
    orders: int | None = None
    plainest: tuple[IllegalCard, ...] = ()
    plainest_order: tuple[tuple[str, int], ...] = ()

    @property
    def first(self) -> IllegalCard | None:
        return self.illegal[0] if self.illegal else None

    @property
    def trick(self) -> int | None:
        """Its number in the hand, 1–12; None without such a card, or where it depends on the order of the piles."""
        return self.first.trick if self.first else None

    @property
    def seat(self) -> Seat | None:
        return self.first.seat if self.first else None

    @property
    def card(self) -> Card | None:
        return self.first.card if self.first else None

    @property
    def legal(self) -> frozenset[Card]:
        return self.first.legal if self.first else frozenset()

    @property
    def rule(self) -> Rule | None:
        return self.first.rule if self.first else None

    @property
    def article(self) -> str:
        """What the card broke; of a pair, what a revoke is; without a proof, that only a proof has consequences."""
        if self.first:
            return self.first.article
        return EARLIER_TRICK if self.verdict is Verdict.PROVEN else ON_PROOF
