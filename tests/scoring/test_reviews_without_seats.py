"""The review where E 11.2 is not in force: a trick tells four cards and who won it, not who laid which."""

from random import Random
from typing import Any

import pytest

from scoring.duties import NOTHING_UNSEEN, Law
from scoring.errors import RuleError
from scoring.piles import laid_tricks
from scoring.revokes import Reason, Review, Verdict, review
from scoring.tricks import PLAYERS, pair_of
from scoring.unknown_seats import Plays
from tests.scoring.deals import ALL_RULES, WESTERN, Rules
from tests.scoring.piled import Pile, PiledHand, pile, piled_hand, shuffled, without_seats

WIDE = (2000,)
"""Wide enough for a hand of six tricks: nothing is dropped, so that a play that is there is found."""


def reviewed(a: Pile = (), b: Pile = (), **changes: Any) -> Review:
    """A short western hand without trump that pair a began."""
    known: dict[str, Any] = {"leader": 0, "trump": None, "variant": "western", "seats_known": False}
    return review((a, b), **(known | {"hand_size": len(a) + len(b)} | changes))


def plays_of(hand: PiledHand, piles: tuple[Pile, Pile], widths: tuple[int, ...]) -> Plays:
    law = Law(hand.trump, hand.rules.variant, hand.rules.options)
    laid, leaders = laid_tricks(piles), (pair_of(hand.leader),)
    return Plays(laid, law, NOTHING_UNSEEN, leaders=leaders, order_known=True, widths=widths)


# --- Small hands -----------------------------------------------------------------------------------


def test_piles_that_fit_a_legal_play_prove_nothing() -> None:
    """E 16.1.2.2.3: E2 may have been led, or laid by somebody without oros."""
    found = reviewed(pile("O5 E2 O4 O3", "C9 O2 C3 C4"))
    assert (found.verdict, found.reason, found.orders) == (
        Verdict.NOT_PROVABLE,
        Reason.LEGAL_PLAY_EXISTS,
        None,
    )
    assert (found.trick, found.seat, found.card, found.excluded) == (None, None, None, frozenset())


SOMEBODY_LED_OROS = "O9 O8 E9 C2"
"""Begun by pair a and won by pair b: E9 or C2 led would have won, so oros were led, and two did not follow."""


def test_two_pairs_are_proven_when_neither_card_can_be_explained() -> None:
    """E 16.1.2.2.1: one of each pair did not follow to oros, and all four had one for the next trick."""
    found = reviewed(b=pile(SOMEBODY_LED_OROS, "O2 O3 O4 O5"))
    assert (found.verdict, found.reason, found.pairs) == (Verdict.PROVEN, Reason.PAIR_REVOKED, {0, 1})
    assert (found.card, found.article) == (None, "E 16.1.2.2.1")


def test_of_one_revoke_that_either_pair_may_have_made_nothing_is_proven() -> None:
    """E 16.1.2.2.3: three of them had an oros for the next trick."""
    found = reviewed(b=pile(SOMEBODY_LED_OROS, "O2 O3 O4 E3"))
    assert (found.verdict, found.reason, found.pairs) == (
        Verdict.NOT_PROVABLE,
        Reason.PAIR_DOUBTFUL,
        frozenset(),
    )


def test_one_pair_is_proven_when_every_play_has_a_revoke_of_it() -> None:
    """E 16.1.2.2.3: two did not follow though all held both suits; of pair a, who led and won, at most one."""
    found = reviewed(pile("O4 O12 C1 C3", "C5 C11 C10 C8", "O1 O7 O2 O8"))
    assert (found.verdict, found.reason, found.pairs) == (Verdict.PROVEN, Reason.PAIR_REVOKED, {1})


def test_tricks_in_which_everybody_followed_whoever_he_was_are_clean() -> None:
    """G 6.3.2: oros, then copes: nobody had a choice."""
    found = reviewed(pile("O5 O2 O4 O3"), pile("C9 C2 C3 C4"))
    assert (found.verdict, found.reason) == (Verdict.CLEAN, Reason.ALL_LEGAL)
    assert found.excluded == frozenset(range(PLAYERS))


def test_a_forgotten_leader_leaves_more_plays_possible() -> None:
    """G 9.3: had pair b begun, E9 might have been led."""
    assert reviewed(b=pile(SOMEBODY_LED_OROS, "O2 O3 O4 O5"), leader=None).verdict is Verdict.NOT_PROVABLE


