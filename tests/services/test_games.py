"""Results: typed totals beside hands, walkovers, rulings, confirmation, reopening (E 13, E 15.2.7, E 17.2)."""

from typing import Any

import pytest

from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tournament.models import Championship, Game, PlayedHand, Seat
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import games, hands, rounds
from tournament.services.hands import HandEntry


def counted(hall: Hall, table: int = 1) -> list[tuple[int | None, int | None, int | None]]:
    seats = Seat.objects.filter(game=hall.games[table - 1]).order_by("side")
    return [(seat.points_for, seat.points_against, seat.wins2) for seat in seats]


def write(hall: Hall, bid: str, side: str, points: int) -> None:
    entry = HandEntry(bid, side, points=points or None)
    hands.record_hand(hall.games[0].pk, entry, after=None, actor=DESK)


NOTHING = [(None, None, None), (None, None, None)]


# --- Confirmed ---------------------------------------------------------------------------------


def test_a_confirmed_sheet_counts_with_its_cap(hall: Hall) -> None:
    write(hall, "BR", "b", 144 * 2)
    result = games.confirm(hall.games[0].pk, actor=DESK)
    assert (result.points, result.wins2) == ((0, 136), (0, 2))
    assert counted(hall) == [(0, 136, 0), (136, 0, 2)]
    assert hall.view().game.adjustments == [["winner_cap", "E 13.4", [0, -152]]]


def test_only_a_confirmed_game_stands_in_the_standings(hall: Hall) -> None:
    played = {hall.view().a.number, hall.view().b.number}
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    assert [row.played for row in standings(hall.championship) if row.number in played] == [0, 0]
    games.confirm(hall.games[0].pk, actor=DESK)
    assert {row.number: row.wins2 for row in standings(hall.championship) if row.number in played} == {
        hall.view().a.number: 2,
        hall.view().b.number: 0,
    }


def test_a_sheet_that_is_not_over_is_not_confirmed(hall: Hall) -> None:
    """E 13.1: who is ahead when the game is over has won, and not before."""
    write(hall, "", "a", 4)
    refusal = refusal_of(games.confirm, hall.games[0].pk)
    assert (refusal.code, refusal.facts["table"]) == ("sheet_open", 1)
    assert counted(hall) == NOTHING


def test_an_empty_game_is_not_confirmed(hall: Hall) -> None:
    assert refusal_of(games.confirm, hall.games[0].pk).code == "sheet_open"


def test_a_level_game_waits_for_the_winner_of_the_opening_draw(hall: Hall) -> None:
    """E 13.2."""
    games.record_totals(hall.games[0].pk, (80, 80), actor=DESK)
    assert refusal_of(games.confirm, hall.games[0].pk).code == "opening_draw_missing"
    hands.set_opening_draw(hall.games[0].pk, "b", actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall) == [(80, 81, 0), (81, 80, 2)]


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["vilaplana-2017", "ponent", "lloret-2014"])
def test_a_level_game_is_half_a_win_each_where_the_preset_says_so(preset: str) -> None:
    hall = published_hall(4, preset=preset)
    games.record_totals(hall.games[0].pk, (80, 80), actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall) == [(80, 80, 1), (80, 80, 1)]


def test_confirming_twice_confirms_once(hall: Hall) -> None:
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    for client_id in ("one", "one", "two"):
        result = games.confirm(hall.games[0].pk, actor=DESK, client_id=client_id)
        assert result.points == (101, 60)
    assert hall.championship.log.filter(what="confirm").count() == 1


def test_a_confirmation_of_an_old_sheet_is_refused(hall: Hall) -> None:
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    seen = hall.view().game.version
    games.record_totals(hall.games[0].pk, (101, 66), actor=DESK)
    assert refusal_of(games.confirm, hall.games[0].pk, version=seen).code == "stale_version"
    assert counted(hall) == NOTHING


def test_a_finished_championship_confirms_nothing(hall: Hall) -> None:
    Championship.objects.update(state=Championship.State.FINISHED)
    assert refusal_of(games.confirm, hall.games[0].pk).code == "championship_finished"


