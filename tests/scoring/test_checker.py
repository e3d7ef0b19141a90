"""A written sheet checked: one slip, one finding, and the likeliest cause first (E 15.2.5)."""

from random import Random

import pytest

from scoring.checker import Cause, Finding, WrittenLine, check_sheet
from scoring.presets import PRESETS
from scoring.sheets import Side
from scoring.slips import slip_size
from tests.scoring.hands import DEFAULT
from tests.scoring.written_sheets import SIX, added, codes, found, only, row, with_row


def test_a_right_sheet_has_no_finding() -> None:
    assert found(SIX) == []
    assert found([*SIX, WrittenLine(), WrittenLine()], (26, 28)) == []


# --- A total that is not the one before and the points ------------------------------------------


def test_totals_that_differ_by_10_from_hand_4_on_mean_22_and_not_12() -> None:
    """E 15.2.5.2: it says 12."""
    rows = added(("", 4, 0), ("C", 0, 20), ("", 7, 0), ("", 22, 0), ("B", 0, 8), ("", 3, 0))
    finding = only(with_row(rows, 4, row("", 12, 33, 0, 20)), (36, 28))
    facts = {"side": "a", "difference": 10, "written": 33, "expected": 23, "points": 12}
    causes = (
        Cause("points_meant", {"points": 22}),
        Cause("total_meant", {"total": 23, "carried": True}),
    )
    assert finding == Finding("total_differs", 4, "E 15.2.5.2", facts, causes)


def test_one_total_miswritten_and_the_next_ones_right() -> None:
    """E 15.2.5.2."""
    finding = only(with_row(SIX, 4, row("", 12, 33, 0, 20)))
    assert (finding.hand, finding.causes[0]) == (4, Cause("total_meant", {"total": 23, "carried": False}))


def test_figures_of_a_total_changed_round_are_a_small_slip() -> None:
    """E 15.2.5.2: 62 for 26, and 27 would have been another figure."""
    rows = [*SIX, row("", 0, 62, 2, 30), row("", 0, 26, 2, 32)]
    assert only(rows).causes[0] == Cause("total_meant", {"total": 26, "carried": False})


def test_the_final_tells_whether_the_last_total_was_a_slip() -> None:
    """E 13.1."""
    rows = with_row(SIX, 6, row("", 3, 36, 0, 28))
    assert only(rows, (26, 28)).causes[0] == Cause("total_meant", {"total": 26, "carried": False})
    assert only(rows, (36, 28)).causes[0] == Cause("points_meant", {"points": 13})


def test_final_that_is_capped_or_has_the_point_of_the_draw_tells_as_well() -> None:
    """E 13.2, E 13.4."""
    high = added(("BC", 100, 0), ("BC", 100, 0))
    assert only(with_row(high, 2, row("BC", 100, 203, 0, 0)), (136, 0)).hand == 2
    level = added(*[("", 5, 0), ("", 0, 5)] * 6)
    finding = only(with_row(level, 12, row("", 0, 30, 5, 40)), (31, 30))
    assert finding.causes[0] == Cause("total_meant", {"total": 30, "carried": False})


def test_a_total_is_judged_by_the_next_one_that_is_written() -> None:
    rows = with_row(SIX, 4, row("", 12, 33, 0, 20))
    without = with_row(rows, 5, row("B", 0, None, 8, None))
    assert only(without).causes[0] == Cause("total_meant", {"total": 23, "carried": False})


def test_totals_of_both_pairs_may_be_wrong_each_for_its_own_reason() -> None:
    rows = with_row(SIX, 4, row("", 12, 33, 0, 25))
    findings = check_sheet(rows, (26, 28), DEFAULT)
    assert [(each.hand, each.facts["side"], each.facts["difference"]) for each in findings] == [
        (4, "a", 10),
        (4, "b", 5),
    ]


def test_points_written_before_they_were_multiplied() -> None:
    """G 8.2.4: 8 with contro, and the totals grew by 16."""
    rows = added(("", 4, 0), ("C", 16, 0), ("", 2, 0))
    finding = only(with_row(rows, 2, row("C", 8, 20, 0, 0)))
    assert finding.causes[0] == Cause("points_doubled", {"points": 16})


def test_card_points_that_could_be_points_are_known_by_the_totals() -> None:
    """G 5.1, G 8.2.4: 44 with contro can be; the total grew by 16."""
    rows = added(("", 4, 0), ("C", 16, 0), ("", 2, 0))
    finding = only(with_row(rows, 2, row("C", 44, 20, 0, 0)))
    assert finding.causes[0] == Cause("card_points", {"card_points": 44, "other": 28, "points": 16})


