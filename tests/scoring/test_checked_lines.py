"""A written row by itself: whether such a hand can be, and what was probably meant (E 15.2.5, E 15.2.6)."""

import pytest

from scoring.checker import Cause, Finding, check_line
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from tests.scoring.cases import BS_LINE, SHEET_LINES, SheetLine
from tests.scoring.hands import DEFAULT

WITHOUT_BS = DEFAULT.with_changes(sant_vicenc_on_botifarra=False)


def line(bid: str, points: tuple[int, int], regulation: Regulation = DEFAULT) -> Finding:
    finding = check_line(bid, points, regulation)
    assert finding is not None
    return finding


def points_meant(*points: int) -> list[Cause]:
    return [Cause("points_meant", {"points": each}) for each in points]


def bids_meant(*bids: str) -> list[Cause]:
    return [Cause("bid_meant", {"bid": bid}) for bid in bids]


@pytest.mark.parametrize("case", [*SHEET_LINES, BS_LINE], ids=lambda case: case.id)
def test_row_is_possible_or_not_as_the_case_says(case: SheetLine) -> None:
    finding = check_line(case.bid, case.points, WITHOUT_BS)
    assert (finding.code if finding else None) == case.refused


def test_botifarra_with_sant_vicenc_is_possible_where_the_regulation_has_it() -> None:
    """D 1, iv-11."""
    assert check_line("BS", (16, 0), DEFAULT) is None


@pytest.mark.parametrize("bid", ["", " ", "-", "—", "c", " bc ", "S"])
def test_codes_may_be_written_in_any_case_and_plain_trump_as_a_line(bid: str) -> None:
    """E 15.2.6."""
    assert check_line(bid, (16, 0), DEFAULT) is None


# --- The code -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("CB", "BC"),
        ("sb", "BS"),
        ("B-C", "BC"),
        ("b + r", "BR"),
        ("contro", "C"),
        ("SV", "S"),
        ("Sant Vicenç", "S"),
        ("boti contro", "BC"),
        ("oros", ""),
        ("E", ""),
        ("bastos", ""),
    ],
)
def test_code_that_is_none_is_recognised(written: str, meant: str) -> None:
    """E 15.2.6."""
    finding = line(written, (16, 0))
    assert (finding.code, finding.article, finding.facts["bid"]) == ("bid_unknown", "E 15.2.6", written)
    assert list(finding.causes) == bids_meant(meant)


@pytest.mark.parametrize("written", ["Z", "7", "?"])
def test_code_that_is_like_no_other_is_only_unknown(written: str) -> None:
    """E 15.2.6."""
    finding = line(written, (16, 0))
    assert (finding.code, finding.causes) == ("bid_unknown", ())


def test_code_meant_is_one_that_the_regulation_has() -> None:
    """D 1."""
    assert list(line("SB", (16, 0), WITHOUT_BS).causes) == bids_meant("S")
    assert line("SB", (16, 0), PRESETS["ponent"]).causes == ()


def test_forbidden_code_stands_for_one_that_the_regulation_has() -> None:
    """D 1: the nearest in writing under which the points can be."""
    finding = line("BS", (16, 0), WITHOUT_BS)
    assert (finding.code, finding.article) == ("bid_forbidden", "D 1")
    assert list(finding.causes) == bids_meant("S", "B")
    assert list(line("S", (7, 0), PRESETS["ponent"]).causes) == bids_meant("")
    assert line("S", (44, 28), PRESETS["ponent"]).code == "bid_forbidden"


# --- The points ---------------------------------------------------------------------------------


def test_15_with_contro_cannot_be_14_or_16_can() -> None:
    """G 8.2.4. It may as well be 15 with trump, or 15 not yet multiplied."""
    finding = line("C", (15, 0))
    assert (finding.code, finding.article) == ("points_multiple", "G 8.2")
    assert (finding.facts["points"], finding.facts["below"], finding.facts["above"]) == (15, 14, 16)
    not_multiplied = Cause("points_doubled", {"points": 30})
    assert list(finding.causes) == [*points_meant(14, 16), *bids_meant(""), not_multiplied]


def test_scale_of_the_regulation_tells_which_points_can_be() -> None:
    """G 8.2.5: recontro may multiply by 3."""
    by_three = DEFAULT.with_changes(doubling_scale=[2, 3, 5])
    assert list(line("R", (0, 16), by_three).causes) == [
        *points_meant(15, 18),
        *bids_meant("", "C"),
        Cause("points_doubled", {"points": 48}),
    ]


def test_card_points_written_for_points_are_recognised() -> None:
    """G 5.1: 44 and 28 are card points, of which 8 count."""
    card_points = Cause("card_points", {"card_points": 44, "other": 28, "points": 8})
    assert line("", (44, 28)).causes[0] == card_points
    assert line("", (28, 44)).causes[0] == card_points
    assert line("", (0, 44)).causes[0] == card_points
    worth_14 = Cause("card_points", {"card_points": 43, "other": 29, "points": 14})
    assert worth_14 in line("C", (43, 0)).causes
    level = Cause("card_points", {"card_points": 36, "other": 36, "points": 0})
    assert line("", (36, 36)).causes[0] == level


def test_where_both_pairs_have_points_one_of_them_has_none() -> None:
    """E 15.2.5: only one pair scores."""
    finding = line("C", (7, 12))
    assert (finding.code, finding.article) == ("points_both", "E 15.2.5")
    assert finding.facts == {"bid": "C", "points": (7, 12)}
    assert list(finding.causes) == [Cause("one_pair_scores", {"side": "b", "points": 12})]
    assert [cause.facts["side"] for cause in line("", (7, 4)).causes] == ["a", "b"]


def test_points_too_high_for_the_code_may_want_another_code() -> None:
    """G 5.1."""
    assert list(line("", (80, 0)).causes) == bids_meant("R", "S")
    assert (line("BS", (600, 0)).code, line("BS", (600, 0)).causes) == ("points_maximum", ())


def test_points_below_nothing_may_have_a_stroke_too_many_or_be_lost() -> None:
    """G 5.1."""
    assert list(line("", (0, -2)).causes) == [*points_meant(2), Cause("points_on_other_side")]
    assert list(line("", (-5, 5)).causes) == [Cause("one_pair_scores", {"side": "b", "points": 5})]
    assert line("", (-99, 0)).causes == ()


# --- Rows that were not played out --------------------------------------------------------------


@pytest.mark.parametrize(("mark", "article"), [("p", "E 16.1.2.2.4"), ("↻", "E 7.4.5.4")])
def test_hand_passed_or_uncounted_gives_no_points(mark: str, article: str) -> None:
    assert check_line(mark, (0, 0), DEFAULT) is None
    finding = line(mark, (0, 4))
    assert (finding.code, finding.article) == ("points_maximum", article)
    assert finding.facts == {"bid": mark.upper(), "points": 4, "multiplier": 0, "most": 0}
    assert list(finding.causes) == [*points_meant(0), *bids_meant("", "C")]
