"""What a sheet may break and stand all the same, if an organiser decides it with a reason (E 17.2)."""

from datetime import datetime

from scoring.errors import RuleError
from scoring.results import GameKind
from scoring.sheets import Stopped
from tournament.queries.games import GameView
from tournament.queries.penalties import barred_botifarres
from tournament.services.penalties import botifarra_refusal
from tournament.services.playing import Play, refuse_early_end

DECIDABLE = ("botifarra_not_now", "stop_too_early", "award_backwards")


def early_end(play: Play, at: datetime) -> RuleError | None:
    """The refusal of a game that time ends at this instant, as things stand now; None from its floor on."""
    try:
        refuse_early_end(play, at)
    except RuleError as refusal:
        refusal.facts["table"] = play.view.table
        return refusal
    return None


def broken_by(view: GameView, early: RuleError | None) -> dict[object, RuleError]:
    """What this game breaks, each by what it is about, so that what stood there before can be told from it. `early`
    is what an end by time would break."""
    barred = {} if not view.is_played else barred_botifarres(view)
    found: dict[object, RuleError] = {pk: botifarra_refusal(each, view) for pk, each in barred.items()}
    if early is not None and was_ended_by_time(view):
        found[early.code] = early
    if is_backwards(view):
        found["award_backwards"] = RuleError("award_backwards", "E 17.2")
    return found


def was_ended_by_time(view: GameView) -> bool:
    """Whether neither its points nor its hands are known to have ended a game that is over (E 12.3.3)."""
    if not view.is_played:
        return False
    if view.typed is not None and not view.has_hands:
        return are_short(view)
    ending = view.sheet.ending
    return ending is not None and ending.reason in tuple(Stopped)


def are_short(view: GameView) -> bool:
    """Whether totals without hands reach no target: what ended the game, they do not say."""
    target = view.regulation.target_points
    return view.typed is not None and (target is None or max(view.typed) < target)


def refuse_early_totals(play: Play, view: GameView, at: datetime, *, reason: str = "") -> None:
    """Totals without hands that no target ended are not written before the floor of a game but with a `reason`; those
    that were there already are not asked about again.

    Raises RuleError("stop_too_early", "E 12.3.3").
    """
    if not view.has_hands and are_short(view) and view.typed != play.view.typed:
        refuse_early_end(play, at, reason=reason)


def is_backwards(view: GameView) -> bool:
    """Whether a result that an organiser sets makes the pair with fewer points win."""
    if view.kind is not GameKind.AWARDED:
        return False
    (a, b), (wins_a, wins_b) = view.game.award["points"], view.game.award["wins2"]
    return bool((a - b) * (wins_a - wins_b) < 0)
