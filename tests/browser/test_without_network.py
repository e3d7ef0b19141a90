"""Without network nothing on the sheet leads to the browser's own page of the error: it is said beside the button, with
what the table does meanwhile."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.phone_at_table import (
    BEFORE,
    expect_nothing_kept,
    expect_state,
    expect_totals,
    opened,
    write_down,
    written,
)
from tournament.models import Call, Game

NOTHING_SENT = "No network: nothing was sent. What is here stays. Press again when the network is back."
RAISE_YOUR_HAND = "No network: raise your hand or go to the organisers’ desk."


def notice(page: Page) -> Any:
    return page.locator("[data-offline-notice]")


def ask_for_somebody(page: Page, reason: str) -> None:
    page.get_by_text("Ask for an organiser").tap()
    page.get_by_role("button", name=reason).tap()


def test_table_that_calls_without_network_reads_what_to_do(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    ask_for_somebody(sheet, "revoke")
    expect(notice(sheet)).to_contain_text(RAISE_YOUR_HAND)
    expect(notice(sheet)).to_contain_text("Do not mix or touch the tricks until an organiser comes")
    expect(notice(sheet).get_by_text("shuffle, cut and deal again")).to_be_hidden()
    assert not Call.objects.exists()

    context.set_offline(False)
    expect(notice(sheet)).to_have_count(0)
    sheet.get_by_role("button", name="revoke").tap()
    expect(sheet.get_by_role("heading", name="The organisers have been called")).to_be_visible()
    sheet.wait_for_load_state("networkidle")
    assert list(Call.objects.values_list("game", "reason")) == [(game.pk, "revoke")]


@pytest.mark.parametrize(
    "answer",
    [
        lambda route: route.fulfill(status=200, body="<h1>Welcome to our Wi-Fi</h1>"),
        lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"),
    ],
    ids=["a hotel", "502"],
)
def test_house_that_is_not_ours_is_no_network(sheet: Page, game: Game, answer: Any) -> None:
    sheet.route("**/ara", answer)
    sheet.get_by_text("Undo the last hand").tap()
    sheet.get_by_role("button", name="Yes, remove it").tap()
    expect(notice(sheet)).to_contain_text(NOTHING_SENT)
    assert written(game) == BEFORE
    sheet.unroute("**/ara")


def test_server_that_hangs_is_no_network(sheet: Page, game: Game) -> None:
    held: list[Route] = []
    sheet.route("**/ara", lambda route: held.append(route))
    sheet.get_by_text("Undo the last hand").tap()
    sheet.get_by_role("button", name="Yes, remove it").tap()
    expect(notice(sheet)).to_contain_text(NOTHING_SENT, timeout=8_000)
    assert written(game) == BEFORE
    for route in held:
        route.abort()
    sheet.unroute_all(behavior="ignoreErrors")


def test_hand_that_is_changed_without_network_stays_typed(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    sheet.get_by_role("link", name="Change hand 1").tap()
    field = sheet.locator("#points")
    expect(field).to_have_value("16")
    field.fill("10")
    context.set_offline(True)
    sheet.locator("[data-save]").tap()
    expect(notice(sheet)).to_contain_text(NOTHING_SENT)
    expect(field).to_have_value("10")
    context.set_offline(False)
    expect(notice(sheet)).to_have_count(0)
    sheet.locator("[data-save]").tap()
    expect(sheet.get_by_text("Changed. The totals are now 10 – 20.")).to_be_visible()
    assert written(game) == [(10, 0), (0, 20)]


def test_link_without_network_leaves_the_sheet_open(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    context.set_offline(True)
    sheet.get_by_role("link", name="Change hand 1").tap()
    expect(notice(sheet)).to_contain_text("No network")
    expect(sheet.locator(".paper tbody tr.is-filled")).to_have_count(2)
    context.set_offline(False)
    expect(notice(sheet)).to_have_count(0)
    sheet.get_by_role("link", name="Change hand 1").tap()
    expect(sheet.get_by_role("heading", name="Change hand 1")).to_be_visible()


def test_before_play_is_asked_again_when_the_network_is_back(
    context: BrowserContext, live_server: Any, game: Game
) -> None:
    game.hands.all().delete()
    Game.objects.update(opening_draw="")
    page = opened(context, live_server, game)
    context.set_offline(True)
    page.get_by_role("button", name="Els de Cal Menut").tap()
    expect(notice(page)).to_contain_text(NOTHING_SENT)
    context.set_offline(False)
    expect(notice(page)).to_have_count(0)
    page.get_by_role("button", name="Els de Cal Menut").tap()
    expect(page.locator("[data-save]")).to_be_visible()
    assert Game.objects.get().opening_draw == "a"


def test_B076_minute_of_502_and_of_no_answer_loses_no_hand_and_nobody_is_logged_out(
    sheet: Page, game: Game
) -> None:
    answers: list[int] = []

    def unstable(route: Route) -> None:
        answers.append(len(answers))
        if len(answers) % 2:
            route.fulfill(status=502, body="<h1>Bad Gateway</h1>")
        else:
            route.abort("timedout")

    sheet.clock.install()
    sheet.reload()
    sheet.route("**/f/**", unstable)
    write_down(sheet, "a", "9")
    for _ in range(4):
        sheet.clock.fast_forward(15_000)
        sheet.wait_for_timeout(200)
    write_down(sheet, "b", "5")
    expect_state(sheet, "waiting to be sent · 2 hands")
    expect(sheet.locator("[data-behind]")).to_be_visible()
    assert len(answers) >= 4
    sheet.unroute("**/f/**")
    sheet.clock.fast_forward(31_000)
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "25")
    sheet.wait_for_load_state("networkidle")
    assert written(game) == [*BEFORE, (9, 0), (0, 5)]