def test_totals_that_need_another_code_name_it() -> None:
    """G 8.2: 20 with trump, and the total grew by 40: by 20 with contro."""
    rows = added(("", 4, 0), ("C", 40, 0), ("", 2, 0))
    finding = only(with_row(rows, 2, row("", 18, 44, 0, 0)))
    assert Cause("points_and_bid_meant", {"points": 40, "bid": "C"}) in finding.causes
    times_two = only(with_row(rows, 2, row("", 20, 44, 0, 0)))
    assert [cause.facts for cause in times_two.causes if cause.code == "points_and_bid_meant"] == [
        {"points": 40, "bid": "C"},
        {"points": 40, "bid": "B"},
    ]


def test_points_are_not_other_ones_where_both_pairs_would_score() -> None:
    """E 15.2.5."""
    finding = only(with_row(SIX, 5, row("B", 0, 24, 8, 28)))
    assert codes(finding.causes) == ["total_meant"]


def test_totals_that_fall_are_a_slip_of_the_total() -> None:
    rows = [row("", 30, 30, 0, 0), row("", 2, 22, 0, 0), row("", 3, 25, 0, 0)]
    assert only(rows).causes == (Cause("total_meant", {"total": 32, "carried": True}),)


def test_a_row_left_out_of_the_sum_is_named() -> None:
    """E 15.2.5.2: the row itself, or the last one in which the pair scored."""
    rows = added(("", 4, 0), ("", 9, 0), ("", 0, 5), ("", 2, 0))
    own = only(with_row(rows, 4, row("", 2, 13, 0, 5)))
    assert own.causes[0] == Cause("line_skipped", {"hand": 4})
    above = only(with_row(rows, 4, row("", 2, 6, 0, 5)))
    assert above.causes[0] == Cause("line_skipped", {"hand": 2})


def test_points_added_to_the_total_of_the_other_pair() -> None:
    rows = added(("", 30, 0), ("C", 0, 2), ("", 0, 3))
    assert only(with_row(rows, 3, row("", 0, 30, 3, 33))).causes[0] == Cause("added_to_other_pair")
    to_both = only(with_row(SIX, 5, row("B", 0, 31, 8, 28)))
    assert to_both.causes[0] == Cause("added_to_other_pair")


def test_points_added_twice() -> None:
    rows = added(("", 30, 0), ("", 7, 0))
    assert only(with_row(rows, 2, row("", 7, 44, 0, 0))).causes[0] == Cause("added_twice", {"points": 7})


def test_total_that_is_not_repeated_by_who_scores_nothing() -> None:
    """E 15.2.5.3: 0 and the total it had."""
    finding = only(with_row(SIX, 3, row("", 7, 11, 0, 0)))
    assert (finding.hand, finding.facts["side"]) == (3, "b")
    assert finding.causes[0] == Cause("total_not_carried", {"total": 20})


def test_totals_that_changed_places_are_one_finding() -> None:
    """E 15.2.5.2."""
    finding = only(with_row(SIX, 4, row("", 12, 20, 0, 23)))
    assert (finding.code, finding.hand) == ("total_differs", 4)
    assert finding.causes == (Cause("totals_turned", {"totals": (23, 20)}),)


# --- The points of the other pair ---------------------------------------------------------------


def test_points_booked_on_the_wrong_side_are_one_finding() -> None:
    """E 15.2.5: the total of the other pair grew."""
    finding = only(with_row(SIX, 3, row("", 0, 11, 7, 20)))
    causes = (Cause("points_on_other_side"), Cause("added_to_other_pair"))
    assert finding == Finding("side_differs", 3, "E 15.2.5", {"points": 7}, causes)


def test_points_added_on_the_wrong_side_in_one_row_only() -> None:
    """E 15.2.5: the totals below are right."""
    finding = only(with_row(SIX, 3, row("", 7, 4, 0, 27)))
    assert (finding.code, codes(finding.causes)) == (
        "side_differs",
        ["added_to_other_pair", "points_on_other_side"],
    )


def test_points_on_the_wrong_side_show_in_the_next_totals_that_are_written() -> None:
    """E 15.2.5."""
    rows = [row("", 4, None, 0, None), row("", 0, None, 7, None), row("", 0, 11, 2, 2), row("", 3, 14, 0, 2)]
    assert found(rows) == [("side_differs", 2)]


def test_a_mark_has_no_other_side() -> None:
    """E 16.1.2.2.4."""
    rows = [row("", 4, 4, 0, 0), row("P", 0, 2, 0, 2)]
    assert found(rows) == [("total_differs", 2), ("total_differs", 2)]