# --- Typed totals and hands --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "code"),
    [((101, 101), "totals_impossible"), ((-1, 101), "totals_negative"), ((1010, 5), "totals_too_high")],
)
def test_totals_that_cannot_be_are_refused_and_nothing_is_kept(
    hall: Hall, totals: tuple[int, int], code: str
) -> None:
    assert refusal_of(games.record_totals, hall.games[0].pk, totals).code == code
    assert hall.view().typed is None


@pytest.mark.django_db
def test_level_totals_are_refused_where_a_game_must_be_decided() -> None:
    hall = published_hall(4, changes={"tie_rule": "extra_hands"})
    assert refusal_of(games.record_totals, hall.games[0].pk, (60, 60)).code == "level_undecided"


def test_totals_typed_on_an_old_sheet_are_refused(hall: Hall) -> None:
    seen = hall.view().game.version
    games.record_totals(hall.games[0].pk, (101, 60), version=seen, actor=DESK)
    assert refusal_of(games.record_totals, hall.games[0].pk, (60, 101), version=seen).code == "stale_version"
    assert hall.view().typed == (101, 60)


def test_hands_that_arrive_after_typed_totals_make_the_game_wait(hall: Hall) -> None:
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    entry = HandEntry("", "a", points=4)
    hands.record_hand(hall.games[0].pk, entry, after="", actor=TABLE, client_id="one")
    assert hall.view().totals_differ
    assert hall.view().typed == (101, 60)
    refusal = refusal_of(games.confirm, hall.games[0].pk)
    assert (refusal.code, refusal.facts["typed"], refusal.facts["hands"]) == (
        "totals_differ",
        (101, 60),
        (4, 0),
    )


def test_choosing_the_hands_drops_the_totals(hall: Hall) -> None:
    write(hall, "", "a", 4)
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    games.choose(hall.games[0].pk, "hands", actor=DESK)
    assert (hall.view().typed, hall.view().score) == (None, (4, 0))


def test_choosing_the_totals_strikes_the_hands_and_keeps_them_as_a_trace(hall: Hall) -> None:
    write(hall, "", "a", 4)
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    games.choose(hall.games[0].pk, "totals", actor=DESK)
    assert [hand.kind for hand in hall.view().hands] == [PlayedHand.Kind.STRUCK]
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall)[0] == (101, 60, 2)


def test_a_choice_is_one_of_two(hall: Hall) -> None:
    write(hall, "", "a", 4)
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    assert refusal_of(games.choose, hall.games[0].pk, "both").code == "nothing_to_choose"
    assert hall.view().totals_differ


def test_there_is_nothing_to_choose_where_hands_and_totals_agree(hall: Hall) -> None:
    write(hall, "S", "a", 104)
    games.record_totals(hall.games[0].pk, (104, 0), actor=DESK)
    assert refusal_of(games.choose, hall.games[0].pk, "hands").code == "nothing_to_choose"
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall)[0] == (104, 0, 2)


def test_an_organiser_may_set_the_result_of_a_game_whose_hands_and_totals_differ(hall: Hall) -> None:
    write(hall, "", "a", 4)
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    games.award(hall.games[0].pk, (101, 66), (2, 0), reason="art. 17.2", actor=DESK)
    assert counted(hall) == [(101, 66, 2), (66, 101, 0)]
    games.undo_ruling(hall.games[0].pk, actor=DESK)
    assert hall.view().totals_differ


def test_cleared_totals_let_the_hands_speak_again(hall: Hall) -> None:
    write(hall, "", "a", 4)
    games.record_totals(hall.games[0].pk, (101, 60), actor=DESK)
    games.clear_totals(hall.games[0].pk, actor=DESK)
    assert (hall.view().typed, hall.view().game.state) == (None, Game.State.PLAYING)


# --- Not played --------------------------------------------------------------------------------


def test_a_walkover_counts_at_once(hall: Hall) -> None:
    """E 13.3."""
    games.walkover(hall.games[0].pk, "b", actor=DESK)
    assert counted(hall) == [(0, 51, 0), (51, 0, 2)]
    assert hall.view().is_confirmed


