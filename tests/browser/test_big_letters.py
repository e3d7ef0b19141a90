"""Letters twice as big, as who sees badly sets them: the sheet and the public pages stay within the view, whole and
without overlaps."""

from collections import Counter
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.phone_at_table import PHONE, begun_game
from tournament.models import Championship, Game

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
# Words that lie on other words, and words of the bottom bar that are cut.
OVERLAPPING_WORDS = """() => {
    const words = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
      if (node.parentElement.closest('svg, .visually-hidden, .standings thead')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) words.push([node, box]);
    }
    const deep = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 3;
    const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && deep(a, b);
    return words.flatMap(([node, box], at) => words.slice(at + 1)
      .filter(([other, theirs]) => other !== node && meet(box, theirs))
      .map(([other]) => `${node.data} / ${other.data}`));
}"""
CUT_IN_THE_BAR = """() => [...document.querySelectorAll('.bottom-bar a')]
    .filter((each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > 360)
    .map((each) => each.textContent)"""
PUBLIC = (
    "",
    "?ordre=nom",
    "classificacio/",
    "parella/1/",
    "sorteig/",
    "reglament/",
    "estadistiques/",
    "ronda/1/taula/1/",
    "ronda/1/taula/2/",
    "ronda/9/",
)


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


@pytest.fixture
def championship(game: Game) -> Championship:
    """The game at table 1 goes on; that at table 2 is confirmed, of three-figure points and with its hands."""
    of = game.round.championship
    pairs = [factories.pair(of, war_name=name) for name in (LONG, "Trumfo Ras de Constantí")]
    over = factories.game(game.round, a=pairs[0], b=pairs[1], started_at=timezone.now())
    for points in ((216, 0), (0, 72)):
        factories.hand(over, *points, bid="B")
    factories.confirmed(over, 216, 72)
    return of


def public_faults(page: Page) -> list[str]:
    page.wait_for_load_state("networkidle")
    wide = [each for each in page.evaluate(WIDER_THAN_THEMSELVES) if not each.startswith(("TH ", "TR "))]
    found: list[str] = wide + page.evaluate(OVERLAPPING_WORDS) + page.evaluate(CUT_IN_THE_BAR)
    return found + ["too wide"] * (page.evaluate("document.documentElement.scrollWidth") != PHONE["width"])


@pytest.mark.parametrize("tail", PUBLIC)
def test_public_pages_fit(phone: Page, championship: Championship, tail: str) -> None:
    address = f"/c/{championship.slug}/{tail}"
    phone.goto(address)
    phone.evaluate(f"localStorage.setItem('manilla.pair.{championship.slug}', '3')")
    phone.goto(address)
    expect(phone.locator(".bottom-bar")).to_be_visible()
    phone.add_style_tag(content=TWICE)
    assert public_faults(phone) == []


def test_public_pages_fit_where_the_browser_has_letters_twice_as_big(
    launch_browser: Any,
    browser_type_launch_args: dict[str, Any],
    live_server: Any,
    championship: Championship,
) -> None:
    big = ["--blink-settings=defaultFontSize=32", *browser_type_launch_args.get("args", ())]
    browser = launch_browser(args=big)
    page = browser.new_page(viewport=PHONE, base_url=live_server.url)
    for tail in PUBLIC:
        page.goto(f"/c/{championship.slug}/{tail}")
        expect(page.locator(".bottom-bar")).to_be_visible()
        assert (tail, public_faults(page)) == (tail, [])
    browser.close()


def test_standings_stay_a_table_that_opens_its_reasons_above_the_name(
    phone: Page, championship: Championship
) -> None:
    phone.goto(f"/c/{championship.slug}/classificacio/")
    phone.add_style_tag(content=TWICE)
    session = phone.context.new_cdp_session(phone)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    roles = Counter(each["role"]["value"] for each in nodes if not each["ignored"])
    assert [roles[each] for each in ("table", "row", "columnheader", "cell")] == [1, 5, 7, 28]
    row = phone.locator(".standings tbody tr").first
    row.locator("summary").tap()
    expect(row.locator(".reasons")).to_be_visible()
    assert phone.evaluate(OVERLAPPING_WORDS) == []
