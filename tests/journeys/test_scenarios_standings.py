"""What counts and in which order: B008, B010, B014, B015, B128, B130 of other systems."""

import csv
import io
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests import factories
from tests.journeys.scenes import championship_of, published
from tests.services.conftest import DESK, after_round_one, published_hall
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Championship, Game
from tournament.queries.games import games_of_round
from tournament.services import games

pytestmark = pytest.mark.django_db


def data(client: Client, of: Championship, page: str) -> dict[str, Any]:
    return dict(client.get(f"/c/{of.slug}/{page}.json").json())


def table_of(client: Client, of: Championship, number: int) -> dict[str, Any]:
    return next(dict(each) for each in data(client, of, "ronda/1")["tables"] if each["table"] == number)


def standing(client: Client, of: Championship, number: int) -> dict[str, Any]:
    return next(
        dict(each) for each in data(client, of, "classificacio")["standings"] if each["number"] == number
    )


# --- B008: typed and not confirmed ------------------------------------------------------------------


def test_b008_what_is_typed_counts_nowhere_until_it_is_confirmed_and_then_everywhere(client: Client) -> None:
    hall = published_hall(4)
    of, view = hall.championship, hall.view(1)
    games.record_totals(view.game.pk, (101, 77), actor=DESK)
    desk, _of, address = at_desk(of, language="en")
    assert (table_of(client, of, 1)["state"], standing(client, of, view.a.number)["played"]) == (
        "complete",
        0,
    )
    assert "to be confirmed" in text_of(client.get(f"/en/c/{of.slug}/"))
    assert "1 of 2 results counted" not in text_of(client.get(f"/en/c/{of.slug}/classificacio/"))
    games.confirm(view.game.pk, actor=DESK)
    own = standing(client, of, view.a.number)
    assert (own["played"], own["wins2"], own["points_for"], own["points_against"]) == (1, 2, 101, 77)
    told = table_of(client, of, 1)
    assert (told["state"], told["a"]["points"], told["b"]["points"]) == ("confirmed", 101, 77)
    assert "1 of 2 results counted" in text_of(client.get(f"/en/c/{of.slug}/classificacio/"))
    assert "101 – 77" in text_of(desk.get(f"{address}partida/{view.game.pk}/"))
    (line,) = [each for each in rows(client, of, "ronda/1") if each["table"] == "1"]
    assert (line["a_points"], line["b_points"]) == ("101", "77")


def rows(client: Client, of: Championship, page: str) -> list[dict[str, str]]:
    response = client.get(f"/c/{of.slug}/{page}.csv")
    assert response.status_code == 200
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


# --- B010: read while results arrive ------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_b010_in_every_answer_rows_and_head_say_the_same_while_results_arrive() -> None:
    hall = published_hall(20)
    of = hall.championship

    def arrive() -> None:
        try:
            for n, view in enumerate(games_of_round(hall.round)):
                games.record_totals(view.game.pk, (101, 90 - n), actor=DESK)
                games.confirm(view.game.pk, actor=DESK)
        finally:
            connection.close()

    def read() -> list[dict[str, Any]]:
        try:
            return [data(Client(), of, "classificacio") for _ in range(25)]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        arrives, reads = threads.submit(arrive), threads.submit(read)
        arrives.result()
        answers = [*reads.result(), data(Client(), of, "classificacio")]
    for answer in answers:
        lines = answer["standings"]
        assert lines == sorted(lines, key=criteria)
        assert sum(line["played"] for line in lines) == 2 * answer["sheets_counted"]
    assert answers[-1]["sheets_counted"] == 10


def criteria(line: dict[str, Any]) -> tuple[int, ...]:
    """E 14: games won, difference, infractions, points for, number."""
    return -line["wins2"], -line["difference"], line["infractions"], -line["points_for"], line["number"]


# --- B014, B015: byes ------------------------------------------------------------------------------------


