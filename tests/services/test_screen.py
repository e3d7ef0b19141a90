"""What the hall's screen shows, and the ceremony from the last prize to the first."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.factories import START
from tests.services.conftest import DESK, refusal_of
from tournament.models import Championship, LogEntry, Round
from tournament.queries.screen import Order, Screen, Show, screen_of
from tournament.services import screen

pytestmark = pytest.mark.django_db


def played(rounds: int = 1, closed: int = 1, pairs: int = 4) -> Championship:
    """A championship of so many rounds, of which some are closed."""
    of = factories.championship(changes={"rounds": rounds})
    factories.pairs(pairs, of)
    for _ in range(closed):
        factories.round_(of, state=Round.State.CLOSED)
    return of


def kept(of: Championship) -> Screen:
    of.refresh_from_db()
    return screen_of(of)


def begun(of: Championship, prizes: int = 3) -> Championship:
    screen.begin_ceremony(of.pk, prizes, with_result=True, actor=DESK)
    return of


def told(of: Championship, *places: int) -> Championship:
    for place in places:
        screen.tell(of.pk, place, actor=DESK)
    return of


def test_what_is_chosen_is_kept_logged_and_another_version() -> None:
    of = factories.championship()
    screen.show(of.pk, Show.STANDINGS, order=Order.NAME, actor=DESK, now=START)
    assert kept(of) == Screen(Show.STANDINGS, Order.NAME, chosen_at=START)
    assert of.version == 2
    entry = LogEntry.objects.get()
    assert (entry.what, entry.before, entry.after) == (
        "show_screen",
        {"screen": "auto"},
        {"screen": "standings"},
    )


def test_the_order_stays_when_something_else_is_shown() -> None:
    of = factories.championship()
    screen.show(of.pk, Show.PAIRINGS, order=Order.NAME, actor=DESK)
    screen.tell_message(of.pk, "  Dinem \n a les dues ", actor=DESK)
    screen.show(of.pk, Show.AUTO, actor=DESK)
    assert (kept(of).order, kept(of).message) == (Order.NAME, "Dinem a les dues")


def test_a_message_needs_words_and_not_too_many() -> None:
    of = factories.championship()
    assert refusal_of(screen.tell_message, of.pk, " \n ").code == "message_missing"
    refusal = refusal_of(screen.tell_message, of.pk, "x" * 201)
    assert (refusal.code, refusal.facts["longest"]) == ("too_long", 200)
    assert kept(of) == Screen()


def test_a_break_ends_later_or_when_it_is_said_aloud() -> None:
    of = factories.championship()
    assert refusal_of(screen.show_break, of.pk, START, now=START).code == "break_past"
    until = START + timedelta(hours=1)
    screen.show_break(of.pk, until, actor=DESK, now=START)
    assert (kept(of).show, kept(of).until) == (Show.BREAK, until)
    screen.show_break(of.pk, None, actor=DESK, now=START)
    assert kept(of).until is None


def test_a_form_sent_twice_is_done_once() -> None:
    of = begun(played())
    for _ in range(2):
        screen.tell(of.pk, 3, actor=DESK, client_id="el mateix")
    assert kept(of).told == 3
    assert LogEntry.objects.filter(what="tell").count() == 1


@pytest.mark.parametrize(("rounds", "closed"), [(2, 1), (1, 0)])
def test_places_are_not_told_before_the_last_round_is_closed(rounds: int, closed: int) -> None:
    of = played(rounds, closed)
    refusal = refusal_of(screen.begin_ceremony, of.pk, 3, with_result=True)
    assert (refusal.code, refusal.facts["round"]) == ("ceremony_early", rounds)


def test_a_championship_that_ended_early_has_its_ceremony() -> None:
    of = played(rounds=5, closed=2)
    Championship.objects.update(state=Championship.State.FINISHED)
    assert kept(begun(of)).prizes == 3


def test_places_are_told_from_the_last_prize_to_the_first() -> None:
    of = begun(played())
    assert (kept(of).show, kept(of).told, kept(of).next_place) == (Show.CEREMONY, None, 3)
    said = []
    while (place := kept(of).next_place) is not None:
        told(of, place)
        said.append(kept(of).told)
    assert said == [3, 2, 1]
    assert kept(of).is_all_told


def test_a_place_that_does_not_come_next_is_not_told() -> None:
    of = told(begun(played()), 3)
    for place in (3, 1, 0):
        assert refusal_of(screen.tell, of.pk, place).code == "told_meanwhile"
    assert kept(of).told == 3


@pytest.mark.parametrize(("places", "after"), [((3,), None), ((3, 2), 3), ((3, 2, 1), 2)])
def test_one_step_is_taken_back(places: tuple[int, ...], after: int | None) -> None:
    of = told(begun(played()), *places)
    screen.take_back_told(of.pk, places[-1], actor=DESK)
    assert kept(of).told == after


def test_what_is_not_told_cannot_be_taken_back() -> None:
    of = begun(played())
    assert refusal_of(screen.take_back_told, of.pk, 4).code == "told_meanwhile"
    told(of, 3)
    assert refusal_of(screen.take_back_told, of.pk, 2).code == "told_meanwhile"


def test_the_ceremony_begins_again_while_not_all_is_told() -> None:
    of = told(begun(played()), 3)
    assert (kept(begun(of, 4)).prizes, kept(of).told) == (4, None)
    told(of, 4, 3, 2, 1)
    assert refusal_of(screen.begin_ceremony, of.pk, 3, with_result=True).code == "ceremony_over"


@pytest.mark.parametrize("prizes", [0, 5])
def test_there_are_no_more_prizes_than_pairs(prizes: int) -> None:
    refusal = refusal_of(screen.begin_ceremony, played().pk, prizes, with_result=True)
    assert (refusal.code, refusal.facts["most"]) == ("prizes_range", 4)


def test_a_ceremony_that_has_not_begun_cannot_be_shown() -> None:
    of = played()
    assert refusal_of(screen.show, of.pk, Show.CEREMONY).code == "ceremony_missing"
    told(begun(of), 3)
    screen.show(of.pk, Show.AUTO, actor=DESK)
    screen.show(of.pk, Show.CEREMONY, actor=DESK)
    assert (kept(of).show, kept(of).told) == (Show.CEREMONY, 3)


@pytest.mark.parametrize(
    "chosen",
    [
        Screen(),
        Screen(Show.BREAK, until=timezone.now()),
        Screen(Show.CEREMONY, Order.NAME, "hola", timezone.now(), None, 10, 1, with_result=False),
    ],
)
def test_what_is_kept_is_read_as_it_was_written(chosen: Screen) -> None:
    assert screen_of(factories.championship(screen=chosen.as_json())) == chosen


@pytest.mark.parametrize("nonsense", [{}, {"show": "cinema", "order": 7}, {"show": None}])
def test_what_is_no_choice_is_the_automatic_screen(nonsense: dict[str, Any]) -> None:
    assert screen_of(factories.championship(screen=nonsense)) == Screen()
