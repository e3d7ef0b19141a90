"""A sheet folded: totals, the end and its article, rows that do not count (E 12.3, E 15.2, D 2, D 12)."""

import pytest
from hypothesis import given

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.sheets import Ending, Hand, HandKind, Sheet, Side, Stopped
from tests.scoring.cases import GAMES, GameCase
from tests.scoring.hands import DEFAULT, LEVEL_HAND, few, level_sheet, sheet_at, sheets

FOUR_TO_A = Hand.from_card_points(Bid.TRUMP, 40, DEFAULT)
FOUR_TO_B = Hand.from_card_points(Bid.TRUMP, 32, DEFAULT)
GIRONA = PRESETS["girona-2016"]


def sheet_of(case: GameCase) -> Sheet:
    regulation = DEFAULT.with_changes(**case.changes)
    sheet = sheet_at(
        case.running,
        regulation,
        hands=case.hands_played,
        stopped=case.stopped,
        opening_draw=case.opening_draw,
    )
    if case.hand is None:
        return sheet
    bid, card_points = case.hand
    return sheet.add(Hand.from_card_points(Bid(bid), card_points, regulation))


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case.id)
def test_game_is_over_as_the_case_says(case: GameCase) -> None:
    assert sheet_of(case).is_over == case.over


def test_an_empty_sheet_is_open_and_nobody_leads() -> None:
    sheet = Sheet(DEFAULT)
    assert (sheet.totals, sheet.leader, sheet.ending, sheet.hands_left) == ((0, 0), None, None, 12)


def test_totals_run_down_the_sheet() -> None:
    sheet = Sheet(DEFAULT).add(FOUR_TO_A).add(LEVEL_HAND).add(FOUR_TO_B).add(FOUR_TO_B)
    assert [line.totals for line in sheet.lines] == [(4, 0), (4, 0), (4, 4), (4, 8)]
    assert [line.number for line in sheet.lines] == [1, 2, 3, 4]
    assert (sheet.leader, sheet.hands_left) == (Side.B, 8)


def test_sheet_is_over_when_a_pair_reaches_the_target() -> None:
    sheet = sheet_at((97, 51)).add(FOUR_TO_A)
    assert (sheet.totals, sheet.ending) == ((101, 51), Ending("target", "E 12.3.1", 3))


def test_sheet_goes_on_at_one_point_less_than_the_target() -> None:
    assert sheet_at((100, 99)).ending is None


def test_sheet_is_over_after_twelve_hands() -> None:
    eleven = level_sheet(hands=11)
    assert (eleven.is_over, eleven.hands_left) == (False, 1)
    twelve = eleven.add(FOUR_TO_B)
    assert (twelve.ending, twelve.hands_left) == (Ending("hands", "E 12.3.2", 12), 0)


def test_a_twelfth_hand_that_reaches_the_target_ends_the_game_by_the_target() -> None:
    sheet = sheet_at((97, 51), hands=11).add(FOUR_TO_A)
    assert sheet.ending == Ending("target", "E 12.3.1", 12)


@pytest.mark.parametrize("stopped", list(Stopped))
def test_announced_end_ends_a_game_that_is_open(stopped: Stopped) -> None:
    sheet = sheet_at((60, 40), stopped=stopped)
    assert sheet.ending == Ending(stopped.value, "E 12.3.3", 2)


def test_a_game_that_reached_the_target_ended_by_it_whatever_was_announced() -> None:
    assert sheet_at((101, 40), stopped="time").ending == Ending("target", "E 12.3.1", 2)


@pytest.mark.parametrize(
    ("sheet", "article"),
    [
        (sheet_at((101, 40)), "E 12.3.1"),
        (level_sheet(hands=12), "E 12.3.2"),
        (sheet_at((1, 0), stopped="last_hand"), "E 12.3.3"),
    ],
)
def test_a_hand_after_the_end_is_refused_with_the_article_that_ended_it(sheet: Sheet, article: str) -> None:
    with pytest.raises(RuleError) as refused:
        sheet.add(FOUR_TO_A)
    assert (refused.value.code, refused.value.article) == ("sheet_over", article)


def test_a_code_that_the_regulation_forbids_is_not_added() -> None:
    with pytest.raises(RuleError) as refused:
        Sheet(PRESETS["ponent"]).add(Hand(Bid.BS, (16, 0)))
    assert (refused.value.code, refused.value.facts) == ("bid_forbidden", {"bid": "BS"})


def test_a_passed_hand_counts_as_played() -> None:
    sheet = level_sheet(hands=11).add(Hand.passed())
    assert (sheet.totals, sheet.hands_played, sheet.is_over) == ((0, 0), 12, True)


