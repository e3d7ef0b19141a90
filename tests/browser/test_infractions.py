"""An organiser records an infraction in a browser: what is proposed follows what is chosen, and no choice is lost."""

from typing import Any

import pytest

from tests.conftest import PHONE
from tests.views.sheets import desk_base, new_game
from tournament.models import Game, Infraction

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def desk(at_desk: Any, game: Game) -> Any:
    """The page of a new infraction at table 1, on a phone that walks about the hall."""
    page = at_desk(game.round.championship, **PHONE)
    page.goto(f"{desk_base(game.round.championship)}taules/{game.pk}/faltes/nova/")
    return page


def choose(desk: Any, name: str, value: str) -> None:
    desk.locator(f"[name={name}][value='{value}']").check(force=True)


def test_the_proposal_stands_there_as_soon_as_pair_and_article_are_chosen(desk: Any, game: Game) -> None:
    choose(desk, "pair", "1")
    desk.locator("#search").fill("spreading")
    rows = desk.locator(".article-row:visible")
    assert rows.all_inner_texts() == [rows.first.inner_text()]
    rows.first.click()
    desk.locator("#proposal").get_by_text("Write the code of the hand").wait_for()
    desk.locator("#bid").select_option("C")
    desk.locator("#proposal").get_by_text("the 72 points at stake").wait_for()
    choose(desk, "share", "part")
    desk.locator("#points").fill("20")
    desk.locator("#reason").fill("it was the last trick")
    desk.locator("#bid").select_option("BC")
    desk.locator("#proposal").get_by_text("the 144 points at stake").wait_for()
    desk.get_by_role("button", name="Record the infraction").click()
    desk.wait_for_url(f"**/partida/{game.pk}/")
    desk.get_by_text("The infraction is recorded.").wait_for()
    row = Infraction.objects.get()
    assert (row.code, row.share, row.points, row.reason) == ("11.3", "part", 20, "it was the last trick")


def test_nothing_is_wider_than_the_phone_and_every_choice_is_big_enough(desk: Any) -> None:
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = desk.locator(".article-row:visible").evaluate_all(
        "rows => rows.map((row) => row.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def test_the_article_that_a_call_has_chosen_is_seen_in_its_list(desk: Any) -> None:
    """A list of twenty rows shows a few of them at once."""
    desk.goto(f"{desk.url}?code=16.1.2.2&moment=on_review")
    shown = desk.locator("#article-list").bounding_box()
    row = desk.locator(".article-row:has(:checked)").bounding_box()
    assert shown["y"] <= row["y"] and row["y"] + row["height"] <= shown["y"] + shown["height"]
