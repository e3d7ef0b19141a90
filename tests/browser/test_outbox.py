"""Hands written down while the network fails: kept on the phone, shown, sent in order, none lost and none doubled."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.phone_at_table import (
    BEFORE,
    PHONE,
    POSTED,
    choose,
    expect_nothing_kept,
    expect_state,
    expect_totals,
    opened,
    stored,
    write_down,
    written,
)
from tournament.models import Game


def drop_the_answer(route: Route) -> None:
    """The server has it; the phone never hears of it."""
    route.fetch()
    route.abort()


def away(route: Route) -> None:
    route.abort("connectionrefused")


def test_hand_is_written_and_the_sheet_says_so(sheet: Page, game: Game) -> None:
    write_down(sheet, "a", "9")
    expect(sheet.locator(".turn-done")).to_contain_text("Written down: trump: 9 points for pair 1.")
    expect_totals(sheet, "25", "20")
    expect_nothing_kept(sheet)
    assert written(game) == [*BEFORE, (9, 0)]


def test_hands_typed_without_network_are_counted_at_once_and_shown_as_pending(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_totals(sheet, "25", "20")
    expect(sheet.get_by_role("heading", name="Hand 4 of 12 · pair 2 calls")).to_be_visible()
    expect(sheet.locator("input[name=side]:checked")).to_have_count(0)
    expect(sheet.locator("#points")).to_have_value("")
    write_down(sheet, "b", "12", "C")
    expect_state(sheet, "waiting to be sent · 2 hands")
    expect_totals(sheet, "25", "32")
    choose(sheet, "b")
    sheet.locator("[data-key='8']").tap()
    expect(sheet.locator("[data-preview]")).to_contain_text("2: 32 + 8 = 40")
    rows = sheet.locator(".outbox-row")
    expect(rows).to_contain_text(
        ["Hand 3: trump: 9 points for pair 1 pending", "Hand 4: trump, contro: 12 points for pair 2 pending"]
    )
    assert written(game) == BEFORE


def test_line_that_says_what_waits_is_in_the_first_view_and_moves_nothing(
    sheet: Page, context: BrowserContext
) -> None:
    before = sheet.locator("[data-save]").bounding_box()
    context.set_offline(True)
    write_down(sheet, "a", "9")
    expect_state(sheet, "waiting to be sent · 1 hand")
    assert sheet.locator("[data-save]").bounding_box() == before
    expect(sheet.locator("[data-outbox-state]")).to_be_in_viewport()
    assert sheet.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_hands_typed_without_network_arrive_in_order_at_the_next_load(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    context.set_offline(True)
    for points in ("1", "2", "3"):
        write_down(sheet, "a", points)
    expect_state(sheet, "waiting to be sent · 3 hands")
    assert written(game) == BEFORE
    sheet.close()

    context.set_offline(False)
    page = opened(context, live_server, game)
    expect(page.locator(".turn-done")).to_contain_text("Written down")
    expect_totals(page, "22", "20")
    expect_nothing_kept(page)
    assert written(game) == [*BEFORE, (1, 0), (2, 0), (3, 0)]


def test_hands_are_sent_by_themselves_when_the_network_is_back(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "1")
    write_down(sheet, "level", "")
    expect_state(sheet, "waiting to be sent · 2 hands")
    context.set_offline(False)
    expect(sheet.locator(".turn-done")).to_contain_text("Written down: trump: level hand.")
    assert written(game) == [*BEFORE, (1, 0), (0, 0)]


@pytest.mark.parametrize(
    "answer",
    [away, lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>")],
    ids=["none", "502"],
)
def test_server_that_is_away_for_a_while_gets_the_hand(
    sheet: Page, game: Game, answer: Callable[[Route], None]
) -> None:
    sheet.route(POSTED, answer, times=1)
    write_down(sheet, "b", "7")
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_nothing_kept(sheet)
    expect_totals(sheet, "16", "27")
    assert written(game) == [*BEFORE, (0, 7)]


def test_page_of_another_house_is_no_answer(sheet: Page, game: Game) -> None:
    """A hotel's network answers everything with its log-in."""
    sheet.route(POSTED, lambda route: route.fulfill(status=200, body="<h1>Welcome to our Wi-Fi</h1>"))
    write_down(sheet, "b", "7")
    expect_state(sheet, "waiting to be sent · 1 hand")
    assert stored(sheet) == 1


