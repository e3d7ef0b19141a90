"""No game is ended by time before the least time of its table, but by an organiser with a reason (E 12.3.3, E 17.2)."""

from datetime import timedelta
from typing import Any

import pytest

from scoring.errors import RuleError
from scoring.sheets import Stopped
from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tests.services.test_hands import write
from tournament.models import Game, LogEntry
from tournament.services import announcements, hands

pytestmark = pytest.mark.django_db


def at_minute(minute: int) -> dict[str, Any]:
    return {"now": START + timedelta(minutes=minute)}


def stop_refused(hall: Hall, minute: int, **sent: Any) -> RuleError:
    with pytest.raises(RuleError) as refusal:
        hands.stop(hall.games[0].pk, **{"actor": DESK} | at_minute(minute) | sent)
    return refusal.value


def test_a_game_is_not_stopped_before_its_floor_but_by_a_reason(hall: Hall) -> None:
    write(hall)
    refusal = stop_refused(hall, 49)
    assert (refusal.code, refusal.article) == ("stop_too_early", "E 12.3.3")
    assert (refusal.facts["minutes"], refusal.facts["earliest"]) == (50, START + timedelta(minutes=50))
    hands.stop(hall.games[0].pk, reason=" tempesta ", actor=DESK, **at_minute(49))
    assert hall.view().sheet.ending.reason == "time"
    assert LogEntry.objects.get(what="stop").reason == "tempesta"


def test_a_game_is_stopped_from_its_floor_on(hall: Hall) -> None:
    write(hall)
    hands.stop(hall.games[0].pk, actor=DESK, **at_minute(50))
    assert hall.view().sheet.is_over
    assert LogEntry.objects.get(what="stop").reason == ""


def test_the_floor_is_that_of_the_table(hall: Hall) -> None:
    write(hall)
    Game.objects.filter(pk=hall.games[0].pk).update(zero_at=START + timedelta(minutes=20), extra_minutes=5)
    assert stop_refused(hall, 74).facts["earliest"] == START + timedelta(minutes=75)
    hands.stop(hall.games[0].pk, actor=DESK, **at_minute(75))
    assert hall.view().sheet.is_over


def test_an_end_that_was_announced_before_the_floor_is_not_questioned(hall: Hall) -> None:
    write(hall)
    soon = START + timedelta(minutes=30)
    announcements.announce_end(hall.round.pk, soon, reason="tempesta", actor=DESK, **at_minute(20))
    hands.stop(hall.games[0].pk, actor=TABLE, **at_minute(31))
    assert hall.view().sheet.is_over


def test_a_last_hand_that_was_announced_before_the_floor_is_not_questioned(hall: Hall) -> None:
    write(hall)
    announcements.announce_last_hand(hall.round.pk, reason="tempesta", actor=DESK, **at_minute(20))
    hands.stop(hall.games[0].pk, Stopped.LAST_HAND, actor=DESK, **at_minute(25))
    assert hall.view().sheet.is_over


def test_where_the_regulation_has_no_floor_nothing_is_questioned() -> None:
    hall = published_hall(4, changes={"min_minutes": None, "time_limit_minutes": 50})
    write(hall)
    hands.stop(hall.games[0].pk, actor=DESK, **at_minute(10))
    assert hall.view().sheet.is_over


def test_a_phone_gives_no_reason(hall: Hall) -> None:
    """The round's end has come, but not that of a table which was paired again."""
    write(hall)
    announcements.announce_end(hall.round.pk, START + timedelta(minutes=50), actor=DESK, **at_minute(0))
    Game.objects.filter(pk=hall.games[0].pk).update(zero_at=START + timedelta(minutes=20))
    assert stop_refused(hall, 60, actor=TABLE, reason="tempesta").code == "time_not_over"
