"""What follows from misdeals under every preset (E 7.4.5, D 9)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.infractions import Acceptances, Effect, Severity
from scoring.misdeals import MisdealOutcome, misdeal, serving_row
from scoring.presets import PRESETS
from scoring.regulation import Dealer, Regulation
from scoring.sheets import Hand, HandKind, Sheet, Side
from tests.scoring.hands import DEFAULT, regulations
from tests.scoring.histories import proposed

E7 = ["7.4.5.2", "7.4.5.3", "7.4.5.4", "7.4.5.4"]
FREE_THEN_LOST = ["7.4.5.1", "7.4.5.4", "7.4.5.4", "7.4.5.4"]
ALWAYS_FREE = ["7.4.5.1"] * 4


@pytest.mark.parametrize(
    ("preset", "articles"),
    [
        ("vilaplana-2011", E7),
        ("vilaplana-2017", FREE_THEN_LOST),
        ("ponent", FREE_THEN_LOST),
        ("lloret-2014", E7),
        ("girona-2016", ALWAYS_FREE),
        ("casual", ALWAYS_FREE),
    ],
)
def test_a_players_misdeals_climb_the_ladder_of_the_preset(preset: str, articles: list[str]) -> None:
    """E 7.4.5.1–7.4.5.4, D 9: beyond the end the last rung stays."""
    assert [misdeal(times, PRESETS[preset]).code for times in (1, 2, 3, 4)] == articles


def test_the_ladder_of_vilaplana_2011_in_full() -> None:
    """E 7.4.5.2–7.4.5.4, E 16.1.3.3."""
    first, second, third = (misdeal(times, DEFAULT) for times in (1, 2, 3))
    assert first == MisdealOutcome("7.4.5.2", (Effect.REDEAL, Effect.NO_BOTIFARRA_NEXT))
    assert second == MisdealOutcome("7.4.5.3", (Effect.REDEAL,), Severity.MINOR)
    assert third == MisdealOutcome(
        "7.4.5.4", (Effect.HAND_UNCOUNTED, Effect.NEXT_TURN_LOST), is_last_rung=True
    )
    assert [outcome.is_recorded for outcome in (first, second, third)] == [True, True, True]
    assert [outcome.hand_kind for outcome in (first, second, third)] == [None, None, HandKind.REPLAYED]


def test_a_plain_redeal_leaves_no_record() -> None:
    """E 7.4.5.1."""
    outcome = misdeal(1, PRESETS["ponent"])
    assert outcome == MisdealOutcome("7.4.5.1", (Effect.REDEAL,))
    assert (outcome.is_recorded, outcome.hand_kind) == (False, None)


def test_who_deals_for_himself_loses_the_turn_he_has() -> None:
    """D 9: there the words of E 7.4.5.4 make sense, and the other pair calls this same hand."""
    outcome = misdeal(3, replace(DEFAULT, dealer=Dealer.TRUMP_MAKER))
    assert outcome.effects == (Effect.HAND_UNCOUNTED, Effect.TURN_LOST)
    assert outcome.hand_kind is HandKind.UNCOUNTED


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_table_without_article_7_deals_again_and_no_more(times: int) -> None:
    """E 15.3.1.1.4, E 7.4.5.1."""
    waived = misdeal(times, DEFAULT, Acceptances())
    assert waived == MisdealOutcome("7.4.5.1", (Effect.REDEAL,), is_last_rung=True)


@pytest.mark.parametrize("times", [0, -1])
def test_there_is_no_misdeal_before_the_first(times: int) -> None:
    """E 7.4.5."""
    with pytest.raises(RuleError) as refused:
        misdeal(times, DEFAULT)
    assert (refused.value.code, refused.value.article) == ("misdeal_count", "E 7.4.5")
    assert refused.value.facts == {"consecutive": times}


@given(regulations(), st.integers(1, 9))
def test_a_misdeal_is_proposed_as_it_follows(regulation: Regulation, times: int) -> None:
    """D 9: the catalogue and the ladder say the same."""
    outcome = misdeal(times, regulation)
    if outcome.is_recorded:
        proposal = proposed(outcome.code, regulation=regulation)
        assert (proposal.severity, proposal.effects, proposal.hand_kind) == (
            outcome.severity,
            outcome.effects,
            outcome.hand_kind,
        )
    assert not outcome.is_last_rung or misdeal(times + 1, regulation) == outcome


# --- The row in which it is served (D 9) -----------------------------------------------------------


def rows_of(*kinds: str, opening_draw: Side | None = Side.A) -> Sheet:
    """Level hands and rows that do not count; the winner of the draw calls first."""
    hands = tuple(Hand(Bid.TRUMP, (0, 0), kind=HandKind(kind)) for kind in kinds)
    return Sheet(DEFAULT, hands, opening_draw)


@pytest.mark.parametrize(
    ("kinds", "begins", "row"),
    [
        ([], 0, 0),
        (["played"], 0, 1),
        (["played", "played"], 0, 1),
        (["played", "pass"], 0, 1),
        (["played", "sanction"], 0, 1),
        (["played", "played", "played"], 1, 1),
        (["played", "played", "played"], 2, 3),
        (["played", "replayed"], 0, 2),
        (["played", "struck", "played"], 0, 2),
        (["played", "uncounted", "played", "played"], 0, 3),
        (["played"], 3, 3),
    ],
)
def test_botifarra_is_barred_in_the_next_hand_in_which_the_pair_makes_trumps(
    kinds: list[str], begins: int, row: int
) -> None:
    """E 7.4.5.2: of pair b, which calls after pair a."""
    assert serving_row(Effect.NO_BOTIFARRA_NEXT, rows_of(*kinds), Side.B, begins=begins) == row


@pytest.mark.parametrize(
    ("kinds", "row"),
    [
        (["played"], 1),
        (["played", "uncounted"], 1),
        (["played", "replayed", "uncounted"], 2),
        (["played", "played"], 1),
    ],
)
def test_the_next_turn_is_lost_by_the_next_row_that_moves_the_call(kinds: list[str], row: int) -> None:
    """E 7.4.5.4."""
    assert serving_row(Effect.NEXT_TURN_LOST, rows_of(*kinds), Side.B, begins=0) == row


def test_nothing_is_served_where_nobody_knows_who_calls() -> None:
    sheet = rows_of("played", opening_draw=None)
    assert serving_row(Effect.NO_BOTIFARRA_NEXT, sheet, Side.B, begins=0) is None
    assert serving_row(Effect.NO_BOTIFARRA_NEXT, sheet, Side.B, begins=1) == 1


def test_who_calls_may_have_been_set_by_hand() -> None:
    sheet = Sheet(DEFAULT, (Hand(Bid.TRUMP, (0, 0), maker=Side.B),))
    assert serving_row(Effect.NO_BOTIFARRA_NEXT, sheet, Side.B, begins=0) == 0
