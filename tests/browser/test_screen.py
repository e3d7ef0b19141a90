"""The hall's screen in a browser that nobody touches: all is seen, nothing overflows, it follows the desk by itself."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.services.conftest import DESK
from tournament.models import Championship, Pair, Round
from tournament.queries.screen import Order, Show
from tournament.services import screen as services

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = [(1920, 1080), (1280, 720), (1024, 768)]
PROJECTORS = [*SIZES, (1280, 800)]
LANGUAGES = {"ca": "", "es": "/es", "en": "/en", "fr": "/fr", "cs": "/cs"}
DESVAGATS = "Els Desvagats de la Vall d'en Bas i Companyia"
SOON = 3_000
A_TURN = 12_000

# What does not fit into the window, into its column, or into its own line.
OVERFLOWING = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const found = scrollWidth > innerWidth || scrollHeight > innerHeight ? ["the page"] : [];
  for (const each of document.querySelectorAll("main *")) {
    if (!each.checkVisibility() || each.closest(".visually-hidden, svg, .screen-name")) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const isIn = right <= innerWidth * 0.95 + 1 && bottom <= innerHeight * 0.95 + 1 && left >= 0 && top >= 0;
    if (!isIn) found.push(each.outerHTML.slice(0, 80));
  }
  for (const each of document.querySelectorAll(".stage, .screen-left, .screen-list, .screen-list > li")) {
    if (!each.checkVisibility()) continue;
    const holds = each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 1;
    if (!holds) found.push(`${each.className} ${each.textContent.slice(0, 40)}`);
  }
  const face = document.querySelector("[data-clock-face]");
  if (face?.scrollWidth > face?.clientWidth + 1) found.push("the clock");
  return found;
}"""

# Names of which a letter is missing.
CUT = """() => [...document.querySelectorAll(".screen-list .screen-name")]
  .filter((name) => name.checkVisibility())
  .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""

# What of a list's heading is wider than its place, or lies over the list.
HEADING_CUT = """() => {
  const head = document.querySelector(".stage:not([hidden]) .stage-head");
  const found = [head, ...head.children].filter((each) => each.scrollWidth > each.clientWidth);
  if (head.getBoundingClientRect().bottom > head.nextElementSibling.getBoundingClientRect().top) found.push(head);
  return found.map((each) => each.textContent);
}"""

# The smallest letters of a name, by those of the list and by the height of the screen; the most lines of a name; and
# how many of the figures and names of the page shown do not lie in their row.
LETTERS = """() => {
  const all = document.querySelector(".screen-list");
  const names = [...all.querySelectorAll(".screen-name")];
  const shown = names.filter((name) => name.checkVisibility());
  const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
  const smallest = Math.min(...names.map(sizeOf));
  const lines = shown.map((name) => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight));
  const isOut = (part) => {
    const [inner, outer] = [part, part.closest("li")].map((each) => each.getBoundingClientRect());
    const isIn = inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1 && inner.top >= outer.top - 1;
    return !isIn || !inner.width;
  };
  const parts = [...all.querySelectorAll("li:not([hidden]) :is(.screen-name, .pair-number, .screen-table)")];
  return {
    ofList: smallest / sizeOf(all),
    ofHeight: smallest / innerHeight,
    lines: Math.max(...lines.map((each) => Math.round(each * 10) / 10)),
    out: parts.filter(isOut).length,
  };
}"""


def hall(tables: int = 10, **fields: Any) -> Championship:
    """A round just published, with the longest names that there are at its first tables."""
    of = factories.championship(name="Vilaplana 2026", **fields)
    round_ = factories.round_(of, published_at=timezone.now())
    for _ in range(tables):
        factories.game(round_)
    Pair.objects.filter(number=1).update(war_name=DESVAGATS)
    Pair.objects.filter(number=2).update(
        war_name="Les Al·leluies d'en Ràfols i les manilles de l'Alta Ribagorça"
    )
    return of


def played(of: Championship) -> Championship:
    """The same when the round is closed."""
    for number, game in enumerate(of.rounds.get().games.order_by("table")):
        factories.confirmed(game, 101, number)
    Round.objects.update(state=Round.State.CLOSED, closed_at=timezone.now())
    return of


@pytest.fixture
def opened(new_context: Any, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Opens the screen of a championship; no script may have failed when the test is over."""
    failures: list[str] = []

    def opened(
        of: Championship, size: tuple[int, int] = SIZES[0], scheme: str = "light", language: str = "en"
    ) -> Page:
        width, height = size
        page = new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(f"{live_server.url}{LANGUAGES[language]}/c/{of.slug}/pantalla/")
        return page

    yield opened
    assert failures == []


