"""The revoke review on a phone: two piles tapped card by card, and what the page makes of them."""

from collections.abc import Iterable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.piles import CLEAN, PAIR_A_REVOKED, REVOKED, SAID

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/en/eines/renunci/"
# A finger is quick, a test is quicker.
TAP_ALL = "(codes) => codes.forEach((code) => document.querySelector(`[data-card='${code}']`).click())"


def cards(pile: str) -> list[str]:
    return pile.replace("/", " ").split()


@pytest.fixture
def tool(phone: Page, live_server: Any) -> Page:
    phone.goto(f"{live_server.url}{PAGE}")
    return phone


def choose(page: Page, answers: dict[str, str]) -> None:
    for name, value in answers.items():
        page.locator(f"[name='{name}'][value='{value}']").check()


def tap(page: Page, codes: Iterable[str]) -> None:
    for code in codes:
        page.locator(f"[data-card='{code}']").tap()


def pile(page: Page, name: str) -> Any:
    return page.locator(f"textarea[name='{name}']")


def where(page: Page) -> Any:
    return page.locator("[data-where]")


# --- A hand from the first tap to the answer ---------------------------------------------------


def test_a_revoke_is_entered_by_taps_and_proven_with_its_card(tool: Page) -> None:
    choose(tool, SAID)
    tap(tool, cards(REVOKED["a"]))
    tool.get_by_role("button", name="Pair B (2 and 4)").tap()
    tap(tool, cards(REVOKED["b"]))
    expect(where(tool)).to_have_text("All 48 cards are there: review the hand")
    tool.get_by_role("button", name="Review the hand").tap()
    answer = tool.locator("#resposta")
    expect(answer.get_by_role("heading", name="Revoke proven")).to_be_in_viewport()
    expect(answer).to_contain_text("player 2 (pair B) played the 2 of clubs")
    expect(answer.locator(".is-illegal")).to_have_count(1)
    expect(answer.locator(".is-illegal").get_by_role("img")).to_have_accessible_name("2 of clubs")
    expect(pile(tool, "a")).to_have_value(REVOKED["a"])


def test_a_clean_hand_is_clean(tool: Page) -> None:
    choose(tool, SAID)
    tool.evaluate(TAP_ALL, cards(CLEAN["a"]))
    tool.get_by_role("button", name="Pair B (2 and 4)").tap()
    tool.evaluate(TAP_ALL, cards(CLEAN["b"]))
    tool.get_by_role("button", name="Review the hand").tap()
    expect(tool.get_by_role("heading", name="No revoke")).to_be_visible()


def test_back_keeps_what_was_entered(tool: Page) -> None:
    choose(tool, SAID)
    tap(tool, ["O9", "O2", "E9", "B9", "O1"])
    tool.get_by_role("link", name="Sheet checker").tap()
    tool.wait_for_url("**/full/")
    tool.go_back()
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1")
    expect(where(tool)).to_have_text("Trick 2: 1 of 4 cards")
    expect(tool.locator("[name='trumfo'][value='-']")).to_be_checked()
    tap(tool, ["O3"])
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1 O3")


def test_back_from_the_answer_keeps_what_was_entered(tool: Page) -> None:
    choose(tool, SAID)
    tap(tool, cards(REVOKED["b"]))
    tool.get_by_role("button", name="Review the hand").tap()
    tool.wait_for_url("**/renunci/?*")
    tool.go_back()
    expect(pile(tool, "a")).to_have_value(REVOKED["b"])


# --- One card after the other ------------------------------------------------------------------


def test_four_cards_make_a_trick_that_stays_in_sight_until_the_next_one(tool: Page) -> None:
    expect(where(tool)).to_have_text("Trick 1: 0 of 4 cards")
    tap(tool, ["O9", "O2", "E9"])
    expect(where(tool)).to_have_text("Trick 1: 3 of 4 cards")
    tap(tool, ["B9"])
    expect(where(tool)).to_have_text("Trick 1 is complete")
    expect(tool.locator("[data-slots] svg")).to_have_count(4)
    tap(tool, ["O1"])
    expect(where(tool)).to_have_text("Trick 2: 1 of 4 cards")
    expect(tool.get_by_role("button", name="Pair A (1 and 3)")).to_contain_text("Tricks: 1")


