"""Rows that are no played hand, who calls when the table says so, and a whole sheet on the wrong sides."""

from datetime import timedelta
from typing import Any

import pytest

from scoring.errors import RuleError
from scoring.sheets import HandKind, Side
from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, refusal_of
from tournament.models import Game
from tournament.queries.infractions import Charge
from tournament.queries.signatures import fingerprint_of
from tournament.queries.verification import verify
from tournament.services import before_play, games, hands
from tournament.services.hands import HandEntry
from tournament.services.infractions import record_infraction, withdraw_infraction

FOUR_TO_A = HandEntry("", "a", points=4)
LOST, AGAIN = HandEntry("", kind="uncounted"), HandEntry("", kind="replayed")


def write(hall: Hall, *entries: HandEntry, **options: Any) -> dict[str, Any]:
    sent = {"after": None, "actor": TABLE, "now": START} | options
    return [hands.record_hand(hall.games[0].pk, entry, **sent) for entry in entries][-1]


def callers(hall: Hall) -> list[Side | None]:
    """Who called each row, and who calls next."""
    sheet = hall.view().sheet
    return [*(line.maker for line in sheet.lines), sheet.next_maker]


@pytest.fixture
def drawn(hall: Hall) -> Hall:
    """Pair a won the opening draw."""
    hands.set_opening_draw(hall.games[0].pk, "a", actor=TABLE)
    return hall


# --- Rows that do not count --------------------------------------------------------------------


def test_a_lost_turn_has_no_number_and_the_other_pair_calls(drawn: Hall) -> None:
    """E 7.4.5.4, E 16.1.3.7."""
    answer = write(drawn, FOUR_TO_A, LOST)
    assert (answer["number"], answer["points"], answer["totals"]) == (None, [0, 0], [4, 0])
    assert write(drawn, FOUR_TO_A)["number"] == 2
    assert callers(drawn) == ["a", "b", "a", "b"]


def test_a_hand_dealt_again_has_no_number_and_the_same_pair_calls(drawn: Hall) -> None:
    """E 16.1.2.2.4."""
    assert write(drawn, FOUR_TO_A, AGAIN)["number"] is None
    assert write(drawn, FOUR_TO_A)["number"] == 2
    assert callers(drawn) == ["a", "b", "b", "a"]


def test_a_hand_may_be_changed_into_one_that_was_not_played_and_back(drawn: Hall) -> None:
    write(drawn, FOUR_TO_A, FOUR_TO_A)
    hands.change_hand(drawn.games[0].pk, 1, LOST, actor=TABLE)
    assert [line.number for line in drawn.view().sheet.lines] == [None, 1]
    hands.change_hand(drawn.games[0].pk, 1, FOUR_TO_A, actor=TABLE)
    assert [line.number for line in drawn.view().sheet.lines] == [1, 2]


@pytest.mark.parametrize("entry", [LOST, AGAIN])
def test_after_the_end_nothing_is_dealt_so_no_such_row_is_written(hall: Hall, entry: HandEntry) -> None:
    write(hall, HandEntry("BR", "a", points=96), HandEntry("", "a", points=5))
    with pytest.raises(RuleError) as refusal:
        write(hall, entry)
    assert (refusal.value.code, refusal.value.article) == ("sheet_over", "E 12.3.1")


def test_the_log_names_hands_by_the_number_that_they_have_on_the_sheet(drawn: Hall) -> None:
    write(drawn, FOUR_TO_A, LOST, FOUR_TO_A)
    hands.change_hand(drawn.games[0].pk, 3, HandEntry("", "b", points=6), actor=DESK)
    changed, last, lost, _first = drawn.championship.log.filter(what__endswith="_hand")
    assert (changed.before["hand"], changed.after["hand"], last.after["hand"]) == (2, 2, 2)
    assert (lost.after["hand"], lost.after["kind"]) == (None, "uncounted")


# --- A sanction is the organisers' -------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (HandEntry("C", "b", kind="sanction"), (0, 72)),
        (HandEntry("", "a", points=20, kind="sanction"), (20, 0)),
    ],
)
def test_the_desk_writes_a_sanction_with_all_or_a_part_of_what_was_at_stake(
    hall: Hall, entry: HandEntry, points: tuple[int, int]
) -> None:
    """E 16.2.2: the hand is over, and it counts."""
    assert write(hall, entry, actor=DESK)["number"] == 1
    line = hall.view().sheet.lines[0]
    assert (line.hand.kind, line.points) == (HandKind.SANCTION, points)


