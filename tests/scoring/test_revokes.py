"""The review of two piles with known seats: what is proven, what is excluded, what cannot be proven and why."""

from random import Random
from typing import Any

import pytest

from scoring.cards import Card, Suit
from scoring.duties import Rule
from scoring.errors import RuleError
from scoring.revokes import DoubtfulCard, IllegalCard, Reason, Review, Verdict, review
from scoring.tricks import PLAYERS, pair_of
from tests.scoring.deals import ALL_RULES, WESTERN, Rules
from tests.scoring.piled import Pile, PiledHand, pile, piled_hand, shuffled

HANDS = 6
EVERY_SEAT = frozenset(range(PLAYERS))
NOT_FOLLOWED = pile("O5 E2 O4 O3", "C9 O2 C3 C4")
"""Player 1 laid E2 and kept O2; pair a won both tricks, so that only one order is possible."""


def reviewed(a: Pile = (), b: Pile = (), **changes: Any) -> Review:
    """A short western hand without trump that seat 0 began, the cards of a trick in seat order from seat 0."""
    known: dict[str, Any] = {"leader": 0, "trump": None, "variant": "western", "seats_known": True}
    return review((a, b), **(known | {"hand_size": len(a) + len(b)} | changes))


# --- One order -------------------------------------------------------------------------------------


def test_a_card_that_did_not_follow_is_proven_with_what_could_have_been_played() -> None:
    """E 16.1.2.2.1, G 6.3.2.2.2."""
    found = reviewed(NOT_FOLLOWED)
    assert (found.verdict, found.reason, found.pairs) == (Verdict.PROVEN, Reason.ILLEGAL_CARD, {1})
    assert (found.trick, found.seat, found.card, found.legal) == (1, 1, Card.parse("E2"), {Card.parse("O2")})
    assert (found.rule, found.article) == (Rule.MUST_FOLLOW, "G 6.3.2.2.2")
    assert (found.illegal[0].pile, found.illegal[0].place) == ("a", 1)
    assert (found.orders, found.excluded, found.open) == (1, {0, 2, 3}, ())


def test_who_could_trump_had_to() -> None:
    """G 6.3.2.2.3."""
    found = reviewed(pile("O5 E2 O4 O3"), pile("C9 B2 C3 C4"), trump=Suit.BASTOS)
    assert (found.seat, found.rule, found.legal) == (1, Rule.MUST_TRUMP, {Card.parse("B2")})


def test_of_two_pairs_that_revoked_the_first_card_comes_first() -> None:
    """E 16.1.2.2: both pairs may have revoked; an organiser asks who did first."""
    found = reviewed(pile("O5 E2 E3 O3", "C9 O2 O4 C4"))
    assert [(illegal.seat, illegal.article) for illegal in found.illegal] == [
        (1, "G 6.3.2.2.2"),
        (2, "G 6.3.2.1.1"),
    ]
    assert (found.seat, found.pairs, found.excluded) == (1, {0, 1}, {0, 3})


def test_the_cards_of_a_trick_lie_from_the_winner_of_the_opening_draw_on() -> None:
    """E 11.2: whoever led, the first card is the draw winner's."""
    turned = tuple(trick[3:] + trick[:3] for trick in NOT_FOLLOWED)
    assert reviewed(turned, draw_winner=3) == reviewed(NOT_FOLLOWED)


def test_the_last_trick_is_never_a_revoke() -> None:
    """E 16.1.2.2.1: a hand of one card leaves no choice."""
    found = reviewed(pile("O5 E2 C4 B3"))
    assert (found.verdict, found.reason, found.excluded) == (Verdict.CLEAN, Reason.ALL_LEGAL, EVERY_SEAT)


def test_a_review_that_proves_nothing_changes_no_points() -> None:
    """E 16.1.2.2.3: only a revoke that is made good replaces the hand."""
    found = reviewed(pile("O5 E2 C4 B3"))
    assert (found.trick, found.seat, found.card, found.legal, found.rule) == (
        None,
        None,
        None,
        frozenset(),
        None,
    )
    assert found.article == "E 16.1.2.2.3"


