"""Hands on their way to the sheet: written, written twice, written by two, changed, removed, ended by time."""

from datetime import timedelta
from typing import Any

import pytest

from scoring.errors import RuleError
from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tournament.models import Championship, Game, PlayedHand, Submission
from tournament.services import announcements, games, hands, rounds
from tournament.services.hands import HandEntry

FOUR_TO_A = HandEntry("", "a", points=4)
TO_101 = (HandEntry("BR", "a", points=96), HandEntry("", "a", points=5))


def write(hall: Hall, entry: HandEntry = FOUR_TO_A, *, table: int = 1, **options: Any) -> dict[str, Any]:
    options = {"after": None, "actor": DESK, "now": START} | options
    return hands.record_hand(hall.games[table - 1].pk, entry, **options)


def refused(code: str, hall: Hall, entry: HandEntry = FOUR_TO_A, **options: Any) -> RuleError:
    with pytest.raises(RuleError) as refusal:
        write(hall, entry, **options)
    assert refusal.value.code == code
    return refusal.value


# --- Written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "points", "card_points"),
    [
        (HandEntry("C", "a", points=20), (20, 0), 46),
        (HandEntry("C", "b", points=20), (0, 20), 26),
        (HandEntry("c", "b", card_points=46), (0, 20), 26),
        (HandEntry("BR", "a", card_points=40), (32, 0), 40),
        (HandEntry("—", ""), (0, 0), 36),
        (HandEntry("R", "", card_points=36), (0, 0), 36),
    ],
)
def test_a_hand_is_given_in_points_or_in_card_points_of_either_side(
    hall: Hall, entry: HandEntry, points: tuple[int, int], card_points: int
) -> None:
    assert write(hall, entry)["points"] == list(points)
    stored = hall.view().hands[0]
    assert (stored.points_a, stored.points_b, stored.card_points) == (*points, card_points)


def test_the_answer_says_points_totals_and_whether_it_is_over(hall: Hall) -> None:
    write(hall, TO_101[0])
    answer = write(hall, TO_101[1], client_id="second")
    assert answer == {
        "sequence": 2,
        "number": 2,
        "client_id": "second",
        "points": [5, 0],
        "totals": [101, 0],
        "over": True,
    }
    assert hall.view().game.state == Game.State.COMPLETE


def test_a_passed_hand_counts_with_no_points(hall: Hall) -> None:
    assert write(hall, HandEntry("", kind="pass"))["number"] == 1
    assert hall.view().hands[0].kind == PlayedHand.Kind.PASS


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (HandEntry("C", "a", points=7), "points_multiple"),
        (HandEntry("", "a", points=37), "points_maximum"),
        (HandEntry("", "a", card_points=73), "card_points_range"),
        (HandEntry("", "b", card_points=-1), "card_points_range"),
        (HandEntry("", "a", points=-2), "points_negative"),
        (HandEntry("CB", "a", points=4), "bid_unknown"),
        (HandEntry("C", "", points=4), "side_missing"),
        (HandEntry("C", "a"), "points_missing"),
    ],
)
def test_an_impossible_hand_is_refused_and_nothing_is_written(
    hall: Hall, entry: HandEntry, code: str
) -> None:
    before = Championship.objects.get(pk=hall.championship.pk).version
    refusal = refused(code, hall, entry, client_id="wrong")
    assert refusal.facts["table"] == 1
    assert not PlayedHand.objects.exists()
    assert not Submission.objects.filter(client_id="wrong").exists()
    assert Championship.objects.get(pk=hall.championship.pk).version == before


@pytest.mark.django_db
def test_a_code_that_the_regulation_forbids_is_refused() -> None:
    refused("bid_forbidden", published_hall(4, preset="ponent"), HandEntry("BS", "a", points=16))


def test_a_hand_after_the_end_is_refused_with_its_article(hall: Hall) -> None:
    for entry in TO_101:
        write(hall, entry)
    refusal = refused("sheet_over", hall)
    assert (refusal.article, refusal.facts["hand"]) == ("E 12.3.1", 2)


