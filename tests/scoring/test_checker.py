"""A written sheet checked: one slip, one finding, and the likeliest cause first (E 15.2.5, E 12.3, E 13, D 12)."""

from collections.abc import Sequence
from random import Random

import pytest

from scoring.bids import allowed_bids
from scoring.checker import Cause, Finding, WrittenLine, check_line, check_sheet
from scoring.presets import PRESETS
from scoring.regulation import DOUBLING_SCALES, Regulation
from scoring.sheets import Hand, Sheet, Side
from scoring.slips import slip_size
from tests.scoring.cases import BS_LINE, SHEET_LINES, SheetLine
from tests.scoring.hands import DEFAULT

Both = tuple[int, int]


def sheet(*hands: tuple[str, int, int]) -> list[WrittenLine]:
    """Rows with rightly added totals."""
    a = b = 0
    rows = []
    for bid, points_a, points_b in hands:
        a, b = a + points_a, b + points_b
        rows.append(WrittenLine(bid, (points_a, points_b), (a, b)))
    return rows


def codes(findings: Sequence[Finding]) -> list[tuple[str, int | None]]:
    return [(found.code, found.hand) for found in findings]


def checked(rows: Sequence[WrittenLine], final: Both | None = None, **facts: Side) -> tuple[Finding, ...]:
    return check_sheet(rows, final, DEFAULT, **facts)


def causes(found: Finding | None) -> list[str]:
    return [cause.code for cause in found.causes] if found else []


SIX = sheet(("", 4, 0), ("C", 0, 20), ("", 7, 0), ("", 12, 0), ("B", 0, 8), ("", 3, 0))


# --- A row by itself ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", [*SHEET_LINES, BS_LINE], ids=lambda case: case.id)
def test_row_is_possible_or_not_as_the_case_says(case: SheetLine) -> None:
    regulation = DEFAULT.with_changes(sant_vicenc_on_botifarra=False)
    found = check_line(case.bid, case.points, regulation)
    assert (found.code if found else None) == case.refused


def test_botifarra_with_sant_vicenc_is_possible_where_the_regulation_has_it() -> None:
    """D 1, iv-11."""
    assert check_line("BS", (16, 0), DEFAULT) is None


def test_15_with_contro_cannot_be_14_or_16_can() -> None:
    """G 8.2.4."""
    found = check_line("C", (15, 0), DEFAULT)
    assert found is not None
    assert (found.code, found.facts["below"], found.facts["above"]) == ("points_multiple", 14, 16)
    assert found.causes[:2] == (Cause("points_meant", {"points": 14}), Cause("points_meant", {"points": 16}))
    assert Cause("bid_meant", {"bid": ""}) in found.causes


def test_code_written_the_wrong_way_round_is_recognised() -> None:
    """E 15.2.6."""
    found = check_line("cb", (4, 0), DEFAULT)
    assert found and found.causes == (Cause("bid_meant", {"bid": "BC"}),)
    unknown = check_line("Z", (4, 0), DEFAULT)
    assert unknown and (unknown.code, unknown.causes) == ("bid_unknown", ())


def test_card_points_written_for_points_are_recognised() -> None:
    """G 5.1: 44 and 28 are card points, of which 8 count."""
    both = check_line("", (44, 28), DEFAULT)
    means_8 = Cause("card_points", {"card_points": 44, "other": 28, "points": 8})
    assert both and both.causes[0] == means_8
    alone = check_line("", (0, 44), DEFAULT)
    assert alone and alone.causes[0] == means_8
    assert "card_points" not in causes(check_line("", (12, 7), DEFAULT))


def test_points_too_high_for_the_code_may_want_another_code() -> None:
    found = check_line("", (80, 0), DEFAULT)
    assert found and found.causes == (Cause("bid_meant", {"bid": "R"}), Cause("bid_meant", {"bid": "S"}))


def test_points_below_nothing_may_lack_their_sign() -> None:
    found = check_line("", (-2, 0), DEFAULT)
    assert found and found.causes[0] == Cause("points_meant", {"points": 2})


# --- The additions ------------------------------------------------------------------------------


