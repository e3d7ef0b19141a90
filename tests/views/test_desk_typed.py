"""What was typed at the desk is never lost, and what looks mistyped is asked about."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import act, an_hour_passes, counted, desk_address, shown_at_desk, text_of, type_row
from tournament.models import Game, LogEntry, PlayedHand, Round

pytestmark = pytest.mark.django_db


def row_field(response: Any) -> str:
    found = re.search(r'<input id="row"[^>]*>', response.content.decode())
    return found[0] if found else ""


# --- Refused, and no form any more ------------------------------------------------------------


def test_row_typed_after_the_game_ended_is_said_again(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    response = type_row(desk, game, "c 20 -")
    assert response.status_code == 422
    assert "You had typed: “c 20 -” (trump, contro: 20 points for pair 2)" in text_of(response)


def test_row_that_cannot_be_read_is_said_again_as_it_was_typed(desk: Client, game: Game) -> None:
    factories.confirmed(game, 101, 40)
    assert "You had typed: 1 2 3" in text_of(act(desk, game, "hand", row="1 2 3", after=""))


def test_totals_typed_for_a_game_confirmed_meanwhile_stand_beside_what_counts(
    desk: Client, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(typed_a=101, typed_b=54)
    factories.confirmed(game, 101, 54)
    response = act(desk, game, "totals", total_a="101", total_b="45")
    assert response.status_code == 422
    assert "You had typed 101 45 What is there now 101 54" in text_of(response)


def test_reason_of_an_award_is_not_lost_when_the_game_was_confirmed_meanwhile(
    desk: Client, game: Game
) -> None:
    factories.confirmed(game, 101, 40)
    typed = {"points_a": "60", "points_b": "50", "wins": "2-0", "reason": "tall de llum"}
    response = act(desk, game, "award", **typed)
    assert response.status_code == 422
    found = text_of(response)
    assert "You had typed: 60 – 50, wins: 1 Els de Cal Menut, reason: tall de llum" in found


def test_reason_to_reopen_is_not_lost_when_somebody_reopened_it_before(desk: Client, game: Game) -> None:
    response = act(desk, game, "reopen", reason="mal copiat")
    assert "You had typed: mal copiat" in text_of(response)


def test_hand_that_another_one_stands_in_the_place_of_is_shown_and_not_left_to_be_added_by_enter(
    desk: Client, game: Game
) -> None:
    factories.hand(game, 12, 0)
    response = act(desk, game, "hand", row="c 20", after="")
    assert response.status_code == 422
    assert "You had typed: “c 20” (trump, contro: 20 points for pair 1)" in text_of(response)
    assert 'value=""' in row_field(response)


def test_game_confirmed_twice_says_that_it_was_confirmed_already(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    for _ in range(2):
        response = act(desk, game, "confirm", version=game.version)
    assert response.status_code == 303
    assert "Table 1 was already confirmed: 136 – 0." in text_of(desk.get(response["Location"]))


def test_refused_form_goes_on_at_its_first_wrong_field(desk: Client, game: Game) -> None:
    response = act(desk, game, "totals", total_a="101", total_b="cent")
    fields = re.findall(r"<(?:input|select|button)[^>]*data-refused[^>]*>", response.content.decode())
    assert [re.search(r'id="([^"]*)"', field)[1] for field in fields] == ["total-b"]  # type: ignore[index]


# --- Totals that look mistyped ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "asks"), [((500, 40), True), ((19, 3), True), ((200, 0), False), ((101, 96), False)]
)
def test_totals_that_are_hardly_ever_right_are_asked_about_before_the_confirmation(
    desk: Client, game: Game, totals: tuple[int, int], asks: bool
) -> None:
    an_hour_passes(game)
    act(desk, game, "totals", total_a=totals[0], total_b=totals[1])
    assert ("Are you sure?" in shown_at_desk(desk, game)) is asks
    assert act(desk, game, "confirm").status_code == 303


# --- Who does not come ------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "early"), [(5, True), (16, False)])
def test_time_waited_for_a_missing_pair_is_said_before_anything_counts(
    desk: Client, game: Game, minutes: int, early: bool
) -> None:
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=minutes, seconds=10))
    text = shown_at_desk(desk, game)
    assert f"{minutes} minutes have passed since the publication." in text
    assert "The regulation gives a pair 15 minutes to come (art. 13.3)." in text
    assert ("It is too early to decide." in text) is early


@pytest.mark.parametrize(("action", "fields"), [("walkover", {"side": "b"}), ("both_absent", {})])
def test_before_a_missing_pairs_minutes_are_over_an_organiser_gives_a_reason(
    desk: Client, game: Game, action: str, fields: dict[str, str]
) -> None:
    """E 13.3, E 17.2."""
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=6))
    page = desk.get(desk_address(game)).content.decode()
    assert page.count('-reason">I decide it (art. 17.2), reason:') == 3
    refused = act(desk, game, action, **fields)
    said = "It is too early: a missing pair may come until"
    assert (refused.status_code, said in text_of(refused)) == (422, True)
    assert counted(game) == [(None, None), (None, None)]
    assert act(desk, game, action, **fields, reason="han trucat: no vénen").status_code == 303
    assert LogEntry.objects.get(what=action).reason == "han trucat: no vénen"


def test_each_way_of_a_missing_pair_is_asked_a_second_time(desk: Client, game: Game) -> None:
    page = desk.get(desk_address(game)).content.decode()
    ways = re.findall(r'<details name="absent">.*?</details>', page, re.S)
    assert [way.count("<button") for way in ways] == [1, 1, 1]


def test_ruling_of_a_closed_round_is_taken_back_with_a_reason(desk: Client, game: Game) -> None:
    act(desk, game, "walkover", side="b", reason="avís")
    Round.objects.update(state=Round.State.CLOSED)
    assert act(desk, game, "undo_ruling").status_code == 422
    assert 'id="undo-reason"' in desk.get(desk_address(game)).content.decode()
    assert act(desk, game, "undo_ruling", reason="van arribar").status_code == 303
    assert counted(game) == [(None, None), (None, None)]


def test_nothing_is_written_by_a_refused_row(desk: Client, game: Game) -> None:
    factories.confirmed(game, 101, 40)
    act(desk, game, "hand", row="c 20", after="")
    assert not PlayedHand.objects.exists()
