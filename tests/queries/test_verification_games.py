"""Rows of a game that cannot be what they are are found, with their round and table, and never end in a traceback."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests import factories
from tests.queries.sound import said, sound, whats
from tests.services.conftest import DESK, after_round_one
from tournament.models import Championship, Game, PlayedHand, Round, Seat
from tournament.queries.verification import verify
from tournament.services import games

pytestmark = pytest.mark.django_db


def spoilt_hand(row: int, **columns: Any) -> Championship:
    championship = sound()
    PlayedHand.objects.filter(sequence=row).update(**columns)
    return championship


def spoilt_game(**columns: Any) -> Championship:
    """Table 1 with these columns changed."""
    championship = sound()
    Game.objects.filter(table=1).update(**columns)
    return championship


def places(championship: Championship) -> set[tuple[int | None, int | None]]:
    """Round and table of whatever is found in games."""
    return {(found.round_number, found.table) for found in verify(championship) if found.round_number}


# --- Hands -------------------------------------------------------------------------------------


def test_points_that_do_not_follow_from_the_card_points_are_found() -> None:
    assert said(spoilt_hand(2, card_points=50)) == [
        "round 1 table 1 hand 2: hand: stored played — 0–20 (50), counted 14–0"
    ]


def test_points_that_do_not_follow_from_the_bid_are_found() -> None:
    assert said(spoilt_hand(1, bid="C")) == [
        "round 1 table 1 hand 1: hand: stored played C 80–0 (56), counted 40–0"
    ]


@pytest.mark.parametrize(
    ("sequence", "columns", "why"),
    [
        (1, {"bid": "", "card_points": None}, "points_maximum"),
        (3, {"bid": "C", "card_points": None}, "points_multiple"),
        (3, {"card_points": 73}, "card_points_range"),
        (1, {"kind": "pass"}, "0–0"),
        (2, {"bid": "X"}, "bid unknown"),
        (2, {"bid": "c"}, "bid unknown"),
    ],
)
def test_a_hand_that_could_not_stand_on_a_sheet_is_found(
    sequence: int, columns: dict[str, Any], why: str
) -> None:
    found = verify(spoilt_hand(sequence, **columns))[0]
    assert (found.what, found.round_number, found.table, found.hand) == ("hand", 1, 1, sequence)
    assert why in found.counted


def test_a_code_that_the_regulation_does_not_have_is_found() -> None:
    championship = sound(preset="ponent")
    PlayedHand.objects.filter(sequence=1).update(bid="S", card_points=46)
    assert whats(championship) == ["hand"]


def test_hands_of_open_games_are_looked_at_too() -> None:
    championship = sound()
    factories.hand(Game.objects.get(table=2), 37, 0)
    assert whats(championship) == ["hand"]
    assert places(championship) == {(1, 2)}


def test_what_does_not_count_is_worth_no_more_than_was_at_stake() -> None:
    championship = sound()
    open_game = Game.objects.get(table=2)
    factories.hand(open_game, 36, 0, kind=PlayedHand.Kind.SANCTION)
    factories.hand(open_game, 0, 20, bid="C", kind=PlayedHand.Kind.STRUCK)
    assert verify(championship) == ()
    factories.hand(open_game, 0, 37, kind=PlayedHand.Kind.SANCTION)
    assert whats(championship) == ["hand"]


@pytest.mark.parametrize(("row", "becomes", "order"), [(3, 4, "[1, 2, 4]"), (1, 0, "[0, 2, 3]")])
def test_a_gap_in_the_rows_is_found(row: int, becomes: int, order: str) -> None:
    assert said(spoilt_hand(row, sequence=becomes)) == [
        f"round 1 table 1: sequence: stored {order}, counted [1, 2, 3]"
    ]


def test_a_repeat_in_the_rows_is_refused_by_the_database_itself() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        spoilt_hand(3, sequence=2)


# --- Seats -------------------------------------------------------------------------------------


def test_a_missing_seat_is_found() -> None:
    championship = sound()
    Seat.objects.filter(game__table=1, side="b").delete()
    assert said(championship) == [
        "round 1 table 1: seats: stored ['a'], counted ['a', 'b']",
        "round 1 pair 2: place: stored 0 seats, 0 absences, counted one of them",
    ]


def test_a_game_where_nobody_sits_is_found() -> None:
    championship = sound()
    Seat.objects.filter(game__table=2).delete()
    assert whats(championship) == ["seats", "unreadable", "place", "place"]
    assert (1, 2) in places(championship)


def test_a_second_pair_at_a_bye_is_found() -> None:
    championship = sound()
    bye = Game.objects.get(kind=Game.Kind.BYE)
    Seat.objects.create(game=bye, round=bye.round, side="b", pair=factories.pair(championship))
    assert said(championship)[0] == "round 1: seats: stored ['a', 'b'], counted ['a']"


def test_a_seat_that_is_void_or_of_another_round_or_championship_is_found() -> None:
    stranger, elsewhere = factories.pair(), factories.round_()
    for spoilt in ({"void": True}, {"pair": stranger}, {"round": elsewhere}):
        championship = sound()
        Seat.objects.filter(game__round__championship=championship, game__table=2, side="a").update(**spoilt)
        assert whats(championship)[0] == "seated"
        assert (1, 2) in places(championship)


# --- Counted and confirmed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"table": None}, "table"),
        ({"kind": "walkover", "winner": "a"}, "kind"),
        ({"kind": "duel"}, "kind"),
        ({"adjustments": [["walkover", "E 13.3", [51, 0]]]}, "kind"),
    ],
)
def test_an_open_game_that_is_not_simply_to_be_played_is_found(columns: dict[str, Any], what: str) -> None:
    championship = sound()
    Game.objects.filter(table=2).update(**columns)
    (found,) = verify(championship)
    assert (found.what, found.round_number, found.table) == (what, 1, columns.get("table", 2))


def test_a_bye_that_was_not_confirmed_is_found() -> None:
    championship = sound()
    Game.objects.filter(kind=Game.Kind.BYE).update(state="playing", confirmed_at=None)
    assert whats(championship) == ["kind", "state"]


def test_counted_points_in_a_game_that_is_not_confirmed_are_found() -> None:
    assert said(spoilt_game(state="complete", confirmed_at=None)) == [
        "round 1 table 1 pair 1: state: stored (101, 20, 2), counted complete",
        "round 1 table 1 pair 2: state: stored (20, 101, 0), counted complete",
    ]


def test_a_confirmed_game_without_counted_points_is_found() -> None:
    championship = sound()
    Seat.objects.filter(game__table=1, side="b").update(points_for=None, points_against=None, wins2=None)
    assert said(championship)[0] == (
        "round 1 table 1 pair 2: state: stored (None, None, None), counted confirmed"
    )


def test_an_open_game_in_a_closed_round_is_found() -> None:
    championship = sound()
    Round.objects.update(state=Round.State.CLOSED)
    assert said(championship) == [
        "round 1 table 2: open in a closed round: stored playing, counted confirmed"
    ]


def test_a_game_that_the_desk_reopened_in_a_closed_round_is_none() -> None:
    hall = after_round_one(7)
    games.undo_ruling(hall.games[0].pk, reason="han vingut", actor=DESK)
    games.reopen(hall.games[1].pk, reason="un error", actor=DESK)
    assert verify(hall.championship) == ()
    Game.objects.filter(table=3).update(state="playing", kind="played", winner="", adjustments=[])
    Seat.objects.filter(game__table=3).update(points_for=None, points_against=None, wins2=None)
    assert whats(hall.championship) == ["open in a closed round"]


# --- Rulings and rows that cannot be read ------------------------------------------------------


@pytest.mark.parametrize(
    "award",
    [
        None,
        "101–20",
        [],
        {},
        {"points": [101, 20]},
        {"points": [101], "wins2": [2, 0]},
        {"points": ["101", "20"], "wins2": [2, 0]},
        {"points": [101, 20], "wins2": [2, 2]},
        {"points": [101, 20], "wins2": [0, 2]},
    ],
)
def test_an_award_that_is_none_or_says_something_else_is_found(award: object) -> None:
    found = places(spoilt_game(kind="awarded", award=award, adjustments=[["awarded", "E 17.2", [101, 20]]]))
    assert found == {(1, 1)}


@pytest.mark.parametrize(
    "columns",
    [
        {"kind": "duel"},
        {"kind": "walkover", "winner": ""},
        {"state": "finished"},
        {"stopped": "rain"},
        {"opening_draw": "z"},
        {"kind": "both_absent"},
        {"typed_a": 101, "typed_b": 30},
        {"adjustments": "tie_point"},
    ],
)
def test_a_column_that_cannot_be_is_found(columns: dict[str, Any]) -> None:
    assert places(spoilt_game(**columns)) == {(1, 1)}


@pytest.mark.parametrize("columns", [{"kind": "duel"}, {"maker": "z"}])
def test_a_hand_that_cannot_be_read_is_found_and_hides_no_other_finding(columns: dict[str, Any]) -> None:
    championship = spoilt_hand(2, **columns)
    Seat.objects.filter(game__table=2, side="b").delete()
    found = [(each.what, each.table) for each in verify(championship)]
    assert found[:2] == [("unreadable", 1), ("seats", 2)]