# --- Several orders --------------------------------------------------------------------------------


def test_a_card_may_be_proven_though_the_number_of_its_trick_is_not() -> None:
    """E 11.2: how the piles interleave is not written on them; where the card lies is."""
    found = reviewed(pile("O4 E2 E9 C1", "E3 C2 O5 O3"), pile("E4 C9 C4 C5"), leader=2)
    assert (found.reason, found.orders) == (Reason.ILLEGAL_CARD_SOMEWHERE, 2)
    assert (found.trick, found.seat, found.card) == (None, 0, Card.parse("O4"))
    assert (found.illegal[0].pile, found.illegal[0].place) == ("a", 1)


def test_what_was_legal_is_told_where_all_orders_agree() -> None:
    """The trick came first or second: E4 was still in the hand, or E3 alone."""
    found = reviewed(pile("O4 E2 E9 C1", "E3 C2 O5 O3"), pile("E4 C9 C4 C5"), leader=2)
    assert found.legal == {Card.parse("E3")}


def test_a_pair_may_be_proven_though_no_card_is() -> None:
    """E 16.1.2.2.3: the sanction falls on the pair; one order shows how it may have been."""
    found = reviewed(pile("E1 E2 C5 E5"), pile("C1 C9 E4 E3"), leader=1)
    assert (found.verdict, found.reason, found.pairs) == (Verdict.PROVEN, Reason.PAIR_REVOKED, {0})
    assert (found.illegal, found.card, found.article) == ((), None, "E 16.1.2.2.1")
    assert [(one.seat, one.card) for one in found.open] == [(2, Card.parse("C5")), (2, Card.parse("E4"))]
    assert [(one.trick, one.card) for one in found.plainest] == [(1, Card.parse("C5"))]
    assert found.plainest_order == (("a", 1), ("b", 1))


def test_that_somebody_revoked_proves_nothing_of_a_pair() -> None:
    """E 16.1.2.2.3: in one order pair a did, in the other one pair b."""
    found = reviewed(pile("C1 E4 O5 C5"), pile("E2 O9 C4 C9"), leader=2)
    assert (found.verdict, found.reason, found.pairs) == (
        Verdict.NOT_PROVABLE,
        Reason.PAIR_DOUBTFUL,
        frozenset(),
    )
    assert found.excluded == {2, 3}


LEGAL_ONE_WAY = (pile("O9 O5 O1 C5"), pile("C2 C9 C4 E1"))
"""Won by pair a and then by pair b everything was legal; the other way round player 3 should have followed with C5."""


def test_a_hand_is_clean_when_an_order_is_found_in_which_everybody_played_legally() -> None:
    """E 16.1.2.2.3: no review of these piles can make a revoke good, though another order is possible too."""
    found = reviewed(*LEGAL_ONE_WAY, leader=2)
    assert (found.verdict, found.reason, found.orders) == (Verdict.CLEAN, Reason.LEGAL_ORDER_EXISTS, 2)
    assert (found.plainest, found.plainest_order) == ((), (("a", 1), ("b", 1)))
    assert found.open == (DoubtfulCard(pile="b", place=1, trick=None, seat=3, card=Card.parse("E1")),)
    assert found.excluded == {0, 1, 2}


@pytest.mark.parametrize("doubt", [{"order_known": False}, {"leader": None}])
def test_a_hand_is_not_called_clean_where_a_pile_was_mixed_or_nobody_knows_who_led(
    doubt: dict[str, Any],
) -> None:
    """E 11.2, E 16.1.2.2.2."""
    found = reviewed(*LEGAL_ONE_WAY, **({"leader": 2} | doubt))
    assert (found.verdict, found.reason) == (Verdict.NOT_PROVABLE, Reason.ORDER_DOUBTFUL)


