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
    lunch; but while time stands still already, no other pause begins.

    Raises RuleError("pause_order" | "pause_endless" | "pause_open" | "pause_there").
    """
    with writing(championship_id, "begin_pause", reason, begins, ends, **sent) as act:
        if act.is_repeat:
            return
        pause = Pause(_utc(begins) or act.now, _utc(ends), reason.strip())
        if pause.ends is None and pause.begins > act.now:
            raise RuleError("pause_endless")
        known = pauses_of(act.championship)
        _refuse_overlap(pause, known)
        _keep(act, (*known, pause))
        act.log("begin_pause", after=_logged(pause), reason=pause.reason)


def end_pause(championship_id: int, begins: datetime, *, ends: datetime | None, **sent: Unpack[Sent]) -> None:
    """The pause that began then lasts until `ends`; None takes its end back: it lasts until somebody ends it.

    Raises RuleError("pause_gone" | "pause_order"), and where it would last on "pause_open" | "pause_there".
    """
    with writing(championship_id, "end_pause", begins, ends is None, **sent) as act:
        if act.is_repeat:
            return
        before, others = _found(act, begins)
        after = Pause(before.begins, _utc(ends), before.reason)
        if ends is None:
            _refuse_overlap(after, others)
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


def _refuse_overlap(new: Pause, known: tuple[Pause, ...]) -> None:
    """A pause that begins within another, or a break of the timetable over one: two people noted the same. Only one
    whose end nobody knows may run into a later one."""
    for pause in known:
        is_before = new.begins < pause.begins
        if is_before and new.ends is not None and new.ends <= pause.begins:
            continue
        if pause.ends is None:
            raise RuleError("pause_open", begins=pause.begins, pause=pause.reason)
        if pause.ends > new.begins and not (is_before and new.ends is None):
            raise RuleError("pause_there", begins=pause.begins, ends=pause.ends, pause=pause.reason)


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


def give_minutes(
    round_id: int, minutes: int, *, reason: str = "", seen: int | None = None, **sent: Unpack[Sent]
) -> int:
    """So many minutes more for every table of the round; a negative number takes them back. They move the floor and
    the end, not how long a missing pair is waited for (E 13.3). Returns how many there are then.

    `seen` are those that there were when the form was made (None: no matter).
    Raises RuleError("reason_missing" | "minutes_range" | "minutes_meanwhile").
    """
    with writing_round(round_id, "give_minutes", minutes, reason, **sent) as (act, round_):
        if act.is_repeat:
            return int(act.answer["minutes"])
        refuse_unpublished(round_)
        before = round_.extra_minutes
        _refuse_meanwhile(act, before, seen, what="give_minutes", round_number=round_.number)
        had_come = has_come(round_, act.now)
        round_.extra_minutes = _total(before, minutes, reason)
        round_.save()
        if had_come and not has_come(round_, act.now):
            lift_last_hands(round_, act.now)
        facts = {"before": {"extra_minutes": before}, "after": {"extra_minutes": round_.extra_minutes}}
        act.log("give_minutes", round_number=round_.number, reason=reason.strip(), **facts)
        act.answer = {"minutes": round_.extra_minutes}
        return round_.extra_minutes


def give_table_minutes(
    game_id: int, minutes: int, *, reason: str = "", seen: int | None = None, **sent: Unpack[SentForGame]
) -> int:
    """The same for one table, beside what all have."""
    with playing(game_id, "give_table_minutes", minutes, reason, **sent) as play:
        if play.act.is_repeat:
            return int(play.act.answer["minutes"])
        before = play.game.extra_minutes
        where = {"round_number": play.game.round.number, "table": play.game.table}
        _refuse_meanwhile(play.act, before, seen, what="give_table_minutes", **where)
        play.game.extra_minutes = _total(before, minutes, reason)
        if minutes > 0 and play.game.last_hand_at is None and play.game.round.last_hand_at is None:
            play.game.last_hand = None
        play.settle()
        facts = {"before": {"extra_minutes": before}, "after": {"extra_minutes": play.game.extra_minutes}}
        play.log("give_table_minutes", reason=reason.strip(), **facts)
        play.act.answer = {"minutes": play.game.extra_minutes}
        return play.game.extra_minutes


def _refuse_meanwhile(act: Act, total: int, seen: int | None, **where: Any) -> None:
    """Somebody else gave minutes since the form was made: whoever sends it now may mean the same ones."""
    if seen is None or seen == total:
        return
    last = act.championship.log.filter(**where).order_by("-pk").select_related("user").first()
    who = last.user.get_username() if last and last.user else ""
    raise RuleError("minutes_meanwhile", who=who, seen=seen, total=total)


def _total(before: int, minutes: int, reason: str) -> int:
    """What there is then. Whoever gives says why (it stays in the log); taking back needs no reason."""
    if minutes > 0 and not reason.strip():
        raise RuleError("reason_missing", "E 17.2", field="reason")
    if not minutes or not 0 <= before + minutes <= MOST_MINUTES:
        raise RuleError("minutes_range", most=MOST_MINUTES)
    return before + minutes


def wait_for(game_id: int, until: datetime | None, **sent: Unpack[SentForGame]) -> None:
    """The organisers wait for a missing pair beyond its minutes (E 13.3, E 17.2); None: no longer."""
    with playing(game_id, "wait_for", until is None, **sent) as play:
        if play.act.is_repeat:
            return
        before = play.game.waits_until
        play.game.waits_until = until
        play.game.save(update_fields=["waits_until"])
        told = {"waits_until_at": until.astimezone(UTC).isoformat() if until else None}
        play.log("wait_for", before={"waits_until_at": before.isoformat() if before else None}, after=told)
