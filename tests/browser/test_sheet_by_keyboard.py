"""Who writes hands with a keyboard goes on where the next hand begins; who taps is moved nowhere."""

from playwright.sync_api import Page, expect

from tests.browser.phone_at_table import expect_nothing_kept, expect_totals, write_down

FOCUSED = "() => document.activeElement.id || document.activeElement.tagName"


def test_after_a_hand_the_keyboard_is_at_the_heading_of_the_next(sheet: Page) -> None:
    sheet.locator("input[name=side][value=a]").focus()
    sheet.keyboard.press("Space")
    sheet.locator("#points").focus()
    sheet.keyboard.type("9")
    sheet.keyboard.press("Enter")
    expect(sheet.locator(".turn-done")).to_be_visible()
    sheet.wait_for_load_state("networkidle")
    assert sheet.evaluate(FOCUSED) == "torn"
    assert sheet.evaluate("scrollY") == 0


def test_after_a_tap_nothing_has_the_focus(sheet: Page) -> None:
    write_down(sheet, "a", "9")
    expect(sheet.locator(".turn-done")).to_be_visible()
    expect_nothing_kept(sheet)
    expect_totals(sheet, "25", "20")
    sheet.wait_for_load_state("networkidle")
    assert sheet.evaluate(FOCUSED) == "BODY"