def choose(of: Championship, screen: dict[str, Any]) -> None:
    Championship.objects.filter(pk=of.pk).update(screen=screen, version=F("version") + 1)


# --- All is seen ---------------------------------------------------------------------------------------

LONG = "La taula 12 ha de venir a la taula de l'organització. " * 3
STATES: dict[str, dict[str, Any]] = {
    "auto": {},
    "name": {"show": "pairings", "order": "name"},
    "standings": {"show": "standings"},
    "missing": {"show": "missing"},
    "message": {"show": "message", "message": LONG},
    "break": {"show": "break", "until": "2099-07-25T13:30:00+00:00"},
    "ceremony": {"show": "ceremony", "prizes": 20, "told": 1},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overflows_whatever_is_shown(
    size: tuple[int, int], scheme: str, opened: Callable[..., Page]
) -> None:
    of = hall()
    found = {}
    for name, screen in STATES.items():
        choose(of, screen)
        page = opened(of, size, scheme)
        expect(page.locator(".stage:not([hidden])")).to_have_count(1)
        found[name] = page.evaluate(OVERFLOWING)
        page.close()
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(scheme: str, opened: Callable[..., Page]) -> None:
    of = hall()
    for screen in STATES.values():
        choose(of, screen)
        page = opened(of, SIZES[0], scheme)
        expect(page.locator(".stage:not([hidden])")).to_have_count(1)
        page.emulate_media(reduced_motion="reduce")
        assert Axe().run(page).response["violations"] == []
        page.close()


@pytest.mark.parametrize("size", SIZES)
def test_every_table_comes_by_itself_page_after_page(
    size: tuple[int, int], opened: Callable[..., Page]
) -> None:
    page = opened(hall(40), size)
    tables = page.locator(".screen-list > li:visible .screen-table")
    expect(page.locator(".stage-page")).to_contain_text("Page 1 of ")
    pages = int(page.locator(".stage-page").inner_text().rsplit(" ", 1)[1])
    seen: list[str] = []
    for number in range(1, pages + 1):
        expect(page.locator(".stage-page")).to_have_text(f"Page {number} of {pages}", timeout=A_TURN + SOON)
        assert page.evaluate(OVERFLOWING) == []
        seen += [text.split()[-1] for text in tables.all_inner_texts()]
    assert seen == [str(number) for number in range(1, 41)]


@pytest.mark.parametrize("tables", [1, 10, 150])
def test_however_many_tables_there_are_a_page_is_full(tables: int, opened: Callable[..., Page]) -> None:
    page = opened(hall(tables))
    rows = page.locator(".screen-list > li:visible")
    expect(rows.first).to_be_visible()
    columns = {round(box["x"]) for box in (row.bounding_box() for row in rows.all()) if box}
    assert (rows.count(), len(columns)) == {1: (1, 1), 10: (10, 2), 150: (15, 3)}[tables]
    assert page.evaluate(OVERFLOWING) == []


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("size", SIZES)
def test_b111_long_names_stand_whole_beside_their_table_and_number(
    size: tuple[int, int], order: Order, opened: Callable[..., Page]
) -> None:
    of = hall()
    choose(of, {"show": "pairings", "order": order.value})
    page = opened(of, size)
    row = page.locator(".screen-list > li", has_text=DESVAGATS)
    expect(row).to_be_visible()
    assert page.evaluate(CUT) == []
    for part in (row.locator(".screen-table"), row.locator(".pair-number").first):
        expect(part).to_be_visible()
        expect(part).to_contain_text("1")


@pytest.mark.parametrize("screen", [{"show": "standings"}, {"show": "missing"}])
@pytest.mark.parametrize("size", PROJECTORS)
def test_what_a_list_is_and_its_page_stand_whole_in_every_language(
    size: tuple[int, int], screen: dict[str, Any], opened: Callable[..., Page]
) -> None:
    of = hall(60, changes={"rounds": 1}, secret_last_round=True, screen=screen)
    for language in LANGUAGES:
        page = opened(of, size, language=language)
        expect(page.locator(".stage-page")).to_have_text(re.compile(r"\b1\b.* \d+$"))
        assert page.evaluate(HEADING_CUT) == [], language
        page.close()


@pytest.mark.parametrize("size", PROJECTORS)
def test_200_names_can_be_read_from_the_back_of_the_hall_however_long_some_are(
    size: tuple[int, int], opened: Callable[..., Page]
) -> None:
    of = hall(100)
    Pair.objects.filter(number__in=range(3, 200, 7)).update(war_name=DESVAGATS)
    Pair.objects.filter(number__in=range(4, 200, 17)).update(war_name="Supercalifragilisticexpialidosos")
    for name in ("auto", "name", "standings"):
        choose(of, STATES[name])
        page = opened(of, size)
        expect(page.locator(".stage-page")).to_contain_text("Page 1 of ")
        found = page.evaluate(LETTERS)
        assert (found["ofList"] >= 0.6, found["ofHeight"] >= 0.02) == (True, True), (name, found)
        # One line or two: the font is the machine's.
        assert (found["lines"] <= 2, found["out"]) == (True, 0), (name, found)
        assert page.evaluate(OVERFLOWING) == []
        page.close()


# --- What the desk chooses comes by itself -----------------------------------------------------------------


def test_what_the_desk_chooses_is_there_within_three_seconds(opened: Callable[..., Page]) -> None:
    of = hall()
    page = opened(of)
    stage = page.locator("[data-stage]")
    page.evaluate("window.untouched = true")
    steps: list[tuple[Callable[[], None], str]] = [
        (lambda: services.show(of.pk, Show.STANDINGS, actor=DESK), "Standings"),
        (lambda: services.tell_message(of.pk, "Dinem a les dues", actor=DESK), "Dinem a les dues"),
        (lambda: services.show(of.pk, Show.MISSING, actor=DESK), "Go to your table"),
        (lambda: services.show(of.pk, Show.AUTO, actor=DESK), "Tables of round 1"),
    ]
    for step, words in steps:
        step()
        expect(stage).to_contain_text(words, timeout=SOON)
        assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate("window.untouched")


def test_the_prizes_are_told_on_the_screen_by_the_desks_button(
    opened: Callable[..., Page], at_desk: Callable[..., Page]
) -> None:
    of = played(hall(3, changes={"rounds": 1}, secret_last_round=True))
    page, desk = opened(of), at_desk(of)
    desk.goto("pantalla/")
    desk.locator("input[name=prizes]").fill("2")
    desk.locator("form:has(input[name=prizes]) button").click()
    expect(page.locator("[data-stage]")).to_contain_text("2 prizes", timeout=SOON)
    for place, name in (("2", "Parella 3"), ("1", DESVAGATS)):
        desk.locator(".tell-next").dblclick()
        expect(page.locator(".screen-place")).to_have_text(f"Place {place}", timeout=SOON)
        expect(page.locator(".screen-prize")).to_contain_text(name)
        if place == "2":
            expect(desk.locator(".tell-next")).to_be_visible()
    expect(desk.locator(".tell-next")).to_have_count(0)


def test_a_page_that_is_turned_to_stays_when_something_changes(opened: Callable[..., Page]) -> None:
    of = hall(40)
    page = opened(of)
    number = page.locator(".stage-page")
    expect(number).to_contain_text("Page 2 of", timeout=A_TURN + SOON)
    Pair.objects.filter(number=1).update(war_name="Els Nous")
    Championship.objects.update(version=F("version") + 1)
    expect(page.locator(".screen-list .screen-name").first).to_have_text("Els Nous", timeout=SOON)
    expect(number).to_contain_text("Page 2 of")
    assert page.evaluate(OVERFLOWING) == []


def test_a_break_comes_and_goes_by_the_clock(opened: Callable[..., Page]) -> None:
    of = hall()
    page = opened(of)
    services.show_break(of.pk, timezone.now() + timedelta(seconds=6), actor=DESK)
    expect(page.get_by_text("Play goes on at")).to_be_visible(timeout=SOON)
    expect(page.locator("[data-stage]")).to_be_hidden()
    expect(page.locator("[data-stage]")).to_be_visible(timeout=8_000)
    expect(page.get_by_text("Play goes on at")).to_be_hidden()
    assert page.evaluate(OVERFLOWING) == []


# --- A night -----------------------------------------------------------------------------------------------


def test_without_the_server_it_keeps_what_it_shows_says_so_and_comes_back(
    opened: Callable[..., Page],
) -> None:
    of = hall()
    page = opened(of)
    behind = page.locator("[data-behind]")
    expect(page.locator("[data-clock-face]")).to_be_visible()
    page.context.set_offline(True)
    expect(behind).to_be_visible(timeout=15_000)
    assert behind.inner_text().startswith("no connection since ")
    assert behind.inner_text()[-5:].replace(":", "").isdigit()
    expect(page.locator("[data-stage]")).to_contain_text("Tables of round 1")
    assert page.evaluate(OVERFLOWING) == []
    services.tell_message(of.pk, "Ja tornem", actor=DESK)
    page.context.set_offline(False)
    expect(page.locator("[data-stage]")).to_contain_text("Ja tornem", timeout=SOON)
    expect(behind).to_be_hidden()


def test_since_when_it_stands_still_is_told_in_the_championships_time(
    new_context: Any, live_server: Any
) -> None:
    of = factories.championship(time_zone="Europe/Athens")
    page = new_context(timezone_id="America/New_York").new_page()
    page.add_init_script("const right = Date.now; Date.now = () => right() - 7_000_000;")
    page.goto(f"{live_server.url}/en/c/{of.slug}/pantalla/", wait_until="networkidle")
    page.context.set_offline(True)
    before = timezone.now()
    expect(page.locator("[data-behind]")).to_be_visible(timeout=15_000)
    told = page.locator("[data-behind-since]").inner_text()
    assert told in {f"{at.astimezone(ZoneInfo('Europe/Athens')):%H:%M}" for at in (before, timezone.now())}


def test_however_often_something_changes_no_timer_and_no_element_is_left_over(
    new_context: Any, live_server: Any
) -> None:
    of = hall()
    page = new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.add_init_script(
        """window.timers = new Set();
        const [set, clear] = [setTimeout, clearTimeout];
        window.setTimeout = (what, ms) => {
          const id = set(() => { window.timers.delete(id); what(); }, ms);
          window.timers.add(id);
          return id;
        };
        window.clearTimeout = (id) => { window.timers.delete(id); clear(id); };"""
    )
    page.goto(f"{live_server.url}/en/c/{of.slug}/pantalla/")
    expect(page.locator("[data-clock-face]")).to_be_visible()
    counted = "[document.querySelectorAll('*').length, window.timers.size <= 4]"
    before = page.evaluate(counted)
    for number in range(20):
        Pair.objects.filter(number=1).update(war_name=f"Nom {number}")
        Championship.objects.update(version=F("version") + 1)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".screen-list .screen-name").first).to_have_text(f"Nom {number}", timeout=SOON)
    assert page.evaluate(counted) == before
    assert before[1]


def test_it_is_silent_until_somebody_at_the_screen_asks_for_sound(opened: Callable[..., Page]) -> None:
    page = opened(hall())
    on, off = (page.get_by_role("button", name=f"Sound: {state}") for state in ("on", "off"))
    expect(off).to_be_visible()
    page.keyboard.press("s")
    expect(on).to_be_visible()
    on.click()
    expect(off).to_be_visible()
