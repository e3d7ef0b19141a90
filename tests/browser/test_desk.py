"""The desk in a real browser: what its scripts do."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import game, hand, member, round_
from tournament.models import Championship, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def playing() -> Round:
    """A round of twelve tables: more than a small window shows."""
    of = round_()
    for _ in range(12):
        game(of)
    return of


@pytest.fixture
def desk(new_context: Any, live_server: Any, playing: Round) -> Any:
    """A browser at the desk, logged in as the director; its `address` is the desk's."""
    client = Client()
    client.force_login(member(playing.championship))
    context = new_context(
        viewport={"width": 1280, "height": 420},
        base_url=f"{live_server.url}/organitzacio/{playing.championship.slug}/",
    )
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return context.new_page()


def write_a_hand(of: Round, table: int) -> None:
    hand(of.games.get(table=table), 4, 0)
    Championship.objects.filter(pk=of.championship_id).update(version=of.championship.version + 1)


def test_the_board_renews_itself_and_nobody_loses_their_place(desk: Any, playing: Round) -> None:
    desk.goto("taules/")
    last = desk.locator("tbody tr").nth(11).locator("a")
    last.focus()
    before = desk.evaluate("[document.activeElement.id, scrollY]")
    assert before[1] > 0
    write_a_hand(playing, table=1)
    desk.locator("tbody tr").first.get_by_text("4–0").wait_for(timeout=15_000)
    assert desk.evaluate("[document.activeElement.id, scrollY]") == before


def test_the_slash_goes_to_the_quick_entry_and_enter_opens_the_sheet(desk: Any, playing: Round) -> None:
    desk.goto("taules/")
    desk.keyboard.press("/")
    desk.keyboard.type("7")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**/partida/{playing.games.get(table=7).pk}/")


def test_a_form_that_one_comes_back_to_is_a_new_form(desk: Any) -> None:
    desk.goto("parelles/")
    form = desk.locator("form[action$='/nova/']")
    first_id = form.locator("[name=client_id]").input_value()
    for name, value in {"war_name": "Els Bons", "player_1": "Joan", "player_2": "Pere"}.items():
        form.locator(f"[name={name}]").fill(value)
    with desk.expect_navigation():
        form.locator("button").click()
    desk.go_back()
    form.locator("button:enabled").wait_for()
    assert form.locator("[name=client_id]").input_value() != first_id


def test_the_browser_has_nothing_to_complain_about(desk: Any) -> None:
    """The pages keep to their own Content-Security-Policy."""
    said: list[str] = []
    desk.on("console", lambda message: said.append(message.text))
    desk.on("pageerror", lambda error: said.append(str(error)))
    for page in (
        "",
        "parelles/",
        "rondes/",
        "rondes/1/",
        "taules/",
        "historial/",
        "ajustos/",
        "parelles/importa/",
    ):
        desk.goto(page)
    assert said == []
