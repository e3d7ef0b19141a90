"""Why a total is not the one before and the points: every likely slip, the likeliest first (E 15.2.5.2).

Explanations are ranked by what they leave wrong, then by how small the slip is, then by how much it says.
- Left wrong is how far the next total that is written is from having been added to what the explanation goes on from
  (`Paper.distance`): 0 where the sheet goes on from it, or where nothing is written below.
- A slip has size 1 where one thing went wrong: a figure, two figures turned, the wrong row or column, points not yet
  multiplied or added twice. It is larger where more figures are others (`slip_size`), or where the code must be
  another one too.
- Alike, a slip that gives exactly the written number (the points not yet multiplied, the sum without the row above)
  comes before points that are just others, and these before another total.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.bids import HAND_CARD_POINTS, LEVEL_CARD_POINTS, multiplier
from scoring.line_check import bids_for, code_of, fits
from scoring.paper import Spot
from scoring.sheets import HandKind
from scoring.slips import slip_size
from scoring.written import Cause

_EXACT_POINTS, _EXACT_SUM, _OTHER_POINTS, _OTHER_TOTAL = range(4)


@dataclass(frozen=True)
class Explanation:
    """A cause and its rank; the points of the pair in this row if it is right, and the total that it goes on from."""

    cause: Cause
    points: int
    goes_on: int
    rank: tuple[int, int, int]


def explanations(spot: Spot, side: int) -> list[Explanation]:
    """What may have gone wrong with the total of a pair, best first; never empty."""
    found = (*_other_points(spot, side), *_points_further_up(spot, side), *_sums(spot, side))
    return sorted(found, key=lambda each: each.rank)


# --- The points are right, and the sum is not ---------------------------------------------------


def _sums(spot: Spot, side: int) -> Iterator[Explanation]:
    """The sum was made wrongly in one of the usual ways, or some other total was meant."""
    written, expected, points = spot.written[side], spot.expected[side], spot.points[side]
    wrong, right = (spot.distance(side, total) for total in (written, expected))
    goes_on, left = (expected, right) if right < wrong else (written, wrong)
    for cause in _wrong_sums(spot, side):
        yield Explanation(cause, points, goes_on, (left, 1, _EXACT_SUM))
    meant = Cause("total_meant", {"total": expected, "carried": wrong < right})
    yield Explanation(meant, points, goes_on, (left, slip_size(written, expected), _OTHER_TOTAL))


def _wrong_sums(spot: Spot, side: int) -> Iterator[Cause]:
    """Ways to add wrongly that give the written total."""
    written, before, points = spot.written[side], spot.before[side], spot.points[side]
    if points and written == before:
        yield Cause("line_skipped", {"hand": spot.number})
    if before and written == points:
        yield Cause("total_not_carried", {"total": spot.expected[side]})
    skipped = _last_scored(spot, side)
    if skipped is not None and written == spot.history[skipped][side] + points:
        yield Cause("line_skipped", {"hand": skipped + 1})
    if written == _added_to_the_other(spot, side):
        yield Cause("added_to_other_pair")
    if points and written == before + 2 * points:
        yield Cause("added_twice", {"points": points})


def _last_scored(spot: Spot, side: int) -> int | None:
    """The last row above, from 0, in which the total of the pair changed."""
    changed = (row for row in range(spot.index) if spot.history[row][side] != spot.before[side])
    return max(changed, default=None)


def _added_to_the_other(spot: Spot, side: int) -> int:
    """The total where the points were added to the other pair's total, or the other pair's points to this one."""
    points, other = spot.points[side], spot.points[1 - side]
    return spot.before[1 - side] + points if points else spot.before[side] + other


# --- The sum is right, and the points are not ---------------------------------------------------


def _other_points(spot: Spot, side: int) -> Iterator[Explanation]:
    """The pair has other points in this row, under its code or another."""
    written, points = spot.written[side], spot.points[side]
    meant = written - spot.before[side]
    both_score = meant != 0 and spot.points[1 - side] != 0
    if spot.row.kind is not HandKind.PLAYED or meant < 0 or both_score:
        return
    left, size = spot.distance(side, written), slip_size(points, meant)
    if not fits(spot.bid, meant, spot.paper.regulation):
        for cause in _with_another_code(spot, points, meant):
            yield Explanation(cause, meant, written, (left, size + 1, _OTHER_POINTS))
        return
    worked_out = _not_worked_out(spot, points, meant)
    if worked_out is not None:
        yield Explanation(worked_out, meant, written, (left, 1, _EXACT_POINTS))
    else:
        meant_points = Cause("points_meant", {"points": meant})
        yield Explanation(meant_points, meant, written, (left, size, _OTHER_POINTS))


def _not_worked_out(spot: Spot, points: int, meant: int) -> Cause | None:
    """Points not yet multiplied, or card points."""
    times = multiplier(spot.bid, spot.paper.regulation)
    if points and times > 1 and meant == points * times:
        return Cause("points_doubled", {"points": meant})
    if LEVEL_CARD_POINTS < points <= HAND_CARD_POINTS and meant == (points - LEVEL_CARD_POINTS) * times:
        facts = {"card_points": points, "other": HAND_CARD_POINTS - points, "points": meant}
        return Cause("card_points", facts)
    return None


def _with_another_code(spot: Spot, points: int, meant: int) -> Iterator[Cause]:
    """The two nearest codes under which the points can be; first one by which those written were to be multiplied."""
    regulation = spot.paper.regulation
    bids = bids_for(meant, spot.bid, regulation)
    bids.sort(key=lambda bid: points * multiplier(bid, regulation) != meant)
    for bid in bids[:2]:
        yield Cause("points_and_bid_meant", {"points": meant, "bid": bid.value})


def _points_further_up(spot: Spot, side: int) -> Iterator[Explanation]:
    """Where the rows just above have no total, the points of one of them may be others."""
    regulation, written = spot.paper.regulation, spot.written[side]
    difference = written - spot.expected[side]
    left, here = spot.distance(side, written), spot.points[side] + difference
    for index in range(spot.index - 1, -1, -1):
        row = spot.paper.rows[index]
        if row.totals[side] is not None:
            return
        points = row.scored[side]
        if points and fits(code_of(row.bid, regulation), points + difference, regulation):
            cause = Cause("points_meant", {"points": points + difference, "hand": index + 1})
            yield Explanation(
                cause, here, written, (left, slip_size(points, points + difference), _OTHER_POINTS)
            )
