"""The public pages as data: complete, open to everybody, and nothing in it that the pages keep to themselves."""

import csv
import io
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from tests import factories
from tests.services.conftest import DESK, published_hall
from tests.views.desk_visitors import text_of
from tests.views.test_public import address, running
from tournament.models import Championship, Game, Pair, Round
from tournament.services import games

pytestmark = pytest.mark.django_db

DATA = ("ronda/1", "classificacio", "parelles", "parella/1")


def read(client: Client, championship: Championship, page: str) -> dict[str, Any]:
    response = client.get(address(championship, page))
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    return dict(response.json())


def rows(client: Client, championship: Championship, page: str) -> list[dict[str, str]]:
    response = client.get(address(championship, page))
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_a_round_says_who_plays_where_and_how_it_stands(client: Client) -> None:
    championship = running(name="Vilaplana 2026")
    found = read(client, championship, "ronda/1.json")
    assert (found["format"], found["championship"]["name"]) == (1, "Vilaplana 2026")
    assert (found["round"]["number"], found["round"]["state"]) == (1, "published")
    view = {"table": 1, "kind": "played", "state": "playing", "hands": 1}
    a, b = Game.objects.get(table=1).seats.order_by("side").select_related("pair")
    sides = {
        "a": {"number": a.pair.number, "name": a.pair.war_name, "points": 4},
        "b": {"number": b.pair.number, "name": b.pair.war_name, "points": 0},
    }
    assert found["tables"] == [view | sides]
    assert (found["bye"]["number"], len(found["absent"])) == (3, 1)


def test_a_round_is_a_line_a_table_for_a_spreadsheet(client: Client) -> None:
    (line,) = rows(client, running(), "ronda/1.csv")
    assert (line["table"], line["a_number"], line["a_points"], line["b_points"]) == ("1", "1", "4", "0")


def test_standings_carry_the_criteria_and_by_which_each_pair_stands_there(client: Client) -> None:
    found = read(client, running(), "classificacio.json")
    assert found["ranking_order"] == ["wins", "difference", "infractions", "points_for", "number"]
    first, second = found["standings"][:2]
    assert (first["rank"], first["number"], first["wins2"], first["difference"]) == (1, 3, 2, 51)
    assert (first["parted_by"], second["parted_by"]) == (None, "wins")


def test_standings_after_a_past_round_are_had_too(client: Client) -> None:
    championship = running()
    factories.round_(championship, number=2)
    assert read(client, championship, "classificacio.json")["after_round"] == 2
    assert read(client, championship, "classificacio.json?ronda=1")["after_round"] == 1
    assert client.get(address(championship, "classificacio.json?ronda=7")).status_code == 404


def test_a_pairs_path_has_a_line_a_round(client: Client) -> None:
    (step,) = read(client, running(), "parella/2.json")["rounds"]
    assert (step["round"], step["opponent_number"], step["points_for"], step["points_against"]) == (
        1,
        1,
        0,
        4,
    )
    assert step["wins2"] is None


def test_pairs_are_listed_without_real_names(client: Client) -> None:
    championship = running()
    Pair.objects.update(player_1="Secreta Tal", player_2="Secret Qual")
    found = read(client, championship, "parelles.json")["pairs"]
    assert [pair["number"] for pair in found] == [1, 2, 3, 4]
    for page in DATA:
        for kind in ("json", "csv"):
            assert b"Secret" not in client.get(address(championship, f"{page}.{kind}")).content


def test_a_name_never_begins_a_formula(client: Client) -> None:
    championship = running()
    Pair.objects.filter(number=1).update(war_name="=HYPERLINK(A1)")
    assert rows(client, championship, "parelles.csv")[0]["name"] == "'=HYPERLINK(A1)"
    (line,) = rows(client, championship, "ronda/1.csv")
    assert line["a_name"] == "'=HYPERLINK(A1)"
    assert read(client, championship, "parelles.json")["pairs"][0]["name"] == "=HYPERLINK(A1)"


def test_a_difference_stays_a_number(client: Client) -> None:
    championship = running()
    factories.confirmed(Game.objects.get(table=1), 101, 70)
    differences = {
        line["number"]: line["difference"] for line in rows(client, championship, "classificacio.csv")
    }
    assert (differences["1"], differences["2"]) == ("31", "-31")


