"""What is asked of the score sheets by their address: some of them, in another shape, in another language."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import START, pair
from tests.services.conftest import DESK, published_hall
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.models import Game, Membership, Pair
from tournament.services.repairs import seat_late

pytestmark = pytest.mark.django_db


def texts(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def test_b110_of_200_pairs_only_some_tables_and_pairs_are_printed() -> None:
    """B110: tables 7 and 12, then pairs 3 to 9; the page count is what was asked for."""
    hall = published_hall(200)
    client, _of, desk = at_desk(hall.championship)
    address = f"{desk}imprimeix/fulls/1.pdf?revers=no&llengua=en"
    tables = texts(client.get(f"{address}&taula=7,+12,20-25").content)
    assert [
        f"Table {number}" in page for number, page in zip((7, 12, *range(20, 26)), tables, strict=True)
    ] == [True] * 8
    seats = Game.objects.filter(seats__pair__number__in=range(3, 10)).distinct().count()
    assert len(texts(client.get(f"{address}&parella=3-9").content)) == seats


def test_b110_the_sheets_of_late_pairs_are_printed_alone() -> None:
    """B110: the table that was added for two pairs that came late."""
    hall = published_hall(8)
    one, other = (pair(hall.championship, state=Pair.State.PRESENT) for _ in range(2))
    seat_late(hall.round.pk, one.number, other.number, actor=DESK, now=START)
    client, _of, desk = at_desk(hall.championship)
    (sheet,) = texts(client.get(f"{desk}imprimeix/fulls/1.pdf?revers=no&parella={other.number}").content)
    assert (one.war_name in sheet, other.war_name in sheet) == (True, True)


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("taula=99", "There is no table 99 in this round."),
        ("taula=set", "“set” is neither a number nor a range such as 20-25."),
        ("taula=2-1", "“2-1” is neither a number nor a range such as 20-25."),
        ("taula=" + "1," * 101, "200"),
        ("parella=77", "Pair 77 plays at no table of this round."),
        ("mena=daurat", "daurat"),
        ("paper=a9", "a9"),
        ("revers=potser", "potser"),
        ("llengua=tlh", "tlh"),
        ("mena=blanc&quants=0", "1"),
        ("mena=blanc&quants=501", "500"),
    ],
)
def test_what_cannot_be_printed_is_said_beside_the_field(query: str, refused: str) -> None:
    client, _of, desk = at_desk(published_hall(4).championship, language="en")
    answer = client.get(f"{desk}imprimeix/fulls/1.pdf?{query}")
    (errors,) = answer.context["form"].errors.values()
    assert (answer.status_code, refused in " ".join(errors)) == (422, True)
    assert "Nothing was printed" in text_of(answer)


def test_the_form_asks_for_what_the_address_says_already() -> None:
    client, _of, desk = at_desk(published_hall(4).championship)
    page = client.get(f"{desk}imprimeix/fulls/1.pdf?tria&mena=signar&taula=2")
    assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
    form = page.context["form"]
    assert (form["mena"].value(), form["taula"].value(), form["llengua"].value()) == ("signar", "2", "ca")


def test_every_language_is_printed_by_its_parameter() -> None:
    client, _of, desk = at_desk(published_hall(4).championship)
    heads = {"ca": "RONDA 1", "es": "RONDA 1", "en": "ROUND 1", "fr": "RONDE 1", "cs": "KOLO 1"}
    for language, head in heads.items():
        pages = texts(client.get(f"{desk}imprimeix/fulls/1.pdf?llengua={language}").content)
        assert all(head in page for page in pages)


def test_two_sheets_on_an_a4_take_half_the_pages() -> None:
    client, _of, desk = at_desk(published_hall(10).championship)
    usual, two_up, fronts = (
        len(texts(client.get(f"{desk}imprimeix/fulls/1.pdf{query}").content))
        for query in ("", "?paper=a4", "?paper=a4&revers=no")
    )
    assert (usual, two_up, fronts) == (10, 6, 3)


def test_blank_sheets_are_printed_before_there_is_a_round() -> None:
    client, _of, desk = at_desk(with_pairs(4))
    assert len(texts(client.get(f"{desk}imprimeix/fulls/0.pdf?quants=3&revers=no").content)) == 3
    assert list(client.get(f"{desk}imprimeix/fulls/0.pdf?tria").context["form"].fields) == [
        "quants", "paper", "revers", "llengua",
    ]  # fmt: skip
    assert client.get(f"{desk}imprimeix/fulls/1.pdf").status_code == 404


def test_the_published_round_leads_straight_to_its_sheets() -> None:
    client, _of, desk = at_desk(published_hall(4).championship, role=Membership.Role.HELPER)
    assert f'href="{desk}imprimeix/fulls/1.pdf"' in text_of(client.get(f"{desk}rondes/1/"))
    assert client.get(f"{desk}imprimeix/fulls/1.pdf")["Content-Type"] == "application/pdf"
