"""Who wins a trick, what it counts, which cards may be played to it (G 4.3, G 5.3, G 6.3, E 6.5): the cases."""

from collections.abc import Callable, Collection

import pytest

from scoring.cards import DECK, SCORING_CARDS, Card, Suit
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import Regulation, Variant
from scoring.tricks import (
    counted,
    legal_cards,
    legality,
    pair_of,
    trick_points,
    trick_winner,
)
from tests.scoring.card_cases import (
    COUNT_CASES,
    EASTERN_CASES,
    TRICK_CASES,
    WESTERN_CASES,
    CountCase,
    LegalityCase,
    TrickCase,
)

SECOND_SCORING = {"eastern_second_scoring": True}
SAFE_CHARGE = {"eastern_safe_charge": True}


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def trump_of(text: str) -> Suit | None:
    return None if text == "-" else Suit(text)


def allowed(case: LegalityCase, variant: str) -> frozenset[Card]:
    return legal_cards(
        cards(case.hand),
        cards(case.trick),
        trump=trump_of(case.trump),
        variant=variant,
        options={case.option: True} if case.option else {},
        played_before=cards(case.played_before),
    )


def eastern(
    hand: str, trick: str, *, options: dict[str, bool], played_before: Collection[Card] = ()
) -> frozenset[Card]:
    return legal_cards(
        cards(hand),
        cards(trick),
        trump=Suit.OROS,
        variant="eastern",
        options=options,
        played_before=played_before,
    )


# --- Which cards may be played -----------------------------------------------------------------


@pytest.mark.parametrize("case", WESTERN_CASES, ids=lambda case: case.id)
def test_western_game_allows_what_the_case_says(case: LegalityCase) -> None:
    """G 6.3.1, G 6.3.2, G 6.3.2.1.1–6.3.2.1.2, G 6.3.2.2.1–6.3.2.2.4, E 6.5."""
    assert allowed(case, "western") == set(cards(case.legal))


@pytest.mark.parametrize("case", EASTERN_CASES, ids=lambda case: case.id)
def test_eastern_game_allows_what_the_case_says(case: LegalityCase) -> None:
    """G 6.2."""
    assert allowed(case, "eastern") == set(cards(case.legal))


@pytest.mark.parametrize("variant", Variant)
def test_whoever_leads_plays_anything(variant: Variant) -> None:
    """G 6.3.1."""
    hand = cards("O9 E2 B5")
    assert legal_cards(hand, [], trump=Suit.OROS, variant=variant) == set(hand)


@pytest.mark.parametrize("variant", Variant)
def test_the_fourth_player_beats_the_leader_who_is_an_opponent_of_his(variant: Variant) -> None:
    """G 6.3.2.2.1, G 9.2."""
    assert legal_cards(cards("E9 E4 O2"), cards("E8 E3 E6"), trump=Suit.OROS, variant=variant) == set(
        cards("E9")
    )


def test_options_of_the_eastern_game_are_nothing_to_the_western() -> None:
    """E 6.5."""
    options = SECOND_SCORING | SAFE_CHARGE
    hand = cards("E10 E8 E3")
    assert legal_cards(hand, cards("E12"), trump=None, variant="western", options=options) == set(hand)


@pytest.mark.parametrize("options", [SECOND_SCORING, SAFE_CHARGE])
def test_an_option_that_is_off_is_as_if_it_were_not_there(options: dict[str, bool]) -> None:
    """G 6.2."""
    off = dict.fromkeys(options, False)
    assert eastern("E11 E8 E2", "E12", options=off) == set(cards("E2"))
    assert eastern("E11 E8 E2", "E12 E3", options=off) == set(cards("E11 E2"))


def test_second_scoring_is_the_second_players_alone() -> None:
    """G 6.2."""
    assert eastern("E11 E8 E2", "E5 E12", options=SECOND_SCORING) == set(cards("E2"))


