"""The review: what two piles of tricks prove about a revoke (E 16.1.2.2, E 11.2, G 10.1.4, D 10).

A revoke («renunci») is an illegal card in an earlier trick (E 16.1.2.2.1); in the current one a card stays or is taken
back (G 10.1.4). Noticed in mid-hand the hand is played out, and before the cards are gathered an organiser looks
through the tricks (E 16.1.2.2.2): what is proven replaces the points of the hand (E 16.1.2.2.3), what is not proven
replaces nothing, and once the cards are shuffled there is nothing left to look at (D 10).

`review` is that look, and it never guesses. (A revoke that its own pair admits needs none: E 16.1.2.2.4.)

* **Seats known** (E 11.2): the tricks tell every hand at every moment, once their order is known. Each pile has its
  own order, but how the two interleave is written nowhere: whoever wins a trick leads the next, and as a rule hundreds
  of orders are possible. All are looked at. *Proven* is a card that is illegal in every one of them, or a pair that
  laid some illegal card in every one; a sanction falls on a pair, so the pair is what must be certain. *Clean* is a
  hand that can have been played without a revoke: then no review of these piles can make one good. For certain
  (`excluded`) only those seats are cleared whose cards were legal in every order.
* **Something missing** – tricks, the order of a pile, who led: what is there may still prove a revoke. Otherwise the
  hand is clean only if every card was legal whatever is missing; else it is *not provable*, and the reason says why.
* **Seats unknown**: piles that fit any play without a revoke prove nothing. Nearly all do.
"""

from collections.abc import Mapping

from scoring.cards import DECK, Suit
from scoring.duties import Law, Unseen, mask_of, union
from scoring.errors import RuleError
from scoring.known_seats import SeatedTricks
from scoring.piles import Piles, laid_tricks
from scoring.seated_reviews import PAIRS, review_with_seats
from scoring.tricks import PLAYERS, TRICKS, Seat, pair_of
from scoring.unknown_seats import Plays
from scoring.verdicts import DoubtfulCard, IllegalCard, Reason, Review, Verdict

__all__ = ["DoubtfulCard", "IllegalCard", "Reason", "Review", "Verdict", "review"]

_NO_OPTIONS: Mapping[str, bool] = {}


def review(
    piles: Piles,
    *,
    leader: Seat | None,
    trump: Suit | None,
    variant: str,
    seats_known: bool,
    options: Mapping[str, bool] = _NO_OPTIONS,
    draw_winner: Seat = 0,
    order_known: bool = True,
    hand_size: int = TRICKS,
) -> Review:
    """Review the piles of pair a (seats 0 and 2) and pair b: tricks of four cards, the first one won first (G 3.4).

    `leader` led to the first trick, None if nobody remembers. With `seats_known` card i of every trick is of seat
    (draw_winner + i) % 4, whoever led (E 11.2); without, a trick is four cards in no order. `order_known` is false
    where a pile may have been mixed. Fewer than `hand_size` tricks are the first ones of the hand.

    Raises RuleError for what cannot be: what `laid_tricks` refuses, "seat_unknown", and "no_order_fits" where the
    tricks of the piles cannot follow each other – another leader, a card or a trick in the wrong place.
    """
    laid = laid_tricks(piles, most=hand_size)
    _refuse_unknown_seats({"leader": leader, "draw_winner": draw_winner})
    law = Law(trump, variant, options)
    each = hand_size - len(laid)
    seen = union(mask_of(trick.cards) for trick in laid)
    unseen = Unseen(mask_of(DECK) & ~seen, each) if each else Unseen()
    if not seats_known:
        pairs = (0, 1) if leader is None else (pair_of(leader),)
        plays = Plays(laid, law, unseen, leaders=pairs, order_known=order_known)
        return _without_seats(plays, hands_known=not each)
    tricks = SeatedTricks(laid, draw_winner, law, unseen=unseen)
    leaders = tuple(range(PLAYERS)) if leader is None else (leader,)
    is_whole = order_known and not each and leader is not None
    return review_with_seats(tricks, leaders, order_known=order_known, is_whole=is_whole)


def _refuse_unknown_seats(seats: Mapping[str, Seat | None]) -> None:
    for who, seat in seats.items():
        if seat is not None and seat not in range(PLAYERS):
            raise RuleError("seat_unknown", "E 11.2", who=who, seat=seat)


def _without_seats(plays: Plays, *, hands_known: bool) -> Review:
    """Nothing is proven that a legal play explains, nobody is cleared whom some play convicts (E 16.1.2.2.3)."""
    explained = plays.legal_play()
    if explained is False:
        return _guilty_without_seats(plays)
    if plays.illegal_play() is False:
        return Review(verdict=Verdict.CLEAN, reason=Reason.ALL_LEGAL, excluded=frozenset(range(PLAYERS)))
    if explained is None:
        return Review(verdict=Verdict.NOT_PROVABLE, reason=Reason.TOO_MANY_PLAYS)
    reason = Reason.LEGAL_PLAY_EXISTS if hands_known else Reason.HANDS_UNKNOWN
    return Review(verdict=Verdict.NOT_PROVABLE, reason=reason)


def _guilty_without_seats(plays: Plays) -> Review:
    """Somebody revoked; of a pair it is certain if no play leaves all its cards legal."""
    explained = {pair: plays.legal_play((pair,)) for pair in PAIRS}
    pairs = frozenset(pair for pair in PAIRS if explained[pair] is False)
    if pairs:
        return Review(verdict=Verdict.PROVEN, reason=Reason.PAIR_REVOKED, pairs=pairs)
    open_question = None in explained.values()
    reason = Reason.TOO_MANY_PLAYS if open_question else Reason.PAIR_DOUBTFUL
    return Review(verdict=Verdict.NOT_PROVABLE, reason=reason)
