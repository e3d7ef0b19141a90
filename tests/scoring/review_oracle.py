"""A review by trying everything: each order of the tricks and each way to lay them, played through card by card.

Written from what a review is, with `legal_cards` and nothing of the review's own; fit for hands of a few tricks.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from scoring.cards import Card
from scoring.tricks import PLAYERS, legal_cards, pair_of, trick_winner
from tests.scoring.piled import SEATS, Pile, PiledHand, Trick

Lies = tuple[int, int]
"""A trick by its pile and its place in it, both from 0."""

Illegal = frozenset[tuple[Lies, int]]
"""Illegal cards, each by its trick and its seat."""


def interleavings(piles: tuple[Pile, Pile], *, order_known: bool) -> Iterator[list[tuple[Lies, Trick]]]:
    """Every order of the tricks, whoever won them."""
    lies = [(of, place) for of, tricks in enumerate(piles) for place in range(len(tricks))]
    for order in permutations(lies):
        kept = all(
            [place for of, place in order if of == each] == sorted(p for o, p in lies if o == each)
            for each in (0, 1)
        )
        if kept or not order_known:
            yield [((of, place), piles[of][place]) for of, place in order]


def orders_with_seats(
    hand: PiledHand, piles: tuple[Pile, Pile], *, order_known: bool = True
) -> list[Illegal]:
    """Of every order that is possible the illegal cards, the cards of a trick lying by seat."""
    found = (played_through(hand, order) for order in interleavings(piles, order_known=order_known))
    return [illegal for illegal in found if illegal is not None]


def played_through(hand: PiledHand, order: Sequence[tuple[Lies, Trick]]) -> Illegal | None:
    """The illegal cards of one order; None if a trick would be won by the pair that does not have it."""
    leader, illegal = hand.leader, set()
    for number, (lies, by_seat) in enumerate(order):
        later = [trick for _, trick in order[number + 1 :]]
        gone = hand.undealt + [card for _, trick in order[:number] for card in trick]
        seats = [(leader + turn) % PLAYERS for turn in SEATS]
        in_turn = [by_seat[seat] for seat in seats]
        for turn, seat in enumerate(seats):
            held = [in_turn[turn], *(trick[seat] for trick in later)]
            if in_turn[turn] not in legal_cards(held, in_turn[:turn], **hand.game, played_before=gone):
                illegal.add((lies, seat))
        leader = seats[trick_winner(in_turn, hand.trump)]
        if pair_of(leader) != lies[0]:
            return None
    return frozenset(illegal)


def guilty_without_seats(
    hand: PiledHand, piles: tuple[Pile, Pile], *, order_known: bool = True
) -> set[frozenset[int]]:
    """Who revoked in some way to lay the tricks: for every play that is possible, the set of pairs."""
    return {
        pairs
        for order in interleavings(piles, order_known=order_known)
        for pairs in _guilty(hand, order, (), leads_next=None)
    }


def has_legal_play(hand: PiledHand, piles: tuple[Pile, Pile]) -> bool:
    """Whether the tricks can be laid so that everybody played legally, in the order of the piles."""
    return any(
        _is_legal(hand, order, (), leads_next=None) for order in interleavings(piles, order_known=True)
    )


class _Laid(NamedTuple):
    """A trick with its cards by seat, who led it, and the same in turn."""

    by_seat: Trick
    seats: tuple[int, ...]
    in_turn: Trick

    def pairs_that_broke(self, hand: PiledHand, later: tuple[Trick, ...], gone: list[Card]) -> frozenset[int]:
        if not later:
            return frozenset()
        return frozenset(
            pair_of(seat)
            for turn, seat in enumerate(self.seats)
            if self.in_turn[turn]
            not in legal_cards(
                [self.in_turn[turn], *(trick[seat] for trick in later)],
                self.in_turn[:turn],
                **hand.game,
                played_before=gone,
            )
        )


def _ways(hand: PiledHand, lies: Lies, trick: Trick, leads_next: int | None) -> Iterator[_Laid]:
    """Every way to lay a trick that its pair wins, by the seat that leads the next one (None: there is none)."""
    for in_turn in permutations(trick):
        place = trick_winner(in_turn, hand.trump)
        for leader in SEATS:
            seats = tuple((leader + turn) % PLAYERS for turn in SEATS)
            if pair_of(seats[place]) == lies[0] and leads_next in (seats[place], None):
                yield _Laid(tuple(in_turn[seats.index(seat)] for seat in SEATS), seats, in_turn)


def _guilty(
    hand: PiledHand, order: Sequence[tuple[Lies, Trick]], later: tuple[Trick, ...], *, leads_next: int | None
) -> Iterator[frozenset[int]]:
    """Lay the last trick that is left in every way, then those before it."""
    if not order:
        yield from [frozenset()] if leads_next == hand.leader else []
        return
    gone = hand.undealt + [card for _, trick in order[:-1] for card in trick]
    for laid in _ways(hand, *order[-1], leads_next):
        pairs = laid.pairs_that_broke(hand, later, gone)
        before = set(_guilty(hand, order[:-1], (laid.by_seat, *later), leads_next=laid.seats[0]))
        yield from (pairs | others for others in before)


def _is_legal(
    hand: PiledHand, order: Sequence[tuple[Lies, Trick]], later: tuple[Trick, ...], *, leads_next: int | None
) -> bool:
    if not order:
        return leads_next == hand.leader
    gone = hand.undealt + [card for _, trick in order[:-1] for card in trick]
    return any(
        not laid.pairs_that_broke(hand, later, gone)
        and _is_legal(hand, order[:-1], (laid.by_seat, *later), leads_next=laid.seats[0])
        for laid in _ways(hand, *order[-1], leads_next)
    )
