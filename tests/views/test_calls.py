"""Asking for an organiser from a table's phone, and the desk that hears it (E 17.7)."""

import pytest
from django.test import Client

from tests.services.conftest import DESK, Hall, published_hall
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Call, Championship
from tournament.services import games

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return published_hall(8)


def asks(hall: Hall, reason: str = "revoke", table: int = 1, **fields: str) -> str:
    """The table asks; the address of its page."""
    address = f"/f/{hall.games[table - 1].token}/"
    answer = Client().post(f"{address}organitzador/", {"reason": reason} | fields)
    assert answer["Location"] == address
    return address


def test_a_table_that_asks_reads_what_to_do_meanwhile_and_then_that_somebody_comes(hall: Hall) -> None:
    address = asks(hall)
    words = text_of(Client().get(address))
    assert "No barregeu ni toqueu les bases" in words
    assert "S’ha avisat l’organització" in words
    client, _of, desk = at_desk(hall.championship)
    client.post(f"{desk}avisos/{Call.objects.get().pk}/go/")
    assert "Ve un organitzador" in text_of(Client().get(address))


def test_the_desk_hears_it_on_every_page_with_the_reason_and_the_table(hall: Hall) -> None:
    asks(hall, table=3)
    client, _of, desk = at_desk(hall.championship)
    for page in ("", "parelles/", "rondes/1/", "taules/", "entrada/", "historial/"):
        words = " ".join(text_of(client.get(f"{desk}{page}")).split())
        assert "Taula 3</strong></a> demana un organitzador: renunci" in words, page


def test_the_calls_are_renewed_only_when_something_was_written(hall: Hall) -> None:
    client, of, desk = at_desk(hall.championship)
    version = Championship.objects.get(pk=of.pk).version
    assert client.get(f"{desk}avisos/?v={version}").status_code == 204
    asks(hall)
    answer = client.get(f"{desk}avisos/?v={version}")
    assert (answer.status_code, "renunci" in text_of(answer)) == (200, True)


def test_a_call_is_settled_at_the_desk_or_taken_back_at_the_table(hall: Hall) -> None:
    address = asks(hall)
    client, _of, desk = at_desk(hall.championship)
    client.post(f"{desk}avisos/{Call.objects.get().pk}/settle/")
    assert "Demaneu un organitzador" in text_of(Client().get(address))
    asks(hall)
    asks(hall, what="off")
    assert not Call.objects.filter(done_at=None).exists()


def test_a_call_of_another_championship_is_nobody_s_business(hall: Hall) -> None:
    asks(hall)
    client, _of, desk = at_desk(published_hall(4).championship)
    client.post(f"{desk}avisos/{Call.objects.get().pk}/settle/")
    assert Call.objects.filter(done_at=None).exists()


def test_a_reason_that_no_page_offers_asks_for_nobody(hall: Hall) -> None:
    refused = Client().post(f"/f/{hall.games[0].token}/organitzador/", {"reason": "gana"})
    assert refused.status_code == 422
    assert not Call.objects.exists()
    assert Client().post("/f/res/organitzador/", {"reason": "other"}).status_code == 404


def test_a_closed_round_offers_no_calls_and_the_desk_s_pages_take_the_same_queries(hall: Hall) -> None:
    client, _of, desk = at_desk(hall.championship)
    before = queries_of(client, f"{desk}parelles/")
    for table in (1, 2, 3):
        asks(hall, table=table)
    assert queries_of(client, f"{desk}parelles/") == before
    hall.championship.rounds.update(state="closed")
    assert "Demaneu un organitzador" not in text_of(Client().get(f"/f/{hall.games[3].token}/"))


def test_a_hand_that_comes_after_the_confirmation_is_shown_to_the_desk_and_counts_for_nothing(
    hall: Hall,
) -> None:
    game = hall.games[0]
    games.record_totals(game.pk, (101, 20), actor=DESK)
    games.confirm(game.pk, actor=DESK)
    form = {
        "base": "",
        "doubling": "C",
        "side": "b",
        "points": "12",
        "unit": "points",
        "client_id": "late-one",
    }
    for _ in range(2):
        answer = Client().post(f"/f/{game.token}/dat/", form, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "game_confirmed")
    client, of, desk = at_desk(hall.championship)
    assert "ha arribat un dat després de confirmar" in text_of(client.get(desk))
    words = text_of(client.get(f"{desk}partida/{game.pk}/"))
    assert "Dat 1: C 0–12" in words
    assert of.log.filter(what="late_hand").count() == 1
    assert hall.view().counted == (101, 20)
    games.reopen(game.pk, reason="falta un dat", actor=DESK)
    games.clear_totals(game.pk, actor=DESK)
    again = Client().post(f"/f/{game.token}/dat/", form, headers={"accept": "application/json"})
    assert (again.status_code, hall.view().sheet.totals) == (200, (0, 12))


def test_the_desk_stays_on_its_page_when_it_answers(hall: Hall) -> None:
    asks(hall)
    client, _of, desk = at_desk(hall.championship)
    answer = f"{desk}avisos/{Call.objects.get().pk}/go/"
    assert (
        client.post(answer, headers={"referer": f"http://testserver{desk}taules/"})["Location"]
        == f"{desk}taules/"
    )
    for elsewhere in ("http://evil.example/", "http://testserver//evil.example/organitzacio/", ""):
        assert client.post(answer, headers={"referer": elsewhere})["Location"] == desk


def test_over_with_an_open_game_the_sheet_offers_no_call_and_says_why_it_takes_none(hall: Hall) -> None:
    Championship.objects.update(state=Championship.State.FINISHED)
    address = f"/en/f/{hall.games[0].token}/"
    assert "Ask for an organiser" not in text_of(Client().get(address))
    answer = Client().post(f"{address}organitzador/", {"reason": "other"})
    assert (answer.status_code, "The championship is finished." in text_of(answer)) == (422, True)


def test_what_is_said_before_play_and_refused_is_said_too(hall: Hall) -> None:
    Championship.objects.update(phones_at_tables=False)
    answer = Client().post(f"/en/f/{hall.games[0].token}/comenca/", {"what": "seats"})
    assert (answer.status_code, "the sheet is kept on paper" in text_of(answer)) == (422, True)
