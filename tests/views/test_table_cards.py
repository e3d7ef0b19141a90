"""The card of a table: one address for all rounds (DESIGN: table cards outlive rounds)."""

import pytest
from django.test import Client

from tests.services.conftest import DESK, Hall, published_hall, refusal_of, settle
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.models import Game, Table
from tournament.queries.tables import table_tokens
from tournament.services import repairs, rounds, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    made = published_hall(9)
    tables.set_tables(made.championship.pk, 5, actor=DESK)
    return made


def leads_to(hall: Hall, number: int) -> str:
    token = table_tokens(hall.championship)[number]
    return str(Client().get(f"/t/{token}/").get("Location", ""))


def test_a_card_leads_to_the_sheet_of_what_is_played_there_round_after_round(hall: Hall) -> None:
    assert leads_to(hall, 2) == f"/f/{hall.games[1].token}/"
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK)
    second = rounds.draft(hall.championship.pk, actor=DESK)
    assert leads_to(hall, 2) == f"/f/{hall.games[1].token}/"
    rounds.publish(second.pk, actor=DESK)
    assert leads_to(hall, 2) == f"/f/{second.games.get(table=2).token}/"


def test_a_table_paired_anew_leads_to_its_new_sheet(hall: Hall) -> None:
    one, other = (hall.view(table).a.number for table in (1, 2))
    repairs.exchange(hall.round.pk, one, other, reason="prova", actor=DESK)
    new = Game.objects.get(round=hall.round, table=1, voided_at=None)
    assert leads_to(hall, 1) == f"/f/{new.token}/"


def test_where_nothing_is_played_the_card_says_so_and_an_unknown_one_too(hall: Hall) -> None:
    token = table_tokens(hall.championship)[5]
    answer = Client().get(f"/t/{token}/")
    assert (answer.status_code, "A la taula 5 ara no es juga res" in text_of(answer)) == (404, True)
    assert Client().get("/t/unaltre/").status_code == 404


def test_a_draft_is_not_found_by_any_card() -> None:
    of = with_pairs(4)
    tables.set_tables(of.pk, 2, actor=DESK)
    rounds.draft(of.pk, actor=DESK)
    for token in table_tokens(of).values():
        assert Client().get(f"/t/{token}/").status_code == 404


def test_more_tables_leave_the_cards_that_there_are(hall: Hall) -> None:
    before = table_tokens(hall.championship)
    for number in (3, 8):
        tables.set_tables(hall.championship.pk, number, actor=DESK)
    after = table_tokens(hall.championship)
    assert {number: after[number] for number in before} == before
    assert sorted(after) == list(range(1, 9))
    assert refusal_of(tables.set_tables, hall.championship.pk, 0).code == "table_count"


def test_the_cards_are_made_and_printed_at_the_desk() -> None:
    client, of, desk = at_desk(with_pairs(10))
    assert client.get(f"{desk}imprimeix/taules/").context["form"]["number"].value() == 5
    assert client.post(f"{desk}imprimeix/taules/", {"number": ""}).status_code == 422
    client.post(f"{desk}imprimeix/taules/", {"number": 5})
    words = text_of(client.get(f"{desk}imprimeix/taules/"))
    assert (
        f"{desk}imprimeix/targetes-taules.pdf" in words,
        Table.objects.filter(championship=of).count(),
    ) == (
        True,
        5,
    )
    assert "/imprimeix/taules/" in text_of(client.get(f"{desk}imprimeix/"))
