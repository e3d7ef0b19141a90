"""Taps beside the keypad: hands that were not played, who calls, what a change would do before it is done."""

import re
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.phone_at_table import (
    POSTED,
    choose,
    expect_nothing_kept,
    expect_state,
    expect_totals,
    opened,
    write_down,
)
from tournament.models import Game, Infraction, PlayedHand, Round


def unfold(page: Page, says: str) -> None:
    page.locator("summary", has_text=says).tap()


def say_who_calls(page: Page, side: str) -> None:
    page.locator(".who-calls > summary").tap()
    page.locator("label", has=page.locator(f"input[name=maker][value={side}]")).tap()


def expect_heading(page: Page, *parts: str) -> None:
    expect(page.locator(".turn h2")).to_have_text(" · ".join(parts))


def kinds(game: Game) -> list[str]:
    return list(PlayedHand.objects.filter(game=game).order_by("sequence").values_list("kind", flat=True))


def preview(page: Page) -> Any:
    return page.locator("[data-preview]")


def test_lost_turn_is_written_with_two_taps_and_gives_the_call_to_the_other_pair(
    sheet: Page, game: Game
) -> None:
    expect_heading(sheet, "Hand 3 of 12", "pair 1 calls")
    unfold(sheet, "This hand was not played")
    expect(sheet.locator("[data-calls-after=lost]")).to_have_text("pair 2 calls now")
    expect(sheet.locator("[data-calls-after=replay]")).to_have_text("pair 1 calls again")
    choose(sheet, "lost")
    expect(preview(sheet)).to_contain_text("↻ Turn lost: it does not count.")
    sheet.locator("[data-save]").tap()
    expect_heading(sheet, "Hand 3 of 12", "pair 2 calls")
    expect(sheet.locator(".paper-words")).to_have_text("turn lost, not counted")
    expect_nothing_kept(sheet)
    assert kinds(game) == ["played", "played", "uncounted"]


