"""The table's page on a phone: it shows the sheet and how the game ended, with no more than its address."""

import html
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.first_view import weight
from tests.views.sheets import address, new_game, played_out, send, send_hand, shown, text_of
from tournament.models import Game, PlayedHand, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return new_game()


# --- What the page shows ----------------------------------------------------------------------


def test_page_names_table_round_and_both_pairs_in_full(client: Client, game: Game) -> None:
    text = shown(client, game)
    assert "Table 1 · Round 1" in text
    assert "1 Els de Cal Menut" in text
    assert "2 Les Manilles de l&#x27;Alta Ribagorça" in text


def test_opening_draw_is_asked_before_the_first_hand(client: Client, game: Game) -> None:
    text = shown(client, game)
    assert "Opening draw: which pair calls first?" in text
    assert "Write it down" not in text


def test_hands_may_be_written_without_answering_the_draw(client: Client, game: Game) -> None:
    assert "Write it down" in shown(client, game, "?dats=1")


def test_answering_the_draw_says_which_pair_calls(client: Client, game: Game) -> None:
    response = send(client, game, "sorteig/", side="b")
    assert response.status_code == 303
    assert response["Location"] == address(game) + "?ok=draw"
    assert "Hand 1 of 12 · pair 2 calls" in shown(client, game)


def test_turn_to_call_alternates(client: Client, game: Game) -> None:
    send(client, game, "sorteig/", side="b")
    send_hand(client, game)
    assert "Hand 2 of 12 · pair 1 calls" in shown(client, game)


def test_only_the_winner_of_the_draw_is_marked_and_nobody_before_it_is_known(
    client: Client, game: Game
) -> None:
    assert "draw-mark" not in client.get(address(game)).content.decode()
    played_out(game)
    send(client, game, "sorteig/", side="b")
    body = client.get(address(game)).content.decode()
    assert body.count("draw-mark") == 1
    assert "Ribagorça ✓ Has won: opening draw" in shown(client, game)


def test_draw_may_be_changed_later(client: Client, game: Game) -> None:
    for side in ("a", "b"):
        send(client, game, "sorteig/", side=side)
    game.refresh_from_db()
    assert game.opening_draw == "b"


def test_sheet_has_the_rows_of_the_paper_with_totals_and_codes(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0, bid="C")
    factories.hand(game, 0, 4)
    text = shown(client, game)
    assert "1 12 12 0 0 C 2 0 12 4 4 — 3 4 5 6 7 8 9 10 11 12" in text


def test_distance_and_hands_left_are_said(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0, bid="C")
    text = shown(client, game)
    assert "89 to go" in text
    assert "101 to go" in text
    assert "up to 101 points · 11 hands left" in text


def test_page_is_for_one_reader_alone_and_knows_no_session(client: Client, game: Game) -> None:
    response = client.get(address(game))
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize("token", ["unknown", "taula-7", "x" * 43])
def test_unknown_address_is_answered_with_a_way_out(client: Client, token: str) -> None:
    response = client.get(f"/en/f/{token}/")
    assert response.status_code == 404
    assert "This sheet does not exist" in text_of(response)
    assert "ask at the organisers" in text_of(response)


def test_sheet_of_a_draft_does_not_exist_yet(client: Client, game: Game) -> None:
    Round.objects.filter(pk=game.round_id).update(state=Round.State.DRAFT)
    assert client.get(address(game)).status_code == 404
    assert send_hand(client, game).status_code == 404