def test_a_confirmed_game_takes_no_hand(hall: Hall) -> None:
    games.walkover(hall.games[0].pk, "a", actor=DESK)
    refused("game_confirmed", hall)


def test_who_rests_has_no_sheet(hall: Hall) -> None:
    with pytest.raises(RuleError):
        hands.record_hand(hall.bye.pk, FOUR_TO_A, after=None, actor=DESK)


@pytest.mark.django_db
def test_without_phones_only_the_desk_writes() -> None:
    hall = published_hall(4, phones_at_tables=False)
    refused("phones_off", hall, after="", actor=TABLE)
    assert write(hall)["number"] == 1


def test_an_unpublished_round_takes_no_hand(hall: Hall) -> None:
    rounds.unpublish(hall.round.pk, actor=DESK)
    refused("round_not_published", hall)


# --- Sent twice, sent by two -------------------------------------------------------------------


def test_a_hand_sent_twice_is_written_once_and_answered_the_same(hall: Hall) -> None:
    first = write(hall, after="", client_id="one", actor=TABLE)
    again = write(hall, after="", client_id="one", actor=TABLE)
    assert again == first
    assert len(hall.view().hands) == 1


def test_a_hand_sent_again_much_later_still_gets_its_first_answer(hall: Hall) -> None:
    first = write(hall, TO_101[0], after="", client_id="one", actor=TABLE)
    write(hall, TO_101[1], after="one", client_id="two", actor=TABLE)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert write(hall, TO_101[0], after="", client_id="one", actor=TABLE) == first


def test_a_hand_refused_may_be_sent_again_with_the_same_id_once_mended(hall: Hall) -> None:
    refused("points_multiple", hall, HandEntry("C", "a", points=7), after="", client_id="one")
    assert write(hall, HandEntry("C", "a", points=8), after="", client_id="one")["points"] == [8, 0]


def test_an_id_of_another_form_is_refused(hall: Hall) -> None:
    hands.set_opening_draw(hall.games[0].pk, "a", actor=DESK, client_id="one")
    refused("client_id_reused", hall, client_id="one")


def test_five_hands_typed_offline_go_through_in_order(hall: Hall) -> None:
    after = ""
    for number in range(5):
        after = write(hall, after=after, client_id=f"dat-{number}", actor=TABLE)["client_id"]
    assert hall.view().sheet.totals == (20, 0)


def test_two_phones_that_write_the_same_hand_differently_are_shown_both(hall: Hall) -> None:
    write(hall, client_id="one", after="", actor=TABLE)
    refusal = refused(
        "hand_conflict", hall, HandEntry("C", "b", points=6), client_id="other", after="", actor=TABLE
    )
    stored = {"hand": 1, "bid": "", "points": [4, 0], "kind": "played", "maker": "", "sequence": 1}
    assert refusal.facts["stored"] == stored
    assert refusal.facts["mine"] == {"bid": "C", "points": [0, 6], "kind": "played"}
    assert refusal.facts["hand"] == 1
    assert len(hall.view().hands) == 1


def test_a_hand_after_one_that_was_removed_is_told_so(hall: Hall) -> None:
    write(hall, client_id="one", after="", actor=TABLE)
    hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    assert refused("hand_before_gone", hall, client_id="two", after="one", actor=TABLE).facts["totals"] == (
        0,
        0,
    )


def test_the_desk_needs_no_hand_before(hall: Hall) -> None:
    write(hall, client_id="one", after="", actor=TABLE)
    assert write(hall, after=None)["number"] == 2


# --- Changed, removed --------------------------------------------------------------------------


def test_changing_a_hand_moves_all_totals_after_it(hall: Hall) -> None:
    write(hall)
    write(hall)
    hands.change_hand(hall.games[0].pk, 1, HandEntry("B", "b", points=10), actor=DESK)
    assert [line.totals for line in hall.view().sheet.lines] == [(0, 10), (4, 10)]


