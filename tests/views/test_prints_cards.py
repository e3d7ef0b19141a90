"""Cards, badges, rules and the paper kit at the desk: who opens them, and where there is nothing to print."""

import pytest
from django.test import Client

from tests import factories
from tests.services.conftest import DESK, published_hall
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.models import Championship, Membership
from tournament.services import tables

pytestmark = pytest.mark.django_db
OF_ORGANISERS = ("targetes-parelles", "targetes-taules", "acreditacions")
OF_ALL = ("reglament", "sense-llum")


@pytest.mark.parametrize("name", [*OF_ORGANISERS, *OF_ALL])
def test_each_opens_as_a_pdf_that_is_kept_nowhere(name: str) -> None:
    of = published_hall(4, name="Vilaplana").championship
    tables.set_tables(of.pk, 2, actor=DESK)
    client, _of, desk = at_desk(of)
    answer = client.get(f"{desk}imprimeix/{name}.pdf")
    assert (answer.status_code, answer["Content-Type"], answer.content[:5]) == (
        200,
        "application/pdf",
        b"%PDF-",
    )
    assert answer["Cache-Control"] == "no-store"


def test_what_opens_sheets_and_pages_is_for_organisers() -> None:
    helper, _of, desk = at_desk(with_pairs(2), role=Membership.Role.HELPER)
    statuses = {name: helper.get(f"{desk}imprimeix/{name}.pdf").status_code for name in OF_ORGANISERS}
    assert statuses == dict.fromkeys(OF_ORGANISERS, 403)
    assert helper.get(f"{desk}imprimeix/reglament.pdf").status_code == 200


def test_where_there_is_nothing_to_print_there_is_no_document() -> None:
    client, _of, desk = at_desk()
    for name in ("targetes-parelles.pdf", "targetes-taules.pdf", "targetes-parelles.pdf?parella=x"):
        assert client.get(f"{desk}imprimeix/{name}").status_code == 404


def test_the_page_of_prints_leads_to_every_document_of_a_championship_in_play() -> None:
    client, _of, desk = at_desk(published_hall(4).championship)
    page = text_of(client.get(f"{desk}imprimeix/"))
    expected = (
        "aparellaments/1.pdf",
        "aparellaments/1.pdf?per=nom",
        "aparellaments/1.pdf?paper=A3",
        "classificacio.pdf",
        "quadre.pdf",
        "actes/1.pdf",
        "inscripcions.pdf",
        "faltes.pdf",
        "reglament.pdf",
        "targetes-parelles.pdf",
        "taules/",
        "acreditacions.pdf",
        "historial.pdf",
        "sense-llum.pdf",
    )
    assert [name for name in expected if f"{desk}imprimeix/{name}" not in page] == []
    assert f"{desk}rondes/a-ma/" in page
    assert "diplomes.pdf" not in page


def test_diplomas_are_offered_at_the_end() -> None:
    of = factories.championship(state=Championship.State.FINISHED)
    client, _of, desk = at_desk(of)
    assert f"{desk}imprimeix/diplomes.pdf" in text_of(client.get(f"{desk}imprimeix/"))


def test_a_helper_is_offered_no_cards() -> None:
    helper, _of, desk = at_desk(published_hall(4).championship, role=Membership.Role.HELPER)
    page = text_of(helper.get(f"{desk}imprimeix/"))
    assert [name for name in (*OF_ORGANISERS, "rondes/a-ma") if name in page] == []


# --- The public page of the rules -----------------------------------------------------------------


def test_the_rules_are_a_public_page_in_each_language_without_a_session() -> None:
    of = factories.championship(changes={"winner_cap": 131})
    for prefix in ("", "/en"):
        answer = Client().get(f"{prefix}/c/{of.slug}/reglament/")
        assert (answer.status_code, "131" in text_of(answer)) == (200, True)
        assert (answer["Vary"], dict(answer.cookies)) == ("Accept-Encoding", {})


def test_the_rules_of_no_championship_are_not_there() -> None:
    assert Client().get("/c/cap/reglament/").status_code == 404
