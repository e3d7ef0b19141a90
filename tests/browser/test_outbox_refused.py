"""Hands that come too late or stand where another one does: kept and shown until the table decides about them."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests import factories
from tests.browser.phone_at_table import (
    BEFORE,
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
from tournament.models import Game, PlayedHand, Seat


def conflicting(sheet: Page, context: BrowserContext, game: Game) -> None:
    """Two hands typed here, a third one typed on the other pair's phone."""
    context.set_offline(True)
    write_down(sheet, "a", "9")
    write_down(sheet, "b", "3")
    factories.hand(game, 0, 11, after=PlayedHand.objects.filter(game=game).last().client_id)  # type: ignore[union-attr]
    context.set_offline(False)
    expect(sheet.get_by_role("heading", name="Somebody else wrote down a hand")).to_be_visible()
    compared = sheet.locator(".adjustments").first
    expect(compared).to_contain_text("trump: 11 points for pair 2")
    expect(compared).to_contain_text("trump: 9 points for pair 1")
    expect(sheet.locator(".outbox-row")).to_have_count(2)
    assert stored(sheet) == 2
    assert written(game) == [*BEFORE, (0, 11)]


@pytest.mark.parametrize(
    ("kind", "answer", "hands", "totals"),
    [
        ("link", "The sheet is right: keep it", [(0, 11), (0, 3)], ("16", "34")),
        ("button", "Mine is right: put it in its place", [(9, 0), (0, 3)], ("25", "23")),
        ("button", "Both are right: mine is the next hand", [(0, 11), (9, 0), (0, 3)], ("25", "34")),
    ],
    ids=["the sheet", "mine", "both"],
)
def test_conflict_shows_both_hands_and_either_or_both_can_be_right(
    sheet: Page, context: BrowserContext, game: Game, kind: Any, answer: str, hands: list[Any], totals: Any
) -> None:
    conflicting(sheet, context, game)
    sheet.get_by_role(kind, name=answer).tap()
    expect_nothing_kept(sheet)
    expect_totals(sheet, *totals)
    assert written(game) == [*BEFORE, *hands]


def test_same_hand_from_both_phones_is_counted_once_with_one_tap(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    factories.hand(game, 9, 0, after=PlayedHand.objects.filter(game=game).last().client_id)  # type: ignore[union-attr]
    context.set_offline(False)
    expect(sheet.get_by_role("heading", name="Is it the same hand?")).to_be_visible()
    sheet.get_by_role("link", name="Yes, the same: count it once").tap()
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "20")
    assert written(game) == [*BEFORE, (9, 0)]


def test_undecided_conflict_is_still_there_after_a_reload(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    conflicting(sheet, context, game)
    sheet.close()
    page = opened(context, live_server, game)
    expect_state(page, "not taken: look below")
    expect(page.locator(".outbox-row").first).to_contain_text("Another hand is already written in that place")
    page.get_by_role("button", name="Send it again and compare").tap()
    expect(page.get_by_role("heading", name="Somebody else wrote down a hand")).to_be_visible()
    assert stored(page) == 2


def test_conflict_waits_for_who_is_typing_and_comparing_loses_nothing(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    choose(sheet, "b")
    sheet.locator("[data-key='8']").tap()
    factories.hand(game, 0, 11)
    context.set_offline(False)
    expect_state(sheet, "not taken: look below")
    expect(sheet.locator("#points")).to_have_value("8")
    sheet.get_by_role("button", name="Send it again and compare").tap()
    sheet.get_by_role("link", name="The sheet is right: keep it").tap()
    expect(sheet.locator("#points")).to_have_value("8")
    sheet.locator("[data-save]").tap()
    expect_nothing_kept(sheet)
    assert written(game) == [*BEFORE, (0, 11), (0, 8)]


def test_hand_after_one_that_was_removed_is_corrected_on_the_page_that_says_so(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    write_down(sheet, "b", "3")
    PlayedHand.objects.filter(game=game).last().delete()  # type: ignore[union-attr]
    context.set_offline(False)
    expect(sheet.get_by_role("alert")).to_contain_text("has been removed meanwhile")
    expect(sheet.locator("#points")).to_have_value("9")
    sheet.locator("[data-save]").tap()
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "3")
    assert written(game) == [(16, 0), (9, 0), (0, 3)]


def test_hand_of_a_game_that_the_desk_has_confirmed_stays_on_the_phone(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    factories.confirmed(game, 16, 20)
    context.set_offline(False)
    expect(sheet).to_have_url(POSTED)
    row = sheet.locator(".outbox-row")
    expect(row).to_contain_text("trump: 9 points for pair 1")
    refusal = sheet.get_by_text("Table 1 is confirmed. An organiser corrects it with")
    assert [each.is_visible() for each in refusal.all()].count(True) == 1
    assert stored(sheet) == 1

    Game.objects.update(state=Game.State.PLAYING, confirmed_at=None)
    Seat.objects.update(points_for=None, points_against=None, wins2=None)
    sheet.get_by_role("button", name="Send it again and compare").tap()
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "20")  # the page that comes after it has come
    sheet.wait_for_load_state("networkidle")
    assert written(game) == [*BEFORE, (9, 0)]


def test_refused_hand_goes_only_when_the_table_says_so(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    factories.confirmed(game, 16, 20)
    context.set_offline(False)
    expect(sheet).to_have_url(POSTED)
    sheet.locator(".outbox-row").get_by_text("Remove this hand").tap()
    sheet.get_by_role("button", name="Yes, remove it").tap()
    expect(sheet.locator(".outbox-row")).to_have_count(0)
    expect_nothing_kept(sheet)
    assert written(game) == BEFORE


def test_hand_of_a_sheet_that_was_cancelled_is_kept_and_the_page_says_what_to_do(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    sheet.close()
    Game.objects.update(voided_at=timezone.now())
    context.set_offline(False)
    page = opened(context, live_server, game)
    expect_state(
        page, "This sheet is no longer valid. Your hands stay on this phone: show them to an organiser."
    )
    expect(page.locator(".outbox-row")).to_contain_text("trump: 9 points for pair 1")
    assert stored(page) == 1

    following = factories.game(factories.round_(game.round.championship), opening_draw="a")
    page = opened(context, live_server, following)
    page.get_by_role("link", name="Hands of another sheet are still on this phone").tap()
    expect(page.locator(".outbox-row")).to_contain_text("trump: 9 points for pair 1")


def test_next_sheet_of_the_same_phone_sends_what_the_last_one_left(
    sheet: Page, context: BrowserContext, live_server: Any, game: Game
) -> None:
    context.set_offline(True)
    write_down(sheet, "a", "9")
    sheet.close()
    context.set_offline(False)
    following = factories.game(factories.round_(game.round.championship), opening_draw="a")
    page = opened(context, live_server, following)
    expect_nothing_kept(page)
    assert written(game) == [*BEFORE, (9, 0)]
    assert written(following) == []
