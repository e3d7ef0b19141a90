"""Two organisers and two helpers with one round at once: nothing lost, nothing doubled, no silent overwriting."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.factories import member
from tests.journeys.scenes import championship_of, game_at, published
from tournament.models import Championship, Game, Membership, Round
from tournament.queries.games import view_of

pytestmark = pytest.mark.django_db(transaction=True)
Opened = Callable[[str], Page]


@pytest.fixture
def round_(transactional_db: None) -> Round:
    return published(championship_of(8))


@pytest.fixture
def at_desk_as(new_context: Any, live_server: Any, round_: Round) -> Opened:
    """Another person's browser, at the desk in that role."""
    of: Championship = round_.championship

    def opened(role: str) -> Page:
        base = f"{live_server.url}/en/organitzacio/{of.slug}/"
        context = new_context(viewport={"width": 1280, "height": 800}, base_url=base)
        client = Client()
        client.force_login(member(of, role=role))
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        return context.new_page()  # type: ignore[no-any-return]

    return opened


def send_totals(page: Page, a: str, b: str) -> None:
    page.locator("#total-a").fill(a)
    page.locator("#total-b").fill(b)
    with page.expect_navigation():
        page.locator("#total-b").press("Enter")


def typed(game: Game) -> tuple[int, int] | None:
    return view_of(Game.objects.get(pk=game.pk)).typed


def test_four_people_with_one_round_at_once(at_desk_as: Opened, round_: Round) -> None:
    first, second = at_desk_as(Membership.Role.ORGANISER), at_desk_as(Membership.Role.DIRECTOR)
    one, other = at_desk_as(Membership.Role.HELPER), at_desk_as(Membership.Role.HELPER)
    game, beside = game_at(round_, 1), game_at(round_, 2)
    everybody = (first, second, one, other)
    for page in everybody:
        page.goto(f"partida/{game.pk}/")
        page.locator("details:has(#total-a)").evaluate_all(
            "(found) => found.forEach((each) => (each.open = true))"
        )
    send_totals(one, "101", "60")
    assert typed(game) == (101, 60)
    for page in (other, first, second):
        send_totals(page, "101", "66")
        page.get_by_text("You had typed").first.wait_for()
        assert page.locator("#total-b").input_value() == "66"
        assert typed(game) == (101, 60)
    send_totals(first, "101", "66")  # having seen both
    assert typed(game) == (101, 66)
    for page in (one, other):
        page.goto(f"partida/{beside.pk}/")
        page.locator("#row").fill("c 20")
    for page in (one, other):
        with page.expect_navigation():
            page.locator("#row").press("Enter")
    assert beside.hands.count() == 1
    other.get_by_text("“c 20”").first.wait_for()
    for page in (first, second):
        page.goto("rellotge/")
    for page, minutes in ((first, "5"), (second, "3")):
        page.locator("#minutes_minutes").fill(minutes)
        page.locator("#minutes_reason").fill("el so")
        with page.expect_navigation():
            page.locator("#minutes_reason").press("Enter")
    second.get_by_text("changed the extra minutes from 0 to 5").first.wait_for()
    round_.refresh_from_db()
    assert (round_.extra_minutes, second.locator("#minutes_minutes").input_value()) == (5, "3")
