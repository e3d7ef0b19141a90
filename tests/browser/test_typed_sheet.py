"""Sheets typed from paper by keyboard alone."""

from typing import Any

import pytest
from django.conf import settings

from tests.factories import championship, game, hand, round_
from tests.views.sheets import desk_base
from tournament.models import Game, Membership, PlayedHand, Round, Seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def playing() -> Round:
    """A round of twelve tables."""
    of = round_(championship(name="Vilaplana 2026"))
    for _ in range(12):
        game(of)
    return of


@pytest.fixture
def desk(at_desk: Any, playing: Round) -> Any:
    """A browser on the entry page, in English."""
    page = at_desk(playing.championship)
    page.goto(f"{desk_base(playing.championship)}entrada/")
    page.locator("#taula:focus").wait_for()
    return page


def opened(desk: Any, table: int) -> None:
    desk.keyboard.type(str(table))
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/entrada/full/**")
    desk.wait_for_load_state()


def type_rows(desk: Any, *rows: str) -> None:
    for row in rows:
        desk.keyboard.type(row)
        desk.keyboard.press("Enter")


def ready_for_the_next(desk: Any, said: str) -> None:
    desk.get_by_text(said).wait_for()
    desk.locator("#taula:focus").wait_for()
    desk.wait_for_load_state()


def written(of: Round, table: int) -> list[tuple[str, int, int]]:
    rows = PlayedHand.objects.filter(game__round=of, game__table=table)
    return list(rows.values_list("bid", "points_a", "points_b"))


def test_two_sheets_one_after_the_other_without_a_mouse(desk: Any, playing: Round) -> None:
    for table in (7, 12):
        opened(desk, table)
        desk.locator("#row-1:focus").wait_for()
        type_rows(desk, "bc48", f"c{table * 2}-", "r60", "", "1")
        ready_for_the_next(desk, f"Table {table} confirmed: 108 – {table * 2}.")
    assert written(playing, 7) == [("BC", 48, 0), ("C", 0, 14), ("R", 60, 0)]
    assert Game.objects.get(round=playing, table=12).opening_draw == "a"
    assert list(Seat.objects.filter(game__table=12).order_by("side").values_list("wins2", flat=True)) == [
        2,
        0,
    ]


def test_totals_and_findings_come_while_one_types_and_the_field_stays(desk: Any) -> None:
    opened(desk, 3)
    type_rows(desk, "12", "c15")
    desk.get_by_text("Did you mean 14 or 16?").wait_for()
    assert desk.locator("#a-1").inner_text() == "12"
    desk.locator("#row-3:focus").wait_for()
    desk.keyboard.press("ArrowUp")
    desk.keyboard.type("c14")
    desk.locator("#a-2", has_text="26").wait_for()
    assert desk.get_by_text("Did you mean").count() == 0
    desk.keyboard.press("Shift+Enter")
    desk.locator("#row-1:focus").wait_for()


def test_sheet_of_more_hands_than_rows_gets_one_row_more(desk: Any) -> None:
    opened(desk, 3)
    type_rows(desk, *(["x"] * 13))
    desk.locator("#row-14:focus").wait_for()
    desk.locator("#mark-13", has_text="↻").wait_for()
    assert desk.locator("#row-14").get_attribute("aria-label") == "Row 14"


def test_what_was_typed_is_there_again_when_the_page_is_loaded_anew(desk: Any) -> None:
    opened(desk, 3)
    type_rows(desk, "12", "c14-")
    desk.locator("#b-2", has_text="14").wait_for()
    desk.reload()
    desk.locator("#row-3:focus").wait_for()
    assert [desk.locator(f"#row-{row}").input_value() for row in (1, 2, 3)] == ["12", "c14-", ""]


def test_sheet_as_the_phone_has_it_takes_one_enter(desk: Any, playing: Round) -> None:
    for points, bid in (((48, 0), "BC"), ((0, 12), "C"), ((60, 0), "R")):
        hand(playing.games.get(table=5), *points, bid=bid)
    opened(desk, 5)
    desk.get_by_role("button", name="Confirm 108 – 12").wait_for()
    desk.keyboard.press("Enter")
    ready_for_the_next(desk, "Table 5 confirmed: 108 – 12.")


def test_only_the_difference_from_the_phone_is_typed_and_asked(desk: Any, playing: Round) -> None:
    for points, bid in (((48, 0), "BC"), ((0, 6), "C"), ((60, 0), "R")):
        hand(playing.games.get(table=5), *points, bid=bid)
    opened(desk, 5)
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    type_rows(desk, "c12-")
    desk.get_by_text("There now: trump, contro: 6 points for pair 10").wait_for()
    desk.locator("#b-3", has_text="12").wait_for()
    for _ in range(2):  # the row below, left as it is; the opening draw, which is not said
        desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Yes, the paper says so").wait_for()
    desk.wait_for_load_state()
    desk.keyboard.press("Enter")
    ready_for_the_next(desk, "Table 5 confirmed: 108 – 12.")
    assert written(playing, 5) == [("BC", 48, 0), ("C", 0, 12), ("R", 60, 0)]


def test_the_slash_leaves_an_empty_row_for_another_table(desk: Any) -> None:
    opened(desk, 3)
    desk.locator("#row-1:focus").wait_for()
    desk.keyboard.press("/")
    desk.locator("#taula:focus").wait_for()
    desk.wait_for_load_state()


def test_totals_alone_are_typed_from_an_empty_sheet(desk: Any) -> None:
    opened(desk, 3)
    desk.keyboard.press("Enter")
    type_rows(desk, "101")
    desk.locator("#total-b:focus").wait_for()
    type_rows(desk, "54")
    ready_for_the_next(desk, "Table 3 confirmed: 101 – 54.")


def test_what_was_typed_is_there_again_after_a_log_in(desk: Any, playing: Round) -> None:
    opened(desk, 3)
    desk.locator("#row-1:focus").wait_for()
    type_rows(desk, "bc48", "c12-", "r60")
    desk.locator("#draw").fill("1")
    name = Membership.objects.get(championship=playing.championship).user.get_username()
    desk.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    desk.locator("[data-done]").click()
    desk.locator("#id_username").fill(name)
    desk.locator("#id_password").fill("secret")
    desk.locator(".login-card button").click()
    desk.get_by_text("What you had written is here again: send it once more.").wait_for()
    rows = [desk.locator(f"#row-{place}").input_value() for place in (1, 2, 3, 4)]
    assert (rows, desk.locator("#draw").input_value()) == (["bc48", "c12-", "r60", ""], "1")
    desk.locator("[data-done]").click()
    ready_for_the_next(desk, "Table 3 confirmed: 108 – 12.")