@pytest.mark.parametrize("page", DATA)
def test_data_are_open_to_other_sites_and_say_when_nothing_changed(page: str, client: Client) -> None:
    championship = running()
    for kind in ("json", "csv"):
        path = address(championship, f"{page}.{kind}")
        first = client.get(path)
        again = client.get(path, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert {first["Access-Control-Allow-Origin"], again["Access-Control-Allow-Origin"]} == {"*"}


def test_a_draft_is_no_data(client: Client) -> None:
    championship = factories.championship()
    factories.game(factories.round_(championship, state=Round.State.DRAFT))
    assert client.get(address(championship, "ronda/1.json")).status_code == 404
    assert client.get(address(championship, "ronda/1.xml")).status_code == 404


# --- What the hall may not know yet ------------------------------------------------------------------


def test_where_scores_are_not_live_a_game_shows_none_before_it_counts(client: Client) -> None:
    championship = running(live_scores=False)
    table = read(client, championship, "ronda/1.json")["tables"][0]
    assert (table["hands"], table["a"]["points"], table["b"]["points"]) == (None, None, None)
    factories.confirmed(Game.objects.get(table=1), 101, 70)
    assert read(client, championship, "ronda/1.json")["tables"][0]["a"]["points"] == 101


def test_the_results_of_a_last_round_are_kept_until_they_are_told(client: Client) -> None:
    championship = running(changes={"rounds": 1}, secret_last_round=True)
    factories.confirmed(Game.objects.get(table=1), 101, 70)
    assert read(client, championship, "ronda/1.json")["tables"][0]["a"]["points"] is None
    (step,) = read(client, championship, "parella/1.json")["rounds"]
    assert (step["points_for"], step["wins2"]) == (None, None)
    ranking = read(client, championship, "classificacio.json")
    assert ({row["wins2"] for row in ranking["standings"]}, ranking["sheets_counted"]) == ({0}, 0)
    Championship.objects.update(screen={"told": 1})
    assert read(client, championship, "ronda/1.json")["tables"][0]["a"]["points"] == 101
    ranking = read(client, championship, "classificacio.json")
    assert (ranking["standings"][0]["wins2"], ranking["sheets_counted"]) == (2, 1)


@pytest.mark.parametrize("page", ["", "ronda/1/", "classificacio/", "classificacio/?ronda=1", "parella/1/"])
def test_no_page_tells_a_result_that_is_kept(page: str, client: Client) -> None:
    championship = running(changes={"rounds": 1}, secret_last_round=True, name="Vilaplana")
    factories.confirmed(Game.objects.get(table=1), 117, 93)
    kept = text_of(client.get(address(championship, page, "/en")))
    assert ("117" in kept, "93" in kept, "ceremony" in kept) == (False, False, True)
    Championship.objects.update(screen={"told": 1})
    assert "ceremony" not in client.get(address(championship, page, "/en")).content.decode()


# --- The calendar --------------------------------------------------------------------------------------


def test_the_calendar_has_a_day_for_every_championship_that_is_not_over(client: Client) -> None:
    factories.championship(name="Passat", state=Championship.State.FINISHED)
    factories.championship(name="Ònia, la Festa", place="Vilaplana", day=date(2027, 7, 24))
    response = client.get("/calendari.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert (str(event["SUMMARY"]), str(event["LOCATION"])) == ("Ònia, la Festa", "Vilaplana")
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(2027, 7, 24), date(2027, 7, 25))
    assert client.get("/calendari.ics").content == response.content


def test_a_ruling_in_a_round_that_is_kept_is_told_nowhere_and_who_was_not_there_is_seen(
    client: Client,
) -> None:
    of = published_hall(4, changes={"rounds": 1}, secret_last_round=True).championship
    first, second = Game.objects.filter(table__gt=0).order_by("table")
    games.award(first.pk, (117, 93), (2, 0), reason="acord", actor=DESK)
    games.walkover(second.pk, "a", reason="avís", actor=DESK)
    for page in (
        "",
        "?ordre=nom",
        "ronda/1/taula/1/",
        "parella/1/",
        "classificacio/",
        "pantalla/",
        "ronda/1.csv",
    ):
        kept = text_of(client.get(address(of, page, "/en")))
        assert re.findall(r"\b(?:117|93)\b", kept) == [], page
    tables = read(client, of, "ronda/1.json")["tables"]
    assert [(each["a"]["points"], each["hands"]) for each in tables] == [(None, None), (51, 0)]
