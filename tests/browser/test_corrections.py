"""A confirmed sheet opened for correction in a browser: left in any way it stays as it was, until it is saved."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests import factories
from tests.conftest import PHONE
from tests.views.sheets import desk_address, new_game
from tournament.models import Championship, Game, LogEntry, Notice, Pair, PlayedHand, Seat
from tournament.queries.games import view_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """101–20 in four hands, confirmed."""
    found = new_game()
    for points in ((36, 0), (0, 20), (36, 0), (29, 0)):
        factories.hand(found, *points)
    return factories.confirmed(found, 101, 20)


@pytest.fixture
def desk(at_desk: Any, game: Game) -> Any:
    """An organiser at the game's page, on a phone that walks about the hall."""
    page = at_desk(game.round.championship, **PHONE)
    page.goto(desk_address(game))
    return page


def stored() -> list[Any]:
    return [
        [*model.objects.order_by("pk").values()] for model in (Championship, Game, Seat, PlayedHand, LogEntry)
    ]


def opened(desk: Any, rows: str = "") -> None:
    desk.get_by_role("link", name="Correct the sheet").click()
    desk.wait_for_url("**/correccio/")
    if rows:
        desk.get_by_label("The rows, one a line").fill(rows)


def test_b003_left_by_the_link_by_going_back_or_by_closing_nothing_was_written(desk: Any, game: Game) -> None:
    before = stored()
    opened(desk, "1\n2 -")
    desk.get_by_role("link", name="Leave it as it is").first.click()
    desk.wait_for_url(f"**/partida/{game.pk}/")
    opened(desk, "3")
    desk.go_back()
    desk.wait_for_url(f"**/partida/{game.pk}/")
    opened(desk)
    assert desk.get_by_label("The rows, one a line").input_value() == "36\n20 -\n36\n29"
    desk.close()
    assert stored() == before


def test_what_it_changes_is_seen_and_changed_once_more_before_it_is_saved(desk: Any, game: Game) -> None:
    opened(desk, "36\nc 20 -\n36\n29")
    desk.get_by_label("Reason").fill("Era contro")
    desk.get_by_role("button", name="See what it changes").click()
    desk.get_by_role("heading", name="Corrected: 101–20").wait_for()
    desk.get_by_role("button", name="Change something").click()
    desk.get_by_label("The rows, one a line").fill("36\nc 22 -\n36\n29")
    assert desk.get_by_label("Reason").input_value() == "Era contro"
    desk.get_by_role("button", name="See what it changes").click()
    desk.get_by_role("heading", name="Corrected: 101–22").wait_for()
    desk.get_by_role("button", name="Save the correction").click()
    desk.get_by_text("Corrected: the new result counts from now on.").wait_for()
    assert view_of(Game.objects.get(pk=game.pk)).counted == (101, 22)


def faults(desk: Any) -> list[str]:
    """What keeps somebody from reading the page, and whether anything is wider than the smallest phone."""
    found = [each["id"] for each in Axe().run(desk).response["violations"]]
    return found + ["too wide"] * (desk.evaluate("document.documentElement.scrollWidth") > 320)


def test_every_page_of_a_correction_fits_the_smallest_phone_and_is_accessible(desk: Any, game: Game) -> None:
    of = game.round.championship
    Pair.objects.update(war_name="Les manilles de l’Alta Ribagorça i la Vall Fosca")
    Notice.objects.create(championship=of, text="Correcció: ronda 1, taula 1: 101–22", at=factories.START)
    desk.set_viewport_size({"width": 320, "height": 640})
    opened(desk, "36\nc 36 -\nc 72 -\n29")
    assert faults(desk) == []
    desk.get_by_label("Reason").fill("Era contro")
    desk.get_by_role("button", name="See what it changes").click()
    desk.get_by_role("heading", name="Ranks that move").wait_for()
    assert faults(desk) == []
    for page in (f"/en/organitzacio/{of.slug}/anuncis/", f"/en/c/{of.slug}/"):
        desk.goto(page)
        assert faults(desk) == []
