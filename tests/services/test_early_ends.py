"""No game is ended by time before the least time of its table, but by an organiser with a reason (E 12.3.3, E 17.2)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from scoring.errors import RuleError
from scoring.sheets import Stopped
from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tests.services.test_hands import write
from tournament.models import Game, LogEntry
from tournament.services import announcements, games, hands
from tournament.services.sheets import TypedSheet, type_sheet

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


@pytest.mark.parametrize("totals", [(60, 55), (98, 98)])
def test_totals_that_no_target_ended_need_a_reason_before_the_floor(
    hall: Hall, totals: tuple[int, int]
) -> None:
    game = hall.games[0].pk
    early = {"actor": DESK, **at_minute(0)}
    with pytest.raises(RuleError) as refusal:
        games.record_totals(game, totals, **early)
    assert (refusal.value.code, hall.view().typed) == ("stop_too_early", None)
    games.record_totals(game, totals, reason=" tots els dats jugats ", **early)
    assert (hall.view().typed, LogEntry.objects.get(what="record_totals").reason) == (
        totals,
        "tots els dats jugats",
    )
    games.record_totals(game, totals, opening_draw="a", **early)
    assert hall.view().game.opening_draw == "a"


def test_totals_are_not_questioned_from_the_floor_on_nor_where_the_target_was_reached(hall: Hall) -> None:
    game = hall.games[0].pk
    games.record_totals(game, (101, 44), actor=DESK, **at_minute(0))
    games.record_totals(game, (60, 55), actor=DESK, **at_minute(50))
    assert hall.view().typed == (60, 55)


def test_totals_are_not_questioned_after_an_end_that_was_announced_early(hall: Hall) -> None:
    announcements.announce_last_hand(hall.round.pk, reason="tempesta", actor=DESK, **at_minute(20))
    games.record_totals(hall.games[0].pk, (60, 55), actor=DESK, **at_minute(25))
    assert hall.view().typed == (60, 55)


def test_paper_with_totals_alone_is_questioned_before_the_floor_without_the_tick_for_time(hall: Hall) -> None:
    game, typed = hall.games[0].pk, TypedSheet(totals=(60, 55))
    with pytest.raises(RuleError) as refusal:
        type_sheet(game, typed, actor=DESK, **at_minute(0))
    assert refusal.value.code == "stop_too_early"
    reasoned = replace(typed, reason="tots els dats jugats")
    assert type_sheet(game, reasoned, actor=DESK, **at_minute(0)) == {"points": [60, 55], "lacks": ""}
