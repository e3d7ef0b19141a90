"""Games ended by time before their least time, at the desk: questioned, and decided by an organiser (E 12.3.3)."""

import pytest
from django.test import Client

from tests import factories
from tests.views.sheets import act, log_in, shown_at_desk, text_of, type_sheet
from tests.views.test_typed_sheets import typed_rows
from tournament.models import Game, LogEntry, Membership, PlayedHand

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(game: Game) -> Client:
    return log_in(Client(), game.round.championship, role=Membership.Role.HELPER)


def test_game_stopped_before_its_least_time_is_questioned(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    page = act(desk, game, "stop", why="last_hand")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert "a game has 50 minutes at least (art. 12.3.3)" in text_of(page)
    assert 'name="why" value="last_hand">End it all the same' in page.content.decode()
    assert act(desk, game, "stop", why="last_hand", reason="tempesta").status_code == 303
    assert "Game over: the last hand was played (art. 12.3.3)" in shown_at_desk(desk, game)
    assert LogEntry.objects.get(what="stop").reason == "tempesta"


def test_helper_cannot_end_a_game_before_its_least_time(helper: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    page = act(helper, game, "stop", why="time", reason="tempesta")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert "An organiser may decide it (art. 17.2)." in text_of(page)
    assert "End it all the same" not in text_of(page)


def test_paper_that_time_ended_too_early_is_questioned(desk: Client, game: Game) -> None:
    page = type_sheet(desk, game, "20", "10 -", by_time="1")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert page.context["refused"]["question"] == ""
    assert typed_rows(page)[:2] == ["20", "10 -"]
    assert type_sheet(desk, game, "20", "10 -", by_time="1", reason="tempesta").status_code == 303
    assert LogEntry.objects.get(what="type_sheet").reason == "tempesta"


def test_reason_stays_where_something_else_is_asked(desk: Client, game: Game) -> None:
    factories.hand(game, 24, 0)
    page = type_sheet(desk, game, "20", by_time="1", reason="tempesta")
    assert page.context["refused"]["question"] == "sheet_differs"
    assert (
        'id="reason" name="reason" maxlength="300" autocomplete="off" value="tempesta"'
        in page.content.decode()
    )


def test_helper_cannot_type_that_time_ended_a_game_too_early(helper: Client, game: Game) -> None:
    page = type_sheet(helper, game, "20", "10 -", by_time="1", reason="tempesta")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert "An organiser may decide it (art. 17.2)." in text_of(page)
    assert PlayedHand.objects.filter(game=game).count() == 0


def test_totals_before_the_least_time_are_questioned_and_decided(desk: Client, game: Game) -> None:
    page = act(desk, game, "totals", total_a="60", total_b="55")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert "is over only by its points or by all its hands" in text_of(page)
    assert 'id="barred-reason"' in page.content.decode() and "End it all the same" not in text_of(page)
    assert act(desk, game, "totals", total_a="60", total_b="55", reason="tempesta").status_code == 303
    assert LogEntry.objects.get(what="record_totals").reason == "tempesta"


def test_helper_cannot_write_totals_before_the_least_time(helper: Client, game: Game) -> None:
    page = act(helper, game, "totals", total_a="60", total_b="55", reason="tempesta")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert "An organiser may decide it (art. 17.2)." in text_of(page)


def test_paper_with_totals_before_the_least_time_is_questioned(desk: Client, game: Game) -> None:
    page = type_sheet(desk, game, total_a="60", total_b="55")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "stop_too_early")
    assert type_sheet(desk, game, total_a="60", total_b="55", reason="tempesta").status_code == 303