def test_a_sanction_is_for_one_pair_and_never_harder_than_the_rules(hall: Hall) -> None:
    game = hall.games[0].pk
    nobody, harder = HandEntry("C", kind="sanction"), HandEntry("C", "a", points=73, kind="sanction")
    assert refusal_of(hands.record_hand, game, nobody, after=None).code == "side_missing"
    assert refusal_of(hands.record_hand, game, harder, after=None).code == "sanction_hardened"


def test_a_table_neither_writes_nor_changes_nor_removes_nor_turns_a_sanction(hall: Hall) -> None:
    """E 16: only organisers record infractions."""
    game, sanction = hall.games[0].pk, HandEntry("C", "b", kind="sanction")
    refused = refusal_of(hands.record_hand, game, sanction, after=None, actor=TABLE)
    write(hall, sanction, actor=DESK)
    by_table = [
        refused,
        refusal_of(hands.change_hand, game, 1, FOUR_TO_A, actor=TABLE),
        refusal_of(hands.remove_last_hand, game, actor=TABLE),
        refusal_of(hands.flip_sides, game, actor=TABLE),
    ]
    assert {refusal.code for refusal in by_table} == {"sanction_of_the_desk"}
    assert hall.view().sheet.totals == (0, 72)
    hands.flip_sides(game, actor=DESK)
    assert hall.view().sheet.totals == (72, 0)


# --- Who calls, set by hand --------------------------------------------------------------------


def test_who_calls_is_kept_only_where_it_is_not_the_pair_whose_turn_it_was(drawn: Hall) -> None:
    write(drawn, HandEntry("", "a", points=4, maker="a"), HandEntry("", "a", points=4, maker="a"), FOUR_TO_A)
    assert [hand.maker for hand in drawn.view().hands] == ["", "a", ""]
    assert callers(drawn) == ["a", "a", "b", "a"]


def test_who_called_an_earlier_hand_may_be_changed_and_set_back(drawn: Hall) -> None:
    game = drawn.games[0].pk
    write(drawn, FOUR_TO_A, FOUR_TO_A)
    hands.change_hand(game, 2, HandEntry("", "a", points=4, maker="a"), actor=TABLE)
    assert callers(drawn) == ["a", "a", "b"]
    hands.change_hand(game, 2, HandEntry("", "b", points=4), actor=DESK)
    assert callers(drawn) == ["a", "a", "b"]
    hands.change_hand(game, 2, HandEntry("", "b", points=4, maker="b"), actor=TABLE)
    assert [hand.maker for hand in drawn.view().hands] == ["", ""]


# --- The whole sheet on the wrong sides --------------------------------------------------------


def test_turning_the_sheet_gives_every_hand_to_the_other_pair_in_one_step(drawn: Hall) -> None:
    game = drawn.games[0].pk
    write(drawn, HandEntry("C", "a", card_points=46), LOST, HandEntry("", "b", points=6, maker="b"))
    hands.flip_sides(game, actor=TABLE)
    view = drawn.view()
    assert [(hand.points_a, hand.points_b) for hand in view.hands] == [(0, 20), (0, 0), (6, 0)]
    assert [hand.card_points for hand in view.hands] == [26, None, 42]
    entry = drawn.championship.log.get(what="flip_sides")
    assert (entry.before, entry.after) == ({"totals": [20, 6]}, {"totals": [6, 20]})


def test_turning_the_sheet_leaves_the_draw_and_who_called(drawn: Hall) -> None:
    write(drawn, FOUR_TO_A, HandEntry("", "b", points=6, maker="a"))
    before = callers(drawn)
    hands.flip_sides(drawn.games[0].pk, actor=TABLE)
    assert (drawn.view().game.opening_draw, callers(drawn)) == ("a", before)


def test_turned_twice_a_sheet_is_as_it_was_and_once_it_is_not_what_was_signed(drawn: Hall) -> None:
    game = drawn.games[0].pk
    write(drawn, HandEntry("BR", "a", points=96), HandEntry("", "a", points=5))
    signed = fingerprint_of(drawn.view())
    hands.flip_sides(game, actor=TABLE, client_id="once")
    hands.flip_sides(game, actor=TABLE, client_id="once")
    assert (drawn.view().sheet.totals, fingerprint_of(drawn.view()) == signed) == ((0, 101), False)
    hands.flip_sides(game, actor=TABLE)
    assert fingerprint_of(drawn.view()) == signed


def test_a_sheet_is_turned_as_it_was_seen_and_until_it_is_confirmed(drawn: Hall) -> None:
    game = drawn.games[0].pk
    assert refusal_of(hands.flip_sides, game).code == "no_hand"
    seen = drawn.view().game.version
    write(drawn, HandEntry("BR", "a", points=96), HandEntry("", "a", points=5))
    assert refusal_of(hands.flip_sides, game, version=seen).code == "stale_version"
    games.confirm(game, actor=DESK)
    assert refusal_of(hands.flip_sides, game).code == "game_confirmed"