@pytest.mark.parametrize("kind", [HandKind.UNCOUNTED, HandKind.REPLAYED, HandKind.STRUCK])
def test_a_row_that_does_not_count_has_no_number_and_no_points(kind: HandKind) -> None:
    sheet = Sheet(DEFAULT, (FOUR_TO_A, Hand(Bid.TRUMP, (20, 0), kind=kind), FOUR_TO_B))
    assert [line.number for line in sheet.lines] == [1, None, 2]
    assert (sheet.totals, sheet.lines[1].points) == ((4, 4), (0, 0))


@pytest.mark.parametrize("kind", [HandKind.UNCOUNTED, HandKind.REPLAYED, HandKind.STRUCK])
def test_a_row_that_does_not_count_never_ends_a_game(kind: HandKind) -> None:
    """E 12.3.2, E 16.1.3.7: neither as the twelfth row nor by the points written in it."""
    sheet = level_sheet(hands=11).add(Hand(Bid.S, (200, 0), kind=kind))
    assert (sheet.ending, sheet.totals, sheet.hands_left) == (None, (0, 0), 1)


def test_a_sanction_as_the_last_hand_ends_the_game_by_its_number() -> None:
    """E 16.2.2, E 12.3.2: it counts as a hand."""
    sheet = level_sheet(hands=11).add(Hand.sanction(Bid.C, Side.A, DEFAULT))
    assert (sheet.totals, sheet.ending) == ((72, 0), Ending("hands", "E 12.3.2", 12))


def test_a_pass_after_the_end_stands_struck_too() -> None:
    """D 12."""
    sheet = Sheet(DEFAULT, (Hand(Bid.TRUMP, (101, 0)), Hand.passed(), Hand.sanction(Bid.B, Side.B, DEFAULT)))
    assert [line.counted for line in sheet.lines] == [True, False, False]
    assert (sheet.totals, sheet.hands_played) == ((101, 0), 1)


def test_a_row_that_does_not_count_may_still_be_written_after_the_end() -> None:
    """D 12: it is kept as a remark and ends nothing anew."""
    over = level_sheet(hands=12)
    assert over.add(Hand(Bid.TRUMP, (8, 0), kind=HandKind.STRUCK)).ending == over.ending


def test_hands_after_the_first_end_stand_struck() -> None:
    to_101 = Hand(Bid.TRUMP, (101, 0))
    sheet = Sheet(DEFAULT, (to_101, FOUR_TO_A, FOUR_TO_B))
    assert [line.counted for line in sheet.lines] == [True, False, False]
    assert (sheet.totals, sheet.ending) == ((101, 0), Ending("target", "E 12.3.1", 1))


def test_hands_after_the_announced_last_hand_stand_struck() -> None:
    """D 2, D 12."""
    sheet = Sheet(DEFAULT, (Hand(Bid.TRUMP, (20, 0)), FOUR_TO_B, FOUR_TO_A, FOUR_TO_B), last_hand=2)
    assert [line.is_late for line in sheet.lines] == [False, False, True, True]
    assert (sheet.totals, sheet.late_numbers) == ((20, 4), (3, 4))
    assert sheet.ending == Ending("last_hand", "E 12.3.3", 2)


def test_hands_that_are_left_end_with_the_announced_last_hand() -> None:
    for regulation in (DEFAULT, PRESETS["casual"]):
        sheet = Sheet(regulation, (FOUR_TO_A,), last_hand=3)
        assert (sheet.ending, sheet.hands_left, sheet.late_numbers) == (None, 2, ())
        assert sheet.add(FOUR_TO_A).add(FOUR_TO_A).hands_left == 0


def test_target_that_is_reached_before_the_announced_last_hand_ends_the_game() -> None:
    sheet = Sheet(DEFAULT, (Hand(Bid.TRUMP, (101, 0)), FOUR_TO_A), last_hand=2)
    assert sheet.ending == Ending("target", "E 12.3.1", 1)


def test_level_game_that_hands_must_decide_goes_on_after_the_announced_last_hand() -> None:
    """E 12.3.3.2 under `extra_hands`."""
    level = Sheet(GIRONA, (FOUR_TO_A, FOUR_TO_B, FOUR_TO_A), last_hand=2)
    assert (level.totals, level.ending) == ((8, 4), Ending("last_hand", "E 12.3.3", 3))
    assert Sheet(GIRONA, level.hands[:2], last_hand=2).hands_left == 6