def test_both_absent_count_at_once_and_neither_wins(hall: Hall) -> None:
    """D 3."""
    games.both_absent(hall.games[0].pk, actor=DESK)
    assert counted(hall) == [(0, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize("ruling", ["walkover", "both_absent"])
def test_a_game_that_has_begun_is_no_walkover(hall: Hall, ruling: str) -> None:
    write(hall, "", "a", 4)
    args = ("a",) if ruling == "walkover" else ()
    assert refusal_of(getattr(games, ruling), hall.games[0].pk, *args).code == "game_begun"
    assert hall.view().is_played


@pytest.mark.parametrize("ruling", ["walkover", "both_absent"])
def test_a_ruling_taken_back_lets_the_game_be_played(hall: Hall, ruling: str) -> None:
    args = ("a",) if ruling == "walkover" else ()
    getattr(games, ruling)(hall.games[0].pk, *args, actor=DESK)
    games.undo_ruling(hall.games[0].pk, actor=DESK)
    assert (counted(hall), hall.view().kind.value, hall.view().game.winner) == (NOTHING, "played", "")
    write(hall, "S", "b", 104)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall)[1] == (104, 0, 2)


def test_an_award_needs_a_reason_and_counts_as_said(hall: Hall) -> None:
    """E 17.2: any organiser may decide, and it binds (E 17.4)."""
    award = (hall.games[0].pk, (20, 30), (2, 0))
    assert refusal_of(games.award, *award, reason=" ").code == "reason_missing"
    games.award(*award, reason="art. 17.2: full perdut", actor=DESK)
    assert counted(hall) == [(20, 30, 2), (30, 20, 0)]
    assert hall.championship.log.first().reason == "art. 17.2: full perdut"


def test_an_award_leaves_the_hands_as_a_trace_and_taken_back_they_count_again(hall: Hall) -> None:
    write(hall, "S", "a", 104)
    games.award(hall.games[0].pk, (0, 51), (0, 2), reason="abandó", actor=DESK)
    games.undo_ruling(hall.games[0].pk, actor=DESK)
    assert (hall.view().game.award, hall.view().score) == (None, (104, 0))
    assert hall.view().game.state == Game.State.COMPLETE


def test_wins_of_an_award_are_one_two_halves_or_none(hall: Hall) -> None:
    refusal = refusal_of(games.award, hall.games[0].pk, (20, 30), (2, 2), reason="x")
    assert refusal.code == "award_wins"
    assert hall.view().kind == "played"


def test_there_must_be_a_ruling_to_take_back(hall: Hall) -> None:
    assert refusal_of(games.undo_ruling, hall.games[0].pk).code == "no_ruling"


@pytest.mark.parametrize("write_to_it", ["confirmed", "reopened", "awarded", "missed"])
def test_a_bye_is_what_the_publication_made_it(hall: Hall, write_to_it: str) -> None:
    bye = hall.bye.pk
    if write_to_it == "confirmed":
        games.confirm(bye, actor=DESK)
    elif write_to_it == "reopened":
        assert refusal_of(games.reopen, bye, reason="x").code == "bye_fixed"
    elif write_to_it == "awarded":
        refusal_of(games.award, bye, (0, 0), (0, 0), reason="x")
    else:
        refusal_of(games.both_absent, bye)
    seat = Seat.objects.get(game=bye)
    assert (seat.points_for, seat.points_against, seat.wins2) == (51, 0, 2)


# --- Reopened ----------------------------------------------------------------------------------


def confirmed(hall: Hall) -> None:
    write(hall, "S", "a", 104)
    games.confirm(hall.games[0].pk, actor=DESK)


def test_a_reopened_game_leaves_the_standings_and_keeps_its_hands(hall: Hall) -> None:
    confirmed(hall)
    games.reopen(hall.games[0].pk, reason="mà mal apuntada", actor=DESK)
    assert (counted(hall), hall.view().score) == (NOTHING, (104, 0))
    assert all(row.played <= 1 and row.points_for in (0, 51) for row in standings(hall.championship))


def test_a_reopened_game_is_corrected_and_confirmed_again(hall: Hall) -> None:
    confirmed(hall)
    games.reopen(hall.games[0].pk, reason="era de l'altra parella", actor=DESK)
    hands.change_hand(hall.games[0].pk, 1, HandEntry("S", "b", points=104), actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert counted(hall) == [(0, 104, 0), (104, 0, 2)]
    assert verify(Championship.objects.get(pk=hall.championship.pk)) == ()


def test_reopening_needs_a_reason_and_a_confirmed_game(hall: Hall) -> None:
    assert refusal_of(games.reopen, hall.games[0].pk, reason="x").code == "game_not_confirmed"
    confirmed(hall)
    assert refusal_of(games.reopen, hall.games[0].pk, reason="").code == "reason_missing"
    assert hall.view().is_confirmed


def test_a_game_of_a_closed_round_is_reopened_and_the_next_draw_waits_for_it(hall: Hall) -> None:
    for game in hall.games:
        games.walkover(game.pk, "a", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    games.reopen(hall.games[0].pk, reason="han arribat", actor=DESK)
    refusal = refusal_of(rounds.draft, hall.championship.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("games_open", [(1, 1)])
    confirmed(hall)
    assert rounds.draft(hall.championship.pk, actor=DESK).number == 2


def test_a_repeated_confirmation_of_a_game_reopened_since_confirms_nothing(hall: Hall) -> None:
    write(hall, "S", "a", 104)
    games.confirm(hall.games[0].pk, actor=DESK, client_id="one")
    games.reopen(hall.games[0].pk, reason="x", actor=DESK)
    hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK, client_id="one")
    assert counted(hall) == NOTHING


def test_a_game_that_is_gone_is_told_so(hall: Hall) -> None:
    assert refusal_of(games.confirm, 999_999).code == "game_gone"


def test_a_void_game_takes_nothing(hall: Hall) -> None:
    Game.objects.filter(pk=hall.games[0].pk).update(voided_at=hall.round.published_at)
    assert refusal_of(games.walkover, hall.games[0].pk, "a").code == "game_void"


@pytest.mark.parametrize("other", [{"table": 2}, {"totals": (90, 80)}])
def test_an_id_that_comes_with_something_else_is_refused(hall: Hall, other: dict[str, Any]) -> None:
    games.record_totals(hall.games[0].pk, (101, 80), actor=DESK, client_id="once")
    game = hall.games[other.get("table", 1) - 1]
    again = refusal_of(games.record_totals, game.pk, other.get("totals", (101, 80)), client_id="once")
    assert again.code == "client_id_reused"
    assert (hall.view(1).typed, hall.view(2).typed) == ((101, 80), None)


def test_totals_and_the_winner_of_the_draw_are_written_together(hall: Hall) -> None:
    games.record_totals(hall.games[0].pk, (80, 80), opening_draw="b", actor=DESK)
    assert games.confirm(hall.games[0].pk, actor=DESK).points == (80, 81)
    with pytest.raises(ValueError, match="neither"):
        games.record_totals(hall.games[1].pk, (80, 80), opening_draw="neither", actor=DESK)
    assert hall.view(2).typed is None


@pytest.mark.django_db
def test_a_ruling_of_a_closed_round_is_taken_back_with_a_reason_only() -> None:
    hall = published_hall(4)
    for game in hall.games:
        games.walkover(game.pk, "a", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    assert refusal_of(games.undo_ruling, hall.games[0].pk).code == "reason_missing"
    games.undo_ruling(hall.games[0].pk, reason="Sí que hi eren", actor=DESK)
    assert not hall.view(1).is_confirmed


def test_a_choice_between_hands_and_totals_may_come_with_a_remark(hall: Hall) -> None:
    """D 11."""
    game = hall.games[0].pk
    hands.record_hand(game, HandEntry("S", "a", points=104), after=None, actor=DESK)
    games.record_totals(game, (101, 3), actor=DESK)
    games.choose(game, "hands", remark="El paper s’havia sumat malament.", actor=DESK)
    assert list(hall.games[0].remarks.values_list("text", flat=True)) == ["El paper s’havia sumat malament."]
