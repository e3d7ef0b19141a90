"""Duties say of a laid card what `legal_cards` says of a hand; with unseen cards, what holds for all of them."""

from itertools import combinations
from random import Random

import pytest

from scoring.cards import DECK, Card, Suit
from scoring.duties import NOTHING_UNSEEN, Law, Rule, Standing, Unseen, cards_of, duty_of, mask_of
from scoring.errors import RuleError
from tests.scoring.deals import (
    ALL_RULES,
    EASTERN,
    SAFE_CHARGE_ONLY,
    SECOND_MAY_SCORE,
    WESTERN,
    Rules,
    random_positions,
)
from tests.scoring.piled import cards

POSITIONS = 1500
HANDS_WITH_UNSEEN_CARDS = 250


def law(rules: Rules, trump: Suit | None) -> Law:
    return Law(trump, rules.variant, rules.options)


def standing(
    text: str, *, rules: Rules = WESTERN, trump: Suit | None = None, elsewhere: str = ""
) -> Standing:
    """Of the last card before the stroke, the rest of its player's hand standing behind it: "O5 E3 / O2"."""
    trick, hand = (cards(part) for part in text.split("/"))
    duty = duty_of(trick[-1], trick[:-1], law(rules, trump))
    return duty.standing(mask_of(hand), mask_of(cards(elsewhere)))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_card_is_illegal_exactly_if_it_is_not_among_the_legal_ones(rules: Rules) -> None:
    """G 6.3.2, E 6.5."""
    rng, positions = Random(f"{rules}"), random_positions(Random(str(rules)), rules)
    for _ in range(POSITIONS):
        position = next(positions)
        card = rng.choice(position.hand)
        hand = mask_of(position.hand) - mask_of([card])
        elsewhere = mask_of(DECK) & ~mask_of([*position.hand, *position.trick, *position.gone])
        found = duty_of(card, position.trick, law(rules, position.trump)).standing(hand, elsewhere)
        assert found is (Standing.LEGAL if card in position.legal(rules) else Standing.ILLEGAL)


@pytest.mark.parametrize(
    ("text", "trump", "rules", "owed"),
    [
        ("O5 E3 / O9", None, WESTERN, (Rule.MUST_BEAT, "G 6.3.2.2.1")),
        ("O5 O3 / O9", None, WESTERN, (Rule.MUST_BEAT, "G 6.3.2.2.1")),
        ("O5 E3 / O2", None, WESTERN, (Rule.MUST_FOLLOW, "G 6.3.2.2.2")),
        ("O9 O2 E3 / O4", None, WESTERN, (Rule.MUST_FOLLOW, "G 6.3.2.1.1")),
        ("O5 E3 / B2", Suit.BASTOS, WESTERN, (Rule.MUST_TRUMP, "G 6.3.2.2.3")),
        ("O9 O4 / O3", None, EASTERN, (Rule.MUST_THROW_LOWEST, "eastern 1")),
        ("O9 O2 E8 / E5", None, EASTERN, (Rule.MUST_THROW_LOWEST, "eastern 2")),
        ("O12 O2 O10 / O4", None, SAFE_CHARGE_ONLY, (Rule.UNSAFE_CHARGE, "eastern 2")),
    ],
)
def test_an_illegal_card_broke_the_strongest_obligation_that_the_hand_could_meet(
    text: str, trump: Suit | None, rules: Rules, owed: tuple[Rule, str]
) -> None:
    """G 6.3.2.1.1, G 6.3.2.2.1–6.3.2.2.3, G 6.2."""
    assert standing(text, rules=rules, trump=trump, elsewhere="O1") is Standing.ILLEGAL
    trick, hand = (cards(part) for part in text.split("/"))
    broken = duty_of(trick[-1], trick[:-1], law(rules, trump)).broken(mask_of(hand))
    assert (broken.rule, broken.article) == owed


