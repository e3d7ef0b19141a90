"""The counted result: tie, cap, walkover, bye, leaving, under every preset (E 13, D 3, D 4, D 8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from scoring.results import Adjustment, Awarded, GameKind, Result, Unplayed, final_result, highest_points
from scoring.sheets import Sheet, Side
from tests.scoring.cases import GAMES, WALKOVER_AGAINST_A, GameCase
from tests.scoring.hands import DEFAULT, few, level_sheet, sheet_at, sheets
from tests.scoring.test_sheets import sheet_of

GIRONA, CASUAL = PRESETS["girona-2016"], PRESETS["casual"]
HALF_WIN_PRESETS = ("vilaplana-2017", "ponent", "lloret-2014")
WALKOVER = Unplayed(GameKind.WALKOVER, Side.A)


@pytest.mark.parametrize("case", [case for case in GAMES if case.over], ids=lambda case: case.id)
def test_game_counts_as_the_case_says(case: GameCase) -> None:
    sheet = sheet_of(case)
    result = final_result(sheet, sheet.regulation)
    assert (result.points, result.wins2) == (case.counted, case.wins2)


def test_walkover_counts_as_the_case_says() -> None:
    _, points, wins2 = WALKOVER_AGAINST_A
    result = final_result(Unplayed(GameKind.WALKOVER, Side.B), DEFAULT)
    assert (result.points, result.wins2) == (points, wins2)


def test_a_won_game_counts_its_totals_and_needs_no_adjustment() -> None:
    assert final_result(sheet_at((115, 51)), DEFAULT) == Result((115, 51), (2, 0), (115, 51))


def test_level_game_under_draw_winner_gives_one_point_to_the_winner_of_the_opening_draw() -> None:
    result = final_result(sheet_at((85, 85), stopped="time", opening_draw="b"), DEFAULT)
    assert result == Result((85, 86), (0, 2), (85, 85), (Adjustment("tie_point", "E 13.2", (0, 1)),))


def test_level_game_under_draw_winner_waits_for_the_winner_of_the_opening_draw() -> None:
    with pytest.raises(RuleError) as refused:
        final_result(sheet_at((85, 85), stopped="time"), DEFAULT)
    assert (refused.value.code, refused.value.article) == ("opening_draw_missing", "E 13.2")


def test_the_opening_draw_told_beside_typed_totals_decides_them() -> None:
    result = final_result((90, 90), DEFAULT, opening_draw=Side.A)
    assert (result.points, result.wins2) == ((91, 90), (2, 0))


@pytest.mark.parametrize("preset", HALF_WIN_PRESETS)
def test_level_game_is_half_a_win_each_and_nobody_gets_a_point(preset: str) -> None:
    level = sheet_at((85, 85), PRESETS[preset], stopped="time", opening_draw="a")
    assert final_result(level, PRESETS[preset]) == Result((85, 85), (1, 1), (85, 85))


def test_a_game_level_after_twelve_hands_is_level_under_half_win() -> None:
    result = final_result(level_sheet(PRESETS["ponent"], hands=12), PRESETS["ponent"])
    assert (result.points, result.wins2) == ((0, 0), (1, 1))


def test_girona_counts_no_level_game_but_plays_on() -> None:
    with pytest.raises(RuleError) as refused:
        final_result(level_sheet(GIRONA, hands=8), GIRONA)
    assert refused.value.code == "sheet_open"
    with pytest.raises(RuleError) as refused:
        final_result((60, 60), GIRONA)
    assert refused.value.code == "level_undecided"


def test_casual_game_stopped_while_level_stays_undecided() -> None:
    with pytest.raises(RuleError) as refused:
        final_result(sheet_at((60, 60), CASUAL, stopped="time"), CASUAL)
    assert refused.value.code == "level_undecided"


@pytest.mark.parametrize(
    ("preset", "counted"),
    [
        ("vilaplana-2011", 136),
        ("vilaplana-2017", 121),
        ("ponent", 121),
        ("lloret-2014", 121),
        ("girona-2016", 144),
        ("casual", 144),
    ],
)
def test_winner_counts_no_more_than_the_cap_of_the_preset(preset: str, counted: int) -> None:
    result = final_result(sheet_at((30, 144), PRESETS[preset], hands=8), PRESETS[preset])
    assert (result.points, result.raw) == ((30, counted), (30, 144))
    codes = [(line.code, line.article, line.points) for line in result.adjustments]
    assert codes == ([] if counted == 144 else [("winner_cap", "E 13.4", (0, counted - 144))])


@pytest.mark.parametrize(("total", "counted"), [(135, 135), (136, 136), (137, 136)])
def test_the_cap_itself_is_counted_whole(total: int, counted: int) -> None:
    assert final_result((total, 0), DEFAULT).points == (counted, 0)


def test_cap_leaves_the_loser_alone() -> None:
    assert final_result((100, 150), DEFAULT).points == (100, 136)


@pytest.mark.parametrize("preset", PRESETS)
def test_walkover_is_won_51_to_0(preset: str) -> None:
    result = final_result(WALKOVER, PRESETS[preset])
    assert (result.points, result.wins2) == ((51, 0), (2, 0))


@pytest.mark.parametrize("preset", PRESETS)
def test_bye_is_a_game_won_51_to_0(preset: str) -> None:
    result = final_result(Unplayed(GameKind.BYE), PRESETS[preset])
    assert (result.points, result.wins2) == ((51, 0), (2, 0))


def test_bye_follows_the_walkover_unless_it_is_set_apart() -> None:
    bye = Unplayed(GameKind.BYE)
    assert final_result(bye, DEFAULT.with_changes(walkover_points=60)).points == (60, 0)
    assert final_result(bye, DEFAULT.with_changes(walkover_points=60, bye_points=1)).points == (1, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_both_absent_lose_0_to_0(preset: str) -> None:
    result = final_result(Unplayed(GameKind.BOTH_ABSENT), PRESETS[preset])
    assert (result.points, result.wins2) == ((0, 0), (0, 0))


def test_a_walkover_without_a_winner_is_no_result() -> None:
    with pytest.raises(RuleError):
        final_result(Unplayed(GameKind.WALKOVER), DEFAULT)


@pytest.mark.parametrize(
    ("totals", "regulation", "counted"),
    [
        ((30, 20), DEFAULT, (0, 51)),
        ((90, 80), DEFAULT, (0, 80)),
        ((0, 0), DEFAULT.with_changes(walkover_points=60), (0, 60)),
        ((0, 95), DEFAULT.with_changes(target_points=90, winner_cap=90, walkover_points=40), (0, 90)),
        ((40, 150), GIRONA, (0, 150)),
    ],
)
def test_pair_that_leaves_has_nothing_and_the_other_at_least_a_walkover(
    totals: tuple[int, int], regulation: Regulation, counted: tuple[int, int]
) -> None:
    result = final_result(sheet_at(totals, regulation), regulation, left=Side.A)
    assert (result.points, result.wins2, result.raw) == (counted, (0, 2), totals)


def test_what_the_leaving_pair_loses_and_what_the_other_is_given_are_two_lines() -> None:
    """D 8, E 13.3."""
    assert final_result((30, 20), DEFAULT, left=Side.A).adjustments == (
        Adjustment("left", "D 8", (-30, 0)),
        Adjustment("left_walkover", "D 8", (0, 31)),
    )


@pytest.mark.parametrize(
    ("own", "given"), [(50, (Adjustment("left_walkover", "D 8", (1, 0)),)), (51, ()), (52, ())]
)
def test_nothing_is_given_to_who_has_the_points_of_a_walkover(
    own: int, given: tuple[Adjustment, ...]
) -> None:
    """D 8."""
    lines = final_result((own, 0), DEFAULT, left=Side.B).adjustments
    assert lines == (Adjustment("left", "D 8", (0, 0)), *given)


@pytest.mark.parametrize("totals", [(-1, 50), (101, 101), (677, 0)])
def test_totals_that_no_sheet_can_show_are_refused_whoever_left(totals: tuple[int, int]) -> None:
    """D 8 counts what was played; what cannot have been played is a slip of the pen."""
    with pytest.raises(RuleError):
        final_result(totals, DEFAULT, left=Side.A)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_pair_that_stays_counts_no_more_than_the_cap_of_the_preset(preset: str) -> None:
    """D 8, E 13.4."""
    cap = PRESETS[preset].winner_cap
    result = final_result(sheet_at((30, 144), PRESETS[preset]), PRESETS[preset], left=Side.A)
    assert result.points == (0, 144 if cap is None else cap)


def test_leaving_counts_in_an_open_game_and_for_the_other_side_too() -> None:
    result = final_result((70, 10), DEFAULT, left=Side.B)
    assert (result.points, result.wins2) == ((70, 0), (2, 0))
    assert result.adjustments == (Adjustment("left", "D 8", (0, -10)),)


def test_cap_of_the_pair_that_stayed_is_a_line_of_its_own() -> None:
    """D 8 gives it the points it had; E 13.4 caps them."""
    result = final_result(sheet_at((30, 150)), DEFAULT, left=Side.A)
    assert (result.points, result.raw) == ((0, 136), (30, 150))
    assert result.adjustments == (
        Adjustment("left", "D 8", (-30, 0)),
        Adjustment("winner_cap", "E 13.4", (0, -14)),
    )


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("left", list(Side))
def test_a_pair_expelled_in_its_first_hand_loses_as_if_it_had_not_come(preset: str, left: Side) -> None:
    """D 8, under every preset: 0 to it, a walkover's points to the other."""
    regulation = PRESETS[preset]
    result = final_result(Sheet(regulation), regulation, left=left)
    points = (0, regulation.walkover_points)
    assert (result.points, result.wins2) == ((points, (0, 2)) if left is Side.A else (points[::-1], (2, 0)))


