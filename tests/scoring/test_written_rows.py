"""What both pairs write in a row: points on the left, the total on the right (E 15.2.5)."""

import pytest

from scoring.bids import Bid
from scoring.sheets import Hand, Sheet
from tests.scoring.hands import DEFAULT


@pytest.mark.parametrize(
    ("points", "totals"),
    [
        pytest.param((6, 0), (30, 12), id="E 15.2.5.1 and E 15.2.5.2: the points, and what they add up to"),
        pytest.param((0, 6), (24, 18), id="E 15.2.5.3: the other pair writes 0 and its total again"),
        pytest.param((0, 0), (24, 12), id="E 15.2.5.4: level, and both write 0 and their totals again"),
    ],
)
def test_a_row_has_points_and_total_of_both_pairs(points: tuple[int, int], totals: tuple[int, int]) -> None:
    so_far = Sheet(DEFAULT, (Hand(Bid.TRUMP, (24, 0)), Hand(Bid.TRUMP, (0, 12))))
    line = so_far.add(Hand.from_points(Bid.TRUMP, points, DEFAULT)).lines[-1]
    assert (line.number, line.points, line.totals) == (3, points, totals)
