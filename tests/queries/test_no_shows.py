"""Who is missing when the minutes of a missing pair are over (E 13.3)."""

from datetime import datetime, timedelta

import pytest

from tests import factories
from tests.factories import START
from tournament.models import Game, Round
from tournament.queries.games import games_of_round
from tournament.queries.no_shows import NoShows, no_shows

pytestmark = pytest.mark.django_db


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def found(of: Round, minutes: float) -> NoShows:
    return no_shows(games_of_round(Round.objects.get(pk=of.pk)), at(minutes))


def due(of: Round, minutes: float) -> list[tuple[int | None, int]]:
    return [(each.view.table, each.minutes) for each in found(of, minutes).due]


def hall(tables: int = 1, **fields: object) -> Round:
    of = factories.round_()
    for _ in range(tables):
        factories.game(of, **fields)
    return of


def test_a_table_without_a_sign_of_life_is_listed_when_its_minutes_are_over() -> None:
    of = hall()
    assert (due(of, 14.9), due(of, 15), due(of, 16.5)) == ([], [(1, 15)], [(1, 16)])


@pytest.mark.parametrize(
    "fields",
    [
        {"seated_at": START},
        {"opening_draw": "a"},
        {"accepts_dealing": "yes"},
        {"typed_a": 10, "typed_b": 20},
        {"stopped": "time"},
    ],
)
def test_a_table_that_has_said_anything_is_present(fields: dict[str, object]) -> None:
    assert due(hall(**fields), 20) == []


def test_a_table_with_a_hand_is_present_and_a_pair_that_rests_is_not_missing() -> None:
    of = hall()
    factories.hand(of.games.get(), 4, 0)
    factories.bye(of)
    assert due(of, 20) == []


def test_a_table_that_was_paired_again_counts_from_its_own_zero() -> None:
    of = hall(zero_at=at(10))
    assert (due(of, 20), due(of, 25)) == ([], [(1, 15)])


def test_a_pause_puts_the_minutes_off_and_nobody_is_missing_while_it_lasts() -> None:
    of = hall()
    of.championship.pauses = [{"begins": at(5).isoformat(), "ends": at(12).isoformat(), "reason": ""}]
    of.championship.save()
    assert (due(of, 21), due(of, 22)) == ([], [(1, 15)])
    of.championship.pauses[0] |= {"begins": at(16).isoformat(), "ends": None}
    of.championship.save()
    assert (due(of, 15.5), due(of, 20)) == ([(1, 15)], [])


def test_a_table_that_is_waited_for_is_due_again_when_the_wait_is_over() -> None:
    of = hall(waits_until=at(20))
    assert (due(of, 19), [each.view.table for each in found(of, 19).waiting]) == ([], [1])
    assert (due(of, 20), found(of, 20).waiting) == ([(1, 20)], ())


def test_a_decision_is_listed_so_that_it_can_be_undone() -> None:
    of = hall(kind=Game.Kind.WALKOVER, winner="a")
    assert [view.table for view in found(of, 20).decided] == [1]


def test_many_tables_that_write_nothing_play_on_paper() -> None:
    assert [found(hall(tables), 20).are_few for tables in (5, 6)] == [True, False]


def test_the_mark_changes_with_the_list_and_not_with_the_minutes() -> None:
    of = hall(2)
    marks = [found(of, minutes).mark for minutes in (10, 16, 17)]
    of.games.filter(table=2).update(waits_until=at(30))
    marks.append(found(of, 18).mark)
    assert (marks[0] != marks[1], marks[1] == marks[2], marks[2] != marks[3]) == (True, True, True)
