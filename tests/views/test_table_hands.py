"""Hands written on a phone at the table: as people say them, refused in words, changed and undone."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import HAND, address, new_game, played_out, send, send_hand, shown, text_of, totals
from tournament.models import Game, PlayedHand

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return new_game()


# --- A hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ({"points": "12"}, ("", 12, 0)),
        ({"points": " 12 ", "side": "b"}, ("", 0, 12)),
        ({"base": "B", "doubling": "C", "points": "48"}, ("BC", 48, 0)),
        ({"doubling": "C", "points": "46", "unit": "card_points"}, ("C", 20, 0)),
        ({"doubling": "C", "points": "26", "unit": "card_points"}, ("C", 0, 20)),
        ({"points": "36", "unit": "card_points"}, ("", 0, 0)),
        ({"doubling": "R", "side": "level", "points": ""}, ("R", 0, 0)),
        ({"doubling": "R", "side": "level", "points": "15"}, ("R", 0, 0)),
        ({"points": "0"}, ("", 0, 0)),
    ],
)
def test_hand_is_written_as_it_was_said(
    client: Client, game: Game, typed: dict[str, str], written: tuple[str, int, int]
) -> None:
    assert send_hand(client, game, **typed).status_code == 303
    assert PlayedHand.objects.values_list("bid", "points_a", "points_b").get() == written


def test_passed_hand_counts_at_nothing_to_nothing(client: Client, game: Game) -> None:
    send_hand(client, game, side="pass", points="")
    assert "1 0 0 0 0 P" in shown(client, game)
    assert "11 hands left" in shown(client, game)


def test_page_after_a_hand_says_what_was_written(client: Client, game: Game) -> None:
    response = send_hand(client, game, doubling="C", points="20")
    text = text_of(client.get(response["Location"]))
    assert "Written down: trump, contro: 20 points for pair 1." in text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"doubling": "C", "points": "7"}, "Did you mean 6 or 8?"),
        ({"points": "37"}, "this hand gives 36 at most"),
        ({"points": "73", "unit": "card_points"}, "73 card points cannot be"),
        ({"points": ""}, "Write how many points."),
        ({"points": "-3"}, "Write a whole number"),
        ({"points": "3½"}, "Write a whole number"),
        ({"points": "²"}, "Write a whole number"),
        ({"points": "12", "side": ""}, "Say which pair the points are for"),
    ],
)
def test_impossible_hand_is_refused_in_words_and_nothing_is_lost(
    client: Client, game: Game, typed: dict[str, str], said: str
) -> None:
    response = send_hand(client, game, **typed)
    assert response.status_code == 422
    assert said in text_of(response)
    body = response.content.decode()
    assert f'value="{typed["points"]}"' in body
    if typed.get("doubling"):
        assert 'value="C" checked' in body
    assert not PlayedHand.objects.exists()


def test_code_that_the_regulation_does_not_have_is_refused(client: Client) -> None:
    championship = factories.championship(preset="ponent")
    game = factories.game(factories.round_(championship, published_at=timezone.now()))
    response = send_hand(client, game, base="B", doubling="S", points="16")
    assert response.status_code == 422
    assert "does not have BS" in text_of(response)
    assert 'value="16"' in response.content.decode()


def test_hand_after_the_end_is_refused_with_its_article(client: Client, game: Game) -> None:
    played_out(game)
    response = send_hand(client, game)
    assert response.status_code == 422
    assert "The game is over since hand 3" in text_of(response)
    assert "12.3.1" in text_of(response)
    assert totals(game) == (108, 12)


def test_hand_sent_twice_is_written_once(client: Client, game: Game) -> None:
    for _ in range(2):
        response = send(client, game, **HAND | {"client_id": "one-and-the-same"})
        assert response.status_code == 303
    assert PlayedHand.objects.count() == 1


def test_two_phones_at_once_see_both_hands_and_are_asked(client: Client, game: Game) -> None:
    send_hand(client, game, points="12", client_id="first")
    response = send(client, game, **HAND | {"points": "14", "client_id": "second"})
    assert response.status_code == 422
    text = text_of(response)
    assert "On the sheet trump: 12 points for pair 1" in text
    assert "Yours trump: 14 points for pair 1" in text
    assert totals(game) == (12, 0)


def answers_of(response: HttpResponse) -> dict[str, dict[str, str]]:
    """The forms of a conflict: what each sends, by its button."""
    found = {}
    for form in re.findall(r"<form.*?</form>", response.content.decode(), flags=re.S):
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        action = re.search(r'action="([^"]+)"', form)
        button = re.search(r"<button[^>]*>([^<]+)</button>", form)
        if action and button:
            found[button[1]] = {"address": action[1], **fields}
    return found


@pytest.mark.parametrize(
    ("which", "counted"),
    [
        ("Mine is right: put it in its place", (14, 0)),
        ("Both are right: mine is the next hand", (26, 0)),
    ],
)
def test_of_two_hands_mine_or_both_can_be_right(
    client: Client, game: Game, which: str, counted: tuple[int, int]
) -> None:
    send_hand(client, game, points="12", client_id="first")
    response = send(client, game, **HAND | {"points": "14", "client_id": "second"})
    answer = answers_of(response)[which]
    assert client.post(answer.pop("address"), answer).status_code == 303
    assert totals(game) == counted


def test_same_hand_from_two_phones_is_one_unless_the_table_says_otherwise(client: Client, game: Game) -> None:
    send_hand(client, game, points="12", client_id="first")
    response = send(client, game, **HAND | {"points": "12", "client_id": "second"})
    assert "Is it the same hand?" in text_of(response)
    assert "Mine is right" not in text_of(response)
    answer = answers_of(response)["No: it is another hand"]
    assert client.post(answer.pop("address"), answer).status_code == 303
    assert totals(game) == (24, 0)


def test_mine_is_right_holds_though_others_have_written_on(client: Client, game: Game) -> None:
    send_hand(client, game, points="12", client_id="first")
    response = send(client, game, **HAND | {"points": "14", "client_id": "second"})
    send_hand(client, game, after="first", points="3", client_id="third")
    answer = answers_of(response)["Mine is right: put it in its place"]
    assert client.post(answer.pop("address"), answer).status_code == 303
    assert totals(game) == (17, 0)


def test_mine_is_right_does_not_hold_where_that_hand_was_changed_meanwhile(
    client: Client, game: Game
) -> None:
    send_hand(client, game, points="12", client_id="first")
    response = send(client, game, **HAND | {"points": "14", "client_id": "second"})
    send(client, game, "dat/1/", **HAND | {"points": "9", "client_id": "fourth"})
    answer = answers_of(response)["Mine is right: put it in its place"]
    assert client.post(answer.pop("address"), answer).status_code == 422
    assert totals(game) == (9, 0)


def test_hand_written_under_a_removed_one_comes_back_with_what_was_typed(client: Client, game: Game) -> None:
    response = send(client, game, **HAND | {"after": "a-hand-that-is-gone", "points": "14"})
    assert response.status_code == 422
    assert "has been removed meanwhile" in text_of(response)
    assert 'value="14"' in response.content.decode()


# --- Changes ----------------------------------------------------------------------------------


def test_row_is_a_link_to_the_page_that_changes_it(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    response = client.get(address(game, "dat/1/"))
    assert "Change hand 1" in text_of(response)
    assert "It says now: trump, contro: 20 points for pair 1" in text_of(response)
    assert 'value="20"' in response.content.decode()


def test_changed_row_moves_every_total_below(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    factories.hand(game, 4, 0)
    response = send(client, game, "dat/1/", **HAND | {"points": "10", "version": game.version})
    assert response.status_code == 303
    assert "The totals are now 14 – 0." in text_of(client.get(response["Location"]))


def test_row_is_given_to_the_other_pair_by_one_button(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    send(client, game, "dat/1/", turn="1", version=game.version)
    assert PlayedHand.objects.values_list("bid", "points_a", "points_b").get() == ("C", 0, 20)


def test_impossible_change_is_refused_on_its_own_page(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    response = send(client, game, "dat/1/", **HAND | {"doubling": "C", "points": "7"})
    assert response.status_code == 422
    assert "Change hand 1" in text_of(response)
    assert "Did you mean 6 or 8?" in text_of(response)
    assert totals(game) == (20, 0)


def test_change_based_on_an_old_sheet_is_refused(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    response = send(client, game, "dat/1/", **HAND | {"version": game.version + 1})
    assert response.status_code == 422
    assert totals(game) == (20, 0)


def test_rows_after_the_end_stand_struck(client: Client, game: Game) -> None:
    factories.hand(game, 50, 0, bid="BC")
    factories.hand(game, 10, 0)
    factories.hand(game, 0, 12)
    send(client, game, "dat/1/", **HAND | {"base": "B", "doubling": "R", "points": "96", "version": 1})
    text = shown(client, game)
    assert "Game over: 101 points reached (art. 12.3.1)" in text
    assert "Struck hands came after the end of the game and do not count." in text
    assert "<s>12</s>" in client.get(address(game)).content.decode()


def test_last_hand_is_undone_in_two_steps(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0, bid="C")
    assert "The last hand will be removed: trump, contro: 12 points for pair 1." in shown(client, game)
    assert send(client, game, "desfes/", version=game.version).status_code == 303
    assert totals(game) == (0, 0)


def test_a_hand_given_to_the_other_pair_twice_by_one_form_is_given_once(client: Client, game: Game) -> None:
    """The answer was lost on its way: the phone sends the same form again."""
    send_hand(client, game, points="12")
    page = client.get(address(game, "dat/1/")).content.decode()
    form = page[page.index('name="turn"') - 400 :]
    sent = {name: re.search(rf'name="{name}" value="([^"]*)"', form)[1] for name in ("client_id", "seen")}  # type: ignore[index]
    for _again in range(2):
        assert send(client, game, "dat/1/", **sent, turn="1").status_code == 303
        assert totals(game) == (0, 12)
