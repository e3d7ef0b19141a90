"""A round from its draft to its closing: what each step needs, and how each is taken back (E 12, E 13.3)."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import START
from tests.services.conftest import DESK, after_round_one, published_hall, refusal_of, seated, settle
from tournament.core.clock import Phase
from tournament.models import Absence, Championship, Game, Round, Seat
from tournament.queries.drawing import pairing_input
from tournament.queries.rounds import clock_of_table
from tournament.queries.standings import standings
from tournament.services import announcements, games, hands, pairs, rounds
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db
NEWCOMERS = PairDetails("Els Nouvinguts", "Rosa", "Pau")


# --- Draft -------------------------------------------------------------------------------------


def test_a_draft_seats_everybody_once_and_the_odd_pair_rests() -> None:
    championship = factories.championship()
    factories.pairs(7, championship)
    tables = seated(rounds.draft(championship.pk, actor=DESK))
    assert sorted(number for table in tables for number in table) == [1, 2, 3, 4, 5, 6, 7]
    assert [len(table) for table in tables] == [2, 2, 2, 1]


def test_the_first_round_is_a_lot_that_its_seed_gives_again() -> None:
    championship = factories.championship(lot_seed="visca la manilla")
    factories.pairs(5, championship)
    round_ = rounds.draft(championship.pk, actor=DESK)
    assert (round_.seed, seated(round_)) == ("visca la manilla", [(1, 4), (2, 3), (5,)])


def test_a_draft_is_nobodys_business_but_the_desks() -> None:
    championship = factories.championship()
    factories.pairs(5, championship)
    rounds.draft(championship.pk, actor=DESK)
    assert {row.wins2 for row in standings(championship)} == {0}
    assert Championship.objects.get(pk=championship.pk).state == "setup"


def test_drawing_again_replaces_the_draft() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    old = rounds.draft(championship.pk, actor=DESK)
    new = rounds.draft(championship.pk, actor=DESK)
    assert [round_.pk for round_ in championship.rounds.all()] == [new.pk]
    assert refusal_of(rounds.publish, old.pk).code == "round_gone"


def test_a_draw_asked_for_twice_by_one_form_is_one_draw() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    first = rounds.draft(championship.pk, actor=DESK, client_id="draw")
    assert rounds.draft(championship.pk, actor=DESK, client_id="draw") == first
    assert championship.log.filter(what="draft").count() == 1


def test_a_draw_repeated_after_its_draft_was_thrown_away_says_so() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    first = rounds.draft(championship.pk, actor=DESK, client_id="draw")
    rounds.discard(first.pk, actor=DESK)
    assert refusal_of(rounds.draft, championship.pk, client_id="draw").code == "round_gone"


def test_absent_and_withdrawn_pairs_are_not_drawn() -> None:
    championship = factories.championship()
    third, fourth, *_ = factories.pairs(6, championship)[2:]
    pairs.mark_absent(third.pk, round_number=1, reason="asked", actor=DESK)
    pairs.withdraw(fourth.pk, actor=DESK)
    numbers = sorted(
        number for table in seated(rounds.draft(championship.pk, actor=DESK)) for number in table
    )
    assert numbers == [1, 2, 5, 6]


def test_a_round_needs_two_pairs() -> None:
    championship = factories.championship()
    factories.pair(championship)
    refusal = refusal_of(rounds.draft, championship.pk)
    assert (refusal.code, refusal.facts["present"]) == ("too_few_pairs", 1)


@pytest.mark.parametrize("preset", ["girona-2016", "casual"])
def test_a_regulation_without_rounds_cannot_be_drawn(preset: str) -> None:
    championship = factories.championship(preset=preset)
    factories.pairs(4, championship)
    assert refusal_of(rounds.draft, championship.pk).code == "not_swiss"


def test_the_next_draw_waits_for_open_games_and_names_their_tables() -> None:
    hall = published_hall()
    games.walkover(hall.games[1].pk, "a", actor=DESK)
    refusal = refusal_of(rounds.draft, hall.championship.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("games_open", [(1, 1)])


def test_the_next_draw_waits_for_the_round_to_be_closed() -> None:
    hall = published_hall()
    settle(hall)
    assert refusal_of(rounds.draft, hall.championship.pk).code == "round_not_closed"


def test_no_more_rounds_are_drawn_than_the_regulation_has() -> None:
    """E 12.2: their number is the regulation’s."""
    hall = after_round_one(changes={"rounds": 1})
    assert refusal_of(rounds.draft, hall.championship.pk).code == "rounds_all_drawn"


def test_nobody_meets_again_or_rests_again_while_it_can_be_avoided() -> None:
    """E 12.1."""
    hall = after_round_one(7)
    met = set(map(frozenset, seated(hall.round)))
    for _ in range(2):
        drawn = rounds.draft(hall.championship.pk, actor=DESK)
        rounds.publish(drawn.pk, actor=DESK)
        again = met & set(map(frozenset, seated(drawn)))
        met |= set(map(frozenset, seated(drawn)))
        assert again == set()
        drawn.refresh_from_db()
        settle(hall, drawn)
        rounds.close(drawn.pk, actor=DESK)


def test_a_walkover_counts_as_having_met_and_a_bye_as_a_win_without_play() -> None:
    hall = after_round_one()
    drawn = pairing_input(Championship.objects.get(pk=hall.championship.pk), 2)
    first = frozenset(seated(hall.round)[0])
    assert drawn.met[first] == 1
    unplayed = {entrant.number: entrant.unplayed_wins for entrant in drawn.entrants}
    assert sorted(unplayed.values()) == [0, 0, 1, 1, 1]


def test_a_draft_is_thrown_away_once_however_often_it_is_asked() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    rounds.discard(draft.pk, actor=DESK, client_id="away")
    assert refusal_of(rounds.discard, draft.pk).code == "round_gone"
    assert not championship.rounds.exists()


def test_a_published_round_is_not_thrown_away() -> None:
    hall = published_hall()
    assert refusal_of(rounds.discard, hall.round.pk).code == "round_published"


# --- Published ---------------------------------------------------------------------------------


def test_publishing_starts_the_clock_and_confirms_the_bye() -> None:
    """E 12.3.3.1 counts from here; D 4 is won from here."""
    hall = published_hall()
    assert (hall.round.state, hall.round.published_at) == (Round.State.PUBLISHED, START)
    seat = Seat.objects.get(game=hall.bye)
    assert (seat.points_for, seat.points_against, seat.wins2) == (51, 0, 2)
    best = standings(hall.championship)[0]
    assert (best.number, best.wins2, best.difference) == (seat.pair.number, 2, 51)
    assert Championship.objects.get(pk=hall.championship.pk).state == "running"


def test_publishing_twice_publishes_once() -> None:
    hall = published_hall()
    rounds.publish(hall.round.pk, actor=DESK, now=START + timedelta(minutes=9))
    hall.round.refresh_from_db()
    assert hall.round.published_at == START
    assert hall.championship.log.filter(what="publish").count() == 1


def test_a_draft_drawn_before_the_field_changed_is_not_published() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    pairs.register(championship.pk, NEWCOMERS, actor=DESK)
    assert refusal_of(rounds.publish, draft.pk).code == "draft_outdated"


def test_a_draft_drawn_before_a_result_was_corrected_is_not_published() -> None:
    hall = after_round_one()
    draft = rounds.draft(hall.championship.pk, actor=DESK)
    games.reopen(hall.games[0].pk, reason="al revés", actor=DESK)
    assert refusal_of(rounds.publish, draft.pk).code == "games_open"
    games.walkover(hall.games[0].pk, "b", actor=DESK)
    assert refusal_of(rounds.publish, draft.pk).code == "draft_outdated"


def test_a_pair_that_left_has_a_row_for_every_round_published_since() -> None:
    """D 13."""
    hall = after_round_one()
    leaves = Seat.objects.get(game=hall.bye).pair
    pairs.withdraw(leaves.pk, actor=DESK)
    drawn = rounds.draft(hall.championship.pk, actor=DESK)
    assert not Absence.objects.exists()
    rounds.publish(drawn.pk, actor=DESK)
    missed = Absence.objects.get()
    assert (missed.pair, missed.round_number, missed.reason, missed.wins2) == (leaves, 2, "left", 0)


# --- Its end -----------------------------------------------------------------------------------


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


def test_an_end_is_announced_in_advance_for_the_floor_or_later() -> None:
    """E 12.3.3.2: with notice."""
    hall = published_hall()
    announcements.announce_end(hall.round.pk, START + minutes(50), actor=DESK, now=START + minutes(30))
    hall.round.refresh_from_db()
    assert hall.round.ends_at == START + minutes(50)


def test_no_end_is_announced_for_before_the_floor() -> None:
    """E 12.3.3.1."""
    hall = published_hall()
    refusal = refusal_of(announcements.announce_end, hall.round.pk, START + minutes(49), now=START)
    assert (refusal.code, refusal.facts["earliest"]) == ("end_too_early", START + minutes(50))


def test_no_end_is_announced_for_the_past() -> None:
    hall = published_hall()
    refusal = refusal_of(
        announcements.announce_end, hall.round.pk, START + minutes(55), now=START + minutes(56)
    )
    assert refusal.code == "end_past"


def test_the_last_hand_is_not_announced_before_the_floor() -> None:
    """E 12.3.3.1, said as a last hand."""
    hall = published_hall()
    assert (
        refusal_of(announcements.announce_last_hand, hall.round.pk, now=START + minutes(49)).code
        == "end_too_early"
    )


def test_each_table_is_told_its_own_last_hand() -> None:
    """D 2: one more than its recorded hands."""
    hall = published_hall()
    for _ in range(3):
        hands.record_hand(hall.games[0].pk, HandEntry("", "a", points=4), after=None, actor=DESK)
    announcements.announce_last_hand(hall.round.pk, actor=DESK, now=START + minutes(50))
    assert [Game.objects.get(pk=game.pk).last_hand for game in hall.games] == [4, None]


def test_what_was_announced_is_taken_back() -> None:
    hall = published_hall()
    hands.record_hand(hall.games[0].pk, HandEntry("", "a", points=4), after=None, actor=DESK)
    announcements.announce_end(hall.round.pk, START + minutes(60), actor=DESK, now=START)
    announcements.announce_last_hand(hall.round.pk, actor=DESK, now=START + minutes(50))
    announcements.take_back(hall.round.pk, actor=DESK)
    hall.round.refresh_from_db()
    assert (hall.round.ends_at, hall.round.last_hand_at) == (None, None)
    assert Game.objects.get(pk=hall.games[0].pk).last_hand is None


def test_nothing_is_announced_for_a_draft_or_a_closed_round() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    late = {"now": START + minutes(90)}
    assert refusal_of(announcements.announce_last_hand, draft.pk, **late).code == "round_not_published"
    closed = after_round_one().round
    assert refusal_of(announcements.announce_last_hand, closed.pk, **late).code == "round_not_published"


# --- Closed ------------------------------------------------------------------------------------


def test_closing_is_refused_with_the_tables_that_are_open() -> None:
    hall = published_hall(9)
    games.walkover(hall.games[1].pk, "a", actor=DESK)
    games.record_totals(hall.games[2].pk, (101, 3), actor=DESK)
    refusal = refusal_of(rounds.close, hall.round.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("games_open", [(1, 1), (1, 3), (1, 4)])
    assert Round.objects.get(pk=hall.round.pk).state == Round.State.PUBLISHED


def test_a_round_is_closed_once_all_its_games_are_confirmed() -> None:
    hall = published_hall()
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK, now=START + minutes(70))
    rounds.close(hall.round.pk, actor=DESK, now=START + minutes(80))
    hall.round.refresh_from_db()
    assert (hall.round.state, hall.round.closed_at) == (Round.State.CLOSED, START + minutes(70))


def test_a_draft_is_not_closed() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    assert refusal_of(rounds.close, draft.pk).code == "round_not_published"


def test_a_finished_championship_draws_nothing() -> None:
    hall = after_round_one()
    Championship.objects.update(state=Championship.State.FINISHED)
    assert refusal_of(rounds.draft, hall.championship.pk).code == "championship_finished"


@pytest.mark.parametrize("changed", [{"pairing_method": "fold"}, {"club_rule": "always"}])
def test_a_draft_is_outdated_when_the_way_of_pairing_changed(changed: dict[str, str]) -> None:
    hall = after_round_one(4)
    drawn = rounds.draft(hall.championship.pk, actor=DESK)
    Championship.objects.filter(pk=hall.championship.pk).update(**changed)
    assert refusal_of(rounds.publish, drawn.pk).code == "draft_outdated"


def test_a_draft_beyond_the_number_of_rounds_is_not_published() -> None:
    hall = after_round_one(4)
    drawn = rounds.draft(hall.championship.pk, actor=DESK)
    hall.championship.refresh_from_db()
    Championship.objects.filter(pk=hall.championship.pk).update(
        regulation=hall.championship.regulation | {"rounds": 1}
    )
    assert refusal_of(rounds.publish, drawn.pk).code == "rounds_all_drawn"


def test_a_missed_round_is_worth_what_the_regulation_says_when_it_is_published() -> None:
    """D 13."""
    championship = factories.championship()
    first, *_ = factories.pairs(5, championship)
    pairs.mark_absent(first.pk, round_number=1, reason="asked", actor=DESK)
    Championship.objects.filter(pk=championship.pk).update(
        regulation=championship.regulation | {"missed_round": [1, 20, 40]}
    )
    drawn = rounds.draft(championship.pk, actor=DESK)
    rounds.publish(drawn.pk, actor=DESK)
    missed = Absence.objects.get(pair=first)
    assert (missed.wins2, missed.points_for, missed.points_against) == (1, 20, 40)


EARLY = START + minutes(30)


def test_an_organiser_ends_a_round_before_its_floor_for_a_reason_and_it_ends_then() -> None:
    """E 17.2: nothing ties the organisation's hands."""
    hall = published_hall()
    end = {"reason": "plou", "actor": DESK, "now": START + minutes(5)}
    announcements.announce_end(hall.round.pk, EARLY, **end)
    hall.round.refresh_from_db()
    clock = clock_of_table(hall.view().game, EARLY)
    assert (clock.floor_at, clock.ends_at, clock.phase) == (None, EARLY, Phase.OVER)
    assert hall.championship.log.filter(what="announce_end").values_list("reason", flat=True).get() == "plou"


