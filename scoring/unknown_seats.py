"""The review of piles whose cards have no seats: is there a play that they fit in which everybody played legally?

Without E 11.2 a trick tells its four cards and the pair that won it. Who laid which card is open, but not everything
goes together: the winner of a trick leads the next one, a hand is what its seat lays later, and each card must have
been legal for the seat that laid it. The search goes backwards, from the last trick: there hands are small and known,
so whoever lays a card is judged at once. If it finds a legal play nothing can be proven; if none exists, somebody
revoked, whoever laid what.

Two things keep it small. Of a hand only its highest and its lowest card of each suit matter, and only against the
cards of the tricks still to be placed: positions that agree in that are one. And a hand that forbids less is as good
as any that forbids more. The rest is bounded by a width, positions kept after each trick, those that forbid least
first – a count, so that the same piles always get the same answer. A search that never reached its width has seen
everything, and only such a search says that there is no play.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice, product

from scoring.duties import Law, Standing, Unseen, mask_of, union
from scoring.layings import (
    NO_CARDS,
    Hands,
    Laying,
    Shape,
    Shapes,
    forbids_no_more,
    layings_of,
    least_bars,
    meet,
)
from scoring.orders import State, Step, complete_orders
from scoring.piles import LaidTrick
from scoring.tricks import PLAYERS, SAFE_CHARGE

WIDTHS = (30, 300)
"""Positions kept after each trick: few find most legal plays, many the others (about 0.3 s for a whole hand)."""

BOTH = (0, 1)
EVERYBODY = frozenset(BOTH)
NOBODY: frozenset[int] = frozenset()
Positions = dict[State, dict[Shape, Hands]]
"""By the tricks still to be placed and who leads after them: the hands that each shape stands for."""


class Plays:
    """All plays that the piles may have come from, their leaders being of one of these pairs.

    Raises RuleError("no_order_fits") where not even an order of the tricks is possible.
    """

    def __init__(
        self,
        laid: tuple[LaidTrick, ...],
        law: Law,
        unseen: Unseen,
        *,
        leaders: Iterable[int],
        order_known: bool,
        widths: tuple[int, ...] = WIDTHS,
    ) -> None:
        self._laid = laid
        self._law = law
        self._unseen = unseen
        self._widths = widths
        winners = [[self._winner(trick, pair) for pair in BOTH] for trick in range(len(laid))]
        self._levels = complete_orders(laid, winners, leaders, order_known=order_known)
        self._masks = [mask_of(trick.cards) for trick in laid]
        self._layings = lru_cache(maxsize=None)(self._every_laying)
        self._bars = lru_cache(maxsize=None)(self._bars_of)
        self._shapes = lru_cache(maxsize=None)(self._shapes_before)

    def legal_play(self, pairs: Iterable[int] = BOTH) -> bool | None:
        """Whether there is a play in which these pairs laid no illegal card; None if it is too much to look through.

        Where tricks are missing: no card that is illegal whatever cards the hands held besides.
        """
        watched = frozenset(pairs)
        answers = (self._search(watched, width) for width in self._widths)
        return next((answer for answer in answers if answer is not None), None)

    def illegal_play(self) -> bool | None:
        """Whether there is a play with a card that is not certainly legal; None if it is too much to look through."""
        positions = self._ends()
        for steps in reversed(self._levels):
            if any(self._may_break(step, hands) for step in steps for hands in _of(positions, step)):
                return True
            positions = self._grown(steps, positions, EVERYBODY)
            if sum(map(len, positions.values())) > self._widths[-1]:
                return None
        return False

    def _winner(self, trick: int, leader: int) -> int | None:
        """A trick of four suits without a trump is won by whoever leads it; any other may be won by either pair."""
        laid = self._laid[trick]
        suits = {card.suit for card in laid.cards}
        leader_wins = len(suits) == PLAYERS and self._law.trump is None
        return laid.pile if laid.pile == leader or not leader_wins else None

    def _ends(self) -> Positions:
        """After the last trick nobody holds a known card."""
        return {step.after: {(0, 0): NO_CARDS} for step in self._levels[-1]}

    def _search(self, watched: frozenset[int], width: int) -> bool | None:
        """Grow legal plays from the last trick to the first; None if some were dropped and none arrived."""
        positions, dropped = self._ends(), False
        for steps in reversed(self._levels):
            grown = self._grown(steps, positions, watched)
            share = max(1, width // max(1, len(grown)))
            dropped = dropped or len(grown) > width
            positions = {}
            for state in sorted(grown, key=lambda state: min(grown[state]))[:width]:
                kept = list(islice(self._worth_keeping(state, grown[state], watched), share + 1))
                positions[state] = dict(kept[:share])
                dropped = dropped or len(kept) > share
            if not any(positions.values()):
                return None if dropped else False
        return True

    def _grown(self, steps: Iterable[Step], positions: Positions, watched: frozenset[int]) -> Positions:
        """Place one more trick before each position, in every way that is legal."""
        grown: Positions = defaultdict(dict)
        for step in (step for step in steps if step.after in positions):
            shapes, layings = self._shapes(step.before[0]), self._layings(step.trick, step.leader, watched)
            for hands, laying in product(_of(positions, step), layings):
                if laying.fits(hands):
                    before = laying.before(hands)
                    grown[step.before].setdefault(shapes.of(before), before)
        return grown

    def _worth_keeping(
        self, state: State, found: dict[Shape, Hands], watched: frozenset[int]
    ) -> Iterator[tuple[Shape, Hands]]:
        """Those that forbid least first, without those that forbid what another one allows, and without dead ends.

        Under "eastern_safe_charge" a card in the hand may also allow a play, so that there none replaces another.
        """
        kept: list[Shape] = []
        replace = not self._law.is_on(SAFE_CHARGE)
        for shape, hands in sorted(found.items()):
            replaced = replace and any(forbids_no_more(other, shape) for other in kept)
            if not replaced and self._has_future(state, hands, watched):
                kept.append(shape)
                yield shape, hands

    def _has_future(self, state: State, hands: Hands, watched: frozenset[int]) -> bool:
        """Whether each trick that is still to be placed can be laid by itself: hands only grow on the way to it."""
        tricks = (trick for trick in range(len(self._laid)) if state[0] >> trick & 1)
        return all(any(not meet(bad, hands) for bad in self._bars(trick, watched)) for trick in tricks)

    def _may_break(self, step: Step, hands: Hands) -> bool:
        return any(
            laying.standing(hands, seat) is not Standing.LEGAL
            for laying in self._layings(step.trick, step.leader, NOBODY)
            for seat in range(PLAYERS)
        )

    def _bars_of(self, trick: int, watched: frozenset[int]) -> tuple[Hands, ...]:
        return least_bars(chain(*(self._layings(trick, pair, watched) for pair in BOTH)))

    def _every_laying(self, trick: int, leader: int, watched: frozenset[int]) -> tuple[Laying, ...]:
        laid = self._laid[trick]
        return layings_of(laid.cards, self._law, self._unseen, pairs=(leader, laid.pile), watched=watched)

    def _shapes_before(self, played: int) -> Shapes:
        early = union(mask for trick, mask in enumerate(self._masks) if played >> trick & 1)
        return Shapes(early, self._law)


def _of(positions: Positions, step: Step) -> Iterable[Hands]:
    """The positions after this step's trick."""
    return positions.get(step.after, {}).values()
