"""A sheet typed from paper whose sanctions the desk has recorded already (E 16.2)."""

import pytest

from tests.services.conftest import DESK, published_hall, refusal_of
from tests.services.test_infractions import play, record, rows, withdraw
from tournament.services.hands import HandEntry
from tournament.services.sheets import NOT_THERE, QUESTIONS, TypedSheet, type_sheet

pytestmark = pytest.mark.django_db


def test_a_sheet_typed_from_paper_leaves_the_row_of_an_infraction_that_stands() -> None:
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "11.3", bid="C", moment="in_hand")
    game, points = hall.games[0], hall.view().sheet.totals[1]
    first = HandEntry("", "a", 12)
    for typed in (HandEntry("C", "a", 20), NOT_THERE):
        sheet = TypedSheet((first, typed), opening_draw="a", is_signed=False)
        refusal = refusal_of(type_sheet, game.pk, sheet, sure=frozenset(QUESTIONS))
        assert (refusal.code, refusal.facts["row"]) == ("sanction_row", 2)
    as_written = TypedSheet((first, HandEntry("C", "b", points)), opening_draw="a", is_signed=False)
    type_sheet(game.pk, as_written, sure=frozenset(QUESTIONS), actor=DESK)
    assert rows(hall) == [(1, "played", "", 12, 0), (2, "sanction", "C", 0, points)]
    withdraw(row)
    assert rows(hall) == [(1, "played", "", 12, 0)]
