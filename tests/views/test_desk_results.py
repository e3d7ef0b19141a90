"""The desk ends games: by time, by confirmation and its undo, and by what organisers decide."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.views.sheets import (
    act,
    an_hour_passes,
    counted,
    desk_address,
    desk_base,
    log_in,
    shown_at_desk,
    text_of,
    type_row,
)
from tournament.models import Championship, Game, LogEntry, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(championship: Championship) -> Client:
    return log_in(Client(), championship, role=Membership.Role.HELPER)


# --- The end ----------------------------------------------------------------------------------


def test_game_ended_by_time_is_said_and_taken_back(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    an_hour_passes(game)
    act(desk, game, "stop", why="time")
    assert "Game over: time is up (art. 12.3.3)" in shown_at_desk(desk, game)
    act(desk, game, "play_on")
    assert "Game over" not in shown_at_desk(desk, game)


def test_number_of_the_last_hand_is_corrected(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    act(desk, game, "last_hand", number="1")
    assert "Game over: the last hand was played (art. 12.3.3)" in shown_at_desk(desk, game)


def test_confirmation_counts_and_goes_on_to_the_next_table(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.hand(game, 192, 0, bid="BR")
    response = act(desk, game, "confirm", version=game.version)
    assert response["Location"] == f"{desk_base(championship)}entrada/?ronda=1"
    assert counted(game) == [(136, 2), (0, 0)]
    page = desk.get(response["Location"])
    assert "Table 1 confirmed: 136 – 0." in text_of(page)
    assert f'href="{desk_address(game)}"' in page.content.decode()
    assert re.search(r'<input id="taula"[^>]*autofocus', page.content.decode())


def test_result_shows_the_cap_before_it_is_confirmed(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    text = shown_at_desk(desk, game)
    assert "Totals of the sheet 192 – 0" in text
    assert "Cap of the winner −56 / 0" in text


def test_open_game_is_not_confirmed(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    response = act(desk, game, "confirm")
    assert response.status_code == 422
    assert "Table 1 is not over yet" in text_of(response)


def test_game_changed_meanwhile_is_not_confirmed_unseen(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    response = act(desk, game, "confirm", version=game.version + 1)
    assert response.status_code == 422
    assert counted(game) == [(None, None), (None, None)]


def test_confirmed_game_is_reopened_with_a_reason(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    act(desk, game, "confirm")
    refused = act(desk, game, "reopen", reason=" ")
    assert refused.status_code == 422
    assert "Write the reason: it stays in the log." in text_of(refused)
    act(desk, game, "reopen", reason="mal copiat")
    assert counted(game) == [(None, None), (None, None)]
    assert LogEntry.objects.filter(what="reopen", reason="mal copiat").exists()


def test_form_sent_twice_confirms_once(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    for _ in range(2):
        assert act(desk, game, "confirm", client_id="one-and-the-same").status_code == 303
    assert LogEntry.objects.filter(what="confirm").count() == 1


# --- Decisions --------------------------------------------------------------------------------


def test_pair_that_is_not_there_loses_and_the_ruling_can_be_taken_back(desk: Client, game: Game) -> None:
    act(desk, game, "walkover", side="b", reason="avís")
    assert counted(game) == [(0, 0), (51, 2)]
    assert "Settled without play" in shown_at_desk(desk, game)
    act(desk, game, "undo_ruling")
    assert counted(game) == [(None, None), (None, None)]


def test_neither_pair_there_is_nothing_for_both(desk: Client, game: Game) -> None:
    act(desk, game, "both_absent", reason="avís")
    assert counted(game) == [(0, 0), (0, 0)]


def test_walkover_of_a_begun_game_is_refused(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    response = act(desk, game, "walkover", side="b", reason="avís")
    assert response.status_code == 422
    assert "Award the result with a reason instead" in text_of(response)


def test_result_is_set_by_an_organiser_with_a_reason(desk: Client, game: Game) -> None:
    act(desk, game, "award", points_a="60", points_b="60", wins="1-1", reason="tall de llum")
    assert counted(game) == [(60, 1), (60, 1)]


def test_award_without_a_reason_is_refused_and_kept(desk: Client, game: Game) -> None:
    response = act(desk, game, "award", points_a="63", points_b="60", wins="2-0", reason="")
    assert response.status_code == 422
    assert 'value="63"' in response.content.decode()
    assert counted(game) == [(None, None), (None, None)]


def test_reason_longer_than_the_log_takes_is_refused_and_kept(desk: Client, game: Game) -> None:
    response = act(desk, game, "award", points_a="63", points_b="60", wins="2-0", reason="x" * 301)
    assert response.status_code == 422
    assert "x" * 301 in response.content.decode()


@pytest.mark.parametrize("action", ["walkover", "both_absent", "award", "reopen", "choose", "undo_ruling"])
def test_decisions_are_not_a_helpers(helper: Client, game: Game, action: str) -> None:
    assert act(helper, game, action, side="a").status_code == 403
    assert counted(game) == [(None, None), (None, None)]


def test_helper_types_and_confirms(helper: Client, game: Game) -> None:
    type_row(helper, game, "br 192")
    assert act(helper, game, "confirm").status_code == 303
    assert counted(game) == [(136, 2), (0, 0)]
    assert "Decisions of the organisers" not in shown_at_desk(helper, game)


def test_unknown_action_does_not_exist(desk: Client, game: Game) -> None:
    assert act(desk, game, "erase").status_code == 404


def test_stranger_is_asked_to_log_in(game: Game) -> None:
    response = Client().get(desk_address(game))
    assert response.status_code == 302
    assert "/organitzacio/entra/" in response["Location"]


def test_bye_is_shown_and_offers_nothing(desk: Client, game: Game) -> None:
    rests = factories.confirmed(factories.bye(game.round), 51, 0)
    text = shown_at_desk(desk, rests)
    assert "rests this round and wins with 51 points" in text
    assert "Decisions" not in text


@pytest.mark.parametrize("hands", [1, 3])
def test_game_page_needs_the_same_queries_for_any_number_of_hands(
    desk: Client, game: Game, hands: int, django_assert_max_num_queries: Any
) -> None:
    for points in range(hands):
        factories.hand(game, points, 0)
    with django_assert_max_num_queries(16):
        desk.get(desk_address(game))


def test_award_whose_winner_has_fewer_points_is_asked_about_once(desk: Client, game: Game) -> None:
    ruling = {"points_a": "70", "points_b": "101", "wins": "2-0", "reason": "acord"}
    refused = act(desk, game, "award", **ruling)
    assert refused.status_code == 422
    assert "The winner would have fewer points" in text_of(refused)
    assert counted(game) == [(None, None), (None, None)]
    act(desk, game, "award", **ruling, sure="1")
    assert counted(game) == [(70, 2), (101, 0)]


def test_awarded_game_says_so_with_its_reason(desk: Client, game: Game) -> None:
    act(desk, game, "award", points_a="63", points_b="60", wins="2-0", reason="full perdut")
    assert "Result set by the organisers: full perdut" in shown_at_desk(desk, game)


def test_whoever_sends_a_form_after_the_log_out_is_told_that_nothing_was_saved(
    desk: Client, game: Game
) -> None:
    desk.logout()
    sent = act(desk, game, "hand", row="b 12", after="")
    assert "nothing was saved" in text_of(desk.get(sent["Location"]))
