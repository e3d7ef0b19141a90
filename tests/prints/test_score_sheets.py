"""The A5 sheets as they come out of the printer, read back from the PDF."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from django.utils.translation import gettext, override
from pypdf import PageObject, PdfReader

from scoring.bids import Bid
from tests.prints.sheets import A5, a_sheet, named, pages_of, size_of, words
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import SheetSide
from tournament.printing.sheet_plan import sheet_plan


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


@cache
def usual_sheet() -> tuple[str, str]:
    """What is to be read on the front and on the back of a sheet of twelve hands."""
    front, back = pages_of(score_sheets([a_sheet()]))
    return words(front), words(back)


def test_sheet_is_a_front_and_a_back() -> None:
    assert len(pages_of(score_sheets([a_sheet()]))) == 2


def test_sheet_may_have_no_back() -> None:
    assert len(pages_of(score_sheets([a_sheet()], Form(back=False)))) == 1


def test_every_page_is_exactly_a5() -> None:
    assert {size_of(page) for page in pages_of(score_sheets([a_sheet(), a_sheet()]))} == {A5}


def test_front_bears_round_championship_table_and_pairs() -> None:
    front, _ = usual_sheet()
    for text in ("ROUND 3", "Vilaplana 2026", "Table 7", "14 Els de Cal Menut", "3 La Penya"):
        assert text in front


def test_back_bears_round_championship_table_and_pairs_again() -> None:
    _, back = usual_sheet()
    for text in ("ROUND 3", "Vilaplana 2026", "Table 7", "14 Els de Cal Menut", "3 La Penya"):
        assert text in back


def test_sheets_come_in_the_order_given() -> None:
    pages = pages_of(score_sheets([a_sheet(table=table) for table in (9, 2, 100)]))
    tables = [re.findall(r"Table (\d+)", words(page)) for page in pages]
    assert tables == [["9"], ["9"], ["2"], ["2"], ["100"], ["100"]]


def test_front_has_everything_the_regulation_asks_for() -> None:
    front, _ = usual_sheet()
    hands = " ".join(str(hand) for hand in range(1, 13))
    assert hands in front
    assert front.count("Opening draw") == front.count("points") == front.count("Signature") == 2
    assert "Start h min End h min" in front
    assert "Articles 7, 8 and 9 apply" in front
    assert "Organisers only Sections 11.1 and 11.2 apply" in front
    assert "Infractions minor serious very serious" in front


def test_back_has_agreements_remarks_and_how_to_fill_in() -> None:
    _, back = usual_sheet()
    for text in ("Agreements of the table", "Remarks of the organisers", "Signature of the organisers"):
        assert text in back
    assert back.index("Before you start") < back.index("After each hand") < back.index("Bid column")
    assert "One player of each pair signs" in back


def test_sheet_without_opening_draw_does_not_mention_it() -> None:
    for page in pages_of(score_sheets([a_sheet()], Form(opening_draw_box=False))):
        assert "draw" not in words(page)


def test_legend_lists_only_the_codes_of_the_championship() -> None:
    front, back = pages_of(
        score_sheets([a_sheet()], Form(bids=(Bid.TRUMP, Bid.C, Bid.R, Bid.B, Bid.BC, Bid.BR)))
    )
    assert "— trump · C contro · R recontro · B botifarra · BC · BR" in words(front)
    assert "Bid column: C, R, B, BC, BR;" in words(back)
    assert "Sant Vicenç" not in words(front)


@pytest.mark.parametrize(
    ("max_hands", "in_front", "overleaf"),
    [
        (8, range(1, 9), 0),
        (12, range(1, 13), 0),
        (16, range(1, 17), 0),
        (20, range(1, 17), 4),
        (None, range(1, 17), 6),
    ],
)
def test_every_hand_has_a_row(max_hands: int | None, in_front: range, overleaf: int) -> None:
    plan = sheet_plan(max_hands, back=True)
    assert (plan.front, len(plan.overleaf)) == (in_front, overleaf)
    front, back = pages_of(score_sheets([a_sheet()], Form(max_hands=max_hands)))
    assert " ".join(map(str, plan.front)) in words(front)
    assert " ".join(map(str, plan.overleaf)) in words(back)


@pytest.mark.parametrize("max_hands", [1, 8, 12, 16, 24, None])
def test_rows_are_never_lower_than_seven_millimetres(max_hands: int | None) -> None:
    assert float(sheet_plan(max_hands, back=True).mm["row"]) >= 7


def test_hands_end_with_the_two_upper_thirds() -> None:
    assert {sheet_plan(hands, back=True).mm["lower"] for hands in range(1, 13)} == {"140.000"}


def test_names_are_printed_as_they_were_written() -> None:
    names = [
        "<b>Negreta</b> & Co",
        'Els "Il·lustres" d\'Òdena',
        "Ça & Là; 100%",
        "{{ 7|add:7 }}",
        "Ελληνική Παρέα",
        "Žižkovští Řezníci",
        "Associació Cultural i Recreativa Amics de la Botifarra Reus.",  # sixty characters
    ]
    pages = pages_of(score_sheets([named(name) for name in names]))
    for name, front, back in zip(names, pages[::2], pages[1::2], strict=True):
        assert f"14 {name} 3 La Penya" in words(front)
        assert f"14 {name} 3 La Penya" in words(back)


def test_emoji_in_a_name_is_printed_as_a_missing_sign() -> None:
    (front,) = pages_of(score_sheets([named("Els Bous 🐂")], Form(back=False)))
    assert "14 Els Bous [?]" in words(front)


def test_only_the_print_font_is_used() -> None:
    front = pages_of(score_sheets([a_sheet(SheetSide(1, "🐂 日本 Ж ♠"), SheetSide(2, "Ελ ☐ ↻"))]))[0]
    fonts = front["/Resources"]["/Font"].values()
    assert {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts} == {
        "Print",
        "Print-Semi-Bold",
        "Print-Bold",
    }


def test_large_numbers_are_printed_without_grouping() -> None:
    numbers = [1, 9, 99, 100, 1000]
    sheets = [a_sheet(SheetSide(number, "Cal Xic"), round_number=10, table=number) for number in numbers]
    with override("ca"):
        fronts = pages_of(score_sheets(sheets, Form(back=False)))
        for number, front in zip(numbers, fronts, strict=True):
            assert f"{gettext('Table')} {number} {number} Cal Xic" in words(front)


@pytest.mark.parametrize("language", ["ca", "es", "en", "fr", "cs"])
def test_texts_come_in_the_language_that_is_active(language: str) -> None:
    with override(language):
        pdf = score_sheets([a_sheet()], Form(back=False))
        for text in (
            "Organisers only",
            "Articles 7, 8 and 9 apply",
            "Sections 11.1 and 11.2 apply",
            "Result",
        ):
            assert (gettext(text) in words(pages_of(pdf)[0])) == (text != "Result")
    assert PdfReader(BytesIO(pdf)).root_object["/Lang"] == language


def test_qr_code_is_drawn_only_where_there_is_an_address() -> None:
    with_code, without_code = pages_of(score_sheets([a_sheet(), a_sheet(url="")], Form(back=False)))
    assert squares(with_code) > 200
    assert squares(without_code) == 0


def squares(page: PageObject) -> int:
    """Runs of dark modules, across or down."""
    return len(re.findall(rb"\d re\b", page.get_contents().get_data()))


def test_all_sheets_share_one_blank_front_and_one_blank_back() -> None:
    pages = pages_of(score_sheets([a_sheet(table=table) for table in range(1, 6)]))
    drawn = [re.findall(rb"/(form\d+) Do", page.get_contents().get_data()) for page in pages]
    assert drawn == drawn[:2] * 5
    assert len({name for names in drawn for name in names}) == 2


def test_nothing_to_print_is_refused() -> None:
    with pytest.raises(ValueError, match="no sheets"):
        score_sheets([])


def test_sheet_without_hands_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one hand"):
        score_sheets([a_sheet()], Form(max_hands=0))
