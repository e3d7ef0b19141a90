"""What the organisers announce of a round's end, and how it is taken back (E 12.3.3)."""

from datetime import datetime
from typing import Any, Unpack

from scoring.errors import RuleError
from tournament.core.clock import RoundFacts, earliest_end, state
from tournament.models import Game, Round
from tournament.queries.games import games_of_round, regulation_of
from tournament.services.playing import note_progress
from tournament.services.writing import Sent, writing_round


def announce_end(round_id: int, ends_at: datetime, **sent: Unpack[Sent]) -> None:
    """Until when games may run (E 12.3.3.2). After an end that had come, a later one lets the tables play on.

    Raises RuleError("end_too_early") before the floor, "end_past".
    """
    with writing_round(round_id, "announce_end", ends_at, **sent) as (act, round_):
        if act.is_repeat:
            return
        floor = earliest_end(_facts(round_), regulation_of(act.championship))
        if ends_at < floor:
            raise RuleError("end_too_early", "E 12.3.3.1", round=round_.number, earliest=floor)
        if ends_at < act.now:
            raise RuleError("end_past", "E 12.3.3.2", round=round_.number)
        before = round_.ends_at
        if _has_come(round_, act.now):
            _lift_last_hands(round_, act.now)
        round_.ends_at = ends_at
        round_.save()
        act.log(
            "announce_end",
            round_number=round_.number,
            before={"ends_at": before.isoformat() if before else None},
            after={"ends_at": ends_at.isoformat()},
        )


def announce_last_hand(round_id: int, **sent: Unpack[Sent]) -> None:
    """This hand is the last (E 12.3.3.2). A table whose hands are recorded is told its number (D 2): one more than
    recorded now. Tables on paper have no number: their sheet is closed when it is typed.

    Raises RuleError("end_too_early") before the floor.
    """
    with writing_round(round_id, "announce_last_hand", **sent) as (act, round_):
        if act.is_repeat:
            return
        floor = earliest_end(_facts(round_), regulation_of(act.championship))
        if act.now < floor:
            raise RuleError("end_too_early", "E 12.3.3.1", round=round_.number, earliest=floor)
        round_.last_hand_at = act.now
        round_.save()
        told = _tell_last_hands(round_)
        act.log("announce_last_hand", round_number=round_.number, after={"last_hands": told})


def _tell_last_hands(round_: Round) -> dict[int, int]:
    told: dict[int, int] = {}
    for view in games_of_round(round_):
        if view.is_confirmed or view.table is None or not view.has_hands or view.sheet.is_over:
            continue
        told[view.table] = view.sheet.hands_played + 1
        Game.objects.filter(pk=view.game.pk).update(last_hand=told[view.table])
    return told


def _has_come(round_: Round, now: datetime) -> bool:
    """Whether an end by the clock is past, and nothing was said of a last hand since."""
    ends_at = state(_facts(round_), regulation_of(round_.championship), now).ends_at
    return ends_at is not None and ends_at <= now and round_.last_hand_at is None


def _lift_last_hands(round_: Round, now: datetime) -> None:
    """No table has a last hand any more; those that had ended by it play on."""
    round_.games.exclude(state=Game.State.CONFIRMED).update(last_hand=None)
    for view in games_of_round(round_):
        if not view.is_confirmed:
            note_progress(view, now)


def take_back(round_id: int, **sent: Unpack[Sent]) -> None:
    """Nothing is announced any more: play goes on (E 12.3.3.2)."""
    with writing_round(round_id, "take_back", **sent) as (act, round_):
        if act.is_repeat:
            return
        before: dict[str, Any] = {
            "ends_at": round_.ends_at.isoformat() if round_.ends_at else None,
            "last_hand_at": round_.last_hand_at.isoformat() if round_.last_hand_at else None,
        }
        round_.ends_at = round_.last_hand_at = None
        round_.save()
        _lift_last_hands(round_, act.now)
        act.log("take_back", round_number=round_.number, before=before)


def _facts(round_: Round) -> RoundFacts:
    if round_.published_at is None or round_.state != Round.State.PUBLISHED:
        raise RuleError("round_not_published", "E 12.1", round=round_.number)
    return RoundFacts(round_.published_at, round_.ends_at, round_.last_hand_at)
