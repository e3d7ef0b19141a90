"""What is offered at a table, and what is proposed: severity, ladder, points at stake, waived articles (E 16)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bids import Bid, allowed_bids, multiplier
from scoring.breaches import REVOKE
from scoring.errors import RuleError
from scoring.infractions import (
    CATALOGUE,
    Acceptances,
    Complainant,
    Moment,
    Need,
    Sanction,
    Severity,
    faults,
    offered,
    stake_at,
)
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from scoring.sheets import HandKind
from tests.scoring.hands import DEFAULT, regulations
from tests.scoring.histories import (
    ALL,
    NONE,
    OUTRIGHT,
    proposed,
)

REST_ON_A_BOX = ("7.4.4", "7.4.5.2", "7.4.5.3", "7.4.5.4", "16.1.2.4", "16.1.3.6", "16.1.3.7")
HANDS = (Moment.IN_HAND, Moment.ON_REVIEW)
ELSEWHERE = (Moment.BEFORE_FIRST_HAND, Moment.BETWEEN_HANDS, Moment.AFTER_LAST_HAND, Moment.OUTSIDE_GAME)


# --- Each row -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "sanction", "points", "hand_kind"),
    [
        ("7.4.4", Sanction.NOTED, 0, None),
        ("7.4.5.2", Sanction.NONE, 0, None),
        ("7.4.5.3", Sanction.NOTED, 0, None),
        ("7.4.5.4", Sanction.NONE, 0, HandKind.REPLAYED),
        ("11.3", Sanction.POINTS, 72, HandKind.SANCTION),
        ("15.2.7.3", Sanction.POINTS, 72, HandKind.SANCTION),
        ("15.3.1.1.3", Sanction.NOTED, 0, None),
        ("16.1.1.1", Sanction.EXPULSION, 0, None),
        ("16.1.1.2", Sanction.EXPULSION, 0, None),
        ("16.1.2.2", Sanction.POINTS, 72, HandKind.SANCTION),
        ("16.1.2.4", Sanction.POINTS, 72, HandKind.SANCTION),
        ("16.1.3.1", Sanction.NOTED, 0, None),
        ("16.1.3.4", Sanction.NOTED, 0, None),
        ("16.1.3.5", Sanction.NOTED, 0, None),
        ("16.1.3.6", Sanction.NOTED, 0, None),
        ("16.1.3.7", Sanction.NOTED, 0, HandKind.UNCOUNTED),
        ("17.5", Sanction.NONE, 0, None),
    ],
)
def test_each_row_proposes_the_sanction_of_its_severity(
    code: str, sanction: Sanction, points: int, hand_kind: HandKind | None
) -> None:
    """E 16.2.1: very serious is expulsion; E 16.2.2: serious is all points at stake; E 16.2.3: minor is noted."""
    proposal = proposed(code, bid="C")
    assert (proposal.code, proposal.severity) == (code, CATALOGUE[code].severity)
    assert (proposal.sanction, proposal.points, proposal.hand_kind) == (sanction, points, hand_kind)
    assert (proposal.escalated_from, proposal.breach) == (None, CATALOGUE[code])


def test_an_alias_is_recorded_under_the_code_of_its_row() -> None:
    """E 16.1.3.2, E 16.1.3.3, E 16.1.2.3."""
    assert [proposed(alias).code for alias in ("16.1.3.2", "16.1.3.3", "16.1.2.3")] == [
        "7.4.4",
        "7.4.5.3",
        "11.3",
    ]


@pytest.mark.parametrize("code", ["16.1.1.3", "16.1.1.4", "16.1.2.1"])
def test_a_row_of_the_ladder_is_not_recorded_outright(code: str) -> None:
    """D 7. An organiser may all the same, with a reason (E 17.2)."""
    with pytest.raises(RuleError) as refused:
        proposed(code)
    assert (refused.value.code, refused.value.article) == ("infraction_by_escalation", "D 7")
    assert refused.value.facts == {"infraction": code}
    by_hand = proposed(code, reason="the two before stand on the paper sheet")
    assert (by_hand.code, by_hand.severity, by_hand.escalated_from) == (code, CATALOGUE[code].severity, None)


def test_a_revoke_needs_a_hand_in_which_it_was_made() -> None:
    """D 10: no review once the cards are shuffled."""
    with pytest.raises(RuleError) as refused:
        proposed(REVOKE, moment=Moment.BETWEEN_HANDS)
    assert (refused.value.code, refused.value.article) == ("revoke_without_hand", "D 10")
    assert proposed(REVOKE, moment=Moment.BETWEEN_HANDS, reason="both pairs saw it").points == 0


def test_what_has_a_row_is_not_any_other_breach() -> None:
    """E 16.1.3.1 takes what is typified nowhere else; E 7.4.5.4 has its own effect and is not also minor."""
    for article in ("E 7.4.5.4", "16.1.2.3"):
        with pytest.raises(RuleError) as refused:
            proposed("16.1.3.1", article=article)
        assert (refused.value.code, refused.value.article) == ("infraction_has_a_row", "E 16.1.3.1")
    assert refused.value.facts == {"infraction": "11.3"}
    assert proposed("16.1.3.1", article="E 7.2.2").needs == (Need.FREE_TEXT,)


@pytest.mark.parametrize(
    ("code", "needs"),
    [
        ("16.1.3.1", (Need.FREE_TEXT,)),
        ("11.3", (Need.ORGANISER_DECIDES,)),
        ("16.1.1.2", (Need.SOFTENING_OFFERED,)),
        ("16.1.3.4", (Need.CHOICE_OF_HARMED_PAIR, Need.SUIT_OF_HARMED_PAIR)),
        ("16.1.3.5", (Need.SUIT_OF_HARMED_PAIR,)),
        ("16.1.2.2", ()),
    ],
)
def test_a_proposal_asks_what_must_be_said_before_it_is_recorded(code: str, needs: tuple[Need, ...]) -> None:
    """E 16.1.3.1, E 11.3, E 16.1.1.2 (G 10.1.1–10.1.3), E 16.1.2.2.4, E 16.1.3.4, E 16.1.3.5."""
    assert proposed(code).needs == needs


def test_outside_a_game_the_organisation_may_complain_of_anything() -> None:
    """E 16, E 17.8 speak of the course of a game."""
    inside, outside = proposed("16.1.1.2"), proposed("16.1.1.2", moment=Moment.OUTSIDE_GAME)
    assert inside.complainants == (Complainant.OTHER_PAIR,)
    assert outside.complainants == (Complainant.OTHER_PAIR, Complainant.ORGANISATION)


# --- Acceptance ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ticked", "agreed", "in_force"),
    [
        (True, True, True),
        (False, True, False),
        (None, True, False),
        (True, False, True),
        (False, False, True),
        (None, False, True),
    ],
)
def test_a_box_says_yes_where_it_is_ticked_or_the_pairs_do_not_agree(
    ticked: bool | None, agreed: bool, in_force: bool
) -> None:
    """E 15.3.1.1.2: no agreement is Yes. E 15.3.1.1.4: No, or no tick, renounces. E 15.3.2: the same of 11.1–11.2."""
    assert Acceptances.from_boxes(ticked, agreed=agreed) == Acceptances(in_force, False)
    assert Acceptances.from_boxes(None, ticked, agreed_on_11=agreed) == Acceptances(False, in_force)


def test_an_organiser_is_offered_every_row_but_those_of_the_ladder_where_all_is_accepted() -> None:
    """E 15.3, D 7."""
    assert tuple(row.code for row in offered(ALL)) == OUTRIGHT


def test_what_rests_on_a_waived_article_is_not_offered() -> None:
    """E 15.3.1.1.4."""
    left = [row.code for row in offered(NONE)]
    assert left == [code for code in OUTRIGHT if code not in REST_ON_A_BOX]
    assert "11.3" in left


@pytest.mark.parametrize("code", REST_ON_A_BOX)
def test_what_rests_on_a_waived_article_is_proposed_only_with_a_reason(code: str) -> None:
    """E 15.3.1.1.4; E 17.2 lets an organiser decide."""
    with pytest.raises(RuleError) as refused:
        proposed(code, acceptances=NONE, reason=" ")
    assert (refused.value.code, refused.value.article) == ("article_waived", "E 15.3.1.1.4")
    assert refused.value.facts == {"infraction": code, "waived": CATALOGUE[code].basis.value}
    overruled = proposed(code, acceptances=NONE, reason=" agreed aloud ")
    assert (overruled.code, overruled.reason) == (code, "agreed aloud")


@pytest.mark.parametrize(("article", "waived"), [("E 9.1", "9"), ("11.2", "11.1–11.2")])
def test_any_other_breach_is_proposed_only_of_an_article_in_force(article: str, waived: str) -> None:
    """E 15.3.1, E 15.3.2, E 16.1.3.1."""
    with pytest.raises(RuleError) as refused:
        proposed("16.1.3.1", acceptances=NONE, article=article)
    assert refused.value.facts == {"infraction": "16.1.3.1", "waived": waived}
    assert proposed("16.1.3.1", acceptances=NONE, article="G 9.4").code == "16.1.3.1"


@pytest.mark.parametrize(
    ("preset", "misdeals"),
    [
        ("vilaplana-2011", ["7.4.5.2", "7.4.5.3", "7.4.5.4"]),
        ("vilaplana-2017", ["7.4.5.4"]),
        ("ponent", ["7.4.5.4"]),
        ("lloret-2014", ["7.4.5.2", "7.4.5.3", "7.4.5.4"]),
        ("girona-2016", []),
        ("casual", []),
    ],
)
def test_a_misdeal_is_offered_where_it_is_a_rung_of_the_ladder(preset: str, misdeals: list[str]) -> None:
    """D 9."""
    rows = offered(ALL, regulation=PRESETS[preset])
    assert [row.code for row in rows if row.rung] == misdeals


def test_a_misdeal_off_the_ladder_is_refused() -> None:
    """D 9."""
    with pytest.raises(RuleError) as refused:
        proposed("7.4.5.3", regulation=PRESETS["girona-2016"])
    assert (refused.value.code, refused.value.article) == ("misdeal_off_the_ladder", "D 9")
    assert refused.value.facts == {"infraction": "7.4.5.3"}


# --- Points at stake ----------------------------------------------------------------------------


@given(regulations(), st.sampled_from(HANDS), st.data())
def test_at_stake_in_a_hand_is_36_times_its_multiplier(
    regulation: Regulation, moment: Moment, data: st.DataObject
) -> None:
    """D 6."""
    bid = data.draw(st.sampled_from(allowed_bids(regulation)))
    assert stake_at(moment, regulation, bid=bid) == 36 * multiplier(bid, regulation)
    proposal = proposed(REVOKE, moment=moment, bid=bid.value, regulation=regulation)
    assert proposal.points == proposal.stake == 36 * multiplier(bid, regulation)


@pytest.mark.parametrize(("bid", "points"), [("", 36), ("C", 72), ("BC", 144), ("R", 144), ("BS", 576)])
def test_usual_hands_stake_36_72_or_144(bid: str, points: int) -> None:
    """E 16.2.2, D 6."""
    assert stake_at(Moment.IN_HAND, DEFAULT, bid=Bid(bid)) == points


def test_at_stake_without_a_contract_is_36_once_the_hand_has_begun() -> None:
    """D 6."""
    assert proposed("16.1.2.4", moment=Moment.BEFORE_CONTRACT, bid=None).points == 36


@pytest.mark.parametrize("moment", ELSEWHERE)
def test_nothing_is_at_stake_outside_a_hand_but_the_record_counts(moment: Moment) -> None:
    """D 6: the score stays."""
    proposal = proposed("15.2.7.3", moment=moment, bid=None)
    assert (proposal.stake, proposal.points, proposal.hand_kind) == (0, 0, None)
    assert (proposal.severity, faults([proposal.record])) == (Severity.SERIOUS, 1)


@pytest.mark.parametrize("moment", HANDS)
@pytest.mark.parametrize("code", ["16.1.2.2", "16.1.1.2"])
def test_a_hand_with_a_contract_costs_nothing_known_without_its_code(code: str, moment: Moment) -> None:
    """D 6. A softened expulsion is a loss of points, so it needs them too."""
    with pytest.raises(RuleError) as refused:
        proposed(code, moment=moment, bid=None)
    assert (refused.value.code, refused.value.article) == ("bid_missing", "D 6")
    assert refused.value.facts == {"moment": moment.value}


def test_a_minor_infraction_needs_no_contract_to_be_noted() -> None:
    """E 16.2.3."""
    assert (proposed("16.1.3.5", bid=None).stake, proposed("16.1.3.5", bid="C").stake) == (0, 0)
