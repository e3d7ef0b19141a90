"""The desk types sheets from paper: a table's number, then rows or totals."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import (
    act,
    an_hour_passes,
    desk_address,
    desk_base,
    shown_at_desk,
    text_of,
    type_row,
    typed_address,
)
from tournament.models import Championship, Game, PlayedHand, Round

pytestmark = pytest.mark.django_db


# --- Which table ------------------------------------------------------------------------------


def test_number_of_a_table_leads_to_its_game_of_the_current_round(
    desk: Client, championship: Championship, game: Game
) -> None:
    later = factories.game(factories.round_(championship, published_at=timezone.now()))
    response = desk.get(f"{desk_base(championship)}entrada/", {"taula": "1"})
    assert response["Location"] == typed_address(later)


def test_table_of_an_earlier_round_is_reached_by_its_round(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.game(factories.round_(championship, published_at=timezone.now()))
    response = desk.get(f"{desk_base(championship)}entrada/", {"taula": "1", "ronda": "1"})
    assert response["Location"] == typed_address(game)


def test_table_whose_sheet_counts_leads_to_its_game(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.confirmed(game, 101, 40)
    response = desk.get(f"{desk_base(championship)}entrada/", {"taula": "1"})
    assert response["Location"] == desk_address(game)


def test_unknown_table_is_answered_with_the_tables_there_are(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.game(game.round)
    response = desk.get(f"{desk_base(championship)}entrada/", {"taula": "7"})
    assert response.status_code == 422
    assert "There is no table 7 in round 1, which has tables 1 and 2." in text_of(response)
    assert 'value="7"' in response.content.decode()


@pytest.mark.parametrize("typed", ["", "set", "-1", "1.5", "99999999999999999999"])
def test_what_is_no_table_is_refused_in_words(
    desk: Client, championship: Championship, game: Game, typed: str
) -> None:
    response = desk.get(f"{desk_base(championship)}entrada/", {"taula": typed})
    assert response.status_code == 422
    assert "Write the number of a table." in text_of(response)


def test_entry_before_the_first_round_says_where_to_go(desk: Client, championship: Championship) -> None:
    assert "No round is published yet" in text_of(desk.get(f"{desk_base(championship)}entrada/"))


def test_entry_lists_the_sheets_that_are_still_to_confirm(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.confirmed(factories.game(game.round), 101, 40)
    text = text_of(desk.get(f"{desk_base(championship)}entrada/"))
    assert "Round 1: 1 sheet to confirm" in text
    assert "Els de Cal Menut" in text


def test_entry_says_what_is_next_when_every_sheet_is_confirmed(
    desk: Client, championship: Championship, game: Game
) -> None:
    factories.confirmed(game, 101, 40)
    text = text_of(desk.get(f"{desk_base(championship)}entrada/"))
    assert "0 sheets" not in text
    assert "Go and close round 1" in text
    Round.objects.update(state=Round.State.CLOSED)
    assert (
        "What comes next"
        in text_of(desk.get(f"{desk_base(championship)}entrada/")).split("This round is closed.")[1]
    )


def test_game_of_another_championship_does_not_exist_here(desk: Client, game: Game) -> None:
    foreign = factories.game()
    own_address = desk_address(game).replace(str(game.pk), str(foreign.pk))
    assert desk.get(own_address).status_code == 404


def test_game_of_a_draft_does_not_exist_yet(desk: Client, game: Game) -> None:
    Round.objects.filter(pk=game.round_id).update(state=Round.State.DRAFT)
    assert desk.get(desk_address(game)).status_code == 404


# --- Rows -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "written"),
    [
        ("c 20", ("C", 20, 0)),
        ("c 20 -", ("C", 0, 20)),
        ("b 12", ("B", 12, 0)),
        ("0", ("", 0, 0)),
        ("44t -", ("", 0, 8)),
    ],
)
def test_row_is_typed_as_it_stands_on_the_paper(
    desk: Client, game: Game, row: str, written: tuple[str, int, int]
) -> None:
    response = type_row(desk, game, row)
    assert (response.status_code, response["Location"]) == (303, desk_address(game))
    assert PlayedHand.objects.values_list("bid", "points_a", "points_b").get() == written


def test_totals_run_beside_the_rows(desk: Client, game: Game) -> None:
    type_row(desk, game, "c 20")
    type_row(desk, game, "4 -")
    text = shown_at_desk(desk, game)
    assert "1 20 20 0 0 C 2 0 20 4 4 —" in text
    assert "Hand 2: trump: 4 points for pair 2." in text


def test_hand_may_be_chosen_cell_by_cell(desk: Client, game: Game) -> None:
    act(desk, game, "hand", bid="BC", side="b", points="48", unit="points", after="")
    assert PlayedHand.objects.values_list("bid", "points_a", "points_b").get() == ("BC", 0, 48)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("", "Type the hand as it stands on the paper"),
        ("c", "“c” cannot be read"),
        ("1 2 3", "“1 2 3” cannot be read"),
        ("cb 12", "Did you mean BC?"),
        ("c 7", "Did you mean 6 or 8?"),
        ("73t", "73 card points cannot be"),
        ("c 20 4", "Only one pair scores in a hand"),
        ("37", "this hand gives 36 at most"),
    ],
)
def test_impossible_row_is_refused_in_words_and_kept(desk: Client, game: Game, row: str, said: str) -> None:
    response = type_row(desk, game, row)
    assert response.status_code == 422
    assert said in text_of(response)
    assert f'value="{row}"' in response.content.decode()
    assert not PlayedHand.objects.exists()


def test_row_after_the_end_is_refused(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    response = type_row(desk, game, "12")
    assert response.status_code == 422
    assert "The game is over since hand 1" in text_of(response)


def test_row_typed_while_a_phone_wrote_another_is_not_added_silently(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    response = act(desk, game, "hand", row="c 20", after="")
    assert response.status_code == 422
    assert "Another hand is already written in that place: — 12–0. Yours was C 20–0" in text_of(response)


def test_row_is_changed_where_it_stands(desk: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    page = desk.get(desk_address(game), {"dat": "1"})
    assert 'value="c 20"' in page.content.decode()
    act(desk, game, "change_hand", sequence="1", row="c 22 -")
    assert PlayedHand.objects.values_list("bid", "points_a", "points_b").get() == ("C", 0, 22)


def test_row_is_turned_to_the_other_pair(desk: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    act(desk, game, "change_hand", sequence="1", row="c 20", turn="1")
    assert PlayedHand.objects.values_list("points_a", "points_b").get() == (0, 20)


def test_impossible_change_is_refused_and_kept(desk: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    response = act(desk, game, "change_hand", sequence="1", row="c 7")
    assert response.status_code == 422
    assert "Did you mean 6 or 8?" in text_of(response)
    assert 'value="c 7"' in response.content.decode()


def test_last_row_is_removed(desk: Client, game: Game) -> None:
    factories.hand(game, 20, 0, bid="C")
    act(desk, game, "undo", version=game.version)
    assert "Removed: trump, contro: 20 points for pair 1." in shown_at_desk(desk, game)


def test_same_hands_at_another_table_are_pointed_out(desk: Client, game: Game) -> None:
    twin = factories.game(game.round)
    for points in ((4, 0), (0, 9), (30, 0)):
        factories.hand(game, *points)
        factories.hand(twin, *points)
    assert (
        "The same hands are written for table 2 of round 1, at 10:00: is this the right paper?"
        in shown_at_desk(desk, game)
    )


# --- Totals -----------------------------------------------------------------------------------


def test_totals_alone_with_the_draw_make_a_result(desk: Client, game: Game) -> None:
    an_hour_passes(game)
    act(desk, game, "totals", total_a="80", total_b="80", opening_draw="b", version=game.version)
    text = shown_at_desk(desk, game)
    assert "Totals of the sheet 80 – 80" in text
    assert "Point of the opening draw 0 / +1" in text
    assert "Confirm 80 – 81" in text


def test_level_totals_without_a_draw_say_what_is_missing(desk: Client, game: Game) -> None:
    an_hour_passes(game)
    act(desk, game, "totals", total_a="80", total_b="80")
    text = shown_at_desk(desk, game)
    assert "nobody has said who won the opening draw" in text
    assert "Confirm 80" not in text


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        (("101", "103"), "Both pairs cannot have reached 101 points"),
        (("", "103"), "This field is required."),
        (("-4", "103"), "greater than or equal to 0"),
    ],
)
def test_impossible_totals_are_refused_and_kept(
    desk: Client, game: Game, totals: tuple[str, str], said: str
) -> None:
    response = act(desk, game, "totals", total_a=totals[0], total_b=totals[1])
    assert response.status_code == 422
    assert said in text_of(response)
    assert 'value="103"' in response.content.decode()


def test_hands_and_totals_that_differ_stand_side_by_side_until_somebody_chooses(
    desk: Client, game: Game
) -> None:
    factories.hand(game, 192, 0, bid="BR")
    act(desk, game, "totals", total_a="101", total_b="40")
    text = shown_at_desk(desk, game)
    assert "Hands and typed totals differ" in text
    assert "Hands 192 0 Typed totals 101 40" in text
    assert act(desk, game, "confirm").status_code == 422
    act(desk, game, "choose", source="totals")
    assert "Confirm 101 – 40" in shown_at_desk(desk, game)


def test_typed_totals_can_be_removed(desk: Client, game: Game) -> None:
    act(desk, game, "totals", total_a="101", total_b="40")
    act(desk, game, "clear_totals")
    game.refresh_from_db()
    assert game.typed_a is None
