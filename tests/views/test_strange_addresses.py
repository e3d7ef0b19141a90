"""Addresses and fields that no page of ours makes are answered, never a fault."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.views.sheets import HAND, new_game, send
from tournament.models import Game, PlayedHand
from tournament.queries.games import game_by_token

pytestmark = pytest.mark.django_db

STRANGE = ["%00", "a%00b", "caf%C3%A9", "x" * 44, "a.b", "a%20b", "a%0A"]
ACTIONS = ["", "dat/", "dat/1/", "desfes/", "sorteig/", "acaba/"]


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("token", STRANGE)
def test_token_that_no_sheet_can_have_is_an_unknown_page(client: Client, token: str, action: str) -> None:
    assert client.get(f"/en/f/{token}/{action}").status_code == 404
    assert client.post(f"/en/f/{token}/{action}").status_code == 404


@pytest.mark.parametrize("token", ["", "a\0b", "cafè", "x" * 44, "a\n"])
def test_token_that_no_sheet_can_have_is_not_asked_of_the_database(
    token: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert game_by_token(token) is None


@pytest.mark.parametrize("sequence", ["0", "99999", "9" * 30, "9" * 5000])
def test_number_of_a_hand_may_be_of_any_length(client: Client, game: Game, sequence: str) -> None:
    path = f"/en/f/{game.token}/dat/{sequence}/"
    assert client.get(path).status_code in (200, 404)
    assert client.post(path, HAND).status_code in (404, 422)


@pytest.mark.parametrize("strange", ["a\0b", "x" * 5000, "9" * 5000, "²"])
@pytest.mark.parametrize(
    "field", ["after", "client_id", "version", "base", "doubling", "side", "points", "unit"]
)
def test_hand_with_a_strange_field_is_taken_or_refused(
    client: Client, game: Game, field: str, strange: str
) -> None:
    response = send(client, game, **HAND | {field: strange})
    assert response.status_code in (303, 422)
    assert not PlayedHand.objects.filter(client_id__contains="\\0").exists()


@pytest.mark.parametrize("strange", ["a\0b", "x" * 5000, "9" * 5000])
@pytest.mark.parametrize("field", ["client_id", "version", "side"])
@pytest.mark.parametrize("action", ["desfes/", "sorteig/", "acaba/", "dat/1/"])
def test_button_with_a_strange_field_is_taken_or_refused(
    client: Client, game: Game, action: str, field: str, strange: str
) -> None:
    factories.hand(game, 4, 0)
    response = send(client, game, action, **{"side": "a", "turn": "1"} | {field: strange})
    assert response.status_code in (303, 422)


@pytest.mark.parametrize("asked", ["9" * 5000, "%00", "1%00", "-1", "²"])
def test_round_of_any_length_may_be_asked_for(client: Client, game: Game, asked: str) -> None:
    path = f"/en/c/{game.round.championship.slug}/classificacio/?ronda={asked}"
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("page", ["ronda", "parella"])
@pytest.mark.parametrize("number", ["0", "99999", "9" * 30, "9" * 5000])
def test_numbers_in_public_addresses_may_be_of_any_length(
    client: Client, game: Game, page: str, number: str
) -> None:
    assert client.get(f"/en/c/{game.round.championship.slug}/{page}/{number}/").status_code == 404


@pytest.mark.parametrize("query", ["?ok=%00", "?ok=" + "x" * 5000, "?dats=%00"])
def test_sheet_may_be_asked_for_with_anything_after_it(client: Client, game: Game, query: str) -> None:
    assert client.get(f"/en/f/{game.token}/{query}").status_code == 200