def test_where_the_orders_disagree_on_what_was_owed_the_article_is_that_of_all_revokes() -> None:
    """E 16.1.2.2.1: led by the one trick's winner he had to follow, led by the other's he had to trump."""
    found = _illegal_by_two_rules()
    assert (found.rule, found.article) == (None, "E 16.1.2.2.1")


def _illegal_by_two_rules() -> IllegalCard:
    found = (piled_hand(Random(seed), WESTERN, tricks=6, revoke_from=1).review() for seed in range(500))
    return next(illegal for each in found for illegal in each.illegal if illegal.rule is None)


# --- Whole hands -----------------------------------------------------------------------------------


def hands(rules: Rules, *, count: int = HANDS, **changes: Any) -> list[PiledHand]:
    return [piled_hand(Random(f"{rules} {seed}"), rules, **changes) for seed in range(count)]


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_hands_that_were_played_legally_are_clean(rules: Rules) -> None:
    """E 16.1.2.2, E 11.2, E 6.5."""
    found = [hand.review() for hand in hands(rules)]
    assert [(each.verdict, each.illegal, each.plainest) for each in found] == [
        (Verdict.CLEAN, (), ())
    ] * HANDS


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_nothing_but_a_planted_card_is_ever_proven(rules: Rules) -> None:
    """E 16.1.2.2.1: no certainty for all cards, a proof for none that was legal, a wrong legal set never."""
    for hand in hands(rules, revoke_from=1):
        planted, found = hand.planted, hand.review()
        assert planted is not None
        assert found.reason is not Reason.ALL_LEGAL
        assert found.pairs in (frozenset(), {pair_of(planted.seat)})
        for illegal in found.illegal:
            assert (illegal.seat, illegal.card) == (planted.seat, planted.card)
            assert illegal.trick in (planted.trick, None)
            assert illegal.legal <= planted.legal


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_planted_card_is_proven_exactly_whenever_only_one_order_is_possible(rules: Rules) -> None:
    """E 16.1.2.2.1, E 11.2."""
    known = [
        (hand.planted, found)
        for hand in hands(rules, count=40, tricks=4, revoke_from=1)
        if hand.planted and (found := hand.review()).orders == 1
    ]
    assert len(known) >= 5
    for planted, found in known:
        assert (found.verdict, found.reason, len(found.illegal)) == (Verdict.PROVEN, Reason.ILLEGAL_CARD, 1)
        assert (found.trick, found.seat, found.card) == (planted.trick, planted.seat, planted.card)
        assert (found.legal, found.illegal) == (planted.legal, found.plainest)


def test_mixed_piles_of_a_legal_hand_prove_nothing() -> None:
    """E 16.1.2.2.3, E 11.2."""
    for hand in hands(WESTERN, count=4, tricks=7):
        found = hand.review(shuffled(Random(hand.leader), hand.piles), order_known=False)
        assert (found.verdict, found.pairs) == (Verdict.NOT_PROVABLE, frozenset())


# --- The play was stopped --------------------------------------------------------------------------


def test_a_card_is_proven_by_the_tricks_that_are_there() -> None:
    """E 16.1.2.2.1: whatever else the hand held, the oros were there."""
    found = reviewed(NOT_FOLLOWED, hand_size=12)
    assert (found.verdict, found.trick, found.seat, found.legal) == (Verdict.PROVEN, 1, 1, {Card.parse("O2")})


def test_nothing_is_clean_while_hands_are_unknown() -> None:
    """E 16.1.2.2.3: the open cards are those that unseen ones may have made illegal."""
    found = reviewed(pile("O5 E2 O4 O3"), hand_size=12)
    assert (found.verdict, found.reason) == (Verdict.NOT_PROVABLE, Reason.HANDS_UNKNOWN)
    assert [(one.trick, one.seat, str(one.card)) for one in found.open] == [(1, 1, "E2"), (1, 3, "O3")]
    assert found.excluded == {0, 2}


