"""The lists as PDF: paper, head, language, tags, and that names stand there as people wrote them."""

from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests import factories
from tests.services.conftest import Hall, after_round_one, published_hall
from tournament.core.alphabet import alphabetical_key
from tournament.languages import base_language
from tournament.models import Championship, Round
from tournament.printing import lists
from tournament.queries import prints
from tournament.queries.games import regulation_of
from tournament.queries.standings import results_counted, standings

pytestmark = pytest.mark.django_db
A3, A4 = (842, 1191), (595, 842)
NAMES = ("Col·legi & <b>Bastos</b>", "Çukurova d'Òdena", "Žižkov Ďáblice", "Παρέα", "Colla ñ" + "m" * 53)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def read(pdf: bytes) -> PdfReader:
    """As strictly as a PDF can be read; each of ours has its language and a tag tree."""
    reader = PdfReader(BytesIO(pdf), strict=True)
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert "/StructTreeRoot" in root
    return reader


def text(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def size(reader: PdfReader) -> tuple[int, int]:
    box = reader.pages[0].mediabox
    return round(box.width), round(box.height)


def hall_with(names: tuple[str, ...], number: int = 6) -> Hall:
    hall = published_hall(number, name="Festa Major & <i>Vilaplana</i>")
    for pair, name in zip(hall.championship.pairs.order_by("number"), names, strict=False):
        pair.war_name = name
        pair.save()
    return hall


def pairings(hall: Hall, **asked: bool) -> PdfReader:
    return read(lists.pairings_list(hall.championship, prints.pairings_of(hall.round), **asked))


def standings_of(championship: Championship, after: int | None = None) -> PdfReader:
    rows = standings(championship, after)
    facts = {"regulation": regulation_of(championship), "after": after}
    results = results_counted(championship, after, rows=rows)
    return read(lists.standings_list(championship, rows, results=results, **facts))


@pytest.mark.parametrize("by_name", [False, True])
def test_names_stand_in_the_pairings_as_they_were_written(by_name: bool) -> None:
    found = pairings(hall_with(NAMES), by_name=by_name)
    words = text(found).replace(" ", "")
    for name in NAMES:
        assert name.replace(" ", "") in words


def test_a_sign_that_the_font_lacks_is_replaced_visibly() -> None:
    assert "Els de Cal [?] Menut" in text(pairings(hall_with(("Els de Cal 😀 Menut",)), by_name=True))


def test_the_title_names_the_document_and_the_championship() -> None:
    found = pairings(hall_with(()))
    assert found.metadata is not None
    assert found.metadata.title == "Round 1 · pairings by table · Festa Major & <i>Vilaplana</i>"


@pytest.mark.parametrize(("is_poster", "paper"), [(False, A4), (True, A3)])
def test_pairings_are_on_a4_and_as_a_poster_on_a3(is_poster: bool, paper: tuple[int, int]) -> None:
    assert size(pairings(published_hall(6), is_poster=is_poster)) == paper


def test_a_pair_that_rests_is_told_in_words_by_table_and_by_name() -> None:
    hall = published_hall(5)
    rests = hall.bye.seats.get().pair
    assert f"{rests.number} {rests.war_name} rests this round" in text(pairings(hall))
    assert f"{rests.number} {rests.war_name} rests" in text(pairings(hall, by_name=True))


def test_a_draft_says_on_every_page_that_it_is_one() -> None:
    hall = published_hall(160)
    Round.objects.filter(pk=hall.round.pk).update(state=Round.State.DRAFT)
    hall.round.refresh_from_db()
    pages = pairings(hall).pages
    assert len(pages) > 1
    assert all("DRAFT" in page.extract_text() for page in pages)


def test_a_published_round_is_no_draft() -> None:
    assert "DRAFT" not in text(pairings(published_hall(6)))


def test_the_head_comes_again_on_the_second_page_and_pages_are_counted() -> None:
    of = factories.championship(name="Vilaplana 2026")
    factories.pairs(60, of)
    pages = standings_of(of).pages
    assert len(pages) == 2
    for number, page in enumerate(pages, start=1):
        words = " ".join(page.extract_text().split())
        for head in ("Standings", "Vilaplana 2026", "Difference", f"{number} / 2"):
            assert head in words


def test_the_standings_have_the_five_criteria_in_the_order_of_the_regulation() -> None:
    words = text(standings_of(after_round_one().championship))
    order = (
        "1 games won · 2 difference of points · 3 infractions (fewer) · 4 points for · 5 registration number"
    )
    assert order in words
    assert "Games won Difference Infractions Points for" in words


@pytest.mark.parametrize(("preset", "told"), [("vilaplana-2011", 0), ("vilaplana-2017", 5)])
def test_level_pairs_are_the_organisers_matter_where_the_number_is_no_rule(preset: str, told: int) -> None:
    of = factories.championship(preset=preset)
    round_ = factories.round_(of, state=Round.State.CLOSED)
    for _ in range(2):
        factories.confirmed(factories.game(round_), 40, 40)
    factories.confirmed(factories.bye(round_), 40, 40)
    assert text(standings_of(of)).count("tie: the organisers decide") == told


def test_before_anybody_has_played_nobody_is_tied() -> None:
    of = factories.championship(preset="vilaplana-2017")
    factories.pairs(3, of)
    assert [line.is_tied for line in lists.standing_lines(of, standings(of))] == [False] * 3


def test_the_cross_table_says_who_was_met_and_how_it_ended() -> None:
    hall = published_hall(5)
    game = hall.view(1)
    factories.confirmed(game.game, 101, 64)
    found = read(lists.cross_table_list(hall.championship, prints.cross_table(hall.championship)))
    words = text(found)
    for said in (f"+{game.b.number} 101–64", f"−{game.a.number} 64–101", "rests 51–0", "not counted yet"):
        assert said in words
    assert size(found) == (842, 595)


def test_many_rounds_go_on_a_wider_paper() -> None:
    of = factories.championship(changes={"rounds": 9})
    for _ in range(8):
        factories.round_(of, state=Round.State.CLOSED)
    assert size(read(lists.cross_table_list(of, prints.cross_table(of)))) == (1191, 842)


def test_the_registration_list_has_names_and_the_money_at_its_foot() -> None:
    of = factories.championship(fee=Decimal("12.50"), capacity=40)
    factories.pairs(2, of, paid=True)
    factories.pair(of, player_1="Núria Puig", club="Penya & Cia")
    factories.pair(of, state="withdrawn")
    words = text(read(lists.registration_list(of, prints.registration(of))))
    for said in (
        "Núria Puig",
        "Penya & Cia",
        "room for 40",
        "Fee: 12.50 €",
        "2 have paid: 25 €",
        "1 has not: 12.50 €",
    ):
        assert said in words


def test_who_played_owes_the_fee_even_if_it_left_and_who_left_before_does_not() -> None:
    hall = published_hall(6, fee=Decimal(12))
    of = hall.championship
    of.pairs.filter(number__lte=3).update(paid=True)
    of.pairs.filter(number=4).update(state="withdrawn")
    factories.pair(of, state="withdrawn")
    factories.pair(of, state="withdrawn", paid=True)
    found = prints.registration(of)
    assert (found.paid, found.owing, found.free) == (4, 3, frozenset({7}))
    words = text(read(lists.registration_list(of, found)))
    assert "3 have not: 36 €" in words
    assert (words.count("no fee"), words.count("✓")) == (1, found.paid)


def test_where_there_is_no_fee_there_is_no_money_on_the_list() -> None:
    of = factories.championship()
    factories.pairs(2, of)
    assert "€" not in text(read(lists.registration_list(of, prints.registration(of))))


def test_letters_are_as_large_as_the_number_of_rows_allows() -> None:
    assert [lists.wall_size(rows) for rows in (10, 25, 60, 100)] == [21.0, 16.0, 14.0, 12.0]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ca", ["Àbac", "Abacs", "Col·lega", "Colles", "Collita", "Çuk", "Cukor"]),
        ("es", ["Nz", "Ñandú", "Oros"]),
        ("cs", ["Cz", "Čapí", "Hz", "Chalupa", "Ivan", "Sz", "Šum"]),
    ],
)
def test_names_stand_in_the_order_of_their_language(language: str, names: list[str]) -> None:
    with translation.override(language):
        assert sorted(set(names), key=lambda name: alphabetical_key(name, base_language())) == names


def test_nobody_prints_diplomas_for_nobody() -> None:
    with pytest.raises(ValueError, match="no pair"):
        lists.diplomas(factories.championship(), [])
