"""What the script of a phone is told when it sends a hand: the same as a page would say, in JSON."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.views.sheets import HAND, address, new_game, played_out, send, send_hand, totals
from tournament.models import Game, PlayedHand

pytestmark = pytest.mark.django_db

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def game() -> Game:
    return new_game()


def ask(client: Client, game: Game, **fields: Any) -> HttpResponse:
    return client.post(address(game, "dat/"), HAND | fields, headers={"Accept": "application/json"})


def test_hand_is_answered_with_what_was_written(client: Client, game: Game) -> None:
    response = ask(client, game, points="12", client_id="first")
    assert response.status_code == 200
    assert response.json() == {
        "ok": True,
        "answer": {
            "sequence": 1,
            "number": 1,
            "client_id": "first",
            "points": [12, 0],
            "totals": [12, 0],
            "over": False,
        },
    }
    assert "no-store" in response["Cache-Control"]


def test_same_id_gets_the_same_answer_and_is_written_once(client: Client, game: Game) -> None:
    answers = [ask(client, game, client_id="first").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert PlayedHand.objects.count() == 1


def test_hands_typed_one_after_another_go_through_in_order(client: Client, game: Game) -> None:
    for before, own in (("", "one"), ("one", "two"), ("two", "three")):
        assert ask(client, game, client_id=own, after=before).json()["ok"]
    assert list(PlayedHand.objects.values_list("client_id", flat=True)) == ["one", "two", "three"]


def test_conflict_names_the_hand_that_stands_there(client: Client, game: Game) -> None:
    ask(client, game, client_id="first", points="12")
    response = ask(client, game, client_id="second", points="14")
    assert response.status_code == 422
    answer = response.json()
    assert (answer["ok"], answer["code"], answer["there"]) == (False, "hand_conflict", "first")
    assert "12" in answer["sentence"]
    assert "14" in answer["sentence"]


def test_hand_after_a_removed_one_is_refused(client: Client, game: Game) -> None:
    answer = ask(client, game, after="gone").json()
    assert (answer["code"], answer["there"]) == ("hand_before_gone", "")


def test_hand_after_the_end_is_refused_in_the_words_of_the_page(client: Client, game: Game) -> None:
    played_out(game)
    last = PlayedHand.objects.filter(game=game).last()
    assert last is not None
    answer = ask(client, game, after=last.client_id).json()
    assert answer["code"] == "sheet_over"
    assert "The game is over since hand 3" in answer["sentence"]


def test_hand_of_a_confirmed_game_is_refused(client: Client, game: Game) -> None:
    factories.confirmed(game, 48, 20)
    assert ask(client, game).json()["code"] == "game_confirmed"


def test_hand_where_phones_are_not_used_is_refused(client: Client) -> None:
    game = new_game(factories.championship(phones_at_tables=False))
    assert ask(client, game).json()["code"] == "phones_off"


def test_unreadable_form_is_refused_in_its_own_words(client: Client, game: Game) -> None:
    response = ask(client, game, points="")
    assert response.status_code == 422
    assert response.json() == {
        "ok": False,
        "code": "form",
        "sentence": "Write how many points.",
        "there": "",
    }


def test_unknown_sheet_and_a_cancelled_one_are_not_found(client: Client, game: Game) -> None:
    headers = {"Accept": "application/json"}
    assert client.post("/en/f/no-such-token/dat/", HAND, headers=headers).status_code == 404
    Game.objects.update(voided_at=factories.START)
    assert ask(client, game).status_code == 404


@pytest.mark.parametrize("accept", ["", "*/*", BROWSER])
def test_form_of_a_page_gets_a_page(client: Client, game: Game, accept: str) -> None:
    headers = {"Accept": accept} if accept else {}
    response = client.post(address(game, "dat/"), HAND, headers=headers)
    assert response.status_code == 303
    response = client.post(address(game, "dat/"), HAND | {"after": "gone"}, headers=headers)
    assert response["Content-Type"].startswith("text/html")


def test_page_says_which_hands_it_shows(client: Client, game: Game) -> None:
    send_hand(client, game, client_id="first")
    page = client.get(address(game)).content.decode()
    assert 'data-known="first "' in page
    assert 'data-after="first"' in page


def test_page_that_refuses_a_hand_says_which(client: Client, game: Game) -> None:
    send_hand(client, game, client_id="first")
    page = send(client, game, **HAND | {"client_id": "second", "points": "14"}).content.decode()
    assert 'data-answers="second"' in page
    assert totals(game) == (12, 0)


def test_cancelled_sheet_shows_what_a_phone_still_keeps_of_it(client: Client, game: Game) -> None:
    Game.objects.update(voided_at=factories.START)
    response = client.get(address(game))
    assert response.status_code == 404
    assert f'data-token="{game.token}"' in response.content.decode()
