"""Checking pairs in with a finger and by keyboard: B058 and B131 of other systems."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories import championship, pairs
from tournament.models import Championship, Pair

pytestmark = pytest.mark.django_db(transaction=True)
TABLET = {"width": 820, "height": 1180}
FINGER = 44


@pytest.fixture
def of() -> Championship:
    made = championship(name="Festa Major")
    pairs(60, made)
    Pair.objects.filter(championship=made, number=14).update(war_name="Els de Cal Menut")
    return made


@pytest.fixture
def opened(live_server: Any, log_in: Any, of: Championship) -> Callable[[Page], Page]:
    """The list on a device of an organiser."""

    def opened(page: Page) -> Page:
        log_in(page.context, of)
        page.goto(f"{live_server.url}/organitzacio/{of.slug}/parelles/presents/")
        return page

    return opened


def row(page: Page, number: int) -> Any:
    return page.locator(f"#check-in-{number}")


def places(page: Page, *numbers: int) -> list[tuple[float, float]]:
    """Where rows stand on the page and how high they are."""
    return page.evaluate(
        """numbers => numbers.map((number) => {
            const box = document.querySelector(`#check-in-${number}`).getBoundingClientRect();
            return [box.top + scrollY, box.height];
        })""",
        list(numbers),
    )


def touched_is_said_and_taken_back(page: Page) -> None:
    said = page.locator("#check-in-said")
    before = places(page, 13, 14, 15)
    assert min(height for _top, height in before) >= FINGER
    box = row(page, 14).bounding_box()
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert box["width"] > width * 0.6
    row(page, 14).tap(position={"x": box["width"] - 4, "y": box["height"] - 4})
    expect(said).to_contain_text("14 Els de Cal Menut: present.")
    expect(row(page, 14)).to_have_attribute("aria-pressed", "true")
    assert places(page, 13, 14, 15) == before
    assert page.locator('[aria-pressed="true"]').count() == 1
    said.get_by_role("button").tap()
    expect(said).to_contain_text("encara no hi és")
    expect(row(page, 14)).to_have_attribute("aria-pressed", "false")
    assert places(page, 13, 14, 15) == before


def test_b058_on_a_phone_the_whole_row_is_pressed_and_nothing_moves(opened: Any, phone: Page) -> None:
    touched_is_said_and_taken_back(opened(phone))
    assert Pair.objects.filter(state=Pair.State.PRESENT).count() == 0


def test_b058_on_a_tablet_the_whole_row_is_pressed_and_nothing_moves(opened: Any, new_context: Any) -> None:
    tablet = new_context(viewport=TABLET, has_touch=True, is_mobile=True).new_page()
    touched_is_said_and_taken_back(opened(tablet))


def test_b131_by_keyboard_alone_the_list_is_narrowed_and_a_pair_checked_in(opened: Any, page: Page) -> None:
    opened(page)
    page.keyboard.press("/")
    page.keyboard.type("menut")
    assert page.locator(".check-in li:visible").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-said")).to_contain_text("14 Els de Cal Menut: present.")
    assert page.locator(".check-in li:visible").count() == 60
    page.keyboard.type("7")
    assert page.locator(".check-in li:visible").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-said")).to_contain_text("7 Parella 7: present.")
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-said")).to_contain_text("14 ja hi era")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-said")).to_contain_text("8 Parella 8: present.")
    present = Pair.objects.filter(state=Pair.State.PRESENT)
    assert sorted(present.values_list("number", flat=True)) == [7, 8, 14]


def test_a_tap_without_a_connection_is_said(opened: Any, phone: Page) -> None:
    opened(phone)
    phone.context.set_offline(True)
    row(phone, 3).tap()
    expect(phone.locator("#check-in-said")).to_contain_text("No s’ha desat")
    phone.context.set_offline(False)
    row(phone, 3).tap()
    expect(phone.locator("#check-in-said")).to_contain_text("3 Parella 3: present.")