# --- When the game began -----------------------------------------------------------------------


def test_the_table_corrects_when_its_game_began(hall: Hall) -> None:
    """E 15.2.8, by the clock on the wall: 10:04 in Vilaplana."""
    game, now = hall.games[0].pk, START + timedelta(minutes=20)
    write(hall, FOUR_TO_A, now=now)
    for _ in range(2):
        at = (START + timedelta(hours=2, minutes=4)).time()
        before_play.set_start(game, at, actor=TABLE, now=now, client_id="one")
    assert Game.objects.get(pk=game).started_at == START + timedelta(minutes=4)
    assert hall.championship.log.filter(what="set_times").count() == 1


def test_a_game_begins_neither_in_time_to_come_nor_after_its_end(hall: Hall) -> None:
    game, now = hall.games[0].pk, START + timedelta(minutes=20)
    wall = START + timedelta(hours=2)
    late = refusal_of(before_play.set_start, game, (wall + timedelta(minutes=21)).time(), now=now)
    assert late.code == "start_to_come"
    write(
        hall, HandEntry("BR", "a", points=96), HandEntry("", "a", points=5), now=START + timedelta(minutes=9)
    )
    ended = refusal_of(before_play.set_start, game, (wall + timedelta(minutes=10)).time(), now=now)
    assert ended.code == "end_before_start"


def sanctioned(hall: Hall) -> int:
    """Hand 1 ended by a serious infraction of the left pair: 72 points to the right one."""
    charge = Charge(hall.view().a.number, "11.3", bid="C")
    return record_infraction(hall.championship.pk, charge, game_id=hall.games[0].pk, actor=DESK)


PLAYED = HandEntry("C", "a", points=20)


def test_the_row_of_a_sanction_is_changed_by_its_infraction_and_by_nothing_else(hall: Hall) -> None:
    game = hall.games[0].pk
    sanctioned(hall)
    assert refusal_of(hands.change_hand, game, 1, PLAYED).code == "sanction_row"
    assert refusal_of(hands.remove_last_hand, game).code == "sanction_row"
    assert refusal_of(hands.flip_sides, game).code == "sanction_row"
    assert hall.view().sheet.totals == (0, 72)


def test_a_sanction_whose_infraction_is_withdrawn_and_left_the_sheet_is_a_row_like_any_other(
    hall: Hall,
) -> None:
    """E 16.2: nothing owns it any more, so the desk may turn, change and remove it; a table may not."""
    game = hall.games[0].pk
    withdraw_infraction(sanctioned(hall), reason="era un error", leaves_sheet=True, actor=DESK)
    assert refusal_of(hands.change_hand, game, 1, PLAYED, actor=TABLE).code == "sanction_of_the_desk"
    turned = HandEntry("C", "a", points=72, kind="sanction")
    hands.change_hand(game, 1, turned, actor=DESK)
    assert hall.view().sheet.totals == (72, 0)
    hands.flip_sides(game, actor=DESK)
    assert hall.view().sheet.totals == (0, 72)
    hands.change_hand(game, 1, PLAYED, actor=DESK)
    assert hall.view().sheet.totals == (20, 0)
    assert refusal_of(hands.change_hand, game, 1, turned).code == "sanction_row"
    assert [*verify(hall.championship)] == []


def test_a_sanction_that_nothing_owns_is_removed_as_the_last_hand(hall: Hall) -> None:
    withdraw_infraction(sanctioned(hall), reason="era un error", leaves_sheet=True, actor=DESK)
    hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    assert hall.view().hands == ()


def test_a_sanction_that_was_on_the_sheet_already_is_owned_by_its_infraction(hall: Hall) -> None:
    game = hall.games[0].pk
    hands.record_hand(game, HandEntry("C", "b", kind="sanction"), after=None, actor=DESK)
    charge = Charge(hall.view().a.number, "11.3", bid="C", sequence=1, is_on_sheet=True)
    record_infraction(hall.championship.pk, charge, game_id=game, actor=DESK)
    assert refusal_of(hands.change_hand, game, 1, PLAYED).code == "sanction_row"


def test_an_infraction_that_costs_no_points_owns_no_row(hall: Hall) -> None:
    game = hall.games[0].pk
    hands.record_hand(game, HandEntry("C", "b", kind="sanction"), after=None, actor=DESK)
    charge = Charge(hall.view().a.number, "16.1.3.5", bid="C", sequence=1)
    record_infraction(hall.championship.pk, charge, game_id=game, actor=DESK)
    hands.change_hand(game, 1, PLAYED, actor=DESK)
    assert hall.view().sheet.totals == (20, 0)
