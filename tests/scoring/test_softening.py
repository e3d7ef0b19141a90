"""An organiser may soften a sanction and never harden it (E 16.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.infractions import Effect, Moment, Need, Proposal, Sanction, Severity, Share, eliminate, soften
from scoring.sheets import HandKind
from tests.scoring.histories import MINOR, proposals, proposed

SEVEREST_LAST = (Sanction.NONE, Sanction.NOTED, Sanction.POINTS, Sanction.EXPULSION)


def refusal(proposal: Proposal, how: Share, *, points: int | None = None, reason: str = "calm") -> RuleError:
    with pytest.raises(RuleError) as refused:
        soften(proposal, how, points=points, reason=reason)
    return refused.value


def test_a_softened_sanction_keeps_its_severity_and_says_why() -> None:
    """E 16.2, D 7: only the sanction is softened."""
    softened = soften(proposed("11.3", bid="C"), Share.PART, points=20, reason=" first time ")
    assert (softened.points, softened.share, softened.reason) == (20, Share.PART, "first time")
    assert (softened.severity, softened.sanction, softened.hand_kind) == (
        Severity.SERIOUS,
        Sanction.POINTS,
        HandKind.SANCTION,
    )


def test_a_sanction_softened_away_is_noted_and_the_hand_goes_on() -> None:
    """E 16.2; softened ones count (D 5)."""
    softened = soften(proposed("16.1.2.2"), Share.NONE, reason="nobody gained by it")
    assert (softened.points, softened.sanction, softened.hand_kind) == (0, Sanction.NOTED, None)
    assert (softened.effects, softened.record.counts) == ((), True)


def test_minor_penalties_are_softened_away_and_the_order_of_the_table_is_not() -> None:
    """E 16.2.3: the turn lost is a sanction; a deal is done again whatever is forgiven (E 7.4.5.1)."""
    turn = soften(proposed("16.1.3.7"), Share.NONE, reason="he was misheard")
    misdeal = soften(proposed("7.4.5.2"), Share.NONE, reason="he was pushed")
    assert (turn.effects, turn.hand_kind, turn.sanction) == ((), None, Sanction.NOTED)
    assert (misdeal.effects, misdeal.sanction) == ((Effect.REDEAL,), Sanction.NONE)


def test_the_whole_sanction_stands_without_a_reason() -> None:
    proposal = proposed("11.3")
    assert soften(proposal, Share.WHOLE) is soften(proposal, Share.WHOLE, points=36) is proposal


@pytest.mark.parametrize(("how", "points"), [(Share.PART, 20), (Share.NONE, None)])
def test_softening_needs_a_reason(how: Share, points: int | None) -> None:
    """E 16.2 "exceptionally"."""
    refused = refusal(proposed("11.3"), how, points=points, reason="  ")
    assert (refused.code, refused.article, refused.facts) == (
        "reason_missing",
        "E 16.2",
        {"field": "reason"},
    )


@pytest.mark.parametrize("how", Share)
def test_more_than_is_at_stake_is_never_taken(how: Share) -> None:
    """E 16.2 «mai no la podrà agreujar»."""
    refused = refusal(proposed("11.3"), how, points=37)
    assert (refused.code, refused.article, refused.facts) == (
        "sanction_hardened",
        "E 16.2",
        {"points": 37, "most": 36},
    )


def test_a_minor_infraction_never_costs_points() -> None:
    """E 16.2, E 16.2.3."""
    assert refusal(proposed("16.1.3.5"), Share.PART, points=1).code == "sanction_hardened"


def test_a_softened_sanction_is_softened_further_but_not_back() -> None:
    """E 16.2."""
    part = soften(proposed("11.3"), Share.PART, points=20, reason="first time")
    none = soften(part, Share.NONE, reason="and the last hand")
    assert soften(part, Share.PART, points=20, reason="the same").points == 20
    assert soften(part, Share.PART, points=5, reason="less").points == 5
    assert refusal(part, Share.PART, points=21).code == "sanction_hardened"
    refused = refusal(part, Share.WHOLE)
    assert (refused.code, refused.article) == ("sanction_softened_before", "E 16.2")
    assert refused.facts == {"infraction": "11.3"}
    assert refusal(none, Share.PART, points=1).code == "sanction_softened_before"


@pytest.mark.parametrize("points", [None, 0, -3, 36])
def test_a_part_is_more_than_nothing_and_less_than_all(points: int | None) -> None:
    """E 16.2, D 7."""
    refused = refusal(proposed("11.3"), Share.PART, points=points)
    assert (refused.code, refused.facts) == ("sanction_part", {"points": points or 0, "most": 35})


@pytest.mark.parametrize(("how", "points"), [(Share.WHOLE, 20), (Share.NONE, 20)])
def test_points_belong_to_a_part(how: Share, points: int) -> None:
    refused = refusal(proposed("11.3"), how, points=points)
    assert (refused.code, refused.facts) == ("sanction_part", {"points": 20, "most": 35})


@pytest.mark.parametrize(("code", "moment"), [("16.1.3.5", Moment.IN_HAND), ("11.3", Moment.BETWEEN_HANDS)])
def test_there_is_no_part_of_nothing(code: str, moment: Moment) -> None:
    """D 6: nothing was at stake."""
    refused = refusal(proposed(code, moment=moment), Share.PART)
    assert (refused.code, refused.article, refused.facts) == (
        "sanction_without_points",
        "E 16.2",
        {"infraction": code},
    )


def test_an_expulsion_is_softened_to_points_or_to_nothing() -> None:
    """E 16.1.1.2, E 16.2.1: softening is offered first, all that is at stake being the most of a part."""
    proposal = proposed("16.1.1.2", bid="B")
    part = soften(proposal, Share.PART, points=72, reason="a sigh")
    none = soften(proposal, Share.NONE, reason="a yawn")
    assert (proposal.sanction, proposal.needs) == (Sanction.EXPULSION, (Need.SOFTENING_OFFERED,))
    assert (part.sanction, part.points, part.severity, part.needs) == (
        Sanction.POINTS,
        72,
        Severity.VERY_SERIOUS,
        (),
    )
    assert (none.sanction, none.points) == (Sanction.NOTED, 0)
    assert refusal(proposal, Share.PART, points=73).code == "sanction_hardened"


def test_an_expulsion_between_hands_is_whole_or_none() -> None:
    """D 6, E 16.2.1."""
    proposal = proposed("16.1.1.1", moment=Moment.BETWEEN_HANDS)
    assert refusal(proposal, Share.PART).code == "sanction_without_points"


def test_an_escalated_breach_softened_away_is_still_escalated() -> None:
    """D 7: the severity stays as committed."""
    softened = soften(proposed("16.1.3.5", MINOR, MINOR), Share.NONE, reason="three in one hand")
    assert softened.record == proposed("16.1.3.5", MINOR, MINOR).record


@given(proposals(), st.sampled_from(Share), st.none() | st.integers(-10, 600))
def test_softening_never_hardens(proposal: Proposal, how: Share, points: int | None) -> None:
    """E 16.2."""
    try:
        softened = soften(proposal, how, points=points, reason="E 17.2")
    except RuleError as refused:
        assert refused.code in {"sanction_hardened", "sanction_part", "sanction_without_points"}
        return
    severe = SEVEREST_LAST.index
    assert severe(softened.sanction) <= severe(proposal.sanction)
    most = proposal.stake if proposal.sanction is Sanction.EXPULSION else proposal.points
    assert 0 <= softened.points <= most
    assert (softened.record, softened.stake) == (proposal.record, proposal.stake)
    assert set(softened.effects) <= set(proposal.own_effects)
    assert soften(softened, Share.NONE, reason="E 17.2").points == 0


def test_the_last_measure_against_who_obeys_nobody_is_elimination() -> None:
    """E 17.5: the organiser's measure; an elimination is recorded as very serious."""
    measure = proposed("17.5", moment=Moment.OUTSIDE_GAME)
    assert (measure.severity, measure.effects) == (Severity.NONE, (Effect.ORGANISERS_MEASURE,))
    eliminated = eliminate(measure, reason=" refused to leave the table ")
    assert (eliminated.code, eliminated.severity, eliminated.sanction) == (
        "17.5",
        Severity.VERY_SERIOUS,
        Sanction.EXPULSION,
    )
    assert (eliminated.reason, eliminated.record.counts) == ("refused to leave the table", True)


@pytest.mark.parametrize(
    ("code", "reason", "refused_as"),
    [("16.1.3.1", "tired of them", "elimination_elsewhere"), ("17.5", " ", "reason_missing")],
)
def test_elimination_is_for_disobedience_and_with_a_reason(code: str, reason: str, refused_as: str) -> None:
    """E 17.5."""
    with pytest.raises(RuleError) as refused:
        eliminate(proposed(code), reason=reason)
    assert (refused.value.code, refused.value.article) == (refused_as, "E 17.5")
