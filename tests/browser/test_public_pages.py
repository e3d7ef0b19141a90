"""The public pages on a phone: my table found once, the clock running, the page fresh by itself."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tournament.models import Championship, Game, Pair

pytestmark = pytest.mark.django_db(transaction=True)

MY_TABLE = "[data-my-table]"


@pytest.fixture
def championship() -> Championship:
    """A round just published: table 1 with a long name that nobody types with its accents, and a pair that rests."""
    championship = factories.championship(name="Vilaplana 2026")
    long = factories.pair(
        championship, war_name="Les Al·leluies d'en Ràfols i les manilles de l'Alta Ribagorça"
    )
    round_ = factories.round_(championship, published_at=timezone.now())
    factories.game(round_, a=long, b=factories.pair(championship))
    factories.confirmed(factories.bye(round_), 51, 0)
    return championship


# Words of names that stand on two lines.
BROKEN_WORDS = """() => [...document.querySelectorAll("main .war-name")].flatMap((name) => {
  const node = name.firstChild;
  if (node?.nodeType !== Node.TEXT_NODE) return [];
  return [...node.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => box.top)).size > 1;
  }).map((word) => word[0]);
})"""


def at(live_server: Any, championship: Championship, page: str = "") -> str:
    return f"{live_server.url}/en/c/{championship.slug}/{page}"


def asks_soon(page: Page) -> None:
    """The next question to the server comes now instead of in ten seconds."""
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_my_table_is_found_once_and_remembered(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship))
    phone.get_by_label("Find your pair").fill("alleluies rafols")
    phone.keyboard.press("Enter")
    expect(phone.locator(MY_TABLE)).to_contain_text("Table 1")
    expect(phone.locator(MY_TABLE)).to_contain_text("against 2 Parella 2")
    phone.goto(at(live_server, championship))
    expect(phone.locator(MY_TABLE)).to_be_visible()
    expect(phone.get_by_label("Find your pair")).to_be_hidden()
    phone.get_by_role("button", name="Change pair").click()
    expect(phone.get_by_label("Find your pair")).to_be_focused()


def test_a_pair_that_rests_reads_it_on_top(phone: Page, live_server: Any, championship: Championship) -> None:
    phone.goto(at(live_server, championship))
    phone.get_by_label("Find your pair").fill("3")
    phone.get_by_role("button", name="3 Parella 3").click()
    expect(phone.locator(MY_TABLE)).to_contain_text("rests this round")


def test_who_is_not_there_is_told_so(phone: Page, live_server: Any, championship: Championship) -> None:
    phone.goto(at(live_server, championship))
    phone.get_by_label("Find your pair").fill("99")
    expect(phone.get_by_text("No pair has that number or name.")).to_be_visible()


def test_the_clock_runs(phone: Page, live_server: Any, championship: Championship) -> None:
    phone.goto(at(live_server, championship))
    expect(phone.get_by_role("timer")).to_have_text("00:03", timeout=15_000)
    expect(phone.get_by_text("Everybody at the table before")).to_be_visible()


def test_the_page_renews_itself_and_keeps_what_was_typed(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship))
    search = phone.get_by_label("Find your pair")
    search.fill("man")
    factories.hand(Game.objects.get(table=1), 0, 24)
    asks_soon(phone)
    expect(phone.locator(".points.side-b")).to_have_text("24")
    expect(search).to_have_value("man")
    expect(search).to_be_focused()
    expect(phone.get_by_role("timer")).to_be_visible()


def test_the_first_round_takes_the_place_of_the_list(phone: Page, live_server: Any) -> None:
    championship = factories.championship()
    pairs = factories.pairs(2, championship)
    phone.goto(at(live_server, championship))
    expect(phone.get_by_text("not drawn yet")).to_be_visible()
    factories.game(factories.round_(championship, published_at=timezone.now()), a=pairs[0], b=pairs[1])
    asks_soon(phone)
    expect(phone.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    expect(phone.get_by_role("timer")).to_be_visible()
    expect(phone.get_by_label("Find your pair")).to_be_visible()


def test_an_opened_reason_stays_open_when_the_standings_change(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship, "classificacio/"))
    phone.locator("details[data-key='2'] summary").click()
    factories.confirmed(Game.objects.get(table=1), 20, 101)
    asks_soon(phone)
    expect(phone.get_by_text("all results up to round 1")).to_be_visible()
    expect(phone.locator("details[data-key='2'] .reasons")).to_be_visible()
    expect(phone.locator("details[data-key='2'] summary")).to_be_focused()


def test_a_page_that_is_behind_says_so_and_recovers(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship))
    phone.context.set_offline(True)
    behind = phone.get_by_text("what you see may be old")
    for _ in range(2):
        expect(behind).to_be_hidden()
        asks_soon(phone)
        phone.wait_for_timeout(300)
    expect(behind).to_be_visible()
    phone.context.set_offline(False)
    asks_soon(phone)
    expect(behind).to_be_hidden()


PAGES = (
    "",
    "?ordre=nom",
    "classificacio/",
    "parella/1/",
    "sorteig/",
    "reglament/",
    "estadistiques/",
    "ronda/1/taula/1/",
)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_serve_everybody(
    page: str, scheme: Any, phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.emulate_media(color_scheme=scheme)
    phone.goto(at(live_server, championship, page))
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    found = Axe().run(phone)
    assert found.violations_count == 0, found.generate_report()


def test_without_script_the_list_is_complete(
    new_context: Any, live_server: Any, championship: Championship
) -> None:
    plain = new_context(java_script_enabled=False).new_page()
    plain.goto(at(live_server, championship))
    expect(plain.get_by_text("until at least")).to_be_visible()
    expect(plain.get_by_role("link", name="Parella 2")).to_be_visible()
    expect(plain.get_by_label("Find your pair")).to_be_hidden()


def test_my_table_is_the_place_that_is_marked_once_one_is_there(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship))
    marked = phone.locator(".bottom-bar [aria-current]")
    expect(marked).to_have_text("Round")
    phone.get_by_role("link", name="My table").tap()
    expect(marked).to_have_text("My table")
    phone.get_by_role("link", name="Round", exact=True).tap()
    expect(marked).to_have_text("Round")


@pytest.mark.parametrize("width", [320, 390])
def test_standings_break_no_word_and_reasons_make_room(
    width: int, phone: Page, live_server: Any, championship: Championship
) -> None:
    Pair.objects.filter(number=1).update(war_name="Trumfo Ras de Constantí")
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(at(live_server, championship, "classificacio/"))
    assert phone.evaluate("document.documentElement.scrollWidth") == width
    assert phone.evaluate(BROKEN_WORDS) == []
    rows = phone.locator(".standings tbody tr")
    phone.locator("summary").first.tap()
    reasons = phone.locator(".reasons").first.bounding_box()
    assert reasons["y"] + reasons["height"] <= rows.nth(1).bounding_box()["y"] + 1
    assert reasons["width"] > width - 60
    phone.locator("summary").nth(1).tap()
    expect(phone.locator(".reasons").first).to_be_hidden()


@pytest.mark.parametrize(
    "page",
    ["", "classificacio/", "parella/1/", "parella/2/", "sorteig/", "estadistiques/", "ronda/1/taula/1/"],
)
@pytest.mark.parametrize("width", [320, 390])
def test_names_break_no_word_and_one_that_is_too_long_widens_no_page(
    width: int, page: str, phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    Pair.objects.filter(number=1).update(war_name="Trumfo Ras de Constantí")
    factories.hand(Game.objects.get(table=1), 216, 0, bid="B")
    factories.confirmed(Game.objects.get(table=1), 216, 0)
    phone.goto(at(live_server, championship, page))
    assert phone.evaluate(BROKEN_WORDS) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == width
    Pair.objects.filter(number=1).update(war_name="W" * 60)
    phone.reload()
    assert phone.evaluate("document.documentElement.scrollWidth") == width


def test_b125_both_ends_of_the_widest_table_can_be_reached_on_the_smallest_phone(
    new_context: Any, live_server: Any
) -> None:
    championship = factories.championship()
    for number in range(60):
        factories.pair(championship, war_name=f"Les Manilles de la colla {number} de l'Alta Ribagorça")
    factories.round_(championship, published_at=timezone.now())
    phone = new_context(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True).new_page()
    phone.goto(at(live_server, championship, "classificacio/"))
    rows = phone.locator(".standings tbody tr")
    expect(rows).to_have_count(60)
    first, last = (rows.last.locator("td").nth(cell).bounding_box() for cell in (0, -1))
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    assert first["x"] >= 0
    assert last["x"] + last["width"] <= 320


def test_long_standings_are_narrowed_to_who_is_looked_for_and_stay_so(
    phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.goto(at(live_server, championship, "classificacio/"))
    search = phone.get_by_label("Find a pair")
    search.fill("alleluies rafols")
    shown = phone.locator(".standings tbody tr:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Ràfols")
    factories.confirmed(Game.objects.get(table=1), 20, 101)
    asks_soon(phone)
    expect(phone.get_by_text("all results up to round 1")).to_be_visible()
    expect(shown).to_have_count(1)
    search.fill("3")
    expect(shown).to_contain_text("Parella 3")
    search.fill("zzz")
    expect(phone.get_by_text("No pair has that number or name.")).to_be_visible()


def test_ones_own_row_stays_in_sight_of_long_standings(new_context: Any, live_server: Any) -> None:
    championship = factories.championship()
    factories.pairs(80, championship)
    factories.round_(championship, published_at=timezone.now())
    phone = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    phone.goto(at(live_server, championship))
    phone.evaluate(f"localStorage.setItem('manilla.pair.{championship.slug}', '40')")
    phone.goto(at(live_server, championship, "classificacio/"))
    own = phone.locator(".standings tr.is-mine .war-name")
    expect(own).to_be_in_viewport()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(own).to_be_in_viewport()


@pytest.mark.parametrize(
    ("locale", "offer"), [("es-ES", "Leedlo en español"), ("cs", "Čtěte česky"), ("en-GB", None)]
)
def test_a_reader_of_another_language_is_offered_it(
    locale: str, offer: str | None, new_context: Any, live_server: Any, championship: Championship
) -> None:
    page = new_context(locale=locale).new_page()
    page.goto(at(live_server, championship))
    link = page.locator("[data-own-language] a")
    if offer is None:
        expect(link).to_have_count(0)
        return
    expect(link).to_have_attribute("title", offer)
    link.click()
    assert page.evaluate("document.documentElement.lang") == locale.split("-")[0]
    expect(page.locator("[data-own-language] a")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 390])
def test_reasons_stand_below_the_whole_name_and_the_place_stays_where_it_is(
    width: int, phone: Page, live_server: Any, championship: Championship
) -> None:
    phone.set_viewport_size({"width": width, "height": 740})
    phone.goto(at(live_server, championship, "classificacio/"))
    for row in phone.locator(".standings tbody tr").all():
        place, name = row.locator("summary"), row.locator(".war-name")
        before = place.bounding_box(), name.bounding_box()
        place.tap()
        assert (place.bounding_box(), name.bounding_box()) == before
        first = row.locator(".reasons p").first.bounding_box()
        assert first["y"] >= max(each["y"] + each["height"] for each in before)
        place.tap()


# What lies over the thing that has the focus: the bottom bar, the head of its table, one's own row.
OVER_THE_FOCUS = """() => {
  const at = document.activeElement;
  if (!at.closest("main")) return [];
  const box = at.getBoundingClientRect();
  const over = [...document.querySelectorAll(".bottom-bar, thead th, .standings .is-mine td")];
  return over.filter((each) => !each.contains(at) && each.parentElement !== at.closest("tr")).filter((each) => {
    const { top, bottom, width } = each.getBoundingClientRect();
    return width > 2 && box.top < bottom - 1 && top + 1 < box.bottom;
  }).map((each) => `${at.textContent} under ${each.textContent}`);
}"""


@pytest.mark.parametrize("page", ["", "?ordre=nom", "classificacio/"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_what_has_the_focus_is_never_under_what_stays_in_sight(
    width: int, height: int, page: str, new_context: Any, live_server: Any
) -> None:
    championship = factories.championship()
    pairs = factories.pairs(40, championship)
    round_ = factories.round_(championship, published_at=timezone.now())
    for a, b in zip(pairs[::2], pairs[1::2], strict=True):
        factories.game(round_, a=a, b=b)
    phone = new_context(viewport={"width": width, "height": height}).new_page()
    phone.goto(at(live_server, championship))
    phone.evaluate(f"localStorage.setItem('manilla.pair.{championship.slug}', '20')")
    phone.goto(at(live_server, championship, page))
    expect(phone.locator(".list-table .is-mine")).to_have_count(1)
    found = []
    for key in ["Tab"] * 60 + ["Shift+Tab"] * 60:
        phone.keyboard.press(key)
        found += phone.evaluate(OVER_THE_FOCUS)
    assert found == []


@pytest.mark.parametrize(
    ("page", "choice"), [("?ordre=nom", ".segments-links"), ("classificacio/", ".rounds")]
)
def test_in_forced_colours_what_is_chosen_is_told_by_its_edge_and_a_line(
    page: str, choice: str, phone: Page, live_server: Any, championship: Championship
) -> None:
    factories.round_(championship, number=2, published_at=timezone.now())
    phone.emulate_media(forced_colors="active")
    phone.goto(at(live_server, championship, page))
    chosen = phone.locator(f"{choice} [aria-current]")
    expect(chosen).to_have_css("border-top-width", "3px")
    expect(chosen).to_have_css("text-decoration-line", "underline")
    other = phone.locator(f"{choice} a:not([aria-current])")
    expect(other).to_have_css("border-top-width", "1px")
    expect(other).to_have_css("text-decoration-line", "none")


ALONE = ".lone, .button, summary, .num > a"
SMALL_TARGETS = """(alone) => [...document.querySelectorAll("main :is(a, summary, button, input)")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, { width, height }]) => Math.min(width, height) < 24 || (each.matches(alone) && height < 43))
  .map(([each, box]) => `${each.textContent.trim()}: ${box.width} × ${box.height}`)"""


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", [360, 390])
def test_what_is_touched_is_large_enough(
    width: int, page: str, phone: Page, live_server: Any, championship: Championship
) -> None:
    Pair.objects.filter(number=2).update(war_name="U")
    factories.hand(Game.objects.get(table=1), 101, 0)
    factories.confirmed(Game.objects.get(table=1), 101, 0)
    phone.set_viewport_size({"width": width, "height": 740})
    phone.goto(at(live_server, championship, page))
    assert phone.evaluate(SMALL_TARGETS, ALONE) == []