def test_a_trick_that_nobody_could_have_played_otherwise_is_clean_whatever_is_missing() -> None:
    """G 6.3.2: led the manilla, nobody can beat; all followed."""
    found = reviewed(pile("O9 O2 O4 O3"), hand_size=12)
    assert (found.verdict, found.reason) == (Verdict.CLEAN, Reason.ALL_LEGAL)


def test_the_last_trick_missing_its_cards_may_still_convict() -> None:
    """G 6.3.2.2.2: four oros are left, one in every hand; so nobody may have discarded from O9."""
    hand = _eleven_tricks_that_leave_four_oros()
    found = reviewed(hand, hand_size=12)
    assert (found.verdict, found.seat, found.card) == (Verdict.PROVEN, 1, Card.parse("E2"))
    assert (found.rule, found.legal) == (Rule.MUST_FOLLOW, frozenset())


def _eleven_tricks_that_leave_four_oros() -> Pile:
    """Seat 0 leads the highest card that is left every time; E2 is thrown under O9 in the last of them."""
    return pile(
        "C9 C2 C3 C4",
        "C1 C5 C6 C7",
        "C12 C8 C10 C11",
        "B9 B2 B3 B4",
        "B1 B5 B6 B7",
        "B12 B8 B10 B11",
        "E9 E3 E4 E5",
        "E1 E6 E7 E8",
        "E12 E10 E11 O11",
        "O12 O8 O7 O6",
        "O9 E2 O1 O10",
    )


# --- What cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "code", "facts"),
    [
        (((), ()), "no_tricks", {}),
        ((pile("O1 O2 O3 O4"), pile("E1 E2 E3")), "trick_size", {"pile": "b", "place": 1, "cards": 3}),
        ((pile("O1 O2 O3 O4", "E1 E2 E3 E4 E5"), ()), "trick_size", {"pile": "a", "place": 2, "cards": 5}),
        (
            (pile("O1 O2 O3 O4"), pile("C1 C2 C3 C4", "E1 E2 O3 E4")),
            "card_twice_in_piles",
            {"card": "O3", "pile": "b", "place": 2, "first_pile": "a", "first_place": 1},
        ),
        (
            (pile("O1 O2 O3 O1"), ()),
            "card_twice_in_piles",
            {"card": "O1", "pile": "a", "place": 1, "first_pile": "a", "first_place": 1},
        ),
        (
            (pile(*["O1 O2 O3 O4"] * 7), pile(*["O1 O2 O3 O4"] * 6)),
            "tricks_too_many",
            {"tricks": 13, "most": 12, "of_a": 7, "of_b": 6},
        ),
        ((pile("O1 O9 O3 O4"), ()), "no_order_fits", {"trick": 1, "laid_a": 0, "laid_b": 0}),
        (
            (NOT_FOLLOWED[:1], pile("E9 O2 C3 C4")),
            "no_order_fits",
            {"trick": 2, "laid_a": 1, "laid_b": 0},
        ),
    ],
)
def test_piles_that_cannot_be_are_refused_with_the_trick(
    piles: tuple[Pile, Pile], code: str, facts: dict[str, object]
) -> None:
    """G 1.2, G 3.4, E 11.2."""
    with pytest.raises(RuleError) as refused:
        reviewed(*piles, hand_size=12)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@pytest.mark.parametrize("who", ["leader", "draw_winner"])
def test_there_are_four_seats(who: str) -> None:
    """G 1.1."""
    with pytest.raises(RuleError) as refused:
        reviewed(NOT_FOLLOWED, **{who: 4})
    assert (refused.value.code, refused.value.facts) == ("seat_unknown", {"who": who, "seat": 4})


def test_a_trick_won_by_the_other_pair_does_not_fit_its_pile() -> None:
    """G 9.3: E 11.2's piles with another leader are not those of this hand."""
    with pytest.raises(RuleError) as refused:
        reviewed(pile("O5 E2 C4 B3"), leader=1)
    assert refused.value.code == "no_order_fits"
