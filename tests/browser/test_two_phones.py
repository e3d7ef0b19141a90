"""Two phones hold the sheet of one table: each sees within seconds what the other writes, and nobody loses what they
type."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import factories
from tests.browser.phone_at_table import (
    BEFORE,
    choose,
    expect_nothing_kept,
    expect_state,
    expect_totals,
    opened,
    write_down,
    written,
)
from tournament.models import Call, Game, PlayedHand
from tournament.services import calls, hands
from tournament.services.hands import HandEntry
from tournament.services.writing import Actor

OTHER_PHONE = Actor(None, "table")


@pytest.fixture
def other(second: BrowserContext, live_server: Any, game: Game) -> Page:
    return opened(second, live_server, game)


def type_figure(page: Page, side: str, figure: str) -> None:
    choose(page, side)
    page.locator(f"[data-key='{figure}']").tap()


def meanwhile(page: Page) -> Any:
    return page.locator("[data-meanwhile]")


def test_hand_is_on_the_other_phone_within_seconds_and_the_next_one_follows_it(
    sheet: Page, other: Page, game: Game
) -> None:
    write_down(sheet, "a", "9")
    expect_totals(other, "25", "20")
    expect(other.locator(".paper tbody tr.is-filled")).to_have_count(3)
    expect(other.locator(".turn h2")).to_contain_text("Hand 4 of 12")
    write_down(other, "b", "5")
    expect(other.locator(".turn-done")).to_contain_text("Written down: trump: 5 points for pair 2.")
    expect_totals(sheet, "25", "25")
    write_down(sheet, "b", "4")
    expect_totals(other, "25", "29")
    expect_nothing_kept(sheet)
    assert written(game) == [*BEFORE, (9, 0), (0, 5), (0, 4)]


def test_what_was_done_is_said_once(sheet: Page) -> None:
    write_down(sheet, "a", "9")
    expect(sheet.locator(".turn-done")).to_contain_text("Written down")
    sheet.wait_for_function("() => location.search === ''")
    sheet.wait_for_timeout(4_500)  # nothing has changed since: what was said stays
    expect(sheet.locator(".turn-done")).to_contain_text("Written down")
    sheet.reload()
    expect(sheet.locator(".turn-done")).to_have_count(0)


def test_who_types_reads_that_the_hand_is_written_and_clears_it(sheet: Page, other: Page, game: Game) -> None:
    type_figure(other, "a", "9")
    write_down(sheet, "a", "9")
    expect(meanwhile(other)).to_contain_text(
        "Somebody else has written hand 3 down: trump: 9 points for pair 1."
    )
    expect(other.locator("#points")).to_have_value("9")
    expect_totals(other, "25", "20")
    other.get_by_role("button", name="It is the same hand: clear mine").tap()
    expect(meanwhile(other)).to_be_hidden()
    expect(other.locator("#points")).to_have_value("")
    write_down(other, "b", "5")
    expect(other.locator(".turn-done")).to_contain_text("5 points for pair 2")
    assert written(game) == [*BEFORE, (9, 0), (0, 5)]


def test_who_types_reads_that_the_hand_is_written_and_goes_on_with_the_next(
    sheet: Page, other: Page, game: Game
) -> None:
    type_figure(other, "b", "7")
    write_down(sheet, "a", "9")
    expect(meanwhile(other)).to_be_visible()
    other.get_by_role("button", name="Mine is the next hand").tap()
    expect(meanwhile(other)).to_be_hidden()
    other.locator("[data-save]").tap()
    expect(other.locator(".turn-done")).to_contain_text("7 points for pair 2")
    assert written(game) == [*BEFORE, (9, 0), (0, 7)]


def test_who_sends_without_deciding_compares(sheet: Page, other: Page, game: Game) -> None:
    type_figure(other, "b", "7")
    write_down(sheet, "a", "9")
    expect(meanwhile(other)).to_be_visible()
    other.locator("[data-save]").tap()
    expect(other.get_by_role("heading", name="Somebody else wrote down a hand")).to_be_visible()
    other.get_by_role("link", name="The sheet is right: keep it").tap()
    expect_nothing_kept(other)
    assert written(game) == [*BEFORE, (9, 0)]


def test_hand_taken_back_meanwhile_is_no_longer_told(sheet: Page, game: Game) -> None:
    type_figure(sheet, "b", "7")
    last = PlayedHand.objects.filter(game=game).last()
    assert last
    entry = HandEntry(bid="", side="a", points=9)
    hands.record_hand(game.pk, entry, after=last.client_id, actor=OTHER_PHONE, client_id="other-9")
    expect(meanwhile(sheet)).to_be_visible()
    hands.remove_last_hand(game.pk, version=None, actor=OTHER_PHONE, client_id="other-undo")
    expect(meanwhile(sheet)).to_be_hidden()
    sheet.locator("[data-save]").tap()
    expect(sheet.locator(".turn-done")).to_contain_text("7 points for pair 2")
    assert written(game) == [*BEFORE, (0, 7)]


def test_row_changed_meanwhile_comes_without_taking_what_is_typed(sheet: Page, game: Game) -> None:
    type_figure(sheet, "b", "7")
    hands.change_hand(
        game.pk,
        PlayedHand.objects.filter(game=game).first().sequence,  # type: ignore[union-attr]
        HandEntry(bid="", side="a", points=10),
        version=None,
        actor=OTHER_PHONE,
        client_id="other-change",
    )
    expect_totals(sheet, "10", "20")
    expect(sheet.locator("[data-preview]")).to_contain_text("2: 20 + 7 = 27")
    expect(sheet.locator("#points")).to_have_value("7")
    expect(meanwhile(sheet)).to_be_hidden()


def test_undo_that_is_open_stays_about_the_hand_it_names(sheet: Page, game: Game) -> None:
    """A thumb on its way to the button must not take away another hand."""
    sheet.get_by_text("Undo the last hand").tap()
    factories.hand(game, 0, 11, after=PlayedHand.objects.filter(game=game).last().client_id)  # type: ignore[union-attr]
    Game.objects.update(version=game.version + 1)
    expect_totals(sheet, "16", "31")
    expect(sheet.locator("[data-undo]")).to_contain_text("20 points for pair 2")
    sheet.get_by_role("button", name="Yes, remove it").tap()
    expect(sheet.get_by_role("alert")).to_be_visible()
    assert written(game) == [*BEFORE, (0, 11)]


def test_game_that_ends_on_the_other_phone_ends_here(sheet: Page, game: Game) -> None:
    for number, points in enumerate((60, 30)):
        factories.hand(game, points, 0, bid="C", client_id=f"other-{number}")
    expect(sheet.get_by_role("heading", name="Game over: 101 points reached")).to_be_visible()
    expect(sheet.locator("[data-save]")).to_have_count(0)


def test_call_of_the_other_phone_is_seen_and_counts_how_long_it_waits(sheet: Page, game: Game) -> None:
    calls.call(game.pk, Call.Reason.REVOKE, actor=OTHER_PHONE, client_id="other-call")
    expect(sheet.get_by_role("heading", name="The organisers have been called")).to_be_visible()
    expect(sheet.locator("time[data-waited]")).to_have_text("0:03", timeout=8_000)
    expect(sheet.get_by_text("Ask for an organiser")).to_have_count(0)


def test_phone_in_flight_mode_shows_the_other_hands_when_it_is_back(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    sheet.wait_for_timeout(4_500)
    factories.hand(game, 0, 11, client_id="other-11")
    context.set_offline(False)
    expect_totals(sheet, "16", "31")
    expect_state(sheet, "")
