"""Rounds, a pair's path and the lot, as the public may see them."""

from datetime import timedelta
from typing import Any

import pytest

from tests import factories
from tournament.models import Absence, Championship, Game, Pair, Round
from tournament.queries.championships import public_championships, registered_pairs
from tournament.queries.lot import lot_of
from tournament.queries.paths import Step, path_of_pair
from tournament.queries.rounds import RoundPage, published_rounds, round_page

pytestmark = pytest.mark.django_db


def page_of(championship: Championship, number: int | None = None) -> RoundPage:
    page = round_page(championship, number)
    assert page is not None
    return page


def steps_of(pair: Pair) -> tuple[Step, ...]:
    path = path_of_pair(pair.championship, pair.number)
    assert path is not None
    return path.steps


def test_there_is_no_current_round_before_the_first_is_published() -> None:
    championship = factories.championship()
    factories.game(factories.round_(championship, state=Round.State.DRAFT))
    assert published_rounds(championship) == ()
    assert round_page(championship) is None
    assert round_page(championship, 1) is None


def test_the_current_round_is_the_last_published_whatever_is_drafted() -> None:
    championship = factories.championship()
    factories.round_(championship, state=Round.State.CLOSED)
    factories.round_(championship)
    factories.round_(championship, state=Round.State.DRAFT)
    page = page_of(championship)
    assert (page.round.number, page.numbers, page.is_current) == (2, (1, 2), True)
    assert page_of(championship, 1).is_current is False
    assert round_page(championship, 3) is None


def test_tables_come_in_order_and_the_bye_apart() -> None:
    round_ = factories.round_()
    factories.bye(round_)
    factories.game(round_, table=2)
    factories.game(round_, table=1)
    factories.game(round_, table=1, voided_at=factories.START)
    page = page_of(round_.championship)
    assert [view.table for view in page.tables] == [1, 2]
    assert page.bye is not None


def test_who_is_absent_is_named_but_not_who_left_before() -> None:
    round_ = factories.round_()
    absent, gone, elsewhere = factories.pairs(3, round_.championship)
    factories.absence(absent, round_.number)
    factories.absence(gone, round_.number, reason=Absence.Reason.LEFT)
    factories.absence(elsewhere, round_.number + 1)
    Pair.objects.filter(pk=gone.pk).update(state=Pair.State.WITHDRAWN)
    assert [each.pair.number for each in page_of(round_.championship).absences] == [absent.number]


def test_the_clock_holds_instants_from_the_publication_on() -> None:
    round_ = factories.round_()
    clock = page_of(round_.championship).clock
    assert (clock.start, clock.floor_at, clock.ends_at) == (
        factories.START,
        factories.START + timedelta(minutes=50),
        None,
    )


@pytest.mark.parametrize("games", [1, 3])
def test_a_round_takes_the_same_queries_for_any_size(games: int, django_assert_num_queries: Any) -> None:
    round_ = factories.round_()
    for _ in range(games):
        factories.hand(factories.game(round_), 4, 0)
    championship = round_.championship
    with django_assert_num_queries(5):
        page_of(championship)


def test_a_path_tells_every_round_whatever_became_of_it() -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    rounds = [factories.round_(championship) for _ in range(6)]
    factories.confirmed(factories.game(rounds[0], b=pair, table=4), 101, 66)
    factories.confirmed(factories.bye(rounds[1], pair), 51, 0)
    factories.absence(pair, 3, points_against=9)
    factories.confirmed(factories.game(rounds[4], a=pair, kind=Game.Kind.WALKOVER, winner="a"), 51, 0)
    factories.hand(factories.game(rounds[5], a=pair), 0, 12)
    steps = steps_of(pair)
    assert [step.kind for step in steps] == ["played", "bye", "absence", "out", "walkover", "played"]
    assert [step.score for step in steps] == [(66, 101), (51, 0), (0, 9), None, (51, 0), (0, 12)]
    assert [step.wins2 for step in steps] == [0, 2, 0, None, 2, None]
    assert [step.is_open for step in steps] == [False, False, False, False, False, True]
    assert steps[0].opponent is not None
    assert steps[1].opponent is None
    assert steps[4].was_won_without_play


def test_a_path_knows_nothing_of_drafts_and_void_games() -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    factories.game(factories.round_(championship), a=pair, voided_at=factories.START)
    factories.game(factories.round_(championship, state=Round.State.DRAFT), a=pair)
    assert [step.kind for step in steps_of(pair)] == ["out"]


def test_there_is_no_path_for_a_number_that_nobody_has() -> None:
    championship = factories.championship()
    factories.pair(championship, number=2, state=Pair.State.WAITING)
    assert path_of_pair(championship, 1) is None
    assert path_of_pair(championship, 2) is None


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_path_takes_the_same_queries_for_any_number_of_rounds(
    rounds: int, django_assert_num_queries: Any
) -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    for _ in range(rounds):
        factories.hand(factories.game(factories.round_(championship), a=pair), 4, 0)
    with django_assert_num_queries(6):
        path_of_pair(championship, pair.number)


def test_the_lot_is_hidden_until_the_first_round_is_published() -> None:
    championship = factories.championship(lot_seed="secreta")
    factories.game(factories.round_(championship, state=Round.State.DRAFT))
    assert lot_of(championship) is None


def test_the_lot_orders_pairs_by_their_digest() -> None:
    championship = factories.championship(lot_seed="visca la manilla")
    pairs = factories.pairs(5, championship)
    round_ = factories.round_(championship)
    factories.game(round_, a=pairs[1], b=pairs[2])
    factories.game(round_, a=pairs[0], b=pairs[3])
    factories.bye(round_, pairs[4])
    lot = lot_of(championship)
    assert lot is not None
    assert lot.seed == "visca la manilla"
    assert [each.pair.number for each in lot.drawn] == [3, 2, 1, 4, 5]
    assert [each.table for each in lot.drawn] == [1, 1, 2, 2, None]


def test_the_list_puts_first_what_runs_and_counts_who_plays(django_assert_num_queries: Any) -> None:
    later = factories.championship(day="2027-01-01")
    running = factories.championship()
    factories.pairs(2, running)
    factories.pair(running, state=Pair.State.WITHDRAWN)
    factories.round_(running)
    factories.round_(running, state=Round.State.DRAFT)
    with django_assert_num_queries(1):
        lines = public_championships()
    assert [line.championship for line in lines] == [running, later]
    assert [(line.pairs, line.round_number) for line in lines] == [(2, 1), (0, None)]


def test_the_list_of_pairs_leaves_out_who_waits_or_left() -> None:
    championship = factories.championship()
    kept = factories.pair(championship)
    factories.pair(championship, state=Pair.State.WAITING)
    factories.pair(championship, state=Pair.State.WITHDRAWN)
    assert registered_pairs(championship) == (kept,)
