"""Pauses, extra minutes and announcements in words: on pages, in refusals, and for whoever has the microphone."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, tzinfo

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.regulation import AtTime, Regulation
from tournament.core.clock import ClockState, Pause, Phase
from tournament.texts_times import wall_text

CLOCK_REFUSALS: dict[str, str | Promise] = {
    "end_in_pause": gettext_lazy(
        "That time falls into a pause, or nobody knows yet when the pause ends. End the pause first, or choose a "
        "time after it."
    ),
    "end_far": gettext_lazy("%(at)s is more than three hours away. Is that the time you mean?"),
    "end_tomorrow": gettext_lazy("%(at)s today is past. Do you mean tomorrow?"),
    "pause_order": gettext_lazy("The pause that begins at %(begins)s cannot end before it begins."),
    "pause_endless": gettext_lazy("A pause that begins later needs the time at which play goes on."),
    "pause_open": gettext_lazy("There is a pause already since %(begins)s%(pause_text)s: end it first."),
    "pause_there": gettext_lazy(
        "There is a pause already from %(begins)s to %(ends)s%(pause_text)s. Choose another time, or end it or take it "
        "out first."
    ),
    "pause_gone": gettext_lazy("This pause is no longer there: somebody took it out."),
    "minutes_range": gettext_lazy("Extra minutes go from 1 to %(most)s in all."),
    "no_show_too_early": gettext_lazy(
        "It is too early: a missing pair may come until %(until)s (art. %(art)s). Before that an organiser may decide "
        "it with a reason, on the page of the table."
    ),
    "minutes_meanwhile": gettext_lazy(
        "Meanwhile %(who_text)s changed the extra minutes from %(seen)s to %(total)s. What you send now comes on top: "
        "send it once more if it is still wanted."
    ),
}


def pause_text(pause: Pause, zone: tzinfo) -> str:
    """What a page says of a pause: why, and when play goes on."""
    what = _("Pause: %(reason)s") % {"reason": pause.reason} if pause.reason else _("Pause")
    if pause.ends is None:
        until = _("it is said aloud when play goes on")
    else:
        until = _("play goes on at %(time)s") % {"time": wall_text(pause.ends.astimezone(zone))}
    return f"{what} · {until}"


def read_aloud(
    clock: ClockState,
    regulation: Regulation,
    now: datetime,
    *,
    number: int,
    extra: Iterable[tuple[int, int]],
    zone: tzinfo,
    on_phones: bool = False,
) -> list[str]:
    """What to read to the hall as things stand, a sentence a line; `extra` are tables with minutes of their own,
    `on_phones` whether the sheet is signed there."""
    facts = {
        "round": number,
        "start": wall_text(clock.start.astimezone(zone)),
        "no_show": wall_text(clock.no_show_at.astimezone(zone)),
        "floor": wall_text(clock.floor_at.astimezone(zone)) if clock.floor_at else "",
        "end": wall_text(clock.ends_at.astimezone(zone)) if clock.ends_at else "",
        "points": regulation.walkover_points,
    }
    said = [str(line) % facts for line in _lines(clock, regulation, on_phones)]
    if clock.phase not in (Phase.OVER, Phase.LAST_HAND, Phase.PAUSED):
        said += _of_tables(extra)
    return said + [line for pause in clock.pauses for line in _of_pause(pause, now, zone)]


def _lines(clock: ClockState, regulation: Regulation, on_phones: bool) -> Iterator[str]:
    """What the phase means for whoever sits at a table."""
    stops = regulation.at_time is AtTime.STOP
    if clock.phase is Phase.ARRIVING:
        yield _("Round %(round)s is published. Look up your table and go there.")
        yield _("A pair that is not at its table at %(no_show)s loses its game, %(points)s to 0.")
    if clock.phase in (Phase.ARRIVING, Phase.PLAYING) and clock.floor_at:
        yield _("Games run until %(floor)s at least; the end will be announced.")
    if clock.phase in (Phase.ARRIVING, Phase.PLAYING) and clock.ends_at and not clock.floor_at:
        yield _("Games end at %(end)s.")
    if clock.phase is Phase.OPEN_END:
        yield _("The least time is over: play goes on until the end is announced.")
    if clock.phase is Phase.ENDING:
        yield _("Attention: games run until %(end)s.")
        finish = _("The hand that has begun by then is finished and counts; no other is dealt.")
        yield _("A hand still under way then does not count.") if stops else finish
    if clock.phase is Phase.LAST_HAND:
        yield _("Attention: last hand. Finish the hand that has begun, it counts, and deal no other.")
    if clock.phase is Phase.OVER:
        finish = _("Time is up: finish the hand that has begun, and deal no other.")
        yield _("Time is up: stop playing.") if stops else finish
        on_paper = _("Sign the sheet; the winners take it to the organisers’ desk.")
        yield _("Both pairs sign the sheet on the phone, each with its code.") if on_phones else on_paper


def _of_tables(extra: Iterable[tuple[int, int]]) -> Iterator[str]:
    for table, minutes in extra:
        facts = {"table": table, "minutes": minutes}
        yield (
            ngettext(
                "Table %(table)s has %(minutes)s minute more.",
                "Table %(table)s has %(minutes)s minutes more.",
                minutes,
            )
            % facts
        )


SOON = timedelta(hours=1)


def _of_pause(pause: Pause, now: datetime, zone: tzinfo) -> Iterator[str]:
    """The pause that is running, or that comes soon."""
    if pause.is_past(now) or pause.begins > now + SOON:
        return
    reason = f" ({pause.reason})" if pause.reason else ""
    if pause.is_running(now):
        yield _(
            "Attention: there is a pause%(reason)s. Stop where you are and leave the cards on the table."
        ) % {"reason": reason}
    else:
        facts = {"begins": wall_text(pause.begins.astimezone(zone)), "reason": reason}
        yield _("At %(begins)s there is a pause%(reason)s.") % facts
    if pause.ends is None:
        yield _("We shall say when play goes on; your minutes do not run meanwhile.")
    else:
        facts = {"ends": wall_text(pause.ends.astimezone(zone))}
        yield _("Play goes on at %(ends)s; your minutes do not run meanwhile.") % facts
