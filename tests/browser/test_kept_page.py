"""Where browsers allow it (under TLS, and on this computer itself) a phone keeps the page of its sheet: opened again
without network it is there, with the hands that wait."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests import factories
from tests.browser.phone_at_table import (
    BEFORE,
    expect_nothing_kept,
    expect_state,
    expect_totals,
    opened,
    write_down,
    written,
)
from tournament.models import Game

KEPT = """async () => {
    const pages = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) pages.push(new URL(request.url).pathname);
    return pages.filter((path) => !path.startsWith('/static/'));
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


def kept(page: Page) -> list[str]:
    return list(page.evaluate(KEPT))


def wait_until_kept(page: Page, *paths: str) -> None:
    """Until these are kept, or the page itself."""
    wanted = set(paths or [urlsplit(page.url).path])
    for _ in range(100):
        if wanted <= set(kept(page)):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"not kept: {wanted}")


def test_sheet_is_opened_again_without_network_and_hands_are_sent_once(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    wait_until_kept(sheet)
    context.set_offline(True)
    write_down(sheet, "a", "9")
    expect_state(sheet, "waiting to be sent · 1 hand")
    sheet.reload()
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_totals(sheet, "25", "20")
    write_down(sheet, "b", "5")
    expect_state(sheet, "waiting to be sent · 2 hands")
    # A page loaded anew may get a hand through before the browser makes it offline: its answer is lost, and the hand
    # sent again like the other.
    context.set_offline(False)
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "25")
    assert written(game) == [*BEFORE, (9, 0), (0, 5)]


def test_kept_page_is_the_sheet_as_it_was_seen_last(sheet: Page, context: BrowserContext, game: Game) -> None:
    wait_until_kept(sheet)
    factories.hand(game, 0, 11, client_id="other-11")
    expect_totals(sheet, "16", "31")
    context.set_offline(True)
    sheet.reload()
    expect_totals(sheet, "16", "31")


def test_only_sheets_are_kept_and_only_a_few(sheet: Page, live_server: Any, game: Game) -> None:
    wait_until_kept(sheet)
    addresses = []
    for _ in range(5):
        following = factories.game(factories.round_(game.round.championship), opening_draw="a")
        addresses.append(f"/en/f/{following.token}/")
        sheet.goto(f"{live_server.url}{addresses[-1]}")
        wait_until_kept(sheet)
    for public in ("/en/", "/en/c/vilaplana-2026/", "/en/eines/", "/en/organitzacio/entra/"):
        sheet.goto(f"{live_server.url}{public}")
    assert kept(sheet) == addresses[1:]


def test_card_of_the_table_leads_to_its_sheet_without_network(
    context: BrowserContext, live_server: Any, game: Game
) -> None:
    token = "card-of-table-1"
    game.round.championship.tables.create(number=game.table, token=token)
    page = opened(context, live_server, game)
    wait_until_kept(page)
    page.goto(f"{live_server.url}/en/t/{token}/")
    expect_totals(page, "16", "20")
    wait_until_kept(page, f"/en/t/{token}/")
    context.set_offline(True)
    page.goto(f"{live_server.url}/en/t/{token}/")
    expect_totals(page, "16", "20")


def test_page_that_is_not_kept_is_the_browsers_own_error(
    sheet: Page, context: BrowserContext, live_server: Any
) -> None:
    wait_until_kept(sheet)
    context.set_offline(True)
    with pytest.raises(Error, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        sheet.goto(f"{live_server.url}/en/c/vilaplana-2026/")
    context.set_offline(False)


def test_worker_keeps_to_the_rules_of_the_page(sheet: Page) -> None:
    complaints: list[str] = []
    sheet.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    sheet.reload()
    wait_until_kept(sheet)
    assert complaints == []


def test_B075_five_hands_typed_in_flight_mode_survive_a_reload_and_are_sent_once(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    factories.hand(game, 3, 0)
    factories.hand(game, 0, 3)
    expect_totals(sheet, "19", "23")
    wait_until_kept(sheet)
    context.set_offline(True)
    typed = [("a", 1), ("b", 2), ("a", 3), ("b", 4), ("a", 5)]
    for side, points in typed:
        write_down(sheet, side, str(points))
    expect_state(sheet, "waiting to be sent · 5 hands")
    sheet.reload()
    expect_state(sheet, "waiting to be sent · 5 hands")
    expect_totals(sheet, "28", "29")
    context.set_offline(False)
    expect_nothing_kept(sheet)
    expect_totals(sheet, "28", "29")
    assert written(game)[4:] == [(1, 0), (0, 2), (3, 0), (0, 4), (5, 0)]
