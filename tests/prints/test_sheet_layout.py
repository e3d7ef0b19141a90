"""Where everything lands on the paper, read back from the PDF: boxes, margins, halves to be cut."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override
from PIL import Image, ImageChops
from pypdf import PageObject

from tests.prints.sheets import (
    A4_LANDSCAPE,
    A5,
    LONGEST_NAMES,
    Placed,
    a_record,
    a_round,
    a_sheet,
    named,
    pages_of,
    placed_on,
    size_of,
    words,
)
from tournament.printing.fitting import printable
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import SheetFacts, SheetSide

NAME_BOXES = ((18, 74), (86, 142))
NUMBER_BOXES = ((6, 18), (74, 86))
MARGIN = 5
DOTS_PER_MM = 4


@pytest.fixture(autouse=True)
def in_catalan() -> Iterator[None]:
    with override("ca"):
        yield


def name_lines(page: PageObject, side: int) -> list[Placed]:
    low, high = NAME_BOXES[side]
    return [each for each in placed_on(page) if 21.5 < each.baseline < 30.5 and low < each.left < high]


@pytest.mark.parametrize("tables", [1, 2, 21, 100])
def test_every_table_has_a_front_and_a_back_of_exactly_a5(tables: int) -> None:
    pages = pages_of(score_sheets(a_round(tables)))
    assert len(pages) == 2 * tables
    assert {size_of(page) for page in pages} == {A5}
    for table, (front, back) in enumerate(zip(pages[::2], pages[1::2], strict=True), start=1):
        for page in (front, back):
            assert [each.words for each in placed_on(page)][1] == str(table)
            assert f"Parella {2 * table - 1} {2 * table} Parella {2 * table}" in words(page)


@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_the_longest_names_stay_in_their_box_and_are_read_verbatim(name: str) -> None:
    for page in pages_of(score_sheets([named(name), a_sheet(b=SheetSide(1000, name))])):
        for side in (0, 1):
            lines = name_lines(page, side)
            assert all(
                NAME_BOXES[side][0] <= each.left and each.right <= NAME_BOXES[side][1] for each in lines
            )
    read = " ".join(each.words for each in name_lines(pages_of(score_sheets([named(name)]))[0], 0))
    # Without a space to break at, the widest of all does not fit into two lines.
    assert read == (printable(name) if " " in name else f"{'W' * 26} {'W' * 25}…")


def test_b105_a_number_with_one_more_digit_shifts_nothing_else() -> None:
    """B105: pairs 9, 99, 100 and 1000, table 100, round 10."""
    numbers = (9, 99, 100, 1000)
    sheets = [
        a_sheet(SheetSide(number, "Cal Xic"), SheetSide(number, "Cal Pau"), round_number=10, table=table)
        for number, table in zip(numbers, (1, 10, 99, 100), strict=True)
    ]
    fronts = pages_of(score_sheets(sheets, Form(back=False)))
    steady = []
    for number, front in zip(numbers, fronts, strict=True):
        written = placed_on(front)
        pairs = [each for each in written if each.words == str(number) and 21.5 < each.baseline < 30.5]
        for (low, high), each in zip(NUMBER_BOXES, pairs, strict=True):
            assert low < each.left
            assert each.right < high
        assert not [(one, other) for one in written for other in written if overlap(one, other)]
        steady.append([(each.left, each.baseline) for each in written if not each.words.isdigit()])
    steady = [
        sorted(places, key=lambda place: place[1])[1:] for places in steady
    ]  # but «Taula», which ends at its number
    assert steady == [steady[0]] * 4
    assert "RONDA 10" in words(fronts[0])


def overlap(one: Placed, other: Placed) -> bool:
    """Whether words of one line run into those after them."""
    return abs(one.baseline - other.baseline) < 2 and one.left < other.left < one.right - 0.05


@pytest.mark.parametrize("form", [Form(), Form(two_up=True), Form(max_hands=None)], ids=["a5", "a4", "tall"])
@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not on this machine")
def test_b106_all_ink_is_five_millimetres_inside_the_paper(form: Form, tmp_path: Path) -> None:
    """B106: what printers with margins of 5 mm can print, of sheets with the longest names, filled in and blank."""
    longest = [named(name) for name in LONGEST_NAMES[:2]]
    filled = [a_sheet(SheetSide(1000, LONGEST_NAMES[0]), record=a_record(remarks=("Renunci " * 60,)))]
    for sheets in (longest, filled, [SheetFacts("Vilaplana 2026")]):
        for picture in pictures(score_sheets(sheets, form), tmp_path):
            left, top, right, bottom = ink(picture)
            assert min(left, top) >= MARGIN * DOTS_PER_MM - 1
            assert right <= picture.width - MARGIN * DOTS_PER_MM + 1
            assert bottom <= picture.height - MARGIN * DOTS_PER_MM + 1


def pictures(pdf: bytes, folder: Path) -> list[Image.Image]:
    dots = str(DOTS_PER_MM * 25.4)
    command = ["pdftoppm", "-r", dots, "-gray", "-", str(folder / "page")]
    subprocess.run(command, input=pdf, check=True)
    shown = [Image.open(path).copy() for path in sorted(folder.glob("page*"))]
    for path in folder.glob("page*"):
        path.unlink()
    return shown


def ink(picture: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.invert(picture).point(lambda dark: 255 * (dark > 40)).getbbox()
    assert box is not None
    return box


# --- Two on an A4 ------------------------------------------------------------------------------


def tables_on(page: PageObject) -> list[str]:
    """Whose sheets lie on a page, from the left."""
    numbers = [each for each in placed_on(page) if each.words.isdigit() and each.baseline < 20]
    return [each.words for each in sorted(numbers, key=lambda each: each.left)]


def test_b106_two_sheets_lie_on_an_a4_with_a_cut_mark_in_the_middle() -> None:
    """B106: exactly A4, a mark where it is cut, each sheet in the middle of its half."""
    front = pages_of(score_sheets(a_round(2), Form(two_up=True)))[0]
    assert size_of(front) == A4_LANDSCAPE
    middle = f"{148.5 / 25.4 * 72:.2f}"
    drawn = front.get_contents().get_data().decode("latin-1")
    assert drawn.count(f"{middle} ") == 4  # both ends of the mark above and of the one below
    left, right = name_lefts(front)
    assert right - left == pytest.approx(148.5, abs=0.02)


def name_lefts(page: PageObject) -> tuple[float, float]:
    """Where the first name of either sheet begins."""
    names = sorted(each.left for each in placed_on(page) if each.words in ("Parella 1", "Parella 3"))
    return names[0], names[1]


@pytest.mark.parametrize(
    ("tables", "fronts", "backs"),
    [
        (1, ["1"], ["1"]),
        (2, ["1 2"], ["2 1"]),
        (5, ["1 4", "2 5", "3"], ["4 1", "5 2", "3"]),
        (6, ["1 4", "2 5", "3 6"], ["4 1", "5 2", "6 3"]),
    ],
)
def test_cut_piles_stay_in_the_order_of_the_tables(tables: int, fronts: list[str], backs: list[str]) -> None:
    pages = [" ".join(tables_on(page)) for page in pages_of(score_sheets(a_round(tables), Form(two_up=True)))]
    assert (pages[::2], pages[1::2]) == (fronts, backs)


def test_the_half_without_a_sheet_is_the_last_right_one_and_its_back_is_behind_it() -> None:
    """Turned over the short edge, what was on the left is on the right."""
    *_others, front, back = pages_of(score_sheets(a_round(3), Form(two_up=True)))
    assert all(each.right < 148.5 for each in placed_on(front))
    assert all(each.left > 148.5 for each in placed_on(back))