def test_a_charge_is_safe_when_what_is_above_is_gone_or_in_the_own_hand() -> None:
    """G 6.2: the option "eastern_safe_charge"."""
    assert standing("O12 O2 O10 / O4", rules=SAFE_CHARGE_ONLY, elsewhere="O1") is Standing.ILLEGAL
    assert standing("O12 O2 O10 / O4 O1 O9", rules=SAFE_CHARGE_ONLY) is Standing.LEGAL
    assert standing("O12 O2 O10 / O4", rules=SAFE_CHARGE_ONLY) is Standing.LEGAL


def test_the_second_player_may_score_where_that_is_played() -> None:
    """G 6.2: the option "eastern_second_scoring"."""
    assert standing("O9 O10 / O4", rules=EASTERN) is Standing.ILLEGAL
    assert standing("O9 O10 / O4", rules=SECOND_MAY_SCORE) is Standing.LEGAL


def test_a_misspelt_option_is_refused() -> None:
    """G 6.2."""
    with pytest.raises(RuleError) as refused:
        Law(None, "eastern", {"eastern_safe_charges": True})
    assert refused.value.code == "option_unknown"


def test_cards_come_back_out_of_a_set_in_the_order_of_the_deck() -> None:
    assert cards_of(mask_of(cards("E2 O9 O1"))) == cards("O9 O1 E2")


# --- With unseen cards -----------------------------------------------------------------------------


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("rules", [WESTERN, EASTERN, SAFE_CHARGE_ONLY], ids=str)
def test_with_unseen_cards_a_card_stands_as_in_every_hand_that_is_possible(rules: Rules, each: int) -> None:
    """E 11.2: the hand is the known cards and any `each` of the unseen ones; open is what they do not agree in."""
    rng = Random(f"{rules} {each}")
    for _ in range(HANDS_WITH_UNSEEN_CARDS):
        trick, hand, elsewhere, gone, unseen = _dealt_with_unseen_cards(rng, each)
        trump = rng.choice([*Suit, None])
        duty = duty_of(hand[0], trick, law(rules, trump), unseen=Unseen(mask_of(unseen), each))
        legal = {
            hand[0] in law(rules, trump).legal((*hand, *more), trick, gone)
            for more in combinations(unseen, each)
        }
        expected = Standing.OPEN if len(legal) == 2 else Standing.LEGAL if True in legal else Standing.ILLEGAL
        assert duty.standing(mask_of(hand[1:]), mask_of(elsewhere)) is expected


def _dealt_with_unseen_cards(rng: Random, each: int) -> tuple[list[Card], ...]:
    """A position of a hand of which the last tricks are missing: suits run together, so that much is forced."""
    mixed = rng.choice([0.0, 0.2, 1.0])
    suits = rng.sample(list(Suit), 4)
    deck = sorted(DECK, key=lambda card: (rng.random() < mixed, suits.index(card.suit), rng.random()))
    unseen, deck = deck[: 4 * each], deck[4 * each :]
    rng.shuffle(deck)
    trick, held = rng.randrange(1, 4), rng.randint(1, 4)
    hand, rest = deck[trick : trick + held], deck[trick + held :]
    others = rng.randint(0, min(len(rest), 3 * held))
    return deck[:trick], hand, rest[:others], rest[others:], unseen


def test_an_unseen_card_makes_a_card_illegal_for_certain_when_every_hand_must_have_held_one() -> None:
    """G 6.3.2.2.2: who ends with one of four unseen oros did not follow to O9."""
    unseen = Unseen(mask_of(cards("O2 O3 O4 O5")), 1)
    duty = duty_of(Card.parse("E3"), cards("O9"), law(WESTERN, None), unseen=unseen)
    assert duty.standing(0, 0) is Standing.ILLEGAL
    assert duty.broken(0).rule is Rule.MUST_FOLLOW


def test_who_leads_owes_nothing() -> None:
    """G 6.3.1."""
    duty = duty_of(Card.parse("O9"), (), law(EASTERN, Suit.OROS), unseen=Unseen(mask_of(cards("O1 O2")), 1))
    assert (duty.bad, duty.unseen, duty.standing(mask_of(DECK), 0)) == (0, NOTHING_UNSEEN, Standing.LEGAL)
