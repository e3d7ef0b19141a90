"""The fast way of writing on forms says what the sure one says, and gives way to it by itself."""

import logging
import sys
from functools import partial

import pytest
import weasyprint
from django.utils.translation import override

from tests.prints.sheets import LONGEST_NAMES, a_record, a_sheet, named, pages_of, words
from tournament.printing import glyphs, score_sheet, stamp
from tournament.printing.overlay import text
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import SheetFacts, SheetSide

SHEETS = {
    "names": [named(name) for name in LONGEST_NAMES],
    "numbers": [
        a_sheet(SheetSide(1000, "Cal Xic"), table=table, round_number=table) for table in (9, 99, 100)
    ],
    "one": [a_sheet()],
    "blank": [SheetFacts("Vilaplana 2026")],
    "record": [a_sheet(record=a_record(12, draw="a", agreements="Sense senyes", remarks=("Renunci",)))],
}


WAYS = (stamp.with_glyphs, stamp.laid_out, partial(stamp.laid_out, at_once=1))


@pytest.mark.parametrize("two_up", [False, True])
@pytest.mark.parametrize("sheets", SHEETS.values(), ids=SHEETS.keys())
def test_all_ways_write_the_same(
    sheets: list[SheetFacts], two_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    for way in WAYS:
        monkeypatch.setattr(score_sheet, "stamped", way)
        with override("ca"):
            pages = pages_of(score_sheets(sheets, Form(two_up=two_up)))
        read.append([sorted(words(page).split()) for page in pages])
    assert read[1:] == read[:1] * 2


def test_what_one_document_laid_out_is_shown_by_another_only_if_their_fonts_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where they do not, all is laid out in one document."""
    sheets = [named(name) for name in LONGEST_NAMES]
    expected = [sorted(words(page).split()) for page in pages_of(score_sheets(sheets))]

    def renumbered(html: str) -> list[bytes]:
        return [content.swapcase() for content in contents(html)]

    contents = stamp._contents
    monkeypatch.setattr(stamp, "_contents", renumbered)
    with pytest.raises(glyphs.Unknown):
        monkeypatch.setattr(score_sheet, "stamped", partial(stamp.laid_out, at_once=1))
        score_sheets(sheets)
    monkeypatch.setattr(score_sheet, "stamped", stamp.stamped)
    monkeypatch.setattr(stamp, "with_glyphs", partial(stamp.laid_out, at_once=1))
    monkeypatch.setattr(stamp, "laid_out", partial(stamp.laid_out, at_once=1))
    assert [sorted(words(page).split()) for page in pages_of(score_sheets(sheets))] == expected


def test_a_version_that_was_not_tried_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(weasyprint, "__version__", "71.0")
    with pytest.raises(glyphs.Unknown):
        glyphs.check_version()
    with caplog.at_level(logging.WARNING, logger="tournament.printing.stamp"):
        (front,) = pages_of(score_sheets([a_sheet()], Form(back=False)))
    assert "14 Els de Cal Menut" in words(front)
    assert [record.levelname for record in caplog.records if record.name == "tournament.printing.stamp"] == [
        "WARNING"
    ]


def test_the_version_that_is_installed_was_tried() -> None:
    glyphs.check_version()
    assert sys.modules["weasyprint"].__version__.startswith(glyphs.VERSIONS)


def test_the_alphabet_has_every_sign_of_a_weight_once() -> None:
    written = [(text("Cal Xic", 0, 0, 9), text("Cal Pau", 0, 0, 9)), (text("7", 0, 0, 9, 700),)]
    assert [(each.weight, each.words) for each in glyphs.alphabet(written)] == [
        (400, " CPXacilu"),
        (700, "7"),
    ]
