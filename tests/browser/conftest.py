"""What the tests of a phone at a table share: a game with two hands, a phone, and the game's sheet open on it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.phone_at_table import a_phone, begun_game, opened
from tournament.models import Game


@pytest.fixture
def game(transactional_db: None) -> Game:
    return begun_game()


@pytest.fixture
def context(new_context: Any) -> Iterator[BrowserContext]:
    yield from a_phone(new_context)


@pytest.fixture
def second(new_context: Any) -> Iterator[BrowserContext]:
    """The other pair's phone."""
    yield from a_phone(new_context)


@pytest.fixture
def sheet(context: BrowserContext, live_server: Any, game: Game) -> Page:
    return opened(context, live_server, game)
