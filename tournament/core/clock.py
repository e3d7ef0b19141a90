"""The clock of a round or of one table: instants, never elapsed time (E 12.3.3, E 13.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum

from scoring.errors import RuleError
from scoring.regulation import Regulation

FOREVER = datetime.max.replace(tzinfo=UTC)


class Phase(StrEnum):
    """Where a round stands in time."""

    ARRIVING = "arriving"
    PLAYING = "playing"
    OPEN_END = "open_end"
    ENDING = "ending"
    LAST_HAND = "last_hand"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True)
class Pause:
    """A stretch in which no time runs: lunch, a fire alarm. Without `ends` it lasts until somebody ends it."""

    begins: datetime
    ends: datetime | None = None
    reason: str = ""

    def is_running(self, now: datetime) -> bool:
        return self.begins <= now and (self.ends is None or now < self.ends)

    def is_past(self, now: datetime) -> bool:
        return self.ends is not None and self.ends <= now


@dataclass(frozen=True)
class RoundFacts:
    """What the clock needs to know: when the pairing was published, and what has been announced since.

    A table that was paired again later counts from its own `zero_at`. `ends_at` is the announced end as it would be
    without pauses and extra minutes (`unmoved`): they move it as they move every other deadline. `has_floor` is false
    where the organisers decided to end games before their least time (E 17.2).
    """

    published_at: datetime
    ends_at: datetime | None = None
    last_hand_at: datetime | None = None
    zero_at: datetime | None = None
    pauses: tuple[Pause, ...] = ()
    extra_minutes: int = 0
    has_floor: bool = True


@dataclass(frozen=True)
class ClockState:
    """Instants that matter and the phase at `now`. `ends_at` is the announced or the regulation's own end.

    `pauses` are those that are not over when the clock starts. While one lasts without a known end, what comes after
    it is told as if it ended now.
    """

    phase: Phase
    start: datetime
    no_show_at: datetime
    floor_at: datetime | None
    ends_at: datetime | None
    last_hand_at: datetime | None
    pauses: tuple[Pause, ...] = ()
    extra_minutes: int = 0

    @property
    def has_open_pause(self) -> bool:
        """Nobody knows yet when play goes on, hence nor the deadlines after it."""
        return any(pause.ends is None for pause in self.pauses)


def state(facts: RoundFacts, regulation: Regulation, now: datetime) -> ClockState:
    """Where the round stands at `now` (E 12.3.3.1: the floor; E 12.3.3.2: what the organisers announced)."""
    start = facts.zero_at or facts.published_at
    extra = timedelta(minutes=facts.extra_minutes)
    floor = _after(start, regulation.min_minutes if facts.has_floor else None, facts, now, extra)
    limit = _after(start, regulation.time_limit_minutes, facts, now, extra)
    no_show = _moved(start, timedelta(minutes=regulation.no_show_minutes), facts.pauses, now)
    ends_at = _end(_announced(facts, now), floor) or limit
    pauses = tuple(pause for pause in facts.pauses if not pause.is_past(start))
    phase = _phase(facts, (no_show, floor, ends_at), now)
    return ClockState(phase, start, no_show, floor, ends_at, facts.last_hand_at, pauses, facts.extra_minutes)


def _announced(facts: RoundFacts, now: datetime) -> datetime | None:
    """The announced end of all tables, moved by what came between the publication and it."""
    if facts.ends_at is None:
        return None
    played = facts.ends_at - facts.published_at + timedelta(minutes=facts.extra_minutes)
    return _moved(facts.published_at, played, facts.pauses, now)


def _end(announced: datetime | None, floor: datetime | None) -> datetime | None:
    """An announced end comes to no table before its own floor: one that was paired again plays on."""
    return announced if announced is None or floor is None else max(announced, floor)


def earliest_end(facts: RoundFacts, regulation: Regulation, now: datetime) -> datetime:
    """Before this no end may be announced (E 12.3.3.1), whatever was decided before."""
    return state(replace(facts, has_floor=True), regulation, now).floor_at or facts.published_at


def unmoved(ends_at: datetime, facts: RoundFacts, now: datetime) -> datetime:
    """What to keep of an end that is announced as the clock on the wall will show it: without pauses and extra
    minutes, so that those still to come move it (`RoundFacts.ends_at`)."""
    stretches = _paused(facts.published_at, ends_at, facts.pauses, now)
    paused = sum((length for _begins, length in stretches), timedelta(minutes=facts.extra_minutes))
    return ends_at.astimezone(UTC) - paused


def _after(
    start: datetime, minutes: int | None, facts: RoundFacts, now: datetime, extra: timedelta
) -> datetime | None:
    return None if minutes is None else _moved(start, timedelta(minutes=minutes) + extra, facts.pauses, now)


def _moved(start: datetime, played: timedelta, pauses: Iterable[Pause], now: datetime) -> datetime:
    """When so much time has been played since `start`: pauses that begin before that moment put it off. In UTC, for
    on the night when the clocks change the hours of the wall are no measure."""
    at = start.astimezone(UTC) + played
    for begins, length in _paused(start, None, pauses, now):
        if begins < at:
            at += length
    return at


def _paused(
    start: datetime, until: datetime | None, pauses: Iterable[Pause], now: datetime
) -> list[tuple[datetime, timedelta]]:
    """From when and how long no time ran after `start`, in order and each minute once. A pause that nobody has ended
    lasts until `now`."""
    stretches, reached = [], start
    for pause in sorted(pauses, key=lambda pause: pause.begins):
        begins, ends = max(pause.begins, reached), min(pause.ends or now, until or FOREVER)
        if begins < ends:
            stretches.append((begins, ends - begins))
            reached = ends
    return stretches


def played(clock: ClockState, now: datetime) -> timedelta:
    """How much time has run since the clock's start."""
    stretches = _paused(clock.start, now, clock.pauses, now)
    return now - clock.start - sum((length for _begins, length in stretches), timedelta())


def pause_at(now: datetime, pauses: Iterable[Pause]) -> Pause | None:
    """The pause that is running."""
    return next((pause for pause in pauses if pause.is_running(now)), None)


def _phase(
    facts: RoundFacts, instants: tuple[datetime, datetime | None, datetime | None], now: datetime
) -> Phase:
    no_show, floor, ends_at = instants
    if ends_at is not None and now >= ends_at:
        return Phase.OVER
    if pause_at(now, facts.pauses):
        return Phase.PAUSED
    if facts.last_hand_at is not None and now >= facts.last_hand_at:
        return Phase.LAST_HAND
    if facts.ends_at is not None:
        return Phase.ENDING
    if now < no_show:
        return Phase.ARRIVING
    return Phase.PLAYING if floor is None or now < floor else Phase.OPEN_END


def nearest(time_of_day: time, zone: tzinfo, near: datetime) -> datetime:
    """The instant with that time of day in a zone that lies nearest to another: a game may pass midnight."""
    days = (near.astimezone(zone).date() + timedelta(days=step) for step in (-1, 0, 1))
    return min((datetime.combine(day, time_of_day, zone) for day in days), key=lambda at: abs(at - near))


def check_times(started: datetime | None, ended: datetime | None) -> None:
    """Start and end of a game, to the minute as the sheet has them (E 15.2.8). Raises RuleError("end_before_start"),
    which names both."""
    if started is not None and ended is not None and ended < started.replace(second=0, microsecond=0):
        raise RuleError("end_before_start", "E 15.2.8", started=started, ended=ended)
