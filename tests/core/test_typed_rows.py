import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.sheets import HandKind, Side
from tournament.core.typed_rows import TypedRow, parse_row, written_row


@pytest.mark.parametrize("text", ["12", " 12 ", "- 12", "-12", "— 12", "12 0", "12-0"])
def test_plain_number_is_trump_for_the_left_pair(text: str) -> None:
    assert parse_row(text) == TypedRow(Bid.TRUMP, Side.A, points=12)


@pytest.mark.parametrize("text", ["b 12", "B12", "12 b", "b 12 0"])
def test_code_may_stand_at_either_end(text: str) -> None:
    assert parse_row(text) == TypedRow(Bid.B, Side.A, points=12)


@pytest.mark.parametrize("text", ["c 20 -", "c20-", "C 0 20", "c 0-20", "20 - c", "c 20–"])
def test_dash_after_the_number_gives_it_to_the_right_pair(text: str) -> None:
    assert parse_row(text) == TypedRow(Bid.C, Side.B, points=20)


@pytest.mark.parametrize("text", ["20 -", "- 20 -", "0 20", "-20-"])
def test_dash_before_the_number_is_the_line_of_plain_trump(text: str) -> None:
    assert parse_row(text) == TypedRow(Bid.TRUMP, Side.B, points=20)


@pytest.mark.parametrize("text", ["0", "0 0", "0 -", "- 0"])
def test_zero_is_a_level_hand(text: str) -> None:
    assert parse_row(text) == TypedRow(Bid.TRUMP)


def test_level_hand_keeps_its_code() -> None:
    assert parse_row("br 0") == TypedRow(Bid.BR)


@pytest.mark.parametrize("text", ["p", "P", "passa", "p 0", "p - -"])
def test_p_is_a_hand_passed(text: str) -> None:
    assert parse_row(text) == TypedRow(kind=HandKind.PASS)


@pytest.mark.parametrize("text", ["x", "X", "torn", "x -", "x 0"])
def test_x_is_a_turn_lost(text: str) -> None:
    """E 7.4.5.4, E 16.1.3.7."""
    assert parse_row(text) == TypedRow(kind=HandKind.UNCOUNTED)


@pytest.mark.parametrize("text", ["xx", "XX", "xr", "repetit", "xx - -"])
def test_xx_is_a_hand_dealt_again(text: str) -> None:
    """E 16.1.2.2.4."""
    assert parse_row(text) == TypedRow(kind=HandKind.REPLAYED)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("c 44t", TypedRow(Bid.C, Side.A, card_points=44)),
        ("44t -", TypedRow(Bid.TRUMP, Side.B, card_points=44)),
        ("0t", TypedRow(Bid.TRUMP, Side.A, card_points=0)),
    ],
)
def test_t_after_a_number_means_card_points(text: str, row: TypedRow) -> None:
    assert parse_row(text) == row


@pytest.mark.parametrize(
    "text", ["", "   ", "-", "- -", "c", "c -", "c - 20", "1 2 3", "b c 12", "12345", "12.5", "c 1 2 3", "²"]
)
def test_what_cannot_be_read_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        parse_row(text)
    assert refusal.value.code == "row_unreadable"
    assert refusal.value.facts == {"text": text.strip()}


def test_points_for_both_pairs_are_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        parse_row("c 20 4")
    assert (refusal.value.code, refusal.value.article) == ("points_both", "E 15.2.5")


def test_unknown_code_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(RuleError) as refusal:
        parse_row("cb 12")
    assert refusal.value.code == "bid_unknown"
    assert refusal.value.facts["meant"] == "BC"


points_rows = st.builds(TypedRow, st.sampled_from(Bid), st.sampled_from(Side), points=st.integers(1, 576))
card_points_rows = st.builds(
    TypedRow, st.sampled_from(Bid), st.sampled_from(Side), card_points=st.integers(1, 72)
)
level_rows = st.builds(TypedRow, st.sampled_from(Bid))
unplayed = st.sampled_from([HandKind.PASS, HandKind.UNCOUNTED, HandKind.REPLAYED])


@given(st.one_of(points_rows, card_points_rows, level_rows, st.builds(TypedRow, kind=unplayed)))
def test_written_row_is_read_back(row: TypedRow) -> None:
    assert parse_row(written_row(row)) == row