def test_safe_charge_looks_at_the_suit_that_wins_whatever_is_thrown() -> None:
    """G 6.2: with E9 out no manilla of copes may go to the partner’s ace; trumps that are out are not counted."""
    assert eastern("C9 C3 B5", "E1 E2", options=SAFE_CHARGE) == set(cards("C3 B5"))
    assert eastern("C9 C3 B5", "E9 E2", options=SAFE_CHARGE) == set(cards("C9 C3 B5"))


def test_safe_charge_knows_what_was_played_and_what_is_held() -> None:
    """G 6.2: one higher card is gone, the other his own; without either, the scoring card stays at home."""

    def charged(hand: str, gone: str) -> frozenset[Card]:
        return eastern(hand, "E12 E2", options=SAFE_CHARGE, played_before=cards(gone))

    assert charged("E1 E10 E8 E3", "C5 E9") == set(cards("E1 E10 E3"))
    assert charged("E1 E10 E8 E3", "C5 C9") == set(cards("E1 E3"))
    assert charged("E10 E8 E3", "C5 E9") == set(cards("E3"))


def test_safe_charge_is_the_third_players_alone() -> None:
    """G 6.2: after the fourth player nobody can take it."""
    assert eastern("E10 E7 E3", "E2 E12 E4", options=SAFE_CHARGE) == set(cards("E10 E3"))


# --- Positions that cannot be -------------------------------------------------------------------


def refusal(asked: Callable[[], object]) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(RuleError) as refused:
        asked()
    return refused.value.code, refused.value.article, refused.value.facts


def western(
    hand: str, trick: str, *, options: dict[str, bool] | None = None
) -> Callable[[], frozenset[Card]]:
    return lambda: legal_cards(
        cards(hand), cards(trick), trump=None, variant="western", options=options or {}
    )


def test_nobody_plays_from_an_empty_hand() -> None:
    """G 3.4."""
    assert refusal(western("", "E5 E6")) == ("hand_empty", "G 3.4", {"trick": "E5 E6"})


@pytest.mark.parametrize(("trick", "count"), [("E5 E6 E7 E8", 4), ("E5 E6 E7 E8 C2", 5)])
def test_nobody_plays_to_a_trick_of_four(trick: str, count: int) -> None:
    """G 3.4."""
    assert refusal(western("O9", trick)) == ("trick_full", "G 3.4", {"trick": trick, "cards": count})


@pytest.mark.parametrize(("hand", "trick"), [("O9 E5 O9", "B2"), ("O9 B1", "B2 O9"), ("E5", "O9 B1 O9")])
def test_a_card_cannot_be_in_two_places(hand: str, trick: str) -> None:
    """G 1.2."""
    assert refusal(western(hand, trick)) == ("card_twice", "G 1.2", {"card": "O9"})


@pytest.mark.parametrize("option", ["second_scoring", "western"])
def test_a_misspelt_option_is_refused_rather_than_left_out(option: str) -> None:
    """G 6.2."""
    options = SECOND_SCORING | {option: False}
    assert refusal(western("O9", "E5", options=options)) == ("option_unknown", "G 6.2", {"option": option})


@pytest.mark.parametrize("variant", ["Eastern", "", "eastern_safe_charge"])
def test_an_unknown_variant_is_refused(variant: str) -> None:
    """G 6.2."""
    asked = refusal(lambda: legal_cards(cards("O9"), [], trump=None, variant=variant))
    assert asked == ("option_unknown", "G 6.2", {"option": variant})


# --- Who wins, and what it counts ---------------------------------------------------------------


@pytest.mark.parametrize("case", TRICK_CASES, ids=lambda case: case.id)
def test_trick_is_won_and_counts_as_the_case_says(case: TrickCase) -> None:
    """G 4.3.1–4.3.2, G 5.3.1–5.3.2."""
    trick = cards(case.trick)
    assert (trick_winner(trick, trump_of(case.trump)), trick_points(trick)) == (case.winner, case.card_points)