def test_a_card_that_is_taken_says_where_it_lies_and_is_not_taken_twice(tool: Page) -> None:
    tap(tool, ["O9", "O2", "E9", "B9"])
    tool.get_by_role("button", name="Pair B (2 and 4)").tap()
    card = tool.locator("[data-card='O9']")
    expect(card).to_have_attribute("aria-disabled", "true")
    expect(card).to_have_accessible_name("manilla of coins, in trick 1 of pair A")
    tool.evaluate(TAP_ALL, ["O9"])
    expect(where(tool)).to_have_text("manilla of coins is already in trick 1 of pair A")
    expect(pile(tool, "b")).to_have_value("")


def test_undo_takes_back_one_step_after_the_other(tool: Page) -> None:
    undo = tool.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    tap(tool, ["O9", "O2"])
    undo.tap()
    expect(pile(tool, "a")).to_have_value("O9")
    undo.tap()
    expect(pile(tool, "a")).to_have_value("")
    expect(undo).to_be_disabled()


def test_undo_after_a_fresh_page_takes_the_last_card_of_the_pile(phone: Page, live_server: Any) -> None:
    phone.goto(f"{live_server.url}{PAGE}?a=O9+O2+E9+B9+/+O1")
    undo = phone.get_by_role("button", name="Undo")
    undo.tap()
    expect(pile(phone, "a")).to_have_value("O9 O2 E9 B9")
    undo.tap()
    expect(pile(phone, "a")).to_have_value("O9 O2 E9")
    expect(where(phone)).to_have_text("Trick 1: 3 of 4 cards")


def test_a_wrong_trick_is_entered_again_in_its_place(tool: Page) -> None:
    tap(tool, ["O9", "O2", "E9", "C9", "O1", "O3", "E1", "B1"])
    tool.get_by_role("button", name="Trick 1:").tap()
    tool.get_by_role("button", name="Enter it again").tap()
    expect(where(tool)).to_have_text("Trick 1: 0 of 4 cards")
    tap(tool, ["O9", "O2", "E9", "B9"])
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1 O3 E1 B1")
    tap(tool, ["O12"])
    expect(where(tool)).to_have_text("Trick 3: 1 of 4 cards")


def test_a_forgotten_trick_is_put_in_and_a_foreign_one_taken_away(tool: Page) -> None:
    tap(tool, ["O9", "O2", "E9", "B9", "O12", "O4", "E12", "B12"])
    tool.get_by_role("button", name="Trick 2:").tap()
    tool.get_by_role("button", name="Insert a trick before it").tap()
    tap(tool, ["O1", "O3", "E1", "B1"])
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1 O3 E1 B1 / O12 O4 E12 B12")
    tool.get_by_role("button", name="Trick 1:").tap()
    tool.get_by_role("button", name="Remove it").tap()
    expect(pile(tool, "a")).to_have_value("O1 O3 E1 B1 / O12 O4 E12 B12")
    tool.get_by_role("button", name="Undo").tap()
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1 O3 E1 B1 / O12 O4 E12 B12")


def test_both_piles_are_cleared_in_two_steps_and_even_that_is_undone(tool: Page) -> None:
    tap(tool, ["O9", "O2", "E9", "B9"])
    tool.get_by_text("Clear both piles").tap()
    tool.get_by_role("button", name="Yes, clear all the cards").tap()
    expect(pile(tool, "a")).to_have_value("")
    tool.get_by_role("button", name="Undo").tap()
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9")


def test_nothing_moves_under_the_thumb_while_cards_are_tapped(tool: Page) -> None:
    card = tool.locator("[data-card='B2']")
    card.scroll_into_view_if_needed()
    before = card.bounding_box()
    tool.evaluate(TAP_ALL, ["O9", "O2", "E9", "B9", "O1"])
    assert card.bounding_box() == before


def test_the_arrows_walk_through_the_cards(tool: Page) -> None:
    tool.locator("[data-card='O9']").focus()
    tool.keyboard.press("ArrowRight")
    expect(tool.locator("[data-card='O1']")).to_be_focused()
    tool.keyboard.press("ArrowDown")
    expect(tool.locator("[data-card='O6']")).to_be_focused()
    tool.keyboard.press("Enter")
    expect(pile(tool, "a")).to_have_value("O6")
    tool.keyboard.press("Tab")
    expect(tool.locator("[data-open='0']")).to_be_focused()


