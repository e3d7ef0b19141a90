"""The paper kit: what a hall needs to go on without light."""

import pytest
from django.utils import translation

from tests import factories
from tests.factories import START
from tests.prints.reading import Printed, printed
from tests.services.conftest import after_round_one, published_hall
from tournament.models import Championship
from tournament.printing.fitting import REGULAR, text_width
from tournament.printing.kit import paper_kit
from tournament.queries.kit import kit_of

pytestmark = pytest.mark.django_db


def kit(of: Championship) -> Printed:
    with translation.override("en"):
        return printed(paper_kit(Championship.objects.get(pk=of.pk), START))


def test_a_round_in_play_is_on_it_with_room_for_its_results() -> None:
    hall = published_hall(5)
    made = kit(hall.championship)
    assert len(made.pages) == 3 + 2
    assert "Round 1: what is being played" in made.pages[0]
    assert "Standings, and who has met whom" in made.pages[1]
    assert "Round 2: to be paired by hand" in made.pages[2]
    assert "Write down the results that are missing" in made.pages[2]
    rests = hall.bye.seats.get().pair
    assert f"{rests.number} {rests.war_name}: rests" in made.pages[0]


def test_after_a_round_the_standings_say_who_has_met_whom() -> None:
    hall = after_round_one(5)
    settled = kit_of(hall.championship)
    met = {line.row.number: line.opponents for line in settled.rows}
    expected = {hall.bye.seats.get().pair.number: (0,)}
    for view in (hall.view(1), hall.view(2)):
        expected |= {view.a.number: (view.b.number,), view.b.number: (view.a.number,)}
    assert (met, settled.open_games) == (expected, ())
    assert "what is being played" not in kit(hall.championship).text


def test_pairs_to_pair_stand_in_groups_in_the_order_of_the_standings() -> None:
    hall = after_round_one(5)
    settled = kit_of(hall.championship)
    order = [pair.number for group in settled.groups for pair in group.pairs]
    assert [group.wins2 for group in settled.groups] == [2, 0]
    assert order == [line.row.number for line in settled.rows]
    assert (settled.is_odd, list(settled.tables)) == (True, [1, 2])
    rested = hall.bye.seats.get().pair.number
    unplayed = {pair.number for group in settled.groups for pair in group.pairs if pair.unplayed_wins}
    assert rested in unplayed


def test_the_first_round_is_paired_by_lot() -> None:
    of = factories.championship()
    factories.pairs(4, of)
    text = kit(of).text
    assert "put all numbers in a hat" in text
    assert "Who has already met" not in text


def test_the_blank_sheets_of_the_next_round_go_with_it_one_a_table() -> None:
    hall = after_round_one(5)
    made = kit(hall.championship)
    fronts = [page for page in made.pages if page.count("Articles 7, 8 and 9 apply") == 2]
    assert len(fronts) == 1
    assert fronts[0].count("Opening draw") == 4
    assert not any(pair.war_name in fronts[0] for pair in hall.championship.pairs.all())


def test_after_the_last_round_there_is_nothing_to_pair() -> None:
    hall = after_round_one(4, changes={"rounds": 1})
    assert len(kit(hall.championship).pages) == 1


def test_names_are_verbatim_and_what_the_font_lacks_is_replaced() -> None:
    of = factories.championship()
    factories.pair(of, war_name="Il·lusió & <b>Òrgan</b> 🐂")
    factories.pair(of)
    assert "Il·lusió & <b>Òrgan</b> [?]" in kit(of).text


@pytest.mark.parametrize("name", ["Supercalifragilisticexpialidoso", "W" * 59])
def test_a_long_unbroken_name_leaves_the_numbers_beside_it_alone(name: str) -> None:
    """Nothing is drawn over the column of whom a pair has met: every piece of the name ends before it begins."""
    hall = after_round_one(4)
    hall.championship.pairs.update(war_name=name)
    made = kit(hall.championship)
    page = next(at for at, text in enumerate(made.pages) if "to be paired by hand" in text)
    places = made.places(page)
    has_met = next(left for text, left, _top in places if text == "Has met")
    pieces = [
        (text, left) for text, left, _top in places if len(text) > 1 and text in name and left < has_met
    ]
    assert "".join(text for text, _left in pieces).count(name) == 2
    assert all(left + text_width(text, 8.5, REGULAR) <= has_met for text, left in pieces)


def test_the_name_of_a_pair_that_rests_leaves_the_round_on_its_page() -> None:
    hall = published_hall(5)
    hall.championship.pairs.update(war_name="W" * 59)
    places = kit(hall.championship).places(0)
    assert all(left + text_width(text, 8.5, REGULAR) <= 198 for text, left, _top in places if "WW" in text)
    assert [round(left) for text, left, _top in places if text == "Result"] == [174]


def test_who_has_met_whom_in_twelve_rounds_stays_on_the_page_beside_a_long_name() -> None:
    hall = published_hall(5, changes={"rounds": 12})
    for _ in range(11):
        factories.bye(factories.round_(hall.championship), hall.championship.pairs.get(number=1))
    hall.championship.pairs.update(war_name="W" * 59)
    heads = {text: left for text, left, _top in kit(hall.championship).places(0) if text[:1] == "R"}
    assert (heads["R1"], heads["R12"]) == (pytest.approx(103.3, abs=1), pytest.approx(191.8, abs=1))


def test_two_hundred_pairs_have_a_kit_of_tagged_numbered_pages() -> None:
    hall = published_hall(200)
    made = kit(hall.championship)
    sheets = 2 * 100 // 2  # fronts and backs, two on a page
    total = len(made.pages) - sheets
    assert (made.is_tagged, made.sizes) == (True, {(210, 297), (297, 210)})
    assert "ROUND 2" in made.pages[total]
    assert [f"{number} / {total}" in page for number, page in enumerate(made.pages[:total], start=1)] == [
        True
    ] * total
    assert [number for number in range(1, 201) if f"Parella {number} " not in made.text] == []
    assert all(0 <= left <= 200 and 0 <= top <= 297 for _t, left, top in made.places(total - 1))
