"""Letters twice as big, as who sees badly sets them: the sheet stays within the view, whole and without overlaps."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.browser.phone_at_table import PHONE, begun_game
from tournament.models import Game

LONG = "Contracontracontraatac de Vilafranca"
TWICE = "html { font-size: 200% !important; }"
WIDER_THAN_THEMSELVES = """() => [...document.querySelectorAll('main *, header *')]
    .filter((each) => each.checkVisibility() && each.clientWidth > 2 && !each.closest('.visually-hidden'))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > 360)
    .map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 30)}`)"""
OVERLAPPING = """() => {
    const shown = [...document.querySelectorAll('main :is(button, label:has([type=radio]), summary, td, h2)')]
      .filter((each) => each.checkVisibility() && !each.closest('.who-calls'))
      .map((each) => [each.textContent.trim(), each.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return shown.flatMap(([says, box], at) =>
      shown.slice(at + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${says} / ${other}`));
}"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    return begun_game(LONG)


@pytest.fixture
def phone(new_context: Any, live_server: Any) -> Page:
    context = new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, bypass_csp=True, base_url=live_server.url
    )
    return context.new_page()


def faults(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.add_style_tag(content=TWICE)
    page.wait_for_load_state("networkidle")
    found: list[str] = page.evaluate(WIDER_THAN_THEMSELVES) + page.evaluate(OVERLAPPING)
    return found + ["too wide"] * (page.evaluate("document.documentElement.scrollWidth") != PHONE["width"])


@pytest.mark.parametrize("tail", ["", "dat/1/"])
def test_hand_and_its_change_fit(phone: Page, game: Game, tail: str) -> None:
    assert faults(phone, f"/f/{game.token}/{tail}") == []


@pytest.mark.parametrize("tail", ["", "?dats=1"])
def test_sheet_before_play_fits(phone: Page, game: Game, tail: str) -> None:
    pairs = [factories.pair(game.round.championship, war_name=LONG) for _ in "ab"]
    fresh = factories.game(game.round, a=pairs[0], b=pairs[1])
    assert faults(phone, f"/f/{fresh.token}/{tail}") == []


def test_sheet_at_the_end_fits(phone: Page, game: Game) -> None:
    factories.hand(game, 0, 72, bid="BC")
    factories.hand(game, 0, 36)
    assert faults(phone, f"/f/{game.token}/") == []