def test_b014_who_rests_has_its_win_at_once_and_on_every_page(client: Client) -> None:
    of = championship_of(21)
    round_ = published(of)
    rests = next(view.a.number for view in games_of_round(round_) if view.b is None)
    own = standing(client, of, rests)
    assert (own["rank"], own["wins2"], own["points_for"], own["points_against"]) == (1, 2, 51, 0)
    (step,) = data(client, of, f"parella/{rests}")["rounds"]
    assert (step["kind"], step["wins2"], step["points_for"]) == ("bye", 2, 51)
    assert "Games won: 1" in text_of(client.get(f"/en/c/{of.slug}/parella/{rests}/"))
    assert data(client, of, "ronda/1")["bye"]["number"] == rests


def test_b015_where_somebody_has_only_byes_every_page_opens(client: Client) -> None:
    of = championship_of(3)
    round_ = published(of)
    rests = next(view.a.number for view in games_of_round(round_) if view.b is None)
    for page in ("", "classificacio/", f"parella/{rests}/", "estadistiques/", "ronda/1/"):
        assert client.get(f"/c/{of.slug}/{page}").status_code == 200
    for page in ("classificacio", f"parella/{rests}", "ronda/1", "parelles"):
        assert len(rows(client, of, page)) >= 1
    desk, _of, address = at_desk(of)
    assert desk.get(f"{address}imprimeix/").status_code == 200
    own = standing(client, of, rests)
    assert (own["points_for"], own["points_against"]) == (51, 0)


# --- B128, B130: names in order --------------------------------------------------------------------------

NAMES = [
    "abella",
    "Àngel",
    "Avi",
    "bruixa",
    "Çedó",
    "Cavall",
    "Él",
    "L·la",
    "Llac",
    "l'Olla",
    "Zeta",
    "10 d'oros",
]
IN_ORDER = [
    "10 d'oros",
    "abella",
    "Àngel",
    "Avi",
    "bruixa",
    "Cavall",
    "Çedó",
    "Él",
    "L·la",
    "Llac",
    "l'Olla",
    "Zeta",
]


def named_round() -> Championship:
    of = factories.championship()
    round_ = factories.round_(of)
    pairs = [factories.pair(of, war_name=name) for name in NAMES]
    for a, b in zip(pairs[::2], pairs[1::2], strict=True):
        factories.game(round_, a=a, b=b)
    return of


def test_b128_case_and_accents_part_no_names_on_the_page_and_at_the_desk(client: Client) -> None:
    of = named_round()
    read = client.get(f"/c/{of.slug}/?ordre=nom").content.decode()
    assert by_name(read) == IN_ORDER
    desk, _of, address = at_desk(of)
    listed = desk.get(f"{address}parelles/?sort=war_name").content.decode()
    cells = re.findall(r'<td class="war-name">\s*([^<]+?)\s*</td>', listed)
    assert [each.replace("&#x27;", "'") for each in cells] == IN_ORDER


def by_name(read: str) -> list[str]:
    listed = read[read.index("by-name") :]
    listed = listed[: listed.index("</table>")]
    return [each.replace("&#x27;", "'") for each in re.findall(r'class="war-name"[^>]*>([^<]*)<', listed)]


def test_b130_a_hundred_tables_by_name_have_each_pair_once_with_its_table(client: Client) -> None:
    of = championship_of(200)
    round_ = published(of)
    read = client.get(f"/c/{of.slug}/?ordre=nom").content.decode()
    listed = read[read.index("by-name") :]
    found = re.findall(
        r'parella/(\d+)/">[^<]*</a>.*?table-number">(\d+)<', listed[: listed.index("</table>")], re.S
    )
    tables = {seat.number: view.table for view in games_of_round(round_) for seat in (view.a, view.b) if seat}
    assert len(found) == 200
    assert {int(number): int(table) for number, table in found} == tables


def test_b013_a_path_names_opponents_by_number_and_their_place_of_now(client: Client) -> None:
    hall = after_round_one(5)
    of = hall.championship
    published(of)
    first, second = data(client, of, "parella/1")["rounds"]
    places = {each["number"]: each["rank"] for each in data(client, of, "classificacio")["standings"]}
    read = text_of(client.get(f"/en/c/{of.slug}/parella/1/"))
    for step in (first, second):
        if step["opponent_number"]:
            assert f"place {places[step['opponent_number']]} now" in read
    assert Game.objects.filter(round__number=2).count() == 3
