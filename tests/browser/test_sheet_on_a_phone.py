"""A game from its first hand to the standings: written on a phone, seen at the desk, confirmed, ranked."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tournament.models import Championship, Game

DESK = {"width": 1280, "height": 800}
BOARD = "/en/organitzacio/vilaplana-2026/taules/"

# What was called, who doubled, whose points, how many – and both totals afterwards.
HANDS = (
    ("Trump", "Nobody", "Els de Cal Menut", "12", ("12", "0")),
    ("Trump", "Contro", "Les Manilles", "20", ("12", "20")),
    ("Botifarra", "Nobody", "Els de Cal Menut", "30", ("42", "20")),
    ("Botifarra", "Contro", "Els de Cal Menut", "60", ("102", "20")),
)


@pytest.fixture
def championship(transactional_db: None) -> Championship:
    return factories.championship(name="Vilaplana 2026", slug="vilaplana-2026")


@pytest.fixture
def game(championship: Championship) -> Game:
    round_ = factories.round_(championship, published_at=timezone.now())
    left = factories.pair(championship, war_name="Els de Cal Menut")
    right = factories.pair(championship, war_name="Les Manilles")
    return factories.game(round_, a=left, b=right)


@pytest.fixture
def sheet(phone: Page, live_server: Any, game: Game) -> Page:
    phone.goto(f"{live_server.url}/en/f/{game.token}/")
    return phone


@pytest.fixture
def desk(new_context: Any, live_server: Any, championship: Championship) -> Page:
    """A screen of the desk, logged in."""
    factories.member(championship, who=factories.user("desk"))
    page = new_context(viewport=DESK).new_page()
    page.goto(f"{live_server.url}{BOARD}")
    page.locator("input[name=username]").fill("desk")
    page.locator("input[name=password]").fill("secret")
    page.locator("main form button").click()
    page.wait_for_url(f"**{BOARD}")
    return page


def choose(page: Page, group: str, label: str) -> None:
    """Tap a big button of a group."""
    page.get_by_role("group", name=group).locator("label", has_text=label).first.tap()


def key_in(page: Page, number: str) -> None:
    for figure in number:
        page.locator(f"[data-key='{figure}']").tap()


def write_hand(page: Page, called: str, doubled: str, whose: str, points: str) -> None:
    choose(page, "Called", called)
    choose(page, "Contro?", doubled)
    choose(page, "Points go to", whose)
    key_in(page, points)
    page.get_by_role("button", name="Write it down").tap()
    expect(page.get_by_role("status").first).to_contain_text("Written down")


def say_who_won_the_draw(page: Page) -> None:
    page.get_by_role("button", name="Els de Cal Menut").tap()


def expect_totals(page: Page, *totals: str) -> None:
    expect(page.locator(".scoreboard-total")).to_have_text(totals)


def test_game_goes_from_the_phone_to_the_standings(sheet: Page, desk: Page, live_server: Any) -> None:
    say_who_won_the_draw(sheet)
    for called, doubled, whose, points, totals in HANDS:
        write_hand(sheet, called, doubled, whose, points)
        expect_totals(sheet, *totals)
    expect(sheet.get_by_role("heading", name="Game over: 101 points reached (art. 12.3.1)")).to_be_visible()
    expect(sheet.get_by_role("button", name="Write it down")).to_have_count(0)

    desk.reload()
    expect(desk.get_by_role("row", name="Els de Cal Menut")).to_contain_text(re.compile(r"102\D+20"))
    desk.goto(f"{live_server.url}/en/organitzacio/vilaplana-2026/entrada/")
    expect(desk.locator("#taula")).to_be_focused()
    desk.keyboard.type("1")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Confirm 102 – 20")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Table 1 confirmed: 102 – 20.")).to_be_visible()

    sheet.reload()
    expect(sheet.get_by_text("Confirmed by the organisers.")).to_be_visible()
    sheet.goto(f"{live_server.url}/en/c/vilaplana-2026/classificacio/")
    leader = sheet.get_by_role("row").nth(1)
    expect(leader).to_contain_text("Els de Cal Menut")
    expect(leader).to_contain_text("+82")


def test_phone_says_the_result_before_it_is_sent(sheet: Page) -> None:
    say_who_won_the_draw(sheet)
    choose(sheet, "Contro?", "Recontro")
    choose(sheet, "Points go to", "Les Manilles")
    key_in(sheet, "28")
    preview = sheet.locator("[data-preview]")
    expect(preview).to_contain_text("28 points for pair 2")
    expect(preview).to_contain_text("2: 0 + 28 = 28")


def test_phone_says_what_cannot_be_while_it_is_typed(sheet: Page) -> None:
    say_who_won_the_draw(sheet)
    choose(sheet, "Contro?", "Contro")
    choose(sheet, "Points go to", "Les Manilles")
    key_in(sheet, "15")
    preview = sheet.locator("[data-preview]")
    expect(preview).to_contain_text("the points are even: 14 or 16")
    key_in(sheet, "0")
    expect(preview).to_contain_text("72 points at most")


def test_phone_remembers_that_card_points_are_counted(sheet: Page) -> None:
    say_who_won_the_draw(sheet)
    choose(sheet, "Count in", "card points")
    choose(sheet, "Points go to", "Les Manilles")
    key_in(sheet, "28")
    expect(sheet.locator("[data-preview]")).to_contain_text("8 points for pair 1")
    sheet.get_by_role("button", name="Write it down").tap()
    expect_totals(sheet, "8", "0")
    expect(sheet.locator("input[name=unit][value=card_points]")).to_be_checked()


def test_row_is_given_to_the_other_pair_on_the_phone(sheet: Page) -> None:
    say_who_won_the_draw(sheet)
    write_hand(sheet, "Trump", "Contro", "Les Manilles", "20")
    sheet.get_by_role("link", name="Change hand 1").tap()
    sheet.get_by_role("button", name="Give the points to the other pair").tap()
    expect(sheet.get_by_text("The totals are now 20 – 0.")).to_be_visible()


def test_page_keeps_to_the_width_of_the_phone_and_to_its_own_rules(sheet: Page) -> None:
    complaints: list[str] = []
    sheet.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    sheet.on("pageerror", lambda error: complaints.append(str(error)))
    say_who_won_the_draw(sheet)
    write_hand(sheet, "Trump", "Nobody", "Les Manilles", "9")
    assert sheet.evaluate("document.documentElement.scrollWidth") == sheet.viewport_size["width"]
    assert complaints == []


def test_sheet_works_without_scripts(new_context: Any, live_server: Any, game: Game) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{live_server.url}/en/f/{game.token}/")
    page.get_by_role("button", name="Els de Cal Menut").click()
    page.locator("label", has_text="Contro").nth(0).click()
    page.get_by_role("group", name="Points go to").locator("label").nth(1).click()
    page.get_by_label("How many").fill("20")
    page.get_by_role("button", name="Write it down").click()
    expect_totals(page, "0", "20")
