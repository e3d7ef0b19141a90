"""The counted result of a game, with every adjustment as its own line (E 13, D 3–D 8)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.bids import allowed_bids, points_at_stake
from scoring.errors import RuleError
from scoring.regulation import Regulation, TieRule
from scoring.sheets import Sheet, Side

Points = tuple[int, int]
WIN, LEVEL, LOSS = 2, 1, 0
NO_HAND_LIMIT = 50


class GameKind(StrEnum):
    """How a game came to its result: only a played one has a sheet."""

    PLAYED = "played"
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"
    AWARDED = "awarded"


@dataclass(frozen=True)
class Unplayed:
    """A result without a sheet. `winner` of a walkover; a bye is always side a's."""

    kind: GameKind
    winner: Side | None = None


@dataclass(frozen=True)
class Awarded:
    """A result set by an organiser (E 17.2): counted points and doubled wins of pairs a and b."""

    points: Points
    wins2: Points


@dataclass(frozen=True)
class Adjustment:
    """One line between the sheet's totals and the counted points: code, article, points added to both."""

    code: str
    article: str
    points: Points


@dataclass(frozen=True)
class Result:
    """Counted points and doubled wins of pairs a and b; `raw` are the sheet's totals."""

    points: Points
    wins2: Points
    raw: Points = (0, 0)
    adjustments: tuple[Adjustment, ...] = ()


Played = Sheet | Points | Unplayed | Awarded


def final_result(
    played: Played,
    regulation: Regulation,
    *,
    opening_draw: Side | None = None,
    left: Side | None = None,
) -> Result:
    """Count a game that is over.

    `played` is a sheet, typed totals of both pairs, or how it was decided without play. `left` is the pair
    that was expelled or went away during the game (D 8).
    Raises RuleError: "sheet_open" (E 12.3), "opening_draw_missing" (E 13.2), "level_undecided",
    "totals_impossible" and "totals_too_high" (E 12.3.1), "totals_negative".
    """
    if isinstance(played, Unplayed):
        return _unplayed(played, regulation)
    if isinstance(played, Awarded):
        return _awarded(played)
    if isinstance(played, Sheet):
        raw, opening_draw = played.totals, opening_draw or played.opening_draw
    else:
        raw = played
        _check_totals(raw, regulation)
    if left is not None:
        return _left(raw, left, regulation)
    if isinstance(played, Sheet) and not played.is_over:
        raise RuleError("sheet_open", "E 12.3", hands=played.hands_played, totals=raw)
    return _counted(raw, regulation, opening_draw)


def _check_totals(totals: Points, regulation: Regulation) -> None:
    """Totals typed from a paper sheet must be such as some sheet can show, whoever left the game."""
    if min(totals) < 0:
        raise RuleError("totals_negative", "G 5.1", totals=totals)
    target, most = regulation.target_points, _highest_total(regulation)
    if target is not None and min(totals) >= target:
        raise RuleError("totals_impossible", "E 12.3.1", totals=totals, target=target)
    if max(totals) > most:
        raise RuleError("totals_too_high", "E 12.3", totals=totals, most=most)


def _highest_total(regulation: Regulation) -> int:
    """The most that a pair can write: one point short of the target and then the dearest hand, or all hands won."""
    dearest = max(points_at_stake(bid, regulation) for bid in allowed_bids(regulation))
    if regulation.target_points is not None:
        return regulation.target_points - 1 + dearest
    return (regulation.max_hands or NO_HAND_LIMIT) * dearest


def highest_points(regulation: Regulation) -> int:
    """The most that a game can count for a pair: the cap of the winner where there is one (E 13.4)."""
    return _highest_total(regulation) if regulation.winner_cap is None else regulation.winner_cap


def _counted(raw: Points, regulation: Regulation, opening_draw: Side | None) -> Result:
    if raw[0] != raw[1]:
        return _won(Side.A if raw[0] > raw[1] else Side.B, raw, [], regulation=regulation)
    if regulation.tie_rule is TieRule.HALF_WIN:
        return Result(raw, (LEVEL, LEVEL), raw)
    tie = _tie_point(raw, regulation, opening_draw)
    return _won(Side.A if tie.points[0] else Side.B, raw, [tie], regulation=regulation)


def _won(winner: Side, raw: Points, adjustments: list[Adjustment], *, regulation: Regulation) -> Result:
    """The adjusted totals of a game with a winner, whose points are capped last (E 13.4)."""
    points = raw
    for adjustment in adjustments:
        points = _plus(points, adjustment.points)
    over = max(points) - regulation.winner_cap if regulation.winner_cap is not None else 0
    if over > 0:
        cap = Adjustment("winner_cap", "E 13.4", _for(winner, -over))
        return Result(_plus(points, cap.points), _wins_of(winner), raw, (*adjustments, cap))
    return Result(points, _wins_of(winner), raw, tuple(adjustments))


def _tie_point(raw: Points, regulation: Regulation, opening_draw: Side | None) -> Adjustment:
    if regulation.tie_rule is not TieRule.DRAW_WINNER:
        raise RuleError("level_undecided", "E 13.1", totals=raw)
    if opening_draw is None:
        raise RuleError("opening_draw_missing", "E 13.2", totals=raw)
    return Adjustment("tie_point", "E 13.2", _for(opening_draw, 1))


def _unplayed(played: Unplayed, regulation: Regulation) -> Result:
    if played.kind is GameKind.BOTH_ABSENT:
        return Result((0, 0), (LOSS, LOSS), adjustments=(Adjustment("both_absent", "D 3", (0, 0)),))
    if played.kind is GameKind.BYE:
        points = (regulation.points_of_a_bye, 0)
        return Result(points, (WIN, LOSS), adjustments=(Adjustment("bye", "D 4", points),))
    if played.kind is GameKind.WALKOVER and played.winner is not None:
        points = _for(played.winner, regulation.walkover_points)
        return Result(
            points, _wins_of(played.winner), adjustments=(Adjustment("walkover", "E 13.3", points),)
        )
    raise RuleError("unplayed_unknown", "E 13.3", kind=played.kind.value)


def _awarded(played: Awarded) -> Result:
    if min(played.points) < 0:
        raise RuleError("totals_negative", "E 17.2", totals=played.points)
    if played.wins2 not in ((WIN, LOSS), (LOSS, WIN), (LEVEL, LEVEL), (LOSS, LOSS)):
        raise RuleError("award_wins", "E 17.2", wins2=played.wins2)
    return Result(played.points, played.wins2, adjustments=(Adjustment("awarded", "E 17.2", played.points),))


def _left(raw: Points, left: Side, regulation: Regulation) -> Result:
    """D 8: nothing to the pair that left or was expelled; the other its points, at least a walkover's, capped.

    What the one loses is a line of its own even where it had nothing, for it says why the game is lost.
    """
    stayed = left.other
    lost, own = raw if left == Side.A else raw[::-1]
    adjustments = [Adjustment("left", "D 8", _for(left, -lost))]
    if own < regulation.walkover_points:
        lacking = _for(stayed, regulation.walkover_points - own)
        adjustments.append(Adjustment("left_walkover", "D 8", lacking))
    return _won(stayed, raw, adjustments, regulation=regulation)


def _plus(points: Points, more: Points) -> Points:
    return points[0] + more[0], points[1] + more[1]


def _for(side: Side, points: int) -> Points:
    return (points, 0) if side == Side.A else (0, points)


def _wins_of(winner: Side) -> Points:
    return _for(winner, WIN)
