"""Whether a row of a written sheet was added rightly, and what the sheet goes on from (E 15.2.5).

The totals that a row hands on are those that the rows below were added to: a wrong one is kept where they were, so
that they are not wrong again; where they were not, it is put right.
"""

from dataclasses import dataclass, replace

from scoring.causes import explanations
from scoring.paper import Spot
from scoring.sheets import Hand, HandKind
from scoring.written import SIDES, Cause, Finding, Points

_ON_OTHER_SIDE = (Cause("points_on_other_side"), Cause("added_to_other_pair"))


@dataclass(frozen=True)
class Reading:
    """What is wrong with a row, the hand as it was probably meant, the totals that the sheet goes on from.

    A doubtful one has points that cannot be, or none at all.
    """

    findings: tuple[Finding, ...]
    hand: Hand
    totals: Points
    is_doubtful: bool = False


def added_rightly(spot: Spot, points: Points, *findings: Finding) -> Reading:
    """The row with these points, and the totals before and they."""
    totals = (spot.before[0] + points[0], spot.before[1] + points[1])
    return Reading(findings, Hand(spot.bid, points, kind=spot.row.kind), totals)


def added_wrongly(spot: Spot) -> Reading:
    """A total that is written is not the one before and the points; what concerns both pairs is one finding."""
    return _other_side(spot) or _other_side_further_up(spot) or _totals_turned(spot) or _each_pair(spot)


def _other_side(spot: Spot) -> Reading | None:
    """The points stand with one pair, and the total of the other grew by them."""
    there = replace(spot, points=(spot.points[1], spot.points[0]))
    scorer = 0 if there.points[0] else 1
    is_grown = spot.row.totals[scorer] is not None and spot.agrees(there.points)
    if spot.row.kind is not HandKind.PLAYED or not is_grown:
        return None
    points = max(spot.points)
    if _goes_on_from(spot, there.expected, spot.expected):
        return added_rightly(spot, there.points, _side_differs(spot.number, points, *_ON_OTHER_SIDE))
    return added_rightly(spot, spot.points, _side_differs(spot.number, points, *_ON_OTHER_SIDE[::-1]))


def _other_side_further_up(spot: Spot) -> Reading | None:
    """The same, where the totals are only written some rows below."""
    off = (spot.written[0] - spot.expected[0], spot.written[1] - spot.expected[1])
    for index in range(spot.index - 1, -1, -1):
        row = spot.paper.rows[index]
        if row.totals != (None, None):
            return None
        a, b = row.scored
        if row.kind is HandKind.PLAYED and off == (b - a, a - b):
            added = (spot.points[0] + off[0], spot.points[1] + off[1])
            return added_rightly(spot, added, _side_differs(index + 1, max(a, b), *_ON_OTHER_SIDE))
    return None


def _totals_turned(spot: Spot) -> Reading | None:
    """Each pair has the total of the other, in this row only."""
    if spot.row.totals != spot.expected[::-1] or not _goes_on_from(spot, spot.expected, spot.written):
        return None
    cause = Cause("totals_turned", {"totals": spot.expected})
    return added_rightly(spot, spot.points, _total_differs(spot, 0, (cause,)))


def _goes_on_from(spot: Spot, these: Points, those: Points) -> bool:
    """Whether the next totals were added to these totals rather than to those, or nothing tells."""
    far, farther = (sum(spot.distance(side, each[side]) for side in (0, 1)) for each in (these, those))
    return far <= farther


def _each_pair(spot: Spot) -> Reading:
    """The total of one pair is wrong, or those of both, each for its own reason."""
    findings, points, totals = [], list(spot.points), list(spot.expected)
    for side in (0, 1):
        if spot.written[side] != spot.expected[side]:
            explained = explanations(spot, side)
            findings.append(_total_differs(spot, side, tuple(each.cause for each in explained)))
            points[side], totals[side] = explained[0].points, explained[0].goes_on
    hand = Hand(spot.bid, (points[0], points[1]), kind=spot.row.kind)
    return Reading(tuple(findings), hand, (totals[0], totals[1]))


def _side_differs(number: int, points: int, *causes: Cause) -> Finding:
    return Finding("side_differs", number, "E 15.2.5", {"points": points}, causes)


def _total_differs(spot: Spot, side: int, causes: tuple[Cause, ...]) -> Finding:
    written, expected = spot.written[side], spot.expected[side]
    facts = {
        "side": SIDES[side].value,
        "difference": written - expected,
        "written": written,
        "expected": expected,
        "points": spot.points[side],
    }
    return Finding("total_differs", spot.number, "E 15.2.5.2", facts, causes)