def test_a_right_sheet_has_no_finding() -> None:
    assert checked(SIX) == ()
    assert checked([*SIX, WrittenLine(), WrittenLine()]) == ()


def test_totals_that_go_on_ten_higher_mean_22_and_not_12() -> None:
    """E 15.2.5.2: from hand 4 on they differ by 10."""
    rows = sheet(("", 4, 0), ("C", 0, 20), ("", 7, 0), ("", 22, 0), ("B", 0, 8), ("", 3, 0))
    rows[3] = WrittenLine("", (12, 0), rows[3].totals)
    (found,) = checked(rows)
    assert (found.code, found.hand, found.article) == ("total_differs", 4, "E 15.2.5.2")
    assert (found.facts["side"], found.facts["difference"], found.facts["points"]) == ("a", 10, 12)
    assert found.causes[0] == Cause("points_meant", {"points": 22})


def test_one_total_miswritten_and_the_next_ones_right() -> None:
    rows = [*SIX]
    rows[3] = WrittenLine("", (12, 0), (24, 20))
    (found,) = checked(rows)
    assert (found.hand, found.causes[0]) == (4, Cause("total_meant", {"total": 23, "carried": False}))


def test_the_final_tells_whether_the_last_total_was_a_slip() -> None:
    rows = [*SIX]
    rows[5] = WrittenLine("", (3, 0), (36, 28))
    assert checked(rows, (26, 28))[0].causes[0] == Cause("total_meant", {"total": 26, "carried": False})
    assert checked(rows, (36, 28))[0].causes[0] == Cause("points_meant", {"points": 13})
    assert codes(checked(rows, (26, 28))) == [("total_differs", 6)]


def test_a_total_is_judged_by_the_next_one_that_is_written() -> None:
    rows = [*SIX]
    rows[3] = WrittenLine("", (12, 0), (24, 20))
    rows[4] = WrittenLine("B", (0, 8))
    assert checked(rows)[0].causes[0] == Cause("total_meant", {"total": 23, "carried": False})


def test_points_booked_on_the_wrong_side_are_one_finding() -> None:
    """E 15.2.5."""
    rows = [*SIX]
    rows[2] = WrittenLine("", (0, 7), rows[2].totals)
    (found,) = checked(rows)
    assert (found.code, found.hand, found.facts) == ("side_differs", 3, {"points": 7})
    assert found.causes[0] == Cause("points_on_other_side")


def test_points_written_before_they_were_multiplied() -> None:
    """G 8.2.4: 8 with contro, and the totals grew by 16."""
    rows = sheet(("", 4, 0), ("C", 16, 0), ("", 2, 0))
    rows[1] = WrittenLine("C", (8, 0), rows[1].totals)
    assert checked(rows)[0].causes[0] == Cause("points_doubled", {"points": 16})


def test_totals_that_skip_a_row() -> None:
    rows = sheet(("", 4, 0), ("", 9, 0), ("", 2, 0))
    rows[2] = WrittenLine("", (2, 0), (6, 0))
    assert Cause("line_skipped", {"hand": 2}) in checked(rows)[0].causes[:2]


def test_points_added_to_the_other_pairs_total() -> None:
    rows = sheet(("", 30, 0), ("C", 0, 2), ("", 0, 3))
    rows[2] = WrittenLine("", (0, 3), (30, 33))
    assert Cause("added_to_other_pair") in checked(rows)[0].causes[:2]


def test_totals_that_need_another_code_name_it() -> None:
    rows = sheet(("", 4, 0), ("C", 40, 0), ("", 2, 0))
    rows[1] = WrittenLine("", (20, 0), rows[1].totals)
    assert Cause("points_and_bid_meant", {"points": 40, "bid": "C"}) in checked(rows)[0].causes


def test_totals_that_fall_are_a_slip_of_the_total() -> None:
    rows = sheet(("", 30, 0), ("", 2, 0), ("", 3, 0))
    rows[1] = WrittenLine("", (2, 0), (22, 0))
    rows[2] = WrittenLine("", (3, 0), (25, 0))
    assert checked(rows)[0].causes[0] == Cause("total_meant", {"total": 32, "carried": True})


