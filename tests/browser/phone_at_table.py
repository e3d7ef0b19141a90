"""What the tests of a phone that loses the network share: a game with two hands, and how people write the next ones."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.utils import timezone
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests import factories
from tournament.models import Game, PlayedHand

PHONE = {"width": 360, "height": 740}
POSTED = re.compile("/dat/$")
BEFORE = [(16, 0), (0, 20)]


def begun_game(second: str = "Les Manilles") -> Game:
    """Two hands in, 16 – 20, and it is known who won the draw."""
    championship = factories.championship(name="Vilaplana 2026", slug="vilaplana-2026")
    round_ = factories.round_(championship, published_at=timezone.now())
    left = factories.pair(championship, war_name="Els de Cal Menut")
    right = factories.pair(championship, war_name=second)
    made = factories.game(round_, a=left, b=right, opening_draw="a")
    factories.hand(made, 16, 0)
    factories.hand(made, 0, 20, bid="C")
    return made


def a_phone(new_context: Any) -> Iterator[BrowserContext]:
    """A phone that is put away only when its pages have come: a browser closed in the middle of a page may never
    answer."""
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield context
    for page in context.pages:
        with suppress(Error):
            page.wait_for_timeout(300)
            page.wait_for_load_state("networkidle", timeout=5_000)


def opened(context: BrowserContext, live_server: Any, game: Game) -> Page:
    page = context.new_page()
    page.goto(f"{live_server.url}/en/f/{game.token}/")
    return page


def write_down(page: Page, side: str, points: str, doubling: str = "") -> None:
    if doubling:
        page.locator("label", has=page.locator(f"input[name=doubling][value={doubling}]")).tap()
    page.locator("label", has=page.locator(f"input[name=side][value={side}]")).tap()
    for figure in points:
        page.locator(f"[data-key='{figure}']").tap()
    page.locator("[data-save]").tap()


def choose(page: Page, side: str) -> None:
    page.locator("label", has=page.locator(f"input[name=side][value={side}]")).tap()


def expect_totals(page: Page, *totals: str) -> None:
    expect(page.locator(".scoreboard-total")).to_have_text(totals)


def expect_state(page: Page, says: str) -> None:
    expect(page.locator("[data-outbox-state]")).to_have_text(says)


def stored(page: Page) -> int:
    return int(
        page.evaluate("""() => Object.keys(localStorage).filter((key) => key.startsWith('sheet.outbox.'))
        .reduce((number, key) => number + JSON.parse(localStorage.getItem(key)).length, 0)""")
    )


def expect_nothing_kept(page: Page) -> None:
    page.wait_for_function(
        "() => !Object.keys(localStorage).some((key) => key.startsWith('sheet.outbox.'))", timeout=15_000
    )


def written(game: Game) -> list[tuple[int, int]]:
    return list(PlayedHand.objects.filter(game=game).order_by("sequence").values_list("points_a", "points_b"))
