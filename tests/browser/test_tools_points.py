"""The counter of card points and the checker of a sheet, on a phone: quick to tap, and like the paper."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.django_db(transaction=True)

COUNTER = "/en/eines/tantos/"
CHECKER = "/en/eines/full/"
SLIP = (
    "?pa1=4&ta1=4&pb1=0&tb1=0&su2=C&pa2=0&ta2=4&pb2=20&tb2=20&pa3=7&ta3=11&pb3=0&tb3=20"
    "&pa4=12&ta4=33&pb4=0&tb4=20&pa5=3&ta5=36&pb5=0&tb5=20&fa=36&fb=20"
)
CARDS = "?" + "&".join(f"carta={card}" for card in ("O9", "C9", "E9", "B9", "O1", "C1", "E1", "B10"))
SMALL_PHONES = [(390, 844), (360, 640)]


@pytest.fixture
def counter(phone: Page, live_server: Any) -> Page:
    phone.goto(live_server.url + COUNTER)
    return phone


@pytest.fixture
def checker(phone: Page, live_server: Any) -> Page:
    phone.goto(live_server.url + CHECKER)
    return phone


def card(page: Page, code: str) -> Locator:
    return page.locator(f".count-suit label:has(input[value='{code}'])")


def choice(page: Page, name: str, value: str) -> Locator:
    return page.locator(f"label:has(input[name='{name}'][value='{value}'])")


def box(of: Locator) -> dict[str, float]:
    found = of.bounding_box()
    assert found is not None
    return found


# --- The counter --------------------------------------------------------------------------------


def test_counter_counts_while_cards_are_tapped(counter: Page) -> None:
    result = counter.locator("#resposta")
    expect(result).to_contain_text("Tap the scoring cards")
    for code in ("O9", "C9", "E9", "B9", "O1", "C1", "E1", "B10"):
        card(counter, code).tap()
    expect(result).to_contain_text("The scoring cards make 33. How many tricks")
    for _ in range(7):
        counter.get_by_role("button", name="One trick more").tap()
    expect(counter.locator("[data-ours]")).to_have_text("40")
    expect(counter.locator("[data-theirs]")).to_have_text("32")
    expect(result).to_contain_text("4 points for the pair you counted")
    choice(counter, "joc", "B").tap()
    expect(result).to_contain_text("8 points for the pair you counted")
    card(counter, "O9").tap()
    expect(result).to_contain_text("2 points for the other pair")
    expect(result.get_by_role("button")).to_be_hidden()


def test_counter_says_what_cannot_be(counter: Page) -> None:
    result = counter.locator("#resposta")
    for code in ("O9", "C9", "E9", "B9", "O1"):
        card(counter, code).tap()
    counter.get_by_role("button", name="One trick more").tap()
    expect(result).to_contain_text("5 cards do not fit into 1 trick, it holds 4 at most")
    counter.get_by_label("Tricks that it won").fill("12")
    expect(result).to_contain_text("mark all 20 (now 5)")
    counter.get_by_role("button", name="One trick more").tap(force=True)
    expect(counter.get_by_label("Tricks that it won")).to_have_value("12")
    counter.get_by_label("Tricks that it won").fill("sis")
    expect(result).to_contain_text("“sis” tricks cannot be: a pair wins from 0 to 12.")


def test_script_and_server_say_the_same(new_context: Any, live_server: Any) -> None:
    said = []
    for has_script in (True, False):
        page = new_context(java_script_enabled=has_script).new_page()
        for bases in ("", "0", "3", "4", "7", "8", "12", "13", "x"):
            page.goto(f"{live_server.url}{COUNTER}{CARDS}&bases={bases}&contro=C")
            said.append(page.locator(".count-answer").inner_text().split())
    assert said[:9] == said[9:]


def test_counter_knows_which_doublings_the_regulation_has(counter: Page) -> None:
    sant_vicenc = counter.locator("input[name='contro'][value='S']")
    choice(counter, "contro", "S").tap()
    expect(sant_vicenc).to_be_checked()
    counter.get_by_label("Regulation").select_option("girona-2016")
    expect(sant_vicenc).to_be_enabled()
    choice(counter, "joc", "B").tap()
    expect(sant_vicenc).to_be_disabled()
    expect(counter.locator("input[name='contro'][value='']")).to_be_checked()


def test_count_is_still_there_when_the_phone_loads_the_page_again(counter: Page) -> None:
    card(counter, "E9").tap()
    counter.get_by_label("Tricks that it won").fill("3")
    counter.wait_for_url("**/?*carta=E9*bases=3*")
    counter.reload()
    expect(counter.locator("[data-ours]")).to_have_text("8")
    counter.get_by_role("link", name="Count another hand").tap()
    expect(counter.locator("#resposta")).to_contain_text("Tap the scoring cards")


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_all_the_cards_and_the_result_stand_in_one_view(
    size: tuple[int, int], phone: Page, live_server: Any
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(live_server.url + COUNTER)
    last = box(card(phone, "B10"))
    result = box(phone.locator("#resposta"))
    assert last["y"] + last["height"] <= result["y"]
    assert result["y"] + result["height"] <= size[1]
    assert phone.evaluate("scrollY") == 0
    assert phone.evaluate("document.documentElement.scrollWidth") == size[0]


def test_nothing_moves_while_cards_are_tapped(counter: Page) -> None:
    places = [counter.locator(each) for each in (".count-suit >> nth=3", "#resposta", "#bases")]
    before = [box(each) for each in places]
    for code in ("O9", "C9", "E9", "B9", "O1"):
        card(counter, code).tap()
    counter.get_by_role("button", name="One trick more").tap()
    assert [box(each) for each in places] == before
    counter.get_by_role("button", name="One trick more").tap()
    assert [box(each) for each in places] == before


# --- The checker --------------------------------------------------------------------------------


def test_sheet_is_written_across_then_down_and_checked(checker: Page) -> None:
    checker.locator("#pa1").focus()
    for cell in ("4", "4", "0", "0"):
        checker.keyboard.type(cell)
        checker.keyboard.press("Enter")
    expect(checker.locator("#su1")).to_be_focused()
    checker.keyboard.press("Enter")
    expect(checker.locator("#pa2")).to_be_focused()
    for cell in ("0", "4", "15", "15"):
        checker.keyboard.type(cell)
        checker.keyboard.press("Enter")
    checker.locator("#su2").select_option("C")
    checker.get_by_role("button", name="Check the sheet").tap()
    answer = checker.locator("#resposta")
    expect(answer).to_contain_text("15 with contro cannot be")
    expect(answer).to_contain_text("Did you mean 14 or 16?")
    expect(checker.locator("#pb2")).to_have_value("15")
    expect(checker.locator("#pb2")).to_have_attribute("aria-invalid", "true")
    assert "pa3" not in checker.url


def test_finding_leads_to_its_row(phone: Page, live_server: Any) -> None:
    phone.goto(live_server.url + CHECKER + SLIP)
    phone.get_by_role("link", name="Hand 4").tap()
    row = phone.locator("#dat-4")
    expect(row).to_be_in_viewport()
    expect(phone.locator("#dat-4-diu")).to_be_in_viewport()
    expect(phone.locator("#dat-4-diu")).to_contain_text("Did you mean 22?")
    phone.locator("#pa4").fill("22")
    phone.get_by_role("button", name="Check the sheet").tap()
    expect(phone.locator("#resposta")).to_contain_text("The sheet adds up")
    expect(phone.locator("#resposta")).to_contain_text("36 – 20")


def test_arrows_go_up_and_down_in_a_column(checker: Page) -> None:
    checker.locator("#ta2").focus()
    checker.keyboard.press("ArrowDown")
    expect(checker.locator("#ta3")).to_be_focused()
    checker.keyboard.press("ArrowUp")
    checker.keyboard.press("ArrowUp")
    expect(checker.locator("#ta1")).to_be_focused()
    checker.keyboard.press("ArrowUp")
    expect(checker.locator("#ta1")).to_be_focused()


def test_last_row_brings_one_more_with_labels_of_its_own(checker: Page) -> None:
    expect(checker.locator("#pa13")).to_have_count(0)
    checker.locator("#pa12").fill("4")
    expect(checker.get_by_label("Hand 13, points of pair A")).to_be_visible()
    expect(checker.locator("#pa14")).to_have_count(0)
    checker.get_by_label("Hand 13, result of the auction").select_option("B")
    expect(checker.locator("#pa14")).to_be_visible()


def test_what_was_written_is_still_there_when_the_phone_loads_the_page_again(checker: Page) -> None:
    checker.locator("#pa1").fill("7")
    checker.locator("#ta1").focus()
    checker.reload()
    expect(checker.locator("#pa1")).to_have_value("7")


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_sheet_fits_a_phone_and_every_field_a_thumb(
    size: tuple[int, int], phone: Page, live_server: Any
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(live_server.url + CHECKER + SLIP)
    assert phone.evaluate("document.documentElement.scrollWidth") == size[0]
    for field in phone.locator("#dat-4 :is(input, select), #final input").all():
        assert box(field)["height"] >= 44
        assert box(field)["width"] >= 44
        assert field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)") >= 16


# --- Both ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [f"{COUNTER}{CARDS}&bases=7", f"{COUNTER}{CARDS}&bases=1", CHECKER + SLIP, f"{CHECKER}?pa1=4o&fa=3"],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tools_serve_everybody(address: str, scheme: Any, phone: Page, live_server: Any) -> None:
    phone.emulate_media(color_scheme=scheme)
    phone.goto(live_server.url + address)
    found = Axe().run(phone)
    assert found.violations_count == 0, found.generate_report()


def test_without_script_a_button_counts_and_checks(new_context: Any, live_server: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + COUNTER)
    page.locator("input[value='O9']").check(force=True)
    page.get_by_label("Tricks that it won").fill("6")
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.locator("#resposta")).to_contain_text("25 points for the other pair")
    expect(page.locator("input[value='O9']")).to_be_checked()
    page.goto(live_server.url + CHECKER)
    page.locator("#pa1").fill("4o")
    page.get_by_role("button", name="Check the sheet").click()
    expect(page.locator("#resposta")).to_contain_text("“4o” is not a number")
