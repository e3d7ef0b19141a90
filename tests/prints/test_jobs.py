"""Which sheets a round needs, and what the rows say on them."""

from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.services.conftest import Hall, published_hall
from tournament.printing.jobs import facts_of, sheets_of_round
from tournament.printing.sheet_facts import SheetSide
from tournament.queries.games import GameView

pytestmark = pytest.mark.django_db
SITE = "http://192.0.2.10:8000"


def first_table(hall: Hall) -> GameView:
    return hall.view(1)


def test_a_sheet_carries_round_table_names_and_numbers() -> None:
    hall = published_hall(4, name="Vilaplana 2026")
    view = first_table(hall)
    facts = facts_of(view, view.b)
    assert (facts.championship, facts.round_number, facts.table) == ("Vilaplana 2026", 1, 1)
    assert facts.a == SheetSide(view.a.number, view.a.war_name)
    assert facts.b == SheetSide(view.b.number, view.b.war_name)


def test_its_code_leads_to_the_sheet_as_phones_reach_it() -> None:
    view = first_table(published_hall(4))
    assert facts_of(view, view.b).url == f"{SITE}/f/{view.game.token}/"


def test_its_code_leads_to_the_page_in_the_language_of_the_paper() -> None:
    view = first_table(published_hall(4))
    with translation.override("es"):
        assert facts_of(view, view.b).url == f"{SITE}/es/f/{view.game.token}/"


def test_where_there_are_no_phones_there_is_no_code() -> None:
    view = first_table(published_hall(4, phones_at_tables=False))
    assert facts_of(view, view.b).url == ""


def test_every_table_has_its_sheet_and_who_rests_has_none() -> None:
    hall = published_hall(5)
    pages = PdfReader(BytesIO(sheets_of_round(hall.round))).pages
    fronts = [page.extract_text() for page in pages[::2]]
    assert len(fronts) == 2
    rests = hall.bye.seats.get().pair
    assert not any(rests.war_name in front for front in fronts)
    for view, front in zip((hall.view(1), hall.view(2)), fronts, strict=True):
        assert view.a.war_name in front
        assert view.b.war_name in front


def test_a_sheet_has_as_many_rows_as_the_game_has_hands() -> None:
    hall = published_hall(4, name="Botifarra", changes={"max_hands": 8, "tie_rule": "half_win"})
    front = PdfReader(BytesIO(sheets_of_round(hall.round))).pages[0].extract_text().split()
    assert "8" in front
    assert "12" not in front


def test_where_level_games_are_played_on_the_sheet_has_room_for_two_hands_more() -> None:
    hall = published_hall(4, name="Botifarra", changes={"max_hands": 8, "tie_rule": "extra_hands"})
    front = PdfReader(BytesIO(sheets_of_round(hall.round))).pages[0].extract_text().split()
    assert "10" in front
