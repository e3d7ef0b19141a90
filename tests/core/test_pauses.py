"""Pauses and extra minutes move the deadlines of a clock (E 12.3.3, E 13.3)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scoring.presets import PRESETS
from tournament.core.clock import Pause, Phase, RoundFacts, earliest_end, played, state, unmoved

START = datetime(2026, 7, 25, 8, 0, tzinfo=UTC)
FLOOR, LIMIT = PRESETS["vilaplana-2011"], PRESETS["lloret-2014"]
MADRID = ZoneInfo("Europe/Madrid")


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def paused(*stretches: tuple[float, float | None], **facts: object) -> RoundFacts:
    pauses = tuple(Pause(at(begins), None if ends is None else at(ends)) for begins, ends in stretches)
    return replace(RoundFacts(START, pauses=pauses), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pause", "no_show", "floor"),
    [
        ((5, 12), 22, 57),
        ((20, 27), 15, 57),
        ((50, 60), 15, 50),
        ((60, 70), 15, 50),
        ((-30, -10), 15, 50),
        ((-10, 10), 25, 60),
    ],
)
def test_a_pause_moves_the_deadlines_that_come_after_it(
    pause: tuple[float, float], no_show: float, floor: float
) -> None:
    """E 13.3, E 12.3.3.1: what is counted from the publication is counted in time that runs."""
    clock = state(paused(pause), FLOOR, START)
    assert (clock.no_show_at, clock.floor_at) == (at(no_show), at(floor))


def test_a_pause_that_begins_in_the_minutes_that_another_one_added_moves_the_deadline_too() -> None:
    assert state(paused((40, 50), (55, 65)), FLOOR, START).floor_at == at(70)


def test_minutes_that_two_pauses_share_are_counted_once() -> None:
    assert state(paused((20, 40), (30, 45)), FLOOR, START).floor_at == at(75)


def test_a_pause_that_nobody_has_ended_holds_every_deadline_after_it() -> None:
    facts = paused((10, None))
    for minutes in (10, 45, 300):
        clock = state(facts, FLOOR, at(minutes))
        assert (clock.phase, clock.has_open_pause) == (Phase.PAUSED, True)
        assert (clock.no_show_at, clock.floor_at) == (at(minutes + 5), at(minutes + 40))


def test_a_pause_of_the_timetable_holds_the_clock_when_it_comes() -> None:
    facts = paused((30, 150))
    phases = [state(facts, FLOOR, at(minutes)).phase for minutes in (29, 30, 149, 150, 170)]
    assert phases == [Phase.PLAYING, Phase.PAUSED, Phase.PAUSED, Phase.PLAYING, Phase.OPEN_END]


def test_an_end_that_came_before_the_pause_stays() -> None:
    assert state(paused((65, None)), LIMIT, at(90)).phase is Phase.OVER
    assert state(paused((59, None)), LIMIT, at(90)).phase is Phase.PAUSED


def test_the_announced_end_moves_with_the_pauses_that_come_after_the_announcement() -> None:
    """E 12.3.3.2: until when is announced as the clock on the wall shows it."""
    lunch = paused((30, 150))
    kept = unmoved(at(190), lunch, at(20))
    assert kept == at(70)
    assert state(replace(lunch, ends_at=kept), FLOOR, at(20)).ends_at == at(190)
    alarm = paused((30, 150), (160, 170), ends_at=kept)
    assert state(alarm, FLOOR, at(20)).ends_at == at(200)
    assert state(paused(ends_at=kept), FLOOR, at(20)).ends_at == at(70)


def test_an_announced_end_means_the_clock_on_the_wall_for_tables_that_were_given_minutes_before() -> None:
    given = paused(extra_minutes=3)
    kept = unmoved(at(70), given, at(20))
    assert state(replace(given, ends_at=kept), FLOOR, at(20)).ends_at == at(70)
    assert state(replace(given, ends_at=kept, extra_minutes=8), FLOOR, at(20)).ends_at == at(75)


def test_extra_minutes_move_the_floor_and_the_end_and_not_how_long_a_pair_is_waited_for() -> None:
    """E 12.3.3.1, E 13.3"""
    facts = paused(extra_minutes=8)
    clock = state(facts, FLOOR, START)
    assert (clock.no_show_at, clock.floor_at, clock.extra_minutes) == (at(15), at(58), 8)
    assert earliest_end(facts, FLOOR, START) == at(58)
    assert state(facts, LIMIT, START).ends_at == at(68)
    assert state(replace(facts, ends_at=at(70)), FLOOR, START).ends_at == at(78)


def test_a_table_paired_again_counts_from_its_own_zero() -> None:
    late = RoundFacts(START, zero_at=at(30), ends_at=at(70), pauses=(Pause(at(10), at(20)),))
    clock = state(late, FLOOR, at(30))
    assert (clock.start, clock.no_show_at, clock.floor_at, clock.ends_at) == (at(30), at(45), at(80), at(80))
    assert clock.pauses == ()


def test_what_was_played_leaves_the_pauses_out() -> None:
    for minutes, expected in ((5, 5), (15, 10), (25, 15), (35, 25)):
        clock = state(paused((10, 20)), FLOOR, at(minutes))
        assert played(clock, at(minutes)) == timedelta(minutes=expected)


def test_b094_fifty_minutes_are_fifty_on_the_night_when_the_clocks_change() -> None:
    """E 12.3.3.1: from 02:40 summer time, 50 minutes of play end at 02:30 winter time."""
    begun = datetime(2026, 10, 25, 2, 40, tzinfo=MADRID)
    floor = state(RoundFacts(begun), FLOOR, begun).floor_at
    assert floor is not None
    assert floor.astimezone(UTC) - begun.astimezone(UTC) == timedelta(minutes=50)
    assert floor.astimezone(MADRID).strftime("%H:%M%z") == "02:30+0100"
