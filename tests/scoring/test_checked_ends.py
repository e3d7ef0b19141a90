"""How a written sheet ends: rows after the end, and the final (E 12.3, E 13, D 12)."""

import pytest

from scoring.checker import Cause, Finding, WrittenLine
from scoring.presets import PRESETS
from scoring.sheets import Side
from tests.scoring.hands import DEFAULT
from tests.scoring.written_sheets import SIX, added, codes, found, only, row

NINE = added(*[("", 11, 0)] * 8, ("C", 20, 0))
"""108–0: over with hand 9."""
LEVEL = added(*[("", 5, 0), ("", 0, 5)] * 6)
"""30–30 after the twelve hands."""


# --- After the end ------------------------------------------------------------------------------


def test_it_ended_with_hand_9_and_two_hands_after_it_do_not_count() -> None:
    """E 12.3.1, D 12."""
    rows = [*NINE, row("", 4, 112, 0, 0), row("", 0, 112, 2, 2)]
    facts = {"hand": 9, "late": (10, 11), "reason": "target", "totals": (108, 0)}
    assert only(rows) == Finding("after_end", 9, "E 12.3.1", facts)


def test_game_that_ended_and_nothing_after_it_is_no_fault() -> None:
    """E 12.3.1."""
    assert found(NINE) == []
    assert found([*NINE, WrittenLine(), WrittenLine()], (108, 0)) == []


def test_thirteenth_hand_does_not_count() -> None:
    """E 12.3.2."""
    finding = only(added(*[("", 2, 0)] * 13))
    assert (finding.code, finding.hand, finding.article) == ("after_end", 12, "E 12.3.2")
    assert (finding.facts["late"], finding.facts["reason"]) == ((13,), "hands")


def test_sheet_that_stopped_short_of_every_end_is_no_fault() -> None:
    """E 12.3.3: time may have ended it."""
    assert found(SIX, (26, 28)) == []


def test_slips_after_the_end_do_not_matter() -> None:
    """D 12."""
    rows = [*NINE, row("C", 5, 112, 0, 0), row("Z", 0, 7, 2, 2)]
    assert found(rows) == [("after_end", 9)]


def test_rows_that_count_for_nothing_may_come_after_the_end() -> None:
    """E 7.4.5.4: a turn lost."""
    assert found([*NINE, row("↻", None, None, None, None)]) == []
    late = [*NINE, WrittenLine(), row("", 0, 108, 2, 2)]
    assert only(late).facts["late"] == (11,)


@pytest.mark.parametrize("final", [None, (108, 0), (112, 2)])
def test_final_may_count_the_hands_after_the_end_and_that_is_not_a_second_finding(
    final: tuple[int, int] | None,
) -> None:
    """D 12: what counts is told with the hands that do not."""
    rows = [*NINE, row("", 4, 112, 0, 0), row("", 0, 112, 2, 2)]
    assert only(rows, final).facts["totals"] == (108, 0)
    points_only = [WrittenLine(each.bid, each.points) for each in rows]
    assert only(points_only, final).facts["totals"] == (108, 0)


def test_sheet_of_points_that_is_capped_shows_its_end_all_the_same() -> None:
    """E 13.4."""
    rows = [WrittenLine("BS", (288, 0)), WrittenLine("", (0, 2))]
    assert found(rows, (136, 0)) == [("after_end", 1)]


def test_end_that_hangs_on_the_cause_of_a_finding_is_in_doubt() -> None:
    """E 12.3.1: if it is the sum that is wrong, the game was over, and nobody at the table saw it."""
    rows = [*added(("BS", 48, 0)), row("BS", 80, 80, 0, 0), row("", 0, 80, 6, 6)]
    finding = only(rows)
    assert (finding.hand, codes(finding.causes)[:2]) == (2, ["total_not_carried", "line_skipped"])


def test_points_that_contradict_the_final_do_not_end_a_game() -> None:
    """E 12.3.1: 36 for 6 in a sheet without totals."""
    rows = [WrittenLine("", (points, 0)) for points in (30, 30, 36, 20)]
    assert found(rows, (86, 0)) == [("final_differs", None)]


# --- The final ----------------------------------------------------------------------------------


@pytest.mark.parametrize("final", [(244, 50), (136, 50)])
def test_final_may_be_the_last_totals_or_capped(final: tuple[int, int]) -> None:
    """E 13.4, B066: a pair at 100 wins all with botifarra and contro: 144 more, and 136 count."""
    rows = added(("BC", 100, 0), ("BC", 0, 48), ("", 0, 2), ("BC", 144, 0))
    assert found(rows, final) == []


def test_cap_is_that_of_the_regulation() -> None:
    """E 13.4: 121 in other championships."""
    rows = added(("BC", 100, 0), ("BC", 144, 0))
    assert found(rows, (121, 0), PRESETS["vilaplana-2017"]) == []
    assert found(rows, (121, 0)) == [("final_differs", None)]
    assert found(rows, (136, 0), PRESETS["casual"]) == [("final_differs", None)]