def test_sheet_of_a_void_game_says_so(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(voided_at=timezone.now())
    response = client.get(address(game))
    assert response.status_code == 404
    assert "This sheet is no longer valid" in text_of(response)
    Game.objects.filter(pk=game.pk).update(reason="es van asseure malament")
    again = text_of(client.get(response.request["PATH_INFO"]))
    assert "Its game was annulled: es van asseure malament. What it says does not count." in again


def test_only_the_doublings_of_the_regulation_are_offered(client: Client) -> None:
    championship = factories.championship(preset="ponent")
    game = factories.game(factories.round_(championship, published_at=timezone.now()))
    assert "Sant Vicenç" not in shown(client, game, "?dats=1")


def test_first_view_weighs_little(client: Client, game: Game) -> None:
    assert 20_000 < weight(client, address(game) + "?dats=1") < 60_000


def test_page_needs_the_same_queries_for_any_number_of_hands(
    client: Client, game: Game, django_assert_num_queries: Any
) -> None:
    for hands in (1, 3):
        while PlayedHand.objects.filter(game=game).count() < hands:
            factories.hand(game, 4, 0)
        with django_assert_num_queries(8):
            client.get(address(game))


# --- The end ----------------------------------------------------------------------------------


def test_finished_game_says_why_shows_its_result_and_sends_the_winners_with_the_paper(
    client: Client, game: Game
) -> None:
    played_out(game)
    text = shown(client, game)
    assert "Game over: 101 points reached (art. 12.3.1)" in text
    assert "1 108 – 12 2" in text
    assert "the winning pair takes it to the organisers’ desk (15.2.7.4)" in text
    assert "Write it down" not in text
    assert "Undo the last hand" in text


def test_cap_is_a_line_of_its_own(client: Client, game: Game) -> None:
    for points in (72, 72):
        factories.hand(game, points, 0, bid="B")
    text = shown(client, game)
    assert "Totals of the sheet 144 – 0" in text
    assert "Cap of the winner −8 / 0" in text
    assert "1 136 – 0 2" in text


def test_level_game_asks_for_the_winner_of_the_draw_and_then_counts_the_point(
    client: Client, game: Game
) -> None:
    factories.hand(game, 12, 0, bid="C")
    factories.hand(game, 0, 12)
    Game.objects.filter(pk=game.pk).update(stopped=Game.Stopped.TIME)
    assert "Level at 12: which pair won the opening draw?" in shown(client, game)
    send(client, game, "sorteig/", side="b")
    text = shown(client, game)
    assert "Point of the opening draw 0 / +1" in text
    assert "1 12 – 13 2" in text


def test_confirmed_game_can_only_be_read(client: Client, game: Game) -> None:
    played_out(game)
    factories.confirmed(game, 108, 12)
    text = shown(client, game)
    assert "Confirmed by the organisers." in text
    assert "Undo" not in text
    response = send(client, game, "desfes/")
    assert response.status_code == 422
    assert "Table 1 is confirmed" in text_of(response)


def test_number_of_the_last_hand_is_said(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    Game.objects.filter(pk=game.pk).update(last_hand=2)
    assert "Last hand: hand 2" in shown(client, game)


def line_of_the_turn(client: Client, game: Game) -> str:
    turn = re.search(r'<div class="turn">.*?</p>', client.get(address(game)).content.decode(), re.S)
    assert turn
    return " ".join(re.sub("<[^>]+>", " ", turn[0]).split())


@pytest.mark.parametrize(("last", "says"), [(2, "it is the last hand"), (3, "2 hands left")])
def test_hand_after_which_the_game_ends_is_called_the_last(
    client: Client, game: Game, last: int, says: str
) -> None:
    factories.hand(game, 20, 0)
    Game.objects.update(last_hand=last, opening_draw="a")
    assert line_of_the_turn(client, game) == f"Hand 2 of 12 · pair 2 calls up to 101 points · {says}"
    facts = json.loads(
        html.unescape(re.findall('data-facts="([^"]+)"', client.get(address(game)).content.decode())[0])
    )
    assert facts["ends_by"] == ("12.3.3" if last == 2 else "")


def test_hand_in_play_when_time_is_up_is_the_last(client: Client, game: Game) -> None:
    factories.hand(game, 20, 0)
    long_ago = timezone.now() - timedelta(hours=2)
    Round.objects.update(published_at=long_ago, ends_at=timezone.now() - timedelta(minutes=1))
    assert line_of_the_turn(client, game).endswith("it is the last hand")


def test_announced_end_is_said_and_closes_the_game_once_it_has_come(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    published = timezone.now() - timedelta(minutes=70)
    ends = timezone.now() - timedelta(minutes=1)
    Round.objects.filter(pk=game.round_id).update(published_at=published, ends_at=ends)
    assert "End at" in shown(client, game)
    assert "End the game: time is up (12.3.3)" in shown(client, game)
    assert send(client, game, "acaba/").status_code == 303
    assert "Game over: time is up (art. 12.3.3)" in shown(client, game)


def test_game_is_not_closed_by_time_before_an_end_was_announced(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    response = send(client, game, "acaba/")
    assert response.status_code == 422
    assert "The end has not been announced yet" in text_of(response)
    assert "Say which pair" not in text_of(response)


def test_totals_typed_at_the_desk_that_differ_are_told(client: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    Game.objects.filter(pk=game.pk).update(typed_a=101, typed_b=40)
    assert "they will compare both sheets with you" in shown(client, game)


def test_championship_on_paper_shows_the_sheet_and_takes_nothing(client: Client) -> None:
    championship = factories.championship(phones_at_tables=False)
    game = factories.game(factories.round_(championship, published_at=timezone.now()))
    text = shown(client, game)
    assert "the sheet is kept on paper: this page only shows it" in text
    assert "Write it down" not in text
    assert send_hand(client, game).status_code == 422
    assert not PlayedHand.objects.exists()


def test_posts_need_no_token_but_their_own_address(game: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert send_hand(strict, game).status_code == 303
