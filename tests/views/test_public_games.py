"""A game as everybody may read it, a pair's ranks, and what the hall talks about."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.first_view import weight
from tests.services.conftest import DESK, published_hall
from tests.views.test_public import address, text
from tournament.models import Championship, Game, Round
from tournament.services import games

pytestmark = pytest.mark.django_db


def played(rounds: int = 1, **fields: Any) -> Championship:
    """Two pairs that meet in every round; pair 1 wins each, by hands, and calls first."""
    championship = factories.championship(**fields)
    pairs = factories.pairs(2, championship)
    for _ in range(rounds):
        round_ = factories.round_(championship, state=Round.State.CLOSED)
        game = factories.game(round_, a=pairs[0], b=pairs[1], opening_draw="a")
        factories.hand(game, 72, 0, bid="B")
        factories.hand(game, 0, 20, bid="C")
        factories.hand(game, 36, 0, bid="B")
        factories.confirmed(game, 108, 20)
    return championship


def test_a_game_shows_its_hands_and_its_course(client: Client) -> None:
    read = text(client, address(played(), "ronda/1/taula/1/", "/en"))
    assert "Course of the game: pair 1 has 108, pair 2 has 20" in read
    assert read.count("<polyline") == 2
    for cell in ("72", "108", "20"):
        assert f"<td>{cell}</td>" in read


def test_a_table_that_is_not_there_is_told_so(client: Client) -> None:
    championship = played()
    assert "Round 1 has no table 9" in text(client, address(championship, "ronda/1/taula/9/", "/en"), 404)
    draft = factories.round_(championship, state=Round.State.DRAFT)
    factories.game(draft)
    assert "Round 2 has no table 1" in text(client, address(championship, "ronda/2/taula/1/", "/en"), 404)


def test_of_a_game_that_was_only_typed_there_are_no_hands(client: Client) -> None:
    championship = factories.championship()
    game = factories.game(factories.round_(championship), typed_a=101, typed_b=80)
    factories.confirmed(game, 101, 80)
    read = text(client, address(championship, "ronda/1/taula/1/", "/en"))
    assert "only the result is known" in read
    assert "<polyline" not in read


def test_a_game_that_counts_says_what_it_is_worth_and_who_wins(client: Client) -> None:
    """The cap and the draw winner's point stand beside the sheet's totals (E 13.2.2)."""
    championship = factories.championship()
    round_ = factories.round_(championship)
    open_game = factories.game(round_)
    factories.hand(open_game, 72, 0, bid="B")
    level = factories.game(round_, opening_draw="b", typed_a=90, typed_b=90)
    factories.confirmed(level, 90, 91)
    pages = [text(client, address(championship, f"ronda/1/taula/{table}/", "/en")) for table in (1, 2)]
    assert ("Result:" in pages[0], "Pair 4 wins." in pages[1]) == (False, True)
    assert "Result: pair 3, 90 – 91, pair 4." in pages[1]


def test_why_the_organisers_set_a_result_is_not_for_everybody(client: Client) -> None:
    hall = published_hall()
    games.award(hall.games[0].pk, (101, 50), (2, 0), reason="insults", actor=DESK)
    games.walkover(hall.games[1].pk, "a", actor=DESK)
    pages = [text(client, address(hall.championship, f"ronda/1/taula/{n}/", "/en")) for n in (1, 2)]
    assert re.search(
        r"Result: pair \d+, 101 – 50, pair \d+. Pair \d+ wins. \(set by the organisers\)", pages[0]
    )
    assert "insults" not in pages[0]
    assert "wins. (not present)" in pages[1]


def test_a_game_whose_result_is_kept_shows_nothing(client: Client) -> None:
    championship = played(changes={"rounds": 1}, secret_last_round=True)
    read = text(client, address(championship, "ronda/1/taula/1/", "/en"))
    assert ("108" in read, "ceremony" in read) == (False, True)
    assert "There is nothing to tell yet" in text(client, address(championship, "estadistiques/", "/en"))


def test_statistics_tell_what_the_hall_talks_about(client: Client) -> None:
    read = text(client, address(played(), "estadistiques/", "/en"))
    assert "<dt>Botifarres made</dt><dd>2<small>of 2 called</small></dd>" in read
    assert "<dt>Contros won</dt><dd>0<small>of 1 said</small></dd>" in read
    assert '<strong class="big-number">72</strong>' in read
    assert "108–20" in read
    assert "Round 1, table 1, hand 1" in read


def test_before_a_game_counts_there_are_no_statistics(client: Client) -> None:
    championship = factories.championship()
    factories.hand(factories.game(factories.round_(championship)), 4, 0)
    assert "There is nothing to tell yet" in text(client, address(championship, "estadistiques/", "/en"))


def test_a_pairs_page_draws_its_place_after_each_round(client: Client) -> None:
    championship = played(rounds=2)
    assert 'aria-label="round 1: place 1; round 2: place 1"' in text(
        client, address(championship, "parella/1/", "/en")
    )
    assert 'aria-label="round 1: place 2; round 2: place 2"' in text(
        client, address(championship, "parella/2/", "/en")
    )
    assert "<svg viewBox" not in text(client, address(played(), "parella/1/", "/en"))


def test_an_opponent_stands_with_its_place_of_now(client: Client) -> None:
    assert "place 2 now" in text(client, address(played(), "parella/1/", "/en"))


@pytest.mark.parametrize("tables", [1, 3])
def test_pages_of_games_take_the_same_queries_for_any_number(
    tables: int, client: Client, django_assert_num_queries: Any
) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    for _ in range(tables):
        game = factories.game(round_)
        factories.hand(game, 4, 0)
        factories.confirmed(game, 101, 80)
    assert Game.objects.count() == tables
    with django_assert_num_queries(10):
        client.get(address(championship, "estadistiques/"))
    with django_assert_num_queries(9):
        client.get(address(championship, "ronda/1/taula/1/"))


def test_the_list_by_name_has_each_pair_once_with_its_table(client: Client) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    names = ["Zeta", "Àngel", "abella", "Çedó", "Cavall", "10 d'oros"]
    pairs = [factories.pair(championship, war_name=name) for name in names]
    for a, b in zip(pairs[::2], pairs[1::2], strict=True):
        factories.game(round_, a=a, b=b)
    read = text(client, address(championship, "?ordre=nom", "/en"))
    listed = read[read.index("by-name") :]
    listed = listed[: listed.index("</table>")]
    rows = re.findall(r'parella/(\d+)/">[^<]*</a>.*?table-number">(\d+)<', listed, re.S)
    assert rows == [("6", "3"), ("3", "2"), ("2", "1"), ("5", "3"), ("4", "2"), ("1", "1")]


def test_the_round_of_a_hundred_tables_weighs_little_before_it_stands(client: Client) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    for n in range(100):
        pairs = [
            factories.pair(championship, war_name=f"Les Manilles {n * side} de l'Alta Ribagorça")
            for side in (3, 7)
        ]
        factories.hand(factories.game(round_, a=pairs[0], b=pairs[1]), 4, 0)
    assert 20_000 < weight(client, address(championship)) < 50_000


def test_where_scores_are_not_live_a_game_shows_none_and_says_when_they_are_read(client: Client) -> None:
    championship = factories.championship(live_scores=False)
    game = factories.game(factories.round_(championship))
    factories.hand(game, 62, 0)
    read = text(client, address(championship, "ronda/1/taula/1/", "/en"))
    assert ("scoreboard" in read, "once they are confirmed" in read, "62" in read) == (False, True, False)
    factories.confirmed(game, 101, 62)
    assert "scoreboard" in text(client, address(championship, "ronda/1/taula/1/", "/en"))
