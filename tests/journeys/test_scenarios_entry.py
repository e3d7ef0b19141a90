"""Scenarios of what is typed into a sheet: a level end, an end by time, a sanction, the cap (E 12.3, E 13, E 16.2)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.factories import START
from tests.journeys.scenes import rows_of
from tests.services.conftest import DESK, Hall, published_hall
from tests.views.desk_visitors import at_desk
from tests.views.sheets import address, text_of
from tournament.queries.standings import standings
from tournament.services import announcements, games, hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Two pairs whose game has just been published."""
    return published_hall(2)


def write(hall: Hall, *points: tuple[int, int], bid: str = "") -> None:
    for both in points:
        factories.hand(hall.games[0], *both, bid=bid)


def sheet_of(client: Client, hall: Hall) -> Any:
    return client.get(address(hall.games[0]))


def result_of(hall: Hall) -> tuple[int, int]:
    return hall.view().result().points


def test_b063_a_level_end_gives_the_point_to_the_winner_of_the_draw_on_a_line_of_its_own(hall: Hall) -> None:
    client, _of, desk = at_desk(hall.championship, language="en")
    write(hall, (60, 0), (0, 60), (28, 0), (0, 28), bid="R")
    game = hall.games[0].pk
    client.post(f"{desk}partida/{game}/stop/", {"why": "time", "version": hall.view().game.version})
    assert "Level at 88: which pair won the opening draw?" in text_of(sheet_of(client, hall))
    client.post(f"{desk}partida/{game}/draw/", {"side": "b", "version": hall.view().game.version})
    said = text_of(sheet_of(client, hall))
    assert "Totals of the sheet 88 – 88 Point of the opening draw 0 / +1" in said
    assert result_of(hall) == (88, 89)


def test_b063_the_point_given_to_the_pair_that_lost_the_draw_is_refused_by_its_article(
    client: Client,
) -> None:
    """E 13.2."""
    won_by_a = {"su1": "R", "pa1": 88, "ta1": 88, "pb1": 0, "tb1": 0}
    won_by_b = {"su2": "R", "pa2": 0, "ta2": 88, "pb2": 88, "tb2": 88}
    final = {"fa": 89, "fb": 88, "sorteig": "b"}
    said = text_of(client.get("/en/eines/full/", won_by_a | won_by_b | final))
    assert "Did the pair that lost the opening draw get the point?" in said
    assert "(art. 13.2)" in said


def test_b064_an_end_by_time_needs_no_invented_hand(client: Client, hall: Hall) -> None:
    write(hall, (30, 0), (0, 30), (30, 0), (0, 30), (14, 0), (0, 10), (0, 0), (0, 0), (0, 0))
    announcements.announce_end(hall.round.pk, START + timedelta(minutes=60), actor=DESK, now=START)
    assert client.post(address(hall.games[0], "acaba/"), {}).status_code == 303
    view = hall.view()
    assert (view.sheet.hands_played, view.sheet.ending.reason) == (9, "time")
    assert (result_of(hall), len(view.hands)) == ((74, 70), 9)


def test_b065_a_sanction_that_brings_a_pair_over_the_target_ends_the_game(client: Client, hall: Hall) -> None:
    """E 16.2.2, E 12.3.1."""
    write(hall, *[(24, 0), (0, 20)] * 4, (0, 0), (0, 0))
    answer = hands.record_hand(hall.games[0].pk, HandEntry("", "a", kind="sanction"), after=None, actor=DESK)
    assert (answer["number"], answer["totals"], answer["over"]) == (11, [132, 80], True)
    page = sheet_of(client, hall)
    assert "11 36 132 0 80 ✕" in rows_of(page)
    said = text_of(page)
    assert "Game over: 101 points reached (art. 12.3.1)" in said
    assert "Hand 11 was ended by a sanction (art. 16.2)." in said
    assert "Write it down" not in said


def test_b066_the_hand_the_total_and_the_capped_result_stand_on_lines_of_their_own(
    client: Client, hall: Hall
) -> None:
    """E 13.4: 136 at most, for the difference and the points for too."""
    write(hall, (96, 0), bid="BR")
    write(hall, (4, 0))
    game = hall.games[0]
    hands.record_hand(game.pk, HandEntry("BC", "a", points=144), after=None, actor=DESK)
    page = sheet_of(client, hall)
    assert "3 144 244 0 0 BC" in rows_of(page)
    assert "Totals of the sheet 244 – 0 Cap of the winner −108 / 0" in text_of(page)
    games.confirm(game.pk, actor=DESK)
    first = standings(hall.championship)[0]
    assert (first.points_for, first.difference) == (136, 136)