def test_final_of_a_level_game_may_hold_the_point_of_the_draw() -> None:
    """E 13.2."""
    assert found(LEVEL, (31, 30)) == []
    assert found(LEVEL, (30, 31)) == []
    assert found(LEVEL, (30, 31), draw=Side.B) == []
    assert found(LEVEL, (30, 30), draw=Side.B) == []


def test_point_of_the_draw_given_to_the_wrong_pair_is_recognised() -> None:
    """E 13.2."""
    finding = only(LEVEL, (30, 31), draw=Side.A)
    assert (finding.code, finding.article) == ("final_differs", "E 13.2")
    assert finding.facts == {"final": (30, 31), "totals": (30, 30)}
    assert finding.causes == (Cause("tie_point_to_the_other"), Cause("final_meant", {"totals": (30, 30)}))


def test_level_game_waits_for_the_winner_of_the_draw() -> None:
    """E 13.2."""
    facts = {"totals": (30, 30)}
    assert only(LEVEL) == Finding("draw_missing", None, "E 13.2", facts)
    assert only(LEVEL, (30, 30)) == Finding("draw_missing", None, "E 13.2", facts)
    assert found(LEVEL, draw=Side.A) == []


def test_level_game_that_goes_on_needs_no_draw_but_a_final_says_that_it_is_over() -> None:
    """E 13.2, E 12.3.3."""
    assert found(LEVEL[:4]) == []
    assert found(LEVEL[:4], (10, 10)) == [("draw_missing", None)]


def test_level_game_may_be_half_a_win_or_be_decided_by_more_hands() -> None:
    assert found(LEVEL, (30, 30), PRESETS["lloret-2014"]) == []
    assert found(LEVEL[:8], (20, 20), PRESETS["girona-2016"]) == []
    assert found(LEVEL[:8], (21, 20), PRESETS["girona-2016"]) == [("final_differs", None)]
    assert found(LEVEL[:8], (21, 20), PRESETS["casual"]) == [("final_differs", None)]


def test_sum_that_is_wrong_does_not_make_a_game_level() -> None:
    """E 13.2: one slip, one finding."""
    rows = [*LEVEL[:11], row("", 0, 30, 5, 40)]
    assert found(rows, (30, 40)) == [("total_differs", 12)]


def test_final_with_the_pairs_changed_round_is_recognised() -> None:
    """E 13.1."""
    assert only(SIX, (28, 26)).causes == (
        Cause("final_turned"),
        Cause("final_meant", {"totals": (26, 28)}),
    )
    capped = added(("BC", 100, 0), ("BC", 144, 0))
    assert codes(only(capped, (0, 136)).causes) == ["final_turned", "final_meant"]


def test_final_may_be_the_totals_of_an_earlier_hand() -> None:
    """E 13.1."""
    older = only(SIX, (23, 28))
    assert older.causes[0] == Cause("final_of_hand", {"hand": 5})


def test_final_added_up_without_one_of_the_hands_is_recognised() -> None:
    """E 13.1, where no totals are written."""
    rows = [WrittenLine(each.bid, each.points) for each in SIX]
    assert only(rows, (14, 28)).causes[0] == Cause("line_skipped", {"hand": 4})
    twice = [*rows, WrittenLine("", (12, 0)), WrittenLine("", (1, 0))]
    assert only(twice, (27, 28)).causes == (Cause("final_meant", {"totals": (39, 28)}),)


def test_final_may_count_a_hand_that_is_not_on_the_sheet() -> None:
    """E 15.2.5: unless it is a slip of the pen."""
    not_written = Cause("hand_not_written", {"points": (0, 13)})
    meant = Cause("final_meant", {"totals": (26, 28)})
    assert only(SIX, (26, 41)).causes == (not_written, meant)
    assert only(SIX, (26, 38)).causes[0] == meant
    assert only(NINE, (121, 0)).causes == (Cause("final_meant", {"totals": (108, 0)}),)


def test_final_is_not_judged_by_a_hand_that_cannot_be() -> None:
    """E 15.2.5: one slip, one finding. Where totals are written below that hand, they tell."""
    rows = [WrittenLine("", (7, 0)), WrittenLine("C", (15, 0))]
    assert found(rows, (50, 0)) == [("points_multiple", 2)]
    assert found([*rows, row("", 3, 26, 0, 0)], (50, 0)) == [("points_multiple", 2), ("final_differs", None)]


def test_empty_sheet_has_no_finding_and_its_final_must_be_nothing() -> None:
    assert found([]) == []
    assert found([WrittenLine()], (0, 0), draw=Side.A) == []
    assert found([], (4, 0)) == [("final_differs", None)]
    assert found([], None, DEFAULT) == []
