"""What goes wrong in a hall, in a browser: a line of the game's page unfolds what it leads to, by the thumb."""

from typing import Any

import pytest

from tests import factories
from tests.conftest import PHONE
from tests.views.sheets import desk_address, new_game
from tournament.models import Game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    game = new_game()
    factories.hand(game, 4, 0)
    return game


@pytest.fixture
def desk(at_desk: Any, game: Game) -> Any:
    """The page of a game, on a phone that walks about the hall."""
    page = at_desk(game.round.championship, **PHONE)
    page.goto(desk_address(game))
    return page


def test_a_line_unfolds_what_it_leads_to(desk: Any) -> None:
    desk.locator("#ha-passat > summary").click()
    assert desk.locator("#gira").get_attribute("open") is None
    desk.locator("#ha-passat a[href='#gira']").click()
    desk.locator("#gira[open]").get_by_role("button").wait_for()


def test_every_line_is_high_enough_for_a_thumb(desk: Any) -> None:
    desk.locator("#ha-passat > summary").click()
    heights = [line.bounding_box()["height"] for line in desk.locator("#ha-passat a").all()]
    assert (len(heights), [height for height in heights if height < 44]) == (10, [])
