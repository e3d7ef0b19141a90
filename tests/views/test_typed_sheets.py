"""The whole sheet of a table on one page: read while it is typed, written in one go, compared with what is there."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.views.sheets import (
    an_hour_passes,
    counted,
    desk_address,
    desk_base,
    log_in,
    shown_at_desk,
    text_of,
    type_sheet,
    typed_address,
)
from tournament.models import Championship, Game, Membership, PlayedHand, Round

pytestmark = pytest.mark.django_db

WHOLE = ("bc 48", "c 12-", "r 60")
"""Pair 1 reaches 108 in three hands."""


def added_up(client: Client, game: Game, *rows: str, **foot: Any) -> Any:
    """The page as it is asked for while somebody types."""
    return client.get(typed_address(game), {"row": list(rows), "signed": "1"} | foot)


def totals_of(page: Any) -> list[tuple[str, str]]:
    return [row.totals for row in page.context["rows"] if row.totals != ("", "")]


def said_of(page: Any) -> dict[int, str]:
    """What stands under the rows."""
    return {row.place: " ".join(row.said) for row in page.context["rows"] if row.said}


def typed_rows(page: Any) -> list[str]:
    found = re.findall(r'name="row"[^>]* value="([^"]*)"', page.content.decode())
    return [text for text in found if text]


# --- While it is typed --------------------------------------------------------------------------


def test_page_has_as_many_rows_as_the_paper(desk: Client, game: Game) -> None:
    page = desk.get(typed_address(game))
    assert [row.mark for row in page.context["rows"]] == [str(number) for number in range(1, 13)]


def test_totals_run_beside_the_rows_and_nothing_is_written(desk: Client, game: Game) -> None:
    page = added_up(desk, game, *WHOLE)
    assert totals_of(page) == [("48", "0"), ("48", "12"), ("108", "12")]
    assert "108 – 12 Game over: 101 points reached (art. 12.3.1)" in text_of(page)
    assert "Confirm 108 – 12" in text_of(page)
    assert not PlayedHand.objects.exists()


def test_finding_stands_under_its_row_and_totals_below_it_are_not_known(desk: Client, game: Game) -> None:
    page = added_up(desk, game, "12", "c 15", "9 -")
    assert said_of(page) == {
        2: "15 with contro cannot be: the points go in steps of 2. Did you mean 14 or 16?"
    }
    assert totals_of(page) == [("12", "0")]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1 2 3", "“1 2 3” cannot be read. Write the code, the points, and a dash after them"),
        ("73t", "73 card points cannot be: a hand has 72 in all."),
        ("37", "37 with trump cannot be: at most 36."),
    ],
)  # fmt: skip
def test_row_that_cannot_be_says_why(desk: Client, game: Game, row: str, said: str) -> None:
    assert said_of(added_up(desk, game, row))[1].startswith(said)


def test_rows_that_do_not_count_take_no_number(desk: Client, game: Game) -> None:
    page = added_up(desk, game, "12", "x", "xx", "p", "9-")
    assert [row.mark for row in page.context["rows"]][:6] == ["1", "↻", "↻", "2", "3", "4"]
    assert totals_of(page)[-1] == ("12", "9")


def test_rows_after_the_end_are_pointed_out(desk: Client, game: Game) -> None:
    page = added_up(desk, game, *WHOLE, "4")
    assert "The game ended with hand 3: hand 4 does not count." in text_of(page)
    assert "after the end: it does not count" in text_of(page)


def test_live_sum_ends_where_saving_ends_it(desk: Client, game: Game) -> None:
    """By time that is ticked, by the announced last hand: what is written is what was said."""
    open_page = added_up(desk, game, "20", "10 -")
    assert "20 – 10 The game is still open." in text_of(open_page)
    by_time = added_up(desk, game, "20", "10 -", by_time="1")
    assert "20 – 10 Game over: time is up (art. 12.3.3)" in text_of(by_time)
    assert "Confirm 20 – 10" in text_of(by_time)
    Game.objects.filter(pk=game.pk).update(last_hand=2)
    by_number = added_up(desk, game, "20", "10 -", "14", "24 -")
    assert "20 – 10 Game over: the last hand was played (art. 12.3.3)" in text_of(by_number)
    assert "The game ended with hand 2: hands 3 and 4 do not count." in text_of(by_number)
    assert "Confirm 20 – 10" in text_of(by_number)


def test_live_sum_says_that_a_level_game_needs_the_draw(desk: Client, game: Game) -> None:
    said = "The game is level and nobody has said who won the opening draw"
    level = ("10", "10 -")
    assert said in text_of(added_up(desk, game, *level, by_time="1"))
    assert said not in text_of(added_up(desk, game, *level))
    decided = text_of(added_up(desk, game, *level, by_time="1", draw="1"))
    assert said not in decided
    assert "Confirm 11 – 10" in decided


def test_final_of_the_paper_is_that_of_the_hands_up_to_the_last(desk: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(last_hand=2)
    page = added_up(desk, game, "20", "10 -", "14", total_a="20", total_b="10")
    assert page.context["findings"] == ("The game ended with hand 2: hand 3 does not count.",)


def test_tick_for_the_end_stands_once_the_last_hand_was_announced(desk: Client, game: Game) -> None:
    label = "It ended by time or with the announced last hand, if it was not over"
    before = desk.get(typed_address(game))
    assert (label in text_of(before), before.context["foot"]["by_time"].value()) == (False, False)
    Round.objects.update(last_hand_at=timezone.now())
    after = desk.get(typed_address(game))
    assert (label in text_of(after), after.context["foot"]["by_time"].value()) == (True, True)
    assert type_sheet(desk, game, "20", "10 -", by_time="1").status_code == 303
    assert counted(game) == [(20, 2), (10, 0)]


def test_total_of_the_paper_is_compared_while_one_types(desk: Client, game: Game) -> None:
    page = added_up(desk, game, *WHOLE, total_a="108", total_b="21")
    assert "The final result says 108–21, and the totals end at 108–12." in text_of(page)


def test_without_a_script_a_button_adds_it_up(desk: Client, game: Game) -> None:
    page = type_sheet(desk, game, "12", "9-", add_up="1")
    assert (page.status_code, totals_of(page)) == (200, [("12", "0"), ("12", "9")])
    assert not PlayedHand.objects.exists()


# --- Sent ---------------------------------------------------------------------------------------


def test_sheet_is_confirmed_and_the_desk_is_ready_for_the_next(desk: Client, game: Game) -> None:
    response = type_sheet(desk, game, *WHOLE, draw="1")
    address = f"{desk_base(game.round.championship)}entrada/?ronda=1"
    assert (response.status_code, response["Location"]) == (303, address)
    assert "Table 1 confirmed: 108 – 12." in text_of(desk.get(address))
    assert counted(game) == [(108, 2), (12, 0)]


def test_sheet_refused_keeps_every_row_and_the_foot(desk: Client, game: Game) -> None:
    page = type_sheet(desk, game, "12", "c 15", "9 -", draw="2", total_a="12", total_b="24", ended="11:40")
    assert page.status_code == 422
    assert typed_rows(page) == ["12", "c 15", "9 -"]
    assert "Row 2: " in text_of(page)
    fields = {name: page.context["foot"][name].value() for name in ("draw", "total_a", "total_b", "ended")}
    assert fields == {"draw": "2", "total_a": "12", "total_b": "24", "ended": "11:40"}


@pytest.mark.parametrize(
    ("foot", "said"),
    [
        ({"draw": "3"}, "Type 1 for the left pair or 2 for the right pair."),
        ({"total_a": "108"}, "Write both totals, or neither."),
        ({"started": "a les deu"}, "Write a time, for example 10:50."),
    ],
)
def test_foot_that_cannot_be_read_says_why(desk: Client, game: Game, foot: dict[str, str], said: str) -> None:
    page = type_sheet(desk, game, *WHOLE, **foot)
    assert page.status_code == 422
    assert said in text_of(page)
    assert typed_rows(page) == list(WHOLE)


def test_sheet_without_a_signature_waits(desk: Client, game: Game) -> None:
    response = type_sheet(desk, game, *WHOLE, signed="")
    assert "Table 1 is written down, 108 – 12: a signature is missing." in text_of(
        desk.get(response["Location"])
    )
    assert counted(game) == [(None, None), (None, None)]


def test_totals_alone_are_typed_at_the_foot(desk: Client, game: Game) -> None:
    type_sheet(desk, game, total_a="101", total_b="54")
    assert counted(game) == [(101, 2), (54, 0)]


def test_question_is_answered_by_one_enter(desk: Client, game: Game) -> None:
    page = type_sheet(desk, game, *WHOLE, "4")
    assert page.status_code == 422
    button = 'name="sure" value="rows_after_end" autofocus'
    assert button in page.content.decode()
    assert type_sheet(desk, game, *WHOLE, "4", sure="rows_after_end").status_code == 303


# --- Hands that are there -----------------------------------------------------------------------


def test_hands_that_are_there_stand_in_the_fields_and_differences_beside_them(
    desk: Client, game: Game
) -> None:
    factories.hand(game, 12, 0)
    factories.hand(game, 0, 20, bid="C")
    page = added_up(desk, game, "12", "c 22-")
    rows = page.context["rows"]
    assert [row.kept for row in rows[:3]] == ["12", "c 20 -", ""]
    assert [row.is_same for row in rows[:3]] == [True, False, False]
    assert [row.beside for row in rows[:3]] == ["", "trump, contro: 20 points for pair 2", ""]
    assert totals_of(page) == [("12", "0"), ("12", "22")]


def test_rows_left_empty_are_as_they_are_there(desk: Client, game: Game) -> None:
    for points, bid in (((48, 0), "BC"), ((0, 6), "C"), ((60, 0), "R")):
        factories.hand(game, *points, bid=bid)
    page = type_sheet(desk, game, "", "c 12-")
    assert page.status_code == 422
    assert "Other hands were there already, in rows 2." in text_of(page)
    assert type_sheet(desk, game, "", "c 12-", sure="sheet_differs").status_code == 303
    assert counted(game) == [(108, 2), (12, 0)]


def test_sentence_names_a_row_as_it_is_labelled(desk: Client, game: Game) -> None:
    for points, kind in (((12, 0), "played"), ((0, 0), "uncounted"), ((20, 0), "played")):
        factories.hand(game, *points, kind=kind)
    an_hour_passes(game)
    page = type_sheet(desk, game, "", "", "24", by_time="1")
    assert "Other hands were there already, in rows 2." in text_of(page)
    again = type_sheet(desk, game, "", "xx", "24", by_time="1")
    assert "Other hands were there already, in rows the row after hand 1, 2." in text_of(again)
    empty = type_sheet(desk, game, "", "", "", "", "s 4", by_time="1")
    assert "Row 3: The row is empty" in text_of(empty)


def test_sheet_changed_meanwhile_stands_beside_what_was_typed(desk: Client, game: Game) -> None:
    stale = game.version
    factories.hand(game, 0, 4)
    Game.objects.filter(pk=game.pk).update(version=stale + 1)
    page = type_sheet(desk, game, *WHOLE, version=stale)
    assert page.status_code == 422
    assert "Somebody changed this meanwhile." in text_of(page)
    assert page.context["rows"][0].beside == "trump: 4 points for pair 2"
    assert typed_rows(page) == list(WHOLE)


def test_sheet_confirmed_meanwhile_is_not_written_over(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    factories.confirmed(game, 136, 0)
    page = type_sheet(desk, game, *WHOLE)
    assert page.status_code == 422
    assert "Look at what counts" in text_of(page)
    assert page.context["rows"][0].beside == "botifarra, recontro: 192 points for pair 1"
    assert counted(game) == [(136, 2), (0, 0)]


def test_sheet_that_counts_opens_its_own_page(desk: Client, game: Game) -> None:
    factories.confirmed(game, 101, 40)
    assert desk.get(typed_address(game))["Location"] == desk_address(game)


def test_sheet_of_another_championship_does_not_exist_here(desk: Client, game: Game) -> None:
    foreign = typed_address(game).replace(f"/{game.pk}/", f"/{factories.game().pk}/")
    assert (desk.get(foreign).status_code, desk.post(foreign).status_code) == (404, 404)


def test_paper_is_noted_by_one_tap_on_the_board(desk: Client, game: Game) -> None:
    factories.hand(game, 192, 0, bid="BR")
    board = f"{desk_base(game.round.championship)}taules/"
    assert "the sheet is missing" in text_of(desk.get(board))
    response = desk.post(desk_address(game, "paper"), headers={"referer": f"http://testserver{board}"})
    assert response["Location"] == board
    assert "the sheet is missing" not in text_of(desk.get(board))
    assert "to be confirmed" in text_of(desk.get(board))


# --- The second check ---------------------------------------------------------------------------


@pytest.fixture
def checked(championship: Championship) -> Championship:
    Championship.objects.filter(pk=championship.pk).update(second_check=True)
    championship.refresh_from_db()
    return championship


def check_address(game: Game) -> str:
    return f"{desk_base(game.round.championship)}entrada/comprova/{game.pk}/"


def test_sheets_are_confirmed_one_after_the_other_in_the_order_of_the_pile(
    desk: Client, checked: Championship, game: Game
) -> None:
    others = [factories.game(game.round) for _ in range(2)]
    for each, points in ((others[1], 40), (game, 41), (others[0], 42)):
        type_sheet(desk, each, total_a="101", total_b=str(points))
    checker = log_in(Client(), checked, role=Membership.Role.HELPER)
    order = [others[1], game, others[0]]
    for each, below in zip(order, [*order[1:], None], strict=True):
        assert "The paper says the same: confirm 101 – 4" in text_of(checker.get(check_address(each)))
        response = checker.post(check_address(each), {"confirm": "1"})
        assert response["Location"] == (
            check_address(below) if below else f"{desk_base(checked)}entrada/comprova/"
        )
    assert counted(others[0]) == [(101, 2), (42, 0)]


def test_sheet_sent_back_comes_to_whoever_typed_it_with_what_is_wrong(
    desk: Client, checked: Championship, game: Game
) -> None:
    type_sheet(desk, game, *WHOLE)
    checker = log_in(Client(), checked, role=Membership.Role.HELPER)
    assert checker.post(check_address(game), {"reason": ""}).status_code == 422
    assert checker.post(check_address(game), {"reason": "al dat 2 hi posa 10"}).status_code == 303
    entry = f"{desk_base(checked)}entrada/"
    assert "Table 1 of round 1 came back to you: al dat 2 hi posa 10" in text_of(desk.get(entry))
    assert "came back" not in text_of(checker.get(entry))
    assert "Sent back by whoever checked it: al dat 2 hi posa 10" in text_of(desk.get(typed_address(game)))


def test_whoever_checks_is_offered_nothing_that_alters(
    desk: Client, checked: Championship, game: Game
) -> None:
    type_sheet(desk, game, *WHOLE)
    checker = log_in(Client(), checked)
    page = checker.get(check_address(game)).content.decode()
    sent = re.findall(r'<(?:input|button|select|textarea)[^>]*name="(\w+)"', page.split("<main")[1])
    assert set(sent) <= {"csrfmiddlewaretoken", "client_id", "version", "confirm", "reason"}


def test_own_pile_is_seen_and_not_checked(desk: Client, checked: Championship, game: Game) -> None:
    type_sheet(desk, game, *WHOLE)
    assert "You typed these: somebody else checks them." in text_of(
        desk.get(f"{desk_base(checked)}entrada/comprova/")
    )
    response = desk.post(check_address(game), {"confirm": "1"})
    assert response.status_code == 422
    assert "You typed this sheet yourself: somebody else has to check it." in text_of(response)


def test_history_tells_what_was_typed(desk: Client, game: Game) -> None:
    type_sheet(desk, game, *WHOLE)
    log = text_of(desk.get(f"{desk_base(game.round.championship)}historial/"))
    assert "Typed the sheet" in log
    assert "BC 48–0 · C 0–12 · R 60–0" in log


def test_game_page_leads_to_the_whole_sheet(desk: Client, game: Game) -> None:
    assert "Type the whole sheet" in shown_at_desk(desk, game)


def test_second_check_is_a_setting(desk: Client, championship: Championship) -> None:
    page = desk.get(f"{desk_base(championship)}ajustos/")
    assert "A second person checks what was typed" in text_of(page)


def test_board_says_that_a_typed_sheet_waits_to_be_checked(
    desk: Client, checked: Championship, game: Game
) -> None:
    type_sheet(desk, game, *WHOLE)
    board = f"{desk_base(checked)}taules/"
    assert "to be checked" in text_of(desk.get(board))
    log_in(Client(), checked).post(check_address(game), {"reason": "dat 2"})
    assert "sent back" in text_of(desk.get(board))


def test_adding_up_takes_the_same_queries_whatever_is_typed(desk: Client, game: Game) -> None:
    def queries(*rows: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            added_up(desk, game, *rows)
        return len(seen)

    added_up(desk, game)
    assert queries(*WHOLE) == queries("12")
