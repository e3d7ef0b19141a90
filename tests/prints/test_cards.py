"""Cards of pairs and tables and the badges: 8 or 4 an A4, nothing outside its card."""

import re

import pytest
import segno
from django.utils import translation

from tests import factories
from tests.prints.reading import Printed, printed
from tests.services.conftest import DESK
from tournament.models import Championship, Membership, Pair
from tournament.printing import cards
from tournament.queries.signatures import pins
from tournament.services import tables

pytestmark = pytest.mark.django_db
LONGEST = "Associació Cultural i Recreativa Amics de la Botifarra Reus"
ON_PHONES = {"sheet_of_record": "phone"}
CARD = (105, 74.25)


def championship(number: int, **fields: object) -> Championship:
    of = factories.championship(**fields)
    factories.pairs(number, of)
    return of


def of_pairs(of: Championship, *numbers: int) -> Printed:
    with translation.override("en"):
        return printed(cards.cards_of_pairs(of, numbers))


def test_eight_cards_stand_on_an_a4() -> None:
    for number, pages in ((1, 1), (8, 1), (9, 2), (21, 3)):
        made = of_pairs(championship(number))
        assert (len(made.pages), made.sizes) == (pages, {(210, 297)})


def test_a_card_shows_number_name_and_code_verbatim() -> None:
    of = championship(3, changes=ON_PHONES)
    names = ["Il·lusió & <b>Òrgan</b> ç", LONGEST, "Žižkovští Řezníci"]
    for pair, name in zip(of.pairs.order_by("number"), names, strict=True):
        pair.war_name = name
        pair.save()
    text = of_pairs(of).text
    assert [name for name in names if name not in text] == []
    assert [code for code in pins(of).values() if code not in text] == []


def test_signs_that_the_font_lacks_are_replaced_visibly() -> None:
    of = championship(1)
    of.pairs.update(war_name="Bous 🐂")
    assert "Bous [?]" in of_pairs(of).text


@pytest.mark.parametrize("fields", [{}, {"changes": ON_PHONES, "phones_at_tables": False}])
def test_where_no_sheet_is_signed_on_a_phone_no_card_has_a_code(fields: dict[str, object]) -> None:
    of = championship(2, **fields)
    text = of_pairs(of).text
    assert ("Code to sign" in text, [code for code in pins(of).values() if code in text]) == (False, [])


def test_who_waits_or_has_left_has_no_card_unless_asked_for() -> None:
    of = championship(3)
    of.pairs.filter(number=2).update(state=Pair.State.WITHDRAWN, war_name="Els que ja no hi són")
    assert "Els que ja no hi són" not in of_pairs(of).text
    assert "Els que ja no hi són" in of_pairs(of, 2).text
    assert "Parella 1" not in of_pairs(of, 2).text


def test_nobody_prints_no_cards() -> None:
    with pytest.raises(ValueError):
        cards.cards_of_pairs(factories.championship())


def test_nothing_leaves_its_card() -> None:
    """Of the longest names: each run of text begins in a card, and its name in the half beside the code."""
    of = championship(8, name="C" * 80, changes=ON_PHONES)
    of.pairs.update(war_name="W" * 60)
    for _text, left, top in of_pairs(of).places():
        in_card = (left % CARD[0], top % CARD[1])
        assert 5 <= in_card[0] <= 100
        assert 4 <= in_card[1] <= 71


def test_the_code_of_a_pair_leads_to_its_page_in_the_language_of_the_card() -> None:
    pair = factories.pair()
    with translation.override("es"):
        drawn = cards._code("own", pair.token)
    expected = segno.make_qr(f"http://192.0.2.10:8000/es/p/{pair.token}/", error="m", mask=2).matrix
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn.outline)
    dark = {(int(x) + step, int(y)) for x, y, length in runs for step in range(int(length))}
    assert dark == {(x, y) for y, row in enumerate(expected) for x, module in enumerate(row) if module}
    assert drawn.side == len(expected)


def test_four_cards_of_tables_stand_on_an_a4() -> None:
    of = championship(4, name="Vilaplana")
    tables.set_tables(of.pk, 5, actor=DESK)
    with translation.override("en"):
        made = printed(cards.cards_of_tables(of))
    assert (len(made.pages), made.sizes, made.language) == (2, {(210, 297)}, "en")
    assert made.pages[1].split()[:2] == ["Table", "5"]


def test_a_badge_has_a_name_and_a_role() -> None:
    """E 17.1."""
    of = factories.championship()
    factories.member(of, who=factories.user("nuria", first_name="Núria", last_name="Vidal"))
    factories.member(of, who=factories.user("pere"), role=Membership.Role.HELPER)
    with translation.override("en"):
        made = printed(cards.badges(of))
    assert "Núria Vidal director" in made.text
    assert "pere helper" in made.text


def test_cards_are_tagged_with_title_and_language() -> None:
    of = championship(1, name="Vilaplana 2026")
    made = of_pairs(of)
    assert (made.is_tagged, made.language) == (True, "en")
    assert made.title == "Cards of the pairs · Vilaplana 2026"
