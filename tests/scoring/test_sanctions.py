"""Hands ended by a sanction: all points at stake to the other pair, and the hand counts (E 16.2.2, D 6)."""

import pytest

from scoring.bids import Bid, allowed_bids, points_at_stake
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.sheets import Ending, Hand, HandKind, Sheet, Side
from tests.scoring.hands import DEFAULT, sheet_at


@pytest.mark.parametrize(("bid", "points"), [("", 36), ("C", 72), ("BC", 144), ("S", 288), ("BS", 576)])
def test_offenders_lose_all_that_is_at_stake(bid: str, points: int) -> None:
    """E 16.2.2 names 36, 72 and 144; D 6 goes on with the multiplier."""
    hand = Hand.sanction(Bid(bid), Side.B, DEFAULT)
    assert (hand.points, hand.kind, hand.winner) == ((0, points), HandKind.SANCTION, Side.B)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sanction_is_36_times_the_multiplier_under_every_preset(preset: str) -> None:
    regulation = PRESETS[preset]
    hands = [Hand.sanction(bid, Side.A, regulation) for bid in allowed_bids(regulation)]
    assert [hand.points for hand in hands] == [(points_at_stake(hand.bid, regulation), 0) for hand in hands]


def test_a_sanctioned_hand_is_over_and_counts() -> None:
    """E 16.2.2."""
    sheet = sheet_at((70, 51)).add(Hand.sanction(Bid.TRUMP, Side.A, DEFAULT))
    assert (sheet.lines[-1].number, sheet.ending) == (3, Ending("target", "E 12.3.1", 3))


def test_a_revoke_replaces_what_the_hand_had_given() -> None:
    """E 16.1.2.2.3: the offenders had won 20 with contro; now the others have 72."""
    played = Hand.from_points(Bid.C, (20, 0), DEFAULT)
    before = Sheet(DEFAULT, (played,))
    after = Sheet(DEFAULT, (Hand.sanction(played.bid, Side.B, DEFAULT),))
    assert (before.totals, after.totals) == ((20, 0), (0, 72))


def test_a_sanction_may_be_softened_in_part_or_whole() -> None:
    """E 16.2."""
    part, none = (Hand.sanction(Bid.C, Side.A, DEFAULT, points=points) for points in (10, 0))
    assert (part.points, none.points, none.winner) == ((10, 0), (0, 0), None)


def test_a_sanction_is_never_hardened() -> None:
    """E 16.2."""
    with pytest.raises(RuleError) as refused:
        Hand.sanction(Bid.TRUMP, Side.A, DEFAULT, points=37)
    assert (refused.value.code, refused.value.article) == ("sanction_hardened", "E 16.2")
    assert refused.value.facts == {"points": 37, "most": 36}


def test_a_sanction_below_nothing_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        Hand.sanction(Bid.TRUMP, Side.A, DEFAULT, points=-1)
    assert (refused.value.code, refused.value.article) == ("points_negative", "G 5.1")


def test_a_sanction_under_a_code_that_the_regulation_forbids_is_refused() -> None:
    """D 1."""
    with pytest.raises(RuleError) as refused:
        Hand.sanction(Bid.S, Side.A, PRESETS["ponent"])
    assert (refused.value.code, refused.value.article) == ("bid_forbidden", "D 1")
