"""What goes wrong in a hall, put right: played anew, by the wrong pairs, past the end, or not at all (E 17.2)."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.factories import START
from tests.services.conftest import DESK, Hall, published_hall, refusal_of, seated
from tournament.models import Absence, Game, LogEntry, Pair, Round, Seat
from tournament.queries.drawing import met_rounds, present_pairs, seating_of
from tournament.queries.games import GameView, games_of_round, view_of
from tournament.queries.infractions import Charge
from tournament.queries.mishaps import mishaps_at, mixed
from tournament.queries.rounds import clock_of_table
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import games, hands, mishaps, repairs, tables
from tournament.services.hands import HandEntry
from tournament.services.infractions import record_infraction

pytestmark = pytest.mark.django_db
LATER = START + timedelta(minutes=20)


def play_hands(game: Game, number: int = 1) -> None:
    for _ in range(number):
        hands.record_hand(game.pk, HandEntry("", "a", points=4), after=None, actor=DESK, now=START)


def now_at(hall: Hall, table: int) -> GameView:
    return next(view for view in games_of_round(hall.round) if view.table == table)


def facts(hall: Hall, number: int) -> tuple[int, int]:
    row = next(row for row in standings(hall.championship) if row.number == number)
    return row.wins2, row.points_for


# --- Played anew ---------------------------------------------------------------------------------


def test_an_annulled_sheet_counts_for_nothing_and_stays_as_a_trace() -> None:
    hall = published_hall()
    play_hands(hall.games[0], 5)
    games.award(hall.games[0].pk, (101, 40), (2, 0), reason="prova", actor=DESK)
    a, b = seated(hall.round)[0]
    mishaps.replay(hall.games[0].pk, reason="cartes repetides", actor=DESK, now=LATER)
    anew = now_at(hall, 1)
    assert (anew.a.number, anew.b and anew.b.number, anew.hands) == (a, b, ())
    assert (facts(hall, a), facts(hall, b)) == ((0, 0), (0, 0))
    assert clock_of_table(anew.game).start == LATER
    assert [len(each.hands) for each in mishaps_at(anew).annulled] == [5]
    assert list(verify(hall.championship)) == []


def test_beginning_anew_is_taken_back_while_there_is_no_hand() -> None:
    hall = published_hall()
    play_hands(hall.games[0], 5)
    mishaps.replay(hall.games[0].pk, reason="cartes repetides", actor=DESK, now=LATER)
    assert mishaps_at(now_at(hall, 1)).is_anew
    repairs.take_back(hall.round.pk, actor=DESK)
    assert (now_at(hall, 1).game.pk, len(now_at(hall, 1).hands)) == (hall.games[0].pk, 5)
    mishaps.replay(hall.games[0].pk, reason="cartes repetides", actor=DESK, now=LATER)
    play_hands(now_at(hall, 1).game)
    assert not mishaps_at(now_at(hall, 1)).is_anew
    assert refusal_of(repairs.take_back, hall.round.pk).code == "tables_begun"


def test_beginning_anew_needs_a_reason_and_a_table_of_the_round() -> None:
    hall = published_hall()
    game = hall.games[0].pk
    assert refusal_of(mishaps.replay, game, reason=" ").code == "reason_missing"
    assert refusal_of(mishaps.replay, hall.bye.pk, reason="prova").code == "bye_fixed"
    assert refusal_of(mishaps.replay, game, reason="prova", also=[9]).facts["table"] == 9
    assert now_at(hall, 1).game.pk == game


# --- By the wrong pairs --------------------------------------------------------------------------


def test_what_mixed_pairs_played_counts_for_those_who_sat_there() -> None:
    hall = published_hall()
    (a, b), (c, d), *_ = seated(hall.round)
    play_hands(hall.games[0], 3)
    games.record_totals(hall.games[1].pk, (40, 101), actor=DESK)
    games.confirm(hall.games[1].pk, actor=DESK)
    mishaps.accept_as_played(hall.games[0].pk, a, c, reason="taules barrejades", actor=DESK)
    assert seated(hall.round)[:2] == [(c, b), (a, d)]
    assert len(now_at(hall, 1).hands) == 3
    assert (facts(hall, a), facts(hall, c), facts(hall, d)) == ((0, 40), (0, 0), (2, 101))
    assert met_rounds(hall.championship, 2) == {frozenset((c, b)): [1], frozenset((a, d)): [1]}
    assert list(verify(hall.championship)) == []
    mishaps.accept_as_played(hall.games[0].pk, c, a, reason="no era així", actor=DESK)
    assert seated(hall.round)[:2] == [(a, b), (c, d)]


def test_pairs_of_one_table_or_of_none_were_not_mixed() -> None:
    hall = published_hall()
    (a, b), (c, _), (rests,) = seated(hall.round)
    accept, game = mishaps.accept_as_played, hall.games[0].pk
    assert refusal_of(accept, game, a, b, reason="prova").code == "same_meeting"
    assert refusal_of(accept, game, a, rests, reason="prova").code == "bye_fixed"
    assert refusal_of(accept, hall.games[1].pk, a, b, reason="prova").code == "pair_not_in_round"
    assert refusal_of(accept, game, a, 77, reason="prova").facts["pair"] == 77
    assert refusal_of(accept, game, a, c, reason="").code == "reason_missing"


def test_an_infraction_of_mixed_pairs_is_settled_first() -> None:
    hall = published_hall()
    (a, _), (c, _), *_ = seated(hall.round)
    play_hands(hall.games[0])
    record_infraction(hall.championship.pk, Charge(a, "16.1.3.5"), game_id=hall.games[0].pk, actor=DESK)
    refusal = refusal_of(mishaps.accept_as_played, hall.games[0].pk, a, c, reason="prova")
    assert (refusal.code, refusal.facts["table"]) == ("mixed_infractions", 1)


@pytest.mark.parametrize(("minutes", "written", "is_early"), [(14, 2, True), (15, 2, False), (14, 3, False)])
def test_mixed_pairs_change_places_while_little_was_played(
    minutes: int, written: int, is_early: bool
) -> None:
    hall = published_hall()
    (a, _), (c, _), *_ = seated(hall.round)
    play_hands(hall.games[1], written)
    found = mixed(now_at(hall, 1), a, c, now=START + timedelta(minutes=minutes))
    assert found and (found.minutes, found.hands, found.is_early) == (minutes, written, is_early)


# --- Past the end --------------------------------------------------------------------------------


def ended_by_target(hall: Hall) -> Game:
    hands.record_hand(hall.games[0].pk, HandEntry("BS", "a", points=112), after=None, actor=DESK)
    return hall.games[0]


def test_a_hand_after_the_end_stands_struck_and_counts_after_a_correction_by_itself() -> None:
    """D 12."""
    game = ended_by_target(published_hall())
    mishaps.strike(game.pk, HandEntry("C", "b", points=20), actor=DESK)
    view = view_of(Game.objects.get(pk=game.pk))
    assert (view.sheet.totals, [line.counted for line in view.sheet.lines]) == ((112, 0), [True, False])
    hands.change_hand(game.pk, 1, HandEntry("", "a", points=7), actor=DESK)
    assert view_of(Game.objects.get(pk=game.pk)).sheet.totals == (7, 20)


def test_a_hand_after_an_end_by_time_never_counts_and_is_taken_off_as_any_other() -> None:
    hall = published_hall()
    play_hands(hall.games[0])
    hands.stop(hall.games[0].pk, actor=DESK)
    mishaps.strike(hall.games[0].pk, HandEntry("C", "b", points=20), actor=DESK)
    assert view_of(Game.objects.get(pk=hall.games[0].pk)).sheet.totals == (4, 0)
    assert list(verify(hall.championship)) == []
    hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    assert len(now_at(hall, 1).hands) == 1


def test_a_hand_of_a_game_that_goes_on_is_not_struck() -> None:
    hall = published_hall()
    refusal = refusal_of(mishaps.strike, hall.games[0].pk, HandEntry("", "a", points=4))
    assert (refusal.code, refusal.facts["table"]) == ("game_goes_on", 1)


# --- A pair that is gone -------------------------------------------------------------------------


def test_the_pair_that_rests_comes_in_for_one_that_is_gone() -> None:
    hall = published_hall()
    (gone, stays), _, (rests,) = seated(hall.round)
    go = {"reason": "avaria del cotxe", "withdraws": True, "moves_in": True}
    mishaps.go_before_play(hall.games[0].pk, gone, **go, actor=DESK, now=LATER)  # type: ignore[arg-type]
    assert set(seated(hall.round)[0]) == {stays, rests}
    assert seating_of(Round.objects.get(pk=hall.round.pk)).bye is None
    assert facts(hall, rests) == (0, 0)
    assert Pair.objects.get(championship=hall.championship, number=gone).state == Pair.State.WITHDRAWN
    assert Absence.objects.get(pair__number=gone).reason == Absence.Reason.LEFT
    assert list(verify(hall.championship)) == []
    repairs.take_back(hall.round.pk, actor=DESK)
    assert (seated(hall.round)[0], seating_of(hall.round).bye) == ((gone, stays), rests)
    assert not Absence.objects.exists()


def test_the_opponent_of_a_pair_that_is_gone_wins_without_play() -> None:
    hall = published_hall()
    gone, stays = seated(hall.round)[0]
    go = {"reason": "avaria del cotxe", "withdraws": False, "moves_in": False}
    mishaps.go_before_play(hall.games[0].pk, gone, **go, actor=DESK)  # type: ignore[arg-type]
    assert (facts(hall, stays), facts(hall, gone)) == ((2, 51), (0, 0))
    assert Pair.objects.get(championship=hall.championship, number=gone).state == Pair.State.REGISTERED
    entry = LogEntry.objects.get(what="walkover")
    assert (entry.table, entry.reason) == (1, "avaria del cotxe")


def test_the_pair_that_rests_comes_in_for_an_expelled_one_too() -> None:
    hall = published_hall()
    (gone, stays), _, (rests,) = seated(hall.round)
    charge = Charge(gone, "16.1.1.1", moment="before_first_hand")
    record_infraction(hall.championship.pk, charge, game_id=hall.games[0].pk, actor=DESK)
    assert facts(hall, stays) == (2, 51)
    go = {"reason": "expulsada", "withdraws": True, "moves_in": True}
    mishaps.go_before_play(hall.games[0].pk, gone, **go, actor=DESK)  # type: ignore[arg-type]
    assert (set(seated(hall.round)[0]), facts(hall, stays)) == ({stays, rests}, (0, 0))
    assert Pair.objects.get(championship=hall.championship, number=gone).state == Pair.State.EXPELLED


def test_nobody_comes_in_where_play_has_begun_or_nobody_rests() -> None:
    hall = published_hall(4)
    (gone, _), (other, _) = seated(hall.round)
    go = {"reason": "marxa", "withdraws": True, "moves_in": True}
    assert refusal_of(mishaps.go_before_play, hall.games[0].pk, gone, **go).code == "nobody_rests"
    assert refusal_of(mishaps.go_before_play, hall.games[0].pk, other, **go).code == "pair_not_in_round"
    play_hands(hall.games[0])
    assert refusal_of(mishaps.go_before_play, hall.games[0].pk, gone, **go).code == "game_begun"
    assert Pair.objects.get(championship=hall.championship, number=gone).state == Pair.State.REGISTERED


# --- At another table ----------------------------------------------------------------------------


def test_two_games_exchange_their_tables_with_their_sheets_and_back() -> None:
    hall = published_hall()
    first, second = (view.game for view in games_of_round(hall.round) if view.b)
    play_hands(hall.games[0], 2)
    tables.change_table(hall.games[0].pk, 2, actor=DESK)
    assert [now_at(hall, table).game.token for table in (1, 2)] == [second.token, first.token]
    assert len(now_at(hall, 2).hands) == 2
    logged = LogEntry.objects.filter(what="change_table").order_by("pk")
    assert [(entry.table, entry.after) for entry in logged] == [(2, {"at_table": 1}), (1, {"at_table": 2})]
    assert list(verify(hall.championship)) == []
    tables.change_table(hall.games[0].pk, 1, actor=DESK)
    assert [now_at(hall, table).game.token for table in (1, 2)] == [first.token, second.token]


def test_a_game_goes_to_a_free_table_and_nowhere_else() -> None:
    hall = published_hall()
    tables.change_table(hall.games[0].pk, 9, actor=DESK)
    assert [view.table for view in games_of_round(hall.round)] == [2, 9, None]
    assert refusal_of(tables.change_table, hall.games[0].pk, 9).code == "table_same"
    assert refusal_of(tables.change_table, hall.games[0].pk, 501).code == "table_count"
    assert refusal_of(tables.change_table, hall.bye.pk, 5).code == "bye_fixed"


def test_a_mending_whose_tables_were_changed_since_is_not_taken_back_over_others() -> None:
    hall = published_hall(9)
    before = seated(hall.round)
    repairs.exchange(hall.round.pk, before[0][0], before[1][0], reason="prova", actor=DESK)
    tables.change_table(now_at(hall, 1).game.pk, 4, actor=DESK)
    refusal = refusal_of(repairs.take_back, hall.round.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("tables_changed", [1])
    tables.change_table(now_at(hall, 4).game.pk, 1, actor=DESK)
    repairs.take_back(hall.round.pk, actor=DESK)
    assert seated(hall.round) == before


def test_a_mending_whose_pairs_sit_elsewhere_since_is_not_taken_back_over_them() -> None:
    hall = published_hall(9)
    before = seated(hall.round)
    repairs.exchange(hall.round.pk, before[0][0], before[1][0], reason="prova", actor=DESK)
    one, other = now_at(hall, 1).a.number, before[3][0]
    mishaps.accept_as_played(now_at(hall, 1).game.pk, one, other, reason="barreja", actor=DESK)
    refusal = refusal_of(repairs.take_back, hall.round.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("tables_changed", [4])
    assert Seat.objects.filter(round=hall.round, void=False).count() == 9


def test_a_pair_that_misses_one_round_alone_is_in_the_next_draw() -> None:
    hall = published_hall()
    gone, _ = seated(hall.round)[0]
    go = {"reason": "arriba tard", "withdraws": False, "moves_in": True}
    mishaps.go_before_play(hall.games[0].pk, gone, **go, actor=DESK)  # type: ignore[arg-type]
    assert Absence.objects.get(pair__number=gone).round_number == 1
    assert gone in {pair.number for pair in present_pairs(hall.championship, 2)}


def test_what_was_accepted_as_played_is_read_by_the_hall_until_it_is_undone() -> None:
    hall = published_hall()
    (a, _), (c, _), *_ = seated(hall.round)
    play_hands(hall.games[0])
    mishaps.accept_as_played(hall.games[0].pk, a, c, reason="taules barrejades", actor=DESK, now=LATER)
    kept = Round.objects.get(pk=hall.round.pk).reasons["accepted"]
    said = {"pairs": [a, c], "tables": [1, 2], "reason": "taules barrejades"}
    assert kept == [{"at": LATER.isoformat(), **said}]
    page = Client().get(f"/en/c/{hall.championship.slug}/ronda/1/").content.decode()
    assert f"pairs {a} and {c} sat in each other’s place (tables 1 and 2): taules barrejades" in page
    mishaps.accept_as_played(hall.games[0].pk, c, a, reason="no era així", actor=DESK)
    assert Round.objects.get(pk=hall.round.pk).reasons["accepted"] == []
