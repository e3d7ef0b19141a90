"""Whose call each hand is (E 7.1, G 7.4.2): in turn from the opening draw, moved by what a hand was."""

import pytest
from hypothesis import given

from scoring.sheets import Hand, HandKind, Sheet, Side
from tests.scoring.hands import DEFAULT, LEVEL_HAND, few, sheets

A, B = Side.A, Side.B


def row(kind: HandKind = HandKind.PLAYED, maker: Side | None = None) -> Hand:
    return Hand(LEVEL_HAND.bid, (0, 0), maker=maker, kind=kind)


def makers(*rows: Hand, draw: Side | None = A) -> list[Side | None]:
    """Who called each row, and who calls next."""
    sheet = Sheet(DEFAULT, rows, draw)
    return [*(line.maker for line in sheet.lines), sheet.next_maker]


def test_winner_of_the_opening_draw_calls_first() -> None:
    """E 7.1, E 7.1.2."""
    assert (makers(draw=A), makers(draw=B), makers(draw=None)) == ([A], [B], [None])


def test_pairs_call_in_turn() -> None:
    """G 7.4.2: each next call is the player's to the right, so the other pair's."""
    assert makers(row(), row(), row()) == [A, B, A, B]


@pytest.mark.parametrize("kind", [HandKind.PASS, HandKind.SANCTION])
def test_a_hand_passed_or_sanctioned_is_a_hand(kind: HandKind) -> None:
    """E 16.1.2.2.4, E 16.2.2: it counts, and the turn goes on."""
    assert makers(row(), row(kind), row()) == [A, B, A, B]


def test_a_lost_turn_gives_the_call_to_the_other_pair() -> None:
    """E 7.4.5.4, E 16.1.3.7: that same hand is called by the other pair."""
    assert makers(row(), row(HandKind.UNCOUNTED), row()) == [A, B, A, B]


def test_a_replayed_hand_is_called_by_the_same_pair_again() -> None:
    """E 16.1.2.2.4."""
    assert makers(row(), row(HandKind.REPLAYED), row()) == [A, B, B, A]


def test_a_struck_row_was_no_hand() -> None:
    """D 12."""
    assert makers(row(), row(HandKind.STRUCK), row()) == [A, B, B, A]
    assert makers(row(), row(HandKind.STRUCK, maker=A)) == [A, A, B]


def test_a_maker_set_by_hand_stands_and_the_turn_goes_on_from_there() -> None:
    """D 9: the organiser may set the turn by hand."""
    assert makers(row(), row(maker=A), row()) == [A, A, B, A]


def test_without_the_draw_a_maker_set_by_hand_tells_those_after_it() -> None:
    """Nothing is guessed about the rows before."""
    assert makers(row(), row(maker=B), row(), draw=None) == [None, B, A, B]


@few
@given(sheets())
def test_a_maker_is_known_from_the_first_row_on_or_not_at_all(sheet: Sheet) -> None:
    known = {line.maker is not None for line in sheet.lines} | {sheet.next_maker is not None}
    assert known == {sheet.opening_draw is not None}


def test_the_other_pair_deals_or_who_makes_trumps_himself_where_the_regulation_says_so() -> None:
    """E 7.2.1: the player on his left deals; G 7: he does."""
    himself = DEFAULT.with_changes(dealer="trump_maker")
    dealers = [Sheet(rules, (), draw).next_dealer for rules in (DEFAULT, himself) for draw in (A, B, None)]
    assert dealers == [B, A, None, A, B, None]


def test_rows_without_points_are_written_as_what_they_were() -> None:
    """E 7.4.5.4, E 16.1.2.2.4: a turn lost, and a hand dealt again."""
    sheet = Sheet(DEFAULT, (Hand.uncounted(), Hand.replayed(), Hand.passed()), A)
    assert [(line.number, line.maker) for line in sheet.lines] == [(None, A), (None, B), (1, B)]


def test_the_turn_at_a_row_does_not_ask_the_row_itself() -> None:
    """Nor those after it; the rows before it may have been set by hand."""
    sheet = Sheet(DEFAULT, (row(), row(maker=A), row(maker=A)), A)
    assert [sheet.turn_at(index) for index in range(4)] == [A, B, B, B]