def test_an_end_before_the_floor_is_moved_without_saying_why_again_and_taken_back_whole() -> None:
    hall = published_hall()
    announcements.announce_end(hall.round.pk, EARLY, reason="plou", actor=DESK, now=START)
    announcements.announce_end(hall.round.pk, EARLY + minutes(5), actor=DESK, now=START)
    hall.round.refresh_from_db()
    assert (hall.round.ends_at, hall.round.despite_floor) == (EARLY + minutes(5), "plou")
    announcements.take_back(hall.round.pk, actor=DESK, now=START)
    clock = clock_of_table(hall.view().game, START)
    assert (clock.floor_at, clock.ends_at) == (START + minutes(50), None)


def test_an_end_after_the_floor_gives_the_least_time_back() -> None:
    hall = published_hall()
    announcements.announce_end(hall.round.pk, EARLY, reason="plou", actor=DESK, now=START)
    announcements.announce_end(hall.round.pk, START + minutes(55), actor=DESK, now=START)
    hall.round.refresh_from_db()
    assert hall.round.despite_floor == ""


def test_a_hand_is_the_last_before_the_floor_for_a_reason() -> None:
    hall = published_hall()
    announcements.announce_last_hand(hall.round.pk, reason="plou", actor=DESK, now=EARLY)
    hall.round.refresh_from_db()
    assert (hall.round.last_hand_at, hall.round.despite_floor) == (EARLY, "plou")


def test_one_table_alone_ends_before_its_floor_for_a_reason() -> None:
    hall = published_hall()
    game = hall.games[0].pk
    refusal = refusal_of(announcements.announce_table_end, game, EARLY, now=START)
    assert (refusal.code, refusal.facts["earliest"]) == ("end_too_early", START + minutes(50))
    announcements.announce_table_end(game, EARLY, reason="es troben malament", actor=DESK, now=START)
    ends = [clock_of_table(hall.view(table).game, START).ends_at for table in (1, 2)]
    assert ends == [EARLY, None]
    announcements.take_back_at_table(game, actor=DESK)
    assert hall.view().game.despite_floor == ""
