"""A published pairing mended: chosen tables and late pairs change, everything else stays as it is (E 17.2, D 13)."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import START
from tests.services.conftest import DESK, Hall, after_round_one, published_hall, refusal_of, seated, settle
from tournament.models import Absence, Game, Pair, Round, Seat
from tournament.queries.drawing import seating_of
from tournament.queries.meetings import draw_of
from tournament.queries.rounds import clock_of_table
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import announcements, drafts, hands, pairs, repairs, rounds
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db
LATE = PairDetails("Els Tardans", "Rosa", "Pau")
SOON = START + timedelta(minutes=9)


def again(hall: Hall) -> Round:
    return Round.objects.select_related("championship").get(pk=hall.round.pk)


def pair_of(hall: Hall, number: int) -> Pair:
    return Pair.objects.get(championship=hall.championship, number=number)


def play_a_hand(hall: Hall, table: int) -> None:
    hands.record_hand(hall.games[table - 1].pk, HandEntry("", "a", points=4), after=None, actor=DESK)


def open_games(round_: Round) -> dict[int | None, Game]:
    return {game.table: game for game in Game.objects.filter(round=round_, voided_at=None)}


def test_chosen_tables_are_drawn_again_at_their_numbers_and_all_others_stay() -> None:
    hall = published_hall(9)
    before, games = seated(hall.round), open_games(hall.round)
    repairs.exchange(hall.round.pk, before[0][0], before[1][0], reason="prova", actor=DESK, now=SOON)
    repairs.repair(hall.round.pk, [1, 2], reason="mal dites", actor=DESK, now=SOON)
    after = seated(hall.round)
    assert after[2:] == before[2:]
    assert {n for t in after[:2] for n in t} == {n for t in before[:2] for n in t}
    now = open_games(hall.round)
    assert {t for t in games if games[t].token == now[t].token} == {3, 4, None}


def test_the_clock_of_a_table_drawn_again_begins_anew_and_an_announced_end_waits_for_its_floor() -> None:
    """E 12.3.3.1."""
    hall = published_hall(9)
    before = seated(hall.round)
    announcements.announce_end(hall.round.pk, START + timedelta(minutes=55), actor=DESK, now=START)
    repairs.exchange(hall.round.pk, before[0][0], before[1][0], reason="prova", actor=DESK, now=SOON)
    games = open_games(hall.round)
    ends = {table: clock_of_table(game).ends_at for table, game in games.items() if table}
    own, common = SOON + timedelta(minutes=50), START + timedelta(minutes=55)
    assert ends == {1: own, 2: own, 3: common, 4: common}


def test_a_table_where_play_has_begun_stays_and_is_named() -> None:
    hall = published_hall(9)
    play_a_hand(hall, 2)
    before = seated(hall.round)
    refusal = refusal_of(
        repairs.exchange, hall.round.pk, before[0][0], before[1][0], reason="prova", now=SOON
    )
    assert (refusal.code, refusal.facts["tables"]) == ("tables_begun", [2])
    assert seated(hall.round) == before


def test_mending_needs_a_reason_which_is_logged_and_kept_with_the_round() -> None:
    hall = published_hall(9)
    a, b = seated(hall.round)[0][0], seated(hall.round)[1][0]
    assert refusal_of(repairs.exchange, hall.round.pk, a, b, reason="  ").code == "reason_missing"
    repairs.exchange(hall.round.pk, a, b, reason="cadira de rodes", actor=DESK, now=SOON)
    entry = hall.championship.log.filter(what="exchange").get()
    assert entry.reason == again(hall).reasons["repairs"][0]["reason"] == "cadira de rodes"


def test_what_would_come_out_the_same_is_not_done() -> None:
    hall = published_hall(9)
    assert refusal_of(repairs.repair, hall.round.pk, [1], reason="prova").code == "nothing_changes"


def test_a_pair_that_left_is_drawn_out_with_the_one_that_rests() -> None:
    hall = published_hall(9)
    gone, alone = seated(hall.round)[0]
    resting = seating_of(hall.round).bye
    pairs.withdraw(pair_of(hall, gone).pk, actor=DESK)
    refusal = refusal_of(repairs.repair, hall.round.pk, [1], reason="han marxat", now=SOON)
    assert (refusal.code, refusal.facts["pair"]) == ("odd_rest", resting)
    repairs.repair(hall.round.pk, [1], with_bye=True, reason="han marxat", actor=DESK, now=SOON)
    assert frozenset(seated(hall.round)[0]) == {alone, resting}
    assert seating_of(again(hall)).bye is None
    missed = Absence.objects.get(pair__number=gone, pair__championship=hall.championship)
    assert (missed.round_number, missed.wins2) == (1, 0)
    assert {row.number: row.wins2 for row in standings(hall.championship)}[resting or 0] == 0


def test_only_a_published_round_is_mended() -> None:
    hall = after_round_one()
    assert refusal_of(repairs.repair, hall.round.pk, [1], reason="prova").code == "round_not_published"


def test_a_mending_is_taken_back_and_the_old_sheets_hold_again() -> None:
    hall = published_hall(9)
    before, tokens = seated(hall.round), {t: g.token for t, g in open_games(hall.round).items()}
    a, b = before[0][0], before[1][0]
    repairs.exchange(hall.round.pk, a, b, reason="prova", actor=DESK, now=SOON)
    repairs.take_back(hall.round.pk, actor=DESK)
    assert seated(hall.round) == before
    assert {t: g.token for t, g in open_games(hall.round).items()} == tokens
    assert refusal_of(repairs.take_back, hall.round.pk).code == "nothing_mended"


def test_a_mending_whose_tables_have_begun_stays() -> None:
    hall = published_hall(9)
    a, b = seated(hall.round)[0][0], seated(hall.round)[1][0]
    repairs.exchange(hall.round.pk, a, b, reason="prova", actor=DESK, now=SOON)
    new = open_games(hall.round)[2]
    hands.record_hand(new.pk, HandEntry("", "a", points=4), after=None, actor=DESK)
    assert refusal_of(repairs.take_back, hall.round.pk).facts["tables"] == [2]


# --- Late pairs --------------------------------------------------------------------------------


def with_a_late_pair(number: int = 5) -> tuple[Hall, int]:
    hall = published_hall(number)
    made = pairs.register(hall.championship.pk, LATE, actor=DESK)
    return hall, made.number


def test_a_late_pair_meets_the_one_that_rests_and_no_other_table_changes() -> None:
    """D 13, E 13.3: under fifteen minutes."""
    hall, late = with_a_late_pair()
    before, resting = seated(hall.round), seating_of(hall.round).bye
    repairs.seat_late(hall.round.pk, late, resting or 0, actor=DESK, now=SOON)
    after = seating_of(again(hall))
    assert (after.tables[3], after.bye) == ((resting, late), None)
    assert seated(hall.round)[:2] == before[:2]
    assert not Absence.objects.filter(pair__number=late).exists()
    assert {row.number: row.wins2 for row in standings(hall.championship)}[resting or 0] == 0
    assert open_games(hall.round)[3].zero_at == SOON


def test_whoever_had_the_bye_never_has_it_and_a_game_at_once() -> None:
    hall, late = with_a_late_pair()
    resting = seating_of(hall.round).bye or 0
    repairs.seat_late(hall.round.pk, late, resting, actor=DESK, now=SOON)
    assert Seat.objects.filter(round=hall.round, pair__number=resting, void=False).count() == 1
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK)
    assert verify(again(hall).championship) == ()


def test_two_late_pairs_meet_where_nobody_rests() -> None:
    hall, late = with_a_late_pair(4)
    other = pairs.register(hall.championship.pk, PairDetails("Més Tard", "Ona", "Nil"), actor=DESK).number
    repairs.seat_late(hall.round.pk, late, other, actor=DESK, now=SOON)
    assert seating_of(again(hall)).tables[3] == (late, other)


def test_after_the_fifteen_minutes_it_takes_a_reason() -> None:
    hall, late = with_a_late_pair()
    resting = seating_of(hall.round).bye or 0
    at = START + timedelta(minutes=15)
    refusal = refusal_of(repairs.seat_late, hall.round.pk, late, resting, now=at)
    assert (refusal.code, refusal.facts["minutes"], refusal.facts["since"]) == ("too_late", 15, 15)
    repairs.seat_late(hall.round.pk, late, resting, reason="el tren", actor=DESK, now=at)
    assert seating_of(again(hall)).table_of(late) == 3


def test_a_pair_with_a_table_is_not_seated_again() -> None:
    hall, late = with_a_late_pair()
    seated_pair = seated(hall.round)[0][0]
    refusal = refusal_of(repairs.seat_late, hall.round.pk, late, seated_pair, now=SOON)
    assert (refusal.code, refusal.facts["table"]) == ("pair_seated", 1)


def test_a_pair_that_left_is_not_seated() -> None:
    hall, late = with_a_late_pair()
    pairs.withdraw(pair_of(hall, late).pk, actor=DESK)
    resting = seating_of(hall.round).bye or 0
    assert refusal_of(repairs.seat_late, hall.round.pk, late, resting, now=SOON).code == "pair_not_present"


def test_a_rematch_with_the_one_that_rests_takes_a_reason() -> None:
    hall = after_round_one(5)
    one, other = seated(hall.round)[0]
    pairs.mark_absent(pair_of(hall, one).pk, round_number=2, reason="late", actor=DESK)
    pairs.mark_absent(pair_of(hall, other).pk, round_number=2, reason="late", actor=DESK)
    second = rounds.draft(hall.championship.pk, actor=DESK, now=START)
    rounds.publish(second.pk, actor=DESK, now=START)
    assert refusal_of(repairs.seat_late, second.pk, one, other, now=SOON).code == "met_already"
    repairs.seat_late(second.pk, one, other, reason="no hi ha ningú més", actor=DESK, now=SOON)
    assert seating_of(second).table_of(one) == seating_of(second).table_of(other)


def test_a_round_with_a_late_table_is_still_unpublished_and_drawn_anew() -> None:
    hall, late = with_a_late_pair()
    repairs.seat_late(hall.round.pk, late, seating_of(hall.round).bye or 0, actor=DESK, now=SOON)
    rounds.unpublish(hall.round.pk, actor=DESK)
    redrawn = rounds.draft(hall.championship.pk, actor=DESK)
    assert sorted(n for table in seated(redrawn) for n in table) == [1, 2, 3, 4, 5, 6]


def test_a_late_pair_seated_by_mistake_is_unseated_and_the_other_rests_again() -> None:
    hall, late = with_a_late_pair()
    resting = seating_of(hall.round).bye or 0
    repairs.seat_late(hall.round.pk, late, resting, actor=DESK, now=SOON)
    repairs.take_back(hall.round.pk, actor=DESK)
    assert seating_of(again(hall)).bye == resting
    assert Absence.objects.get(pair__number=late).reason == Absence.Reason.LATE
    assert {row.number: row.wins2 for row in standings(hall.championship)}[resting] == 2
    assert verify(again(hall).championship) == ()


# --- Taken back after other things happened ----------------------------------------------------


def test_what_was_mended_is_part_of_the_draft_once_the_publication_is_taken_back() -> None:
    hall = published_hall(9)
    a, b = seated(hall.round)[0][0], seated(hall.round)[1][0]
    repairs.exchange(hall.round.pk, a, b, reason="prova", actor=DESK, now=SOON)
    mended = seated(hall.round)
    rounds.unpublish(hall.round.pk, actor=DESK)
    assert seated(hall.round) == mended
    assert not Game.objects.exclude(voided_at=None).exists()
    drafts.exchange(hall.round.pk, a, b, actor=DESK)
    rounds.publish(hall.round.pk, reason="ara sí", actor=DESK)
    assert refusal_of(repairs.take_back, hall.round.pk).code == "nothing_mended"
    assert verify(again(hall).championship) == ()


def test_pairs_that_had_asked_to_be_away_are_away_again_when_their_seat_is_taken_back() -> None:
    championship = factories.championship()
    factories.pairs(9, championship)
    for number in (4, 9):
        pair = championship.pairs.get(number=number)
        pairs.mark_absent(pair.pk, round_number=1, reason="asked", actor=DESK)
    round_ = rounds.draft(championship.pk, actor=DESK, now=START)
    rounds.publish(round_.pk, actor=DESK, now=START)
    rows = Absence.objects.order_by("pair").values_list("pair__number", "reason", "by_publication")
    before = list(rows)
    repairs.seat_late(round_.pk, 4, 9, actor=DESK, now=SOON)
    assert list(rows.all()) == []
    repairs.take_back(round_.pk, actor=DESK)
    assert list(rows.all()) == before == [(4, "asked", False), (9, "asked", False)]


def test_two_screens_do_not_undo_each_other() -> None:
    hall = published_hall(9)
    a, b = seated(hall.round)[0][0], seated(hall.round)[1][0]
    version = again(hall).version
    repairs.exchange(hall.round.pk, a, b, reason="primer", version=version, actor=DESK, now=SOON)
    second = refusal_of(repairs.exchange, hall.round.pk, a, b, reason="segon", version=version, now=SOON)
    assert second.code == "stale_version"
    assert refusal_of(repairs.take_back, hall.round.pk, version=version).code == "stale_version"


def test_a_table_that_was_not_drawn_again_keeps_its_reasons() -> None:
    hall, late = with_a_late_pair(9)
    repairs.seat_late(hall.round.pk, late, seating_of(hall.round).bye or 0, actor=DESK, now=SOON)
    a, b = seated(hall.round)[0][0], seated(hall.round)[1][0]
    repairs.exchange(hall.round.pk, a, b, reason="prova", actor=DESK, now=SOON)
    before = {m.table: [r["code"] for r in m.reasons] for m in draw_of(again(hall)).meetings}
    repairs.repair(hall.round.pk, [1, 2], reason="prova", actor=DESK, now=SOON)
    after = {m.table: [r["code"] for r in m.reasons] for m in draw_of(again(hall)).meetings}
    assert before[5] == []  # made by hand
    assert {table: after[table] for table in (3, 4, 5)} == {table: before[table] for table in (3, 4, 5)}
