"""What tests in a browser share: a phone at a table with the sheet of a game of two hands, and a screen at the desk."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from tests.browser.phone_at_table import a_phone, begun_game, opened
from tests.factories import member
from tournament.models import Championship, Game


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


@pytest.fixture
def log_in(live_server: Any) -> Callable[[BrowserContext, Championship], None]:
    """Makes a browser that of a director of a championship."""

    def log_in(context: BrowserContext, of: Championship) -> None:
        client = Client()
        client.force_login(member(of))
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])

    return log_in


@pytest.fixture
def at_desk(new_context: Any, live_server: Any, log_in: Any) -> Callable[..., Page]:
    """Opens an empty page of a director's browser; its addresses begin at the desk of the championship."""

    def opened(of: Championship, *, width: int = 1280, height: int = 800) -> Page:
        context = new_context(
            viewport={"width": width, "height": height},
            base_url=f"{live_server.url}/organitzacio/{of.slug}/",
        )
        log_in(context, of)
        return context.new_page()

    return opened
