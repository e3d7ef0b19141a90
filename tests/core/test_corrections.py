"""What a correction moves: rows that stay, ranks, tables of the round in play."""

import pytest

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.sheets import HandKind, Side
from tournament.core.corrections import (
    RankMove,
    aligned,
    moved_tables,
    moves_the_bye,
    parse_line,
    rank_moves,
    written_line,
)
from tournament.core.pairing.judgement import Made
from tournament.core.seating import Seating
from tournament.core.typed_rows import TypedRow


def test_only_pairs_that_stand_elsewhere_are_told_in_their_new_order() -> None:
    before, after = {1: 1, 2: 2, 3: 3, 4: None}, {2: 1, 1: 2, 3: 3, 4: None}
    assert rank_moves(before, after) == (RankMove(2, 2, 1), RankMove(1, 1, 2))


SEATED = Seating({1: (1, 2), 2: (3, 4), 3: (5, 6)}, 7)


def test_tables_that_the_draw_would_not_make_any_more_are_moved() -> None:
    drawn, now = Made(((1, 2), (3, 4), (5, 6)), 7), Made(((2, 1), (3, 5), (4, 6)), 7)
    assert moved_tables(SEATED, drawn, now) == (2, 3)
    assert not moves_the_bye(SEATED, drawn, now)


def test_where_the_draw_is_the_same_what_the_organisers_decided_is_not_moved() -> None:
    drawn, now = Made(((1, 3), (2, 4), (5, 6)), 7), Made(((3, 1), (4, 2), (5, 6)), 7)
    assert moved_tables(SEATED, drawn, now) == ()


def test_another_pair_would_rest() -> None:
    drawn, now = Made(((1, 2), (3, 4), (5, 6)), 7), Made(((1, 2), (3, 4), (5, 7)), 6)
    assert moved_tables(SEATED, drawn, now) == (3,)
    assert moves_the_bye(SEATED, drawn, now)


@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ("abc", "abc", (0, 1, 2)),
        ("abc", "axc", (0, 1, 2)),
        ("abc", "abxc", (0, 1, None, 2)),
        ("abc", "ac", (0, 2)),
        ("abc", "abcx", (0, 1, 2, None)),
        ("abc", "axyc", (0, 1, None, 2)),
        ("", "ab", (None, None)),
        ("ab", "", ()),
    ],
)
def test_a_row_stays_is_changed_in_its_place_comes_or_goes(
    before: str, after: str, places: tuple[int | None, ...]
) -> None:
    assert aligned(before, after) == places


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (TypedRow(Bid.C, Side.B, points=20), "c 20 -"),
        (TypedRow(), "0"),
        (TypedRow(kind=HandKind.PASS), "p"),
        (TypedRow(Bid.C, Side.A, points=72, kind=HandKind.SANCTION), "✕ c 72"),
        (TypedRow(Bid.TRUMP, Side.A, points=12, kind=HandKind.STRUCK), "~ 12"),
    ],
)
def test_a_row_is_read_as_it_was_written(row: TypedRow, text: str) -> None:
    assert written_line(row) == text
    assert parse_line(text) == row


def test_only_a_hand_with_points_carries_a_mark() -> None:
    with pytest.raises(RuleError) as refusal:
        parse_line("✕ p")
    assert refusal.value.code == "row_unreadable"
