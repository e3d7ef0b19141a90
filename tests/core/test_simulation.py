"""The simulator: every sheet it makes could have been played."""

from collections import Counter
from random import Random

import pytest

from scoring.bids import allowed_bids, hand_points
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from scoring.results import final_result
from scoring.sheets import Sheet, Side
from tournament.core.simulation import simulated_sheet

ENDLESS = PRESETS["vilaplana-2011"].with_changes(
    target_points=None, winner_cap=None, max_hands=None, min_minutes=None, time_limit_minutes=50
)


def grown_again(sheet: Sheet) -> Sheet:
    """The same hands written one by one: the rules refuse what could not have been played."""
    grown = Sheet(sheet.regulation, opening_draw=sheet.opening_draw)
    for hand in sheet.hands:
        grown = grown.add(hand)
    return grown


@pytest.mark.parametrize("regulation", [*PRESETS.values(), ENDLESS])
def test_every_sheet_is_possible_over_and_decided(regulation: Regulation) -> None:
    for seed in range(25):
        sheet = simulated_sheet(regulation, Random(seed))
        assert grown_again(sheet).totals == sheet.totals
        assert sheet.is_over
        assert final_result(sheet, regulation).raw == sheet.totals


def test_points_follow_from_the_card_points_of_side_a() -> None:
    regulation = PRESETS["vilaplana-2011"]
    for hand in simulated_sheet(regulation, Random(7)).hands:
        assert hand.card_points is not None
        assert hand.points == hand_points(hand.bid, hand.card_points, regulation)


def test_pairs_make_trumps_in_turn_from_the_winner_of_the_opening_draw_on() -> None:
    sheet = simulated_sheet(PRESETS["vilaplana-2011"], Random(3))
    first = sheet.opening_draw or Side.A
    assert [hand.maker for hand in sheet.hands] == [
        first if turn % 2 == 0 else first.other for turn in range(len(sheet.hands))
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_all_codes_of_the_regulation_occur_and_no_other(preset: str) -> None:
    rng = Random(1)
    bids = Counter(hand.bid for _ in range(100) for hand in simulated_sheet(PRESETS[preset], rng).hands)
    assert set(bids) == set(allowed_bids(PRESETS[preset]))


def test_games_end_by_target_by_hands_and_by_time() -> None:
    rng = Random(2)
    endings = [simulated_sheet(PRESETS["vilaplana-2011"], rng).ending for _ in range(100)]
    assert {ending.reason for ending in endings if ending} == {"target", "hands", "time", "last_hand"}


def test_the_same_seed_gives_the_same_sheet() -> None:
    regulation = PRESETS["ponent"]
    assert simulated_sheet(regulation, Random(5)) == simulated_sheet(regulation, Random(5))
