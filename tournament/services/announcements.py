"""What the organisers announce of the end, to all tables or to one, and how it is taken back (E 12.3.3)."""

from datetime import UTC, datetime, timedelta
from typing import Any, Unpack
from zoneinfo import ZoneInfo

from scoring.errors import RuleError
from tournament.core.clock import Phase, RoundFacts, earliest_end, state, unmoved
from tournament.models import Game, Round
from tournament.queries.games import GameView, games_of_round, regulation_of
from tournament.queries.rounds import clock_of, clock_of_table, facts_of, facts_of_table
from tournament.services.playing import Play, SentForGame, note_progress, playing, refuse_unplayed
from tournament.services.writing import Sent, writing_round

FAR_AWAY = timedelta(hours=3)  # no round lasts so long: most likely the time was mistyped


def announce_end(
    round_id: int,
    ends_at: datetime,
    *,
    reason: str = "",
    seen: str | None = None,
    sure: bool = False,
    **sent: Unpack[Sent],
) -> None:
    """Until when games may run (E 12.3.3.2). After an end that had come, a later one lets the tables play on. It holds
    for tables that had been told another end too; a pause or extra minutes that come later move it.

    `seen` is the end that was announced when the form was made ("": none; None: no matter). `sure` says that an end
    which is hours away is meant.

    Raises RuleError("end_too_early") before the floor where no `reason` is given (E 17.2), "end_past", "end_in_pause",
    "end_far" and "end_tomorrow" unless `sure`, "stale_version" where somebody else announced another end meanwhile.
    """
    with writing_round(round_id, "announce_end", ends_at, reason, sure, **sent) as (act, round_):
        if act.is_repeat:
            return
        refuse_unpublished(round_)
        _refuse_meanwhile(seen, round_.ends_at)
        facts = facts_of(round_)
        despite = _despite_floor(round_, ends_at, facts, reason or round_.despite_floor, act.now)
        _check_end(ends_at, facts, round_, act.now, sure=sure)
        before = clock_of(round_, act.now).ends_at if round_.ends_at else None
        had_come = has_come(round_, act.now)
        round_.ends_at, round_.despite_floor = unmoved(ends_at, facts, act.now), despite
        round_.save()
        round_.games.update(ends_at=None, despite_floor="")
        if had_come:
            lift_last_hands(round_, act.now)
        act.log(
            "announce_end",
            round_number=round_.number,
            before={"ends_at": _told(before)},
            after={"ends_at": _told(ends_at)},
            reason=despite,
        )


def _refuse_meanwhile(seen: str | None, stored: datetime | None) -> None:
    there = stored.isoformat() if stored else ""
    if seen is not None and seen != there:
        raise RuleError("stale_version", mine=seen, stored=there)


def _despite_floor(round_: Round, at: datetime, facts: RoundFacts, reason: str, now: datetime) -> str:
    """Why games end before their least time all the same (E 17.2); "" where they do not.

    Raises RuleError("end_too_early") where nobody gives a reason.
    """
    floor = earliest_end(facts, regulation_of(round_.championship), now)
    if at >= floor:
        return ""
    if not reason.strip():
        raise RuleError("end_too_early", "E 12.3.3.1", round=round_.number, earliest=floor)
    return reason.strip()


def _check_end(ends_at: datetime, facts: RoundFacts, round_: Round, now: datetime, *, sure: bool) -> None:
    if ends_at < now:
        raise RuleError("end_past", "E 12.3.3.2", round=round_.number)
    if any(
        pause.begins < ends_at and (pause.ends is None or ends_at <= pause.ends) for pause in facts.pauses
    ):
        raise RuleError("end_in_pause", "E 12.3.3.2", round=round_.number)
    if not sure and ends_at - now > FAR_AWAY:
        _ask_about(ends_at, round_, now)


def _ask_about(ends_at: datetime, round_: Round, now: datetime) -> None:
    """An end that is hours away is most likely mistyped: 03:00 for 18:30 would be tomorrow's."""
    zone = ZoneInfo(round_.championship.time_zone)
    if ends_at.astimezone(zone).date() == now.astimezone(zone).date():
        raise RuleError("end_far", "E 12.3.3.2", round=round_.number, at=ends_at)
    raise RuleError("end_tomorrow", "E 12.3.3.2", round=round_.number, at=ends_at)


def _told(moment: datetime | None) -> str | None:
    """An instant for the log."""
    return moment.astimezone(UTC).isoformat() if moment else None


def announce_last_hand(round_id: int, *, reason: str = "", **sent: Unpack[Sent]) -> None:
    """This hand is the last (E 12.3.3.2). A table whose hands are recorded is told its number (D 2): one more than
    recorded now. Tables on paper have no number: their sheet is closed when it is typed.

    Raises RuleError("end_too_early") before the floor where no `reason` is given (E 17.2).
    """
    with writing_round(round_id, "announce_last_hand", reason, **sent) as (act, round_):
        if act.is_repeat:
            return
        refuse_unpublished(round_)
        why = reason or round_.despite_floor
        round_.despite_floor = _despite_floor(round_, act.now, facts_of(round_), why, act.now)
        round_.last_hand_at = act.now
        round_.save()
        told = _tell_last_hands(round_)
        facts = {"round_number": round_.number, "reason": round_.despite_floor}
        act.log("announce_last_hand", after={"last_hands": told}, **facts)