def test_a_correction_that_ends_the_game_earlier_strikes_the_hands_after_it(hall: Hall) -> None:
    write(hall, TO_101[0])
    write(hall)
    write(hall, HandEntry("", "b", points=9))
    hands.change_hand(hall.games[0].pk, 2, HandEntry("", "a", points=5), actor=DESK)
    sheet = hall.view().sheet
    assert (sheet.totals, [line.counted for line in sheet.lines]) == ((101, 0), [True, True, False])


def test_a_correction_that_takes_the_end_away_lets_the_game_go_on(hall: Hall) -> None:
    for entry in TO_101:
        write(hall, entry)
    hands.change_hand(hall.games[0].pk, 1, HandEntry("", "a", points=2), actor=DESK)
    assert (hall.view().sheet.is_over, hall.view().game.state) == (False, Game.State.PLAYING)
    assert write(hall)["totals"] == [11, 0]


def test_a_correction_based_on_an_old_sheet_is_refused(hall: Hall) -> None:
    write(hall)
    seen = hall.view().game.version
    write(hall)
    with pytest.raises(RuleError) as refusal:
        hands.change_hand(hall.games[0].pk, 1, HandEntry(""), version=seen, actor=DESK)
    assert refusal.value.code == "stale_version"
    assert hall.view().sheet.totals == (8, 0)


def test_changing_a_hand_that_is_not_there_is_refused(hall: Hall) -> None:
    with pytest.raises(RuleError) as refusal:
        hands.change_hand(hall.games[0].pk, 3, FOUR_TO_A, actor=DESK)
    assert refusal.value.code == "hand_gone"


def test_an_impossible_correction_leaves_the_hand_as_it_was(hall: Hall) -> None:
    write(hall)
    with pytest.raises(RuleError):
        hands.change_hand(hall.games[0].pk, 1, HandEntry("R", "a", points=3), actor=DESK)
    assert hall.view().sheet.totals == (4, 0)


def test_the_last_hand_is_removed_once_however_often_it_is_asked(hall: Hall) -> None:
    write(hall)
    write(hall)
    for _ in range(2):
        hands.remove_last_hand(hall.games[0].pk, actor=TABLE, client_id="undo")
    assert len(hall.view().hands) == 1


def test_there_must_be_a_hand_to_remove(hall: Hall) -> None:
    with pytest.raises(RuleError) as refusal:
        hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    assert refusal.value.code == "no_hand"


def test_a_hand_removed_and_another_written_stand_in_order(hall: Hall) -> None:
    write(hall, client_id="one", after="", actor=TABLE)
    hands.remove_last_hand(hall.games[0].pk, actor=TABLE)
    write(hall, HandEntry("", "b", points=2), client_id="two", after="", actor=TABLE)
    assert hall.view().sheet.totals == (0, 2)


# --- The opening draw, the end by time ---------------------------------------------------------


def test_the_opening_draw_may_be_changed_until_confirmation(hall: Hall) -> None:
    game = hall.games[0].pk
    for side in ("a", "b", ""):
        hands.set_opening_draw(game, side, actor=TABLE)
        assert hall.view().game.opening_draw == side
    games.walkover(game, "a", actor=DESK)
    with pytest.raises(RuleError):
        hands.set_opening_draw(game, "a", actor=DESK)


def test_the_desk_ends_a_game_by_time_and_takes_it_back(hall: Hall) -> None:
    game = hall.games[0].pk
    write(hall)
    hands.stop(game, actor=DESK)
    assert hall.view().sheet.ending.article == "E 12.3.3"
    refused("sheet_over", hall)
    hands.play_on(game, actor=DESK)
    assert write(hall)["totals"] == [8, 0]


