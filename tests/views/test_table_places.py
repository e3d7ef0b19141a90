"""An old QR: the sheet of a round that is over, or of a game taken back, says where its pairs sit now."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import address, new_game, played_out, send, shown, text_of
from tournament.models import Championship, Game, Pair, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A confirmed game of round 1."""
    return factories.confirmed(new_game(), 108, 12)


def pair_at(game: Game, side: str) -> Pair:
    return game.seats.get(side=side).pair


def next_round(game: Game) -> Round:
    return factories.round_(game.round.championship, published_at=timezone.now())


def test_sheet_of_an_earlier_round_says_where_each_pair_plays_now(client: Client, game: Game) -> None:
    now = next_round(game)
    factories.game(now, table=5, a=pair_at(game, "a"))
    factories.game(now, table=9, b=pair_at(game, "b"))
    text = shown(client, game)
    assert "This sheet is of round 1" in text
    assert "1 Els de Cal Menut plays at table 5 now , against 3 Parella 3" in text
    assert "plays at table 9 now , against 4 Parella 4" in text
    page = client.get(address(game)).content.decode()
    assert f'href="/en/c/{game.round.championship.slug}/ronda/2/"' in page


def test_pairs_that_meet_again_are_led_to_their_one_table(client: Client, game: Game) -> None:
    factories.game(next_round(game), table=5, a=pair_at(game, "b"), b=pair_at(game, "a"))
    assert "You play at table 5 now." in shown(client, game)


def test_pair_that_rests_or_does_not_play_is_told_so(client: Client, game: Game) -> None:
    factories.bye(next_round(game), pair_at(game, "a"))
    text = shown(client, game)
    assert "1 Els de Cal Menut rests this round" in text
    assert "is not in this round" in text


def test_old_sheet_never_gives_the_address_of_another_game(client: Client, game: Game) -> None:
    other = factories.game(next_round(game), a=pair_at(game, "a"), b=pair_at(game, "b"))
    assert other.token not in client.get(address(game)).content.decode()


def test_sheet_of_a_void_game_says_where_its_pairs_play_now(client: Client) -> None:
    game = new_game()
    left, right = pair_at(game, "a"), pair_at(game, "b")
    Game.objects.filter(pk=game.pk).update(voided_at=timezone.now())
    game.seats.update(void=True)
    factories.game(game.round, table=2, a=left, b=right)
    response = client.get(address(game))
    assert response.status_code == 404
    assert "This sheet is no longer valid" in text_of(response)
    assert "You play at table 2 now." in text_of(response)


def test_sheet_in_play_and_sheet_of_a_finished_championship_lead_nowhere_else(
    client: Client, game: Game
) -> None:
    assert "This sheet is of round" not in shown(client, game)
    next_round(game)
    Championship.objects.update(state=Championship.State.FINISHED)
    assert "This sheet is of round" not in shown(client, game)


@pytest.mark.parametrize("ending", [played_out, lambda game: factories.confirmed(game, 108, 12)])
def test_finished_sheet_leads_to_the_round_and_to_the_standings(client: Client, ending: object) -> None:
    game = new_game()
    ending(game)  # type: ignore[operator]
    page = client.get(address(game)).content.decode()
    base = f"/en/c/{game.round.championship.slug}/"
    assert f'href="{base}"' in page
    assert f'href="{base}classificacio/"' in page


@pytest.mark.parametrize("action", ["dat/", "desfes/", "sorteig/", "acaba/"])
def test_address_that_only_takes_forms_leads_to_its_sheet(client: Client, action: str) -> None:
    game = new_game()
    response = client.get(address(game, action))
    assert response.status_code in (302, 303)
    assert response["Location"] == address(game)


# --- What was typed is not lost ---------------------------------------------------------------


TYPED = {"base": "B", "doubling": "C", "side": "b", "points": "40", "unit": "points", "after": ""}


def test_hand_typed_for_a_game_confirmed_meanwhile_is_shown_beside_the_refusal(
    client: Client, game: Game
) -> None:
    response = send(client, game, **TYPED)
    assert response.status_code == 422
    assert "You had written: botifarra, contro: 40 points for pair 2." in text_of(response)


def test_change_typed_for_a_game_confirmed_meanwhile_is_shown_beside_the_refusal(client: Client) -> None:
    game = new_game()
    played_out(game)
    factories.confirmed(game, 108, 12)
    response = send(client, game, "dat/1/", **TYPED, version="1")
    assert response.status_code == 422
    assert "You had written: botifarra, contro: 40 points for pair 2." in text_of(response)


def test_hand_typed_for_a_game_that_ended_meanwhile_is_shown_beside_the_refusal(client: Client) -> None:
    game = new_game()
    played_out(game)
    response = send(client, game, **TYPED | {"after": game.hands.last().client_id})
    assert response.status_code == 422
    assert "You had written: botifarra, contro: 40 points for pair 2." in text_of(response)


def test_unreadable_hand_for_a_game_that_ended_meanwhile_is_shown_with_what_is_wrong(client: Client) -> None:
    game = new_game()
    played_out(game)
    response = send(client, game, **TYPED | {"points": "forty"})
    assert response.status_code == 422
    assert "You had written: BC forty." in text_of(response)
    assert "Write a whole number" in text_of(response)
