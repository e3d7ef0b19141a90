"""A draft changed by hand in a real browser: ticking, by mouse and by keyboard, and what can be done with it."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.factories import championship, pairs
from tests.services.conftest import DESK, seated
from tournament.models import Championship, Round
from tournament.queries.drawing import seating_of
from tournament.services import rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def drawn() -> Round:
    of = championship(lot_seed="visca la manilla")
    pairs(9, of)
    return rounds.draft(of.pk, actor=DESK)


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, at_desk: Any, drawn: Round) -> Any:
    """The page of the draft, seen by the director."""
    width, height = request.param
    opened = at_desk(drawn.championship, width=width, height=height)
    opened.goto("rondes/1/")
    return opened


def box(page: Any, number: int) -> Any:
    return page.locator(f"input[name=pair][value='{number}']")


def button(page: Any, what: str) -> Any:
    return page.locator(f".choose-bar button[value={what}]")


def can_do(page: Any) -> set[str]:
    """What can be pressed now."""
    return set(page.locator(".choose-bar button:enabled").evaluate_all("all => all.map(each => each.value)"))


def test_only_what_can_be_done_with_the_ticked_pairs_can_be_pressed(page: Any, drawn: Round) -> None:
    (a, _), (c, _), (e, _), *_ = seated(drawn)
    assert can_do(page) == set()
    box(page, a).check()
    assert can_do(page) == {"rest", "part"}
    box(page, c).check()
    assert can_do(page) == {"exchange", "join", "part", "draw_rest"}
    box(page, e).check()
    assert can_do(page) == {"part", "draw_rest"}
    assert page.locator("[data-chosen]").inner_text() == f"Marcades: {a}, {c}, {e}"


def test_two_of_one_table_can_be_parted_and_not_made_to_meet(page: Any, drawn: Round) -> None:
    for number in seated(drawn)[0]:
        box(page, number).check()
    assert can_do(page) == {"part", "draw_rest"}


def test_a_pair_is_ticked_by_its_name_and_two_exchange(page: Any, drawn: Round) -> None:
    (a, b), (c, d), *_ = seated(drawn)
    for number in (a, c):
        page.locator("label", has=box(page, number)).click()
    button(page, "exchange").click()
    page.get_by_text("s’han intercanviat").wait_for()
    assert {frozenset(each) for each in seated(drawn)[:2]} == {frozenset({c, b}), frozenset({a, d})}
    page.get_by_role("button", name="Desfés l’últim canvi").click()
    page.get_by_text("S’ha desfet l’últim canvi.").wait_for()
    assert seated(drawn)[:2] == [(a, b), (c, d)]


def test_a_pair_is_let_rest_by_the_keyboard_alone(page: Any, drawn: Round) -> None:
    number = seated(drawn)[0][0]
    box(page, number).focus()
    page.keyboard.press("Space")
    button(page, "rest").focus()
    page.keyboard.press("Enter")
    page.get_by_text(f"Descansa la parella {number}.").wait_for()
    assert seating_of(Round.objects.get(pk=drawn.pk)).bye == number


def test_a_broken_table_is_drawn_again_without_ticking_anything(page: Any, drawn: Round) -> None:
    box(page, seated(drawn)[1][0]).check()
    button(page, "part").click()
    page.get_by_text("està desfeta").wait_for()
    assert page.get_by_role("button", name="Publica", exact=True).count() == 0
    button(page, "draw_rest").click()
    page.get_by_text("les altres taules no han canviat").wait_for()
    page.get_by_role("button", name="Publica", exact=True).click()
    page.wait_for_url("**/organitzacio/*/")
    assert Championship.objects.get().state == "running"


def test_the_page_of_a_draft_is_no_wider_than_its_window_and_its_targets_are_large_enough(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = page.locator(".draft-form label.check, .choose-bar button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["rondes/1/", "parelles/1/"])
def test_a_draft_and_a_pair_have_no_fault_of_access(page: Any, address: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    assert Axe().run(page).response["violations"] == []
