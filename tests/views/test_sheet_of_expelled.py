"""The sheet of a game that an expulsion ended says so, to the table and at the desk (E 16.2.1, D 8)."""

import pytest
from django.test import Client

from tests.services.conftest import published_hall
from tests.services.test_infractions import play, record
from tests.views.desk_visitors import at_desk, text_of

pytestmark = pytest.mark.django_db


def test_the_sheet_says_that_the_pair_was_expelled_and_by_which_article() -> None:
    hall = published_hall()
    play(hall, 10)
    number = hall.view().a.number
    record(hall, "16.1.1.1", pair=number, moment="between_hands")
    said = f"pair {number} was expelled (art. 16.1.1.1)"
    client, _of, desk = at_desk(hall.championship, language="en")
    assert said in text_of(Client().get(f"/en/f/{hall.games[0].token}/"))
    assert said in text_of(client.get(f"{desk}partida/{hall.games[0].pk}/"))