def test_the_totals_tell_which_of_two_possible_points_was_meant() -> None:
    rows = sheet(("", 4, 0), ("C", 16, 0))
    rows[1] = WrittenLine("C", (15, 0), rows[1].totals)
    (found,) = checked(rows)
    assert (found.code, found.causes[0]) == ("points_multiple", Cause("points_meant", {"points": 16}))


def test_points_that_only_the_totals_tell_are_asked_for() -> None:
    """E 15.2.5.1."""
    rows = [*SIX]
    rows[3] = WrittenLine("", (None, None), rows[3].totals)
    assert checked(rows) == (Finding("points_missing", 4, "E 15.2.5.1", {"points": (12, 0)}),)


def test_who_scores_nothing_may_leave_the_cell_empty() -> None:
    """E 15.2.5.3 asks for a 0; its absence hides nothing."""
    rows = [WrittenLine(row.bid, tuple(p or None for p in row.points), row.totals) for row in SIX]
    assert checked(rows) == ()
    assert checked([WrittenLine(row.bid, row.points) for row in SIX]) == ()
    assert checked([WrittenLine(row.bid, row.points, (row.totals[0], None)) for row in SIX]) == ()


def test_an_empty_row_between_is_a_finding() -> None:
    """E 15.2.5.3: a level hand is written too."""
    assert codes(checked([*SIX[:3], WrittenLine(), *SIX[3:]])) == [("line_empty", 4)]


def test_passed_and_uncounted_rows_are_known() -> None:
    """E 16.1.2.2.4 counts, E 7.4.5.4 does not."""
    passed = [WrittenLine("P", (0, 0), (0, 0))] * 12
    assert checked([*passed, WrittenLine("", (4, 0), (4, 0))])[0].code == "after_end"
    uncounted = [WrittenLine("↻", (None, None), (None, None))] * 12
    assert checked([*uncounted, WrittenLine("", (4, 0), (4, 0))]) == ()
    slip = [WrittenLine("P", (0, 0), (4, 0)), WrittenLine("", (2, 0), (6, 0))]
    assert checked(slip)[0].causes[0] == Cause("total_meant", {"total": 0, "carried": True})


# --- The end ------------------------------------------------------------------------------------


def test_hands_after_101_are_named() -> None:
    """E 12.3.1, D 12."""
    rows = sheet(*[("", 11, 0)] * 8, ("C", 20, 0), ("", 4, 0), ("", 0, 2))
    (found,) = checked(rows)
    assert (found.code, found.hand, found.article) == ("after_end", 9, "E 12.3.1")
    assert found.facts["late"] == (10, 11)


def test_a_thirteenth_hand_is_named() -> None:
    """E 12.3.2."""
    (found,) = checked(sheet(*[("", 2, 0)] * 13))
    assert (found.code, found.hand, found.article, found.facts["late"]) == (
        "after_end",
        12,
        "E 12.3.2",
        (13,),
    )