def test_a_thirteenth_hand_does_not_count() -> None:
    sheet = Sheet(DEFAULT, (LEVEL_HAND,) * 12 + (FOUR_TO_A,))
    assert (sheet.totals, sheet.hands_played, sheet.lines[12].counted) == ((0, 0), 12, False)


def test_girona_plays_eight_hands_and_two_more_until_it_is_decided() -> None:
    level = level_sheet(GIRONA, hands=8)
    assert (level.is_over, level.hands_left) == (False, 2)
    nine = level.add(FOUR_TO_A)
    assert (nine.is_over, nine.hands_left) == (False, 1)
    assert nine.add(LEVEL_HAND).ending == Ending("hands", "E 12.3.2", 10)


def test_girona_plays_two_more_again_when_the_extra_hands_end_level() -> None:
    ten = level_sheet(GIRONA, hands=8).add(FOUR_TO_A).add(FOUR_TO_B)
    assert (ten.is_over, ten.hands_left) == (False, 2)


def test_girona_has_no_target() -> None:
    assert sheet_at((200, 0), GIRONA, hands=7).ending is None
    assert sheet_at((200, 0), GIRONA, hands=8).ending == Ending("hands", "E 12.3.2", 8)


@pytest.mark.parametrize("stopped", list(Stopped))
def test_girona_plays_on_where_a_level_game_was_stopped(stopped: Stopped) -> None:
    """E 12.3.3 under `extra_hands`: a game that must be decided is not ended by time or a last hand."""
    assert sheet_at((8, 8), GIRONA, stopped=stopped).ending is None
    assert sheet_at((8, 4), GIRONA, stopped=stopped).ending == Ending(stopped.value, "E 12.3.3", 2)


@pytest.mark.parametrize("stopped", list(Stopped))
def test_a_level_game_stopped_under_extra_hands_is_over_with_the_hand_that_decides_it(
    stopped: Stopped,
) -> None:
    """E 12.3.3.2."""
    level = sheet_at((8, 8), GIRONA, stopped=stopped)
    assert level.add(LEVEL_HAND).ending is None
    assert level.add(FOUR_TO_B).ending == Ending(stopped.value, "E 12.3.3", 3)


def test_casual_has_no_last_hand() -> None:
    sheet = level_sheet(PRESETS["casual"], hands=30)
    assert (sheet.ending, sheet.hands_left) == (None, None)


def test_sant_vicenc_can_end_a_game_in_one_hand() -> None:
    sheet = Sheet(DEFAULT).add(Hand.from_card_points(Bid.S, 72, DEFAULT))
    assert (sheet.totals, sheet.ending) == ((288, 0), Ending("target", "E 12.3.1", 1))


@few
@given(sheets())
def test_totals_are_the_sums_of_the_lines_that_count(sheet: Sheet) -> None:
    counted = [line.points for line in sheet.lines if line.counted]
    assert sheet.totals == (sum(a for a, _ in counted), sum(b for _, b in counted))
    assert sheet.hands_played == len(counted)
    assert [line.number for line in sheet.lines if line.counted] == list(range(1, len(counted) + 1))


@few
@given(sheets())
def test_no_row_is_lost_in_the_fold(sheet: Sheet) -> None:
    assert tuple(line.hand for line in sheet.lines) == sheet.hands


@few
@given(sheets())
def test_a_sheet_never_has_two_endings(sheet: Sheet) -> None:
    """Cut anywhere before its end it is open; the end stays the same whatever was written after it."""
    unstopped = Sheet(sheet.regulation, sheet.hands)
    if unstopped.ending is None:
        return
    last = unstopped.ending.hand_number
    cut = next(i for i, line in enumerate(unstopped.lines) if line.number == last)
    assert Sheet(sheet.regulation, sheet.hands[:cut]).ending is None
    assert Sheet(sheet.regulation, sheet.hands[: cut + 1]).ending == unstopped.ending


@few
@given(sheets())
def test_adding_hand_by_hand_gives_the_same_sheet_or_is_refused_at_the_end(sheet: Sheet) -> None:
    grown = Sheet(sheet.regulation)
    for hand in sheet.hands:
        if grown.is_over and hand.kind.counts:
            with pytest.raises(RuleError):
                grown.add(hand)
            break
        grown = grown.add(hand)
    assert grown.totals == Sheet(sheet.regulation, sheet.hands).totals


@few
@given(sheets())
def test_hands_left_are_none_once_the_sheet_is_over(sheet: Sheet) -> None:
    left = sheet.hands_left
    assert left is None if sheet.regulation.max_hands is None else (left == 0) == sheet.is_over
