"""Start and end of a game as the paper has them: hours and minutes of the hall's wall (E 15.2.8)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from scoring.errors import RuleError
from tournament.core.clock import check_times, nearest

HALL = ZoneInfo("Europe/Madrid")
EVENING = datetime(2026, 7, 25, 21, 50, tzinfo=UTC)
"""23:50 in the hall."""


def test_a_time_of_day_is_the_one_nearest_to_what_is_known() -> None:
    assert nearest(time(23, 55), HALL, EVENING) == EVENING + timedelta(minutes=5)
    assert nearest(time(23, 40), HALL, EVENING) == EVENING - timedelta(minutes=10)


def test_a_game_that_passes_midnight_ends_on_the_next_day() -> None:
    assert nearest(time(0, 40), HALL, EVENING) == EVENING + timedelta(minutes=50)


def test_a_game_ends_after_its_start_or_in_the_same_minute() -> None:
    start = EVENING + timedelta(seconds=37)
    check_times(start, EVENING)
    check_times(start, start + timedelta(minutes=50))
    check_times(None, EVENING)
    check_times(EVENING, None)
    with pytest.raises(RuleError) as refusal:
        check_times(start, EVENING - timedelta(minutes=1))
    assert (refusal.value.code, refusal.value.article) == ("end_before_start", "E 15.2.8")