def test_a_game_that_is_over_cannot_be_stopped(hall: Hall) -> None:
    for entry in TO_101:
        write(hall, entry)
    with pytest.raises(RuleError) as refusal:
        hands.stop(hall.games[0].pk, actor=DESK)
    assert (refusal.value.code, refusal.value.article) == ("sheet_over", "E 12.3.1")


def test_a_table_ends_its_game_only_once_the_end_was_announced(hall: Hall) -> None:
    game, late = hall.games[0].pk, START + timedelta(minutes=61)
    write(hall)
    with pytest.raises(RuleError) as refusal:
        hands.stop(game, actor=TABLE, now=late)
    assert refusal.value.code == "time_not_over"
    announcements.announce_end(hall.round.pk, START + timedelta(minutes=60), actor=DESK, now=START)
    with pytest.raises(RuleError):
        hands.stop(game, actor=TABLE, now=START + timedelta(minutes=59))
    hands.stop(game, actor=TABLE, now=late)
    assert hall.view().sheet.is_over


def test_the_hand_begun_before_the_end_is_the_last_that_a_phone_writes(hall: Hall) -> None:
    """D 2: a begun hand is finished and counts, no new one is dealt."""
    announcements.announce_end(hall.round.pk, START + timedelta(minutes=60), actor=DESK, now=START)
    write(hall, after="", client_id="one", actor=TABLE)
    late = START + timedelta(minutes=62)
    assert write(hall, after="one", client_id="two", actor=TABLE, now=late)["over"]
    assert (
        refused("sheet_over", hall, after="two", client_id="three", actor=TABLE, now=late).article
        == "E 12.3.3"
    )


@pytest.mark.django_db
def test_where_time_stops_the_hand_a_phone_writes_none_after_it() -> None:
    """D 2, where the regulation says stop."""
    hall = published_hall(4, changes={"at_time": "stop", "time_limit_minutes": 60})
    refused("time_over", hall, after="", actor=TABLE, now=START + timedelta(minutes=60))
    assert write(hall, now=START + timedelta(minutes=60))["number"] == 1


def test_the_last_hand_of_a_table_is_one_more_than_recorded_and_may_be_corrected(hall: Hall) -> None:
    """D 2, E 12.3.3.2."""
    game = hall.games[0].pk
    write(hall)
    announcements.announce_last_hand(hall.round.pk, actor=DESK, now=START + timedelta(minutes=50))
    assert hall.view().game.last_hand == 2
    assert write(hall)["over"]
    hands.set_last_hand(game, 3, actor=DESK)
    assert not hall.view().sheet.is_over
    hands.set_last_hand(game, None, actor=DESK)
    assert hall.view().game.last_hand is None


@pytest.mark.parametrize("number", [0, -1, 13])
def test_a_last_hand_that_cannot_be_is_refused(hall: Hall, number: int) -> None:
    with pytest.raises(RuleError):
        hands.set_last_hand(hall.games[0].pk, number, actor=DESK)


def test_a_last_hand_before_hands_already_written_is_refused(hall: Hall) -> None:
    write(hall)
    write(hall)
    with pytest.raises(RuleError):
        hands.set_last_hand(hall.games[0].pk, 1, actor=DESK)


# --- The log -----------------------------------------------------------------------------------


def test_the_log_tells_where_a_hand_was_written_and_what_it_was_before(hall: Hall) -> None:
    write(hall, client_id="one", after="", actor=TABLE)
    hands.change_hand(hall.games[0].pk, 1, HandEntry("C", "b", points=6), actor=DESK)
    changed, written = hall.championship.log.all()[:2]
    assert (written.what, written.via, written.round_number, written.table) == ("record_hand", "table", 1, 1)
    assert (changed.what, changed.via) == ("change_hand", "desk")
    assert (changed.before["points"], changed.after["points"]) == ([4, 0], [0, 6])


def test_every_write_makes_a_new_version_of_the_pages(hall: Hall) -> None:
    before = Championship.objects.get(pk=hall.championship.pk).version
    write(hall)
    assert Championship.objects.get(pk=hall.championship.pk).version == before + 1