def test_answer_that_never_comes_makes_no_second_hand(sheet: Page, game: Game) -> None:
    ids: list[str] = []
    sheet.on(
        "request", lambda request: ids.append(str(request.post_data)) if "/dat/" in request.url else None
    )
    sheet.route(POSTED, drop_the_answer, times=2)
    write_down(sheet, "b", "7")
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_nothing_kept(sheet)
    expect_totals(sheet, "16", "27")
    expect_state(sheet, "sent ✓")
    assert written(game) == [*BEFORE, (0, 7)]
    assert len(set(ids)) == 1


def test_hand_whose_answer_was_lost_is_known_after_a_reload(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    sheet.route(POSTED, drop_the_answer)
    write_down(sheet, "b", "7")
    write_down(sheet, "a", "3")
    expect_state(sheet, "waiting to be sent · 2 hands")
    sheet.close()
    page = opened(context, live_server, game)
    expect_nothing_kept(page)
    expect_totals(page, "19", "27")
    assert written(game) == [*BEFORE, (0, 7), (3, 0)]


def test_answer_does_not_take_away_what_is_being_typed(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "1")
    choose(sheet, "b")
    sheet.locator("[data-key='8']").tap()
    context.set_offline(False)
    expect_state(sheet, "sent ✓")
    expect_totals(sheet, "17", "20")
    expect(sheet.locator("#points")).to_have_value("8")
    sheet.locator("[data-save]").tap()
    expect(sheet.locator(".turn-done")).to_contain_text("Written down: trump: 8 points for pair 2.")
    assert written(game) == [*BEFORE, (1, 0), (0, 8)]


def test_last_hand_that_waits_can_be_removed(sheet: Page, context: BrowserContext, game: Game) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "1")
    write_down(sheet, "a", "2")
    expect(sheet.get_by_text("Remove this hand")).to_have_count(2)
    expect(sheet.locator(".outbox-row").first.get_by_text("Remove this hand")).to_be_hidden()
    sheet.locator(".outbox-row").last.get_by_text("Remove this hand").tap()
    sheet.get_by_role("button", name="Yes, remove it").tap()
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_totals(sheet, "17", "20")
    write_down(sheet, "b", "5")
    context.set_offline(False)
    expect_nothing_kept(sheet)
    expect_totals(sheet, "17", "25")
    assert written(game) == [*BEFORE, (1, 0), (0, 5)]


def test_game_that_ends_without_network_takes_no_more_hands(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    sheet.locator("label", has=sheet.locator("input[name=base][value=B]")).tap()
    write_down(sheet, "a", "96", "C")
    expect(sheet.locator(".turn h2")).to_have_text("The game ends with this hand.")
    expect(sheet.locator("[data-save]")).to_be_hidden()
    context.set_offline(False)
    expect(sheet.get_by_role("heading", name="Game over: 101 points reached (art. 12.3.1)")).to_be_visible()
    assert written(game) == [*BEFORE, (96, 0)]


def test_button_pressed_twice_writes_one_hand_and_scolds_nobody(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    choose(sheet, "a")
    sheet.locator("[data-key='9']").tap()
    sheet.evaluate(
        "document.querySelector('[data-save]').click(); document.querySelector('[data-save]').click()"
    )
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect(sheet.locator(".error:visible")).to_have_count(0)


def test_impossible_hand_is_not_kept(sheet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "15", "C")
    expect(sheet.locator("[data-preview] .error")).to_contain_text("14 or 16")
    assert stored(sheet) == 0


def test_phone_without_storage_sends_a_plain_form(new_context: Any, live_server: Any, game: Game) -> None:
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page = opened(context, live_server, game)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    write_down(page, "a", "9")
    expect(page.locator(".turn-done")).to_contain_text("Written down: trump: 9 points for pair 1.")
    assert written(game) == [*BEFORE, (9, 0)]
    assert complaints == []


def test_undo_waits_until_the_last_hand_is_on_the_sheet(sheet: Page, context: BrowserContext) -> None:
    undo = sheet.get_by_text("Undo the last hand")
    expect(undo).to_be_visible()
    context.set_offline(True)
    write_down(sheet, "a", "9")
    expect(undo).to_be_hidden()


def test_two_windows_of_one_phone_keep_their_hands_in_one_order(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    second = opened(context, live_server, game)
    context.set_offline(True)
    write_down(sheet, "a", "1")
    expect_state(second, "waiting to be sent · 1 hand")
    write_down(second, "b", "2")
    expect_state(sheet, "waiting to be sent · 2 hands")
    expect_totals(sheet, "17", "22")
    context.set_offline(False)
    expect_nothing_kept(sheet)
    assert written(game) == [*BEFORE, (1, 0), (0, 2)]
