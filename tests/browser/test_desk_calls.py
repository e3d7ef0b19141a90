"""Tables that wait, seen at the desk: the time counts by itself and nobody loses their place (E 17.7)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.services.conftest import TABLE, Hall, published_hall
from tournament.models import Call
from tournament.services import calls

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall() -> Hall:
    """The first table has waited for eighty seconds."""
    made = published_hall(8)
    calls.call(made.games[0].pk, "revoke", actor=TABLE, now=timezone.now() - timedelta(seconds=80))
    return made


@pytest.fixture
def desk(at_desk: Any, hall: Hall) -> Any:
    return at_desk(hall.championship)


def seconds_of(text: str) -> int:
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_time_waited_counts_by_itself_without_moving_anything(desk: Any) -> None:
    desk.goto("taules/")
    waited = desk.locator("#calls time[data-waited]")
    desk.wait_for_function("document.querySelector('#calls time[data-waited]').textContent.startsWith('1:')")
    first, width = seconds_of(waited.text_content()), waited.bounding_box()["width"]
    assert 80 <= first < 100
    desk.wait_for_function(
        "old => document.querySelector('#calls time[data-waited]').textContent !== old",
        arg=waited.text_content(),
    )
    assert waited.bounding_box()["width"] == width
    assert desk.locator("#board time[data-waited]").count() == 1


def test_a_second_call_leaves_the_keyboard_where_it_was(desk: Any, hall: Hall) -> None:
    desk.goto("taules/")
    held = f"go-{Call.objects.get().pk}"
    desk.locator(f"#{held}").focus()
    calls.call(hall.games[1].pk, "other", actor=TABLE)
    desk.locator("#calls .notice").nth(1).wait_for(timeout=15_000)
    assert desk.evaluate("document.activeElement.id") == held
    desk.keyboard.press("Enter")
    desk.locator("#calls .notice.is-ok").wait_for()
    assert Call.objects.get(game=hall.games[0]).answered_at is not None


def test_a_field_in_use_keeps_the_keyboard_when_a_table_calls(desk: Any, hall: Hall) -> None:
    desk.goto("taules/")
    desk.locator("[data-quick]").focus()
    desk.keyboard.type("1")
    calls.call(hall.games[1].pk, "other", actor=TABLE)
    desk.locator("#calls .notice").nth(1).wait_for(timeout=15_000)
    desk.keyboard.type("2")
    assert desk.evaluate("[document.activeElement.name, document.activeElement.value]") == ["taula", "12"]
