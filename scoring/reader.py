"""Reads one row of a written sheet, knowing the totals that it was added to (E 15.2.5).

What a row hands on are the totals that the sheet goes on from: a wrong one that the rows below were added to is kept,
so that they are not wrong again; one that they were not added to is put right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.bids import Bid, allowed_bids
from scoring.causes import explanations
from scoring.errors import RuleError
from scoring.line_check import Meaning, meanings, refused
from scoring.paper import Paper, Spot
from scoring.sheets import Hand, HandKind
from scoring.written import SIDES, Cause, Finding, Points


@dataclass(frozen=True)
class Reading:
    """What is wrong with a row, the hand as it was probably meant, the totals that the sheet goes on from."""

    findings: tuple[Finding, ...]
    hand: Hand
    totals: Points


def read_row(paper: Paper, index: int, history: Sequence[Points]) -> Reading:
    """Read row `index`, from 0; `history` has the totals before every row down to it."""
    row = paper.rows[index]
    spot = Spot(paper, index, paper.code(row.bid), row.scored, history)
    if row.is_empty:
        return _empty(spot)
    if row.is_without_numbers and row.kind is HandKind.PLAYED:
        return _code_alone(spot)
    return _numbers(_with_told_points(spot) if None in row.points else spot)


def _reading(spot: Spot, points: Points, *findings: Finding) -> Reading:
    """The row with these points, which were added rightly."""
    totals = (spot.before[0] + points[0], spot.before[1] + points[1])
    return Reading(findings, Hand(spot.bid, points, kind=spot.row.kind), totals)


def _empty(spot: Spot) -> Reading:
    """An empty row between: a hand that was not written, or a row that was passed over (E 15.2.5.3–15.2.5.4)."""
    points = _told_by_the_next(spot, allowed_bids(spot.paper.regulation))
    blank = Cause("row_left_blank")
    if points == (0, 0):
        left = _reading(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3", {}, (blank,)))
        return replace(left, hand=Hand(spot.bid, points, kind=HandKind.STRUCK))
    causes = (Cause("hand_not_written", {"points": points}), blank)
    return _reading(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3", {}, causes))


def _code_alone(spot: Spot) -> Reading:
    """A code without a number: the next totals tell the points. The last row may still be being written."""
    points = _told_by_the_next(spot, (spot.bid,))
    if points != (0, 0):
        return _reading(spot, points, _missing(spot, points))
    if spot.told == (None, None) and spot.number < len(spot.paper.rows):
        return _reading(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3"))
    return _reading(spot, points)


def _told_by_the_next(spot: Spot, bids: Iterable[Bid]) -> Points:
    """What the next totals say that the row gave, if it can be under one of these codes; else nothing."""
    a, b = spot.told
    points = (a or 0, b or 0)
    can_be = any(refused(bid, points, spot.paper.regulation) is None for bid in bids)
    return points if can_be else (0, 0)


def _missing(spot: Spot, points: Points) -> Finding:
    return Finding("points_missing", spot.number, "E 15.2.5.1", {"points": points})


def _numbers(spot: Spot) -> Reading:
    """A row with numbers: whether such a hand can be, then whether it was added rightly."""
    refusal = refused(spot.row.bid, spot.points, spot.paper.regulation)
    if refusal is not None and refusal.code.startswith("points_"):
        return _impossible(spot, refusal)
    found = []
    if refusal is not None:
        found.append(_refusal_finding(spot, refusal, meanings(refusal, spot.points, spot.paper.regulation)))
    if spot.points != spot.row.scored and not spot.paper.is_of_totals:
        found.append(_missing(spot, spot.points))
    if spot.agrees(spot.points):
        return _reading(spot, spot.points, *found)
    added = _added_wrongly(spot)
    return replace(added, findings=(*found, *added.findings))


def _with_told_points(spot: Spot) -> Spot:
    """Where neither pair wrote any points, the totals tell them, unless such a total is itself a slip."""
    a, b = (_cell(spot, side) for side in (0, 1))
    return replace(spot, points=(a, b))


def _cell(spot: Spot, side: int) -> int:
    row, before, total = spot.row, spot.before[side], spot.row.totals[side]
    is_told = row.kind is HandKind.PLAYED and row.points[side] is None and not row.points[1 - side]
    if not is_told or total is None or total < before:
        return row.scored[side]
    is_slip = spot.distance(side, total) > spot.distance(side, before)
    return 0 if is_slip else total - before


# --- Points that cannot be ----------------------------------------------------------------------


def _refusal_finding(spot: Spot, refusal: RuleError, meant: Iterable[Meaning]) -> Finding:
    causes = tuple(each.cause for each in meant)
    return Finding(refusal.code, spot.number, refusal.article, refusal.facts, causes)


def _impossible(spot: Spot, refusal: RuleError) -> Reading:
    """Such a hand cannot be; of its meanings those come first that the totals tell."""
    told = spot.told
    meant = [*meanings(refusal, spot.points, spot.paper.regulation), *_told(spot)]
    meant.sort(
        key=lambda each: sum(total not in (None, own) for total, own in zip(told, each.points, strict=True))
    )
    points = meant[0].points if meant else (0, 0)
    right = replace(spot, points=points)
    finding = _refusal_finding(spot, refusal, _each_once(meant))
    return Reading((finding,), Hand(spot.bid, points, kind=spot.row.kind), _surer(right))


def _told(spot: Spot) -> Iterator[Meaning]:
    """The points that the totals tell, if they can be under the code."""
    a, b = spot.told
    points = (a or 0, b or 0)
    if points != (0, 0) and refused(spot.row.bid, points, spot.paper.regulation) is None:
        yield Meaning(Cause("points_meant", {"points": max(points)}), points)


def _each_once(meant: Iterable[Meaning]) -> Iterator[Meaning]:
    """What the totals tell may be a meaning that was thought of already."""
    seen: list[Points] = []
    for each in meant:
        if each.cause.code != "points_meant" or each.points not in seen:
            yield each
        seen.append(each.points)


def _surer(spot: Spot) -> Points:
    """Of the written and the expected total of each pair the one that the rows below go on from."""
    a, b = (
        min(totals, key=lambda total: spot.distance(side, total))
        for side, totals in enumerate(zip(spot.written, spot.expected, strict=True))
    )
    return a, b


# --- Totals that do not follow ------------------------------------------------------------------


def _added_wrongly(spot: Spot) -> Reading:
    """A total that is written is not the one before and the points."""
    turned = spot.points[1], spot.points[0]
    grown = 0 if turned[0] else 1
    if spot.row.kind is HandKind.PLAYED and spot.row.totals[grown] is not None and spot.agrees(turned):
        return _on_the_other_side(spot, turned)
    if spot.row.totals == spot.expected[::-1] and _goes_on_from(spot, spot.expected, spot.written):
        cause = Cause("totals_turned", {"totals": spot.expected})
        return _reading(spot, spot.points, _difference(spot, 0, (cause,)))
    return _each_pair(spot)


def _on_the_other_side(spot: Spot, turned: Points) -> Reading:
    """The points stand with one pair, and the total of the other grew by them."""
    causes = (Cause("points_on_other_side"), Cause("added_to_other_pair"))
    facts = {"points": max(turned)}
    there = replace(spot, points=turned)
    if _goes_on_from(spot, there.expected, spot.expected):
        return _reading(there, turned, Finding("side_differs", spot.number, "E 15.2.5", facts, causes))
    return _reading(spot, spot.points, Finding("side_differs", spot.number, "E 15.2.5", facts, causes[::-1]))


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
            findings.append(_difference(spot, side, tuple(each.cause for each in explained)))
            points[side], totals[side] = explained[0].points, explained[0].goes_on
    hand = Hand(spot.bid, (points[0], points[1]), kind=spot.row.kind)
    return Reading(tuple(findings), hand, (totals[0], totals[1]))


def _difference(spot: Spot, side: int, causes: tuple[Cause, ...]) -> Finding:
    written, expected = spot.written[side], spot.expected[side]
    facts = {
        "side": SIDES[side].value,
        "difference": written - expected,
        "written": written,
        "expected": expected,
        "points": spot.points[side],
    }
    return Finding("total_differs", spot.number, "E 15.2.5.2", facts, causes)
