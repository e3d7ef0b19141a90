"""The review against an oracle that tries everything: short hands, every order, every way to lay the cards."""

from collections import Counter
from random import Random

import pytest

from scoring.cards import DECK
from scoring.errors import RuleError
from scoring.piles import PILE_NAMES
from scoring.revokes import DoubtfulCard, Reason, Review, Verdict
from scoring.tricks import PLAYERS
from tests.scoring.deals import ALL_RULES, TRUMPS, Rules
from tests.scoring.piled import PiledHand, piled_hand, shuffled
from tests.scoring.review_oracle import (
    Illegal,
    guilty_without_seats,
    has_legal_play,
    orders_with_seats,
)

TWO_SUITS, THREE_SUITS = DECK[:24], DECK[:36]
NOBODY: frozenset[int] = frozenset()
SHORT_HANDS = 16


def places(found: tuple[DoubtfulCard, ...]) -> Illegal:
    return frozenset(((PILE_NAMES.index(card.pile), card.place - 1), card.seat) for card in found)


def pairs_in_all(outcomes: list[frozenset[int]] | set[frozenset[int]]) -> frozenset[int]:
    return frozenset.intersection(*outcomes)


@pytest.mark.parametrize("order_known", [True, False])
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_review_says_what_all_orders_of_the_tricks_have_in_common(rules: Rules, order_known: bool) -> None:
    """E 11.2, E 16.1.2.2.1: three or four tricks, a card planted or none."""
    reasons = Counter[Reason]()
    for seed in range(SHORT_HANDS):
        rng = Random(f"{rules} {order_known} {seed}")
        tricks, deck = rng.choice((3, 3, 4)), rng.choice((TWO_SUITS, THREE_SUITS, DECK))
        hand = piled_hand(rng, rules, tricks=tricks, revoke_from=rng.choice((None, 1)), deck=deck)
        piles = hand.piles if order_known else shuffled(rng, hand.piles)
        orders = orders_with_seats(hand, piles, order_known=order_known)
        found = hand.review(piles, order_known=order_known)
        compare_with_orders(found, orders)
        reasons[found.reason] += 1
    assert len(reasons) >= 4


def compare_with_orders(found: Review, orders: list[Illegal]) -> None:
    proven, ever = frozenset.intersection(*orders), frozenset[tuple[tuple[int, int], int]]().union(*orders)
    pairs = pairs_in_all([frozenset(seat % 2 for _, seat in illegal) for illegal in orders])
    assert (found.orders, found.pairs) == (len(orders), pairs)
    assert (places(found.illegal), places(found.open)) == (proven, ever - proven)
    assert found.excluded == frozenset(range(PLAYERS)) - {seat for _, seat in ever}
    assert len(found.plainest) == min(map(len, orders))
    assert (found.verdict is Verdict.PROVEN) == bool(pairs)
    assert (found.reason is Reason.ALL_LEGAL) == (not ever)


def any_tricks(rng: Random, rules: Rules, *, tricks: int) -> PiledHand:
    """Tricks that nobody need have played: cards by chance, in piles by chance."""
    dealt = rng.sample(rng.choice((TWO_SUITS, THREE_SUITS, DECK)), PLAYERS * tricks)
    laid = [tuple(dealt[first : first + PLAYERS]) for first in range(0, len(dealt), PLAYERS)]
    won = rng.randint(0, tricks)
    piles = (tuple(laid[:won]), tuple(laid[won:]))
    return PiledHand(piles, rng.randrange(PLAYERS), rng.choice(TRUMPS), rules, None, tricks)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_without_seats_a_review_says_what_all_plays_have_in_common(rules: Rules) -> None:
    """E 16.1.2.2.3: two tricks, their piles in order or mixed."""
    for seed in range(2):
        rng = Random(f"{rules} {seed}")
        order_known = rng.random() < 0.5
        hand = any_tricks(rng, rules, tricks=2)
        plays = guilty_without_seats(hand, hand.piles, order_known=order_known)
        found = hand.review(seats_known=False, order_known=order_known)
        assert found.pairs == pairs_in_all(plays)
        assert (found.verdict is Verdict.PROVEN) == bool(found.pairs)
        assert (found.verdict is Verdict.CLEAN) == (plays == {NOBODY})
        assert (found.reason is Reason.LEGAL_PLAY_EXISTS) == (NOBODY in plays != {NOBODY})


EXPLAINED = (Reason.LEGAL_PLAY_EXISTS, Reason.ALL_LEGAL)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_without_seats_a_legal_play_is_found_exactly_when_there_is_one(rules: Rules) -> None:
    """E 16.1.2.2.3: three tricks that nobody need have played."""
    for seed in range(3):
        hand = any_tricks(Random(f"{rules} {seed}"), rules, tricks=3)
        try:
            found = hand.review(seats_known=False)
        except RuleError as refused:
            assert refused.code == "no_order_fits"
        else:
            assert (found.reason in EXPLAINED) == has_legal_play(hand, hand.piles)
