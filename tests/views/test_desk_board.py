"""The board of a round: ordered, filtered, renewed only where something changed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import bye, confirmed, game, hand, pair, round_
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Championship, Game, Membership, Round
from tournament.queries.board import TableState
from tournament.templatetags.board import COLOURS
from tournament.texts_board import STATES

pytestmark = pytest.mark.django_db
START = timezone.now() - timedelta(minutes=20)


def playing(tables: int = 1, **fields: object) -> Round:
    of = round_(published_at=START, **fields)
    for _ in range(tables):
        game(of)
    return of


def hands_at(of: Round, *numbers: int) -> None:
    """So many hands at table 1, 2, …; those of a table come a minute after those of the one before."""
    for table, number in enumerate(numbers, start=1):
        for _ in range(number):
            hand(of.games.get(table=table), 4, 0, recorded_at=START + timedelta(minutes=table))


def tables(client: Client, address: str) -> list[int | None]:
    return [row.table for row in client.get(address).context["rows"]]


def written(of: Championship) -> None:
    """As every write does."""
    Championship.objects.filter(pk=of.pk).update(version=Championship.objects.get(pk=of.pk).version + 1)


# --- Order and filter --------------------------------------------------------------------------


def test_the_board_shows_late_tables_first_when_asked() -> None:
    of = playing(3)
    hands_at(of, 3, 1, 2)
    client, _of, desk = at_desk(of.championship)
    assert tables(client, f"{desk}taules/") == [1, 2, 3]
    assert tables(client, f"{desk}taules/?ordre=retard") == [2, 3, 1]
    assert tables(client, f"{desk}taules/files/?ordre=retard") == [2, 3, 1]


def test_the_three_slowest_tables_stand_out_the_longest_without_a_hand_first() -> None:
    of = playing(6)
    hands_at(of, 2, 1, 2, 3, 2)
    client, _of, desk = at_desk(of.championship)
    rows = client.get(f"{desk}taules/?ordre=retard").context["rows"]
    assert [(row.table, row.is_slow) for row in rows if row.hands] == [
        (2, True),
        (1, True),
        (3, True),
        (5, False),
        (4, False),
    ]


def test_among_three_tables_that_play_none_stands_out() -> None:
    of = playing(4)
    hands_at(of, 2, 1, 2)
    client, _of, desk = at_desk(of.championship)
    assert [row.is_slow for row in client.get(f"{desk}taules/").context["rows"]] == [False] * 4


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("cerca=3", [2, 3]),  # the table, and a pair
        ("cerca=alleluia", [2]),
        ("cerca=CAL+al%C2%B7leluia", [2]),
        ("cerca=playing", [1]),
        ("cerca=playing+2", [1]),
        ("cerca=nobody", []),
        ("estat=waiting", [2, 3]),
        ("estat=waiting&cerca=3", [2, 3]),
        ("estat=confirmed", []),
        ("estat=nonsense", []),
        ("estat=missing", [1, 2, 3]),
    ],
)
def test_tables_are_found_by_number_name_and_state(asked: str, found: list[int]) -> None:
    of = playing(0)
    names = iter(["Els Sis", "La Una", "Cal Al·leluia", "Bastos", "Copes", "Oros"])
    for _ in range(3):
        game(of, a=pair(of.championship, war_name=next(names)), b=pair(of.championship, war_name=next(names)))
    hand(of.games.get(table=1), 4, 0)
    client, _of, desk = at_desk(of.championship, language="en")
    assert tables(client, f"{desk}taules/?{asked}") == found
    assert tables(client, f"{desk}taules/files/?{asked}") == found


def test_every_way_to_look_keeps_the_others() -> None:
    of = playing(2)
    hands_at(of, 1)
    client, _of, desk = at_desk(of.championship)
    shown = client.get(f"{desk}taules/?ronda=1&ordre=retard&cerca=1&estat=playing").context
    assert [each.href for each in shown["orders"]] == [
        "?ronda=1&cerca=1&estat=playing",
        "?ronda=1&ordre=retard&cerca=1&estat=playing",
    ]
    assert [(each.key, each.number, each.href) for each in shown["states"]] == [
        ("", 1, "?ronda=1&ordre=retard&cerca=1"),
        ("missing", 1, "?ronda=1&ordre=retard&cerca=1&estat=missing"),
        ("playing", 1, "?ronda=1&ordre=retard&cerca=1&estat=playing"),
    ]


def test_the_board_of_an_earlier_round_can_be_seen() -> None:
    first = round_(state=Round.State.CLOSED)
    confirmed(game(first), 101, 40)
    game(round_(first.championship))
    client, _of, desk = at_desk(first.championship)
    assert client.get(f"{desk}taules/").context["round"].number == 2
    assert client.get(f"{desk}taules/?ronda=1").context["round"].number == 1


@pytest.mark.parametrize("asked", ["?ronda=9", "?ronda=x", "files/?ronda=", "files/?ronda=%C2%B2"])
def test_a_board_of_no_round_is_no_error(asked: str) -> None:
    client, _of, desk = at_desk(playing().championship)
    assert client.get(f"{desk}taules/{asked}").status_code == 200


def test_the_rows_of_a_championship_without_rounds_are_no_error() -> None:
    client, _of, desk = at_desk()
    assert [client.get(f"{desk}taules/{part}").status_code for part in ("", "files/")] == [200, 200]


def test_the_board_shows_the_pair_that_rests_last() -> None:
    of = playing()
    confirmed(bye(of), 51, 0)
    client, _of, desk = at_desk(of.championship)
    assert tables(client, f"{desk}taules/") == [1, None]


# --- What a row says ---------------------------------------------------------------------------


def test_what_the_checker_finds_stands_in_the_row_in_words() -> None:
    of = playing()
    played = of.games.get()
    for _ in range(3):
        hand(played, 50, 0, bid="C")
    Game.objects.update(typed_a=150, typed_b=10)
    client, _of, desk = at_desk(of.championship, language="en")
    page = " ".join(text_of(client.get(f"{desk}taules/")).split())
    assert "The final result says 150–10, and the totals end at 150–0." in page
    assert tables(client, f"{desk}taules/?estat=found") == [1]


def test_a_result_that_counts_has_no_findings() -> None:
    of = playing()
    played = of.games.get()
    for _ in range(3):
        hand(played, 50, 0, bid="C")
    confirmed(played, 150, 0)
    client, _of, desk = at_desk(of.championship)
    assert [row.findings for row in client.get(f"{desk}taules/").context["rows"]] == [()]


# --- Renewal -----------------------------------------------------------------------------------


def test_the_board_is_sent_again_only_when_something_changed() -> None:
    of = playing()
    client, championship, desk = at_desk(of.championship)
    address = f"{desk}taules/files/?ronda=1"
    first = client.get(address)
    tag = first["ETag"]
    assert (first.status_code, tables(client, address)) == (200, [1])
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    written(championship)  # somewhere else: nothing of this round
    unchanged = client.get(address, headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged["ETag"] == tag) == (304, False)
    hand(of.games.get(), 4, 0)
    written(championship)
    changed = client.get(address, headers={"If-None-Match": unchanged["ETag"]})
    assert (changed.status_code, "4–0" in text_of(changed)) == (200, True)


def test_another_filter_is_another_answer() -> None:
    of = playing()
    client, _of, desk = at_desk(of.championship)
    tag = client.get(f"{desk}taules/files/?ronda=1")["ETag"]
    asked = client.get(f"{desk}taules/files/?ronda=1&cerca=x", headers={"If-None-Match": tag})
    assert asked.status_code == 200


def test_where_nothing_was_written_only_the_log_in_is_read() -> None:
    of = playing(3)
    client, _of, desk = at_desk(of.championship)
    address = f"{desk}taules/files/?ronda=1"
    tag = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        client.get(address, headers={"If-None-Match": tag})
    assert len(asked) == 3  # session, user, championship


@pytest.mark.parametrize("part", ["taules/", "taules/files/", ""])
def test_three_tables_take_as_many_queries_as_one(part: str) -> None:
    def asked(number: int) -> int:
        of = playing(number)
        hands_at(of, *[1] * number)
        client, _of, desk = at_desk(of.championship)
        return queries_of(client, f"{desk}{part}")

    assert asked(1) == asked(3)


def test_the_rows_are_the_same_for_everybody() -> None:
    of = playing(2)
    rows = []
    for role in (Membership.Role.DIRECTOR, Membership.Role.HELPER):
        client, _of, desk = at_desk(of.championship, role)
        rows.append(text_of(client.get(f"{desk}taules/files/")))
    assert rows[0] == rows[1]
    assert "csrf" not in rows[0]


def test_whoever_is_logged_out_is_sent_to_the_log_in() -> None:
    of = playing()
    assert Client().get(f"/organitzacio/{of.championship.slug}/taules/files/").status_code == 302


def test_the_first_page_names_the_few_sheets_that_are_missing() -> None:
    of = playing(3)
    hands_at(of, 1, 1)
    confirmed(of.games.get(table=2), 101, 40)
    client, _of, desk = at_desk(of.championship, language="en")
    page = " ".join(text_of(client.get(desk)).split())
    assert "2 sheets are missing: tables 1 and 3" in page


def test_every_state_has_its_words_and_its_colour() -> None:
    assert set(STATES) == set(COLOURS) == set(TableState)
