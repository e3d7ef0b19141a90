"""A game counted once more from its rows, in the fewest lines and with no help of the fold that pages and services
share: what `verification` holds against everything that was frozen."""

from dataclasses import dataclass
from operator import index

from scoring.regulation import Regulation, TieRule
from tournament.models import Game, PlayedHand

Both = tuple[int, int]
NO_HANDS = (PlayedHand.Kind.UNCOUNTED, PlayedHand.Kind.REPLAYED, PlayedHand.Kind.STRUCK)


@dataclass(frozen=True)
class Recount:
    """Counted points and doubled wins of pairs a and b."""

    points: Both
    wins2: Both


def recount(game: Game, regulation: Regulation) -> Recount | None:
    """What the game is worth; None while it is open or undecided. Hands and seats should be prefetched.

    Whatever the rows hold that cannot be read raises what Python raises.
    """
    match Game.Kind(game.kind):
        case Game.Kind.BYE:
            return Recount((regulation.points_of_a_bye, 0), (2, 0))
        case Game.Kind.WALKOVER:
            a, b = {"a": (1, 0), "b": (0, 1)}[game.winner]
            return Recount((a * regulation.walkover_points, b * regulation.walkover_points), (2 * a, 2 * b))
        case Game.Kind.BOTH_ABSENT:
            return Recount((0, 0), (0, 0))
        case Game.Kind.AWARDED:
            a, b, wins_a, wins_b = map(index, (*game.award["points"], *game.award["wins2"]))
            return Recount((a, b), (wins_a, wins_b))
    totals = _totals(game, regulation)
    if game.left and totals is not None:
        return _left(totals, game.left, regulation)
    return None if totals is None else _counted(totals, game.opening_draw, regulation)


def _totals(game: Game, regulation: Regulation) -> Both | None:
    """The sheet's totals: of its hands where any counts, else as typed (E 15.2.5)."""
    a = b = played = 0
    for hand in sorted(game.hands.all(), key=lambda each: each.sequence):
        if hand.kind in NO_HANDS:
            continue
        if _is_done((a, b), played, game, regulation):
            break
        a, b, played = a + hand.points_a, b + hand.points_b, played + 1
    if not played and game.typed_a is not None and game.typed_b is not None:
        return game.typed_a, game.typed_b
    ended = _is_done((a, b), played, game, regulation) or game.stopped or game.left
    return (a, b) if ended else None


def _left(totals: Both, left: str, regulation: Regulation) -> Recount:
    """D 8: nothing for who left; for the other its points, a walkover's at least, the winner's cap at most."""
    own = max(totals["ba".index(left)], regulation.walkover_points)
    own = own if regulation.winner_cap is None else min(own, regulation.winner_cap)
    return Recount((0, own), (0, 2)) if left == "a" else Recount((own, 0), (2, 0))


def _is_done(totals: Both, played: int, game: Game, regulation: Regulation) -> bool:
    """The game's own end, or the hand that was announced as its last: it ends no game that hands must decide."""
    goes_on = totals[0] == totals[1] and regulation.tie_rule is TieRule.EXTRA_HANDS
    last_came = game.last_hand is not None and played >= game.last_hand and not goes_on
    return last_came or _is_over(totals, played, regulation)


def _is_over(totals: Both, played: int, regulation: Regulation) -> bool:
    """The target or the last hand (E 12.3); under `extra_hands` two more, and two more, while it is level."""
    if regulation.target_points is not None and max(totals) >= regulation.target_points:
        return True
    if regulation.max_hands is None or played < regulation.max_hands:
        return False
    if regulation.tie_rule is not TieRule.EXTRA_HANDS:
        return True
    return (played - regulation.max_hands) % 2 == 0 and totals[0] != totals[1]


def _counted(totals: Both, opening_draw: str, regulation: Regulation) -> Recount | None:
    """The point of the opening draw (E 13.2), half wins, the winner's cap (E 13.4)."""
    a, b = totals
    if a == b and regulation.tie_rule is TieRule.HALF_WIN:
        return Recount(totals, (1, 1))
    if a == b and regulation.tie_rule is TieRule.DRAW_WINNER:
        a, b = a + (opening_draw == "a"), b + (opening_draw == "b")
    if a == b:
        return None
    cap = max(a, b) if regulation.winner_cap is None else regulation.winner_cap
    return Recount((min(a, cap), b), (2, 0)) if a > b else Recount((a, min(b, cap)), (0, 2))