# --- Rows that cannot be ------------------------------------------------------------------------


def test_the_totals_tell_which_points_were_meant() -> None:
    """G 8.2.4: 15 with contro, and the total grew by 16."""
    finding = only(with_row(added(("", 4, 0), ("C", 16, 0)), 2, row("C", 15, 20, 0, 0)))
    assert (finding.code, finding.hand) == ("points_multiple", 2)
    assert finding.causes[0] == Cause("points_meant", {"points": 16})


def test_the_totals_tell_points_that_nobody_would_have_guessed() -> None:
    """G 5.1: 120 for 12."""
    finding = only(with_row(SIX, 4, row("", 120, 23, 0, 20)))
    assert (finding.code, finding.causes[0]) == ("points_maximum", Cause("points_meant", {"points": 12}))
    without = [WrittenLine(each.bid, each.points) for each in with_row(SIX, 4, row("", 120, None, 0, None))]
    assert only(without, (26, 28)).causes[0] == Cause("points_meant", {"points": 12})


def test_totals_that_grew_by_the_points_as_written_want_another_code() -> None:
    """E 15.2.6: 15 with contro, and the total grew by 15."""
    rows = [row("", 4, 4, 0, 0), row("C", 15, 19, 0, 0)]
    assert only(rows).causes[0] == Cause("bid_meant", {"bid": ""})


def test_row_that_cannot_be_hands_on_the_total_that_the_rows_below_went_on_from() -> None:
    rows = [row("C", 15, 17, 0, 0), row("", 2, 18, 0, 0), row("", 2, 20, 0, 0)]
    assert found(rows) == [("points_multiple", 1)]


def test_row_of_which_nothing_can_be_made_gives_nothing() -> None:
    """G 5.1: nothing tells what 900 was, and it does not end the game."""
    assert found([WrittenLine("", (900, 0)), WrittenLine("", (2, 0))]) == [("points_maximum", 1)]


def test_code_that_is_none_and_a_wrong_sum_are_two_slips() -> None:
    """E 15.2.6, E 15.2.5.2."""
    rows = with_row(SIX, 2, row("CB", 0, 4, 20, 30))
    assert found(rows, (26, 28)) == [("bid_unknown", 2), ("total_differs", 2)]
    assert found(with_row(SIX, 2, row("Z", 0, 4, 20, 20)), (26, 28)) == [("bid_unknown", 2)]


def test_code_that_the_regulation_does_not_have_is_read_as_plain_trump() -> None:
    """D 1."""
    assert found([row("S", 8, 8, 0, 0), row("", 2, 10, 0, 0)], None, PRESETS["ponent"]) == [
        ("bid_forbidden", 1)
    ]


# --- Cells that are empty -----------------------------------------------------------------------


def test_points_that_only_the_totals_tell_are_asked_for() -> None:
    """E 15.2.5.1."""
    missing = Finding("points_missing", 4, "E 15.2.5.1", {"points": (12, 0)})
    assert only(with_row(SIX, 4, row("", None, 23, None, 20))) == missing
    assert only(with_row(SIX, 4, row("", None, 23, 0, 20))) == missing
    assert only(with_row(SIX, 4, row("-", None, None, None, None))) == missing


def test_total_in_a_row_without_points_may_itself_be_a_slip() -> None:
    """E 15.2.5.4: a level hand, its cells left empty."""
    rows = [*SIX[:4], row("", None, 33, None, 20), row("B", 0, 23, 8, 28)]
    assert found(rows) == [("total_differs", 5)]
    falling = [*SIX[:4], row("", None, 13, None, 20), row("B", 0, 23, 8, 28)]
    assert found(falling) == [("total_differs", 5)]


def test_who_scores_nothing_may_leave_the_cell_empty() -> None:
    """E 15.2.5.3 asks for a 0; its absence hides nothing."""
    assert found([row("", 4, 4, None, None), row("C", None, 4, 20, 20), row("", 7, 11, None, 20)]) == []


def test_points_that_cannot_be_are_found_in_the_totals_too() -> None:
    """G 8.2.4, E 15.2.5: where a row has no points of its own."""
    assert found([row("C", None, 15, None, 0)]) == [("points_multiple", 1)]
    assert found([row("", None, 7, None, 4)]) == [("points_both", 1)]


