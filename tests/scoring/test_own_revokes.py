"""A pair's own illegal card: mended, or admitted and left to the harmed pair (G 10.1.4, E 16.1.2.2.4)."""

import pytest

from scoring.bids import Bid
from scoring.infractions import Sanction, Severity, Share, soften
from scoring.own_revokes import AdmittedRevoke, Choice, admitted_revoke, may_be_mended
from scoring.presets import PRESETS
from scoring.regulation import Mendable
from scoring.sheets import Hand, HandKind, Sheet
from tests.scoring.hands import DEFAULT
from tests.scoring.histories import MINOR, NONE

PONENT = PRESETS["ponent"]


def admitted(choice: Choice, *, minors: int = 0) -> AdmittedRevoke:
    return admitted_revoke(choice, [MINOR] * minors, NONE, regulation=DEFAULT, bid=Bid.C)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_card_is_taken_back_only_if_the_harmed_pair_lets_it(agrees: bool) -> None:
    """G 10.1.4."""
    assert may_be_mended(DEFAULT, next_trick_started=False, harmed_pair_agrees=agrees) is agrees


@pytest.mark.parametrize("preset", PRESETS)
def test_a_card_of_an_earlier_trick_is_not_taken_back(preset: str) -> None:
    """E 16.1.2.2.1: there it is a revoke."""
    assert not may_be_mended(PRESETS[preset], next_trick_started=True, harmed_pair_agrees=True)


def test_ponent_lets_a_card_be_mended_until_the_next_trick_starts() -> None:
    """G 10.1.4, where the regulation says more."""
    lenient = [name for name, rules in PRESETS.items() if rules.revoke_mendable_until is Mendable.NEXT_TRICK]
    assert lenient == ["ponent"]
    assert may_be_mended(PONENT, next_trick_started=False, harmed_pair_agrees=False)


def test_an_admitted_revoke_is_a_revoke_if_the_harmed_pair_says_so() -> None:
    """E 16.1.2.2.4, E 16.2.2."""
    revoke = admitted(Choice.REVOKE)
    assert (revoke.proposal.code, revoke.proposal.severity) == ("16.1.2.2", Severity.SERIOUS)
    assert (revoke.proposal.points, revoke.hand_kind, revoke.may_bar_suit) == (72, HandKind.SANCTION, False)


@pytest.mark.parametrize(
    ("choice", "hand_kind", "may_bar_suit"),
    [
        (Choice.CONTINUE, None, True),
        (Choice.REPLAY, HandKind.REPLAYED, False),
        pytest.param(Choice.PASS, HandKind.PASS, False, id="gm-20"),
    ],
)
def test_else_it_is_minor_and_the_harmed_pair_says_what_becomes_of_the_hand(
    choice: Choice, hand_kind: HandKind | None, may_bar_suit: bool
) -> None:
    """E 16.1.2.2.4, E 16.1.3.4."""
    minor = admitted(choice)
    assert (minor.proposal.code, minor.proposal.sanction) == ("16.1.3.4", Sanction.NOTED)
    assert (minor.proposal.points, minor.hand_kind, minor.may_bar_suit) == (0, hand_kind, may_bar_suit)


def test_a_hand_passed_after_an_admitted_revoke_counts_at_0_0() -> None:
    """gm-20: E 16.1.2.2.4 «tenint-se el dat per jugat»."""
    passed = Hand.passed()
    assert passed.kind is admitted(Choice.PASS).hand_kind
    sheet = Sheet(DEFAULT, (passed,))
    assert (sheet.hands_played, sheet.totals) == (1, (0, 0))


def test_a_third_minor_ends_the_hand_whatever_the_harmed_pair_would_do_with_it() -> None:
    """E 16.1.2.1, E 16.2.2."""
    third = admitted(Choice.REPLAY, minors=2)
    assert (third.proposal.code, third.proposal.escalated_from) == ("16.1.2.1", "16.1.3.4")
    assert (third.proposal.points, third.hand_kind, third.may_bar_suit) == (72, HandKind.SANCTION, False)


def test_the_choice_stands_again_where_that_sanction_is_softened_away() -> None:
    """E 16.2: the choice is the harmed pair's right and no sanction; a barred suit is one (E 16.2.3)."""
    third = admitted(Choice.CONTINUE, minors=2).proposal
    softened = soften(third, Share.NONE, reason="the first tournament of both")
    assert AdmittedRevoke(Choice.REPLAY, softened).hand_kind is HandKind.REPLAYED
    assert AdmittedRevoke(Choice.CONTINUE, softened).may_bar_suit is False