def test_rows_that_do_not_count_wait_without_network_and_the_turn_follows(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    context.route(POSTED, lambda route: route.abort())
    unfold(sheet, "This hand was not played")
    choose(sheet, "replay")
    sheet.locator("[data-save]").tap()
    expect_state(sheet, "waiting to be sent · 1 hand")
    expect_heading(sheet, "Hand 3 of 12", "pair 1 calls")
    write_down(sheet, "b", "12")
    expect_heading(sheet, "Hand 4 of 12", "pair 2 calls")
    rows = sheet.locator("[data-outbox-rows] > li p:first-child")
    expect(rows.nth(0)).to_contain_text("↻ Dealt again: it does not count.")
    expect(rows.nth(1)).to_contain_text("Hand 3: trump: 12 points for pair 2")
    context.unroute(POSTED)
    sheet.evaluate("dispatchEvent(new Event('online'))")
    expect_nothing_kept(sheet)
    expect_totals(sheet, "16", "32")
    assert kinds(game) == ["played", "played", "replayed", "played"]


def test_tap_on_the_heading_sets_who_calls_and_the_hand_says_so(sheet: Page, game: Game) -> None:
    say_who_calls(sheet, "b")
    expect_heading(sheet, "Hand 3 of 12", "pair 2 calls")
    write_down(sheet, "a", "4")
    expect_heading(sheet, "Hand 4 of 12", "pair 1 calls")
    expect_nothing_kept(sheet)
    assert PlayedHand.objects.get(game=game, sequence=3).maker == "b"


def test_pair_whose_turn_it_is_to_call_is_marked_until_somebody_says_another(sheet: Page) -> None:
    sheet.locator(".who-calls > summary").tap()
    grounds = "(all) => all.map((each) => getComputedStyle(each).backgroundColor)"
    pairs = sheet.locator(".who-calls label > span")
    marked, free = pairs.evaluate_all(grounds)
    assert marked != free
    assert sheet.locator("[name=maker]:checked").count() == 0
    sheet.locator("label", has=sheet.locator("[name=maker][value=b]")).tap()
    assert pairs.evaluate_all(grounds) == [free, marked]


def test_hand_that_was_announced_as_the_last_says_that_it_ends_the_game(
    context: BrowserContext, live_server: Any, game: Game
) -> None:
    Game.objects.update(last_hand=3)
    sheet = opened(context, live_server, game)
    expect(sheet.locator(".turn p").first).to_contain_text("it is the last hand")
    choose(sheet, "a")
    sheet.locator("[data-key='4']").tap()
    expect(sheet.locator(".preview-ends")).to_have_text("The game ends with this hand (12.3.3).")
    sheet.locator(".not-played summary").tap()
    choose(sheet, "replay")
    expect(sheet.locator(".preview-ends")).to_have_count(0)


def test_distance_and_the_other_sides_card_points_are_said_while_typing(sheet: Page) -> None:
    choose(sheet, "a")
    sheet.locator("label", has_text="card points").tap()
    for figure in "44":
        sheet.locator(f"[data-key='{figure}']").tap()
    expect(preview(sheet)).to_contain_text("8 points for pair 1 (44 – 28)")
    expect(preview(sheet)).to_contain_text("1: 16 + 8 = 24 · 77 to go")


def test_change_says_what_it_would_do_while_it_is_typed(sheet: Page) -> None:
    sheet.get_by_role("link", name="Change hand 2").tap()
    expect(sheet.get_by_role("heading", name="Change hand 2")).to_be_visible()
    expect(sheet.get_by_text("Now 16 – 20; it would be 36 – 0.")).to_be_visible()
    sheet.locator("[data-key='8']").tap()
    expect(preview(sheet)).to_contain_text("Now 16 – 20; it would be 16 – 8.")
    unfold(sheet, "This hand was not played")
    choose(sheet, "lost")
    expect(preview(sheet)).to_contain_text("Now 16 – 20; it would be 16 – 0.")


def test_change_that_would_end_the_game_says_with_which_hand(sheet: Page) -> None:
    sheet.get_by_role("link", name="Change hand 1").tap()
    expect(sheet.get_by_role("heading", name="Change hand 1")).to_be_visible()
    sheet.locator("label", has_text="Botifarra").first.tap()
    sheet.locator("label", has_text=re.compile("^Recontro")).tap()
    for figure in "104":
        sheet.locator(f"[data-key='{figure}']").tap()
    expect(preview(sheet)).to_contain_text("The game would end with hand 1: later ones would not count.")


def test_whole_sheet_is_turned_in_two_taps(sheet: Page) -> None:
    unfold(sheet, "Every hand is on the wrong side")
    expect(sheet.get_by_text("Turned, pair 1 would have 20 and pair 2 16.")).to_be_visible()
    sheet.get_by_role("button", name="Turn the sides of all hands").tap()
    expect_totals(sheet, "20", "16")


def test_everything_is_said_without_scripts_too(new_context: Any, live_server: Any, game: Game) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{live_server.url}/en/f/{game.token}/")
    page.locator(".who-calls > summary").click()
    page.locator("label", has=page.locator("input[name=maker][value=b]")).click()
    page.locator("summary", has_text="This hand was not played").click()
    page.locator("label", has=page.locator("input[value=replay]")).click()
    page.get_by_role("button", name="Write it down").click()
    expect_heading(page, "Hand 3 of 12", "pair 2 calls")
    expect(page.locator(".paper-words")).to_have_text("dealt again, not counted")


def test_question_about_the_rules_leaves_the_keypad_in_the_first_view(
    context: BrowserContext, live_server: Any, game: Game
) -> None:
    PlayedHand.objects.all().delete()
    Game.objects.update(seated_at=timezone.now())
    page = context.new_page()
    page.goto(f"{live_server.url}/f/{game.token}/")
    expect(page.get_by_text("Jugueu amb les normes del reglament")).to_be_visible()
    key = page.locator("[data-key='0']").bounding_box()
    button = page.locator("[data-save]").bounding_box()
    assert key["y"] + key["height"] <= button["y"]
    assert button["y"] + button["height"] <= 740


def test_b067_when_time_runs_out_while_a_hand_is_typed_nothing_is_sent_and_the_figures_stay(
    context: BrowserContext, live_server: Any, game: Game
) -> None:
    """D 2: the hand that is begun is finished, and counts."""
    now = timezone.now().replace(microsecond=0)
    Round.objects.update(published_at=now - timedelta(minutes=60), ends_at=now + timedelta(seconds=5))
    page = opened(context, live_server, game)
    choose(page, "a")
    page.locator("[data-key='1']").tap()
    ended = page.locator("summary", has_text="End the game: time is up")
    expect(ended).to_be_visible(timeout=10_000)
    expect(page.get_by_text("Finish the hand that is begun then and deal no more.")).to_be_visible()
    expect(page.locator("#points")).to_have_value("1")
    assert PlayedHand.objects.filter(game=game).count() == 2
    page.locator("[data-key='2']").tap()
    page.locator("[data-save]").tap()
    expect_totals(page, "28", "20")
    expect(page.get_by_role("heading", name="Game over")).to_be_visible()


def test_botifarra_is_barred_for_the_one_hand_that_serves_a_misdeal(
    sheet: Page, context: BrowserContext, game: Game
) -> None:
    """E 7.4.5.2: of pair 2, which calls hands 4 and 6; the hands that wait on the phone count too."""
    Infraction.objects.create(
        championship=game.round.championship,
        pair=game.seats.get(side="b").pair,
        game=game,
        side="b",
        round_number=1,
        code="7.4.5.2",
        severity="none",
        complained_by="a",
        at=timezone.now(),
        effect={"other": ["no_botifarra_next"], "next_row": 3},
    )
    sheet.reload()
    botifarra, words = sheet.locator("input[name=base][value=B]"), sheet.locator("[data-barred]")
    expect(botifarra).to_be_enabled()
    expect(words).to_be_hidden()
    context.set_offline(True)
    write_down(sheet, "a", "9")
    expect(botifarra).to_be_disabled()
    expect(words).to_have_text("Pair 2 may not call botifarra in this hand (art. 7.4.5.2).")
    for side in ("b", "a"):
        write_down(sheet, side, "8")
        expect(botifarra).to_be_enabled()
    expect(sheet.get_by_role("heading", name="Hand 6 of 12 · pair 2 calls")).to_be_visible()
    expect(words).to_be_hidden()