# --- What is typed -----------------------------------------------------------------------------


def test_typed_cards_are_drawn_and_tapped_on(tool: Page) -> None:
    tool.get_by_text("Write the cards instead").tap()
    pile(tool, "a").fill("o9 o2 e9 b9 o1")
    expect(where(tool)).to_have_text("Trick 2: 1 of 4 cards")
    tap(tool, ["O3"])
    expect(pile(tool, "a")).to_have_value("O9 O2 E9 B9 / O1 O3")


def test_a_word_that_is_no_card_is_refused_shown_and_kept(phone: Page, live_server: Any) -> None:
    phone.goto(f"{live_server.url}{PAGE}?trumfo=-&surt=1&recollida=no&a=O9+O2+E9+X9")
    expect(phone.get_by_role("alert")).to_contain_text("Pile of pair A, trick 1: “X9” is not a card.")
    expect(pile(phone, "a")).to_be_visible()
    expect(pile(phone, "a")).to_have_value("O9 O2 E9 X9")
    expect(phone.locator("[data-tricks] .unknown-card")).to_have_text("X9")


def test_without_script_the_piles_are_typed(new_context: Any, live_server: Any) -> None:
    plain = new_context(java_script_enabled=False).new_page()
    plain.goto(f"{live_server.url}{PAGE}")
    expect(plain.locator("[data-grid]")).to_be_hidden()
    choose(plain, SAID)
    for name, text in REVOKED.items():
        pile(plain, name).fill(text)
    plain.get_by_role("button", name="Review the hand").click()
    expect(plain.get_by_role("heading", name="Revoke proven")).to_be_visible()


def test_what_is_missing_is_asked_for_before_the_form_is_sent(tool: Page) -> None:
    tool.get_by_role("button", name="Review the hand").tap()
    assert tool.url.endswith(PAGE)
    assert tool.locator("[name='trumfo']").first.evaluate("(field) => field.validity.valueMissing")


# --- For everybody -----------------------------------------------------------------------------


def address(answers: dict[str, str]) -> str:
    return "?" + "&".join(f"{name}={value.replace(' ', '+')}" for name, value in answers.items())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "query",
    ["", address(SAID | REVOKED), address(SAID | PAIR_A_REVOKED), "?trumfo=-&recollida=si&a=O9+X3"],
    ids=["form", "proven", "pair", "refused"],
)
def test_the_review_fits_a_phone_and_serves_everybody(
    query: str, scheme: Any, phone: Page, live_server: Any
) -> None:
    said: list[str] = []
    phone.on("console", lambda message: said.append(message.text))
    phone.on("pageerror", lambda error: said.append(str(error)))
    phone.emulate_media(color_scheme=scheme)
    phone.goto(f"{live_server.url}{PAGE}{query}")
    phone.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    found = Axe().run(phone)
    assert found.violations_count == 0, found.generate_report()
    assert said == []


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("query", ["", address(SAID | REVOKED)], ids=["form", "proven"])
def test_the_review_fits_the_smallest_phones(width: int, query: str, phone: Page, live_server: Any) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(f"{live_server.url}{PAGE.removeprefix('/en')}{query}")
    assert phone.evaluate("document.documentElement.scrollWidth") == width


def test_cards_and_choices_are_as_big_as_a_finger(tool: Page) -> None:
    tool.set_viewport_size({"width": 360, "height": 640})
    small = """() => [...document.querySelectorAll(".revoke :is(button, label:has([type=radio]))")].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width && (width < 44 || height < 44);
    }).map((each) => each.outerHTML)"""
    assert tool.evaluate(small) == []


def test_tabs_trick_and_all_cards_stand_in_one_view(tool: Page) -> None:
    tool.set_viewport_size({"width": 360, "height": 640})
    tool.locator("[data-pile='0']").evaluate("(tab) => tab.scrollIntoView()")
    expect(tool.locator("[data-card='B2']")).to_be_in_viewport(ratio=1)
    bar = tool.locator(".revoke-bar").bounding_box()
    last = tool.locator("[data-card='B2']").bounding_box()
    assert last["y"] + last["height"] <= bar["y"]
