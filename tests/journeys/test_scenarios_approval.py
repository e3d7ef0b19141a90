"""Scenarios of reporting and approving: the same points by the same pair everywhere, and what exactly was approved."""

import pytest
from django.test import Client

from tests.services.conftest import TABLE, Hall, published_hall
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.queries.signatures import pins
from tournament.queries.standings import standings
from tournament.services import hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return published_hall(4, changes={"sheet_of_record": "phone"})


def sheet(hall: Hall) -> str:
    return f"/en/f/{hall.games[0].token}/"


def signs(hall: Hall, side: str, version: int) -> str:
    """A pair signs the page of that version; the address that it is sent to."""
    view = hall.view()
    seat = view.a if side == "a" or view.b is None else view.b
    fields = {
        "side": side,
        "pin": pins(hall.championship)[seat.number],
        "version": str(version),
        "seen": "104-0",
    }
    return str(Client().post(f"{sheet(hall)}signa/", fields)["Location"])


def test_b070_the_right_side_reports_first_and_the_points_stand_by_it_everywhere(hall: Hall) -> None:
    view = hall.view()
    assert view.b is not None
    fields = {"base": "", "doubling": "S", "side": "b", "points": "104", "unit": "points", "after": ""}
    assert Client().post(f"{sheet(hall)}dat/", fields).status_code == 303
    left, right = view.a, view.b
    wins = f"{left.number} 0 – 104 {right.number} Pair {right.number} {right.war_name} wins."
    desk, _of, _address = at_desk(hall.championship)
    its_page = f"/en/organitzacio/{hall.championship.slug}/partida/{hall.games[0].pk}/"
    for reader, address in ((desk, its_page), (Client(), sheet(hall))):
        assert wins in text_of(reader.get(address))
    for side in "ab":
        signs(hall, side, hall.view().game.version)
    ranked = {row.number: (row.wins2, row.points_for) for row in standings(hall.championship)}
    assert (ranked[right.number], ranked[left.number]) == ((2, 104), (0, 0))


def test_b074_an_approval_is_for_the_version_seen_and_a_newer_one_is_looked_at_first(hall: Hall) -> None:
    game = hall.games[0]
    hands.record_hand(game.pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    seen = hall.view().game.version
    signs(hall, "a", seen)
    hands.change_hand(game.pk, 1, HandEntry("S", "a", points=136), actor=TABLE)
    address = signs(hall, "b", seen)
    assert not hall.view().is_confirmed
    words = text_of(Client().get(address))
    assert "The sheet has changed meanwhile: look at it and sign again." in words
    assert "You saw 104 – 0, and now it says 136 – 0." in words
    for side in "ab":
        signs(hall, side, hall.view().game.version)
    assert hall.view().is_confirmed
