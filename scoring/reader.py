"""Reads a written sheet row by row, always knowing the totals that the next row was added to (E 15.2.5)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.additions import Reading, added_rightly, added_wrongly
from scoring.bids import Bid, allowed_bids
from scoring.errors import RuleError
from scoring.line_check import Meaning, meanings, refused
from scoring.paper import Paper, Spot
from scoring.sheets import Hand, HandKind
from scoring.written import Cause, Finding, Points


def read_rows(paper: Paper) -> Iterator[Reading]:
    """Every row, from the top.

    A sheet of totals alone tells a hand by two of them: after a doubtful total the next hand is not judged.
    """
    history: list[Points] = [(0, 0)]
    is_doubtful = False
    for index in range(len(paper.rows)):
        reading = _row(paper, index, history)
        if is_doubtful:
            reading = replace(reading, findings=tuple(filter(_is_about_code, reading.findings)))
        is_doubtful = paper.is_of_totals and not all(map(_is_about_code, reading.findings))
        history.append(reading.totals)
        yield replace(reading, is_doubtful=True) if is_doubtful else reading


def _is_about_code(finding: Finding) -> bool:
    return finding.code.startswith("bid_")


def _row(paper: Paper, index: int, history: Sequence[Points]) -> Reading:
    """Row `index`, from 0; `history` has the totals before every row down to it."""
    row = paper.rows[index]
    spot = Spot(paper, index, paper.code(row.bid), row.scored, history)
    if row.is_empty:
        return _empty(spot)
    if row.is_without_numbers and row.kind is HandKind.PLAYED:
        return _code_alone(spot)
    return _numbers(_with_told_points(spot) if None in row.points else spot)


def _empty(spot: Spot) -> Reading:
    """An empty row between: a hand that was not written, or a row that was passed over (E 15.2.5.3–15.2.5.4)."""
    points = _told_by_the_next(spot, allowed_bids(spot.paper.regulation))
    blank = Cause("row_left_blank")
    if points == (0, 0):
        left = added_rightly(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3", {}, (blank,)))
        return replace(left, hand=Hand(spot.bid, points, kind=HandKind.STRUCK), is_doubtful=True)
    causes = (Cause("hand_not_written", {"points": points}), blank)
    return added_rightly(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3", {}, causes))


def _code_alone(spot: Spot) -> Reading:
    """A code without a number: the next totals tell the points. The last row may still be being written."""
    points = _told_by_the_next(spot, (spot.bid,))
    if points != (0, 0):
        return added_rightly(spot, points, _missing(spot, points))
    if spot.told == (None, None) and spot.number < len(spot.paper.rows):
        left = added_rightly(spot, points, Finding("line_empty", spot.number, "E 15.2.5.3"))
        return replace(left, is_doubtful=True)
    return added_rightly(spot, points)


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
        return added_rightly(spot, spot.points, *found)
    added = added_wrongly(spot)
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
    """Such a hand cannot be; of its meanings those come first that the totals tell, in the row and below it."""
    meant = [*meanings(refusal, spot.points, spot.paper.regulation), *_told(spot)]
    meant.sort(key=lambda each: _left_wrong(spot, each.points))
    points = meant[0].points if meant else (0, 0)
    right = replace(spot, points=points)
    finding = _refusal_finding(spot, refusal, _each_once(meant))
    hand = Hand(spot.bid, points, kind=spot.row.kind)
    return Reading((finding,), hand, _surer(right), is_doubtful=True)


def _left_wrong(spot: Spot, points: Points) -> tuple[int, int]:
    """How many pairs' totals tell other points, and how far the next ones are from having been added to these."""
    others = sum(told not in (None, own) for told, own in zip(spot.told, points, strict=True))
    far = sum(spot.distance(side, spot.before[side] + points[side]) for side in (0, 1))
    return others, far


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
