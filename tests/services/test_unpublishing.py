"""A round taken back: only while nothing of it has begun, and nothing of it stays behind."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import START
from tests.services.conftest import DESK, after_round_one, published_hall, refusal_of, seated
from tournament.models import Absence, Game, Round
from tournament.queries.standings import standings
from tournament.services import games, hands, pairs, rounds
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db


def test_a_round_in_which_nothing_has_begun_becomes_a_draft_again() -> None:
    hall = published_hall()
    before = seated(hall.round)
    rounds.unpublish(hall.round.pk, actor=DESK)
    hall.round.refresh_from_db()
    assert (hall.round.state, hall.round.published_at, seated(hall.round)) == ("draft", None, before)
    assert {row.wins2 for row in standings(hall.championship)} == {0}
    bye = Game.objects.get(pk=hall.bye.pk)
    assert (bye.state, bye.confirmed_at, bye.adjustments) == ("playing", None, [])


def test_it_is_published_again_with_its_own_moment_and_the_bye_counts_again() -> None:
    hall = published_hall()
    rounds.unpublish(hall.round.pk, actor=DESK)
    rounds.publish(hall.round.pk, actor=DESK, now=START + timedelta(minutes=5))
    hall.round.refresh_from_db()
    assert hall.round.published_at == START + timedelta(minutes=5)
    assert standings(hall.championship)[0].wins2 == 2


@pytest.mark.parametrize("begun_by", ["hand", "totals", "walkover", "stop"])
def test_a_round_in_which_a_game_has_begun_stays_published(begun_by: str) -> None:
    hall = published_hall()
    game = hall.games[1].pk
    if begun_by == "hand":
        hands.record_hand(game, HandEntry("", "a", points=4), after=None, actor=DESK)
    elif begun_by == "totals":
        games.record_totals(game, (101, 0), actor=DESK)
    elif begun_by == "walkover":
        games.walkover(game, "a", actor=DESK)
    else:
        hands.stop(game, actor=DESK)
    refusal = refusal_of(rounds.unpublish, hall.round.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("round_begun", [2])


def test_an_opening_draw_alone_is_no_beginning() -> None:
    hall = published_hall()
    hands.set_opening_draw(hall.games[0].pk, "a", actor=DESK)
    rounds.unpublish(hall.round.pk, actor=DESK)
    assert Round.objects.get(pk=hall.round.pk).state == Round.State.DRAFT


def test_what_began_by_mistake_and_was_taken_back_is_no_beginning() -> None:
    hall = published_hall()
    hands.record_hand(hall.games[0].pk, HandEntry("", "a", points=4), after=None, actor=DESK)
    hands.remove_last_hand(hall.games[0].pk, actor=DESK)
    games.walkover(hall.games[1].pk, "a", actor=DESK)
    games.undo_ruling(hall.games[1].pk, actor=DESK)
    rounds.unpublish(hall.round.pk, actor=DESK)
    assert Round.objects.get(pk=hall.round.pk).state == Round.State.DRAFT


def test_unpublishing_takes_the_rows_of_pairs_that_left_away_and_no_other() -> None:
    hall = after_round_one(6)
    left, asked = hall.championship.pairs.all()[:2]
    pairs.withdraw(left.pk, actor=DESK)
    pairs.mark_absent(asked.pk, round_number=2, reason="asked", actor=DESK)
    drawn = rounds.draft(hall.championship.pk, actor=DESK)
    rounds.publish(drawn.pk, actor=DESK)
    assert Absence.objects.count() == 2
    rounds.unpublish(drawn.pk, actor=DESK)
    assert [missed.pair for missed in Absence.objects.all()] == [asked]


def test_a_closed_round_is_not_unpublished() -> None:
    hall = after_round_one()
    assert refusal_of(rounds.unpublish, hall.round.pk).code == "round_begun"


def test_a_pair_that_came_after_the_publication_is_in_the_draw_made_anew() -> None:
    hall = published_hall(5)
    late = pairs.register(hall.championship.pk, PairDetails("Tardaners", "Anna", "Joan"), actor=DESK)
    assert Absence.objects.filter(pair=late, round_number=1).exists()
    rounds.unpublish(hall.round.pk, actor=DESK)
    drawn = rounds.draft(hall.championship.pk, actor=DESK)
    assert not Absence.objects.filter(pair=late).exists()
    assert drawn.seats.filter(pair=late).exists()


def test_an_absence_that_an_organiser_noted_outlives_unpublishing() -> None:
    championship = factories.championship()
    first, *_ = factories.pairs(5, championship)
    pairs.mark_absent(first.pk, round_number=1, reason="left", actor=DESK)
    drawn = rounds.draft(championship.pk, actor=DESK, now=START)
    rounds.publish(drawn.pk, actor=DESK, now=START)
    rounds.unpublish(drawn.pk, actor=DESK)
    assert Absence.objects.get(pair=first).reason == "left"


def test_without_any_published_round_a_championship_is_set_up_again() -> None:
    hall = published_hall(4)
    rounds.unpublish(hall.round.pk, actor=DESK)
    hall.championship.refresh_from_db()
    assert hall.championship.state == "setup"
