"""Every screen shows the same second, whatever its own clock says and however long it slept (B088, B089, B092)."""

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests import factories
from tournament.models import Round

pytestmark = pytest.mark.django_db(transaction=True)
STRANGE = 'Ronda 2: l\'última & <final> "101" — ¡ànims! $& {left}'
LIMIT = 50 * 60
NEAR = 1.5  # a second, and what it takes to look

# What the device believes: `shifted` milliseconds too much.
WRONG_CLOCK = """(() => {
  window.shifted = SHIFT;
  const real = Date.now.bind(Date);
  Date.now = () => real() + window.shifted;
})()"""


@pytest.fixture
def playing() -> Round:
    """One table under a limit of fifty minutes."""
    championship = factories.championship(preset="vilaplana-2017", name="Vilaplana 2017")
    of = factories.round_(championship, published_at=timezone.now())
    factories.game(of, opening_draw="a")
    return of


@pytest.fixture
def a_device(new_context: Any, log_in: Any) -> Iterator[Any]:
    """Opens devices, whose clocks may be wrong; each is put away only when its page has come."""
    made: list[BrowserContext] = []

    def opened(shift_ms: int = 0, member_of: Round | None = None) -> Page:
        context = new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(WRONG_CLOCK.replace("SHIFT", str(shift_ms)))
        made.append(context)
        if member_of is not None:
            log_in(context, member_of.championship)
        return context.new_page()

    yield opened
    for context in made:
        for page in context.pages:
            with suppress(Error):
                page.wait_for_load_state("networkidle", timeout=5_000)


def shown(page: Page) -> float:
    """The minutes played that the page shows, in seconds."""
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def expect_the_servers_second(page: Page, of: Round) -> None:
    """Within a second of the server, once the page has had time to ask."""
    page.get_by_role("timer").wait_for()
    deadline = time.monotonic() + 15
    while True:
        played = (timezone.now() - of.published_at).total_seconds()  # type: ignore[operator]
        if abs(played - shown(page)) <= NEAR:
            return
        assert time.monotonic() < deadline, (played, shown(page))
        page.wait_for_timeout(200)


def hall(live_server: Any, of: Round) -> str:
    return f"{live_server.url}/en/c/{of.championship.slug}/"


def sheet(live_server: Any, of: Round) -> str:
    return f"{live_server.url}/en/f/{of.games.get().token}/"


def test_b088_every_screen_shows_the_same_second_also_after_sleep(
    a_device: Any, live_server: Any, playing: Round
) -> None:
    desk = a_device(member_of=playing)
    desk.goto(f"{live_server.url}/en/organitzacio/{playing.championship.slug}/rellotge/")
    phone, slept = a_device(), a_device()
    phone.goto(sheet(live_server, playing))
    slept.goto(hall(live_server, playing))
    for left in (50, 25, 1, 0):
        playing.published_at = timezone.now() - timedelta(seconds=LIMIT - 60 * left)
        playing.save()
        playing.games.update(zero_at=playing.published_at)
        playing.championship.version += 1
        playing.championship.save()
        desk.wait_for_timeout(1200)  # a version is seen within a second
        for page in (desk, phone, slept):
            page.reload()
            expect_the_servers_second(page, playing)
    expect(slept.get_by_text("Time is up")).to_be_visible()
    slept.evaluate("window.shifted += 20 * 60 * 1000")
    slept.wait_for_timeout(1200)
    expect_the_servers_second(slept, playing)


def test_b089_a_device_set_three_minutes_fast_shows_what_the_others_show(
    a_device: Any, live_server: Any, playing: Round
) -> None:
    for address in (hall(live_server, playing), sheet(live_server, playing)):
        page = a_device(shift_ms=180_000)
        page.goto(address)
        expect_the_servers_second(page, playing)


def test_b092_strange_letters_stop_no_clock(a_device: Any, live_server: Any, playing: Round) -> None:
    begins = timezone.now() - timedelta(minutes=1)
    playing.championship.pauses = [{"begins": begins.isoformat(), "ends": None, "reason": STRANGE}]
    playing.championship.save()
    page = a_device()
    page.goto(hall(live_server, playing))
    expect(page.locator("[data-clock-say]")).to_contain_text(f"Pause: {STRANGE}")
    expect(page.get_by_role("timer")).to_be_visible()


def test_a_pause_stops_the_clock_and_its_end_lets_it_run_on(
    a_device: Any, live_server: Any, playing: Round
) -> None:
    published = timezone.now() - timedelta(minutes=20)
    playing.published_at = published
    playing.save()
    pause = {"begins": (published + timedelta(minutes=5)).isoformat(), "ends": None, "reason": "dinar"}
    playing.championship.pauses = [pause]
    playing.championship.save()
    page = a_device()
    page.goto(hall(live_server, playing))
    expect(page.get_by_role("timer")).to_have_text("05:00")
    expect(page.locator(".clock")).to_have_attribute("data-state", "paused")
    pause["ends"] = (timezone.now() + timedelta(seconds=5)).isoformat()
    playing.championship.version += 1
    playing.championship.save()
    page.wait_for_timeout(1200)  # a version is seen within a second
    page.reload()
    expect(page.locator(".clock")).to_have_attribute("data-state", "arriving", timeout=10_000)
    expect(page.get_by_role("timer")).to_have_text("05:01", timeout=10_000)
    expect(page.locator("p.pause")).to_be_hidden()
