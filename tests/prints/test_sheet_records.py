"""Sheets that are not empty any more, or never were begun: a record to give away, a copy to sign, a blank."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tests.factories import START, hand
from tests.prints.sheets import Placed, a_record, a_sheet, pages_of, placed_on, words
from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tournament.models import Game
from tournament.printing.jobs import Wanted, What, blank_sheets, sheets_of_round
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import SheetFacts
from tournament.queries.infractions import Charge
from tournament.queries.signatures import pin_of_seat
from tournament.services import games, signing
from tournament.services.infractions import record_infraction

RECORD, TO_SIGN = Wanted(What.RECORD), Wanted(What.TO_SIGN)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


def row_of(placed: list[Placed], hand_number: int, rows: int = 12) -> list[str]:
    """The cells of a row, from the left."""
    middle = 39.5 + 84 / rows * (hand_number - 0.5)
    cells = (each for each in placed if abs(each.baseline - middle) < 84 / rows / 2)
    return [each.words for each in sorted(cells, key=lambda each: each.left)]


def printed(hall: Hall, wanted: Wanted) -> tuple[str, str]:
    """Front and back of the first table."""
    front, back = list(PdfReader(BytesIO(sheets_of_round(hall.round, wanted)), strict=True).pages)[:2]
    return words(front), words(back)


def test_every_hand_stands_in_its_row_with_totals_and_code() -> None:
    front = placed_on(pages_of(score_sheets([a_sheet(record=a_record(12))]))[0])
    assert row_of(front, 1) == ["8", "8", "0", "0", "C"]
    assert row_of(front, 12) == ["8", "96", "0", "0", "C"]


def test_a_game_of_more_hands_than_rows_has_them_all_in_front() -> None:
    form = Form(max_hands=None)
    front, _back = pages_of(score_sheets([a_sheet(record=a_record(20))], form))
    assert row_of(placed_on(front), 20, rows=20) == ["8", "160", "0", "0", "C"]


def test_what_is_ticked_is_crossed_in_its_box() -> None:
    ticked = a_record(1, draw="b", boxes=("yes", "no"), faults=((2, 0, 0), (0, 0, 1)))
    front = placed_on(pages_of(score_sheets([a_sheet(record=ticked)]))[0])
    crosses = [
        (round((each.left + each.right) / 2), round(each.baseline)) for each in front if each.words == "×"
    ]
    assert crosses == [(88, 35), (115, 146), (131, 157), (38, 167), (54, 167), (134, 174)]


def test_more_infractions_than_boxes_are_counted_in_the_first() -> None:
    front = placed_on(pages_of(score_sheets([a_sheet(record=a_record(0, faults=((4, 0, 0), (0, 0, 0))))]))[0])
    assert [each.words for each in front if 166 < each.baseline < 169 and each.left > 30] == ["4"]


def test_long_remarks_stay_above_the_signature_and_say_that_there_is_more() -> None:
    record = a_record(1, agreements="Sense senyes.", remarks=("Renunci al dat 3, revisat. " * 100,))
    back = placed_on(pages_of(score_sheets([a_sheet(record=record)]))[1])
    lines = [each for each in back if each.baseline > 35]
    assert lines[0].words == "Sense senyes."
    assert max(each.baseline for each in lines) < 164
    assert max(each.right for each in lines) <= 142
    assert lines[-1].words.endswith("…")


def test_a_blank_sheet_leaves_everything_to_be_written() -> None:
    front, back = pages_of(score_sheets([SheetFacts("Vilaplana 2026")]))
    assert "Vilaplana 2026" in words(front)
    assert "pair ____" in words(front)
    assert not [each for page in (front, back) for each in placed_on(page) if each.words.strip().isdigit()]


# --- From the rows -----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_record_says_how_the_game_ended_and_who_confirmed_it() -> None:
    hall = published_hall(4)
    game = hall.games[0]
    for bid, points in (("BC", (48, 0)), ("C", (0, 12)), ("R", (60, 0))):
        hand(game, *points, bid=bid)
    games.confirm(game.pk, actor=DESK)
    front, _back = printed(hall, RECORD)
    a, b = hall.view(1).a.number, hall.view(1).b.number
    assert f"Result: pair {a}, 108 – 12, pair {b}. Pair {a} wins." in front
    assert "Game over: 101 points reached (art. 12.3.1)" in front
    assert "Confirmed by the organisers, " in front
    assert front.count("The signature is on the paper sheet.") == 2


@pytest.mark.django_db
def test_a_hand_dealt_again_stays_in_its_row_and_a_passed_one_uses_its_own() -> None:
    hall = published_hall(4)
    for kind in ("replayed", "pass"):
        hand(hall.games[0], 0, 0, kind=kind)
    pages = PdfReader(BytesIO(sheets_of_round(hall.round, RECORD))).pages
    assert row_of(placed_on(pages[0]), 1) == ["0", "0", "0", "0", "P"]
    assert "hand 1: dealt again, not counted" in words(pages[0])
    assert "Not over: 0 – 0 after 1 hand." in words(pages[0])
    assert b".75 1 l" in pages[0].get_contents().get_data()  # the arrowhead of ↻


@pytest.mark.django_db
def test_a_hand_after_the_end_is_told_and_has_no_row() -> None:
    hall = published_hall(4)
    for points in ((72, 0), (72, 0), (8, 0)):
        hand(hall.games[0], *points, bid="C")
    pages = PdfReader(BytesIO(sheets_of_round(hall.round, RECORD))).pages
    assert row_of(placed_on(pages[0]), 3) == []
    assert "After the end, does not count: C 8–0" in words(pages[0])


@pytest.mark.django_db
def test_a_copy_of_a_lost_sheet_has_the_same_hands_and_nobody_has_signed_it() -> None:
    hall = published_hall(4)
    hand(hall.games[0], 24, 0, bid="BC")
    pages = PdfReader(BytesIO(sheets_of_round(hall.round, TO_SIGN))).pages
    assert row_of(placed_on(pages[0]), 1) == ["24", "24", "0", "0", "BC"]
    front = words(pages[0])
    assert "Copy made by the organisers in place of a lost sheet." in front
    assert "signature is on" not in front


@pytest.mark.django_db
def test_a_record_says_who_signed_it_on_the_phone_and_when() -> None:
    hall = published_hall(4, changes={"sheet_of_record": "phone"})
    game = hall.games[0]
    for bid, points in (("BC", (48, 0)), ("R", (60, 0))):
        hand(game, *points, bid=bid)
    signing.sign(game.pk, "a", pin_of_seat(hall.view(1), "a"), actor=TABLE, now=START)
    front, _back = printed(hall, RECORD)
    assert front.count("Signed on the phone with the pair’s PIN, 10:00.") == 1
    signing.sign(game.pk, "b", pin_of_seat(hall.view(1), "b"), actor=TABLE, now=START)
    front, _back = printed(hall, RECORD)
    assert front.count("Signed on the phone with the pair’s PIN, 10:00.") == 2
    assert "Confirmed by both signatures, 10:00." in front


@pytest.mark.django_db
def test_remarks_agreements_and_infractions_are_on_the_record() -> None:
    hall = published_hall(4)
    game = hall.games[0]
    Game.objects.filter(pk=game.pk).update(agreements="Sense senyes", accepts_dealing="yes")
    game.remarks.create(text="Cafè vessat", at=game.zero_at)
    charge = Charge(pair=hall.view(1).a.number, code="16.1.3.5")
    record_infraction(hall.championship.pk, charge, game_id=game.pk, actor=DESK)
    front, back = printed(hall, RECORD)
    assert "×" in front
    assert "Sense senyes" in back
    assert "Cafè vessat (" in back


@pytest.mark.django_db
def test_a_record_says_that_a_pair_was_expelled_and_by_which_article() -> None:
    hall = published_hall(4)
    hand(hall.games[0], 30, 0)
    number = hall.view(1).b.number
    charge = Charge(number, "16.1.1.1", moment="between_hands", reason="ha pegat")
    record_infraction(hall.championship.pk, charge, game_id=hall.games[0].pk, actor=DESK)
    back = " ".join(printed(hall, RECORD))
    assert f"Game over: pair {number} was expelled (art. 16.1.1.1)" in back
    assert "A pair was expelled" in back
    assert "A pair left" not in back


@pytest.mark.django_db
def test_records_of_a_round_cost_the_same_queries_for_any_number_of_tables(
    django_assert_num_queries: object,
) -> None:
    for pairs in (4, 12):
        hall = published_hall(pairs)
        with django_assert_num_queries(5):  # type: ignore[operator]
            sheets_of_round(hall.round, RECORD)


@pytest.mark.django_db
def test_blank_sheets_are_as_many_as_asked_for_and_bear_the_round_at_most() -> None:
    hall = published_hall(4, name="Vilaplana 2026")
    with_round = pages_of(sheets_of_round(hall.round, Wanted(What.BLANK, blanks=3)))
    without = pages_of(blank_sheets(hall.championship, Wanted(blanks=2, back=False)))
    assert (len(with_round), len(without)) == (6, 2)
    assert ("ROUND 1" in words(with_round[0]), "ROUND 1" in words(without[0])) == (True, False)
    assert hall.view(1).a.war_name not in words(with_round[0])
