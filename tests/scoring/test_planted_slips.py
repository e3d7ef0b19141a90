"""Right sheets have no finding; one slip gives one finding, at its hand, and the checker thinks of it first.

Some slips leave the very same paper behind, and no reader can tell them apart: the sum without the row above and the
sum that was started anew, where the pair had nothing before that row; 8 added twice, and 16 written as 8 with contro;
the points of one pair added to the other's total, and those of the other written on this side. Of such slips any may
come first (`EXACT`). Points that are others and a sum that is wrong by as much look alike too: there the one that was
made is among the first two.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from scoring.checker import Cause, WrittenLine, check_sheet
from scoring.results import final_result
from scoring.sheets import Hand, Sheet, Side, Stopped
from tests.scoring import planted_slips as slips
from tests.scoring.planted_slips import Place, Planted, Slip

Kind = Callable[[Place], Slip | None]

EXACT = ("line_skipped", "added_to_other_pair", "added_twice", "total_not_carried", "points_doubled")
SEEDS = range(100)
"""Each is a random sheet of a random preset and scale."""

SURE = (
    slips.points_on_the_other_side,
    slips.card_points_of_both,
    slips.minus_before_the_points,
    slips.no_points,
    slips.points_of_both,
    slips.total_of_the_other_pair_not_repeated,
    slips.totals_turned,
    slips.points_not_added,
    slips.letters_of_the_code_turned,
    slips.contro_that_was_none,
    slips.row_passed_over,
    slips.hand_not_written,
    slips.code_alone,
)
"""First, always."""

EXACT_ALIKE = (
    slips.one_figure_of_the_points,
    slips.figures_of_the_points_turned,
    slips.points_not_multiplied,
    slips.card_points_for_points,
    slips.one_figure_of_a_total,
    slips.figures_of_a_total_turned,
    slips.row_above_not_added,
    slips.points_added_twice,
    slips.added_to_the_total_of_the_other_pair,
    slips.total_before_forgotten,
)
"""First, but for an exact one that leaves the same paper behind."""

ALIKE = (slips.sum_off_by_one_or_ten, slips.points_to_the_other_total)
"""Among the first two, but for an exact one."""


@cache
def planted(kind: Kind) -> tuple[Planted, ...]:
    made = tuple(each for seed in SEEDS if (each := slips.plant(kind, seed)) is not None)
    assert len(made) > 10
    return made


@cache
def thoughts(kind: Kind) -> list[list[Cause]]:
    """Of every sheet the causes down to the planted one."""
    return [_thought_of(sheet) for sheet in planted(kind)]


def _thought_of(sheet: Planted) -> list[Cause]:
    found = check_sheet(sheet.slip.rows, sheet.final, sheet.regulation, opening_draw=Side.A)
    assert [each.hand for each in found] == [sheet.hand]
    causes = list(found[0].causes)
    if sheet.slip.cause is None:
        assert found[0].code == "points_missing"
        return []
    return causes[: next(at for at, cause in enumerate(causes) if is_same(cause, sheet.slip.cause))]


def is_same(cause: Cause, planted: Cause) -> bool:
    """Whether they come to the same: 6 meant, or 3 not yet multiplied, is 6."""
    come_to_points = ("points_meant", "points_doubled", "card_points")
    if planted.code in come_to_points and cause.code in come_to_points:
        return cause.facts["points"] == planted.facts["points"]
    return cause == planted


def not_exact(causes: Sequence[Cause]) -> list[Cause]:
    return [cause for cause in causes if cause.code not in EXACT]


@pytest.mark.parametrize("kind", SURE, ids=lambda kind: kind.__name__)
def test_slip_is_found_at_its_hand_and_thought_of_first(kind: Kind) -> None:
    assert [each for each in thoughts(kind) if each] == []


@pytest.mark.parametrize("kind", EXACT_ALIKE, ids=lambda kind: kind.__name__)
def test_slip_is_thought_of_first_but_for_one_that_leaves_the_same_paper_behind(kind: Kind) -> None:
    assert [each for each in thoughts(kind) if not_exact(each)] == []


@pytest.mark.parametrize("kind", ALIKE, ids=lambda kind: kind.__name__)
def test_slip_that_looks_like_another_is_among_the_first_two(kind: Kind) -> None:
    assert [each for each in thoughts(kind) if len(not_exact(each)) > 1] == []


def test_slips_are_thought_of_first_outright_in_nine_of_ten_sheets() -> None:
    """Exact ones coincide where numbers are small."""
    first = [before == [] for kind in (*SURE, *EXACT_ALIKE) for before in thoughts(kind)]
    assert sum(first) >= 0.9 * len(first)


# --- Right sheets, as people write them ---------------------------------------------------------


def without_zeros(row: WrittenLine) -> WrittenLine:
    return replace(row, points=(row.points[0] or None, row.points[1] or None))


def without_the_other_total(row: WrittenLine) -> WrittenLine:
    a, b = row.scored
    return replace(row, totals=(None if b else row.totals[0], None if a else row.totals[1]))


def without_totals(row: WrittenLine) -> WrittenLine:
    return replace(row, totals=(None, None))


def without_points(row: WrittenLine) -> WrittenLine:
    return replace(row, points=(None, None))


def every_other_total(row: WrittenLine) -> WrittenLine:
    return without_totals(row) if sum(row.scored) % 2 else row


def in_small_letters(row: WrittenLine) -> WrittenLine:
    return replace(row, bid=row.bid.lower() or "—")


WAYS: tuple[Callable[[WrittenLine], WrittenLine], ...] = (
    lambda row: row,
    without_zeros,
    without_the_other_total,
    without_totals,
    without_points,
    every_other_total,
    in_small_letters,
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.replace("<lambda>", "in_full"))
def test_right_sheet_has_no_finding_however_it_is_written(way: Callable[[WrittenLine], WrittenLine]) -> None:
    """E 15.2.5: with its totals as the final, with what counts of them (E 13.2, E 13.4), or with none."""
    for seed in SEEDS:
        regulation, rows = slips.right_sheet(seed)
        hands = tuple(Hand(row.bid, row.scored) for row in rows)
        stopped = Sheet(regulation, hands, Side.A, Stopped.TIME)
        finals = (
            [stopped.totals, final_result(stopped, regulation).points] if not stopped.must_play_on else [None]
        )
        for final in (*finals, None):
            written = [way(row) for row in rows]
            assert check_sheet(written, final, regulation, opening_draw=Side.A) == ()


# --- Slips of those who leave cells empty -------------------------------------------------------


@pytest.mark.parametrize("way", [without_zeros, in_small_letters])
@pytest.mark.parametrize(
    "kind",
    [
        slips.one_figure_of_the_points,
        slips.one_figure_of_a_total,
        slips.points_on_the_other_side,
        slips.no_points,
    ],
)
def test_one_slip_is_one_finding_however_the_sheet_is_written(
    kind: Kind, way: Callable[[WrittenLine], WrittenLine]
) -> None:
    for sheet in planted(kind):
        written = [way(row) for row in sheet.slip.rows]
        found = check_sheet(written, sheet.final, sheet.regulation, opening_draw=Side.A)
        assert [each.hand for each in found] == [sheet.hand]


@pytest.mark.parametrize("way", [without_totals, without_points, every_other_total])
@pytest.mark.parametrize("kind", [slips.one_figure_of_the_points, slips.one_figure_of_a_total])
def test_one_slip_is_at_most_one_finding_where_less_is_written(
    kind: Kind, way: Callable[[WrittenLine], WrittenLine]
) -> None:
    """What is not written tells nothing: the slip may not show at all, or only in the next total."""
    for sheet in planted(kind):
        written = [way(row) for row in sheet.slip.rows]
        assert len(check_sheet(written, sheet.final, sheet.regulation, opening_draw=Side.A)) <= 1
