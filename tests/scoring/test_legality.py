"""Which cards may be played, over random deals (G 6, E 6.5): judged by an independent oracle, and by what must hold."""

from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, Card
from scoring.tricks import PLAYERS, counted, pair_of, trick_points
from tests.scoring.deals import (
    ALL_RULES,
    BOTH_OPTIONS,
    EASTERN,
    SAFE_CHARGE_ONLY,
    SECOND_MAY_SCORE,
    TRUMPS,
    WESTERN,
    PlayedHand,
    Position,
    Rules,
    play,
    random_positions,
)
from tests.scoring.hands import few
from tests.scoring.legality_oracle import cards_without_fault

POSITIONS = 20_000
OPTIONAL = (SECOND_MAY_SCORE, SAFE_CHARGE_ONLY, BOTH_OPTIONS)
every_rules = pytest.mark.parametrize(
    "rules", ALL_RULES, ids=lambda rules: "-".join((rules.variant, *rules.on))
)


def positions(count: int, rules: Rules) -> Iterable[Position]:
    return islice(random_positions(Random(f"{rules} 1714"), rules), count)


def misjudged(count: int, rules: Rules) -> list[tuple[Position, frozenset[Card], frozenset[Card]]]:
    """Positions in which the engine and the oracle differ, with both answers."""
    judged = (
        (position, position.legal(rules), position.legal(rules, cards_without_fault))
        for position in positions(count, rules)
    )
    return [(position, engine, oracle) for position, engine, oracle in judged if engine != oracle]


@pytest.mark.parametrize("rules", [WESTERN, EASTERN], ids=lambda rules: rules.variant)
def test_the_oracle_allows_the_same_cards_in_every_variant(rules: Rules) -> None:
    """G 6.3 in whole and E 6.5; G 6.2 for the eastern game."""
    assert misjudged(POSITIONS, rules) == []


def test_the_oracle_allows_the_same_cards_with_the_options_of_the_eastern_game() -> None:
    """G 6.2."""
    share = POSITIONS // len(OPTIONAL) + 1
    assert [fault for rules in OPTIONAL for fault in misjudged(share, rules)] == []


def test_the_positions_are_such_that_variants_and_options_matter() -> None:
    """Else the oracle would prove little: each makes a difference in one position of a hundred at least."""
    drawn = list(positions(2_000, EASTERN))
    differing = [
        sum(each.legal(rules) != each.legal(EASTERN) for each in drawn)
        for rules in (WESTERN, SECOND_MAY_SCORE, SAFE_CHARGE_ONLY)
    ]
    assert min(differing) >= len(drawn) // 100, differing


# --- What must hold whatever the deal ----------------------------------------------------------

decks = st.permutations(DECK)
trumps = st.sampled_from(TRUMPS)
hands = st.builds(play, decks, trump=trumps, rules=st.sampled_from(ALL_RULES))


@few
@given(hands, st.sampled_from(ALL_RULES))
def test_something_may_always_be_played_and_only_what_is_held(hand: PlayedHand, rules: Rules) -> None:
    """G 6.3."""
    empty: frozenset[Card] = frozenset()
    assert [at for at in hand.positions if not empty < at.legal(rules) <= frozenset(at.hand)] == []


@few
@given(hands, st.sampled_from(ALL_RULES))
def test_whoever_leads_plays_anything(hand: PlayedHand, rules: Rules) -> None:
    """G 6.3.1."""
    leads = hand.positions[::PLAYERS]
    assert [at.legal(rules) for at in leads] == [frozenset(at.hand) for at in leads]


def suits_followed(at: Position, rules: Rules) -> set[bool]:
    """Of the legal cards, whether they follow suit: one answer or two."""
    return {card.suit == at.trick[0].suit for card in at.legal(rules)}


@few
@given(hands, st.sampled_from(ALL_RULES))
def test_if_one_legal_card_follows_suit_all_do(hand: PlayedHand, rules: Rules) -> None:
    """G 6.3.2.1.1–6.3.2.1.2, G 6.3.2.2.1–6.3.2.2.4: exactly where the suit is held."""
    for at in hand.positions:
        if at.trick:
            held = {card.suit for card in at.hand}
            assert suits_followed(at, rules) == {at.trick[0].suit in held}


@few
@given(hands, st.sampled_from(ALL_RULES))
def test_the_eastern_game_allows_nothing_that_the_western_forbids(hand: PlayedHand, rules: Rules) -> None:
    """G 6.2, E 6.5."""
    assert [at for at in hand.positions if not at.legal(rules) <= at.legal(WESTERN)] == []


@few
@given(hands)
def test_second_scoring_forbids_nothing_that_the_plain_eastern_game_allows(hand: PlayedHand) -> None:
    """G 6.2."""
    assert [at for at in hand.positions if not at.legal(EASTERN) <= at.legal(SECOND_MAY_SCORE)] == []


@few
@given(hands)
def test_safe_charge_allows_nothing_that_the_plain_eastern_game_forbids(hand: PlayedHand) -> None:
    """G 6.2."""
    assert [at for at in hand.positions if not at.legal(SAFE_CHARGE_ONLY) <= at.legal(EASTERN)] == []


@few
@given(hands)
def test_each_option_of_the_eastern_game_concerns_one_player(hand: PlayedHand) -> None:
    """G 6.2: second_scoring the second, safe_charge the third; so both together are either."""
    concerned = {1: SECOND_MAY_SCORE, 2: SAFE_CHARGE_ONLY}
    for at in hand.positions:
        assert at.legal(BOTH_OPTIONS) == at.legal(concerned.get(len(at.trick), EASTERN))


def card_points_of(pair: int, hand: PlayedHand) -> int:
    """As a pair counts its pile: its tricks, and the scoring cards in them."""
    pile = [trick for trick, winner in zip(hand.tricks, hand.winners, strict=True) if pair_of(winner) == pair]
    return counted(len(pile), [card for trick in pile for card in trick if card.is_scoring])


@given(hands)
def test_a_whole_hand_uses_every_card_and_counts_72(hand: PlayedHand) -> None:
    """G 3.4, G 5.1, G 5.3; G 5.2 for each pair."""
    assert sorted(card for trick in hand.tricks for card in trick) == sorted(DECK)
    assert sum(map(trick_points, hand.tricks)) == 72
    assert card_points_of(0, hand) + card_points_of(1, hand) == 72
