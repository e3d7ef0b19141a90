"""Ladders of infractions, and what counts on them and in the ranking (E 16.1.1.3, E 16.1.2.1, E 14.3, D 7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.breaches import REVOKE
from scoring.infractions import (
    CATALOGUE,
    Effect,
    Moment,
    Need,
    Record,
    Sanction,
    Severity,
    faults,
)
from scoring.sheets import HandKind
from tests.scoring.histories import MINOR, OUTRIGHT, RAISED_MINOR, SERIOUS, committed, proposed, records


@pytest.mark.parametrize(
    ("in_this_game", "in_another", "severity", "code"),
    [
        pytest.param(2, 0, Severity.SERIOUS, "16.1.2.1", id="gm-15"),
        pytest.param(0, 2, Severity.MINOR, "16.1.3.6", id="gm-18"),
    ],
)
def test_third_minor_of_a_game_is_serious(
    in_this_game: int, in_another: int, severity: Severity, code: str
) -> None:
    """E 16.1.2.1: in one and the same game."""
    elsewhere = Record("16.1.3.5", Severity.MINOR, is_same_game=False)
    proposal = proposed("16.1.3.6", *[MINOR] * in_this_game, *[elsewhere] * in_another, bid="B")
    assert (proposal.severity, proposal.code) == (severity, code)


def test_an_escalated_infraction_is_one_record_that_says_what_was_committed() -> None:
    """D 7."""
    proposal = proposed("16.1.3.6", MINOR, MINOR, bid="B")
    assert proposal.record == Record("16.1.2.1", Severity.SERIOUS, "16.1.3.6")
    assert (proposal.sanction, proposal.points, proposal.needs) == (
        Sanction.POINTS,
        72,
        (Need.ORGANISER_DECIDES,),
    )


def test_every_third_minor_of_a_game_is_serious() -> None:
    """D 7: the third, the sixth …"""
    serious = [step for step, proposal in enumerate(committed(*["16.1.3.5"] * 8), 1) if proposal.points]
    assert serious == [3, 6]


def test_the_ninth_minor_of_a_game_is_its_third_serious() -> None:
    """D 7, E 16.1.2.1, E 16.1.1.4: one breach may climb both ladders."""
    ninth = committed(*["16.1.3.5"] * 9)[-1]
    assert (ninth.code, ninth.severity, ninth.escalated_from) == (
        "16.1.1.4",
        Severity.VERY_SERIOUS,
        "16.1.3.5",
    )
    assert proposed("16.1.3.5", *[p.record for p in committed(*["16.1.3.5"] * 9)]).severity is Severity.MINOR


def test_third_serious_of_a_game_is_very_serious() -> None:
    """E 16.1.1.4: minor ones raised to serious are among them."""
    proposal = proposed("11.3", SERIOUS, RAISED_MINOR)
    assert (proposal.code, proposal.sanction, proposal.escalated_from) == (
        "16.1.1.4",
        Sanction.EXPULSION,
        "11.3",
    )


def test_fifth_serious_of_the_championship_is_very_serious() -> None:
    """E 16.1.1.3: games apart, and outside a game too."""
    elsewhere = [Record("11.3", Severity.SERIOUS, is_same_game=False)] * 4
    assert proposed(REVOKE, *elsewhere[:3]).severity is Severity.SERIOUS
    assert proposed(REVOKE, *elsewhere).code == "16.1.1.3"
    assert proposed("11.3", *elsewhere, moment=Moment.OUTSIDE_GAME).code == "16.1.1.3"


def test_the_ladder_of_the_game_is_named_where_both_are_full() -> None:
    """E 16.1.1.3, E 16.1.1.4."""
    elsewhere = [Record("11.3", Severity.SERIOUS, is_same_game=False)] * 2
    assert proposed(REVOKE, SERIOUS, SERIOUS, *elsewhere).code == "16.1.1.4"


def test_a_serious_raised_to_very_serious_and_softened_is_still_a_rung() -> None:
    """D 7: the pair that was spared in its third serious infraction is at three, not at two."""
    seriously = committed(REVOKE, REVOKE, REVOKE, "11.3", "11.3", "11.3")
    assert [proposal.code for proposal in seriously] == [
        "16.1.2.2",
        "16.1.2.2",
        "16.1.1.4",
        "11.3",
        "16.1.1.3",
        "16.1.1.4",
    ]


def test_a_very_serious_infraction_is_no_rung_of_any_ladder() -> None:
    insult = Record("16.1.1.1", Severity.VERY_SERIOUS)
    assert proposed(REVOKE, insult, insult).severity is Severity.SERIOUS
    assert proposed("16.1.3.5", insult, insult).severity is Severity.MINOR


def test_outside_a_game_nothing_is_the_third_of_a_game() -> None:
    """E 16.1.2.1 «en una mateixa partida»."""
    assert proposed("16.1.3.1", MINOR, MINOR, moment=Moment.OUTSIDE_GAME).severity is Severity.MINOR
    assert proposed("16.1.3.1", moment=Moment.OUTSIDE_GAME).record.is_same_game is False


def test_an_escalated_breach_leaves_nothing_to_follow_in_a_hand_that_is_over() -> None:
    """E 16.2.2: the hand is over and counts, so the turn is not lost as well (E 16.1.3.7)."""
    proposal = proposed("16.1.3.7", MINOR, MINOR)
    assert (proposal.effects, proposal.hand_kind) == ((), HandKind.SANCTION)
    calm = proposed("16.1.3.7", MINOR, MINOR, moment=Moment.BETWEEN_HANDS)
    assert calm.effects == (Effect.HAND_UNCOUNTED, Effect.TURN_LOST)


def test_a_revoke_replaces_the_points_of_its_hand_unless_the_pair_is_expelled() -> None:
    """E 16.1.2.2.1–16.1.2.2.3; E 16.2.1."""
    assert proposed(REVOKE, moment=Moment.ON_REVIEW).effects == (Effect.REPLACES_HAND_POINTS,)
    assert proposed(REVOKE, SERIOUS, SERIOUS, moment=Moment.ON_REVIEW).effects == ()


# --- What counts --------------------------------------------------------------------------------


def test_infractions_count_one_each_whatever_their_severity() -> None:
    """E 14.3, D 5: withdrawn ones and those without severity do not count."""
    withdrawn = Record("16.1.3.5", Severity.MINOR, withdrawn=True)
    free_misdeal = Record("7.4.5.2", Severity.NONE)
    expelled = Record("17.5", Severity.VERY_SERIOUS, is_same_game=False)
    assert faults([MINOR, SERIOUS, withdrawn, free_misdeal, expelled, RAISED_MINOR]) == 4
    assert faults([]) == 0


@given(st.lists(records(), max_size=12), st.sampled_from(OUTRIGHT))
def test_a_proposal_depends_on_counted_history_alone(history: list[Record], code: str) -> None:
    """D 5, D 7: what is withdrawn or without severity changes nothing, nor does the order."""
    counted = [record for record in history if record.counts]
    assert proposed(code, *history) == proposed(code, *reversed(counted))
    assert faults(history) == len(counted)


@given(st.lists(records(), max_size=12), st.sampled_from(OUTRIGHT))
def test_a_ladder_only_raises_and_names_itself(history: list[Record], code: str) -> None:
    """D 7."""
    order = list(Severity)
    proposal = proposed(code, *history)
    raised = order.index(proposal.severity) - order.index(CATALOGUE[code].severity)
    assert raised >= 0
    assert (raised > 0) == (proposal.escalated_from == code) == CATALOGUE[proposal.code].by_escalation
    assert CATALOGUE[proposal.code].severity is proposal.severity