def _tell_last_hands(round_: Round) -> dict[int, int]:
    told: dict[int, int] = {}
    for view in games_of_round(round_):
        number = _next_hand(view)
        if view.is_confirmed or view.table is None or number is None or view.sheet.is_over:
            continue
        told[view.table] = number
        Game.objects.filter(pk=view.game.pk).update(last_hand=number)
    return told


def _next_hand(view: GameView) -> int | None:
    """The number of the hand that is being played; None where hands are not recorded."""
    return view.sheet.hands_played + 1 if view.has_hands else None


def has_come(round_: Round, now: datetime) -> bool:
    """Whether an end by the clock is past, and nothing was said of a last hand since."""
    return state(facts_of(round_), regulation_of(round_.championship), now).phase is Phase.OVER and (
        round_.last_hand_at is None
    )


def lift_last_hands(round_: Round, now: datetime) -> None:
    """No table has a last hand any more; those that had ended by it play on."""
    round_.games.exclude(state=Game.State.CONFIRMED).update(last_hand=None, last_hand_at=None)
    for view in games_of_round(round_):
        if not view.is_confirmed:
            note_progress(view, now)


def take_back(round_id: int, **sent: Unpack[Sent]) -> None:
    """Nothing is announced any more, to no table: play goes on (E 12.3.3.2)."""
    with writing_round(round_id, "take_back", **sent) as (act, round_):
        if act.is_repeat:
            return
        before: dict[str, Any] = {
            "ends_at": _told(clock_of(round_, act.now).ends_at if round_.ends_at else None),
            "last_hand_at": _told(round_.last_hand_at),
        }
        round_.ends_at = round_.last_hand_at = None
        round_.despite_floor = ""
        round_.save()
        round_.games.update(ends_at=None, despite_floor="")
        lift_last_hands(round_, act.now)
        act.log("take_back", round_number=round_.number, before=before)


def refuse_unpublished(round_: Round) -> None:
    """Raises RuleError("round_not_published"): only a round in play has a clock."""
    if round_.published_at is None or round_.state != Round.State.PUBLISHED:
        raise RuleError("round_not_published", "E 12.1", round=round_.number)


def announce_table_end(
    game_id: int,
    ends_at: datetime,
    *,
    reason: str = "",
    seen: str | None = None,
    sure: bool = False,
    **sent: Unpack[SentForGame],
) -> None:
    """Until when this table may play, and no other. A later end lets it play on. `seen` as for all tables.

    Raises RuleError("end_too_early") before the table's own floor where no `reason` is given (E 17.2), "end_past",
    "end_in_pause", "end_far" and "end_tomorrow" unless `sure`, "stale_version".
    """
    with playing(game_id, "announce_table_end", ends_at, reason, sure, **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        game, facts = play.game, facts_of_table(play.game)
        _refuse_meanwhile(seen, game.ends_at)
        why = reason or game.despite_floor or game.round.despite_floor
        despite = _despite_floor(game.round, ends_at, facts, why, play.act.now)
        _check_end(ends_at, facts, game.round, play.act.now, sure=sure)
        before = _announced(play)
        game.despite_floor = despite
        game.ends_at = unmoved(ends_at, facts, play.act.now)
        game.last_hand = game.last_hand_at = None
        play.settle()
        play.log("announce_table_end", before=before, after={"ends_at": _told(ends_at)}, reason=despite)


def announce_table_last_hand(game_id: int, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """The hand that this table plays is its last (E 12.3.3.2); its phone reads the number (D 2).

    Raises RuleError("end_too_early") before the table's own floor where no `reason` is given (E 17.2), "sheet_over".
    """
    with playing(game_id, "announce_table_last_hand", reason, **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        _refuse_ended(play.view)
        game, facts = play.game, facts_of_table(play.game)
        why = reason or game.despite_floor or game.round.despite_floor
        game.despite_floor = _despite_floor(game.round, play.act.now, facts, why, play.act.now)
        before = _announced(play)
        play.game.last_hand, play.game.last_hand_at = _next_hand(play.view), play.act.now
        play.settle()
        after = {"last_hand": game.last_hand}
        play.log("announce_table_last_hand", before=before, after=after, reason=game.despite_floor)


def _refuse_ended(view: GameView) -> None:
    ending = view.sheet.ending
    if ending is not None:
        raise RuleError("sheet_over", ending.article, reason=ending.reason, hand=ending.hand_number)


def take_back_at_table(game_id: int, **sent: Unpack[SentForGame]) -> None:
    """Nothing is announced to this table alone any more: what holds for all holds for it."""
    with playing(game_id, "take_back_at_table", **sent) as play:
        if play.act.is_repeat:
            return
        before = _announced(play)
        play.game.ends_at = play.game.last_hand = play.game.last_hand_at = None
        play.game.despite_floor = ""
        play.settle()
        play.log("take_back_at_table", before=before)


def _announced(play: Play) -> dict[str, Any]:
    ends_at = clock_of_table(play.game, play.act.now).ends_at if play.game.ends_at else None
    return {"ends_at": _told(ends_at), "last_hand": play.game.last_hand}