@pytest.mark.parametrize("final", [(108, 0), (244, 0), (136, 0)])
def test_the_final_may_be_the_last_totals_or_what_counts(final: Both) -> None:
    """E 13.4: the totals on the sheet are not capped."""
    rows = (
        sheet(*[("", 12, 0)] * 9)
        if final == (108, 0)
        else sheet(("BR", 100 // 8 * 8, 0), ("", 4, 0), ("BC", 144, 0))
    )
    assert checked(rows, final) == ()


def test_the_final_of_a_level_game_may_hold_the_point_of_the_draw() -> None:
    """E 13.2."""
    rows = sheet(*[("", 5, 0), ("", 0, 5)] * 6)
    assert checked(rows, (31, 30)) == ()
    assert checked(rows, (30, 31), opening_draw=Side.B) == ()
    (wrong,) = checked(rows, (30, 31), opening_draw=Side.A)
    assert (wrong.code, causes(wrong)[:1]) == ("final_differs", ["final_turned"]) or causes(wrong)[0] == (
        "tie_point_to_the_other"
    )


def test_a_level_game_waits_for_the_winner_of_the_draw() -> None:
    """E 13.2."""
    rows = sheet(*[("", 5, 0), ("", 0, 5)] * 6)
    assert codes(checked(rows)) == [("draw_missing", None)]
    assert codes(checked(rows, (30, 30))) == [("draw_missing", None)]
    assert checked(rows, opening_draw=Side.A) == ()
    assert checked(rows[:4]) == ()


def test_a_final_that_does_not_follow_names_what_it_may_be() -> None:
    """E 13.1."""
    assert causes(checked(SIX, (28, 26))[0]) == ["final_turned", "final_meant"]
    (older,) = checked(SIX, (23, 28))
    assert older.causes == (Cause("final_of_hand", {"hand": 5}), Cause("final_meant", {"totals": (26, 28)}))


def test_a_level_game_of_extra_hands_has_no_result_yet() -> None:
    rows = sheet(("", 5, 0), ("", 0, 5))
    assert codes(check_sheet(rows, (6, 5), PRESETS["girona-2016"])) == [("final_differs", None)]


# --- Slips planted in right sheets ----------------------------------------------------------------

REGULATIONS = [
    preset.with_changes(doubling_scale=scale) for preset in PRESETS.values() for scale in DOUBLING_SCALES
]


def right_sheet(luck: Random) -> tuple[Regulation, list[WrittenLine]]:
    """A whole game as it would be written, of four hands at least."""
    regulation = luck.choice(REGULATIONS)
    while True:
        played = Sheet(regulation)
        for _ in range(luck.randint(5, 8)):
            bid = luck.choice([allowed_bids(regulation)[0]] * 4 + list(allowed_bids(regulation)))
            card_points = min(72, max(0, round(luck.gauss(36, 9))))
            if not played.is_over:
                played = played.add(Hand.from_card_points(bid, card_points, regulation))
        if played.hands_played >= 5 and not played.is_over:
            lines = played.lines
            return regulation, [WrittenLine(each.hand.bid, each.hand.points, each.totals) for each in lines]


@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_found_in_a_right_sheet(seed: int) -> None:
    regulation, rows = right_sheet(Random(seed))
    assert check_sheet(rows, rows[-1].totals, regulation) == ()


def planted(luck: Random, rows: list[WrittenLine]) -> tuple[str, int, list[WrittenLine]] | None:
    """One slip at one row: which kind, where (from 1), and the sheet with it; None where nobody scored."""
    at = luck.randrange(1, len(rows) - 1)
    row, kind = (
        rows[at],
        luck.choice(("points_meant", "total_meant", "points_on_other_side", "points_missing")),
    )
    side = 0 if row.points[0] else 1
    score, total = row.points[side] or 0, row.totals[side] or 0
    if not score:
        return None
    wrong_points, wrong_totals = list(row.points), list(row.totals)
    match kind:
        case "points_meant":
            wrong_points[side] = score + luck.choice((-score + 1, 2, 10) if score > 1 else (2, 10))
        case "total_meant":
            wrong_totals[side] = total + luck.choice((1, 10, 100))
        case "points_on_other_side":
            wrong_points.reverse()
        case "points_missing":
            wrong_points = [None, None]
    slipped = WrittenLine(row.bid, (wrong_points[0], wrong_points[1]), (wrong_totals[0], wrong_totals[1]))
    return kind, at + 1, [*rows[:at], slipped, *rows[at + 1 :]]


@pytest.mark.parametrize("seed", range(300))
def test_one_slip_gives_one_finding_where_it_was_made(seed: int) -> None:
    luck = Random(seed)
    regulation, rows = right_sheet(luck)
    slip = planted(luck, rows)
    if slip is None:
        return
    kind, hand, written = slip
    (found,) = check_sheet(written, rows[-1].totals, regulation)
    assert found.hand == hand
    if kind == "points_missing":
        assert found.code == kind
    elif found.code in ("total_differs", "side_differs"):
        meant = [cause.code.replace("points_doubled", "points_meant") for cause in found.causes[:2]]
        assert kind in meant


def test_slips_of_the_pen_are_small() -> None:
    pairs = [(12, 12), (12, 22), (21, 12), (1, 11), (100, 10), (123, 456), (5, 100)]
    assert [slip_size(written, meant) for written, meant in pairs] == [0, 1, 1, 1, 1, 4, 4]
