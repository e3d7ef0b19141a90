"""Pauses, extra minutes and waiting, as they are written, taken back and logged (E 12.3.3, E 13.3)."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, refusal_of
from tournament.core.clock import Phase
from tournament.models import Game, LogEntry, Round
from tournament.queries.rounds import clock_of, clock_of_table, pauses_of
from tournament.services import announcements, hands, pauses, rounds
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db
EIGHT = HandEntry("", "a", points=8)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def round_of(hall: Hall) -> Round:
    return Round.objects.get(pk=hall.round.pk)


def game_of(hall: Hall, table: int = 1) -> Game:
    return Game.objects.get(pk=hall.games[table - 1].pk)


def lunch(hall: Hall, begins: float = 30, ends: float | None = 150) -> None:
    until = None if ends is None else at(ends)
    facts = {"reason": "dinar", "begins": at(begins), "ends": until}
    pauses.begin_pause(hall.championship.pk, **facts, actor=DESK, now=at(20))  # type: ignore[arg-type]


def pause_now(hall: Hall, minutes: float) -> None:
    pauses.begin_pause(hall.championship.pk, reason="alarma", actor=DESK, now=at(minutes))


def end(hall: Hall, begins: float, ends: float | None, now: float) -> None:
    until = None if ends is None else at(ends)
    pauses.end_pause(hall.championship.pk, at(begins), ends=until, actor=DESK, now=at(now))


def stretches(hall: Hall) -> list[tuple[datetime, datetime | None]]:
    return [(each.begins, each.ends) for each in pauses_of(round_of(hall).championship)]


def last_logged(hall: Hall) -> LogEntry:
    entry = hall.championship.log.order_by("-pk").first()
    assert entry is not None
    return entry


# --- Pauses ------------------------------------------------------------------------------------


def test_a_pause_holds_the_clock_until_it_is_ended(hall: Hall) -> None:
    pause_now(hall, 20)
    assert clock_of(round_of(hall), at(35)).phase is Phase.PAUSED
    end(hall, 20, 40, now=40)
    clock = clock_of(round_of(hall), at(41))
    assert (clock.phase, clock.floor_at) == (Phase.PLAYING, at(70))


def test_an_end_of_a_pause_is_taken_back(hall: Hall) -> None:
    pause_now(hall, 20)
    end(hall, 20, 40, now=40)
    end(hall, 20, None, now=41)
    assert stretches(hall) == [(at(20), None)]
    assert clock_of(round_of(hall), at(45)).phase is Phase.PAUSED


def test_a_pause_taken_out_leaves_no_trace_but_the_log(hall: Hall) -> None:
    lunch(hall)
    pauses.drop_pause(hall.championship.pk, at(30), actor=DESK)
    assert stretches(hall) == []
    assert clock_of(round_of(hall), START).floor_at == at(50)
    assert (last_logged(hall).what, last_logged(hall).reason) == ("drop_pause", "dinar")


def test_an_alarm_may_run_into_lunch(hall: Hall) -> None:
    lunch(hall, 30, 150)
    pause_now(hall, 22)
    end(hall, 22, 40, now=40)
    assert clock_of(round_of(hall), at(41)).phase is Phase.PAUSED
    assert clock_of(round_of(hall), at(41)).floor_at == at(178)


def test_no_second_pause_begins_while_one_is_open(hall: Hall) -> None:
    pause_now(hall, 22)
    for facts in (
        {"now": at(23)},
        {"begins": at(10), "now": at(23)},
        {"begins": at(30), "ends": at(90), "now": at(23)},
    ):
        refusal = refusal_of(pauses.begin_pause, hall.championship.pk, reason="dinar", **facts)
        assert (refusal.code, refusal.facts) == ("pause_open", {"begins": at(22), "pause": "alarma"})
    assert stretches(hall) == [(at(22), None)]


def test_no_pause_is_noted_over_another_one(hall: Hall) -> None:
    lunch(hall, 30, 150)
    for begins, ends in ((30, 150), (60, 90), (149, None), (20, 31)):
        facts = {"begins": at(begins), "ends": None if ends is None else at(ends), "now": at(149)}
        assert refusal_of(pauses.begin_pause, hall.championship.pk, **facts).code == "pause_there"
    lunch(hall, 150, 160)
    lunch(hall, 20, 30)
    assert len(stretches(hall)) == 3


def test_a_pause_does_not_go_on_over_another_that_is_open(hall: Hall) -> None:
    lunch(hall, 20, 30)
    pause_now(hall, 40)
    going_on = refusal_of(pauses.end_pause, hall.championship.pk, at(20), ends=None)
    assert going_on.code == "pause_open"


def test_a_pause_ends_after_it_begins(hall: Hall) -> None:
    wrong = {"begins": at(60), "ends": at(40), "now": at(20)}
    assert refusal_of(pauses.begin_pause, hall.championship.pk, **wrong).code == "pause_order"


def test_a_break_of_the_timetable_says_when_play_goes_on(hall: Hall) -> None:
    endless = {"begins": at(60), "now": at(20)}
    assert refusal_of(pauses.begin_pause, hall.championship.pk, **endless).code == "pause_endless"


def test_a_pause_that_is_gone_is_said(hall: Hall) -> None:
    assert refusal_of(pauses.drop_pause, hall.championship.pk, at(30)).code == "pause_gone"


def test_the_announced_end_moves_with_a_pause_and_back(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(70), actor=DESK, now=at(40))
    pause_now(hall, 45)
    end(hall, 45, 55, now=55)
    assert clock_of(round_of(hall), at(56)).ends_at == at(80)
    pauses.drop_pause(hall.championship.pk, at(45), actor=DESK, now=at(57))
    assert clock_of(round_of(hall), at(58)).ends_at == at(70)


def test_no_end_is_announced_into_a_pause(hall: Hall) -> None:
    lunch(hall, 60, 150)
    inside = {"now": at(40)}
    assert refusal_of(announcements.announce_end, hall.round.pk, at(140), **inside).code == "end_in_pause"
    announcements.announce_end(hall.round.pk, at(160), actor=DESK, now=at(40))
    assert clock_of(round_of(hall), at(40)).ends_at == at(160)


def test_a_pause_noted_afterwards_lets_tables_that_had_ended_meanwhile_play_on(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(60), actor=DESK, now=at(40))
    hands.record_hand(game_of(hall).pk, EIGHT, after=None, actor=TABLE, now=at(61))
    assert (game_of(hall).last_hand, game_of(hall).state) == (1, Game.State.COMPLETE)
    alarm = {"reason": "alarma", "begins": at(50), "ends": at(62)}
    pauses.begin_pause(hall.championship.pk, **alarm, actor=DESK, now=at(63))  # type: ignore[arg-type]
    assert (game_of(hall).last_hand, game_of(hall).state) == (None, Game.State.PLAYING)


def test_a_hand_of_a_phone_in_a_pause_is_not_after_the_end(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(60), actor=DESK, now=at(40))
    pause_now(hall, 55)
    hands.record_hand(game_of(hall).pk, EIGHT, after=None, actor=TABLE, now=at(61))
    assert game_of(hall).last_hand is None


# --- Extra minutes -----------------------------------------------------------------------------


def give(hall: Hall, minutes: int, reason: str = "el so") -> None:
    pauses.give_minutes(hall.round.pk, minutes, reason=reason, actor=DESK, now=at(20))


def give_table(hall: Hall, minutes: int, table: int = 1) -> None:
    game = hall.games[table - 1].pk
    pauses.give_table_minutes(game, minutes, reason="revisió", actor=DESK, now=at(20))


def floors(hall: Hall) -> list[datetime | None]:
    return [clock_of_table(game_of(hall, table), at(20)).floor_at for table in (1, 2)]


def test_minutes_for_one_table_and_for_all_add_up_and_are_taken_back(hall: Hall) -> None:
    give_table(hall, 5)
    give(hall, 3)
    assert floors(hall) == [at(58), at(53)]
    give(hall, -3, reason="")
    give_table(hall, -5)
    assert floors(hall) == [at(50), at(50)]


def test_extra_minutes_need_a_reason_and_an_end(hall: Hall) -> None:
    for minutes, reason, code in (
        (5, " ", "reason_missing"),
        (0, "x", "minutes_range"),
        (121, "x", "minutes_range"),
    ):
        assert refusal_of(pauses.give_minutes, hall.round.pk, minutes, reason=reason).code == code
    assert refusal_of(pauses.give_minutes, hall.round.pk, -1).code == "minutes_range"


def test_minutes_given_meanwhile_are_told_and_not_doubled_by_mistake(hall: Hall) -> None:
    def given(game: int | None = None, **facts: int) -> tuple[str, dict[str, Any]]:
        service, what = (
            (pauses.give_minutes, hall.round.pk) if game is None else (pauses.give_table_minutes, game)
        )
        refusal = refusal_of(service, what, 3, reason="el so", **facts)
        return refusal.code, {name: refusal.facts[name] for name in ("who", "seen", "total")}

    give(hall, 3)
    give_table(hall, 2)
    assert given(seen=0) == ("minutes_meanwhile", {"who": "", "seen": 0, "total": 3})
    assert given(hall.games[0].pk, seen=0) == ("minutes_meanwhile", {"who": "", "seen": 0, "total": 2})
    assert pauses.give_minutes(hall.round.pk, 3, reason="el so", seen=3, actor=DESK, now=at(21)) == 6


def test_extra_minutes_after_the_end_let_the_table_play_on(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(60), actor=DESK, now=at(40))
    game = hall.games[0].pk
    hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=at(61))
    pauses.give_table_minutes(game, 5, reason="revisió", actor=DESK, now=at(62))
    assert (game_of(hall).last_hand, game_of(hall).state) == (None, Game.State.PLAYING)


def test_extra_minutes_for_all_after_the_end_let_the_hall_play_on(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(60), actor=DESK, now=at(40))
    hands.record_hand(hall.games[0].pk, EIGHT, after=None, actor=TABLE, now=at(61))
    pauses.give_minutes(hall.round.pk, 5, reason="el so", actor=DESK, now=at(62))
    assert game_of(hall).state == Game.State.PLAYING


# --- One table's end ---------------------------------------------------------------------------


def test_one_tables_last_hand_is_told_stamped_and_taken_back(hall: Hall) -> None:
    """D 2: one more than recorded at that moment."""
    game = hall.games[0].pk
    hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=at(20))
    announcements.announce_table_last_hand(game, actor=DESK, now=at(51))
    assert (game_of(hall).last_hand, game_of(hall).last_hand_at) == (2, at(51))
    assert clock_of_table(game_of(hall, 2), at(52)).phase is Phase.OPEN_END
    announcements.take_back_at_table(game, actor=DESK, now=at(53))
    assert (game_of(hall).last_hand, game_of(hall).last_hand_at) == (None, None)


def test_a_hand_above_the_last_one_is_refused_with_the_article(hall: Hall) -> None:
    """E 12.3.3"""
    game = hall.games[0].pk
    hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=at(20))
    announcements.announce_table_last_hand(game, actor=DESK, now=at(51))
    hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=at(52))
    refusal = refusal_of(hands.record_hand, game, EIGHT, after=None, actor=TABLE, now=at(55))
    assert (refusal.code, refusal.article) == ("sheet_over", "E 12.3.3")


def test_an_end_announced_to_one_table_is_of_that_table_alone(hall: Hall) -> None:
    announcements.announce_end(hall.round.pk, at(70), actor=DESK, now=at(40))
    announcements.announce_table_end(hall.games[0].pk, at(80), actor=DESK, now=at(41))
    ends = [clock_of_table(game_of(hall, table), at(42)).ends_at for table in (1, 2)]
    assert ends == [at(80), at(70)]
    announcements.take_back_at_table(hall.games[0].pk, actor=DESK, now=at(43))
    assert clock_of_table(game_of(hall), at(44)).ends_at == at(70)


def test_an_end_announced_to_all_holds_for_every_table(hall: Hall) -> None:
    announcements.announce_table_end(hall.games[0].pk, at(80), actor=DESK, now=at(41))
    announcements.announce_end(hall.round.pk, at(70), actor=DESK, now=at(42))
    assert clock_of_table(game_of(hall), at(43)).ends_at == at(70)


def test_nothing_is_announced_to_a_table_before_its_own_floor(hall: Hall) -> None:
    """E 12.3.3.1"""
    give_table(hall, 5)
    game = hall.games[0].pk
    for refusal in (
        refusal_of(announcements.announce_table_last_hand, game, now=at(54)),
        refusal_of(announcements.announce_table_end, game, at(54), now=at(20)),
    ):
        assert (refusal.code, refusal.facts["earliest"]) == ("end_too_early", at(55))


# --- Waiting -----------------------------------------------------------------------------------


def test_waiting_is_noted_and_taken_back(hall: Hall) -> None:
    game = hall.games[0].pk
    pauses.wait_for(game, at(21), actor=DESK, now=at(16))
    assert game_of(hall).waits_until == at(21)
    pauses.wait_for(game, None, actor=DESK, now=at(17))
    assert game_of(hall).waits_until is None
    assert last_logged(hall).before == {"waits_until_at": at(21).isoformat()}


def test_a_publication_taken_back_takes_everything_of_the_clock_with_it(hall: Hall) -> None:
    give(hall, 3)
    give_table(hall, 5)
    announcements.announce_table_end(hall.games[0].pk, at(80), actor=DESK, now=at(41))
    rounds.unpublish(hall.round.pk, actor=DESK)
    game = game_of(hall)
    assert (round_of(hall).extra_minutes, game.extra_minutes, game.ends_at) == (0, 0, None)
