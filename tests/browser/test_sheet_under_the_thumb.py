"""The form of a hand on small phones: all of it in one view, forgiving, and in our own words."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.phone_at_table import begun_game
from tournament.models import Call, Game, Round
from tournament.services import calls
from tournament.services.writing import Actor

LONG = "Penya Botifarrera Els Trenta-sis de Vilafranca del Penedès"
SMALL_PHONES = [(390, 664), (360, 640)]


@pytest.fixture
def game(transactional_db: None) -> Game:
    return begun_game(LONG)


def opened(new_context: Any, live_server: Any, game: Game, size: tuple[int, int], tail: str = "") -> Page:
    width, height = size
    context = new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/f/{game.token}/{tail}")
    return page


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("tail", ["", "?ok=hand"])
@pytest.mark.parametrize("size", SMALL_PHONES)
def test_keypad_and_button_are_in_the_first_view(
    new_context: Any, live_server: Any, game: Game, size: tuple[int, int], tail: str
) -> None:
    page = opened(new_context, live_server, game, size, tail)
    button = page.locator("[data-save]").bounding_box()
    assert bottom(page, "[data-key='0']") <= button["y"]
    assert bottom(page, "[data-save]") <= size[1]
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_keypad_and_button_are_in_the_first_view_when_the_end_is_announced_too(
    new_context: Any, live_server: Any, game: Game, size: tuple[int, int]
) -> None:
    now = timezone.now()
    Round.objects.update(published_at=now - timedelta(minutes=60), ends_at=now + timedelta(minutes=9))
    page = opened(new_context, live_server, game, size, "?ok=hand")
    expect(page.get_by_text("Final a les")).to_be_visible()
    button = page.locator("[data-save]").bounding_box()
    assert bottom(page, "[data-key='0']") <= button["y"]
    assert bottom(page, "[data-save]") <= size[1]


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_everything_to_tap_is_as_big_as_a_thumb(
    new_context: Any, live_server: Any, game: Game, size: tuple[int, int]
) -> None:
    page = opened(new_context, live_server, game, size)
    for each in page.locator("[data-hand] :is(label:has(input[type=radio]), button):visible").all():
        assert 44 <= each.bounding_box()["height"] < 50
    for fold in page.locator("[data-hand] summary").all():
        assert fold.bounding_box()["height"] >= 44
        fold.tap()
    for each in page.locator("[data-hand] label:has(input[type=radio])").all():
        assert each.bounding_box()["height"] >= 44


def test_button_stays_where_it_is_whatever_is_chosen(new_context: Any, live_server: Any, game: Game) -> None:
    page = opened(new_context, live_server, game, SMALL_PHONES[0])
    at_first = page.locator("[data-save]").bounding_box()
    for side in ("level", "a", "pass", "b"):
        page.locator("label", has=page.locator(f"input[name=side][value={side}]")).tap()
        assert page.locator("[data-save]").bounding_box() == at_first
    for key in "36":
        page.locator(f"[data-key='{key}']").tap()
        assert page.locator("[data-save]").bounding_box() == at_first


@pytest.mark.parametrize("tail", ["", "dat/1/"])
@pytest.mark.parametrize("scrolled", [0, 120, 240])
def test_button_covers_nothing_even_where_the_form_is_longer_than_the_view(
    new_context: Any, live_server: Any, game: Game, tail: str, scrolled: int
) -> None:
    page = opened(new_context, live_server, game, (360, 520), tail)
    page.evaluate(f"scrollTo(0, {scrolled})")
    button = page.locator("[data-save]").bounding_box()
    assert max(bottom(page, "[data-key='0']"), bottom(page, "[data-preview]")) <= button["y"]


def test_change_and_what_it_would_do_stand_in_one_view_with_the_button(
    new_context: Any, live_server: Any, game: Game
) -> None:
    for _ in range(3):
        factories.hand(game, 0, 20, bid="C")
    page = opened(new_context, live_server, game, (360, 740), "dat/2/")
    page.locator("label", has=page.locator("[name=doubling][value=R]")).tap()
    for key in "80":
        page.locator(f"[data-key='{key}']").tap()
    expect(page.locator(".preview-ends")).to_have_text(
        "La partida s’acabaria al dat 4: els següents no comptarien."
    )
    button = page.locator("[data-save]").bounding_box()
    assert bottom(page, ".preview-ends") <= button["y"]
    assert bottom(page, "[data-save]") <= 740


def test_open_call_leaves_the_keypad_in_the_first_view_and_its_button_below_it(
    new_context: Any, live_server: Any, game: Game
) -> None:
    calls.call(game.pk, Call.Reason.REVOKE, actor=Actor(None, "table"), client_id="a-call")
    page = opened(new_context, live_server, game, (360, 740))
    assert bottom(page, "[data-key='0']") <= min(740, page.locator("[data-save]").bounding_box()["y"])


def test_name_is_never_cut_in_the_head_of_the_sheet(new_context: Any, live_server: Any, game: Game) -> None:
    page = opened(new_context, live_server, game, SMALL_PHONES[1])
    names = page.locator(".scoreboard-pair")
    cut = names.evaluate_all("(all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1)")
    assert (names.count(), cut) == (2, [])


def test_hand_without_a_pair_asks_for_it_in_our_own_words(
    new_context: Any, live_server: Any, game: Game
) -> None:
    page = opened(new_context, live_server, game, SMALL_PHONES[0])
    page.locator("[data-key='9']").tap()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-preview] .error")).to_have_text("Per a quina parella?")
    expect(page.locator("[data-save]")).to_be_enabled()
    page.locator("label", has=page.locator("input[name=side][value=a]")).tap()
    expect(page.locator("[data-preview] .error")).to_have_count(0)
    page.locator("[data-save]").tap()
    expect(page.locator(".scoreboard-total").first).to_have_text("25")


def test_hand_without_points_asks_for_them_before_it_is_sent(
    new_context: Any, live_server: Any, game: Game
) -> None:
    page = opened(new_context, live_server, game, SMALL_PHONES[0])
    page.locator("label", has=page.locator("input[name=side][value=a]")).tap()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-preview] .error")).to_have_text("Escriviu quants punts.")


def test_first_figure_takes_the_place_of_the_points_that_stood_there(
    new_context: Any, live_server: Any, game: Game
) -> None:
    page = opened(new_context, live_server, game, SMALL_PHONES[0], "dat/1/")
    points = page.locator("#points")
    expect(points).to_have_value("16")
    page.locator("[data-key='1']").tap()
    expect(points).to_have_value("1")
    page.locator("[data-key='2']").tap()
    expect(points).to_have_value("12")
    page.reload()
    page.locator("[data-key='back']").tap()
    page.locator("[data-key='2']").tap()
    expect(points).to_have_value("12")


def test_an_open_phone_learns_of_an_announcement_and_keeps_what_was_typed(
    new_context: Any, live_server: Any, game: Game
) -> None:
    an_hour_ago = timezone.now() - timedelta(hours=1)  # before its floor an end comes to no table
    Round.objects.filter(pk=game.round_id).update(published_at=an_hour_ago)
    page = opened(new_context, live_server, game, (390, 844))
    page.locator("[data-key='2']").click()
    ends_at = timezone.now() + timedelta(minutes=30)
    Round.objects.filter(pk=game.round_id).update(ends_at=ends_at)
    page.evaluate("dispatchEvent(new Event('online'))")  # the page asks anew, as it does every ten seconds
    expect(page.locator("[data-live='announced'] .notice")).to_be_visible()
    expect(page.locator("[name=points]")).to_have_value("2")
    expect(page.locator("[data-end]")).to_be_hidden()
    Round.objects.filter(pk=game.round_id).update(ends_at=timezone.now() - timedelta(seconds=5))
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.locator("[name=points]")).to_have_value("2")