def test_a_sheet_of_totals_alone_is_checked_by_them() -> None:
    """E 15.2.5: 23 and then 13; the next hand is not judged by a doubtful total."""
    totals = [WrittenLine(each.bid, totals=each.totals) for each in SIX]
    assert found(totals, (26, 28)) == []
    assert found(with_row(totals, 5, row("B", None, 13, None, 28)), (26, 28)) == [("total_differs", 5)]
    assert found(with_row(totals, 6, row("", None, 20, None, 28)), (26, 28)) == [("total_differs", 6)]
    assert found(with_row(totals, 2, row("C", None, 4, None, 21)), (26, 28)) == [("points_multiple", 2)]
    unknown = with_row(with_row(totals, 5, row("B", None, 13, None, 28)), 6, row("Z", None, 26, None, 28))
    assert found(unknown, (26, 28)) == [("total_differs", 5), ("bid_unknown", 6)]


def test_where_totals_are_written_now_and_then_the_points_above_them_may_be_others() -> None:
    """E 15.2.5.2."""
    rows = [row("", 4, 4, 0, 0), row("", 12, None, 0, None), row("", 0, None, 2, None), row("", 3, 29, 0, 2)]
    finding = only(rows)
    assert (finding.hand, finding.facts["difference"]) == (4, 10)
    assert finding.causes[0] == Cause("points_meant", {"points": 13})
    assert Cause("points_meant", {"points": 22, "hand": 2}) in finding.causes


# --- Rows that are empty ------------------------------------------------------------------------


def test_row_that_was_passed_over_is_a_finding() -> None:
    """E 15.2.5.3."""
    rows = [*SIX[:3], WrittenLine(), *SIX[3:]]
    assert only(rows) == Finding("line_empty", 4, "E 15.2.5.3", {}, (Cause("row_left_blank"),))


def test_hand_that_was_not_written_is_told_by_the_totals_below_it() -> None:
    """E 15.2.5.4: a level hand would be written too."""
    causes = (Cause("hand_not_written", {"points": (12, 0)}), Cause("row_left_blank"))
    assert only(with_row(SIX, 4, WrittenLine())).causes == causes
    assert only(with_row(SIX[:4], 3, WrittenLine()), (23, 20)).causes[0].facts == {"points": (7, 0)}


def test_code_without_numbers_is_empty_unless_the_totals_tell_its_points() -> None:
    """E 15.2.5.4. The last row may still be being written."""
    alone = row("C", None, None, None, None)
    points_only = [WrittenLine(each.bid, each.points) for each in SIX]
    assert found([*points_only[:3], alone, *points_only[3:]]) == [("line_empty", 4)]
    assert found([*SIX[:3], alone, *SIX[3:]]) == []
    assert found([*SIX, alone]) == []


def test_rows_that_were_not_played_out_are_known() -> None:
    """E 16.1.2.2.4 counts, E 7.4.5.4 does not."""
    passed = [row("P", 0, 0, 0, 0)] * 12
    assert found([*passed, row("", 4, 4, 0, 0)]) == [("after_end", 12)]
    uncounted = [row("↻", None, None, None, None)] * 12
    assert found([*uncounted, row("", 4, 4, 0, 0)]) == []
    slip = only([row("P", 0, 4, 0, 0), row("", 2, 6, 0, 0)])
    assert slip.causes == (Cause("total_meant", {"total": 0, "carried": True}),)
    assert found([row("P", 4, 4, 0, 0), row("", 2, 6, 0, 0)]) == [("points_maximum", 1)]


# --- The measure --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant", "size"),
    [
        (12, 12, 0),
        (12, 22, 1),
        (21, 12, 1),
        (1, 11, 1),
        (100, 10, 1),
        (13, 20, 3),
        (123, 456, 4),
        (5, 100, 4),
    ],
)
def test_slips_of_the_pen_are_small(written: int, meant: int, size: int) -> None:
    assert slip_size(written, meant) == size


# --- Whatever is written ------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_any_sheet_gets_an_answer(preset: str) -> None:
    luck = Random(preset)
    bids = ("", "", "C", "R", "S", "B", "BC", "BR", "BS", "P", "↻", "CB", "Q", "oros")
    for _ in range(300):
        cells = [[luck.choice((None, 0, 0, luck.randint(-5, 90))) for _ in range(4)] for _ in range(14)]
        rows = [row(luck.choice(bids), *each) for each in cells]
        final = luck.choice((None, (0, 0), (136, 3), (luck.randint(0, 140), luck.randint(0, 140))))
        for finding in check_sheet(rows, final, PRESETS[preset], opening_draw=luck.choice((None, *Side))):
            assert finding.hand is None or 1 <= finding.hand <= len(rows)
