"""Scenarios of the clock: minutes for some and for all, strange texts, the night when the clocks change."""

from datetime import UTC, datetime, timedelta
from html import escape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tests.factories import START, championship, game, round_
from tests.services.conftest import DESK, Hall, published_hall
from tests.views.desk_visitors import at_desk, text_of
from tournament.core.clock import Phase
from tournament.forms.championships import next_at
from tournament.models import Championship, Game, LogEntry, Round
from tournament.queries.rounds import clock_of, clock_of_table
from tournament.services import announcements, pauses
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")
STRANGE = 'Ronda 2: l\'última & <final> "101" — ¡ànims! $& {left}'
FLOOR = timedelta(minutes=50)


def seven_tables() -> Round:
    of = round_()
    for _ in range(7):
        game(of)
    return of


def test_b090_minutes_for_one_table_and_then_for_all() -> None:
    of = seven_tables()
    client, _of, desk = at_desk(of.championship, language="en")
    seventh = of.games.get(table=7)
    client.post(
        f"{desk}rellotge/table_minutes/",
        {"minutes": "5", "reason": "visita de l'àrbitre", "game": seventh.pk},
    )
    client.post(f"{desk}rellotge/minutes/", {"minutes": "3", "reason": "tothom"})
    floors = {each.table: clock_of_table(each).floor_at for each in Game.objects.filter(round=of)}
    expected = {table: START + FLOOR + timedelta(minutes=8 if table == 7 else 3) for table in range(1, 8)}
    assert floors == expected
    assert "+8 min" in text_of(Client().get(f"/en/f/{seventh.token}/"))
    assert "+3 min" in text_of(Client().get(f"/en/f/{of.games.get(table=1).token}/"))
    hall = text_of(Client().get(f"/en/c/{of.championship.slug}/"))
    assert "table 7 +8, the others +3" in hall
    logged = LogEntry.objects.order_by("pk").values_list("what", "table", "reason")
    assert list(logged) == [
        ("give_table_minutes", 7, "visita de l'àrbitre"),
        ("give_minutes", None, "tothom"),
    ]
    assert all(entry.user is not None for entry in LogEntry.objects.all())


def test_b092_strange_letters_in_the_clocks_text_are_shown_letter_by_letter() -> None:
    of = seven_tables()
    client, _of, desk = at_desk(of.championship, language="en")
    client.post(f"{desk}rellotge/pause/", {"reason": STRANGE})
    for page in (
        Client().get(f"/en/c/{of.championship.slug}/"),
        Client().get(f"/en/f/{of.games.get(table=1).token}/"),
        client.get(f"{desk}rellotge/"),
    ):
        assert escape(f"Pause: {STRANGE}") in text_of(page)
        assert "<final>" not in text_of(page)


def hall_on_the_night(begins: datetime) -> Hall:
    """Published 01:40 before the hour that comes twice."""
    hall = published_hall(4)
    Round.objects.filter(pk=hall.round.pk).update(published_at=begins)
    Game.objects.filter(round=hall.round).update(zero_at=begins)
    hall.round.refresh_from_db()
    return hall


def test_b094_fifty_minutes_are_real_ones_when_the_clocks_change() -> None:
    """E 12.3.3.1: from 02:40 the first time, the least time ends at 02:30 the second time."""
    begins = datetime(2026, 10, 25, 2, 40, tzinfo=MADRID).astimezone(UTC)
    hall = hall_on_the_night(begins)
    clock = clock_of(hall.round, begins)
    assert clock.floor_at == begins + FLOOR
    page = text_of(Client().get(f"/en/c/{hall.championship.slug}/"))
    assert ("02:40 (+0200)" in page, "02:30 (+0100)" in page) == (True, True)


def test_b094_a_round_of_the_night_is_logged_in_its_order_and_its_end_means_the_hour_to_come() -> None:
    begins = datetime(2026, 10, 25, 1, 40, tzinfo=MADRID).astimezone(UTC)
    hall = hall_on_the_night(begins)
    now = begins + timedelta(minutes=85)  # 02:05 the second time
    meant = next_at(datetime(2026, 1, 1, 2, 45).time(), "Europe/Madrid", now)
    announcements.announce_end(hall.round.pk, meant, actor=DESK, now=now)
    assert clock_of(Round.objects.get(pk=hall.round.pk), now).ends_at == begins + timedelta(minutes=125)
    pauses.give_minutes(hall.round.pk, 5, reason="llum", actor=DESK, now=now + timedelta(minutes=1))
    times = list(LogEntry.objects.order_by("pk").values_list("at", flat=True))[-2:]
    assert times == [now, now + timedelta(minutes=1)]
    clock = clock_of(Round.objects.get(pk=hall.round.pk), begins + timedelta(minutes=130))
    assert clock.phase is Phase.OVER


def test_a_break_is_announced_before_the_first_round_and_between_two() -> None:
    of = championship()
    who = {"actor": DESK, "now": START}
    facts = {"begins": START + timedelta(hours=2), "ends": START + timedelta(hours=4)}
    pauses.begin_pause(of.pk, reason="dinar", **facts, **who)  # type: ignore[arg-type]
    said = "Pause: dinar · play goes on at 14:00"
    assert said in text_of(Client().get(f"/en/c/{of.slug}/"))
    closed = round_(of, state=Round.State.CLOSED)
    assert said in text_of(Client().get(f"/en/c/{of.slug}/ronda/{closed.number}/"))


def test_lunch_of_the_timetable_is_announced_and_holds_every_deadline() -> None:
    hall = published_hall(4)
    lunch = {"begins": START + timedelta(minutes=30), "ends": START + timedelta(minutes=150)}
    who = Actor(None, "desk")
    pauses.begin_pause(hall.championship.pk, reason="dinar", **lunch, actor=who, now=START)
    page = text_of(Client().get(f"/en/c/{hall.championship.slug}/"))
    assert "Pause: dinar · play goes on at 12:30" in page
    of = Championship.objects.get(pk=hall.championship.pk)
    assert clock_of(of.rounds.get(), START).floor_at == START + timedelta(minutes=170)