def test_an_open_sheet_has_no_result() -> None:
    with pytest.raises(RuleError) as refused:
        final_result(sheet_at((100, 99)), DEFAULT)
    assert (refused.value.code, refused.value.article) == ("sheet_open", "E 12.3")


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((101, 101), "totals_impossible"),
        ((150, 120), "totals_impossible"),
        ((-1, 50), "totals_negative"),
        ((677, 0), "totals_too_high"),
        ((1015, 0), "totals_too_high"),
    ],
)
def test_totals_that_no_sheet_can_show_are_refused(totals: tuple[int, int], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        final_result(totals, DEFAULT)
    assert refused.value.code == code


def test_the_highest_total_is_100_and_a_whole_santvicentada_botifarra() -> None:
    assert final_result((676, 0), DEFAULT).points == (136, 0)


def test_typed_totals_below_the_target_are_taken_as_ended_by_time_or_hands() -> None:
    assert final_result((60, 72), DEFAULT) == Result((60, 72), (0, 2), (60, 72))


def test_an_award_counts_as_the_organiser_says() -> None:
    result = final_result(Awarded((20, 30), (2, 0)), DEFAULT)
    assert (result.points, result.wins2) == ((20, 30), (2, 0))


@pytest.mark.parametrize("wins2", [(2, 2), (2, 1), (1, 0), (3, 0)])
def test_an_award_gives_one_win_two_halves_or_none(wins2: tuple[int, int]) -> None:
    with pytest.raises(RuleError) as refused:
        final_result(Awarded((20, 30), wins2), DEFAULT)
    assert refused.value.code == "award_wins"


def test_an_award_of_negative_points_is_refused() -> None:
    with pytest.raises(RuleError):
        final_result(Awarded((20, -30), (2, 0)), DEFAULT)


def explained(result: Result) -> tuple[int, int]:
    """The raw totals and every adjustment, added up."""
    lines = [result.raw, *(line.points for line in result.adjustments)]
    return sum(a for a, _ in lines), sum(b for _, b in lines)


@few
@given(sheets())
def test_adjustments_explain_the_way_from_totals_to_counted_points(sheet: Sheet) -> None:
    if not sheet.is_over:
        return
    try:
        result = final_result(sheet, sheet.regulation, opening_draw=sheet.opening_draw)
    except RuleError as refused:
        assert sheet.leader is None
        assert refused.code in ("opening_draw_missing", "level_undecided")
        return
    assert result.points == explained(result)
    assert result.wins2 in ((2, 0), (0, 2), (1, 1))


@few
@given(sheets(), st.sampled_from(Side))
def test_adjustments_explain_the_score_of_a_game_that_a_pair_left(sheet: Sheet, left: Side) -> None:
    """D 8."""
    result = final_result(sheet, sheet.regulation, left=left)
    assert (result.points, result.raw) == (explained(result), sheet.totals)
    assert all(min(map(abs, line.points)) == 0 for line in result.adjustments)


@few
@given(sheets())
def test_typed_totals_count_as_their_sheet_does(sheet: Sheet) -> None:
    if not sheet.is_over or sheet.leader is None:
        return
    assert final_result(sheet.totals, sheet.regulation) == final_result(sheet, sheet.regulation)


@pytest.mark.parametrize(
    ("preset", "most"),
    [("vilaplana-2011", 136), ("ponent", 121), ("girona-2016", 8 * 36 * 8)],
)
def test_a_game_counts_at_most_the_cap_or_all_hands_at_their_dearest(preset: str, most: int) -> None:
    assert highest_points(PRESETS[preset]) == most