@pytest.mark.parametrize(
    ("so_far", "trump", "winner"),
    [("E5", "O", 0), ("E5 E8", "O", 1), ("E5 O2 E9", "O", 1), ("E5 O2 E9", "-", 2)],
)
def test_a_trick_that_is_not_full_is_won_so_far(so_far: str, trump: str, winner: int) -> None:
    """G 4.3."""
    assert trick_winner(cards(so_far), trump_of(trump)) == winner


def test_in_a_botifarra_no_other_suit_wins() -> None:
    """G 4.3.2."""
    assert trick_winner(cards("E2 O9 C9 B9"), None) == 0


def test_nobody_wins_a_trick_without_cards() -> None:
    """G 4.3."""
    assert refusal(lambda: trick_winner([], Suit.OROS)) == ("trick_empty", "G 4.3", {})


# --- The card points of a pair -------------------------------------------------------------------


@pytest.mark.parametrize("case", COUNT_CASES, ids=lambda case: case.id)
def test_pair_counts_as_the_case_says(case: CountCase) -> None:
    """G 5.2, G 5.3.1–5.3.2, G 5.1: the other pair has the rest of the 72."""
    own = cards(case.cards)
    others = set(SCORING_CARDS) - set(own)
    assert (counted(case.tricks, own), counted(12 - case.tricks, others)) == case.card_points


def test_cards_that_count_nothing_may_be_named() -> None:
    """G 5.3.1."""
    assert counted(12, DECK) == counted(12, SCORING_CARDS) == 72


@pytest.mark.parametrize("tricks", [-1, 13])
def test_a_hand_has_twelve_tricks(tricks: int) -> None:
    """G 3.4."""
    assert refusal(lambda: counted(tricks, [])) == ("tricks_range", "G 3.4", {"tricks": tricks})


def test_a_card_is_counted_once() -> None:
    """G 1.2."""
    twice = refusal(lambda: counted(3, cards("O9 C1 E5 C1")))
    assert twice == ("card_twice", "G 1.2", {"card": "C1"})


@pytest.mark.parametrize(("tricks", "won"), [(0, "O9"), (1, "O9 C9 E9 B9 O2")])
def test_a_trick_holds_four_cards(tricks: int, won: str) -> None:
    """G 3.4."""
    facts = {"cards": len(cards(won)), "tricks": tricks, "most": 4 * tricks}
    assert refusal(lambda: counted(tricks, cards(won))) == ("cards_too_many", "G 3.4", facts)


@pytest.mark.parametrize(("tricks", "left"), [(12, 0), (11, 4), (8, 16)])
def test_the_other_pair_must_have_room_for_the_scoring_cards_that_are_left(tricks: int, left: int) -> None:
    """G 3.4."""
    won = SCORING_CARDS[left:]
    assert counted(tricks, won) == 60 - sum(card.card_points for card in SCORING_CARDS[:left]) + tricks
    facts = {"missing": left + 1, "tricks": 12 - tricks}
    assert refusal(lambda: counted(tricks, won[1:])) == ("cards_missing", "G 3.4", facts)


# --- Seats and regulations ------------------------------------------------------------------------


def test_partners_sit_face_to_face() -> None:
    """G 1.1, G 9.2: in the order of play every other seat is the partner’s."""
    assert [pair_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(("preset", "variant"), [("vilaplana-2011", "western"), ("lloret-2014", "eastern")])
def test_a_preset_says_which_game_is_played(preset: str, variant: str) -> None:
    """E 6.5."""
    off = {"eastern_second_scoring": False, "eastern_safe_charge": False}
    assert legality(PRESETS[preset]) == (Variant(variant), off)


def test_a_regulation_says_which_options_are_on() -> None:
    """E 6.5."""
    regulation = Regulation(variant=Variant.EASTERN, eastern_second_scoring=True)
    variant, options = legality(regulation)
    hand, trick = cards("E11 E8 E2"), cards("E12")
    assert legal_cards(hand, trick, trump=None, variant=variant, options=options) == set(cards("E11 E2"))
