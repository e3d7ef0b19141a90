"""What gives the hall or a table more time: pauses, extra minutes, waiting for a missing pair (E 12.3.3, E 13.3)."""

from datetime import UTC, datetime
from typing import Any, Unpack

from scoring.errors import RuleError
from tournament.core.clock import Pause
from tournament.models import Round
from tournament.queries.rounds import pauses_of
from tournament.services.announcements import has_come, lift_last_hands, refuse_unpublished
from tournament.services.playing import SentForGame, playing
from tournament.services.writing import Act, Sent, refuse_finished, writing, writing_round

MOST_MINUTES = 120


def begin_pause(
    championship_id: int,
    *,
    reason: str = "",
    begins: datetime | None = None,
    ends: datetime | None = None,
    **sent: Unpack[Sent],
) -> None:
    """No time runs from `begins` (now) until `ends`, or until somebody ends it: it moves every deadline after it. One
    that begins later is a break of the timetable. Minutes that two pauses share count once: an alarm may run into
    lunch.

    Raises RuleError("pause_order" | "pause_endless").
    """
    with writing(championship_id, "begin_pause", reason, begins, ends, **sent) as act:
        if act.is_repeat:
            return
        pause = Pause(_utc(begins) or act.now, _utc(ends), reason.strip())
        if pause.ends is None and pause.begins > act.now:
            raise RuleError("pause_endless")
        _keep(act, (*pauses_of(act.championship), pause))
        act.log("begin_pause", after=_logged(pause), reason=pause.reason)


def end_pause(championship_id: int, begins: datetime, *, ends: datetime | None, **sent: Unpack[Sent]) -> None:
    """The pause that began then lasts until `ends`; None takes its end back: it lasts until somebody ends it.

    Raises RuleError("pause_gone" | "pause_order").
    """
    with writing(championship_id, "end_pause", begins, ends, **sent) as act:
        if act.is_repeat:
            return
        before, others = _found(act, begins)
        after = Pause(before.begins, _utc(ends), before.reason)
        _keep(act, (*others, after))
        act.log("end_pause", before=_logged(before), after=_logged(after), reason=before.reason)


def drop_pause(championship_id: int, begins: datetime, **sent: Unpack[Sent]) -> None:
    """The pause that began then is taken out, as if it had never been. Raises RuleError("pause_gone")."""
    with writing(championship_id, "drop_pause", begins, **sent) as act:
        if act.is_repeat:
            return
        dropped, others = _found(act, begins)
        _keep(act, others)
        act.log("drop_pause", before=_logged(dropped), reason=dropped.reason)


def _utc(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def _found(act: Act, begins: datetime) -> tuple[Pause, tuple[Pause, ...]]:
    """The pause that began then, and the others."""
    pauses = pauses_of(act.championship)
    found = next((pause for pause in pauses if pause.begins == begins), None)
    if found is None:
        raise RuleError("pause_gone")
    return found, tuple(pause for pause in pauses if pause != found)


def _keep(act: Act, pauses: tuple[Pause, ...]) -> None:
    """These are the pauses of the day. A round whose end had come, and no longer has, plays on."""
    refuse_finished(act.championship)
    for pause in pauses:
        if pause.ends is not None and pause.ends <= pause.begins:
            raise RuleError("pause_order", begins=pause.begins)
    in_play = act.championship.rounds.filter(state=Round.State.PUBLISHED).first()
    if in_play is not None:
        in_play.championship = act.championship
    had_come = in_play is not None and has_come(in_play, act.now)
    act.championship.pauses = [_kept(pause) for pause in sorted(pauses, key=lambda pause: pause.begins)]
    act.championship.save(update_fields=["pauses"])
    if in_play is not None and had_come and not has_come(in_play, act.now):
        lift_last_hands(in_play, act.now)


def _kept(pause: Pause) -> dict[str, Any]:
    ends = pause.ends.isoformat() if pause.ends else None
    return {"begins": pause.begins.isoformat(), "ends": ends, "reason": pause.reason}


def _logged(pause: Pause) -> dict[str, Any]:
    return {"begins_at": pause.begins.isoformat(), "ends_at": pause.ends.isoformat() if pause.ends else None}


def give_minutes(round_id: int, minutes: int, *, reason: str = "", **sent: Unpack[Sent]) -> None:
    """So many minutes more for every table of the round; a negative number takes them back. They move the floor and
    the end, not how long a missing pair is waited for (E 13.3).

    Raises RuleError("reason_missing" | "minutes_range").
    """
    with writing_round(round_id, "give_minutes", minutes, reason, **sent) as (act, round_):
        if act.is_repeat:
            return
        refuse_unpublished(round_)
        before = round_.extra_minutes
        had_come = has_come(round_, act.now)
        round_.extra_minutes = _total(before, minutes, reason)
        round_.save()
        if had_come and not has_come(round_, act.now):
            lift_last_hands(round_, act.now)
        facts = {"before": {"extra_minutes": before}, "after": {"extra_minutes": round_.extra_minutes}}
        act.log("give_minutes", round_number=round_.number, reason=reason.strip(), **facts)


def give_table_minutes(game_id: int, minutes: int, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """The same for one table, beside what all have. Raises RuleError("reason_missing" | "minutes_range")."""
    with playing(game_id, "give_table_minutes", minutes, reason, **sent) as play:
        if play.act.is_repeat:
            return
        before = play.game.extra_minutes
        play.game.extra_minutes = _total(before, minutes, reason)
        if minutes > 0 and play.game.last_hand_at is None and play.game.round.last_hand_at is None:
            play.game.last_hand = None
        play.settle()
        facts = {"before": {"extra_minutes": before}, "after": {"extra_minutes": play.game.extra_minutes}}
        play.log("give_table_minutes", reason=reason.strip(), **facts)


def _total(before: int, minutes: int, reason: str) -> int:
    """What there is then. Whoever gives says why (it stays in the log); taking back needs no reason."""
    if minutes > 0 and not reason.strip():
        raise RuleError("reason_missing", "E 17.2", field="reason")
    if not minutes or not 0 <= before + minutes <= MOST_MINUTES:
        raise RuleError("minutes_range", most=MOST_MINUTES)
    return before + minutes


def wait_for(game_id: int, until: datetime | None, **sent: Unpack[SentForGame]) -> None:
    """The organisers wait for a missing pair beyond its minutes (E 13.3, E 17.2); None: no longer."""
    with playing(game_id, "wait_for", until, **sent) as play:
        if play.act.is_repeat:
            return
        before = play.game.waits_until
        play.game.waits_until = until
        play.game.save(update_fields=["waits_until"])
        told = {"waits_until_at": until.astimezone(UTC).isoformat() if until else None}
        play.log("wait_for", before={"waits_until_at": before.isoformat() if before else None}, after=told)
