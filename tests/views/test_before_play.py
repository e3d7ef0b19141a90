"""What a table says before its first hand: it is them, and by which rules they deal (E 15.3.1)."""

import pytest
from django.test import Client

from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Game
from tournament.services import before_play, hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return published_hall()


def now(hall: Hall) -> Game:
    return Game.objects.get(pk=hall.games[0].pk)


def address(hall: Hall) -> str:
    return f"/f/{hall.games[0].token}/"


def page(hall: Hall) -> str:
    return " ".join(text_of(Client().get(address(hall))).split())


def says(hall: Hall, **fields: str) -> None:
    assert Client().post(f"{address(hall)}comenca/", fields).status_code == 303


def test_the_pairs_are_asked_once_whether_it_is_them(hall: Hall) -> None:
    a, b = hall.view().a.number, hall.view().b
    assert b is not None
    assert f"Sou la {a} i la {b.number}?" in page(hall)
    says(hall, what="seats")
    says(hall, what="seats")
    assert "Sou la" not in page(hall)
    assert hall.championship.log.filter(what="confirm_seats").count() == 1


def test_after_the_draw_the_table_says_by_which_rules_it_deals_and_may_change_it(hall: Hall) -> None:
    question = "Jugueu amb les normes del reglament per repartir, cantar i sortir"
    assert question not in page(hall)
    hands.set_opening_draw(hall.games[0].pk, "a", actor=TABLE)
    assert question in page(hall)
    says(hall, dealing="no", agreements="reparteix qui vol")
    assert (now(hall).accepts_dealing, now(hall).agreements) == ("no", "reparteix qui vol")
    assert "Arts. 7, 8 i 9: no, com hem pactat" in page(hall)
    says(hall, dealing="yes", agreements="reparteix qui vol")
    assert (now(hall).accepts_dealing, now(hall).agreements) == ("yes", "")


def test_who_deals_is_said_only_where_article_7_applies(hall: Hall) -> None:
    """E 7.2.1: the player on the left of who makes trumps, so one of the other pair."""
    hands.set_opening_draw(hall.games[0].pk, "a", actor=TABLE)
    other = hall.view().b
    assert other is not None
    assert f"reparteix {other.number}" not in page(hall)
    says(hall, dealing="yes")
    assert f"reparteix {other.number}" in page(hall)
    hands.record_hand(hall.games[0].pk, HandEntry("", "a", points=4), after=None, actor=TABLE)
    assert f"reparteix {hall.view().a.number}" in page(hall)


def test_hands_may_be_written_without_an_answer_and_then_nobody_is_asked_again(hall: Hall) -> None:
    hands.record_hand(hall.games[0].pk, HandEntry("", "a", points=4), after=None, actor=TABLE)
    assert "Sou la" not in page(hall)
    assert "Arts. 7, 8 i 9: sense marcar" in page(hall)


def test_a_box_is_yes_no_or_not_ticked(hall: Hall) -> None:
    refusal = refusal_of(before_play.accept, hall.games[0].pk, dealing="potser", actor=TABLE)
    assert refusal.code == "box_unknown"
    long = "x" * 301
    assert refusal_of(before_play.accept, hall.games[0].pk, dealing="no", agreements=long).code == "too_long"


def test_the_desk_types_both_boxes_from_the_paper(hall: Hall) -> None:
    client, of, desk = at_desk(hall.championship)
    form = {"dealing": "no", "gathering": "yes", "agreements": "com sempre", "version": now(hall).version}
    client.post(f"{desk}partida/{hall.games[0].pk}/boxes/", form)
    game = now(hall)
    boxes = game.accepts_dealing, game.accepts_gathering, game.agreements
    assert boxes == ("no", "yes", "com sempre")
    assert of.log.get(what="accept").after == {
        "accepts_dealing": "no",
        "accepts_gathering": "yes",
        "agreements": "com sempre",
    }
    says(hall, dealing="yes")
    assert now(hall).accepts_gathering == "yes"


def test_a_confirmed_sheet_keeps_its_boxes(hall: Hall) -> None:
    Game.objects.filter(pk=hall.games[0].pk).update(state="confirmed", confirmed_at=hall.round.published_at)
    assert (
        refusal_of(before_play.accept, hall.games[0].pk, dealing="yes", actor=DESK).code == "game_confirmed"
    )


def test_a_form_that_no_page_sends_changes_no_box(hall: Hall) -> None:
    says(hall, dealing="no", agreements="a\x00b")
    assert now(hall).agreements == "ab"
    for fields in ({}, {"what": "res"}, {"dealing": "potser"}):
        says(hall, **fields)
    assert (now(hall).accepts_dealing, now(hall).agreements) == ("no", "ab")
