"""The clock of a round: instants and phases, under a floor, a fixed limit or neither (E 12.3.3, E 13.3)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scoring.presets import PRESETS
from tournament.core.clock import ClockState, Phase, RoundFacts, earliest_end, state

START = datetime(2026, 7, 25, 8, 0, tzinfo=UTC)
FLOOR, LIMIT, NEITHER = PRESETS["vilaplana-2011"], PRESETS["lloret-2014"], PRESETS["casual"]


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


PUBLISHED = RoundFacts(START)


@pytest.mark.parametrize(
    ("minutes", "phase"),
    [
        (0, Phase.ARRIVING),
        (14.9, Phase.ARRIVING),
        (15, Phase.PLAYING),
        (49.9, Phase.PLAYING),
        (50, Phase.OPEN_END),
        (300, Phase.OPEN_END),
    ],
)
def test_until_something_is_announced_play_goes_on(minutes: float, phase: Phase) -> None:
    """E 12.3.3.2: while the organisation says nothing, the game continues."""
    assert state(PUBLISHED, FLOOR, at(minutes)).phase is phase


@pytest.mark.parametrize(
    ("minutes", "phase"), [(0, Phase.ARRIVING), (15, Phase.PLAYING), (59.9, Phase.PLAYING), (60, Phase.OVER)]
)
def test_a_fixed_limit_ends_the_round_by_itself(minutes: float, phase: Phase) -> None:
    assert state(PUBLISHED, LIMIT, at(minutes)).phase is phase


def test_without_floor_and_limit_play_goes_on() -> None:
    assert state(PUBLISHED, NEITHER, at(600)).phase is Phase.PLAYING


@pytest.mark.parametrize(("minutes", "phase"), [(45, Phase.ENDING), (69.9, Phase.ENDING), (70, Phase.OVER)])
def test_an_announced_end_is_shown_at_once_and_holds(minutes: float, phase: Phase) -> None:
    """E 12.3.3.2: until when, the organisation decides and announces beforehand."""
    assert state(RoundFacts(START, ends_at=at(70)), FLOOR, at(minutes)).phase is phase


def test_an_announced_end_replaces_the_fixed_limit() -> None:
    longer = RoundFacts(START, ends_at=at(75))
    assert state(longer, LIMIT, at(65)).phase is Phase.ENDING
    assert state(longer, LIMIT, at(75)).phase is Phase.OVER


def test_an_announced_last_hand_is_the_phase_from_then_on() -> None:
    announced = RoundFacts(START, last_hand_at=at(60))
    assert state(announced, FLOOR, at(60)).phase is Phase.LAST_HAND
    assert state(announced, FLOOR, at(90)).phase is Phase.LAST_HAND


def test_last_hand_gives_way_to_the_announced_end() -> None:
    announced = RoundFacts(START, ends_at=at(70), last_hand_at=at(60))
    assert state(announced, FLOOR, at(65)).phase is Phase.LAST_HAND
    assert state(announced, FLOOR, at(70)).phase is Phase.OVER


def test_what_is_taken_back_leaves_no_trace() -> None:
    assert state(RoundFacts(START), FLOOR, at(65)) == state(PUBLISHED, FLOOR, at(65))


def test_state_holds_instants_and_no_elapsed_time() -> None:
    assert state(PUBLISHED, FLOOR, at(20)) == ClockState(Phase.PLAYING, START, at(15), at(50), None, None)
    assert state(PUBLISHED, LIMIT, at(20)) == ClockState(Phase.PLAYING, START, at(15), None, at(60), None)


@pytest.mark.parametrize(
    ("preset", "floor", "limit"),
    [
        ("vilaplana-2011", 50, None),
        ("vilaplana-2017", None, 50),
        ("ponent", None, 55),
        ("lloret-2014", None, 60),
        ("girona-2016", None, None),
        ("casual", None, None),
    ],
)
def test_each_preset_has_its_floor_and_its_limit(preset: str, floor: int | None, limit: int | None) -> None:
    """E 12.3.3.1 and E 13.3: 50 and 15 minutes from the publication of the pairing."""
    shown = state(PUBLISHED, PRESETS[preset], START)
    assert shown.floor_at == (None if floor is None else at(floor))
    assert shown.ends_at == (None if limit is None else at(limit))
    assert shown.no_show_at == at(15)


def test_no_end_may_be_announced_for_before_the_floor() -> None:
    """E 12.3.3.1: 50 minutes at least from the moment of the pairing."""
    assert earliest_end(PUBLISHED, FLOOR, START) == at(50)
    assert earliest_end(PUBLISHED, LIMIT, START) == START


def test_no_show_minutes_are_the_regulations() -> None:
    """E 13.3, with another number."""
    assert state(PUBLISHED, FLOOR.with_changes(no_show_minutes=20), START).no_show_at == at(20)


def test_the_zone_in_which_now_is_told_changes_nothing() -> None:
    in_vilaplana = at(50).astimezone(timezone(timedelta(hours=2)))
    assert state(PUBLISHED, FLOOR, in_vilaplana).phase is Phase.OPEN_END
