"""What a write to a game costs: every table of the hall waits for the same lock, so its queries are counted."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.services.conftest import DESK, TABLE, Hall
from tournament.models import Game
from tournament.queries.games import view_of
from tournament.services import games, hands
from tournament.services.hands import HandEntry

LOCKED_AND_READ = 5  # the lock, the form sent before, the game, its seats, its hands
WRITTEN = 5  # the hand, the game, the log, the answer, the version
AROUND = 2  # a transaction in that of the test: its savepoint is set and released


def queries_of(write: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        write()
    return len(captured)


def one_more(hall: Hall, number: int) -> Callable[[], object]:
    entry = HandEntry("", "a", points=2)
    return lambda: hands.record_hand(
        hall.games[0].pk, entry, after=None, actor=TABLE, client_id=f"hand-{number}"
    )


def test_a_hand_costs_the_same_few_queries_on_the_first_and_on_the_twelfth(hall: Hall) -> None:
    costs = [queries_of(one_more(hall, number)) for number in range(12)]
    assert costs == [AROUND + LOCKED_AND_READ + WRITTEN] * 12


def test_a_hand_sent_again_costs_the_reading_only(hall: Hall) -> None:
    one_more(hall, 1)()
    assert queries_of(one_more(hall, 1)) == AROUND + LOCKED_AND_READ


@pytest.mark.parametrize(
    "write",
    [
        lambda game_id: hands.record_hand(game_id, HandEntry("", "b", points=9), after=None, actor=DESK),
        lambda game_id: hands.change_hand(game_id, 2, HandEntry("C", "b", points=40), actor=DESK),
        lambda game_id: hands.remove_last_hand(game_id, actor=DESK),
        lambda game_id: hands.set_last_hand(game_id, 3, actor=DESK),
        lambda game_id: hands.set_opening_draw(game_id, "b", actor=DESK),
        lambda game_id: games.record_totals(game_id, (101, 7), opening_draw="a", actor=DESK),
    ],
)
def test_what_a_write_leaves_is_what_a_fresh_reading_says(hall: Hall, write: Callable[[int], object]) -> None:
    game_id = hall.games[0].pk
    for points in (60, 20, 12):
        hands.record_hand(game_id, HandEntry("C", "a", points=points), after=None, actor=DESK)
        write(game_id) if points == 12 else None
    view = view_of(Game.objects.get(pk=game_id))
    complete = view.has_begun and view.is_complete
    assert (view.game.state, view.game.ended_at is not None) == (
        Game.State.COMPLETE if complete else Game.State.PLAYING,
        complete,
    )


def test_typed_totals_that_are_chosen_strike_every_hand(hall: Hall) -> None:
    game_id = hall.games[0].pk
    hands.record_hand(game_id, HandEntry("C", "a", points=20), after=None, actor=DESK)
    games.record_totals(game_id, (101, 7), opening_draw="a", actor=DESK)
    games.choose(game_id, "totals", actor=DESK)
    view = hall.view()
    assert (view.game.state, view.score, [row.kind for row in view.hands]) == (
        Game.State.COMPLETE, (101, 7), ["struck"],
    )  # fmt: skip