def test_a_trick_of_four_suits_is_won_by_who_led_it() -> None:
    """G 4.3: without a trump; so pair b cannot have led what pair a won."""
    with pytest.raises(RuleError) as refused:
        reviewed(pile("O1 E2 C3 B4"), leader=1)
    assert (refused.value.code, refused.value.facts) == (
        "no_order_fits",
        {"trick": 1, "laid_a": 0, "laid_b": 0},
    )


# --- The play was stopped --------------------------------------------------------------------------


def test_a_proof_needs_no_cards_that_are_missing() -> None:
    """E 16.1.2.2.1."""
    assert reviewed(b=pile(SOMEBODY_LED_OROS, "O2 O3 O4 O5"), hand_size=12).pairs == {0, 1}


def test_with_tricks_missing_a_play_may_only_seem_legal() -> None:
    """E 16.1.2.2.3."""
    found = reviewed(pile("O5 E2 O4 O3", "C9 O2 C3 C4"), hand_size=12)
    assert (found.verdict, found.reason) == (Verdict.NOT_PROVABLE, Reason.HANDS_UNKNOWN)


def test_who_must_have_held_an_unseen_card_cannot_have_discarded_from_its_suit() -> None:
    """G 6.3.2.2.2: four oros are unseen, one in every hand; begun by pair a and won by pair b, oros were led."""
    found = reviewed(b=pile("O9 O8 E9 C9", *ALL_BUT_FOUR_OROS), hand_size=12)
    assert (found.verdict, found.pairs) == (Verdict.PROVEN, {0, 1})


ALL_BUT_FOUR_OROS = (
    *("B9 B1 B12 B11", "B10 B8 B7 B6", "B5 B4 B3 B2"),
    *("C1 C12 C11 C10", "C8 C7 C6 C5", "C4 C3 C2 O7"),
    *("E1 E12 E11 E10", "E8 E7 E6 E5", "E4 E3 E2 O6"),
    "O1 O12 O11 O10",
)


# --- Whole hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_nothing_is_proven_of_a_hand_that_was_played_legally(rules: Rules) -> None:
    """E 16.1.2.2.3."""
    for seed in range(2):
        rng = Random(f"{rules} {seed}")
        hand = piled_hand(rng, rules)
        found = hand.review(without_seats(rng, hand.piles), seats_known=False)
        assert (found.verdict, found.pairs) == (Verdict.NOT_PROVABLE, frozenset())


def test_nothing_is_proven_of_a_legal_hand_whose_piles_were_mixed() -> None:
    """E 16.1.2.2.3."""
    rng = Random(2011)
    hand = piled_hand(rng, WESTERN)
    piles = without_seats(rng, shuffled(rng, hand.piles))
    assert hand.review(piles, seats_known=False, order_known=False).reason is Reason.LEGAL_PLAY_EXISTS


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_legal_play_is_found_wherever_one_was_played(rules: Rules) -> None:
    """E 16.1.2.2.3: the search leaves out no play but for one that is as good."""
    for seed in range(4):
        rng = Random(f"{rules} {seed}")
        hand = piled_hand(rng, rules, tricks=6)
        assert plays_of(hand, without_seats(rng, hand.piles), WIDE).legal_play() is True


def test_a_hand_with_a_revoke_is_never_clean_and_only_its_pair_is_ever_proven() -> None:
    """E 16.1.2.2.1."""
    reasons = set()
    for seed in range(6):
        rng = Random(seed)
        hand = piled_hand(rng, WESTERN, revoke_from=1)
        found = hand.review(without_seats(rng, hand.piles), seats_known=False)
        assert hand.planted is not None
        assert found.pairs in (frozenset(), {pair_of(hand.planted.seat)})
        reasons.add(found.reason)
    assert reasons >= {Reason.TOO_MANY_PLAYS, Reason.LEGAL_PLAY_EXISTS}


def test_a_search_that_was_too_narrow_says_that_it_does_not_know() -> None:
    """E 16.1.2.2.3."""
    rng = Random(7)
    hand = piled_hand(rng, WESTERN, revoke_from=1)
    plays = plays_of(hand, without_seats(rng, hand.piles), (1,))
    assert plays.legal_play() is None


def test_nothing_is_clean_that_was_too_much_to_look_through() -> None:
    """E 16.1.2.2.3: the tricks follow each other in two orders, and the search may keep one position."""
    hand = PiledHand((pile("O5 O2 O4 O3"), pile("C9 C2 C3 C4")), 0, None, WESTERN, None, 2)
    assert plays_of(hand, hand.piles, (1,)).illegal_play() is None
    assert plays_of(hand, hand.piles, (2,)).illegal_play() is False
