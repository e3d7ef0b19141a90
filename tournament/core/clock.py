"""The clock of a round or of one table: instants, never elapsed time (E 12.3.3, E 13.3)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from scoring.regulation import Regulation


class Phase(StrEnum):
    """Where a round stands in time."""

    ARRIVING = "arriving"
    PLAYING = "playing"
    OPEN_END = "open_end"
    ENDING = "ending"
    LAST_HAND = "last_hand"
    OVER = "over"


@dataclass(frozen=True)
class RoundFacts:
    """What the clock needs to know: when the pairing was published, and what has been announced since.

    A table that was paired again later counts from then: its `published_at` is that moment.
    """

    published_at: datetime
    ends_at: datetime | None = None
    last_hand_at: datetime | None = None


@dataclass(frozen=True)
class ClockState:
    """Instants that matter and the phase at `now`. `ends_at` is the announced or the regulation's own end."""

    phase: Phase
    start: datetime
    no_show_at: datetime
    floor_at: datetime | None
    ends_at: datetime | None
    last_hand_at: datetime | None


def state(facts: RoundFacts, regulation: Regulation, now: datetime) -> ClockState:
    """Where the round stands at `now` (E 12.3.3.1: the floor; E 12.3.3.2: what the organisers announced)."""
    start = facts.published_at
    floor = _after(start, regulation.min_minutes)
    ends_at = _end(facts.ends_at, floor) or _after(start, regulation.time_limit_minutes)
    no_show = start + timedelta(minutes=regulation.no_show_minutes)
    phase = _phase(facts, (no_show, floor, ends_at), now)
    return ClockState(phase, start, no_show, floor, ends_at, facts.last_hand_at)


def _end(announced: datetime | None, floor: datetime | None) -> datetime | None:
    """An announced end comes to no table before its own floor: one that was paired again plays on."""
    return announced if announced is None or floor is None else max(announced, floor)


def earliest_end(facts: RoundFacts, regulation: Regulation) -> datetime:
    """Before this no end may be announced (E 12.3.3.1)."""
    return _after(facts.published_at, regulation.min_minutes) or facts.published_at


def _after(start: datetime, minutes: int | None) -> datetime | None:
    return None if minutes is None else start + timedelta(minutes=minutes)


def _phase(
    facts: RoundFacts, instants: tuple[datetime, datetime | None, datetime | None], now: datetime
) -> Phase:
    no_show, floor, ends_at = instants
    if ends_at is not None and now >= ends_at:
        return Phase.OVER
    if facts.last_hand_at is not None and now >= facts.last_hand_at:
        return Phase.LAST_HAND
    if facts.ends_at is not None:
        return Phase.ENDING
    if now < no_show:
        return Phase.ARRIVING
    return Phase.PLAYING if floor is None or now < floor else Phase.OPEN_END
