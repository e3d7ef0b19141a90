"""Several at once: every table writes, nobody waits for ever, and what two ask for at the same time happens once."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from scoring.errors import RuleError
from tests import factories
from tests.services.conftest import DESK, TABLE, published_hall
from tournament.models import Championship, PlayedHand, Round, Seat
from tournament.queries.games import games_of_round
from tournament.queries.verification import verify
from tournament.services import championships, games, hands, pairs, rounds
from tournament.services.championships import ChampionshipDetails
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every task in its own thread, all starting together; a refusal is given back as its code."""
    start = Barrier(len(tasks))

    def run(task: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return task()
        except RuleError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def test_eight_tables_write_their_hands_at_the_same_time() -> None:
    hall = published_hall(16)
    before = Championship.objects.get(pk=hall.championship.pk).version

    def five_hands(game_id: int) -> Callable[[], None]:
        def write() -> None:
            after = ""
            for number in range(5):
                entry, client_id = HandEntry("C", "a", points=20), f"{game_id}-{number}"
                hands.record_hand(game_id, entry, after=after, actor=TABLE, client_id=client_id)
                after = client_id

        return write

    at_once([five_hands(game.pk) for game in hall.games])
    assert [view.sheet.totals for view in games_of_round(hall.round)] == [(100, 0)] * 8
    assert Championship.objects.get(pk=hall.championship.pk).version == before + 40


def test_two_who_publish_the_same_draft_publish_it_once() -> None:
    championship = factories.championship()
    factories.pairs(5, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    at_once([lambda: rounds.publish(draft.pk, actor=DESK)] * 2)
    assert Round.objects.get().state == Round.State.PUBLISHED
    assert championship.log.filter(what="publish").count() == 1
    assert Seat.objects.filter(wins2=2).count() == 1


def test_two_who_draw_the_round_leave_one_draft() -> None:
    championship = factories.championship()
    factories.pairs(6, championship)
    at_once([lambda: rounds.draft(championship.pk, actor=DESK)] * 2)
    assert [len(games_of_round(round_)) for round_ in championship.rounds.all()] == [3]


def test_one_form_sent_twice_at_once_writes_one_hand() -> None:
    hall = published_hall(4)
    entry = HandEntry("", "a", points=4)

    def send() -> dict[str, Any]:
        return hands.record_hand(hall.games[0].pk, entry, after="", actor=TABLE, client_id="one")

    first, second = at_once([send, send])
    assert first == second
    assert PlayedHand.objects.count() == 1


def test_of_two_different_hands_written_at_once_one_is_shown_the_other() -> None:
    hall = published_hall(4)

    def send(side: str) -> Callable[[], Any]:
        entry = HandEntry("", side, points=4)
        return lambda: hands.record_hand(hall.games[0].pk, entry, after="", actor=TABLE, client_id=side)

    answers = at_once([send("a"), send("b")])
    assert answers.count("hand_conflict") == 1
    assert PlayedHand.objects.count() == 1


def test_a_correction_and_a_confirmation_at_once_never_freeze_an_old_sheet() -> None:
    hall = published_hall(4)
    game = hall.games[0].pk
    games.record_totals(game, (101, 60), actor=DESK)
    seen = hall.view().game.version
    answers = at_once(
        [
            lambda: games.confirm(game, version=seen, actor=DESK),
            lambda: games.record_totals(game, (101, 66), version=seen, actor=DESK),
        ]
    )
    assert sum(isinstance(answer, str) for answer in answers) == 1
    assert verify(Championship.objects.get(pk=hall.championship.pk)) == ()


def test_championships_of_one_name_created_at_once_have_addresses_of_their_own() -> None:
    details = ChampionshipDetails("Festa Major", date(2026, 7, 25))
    owners = [factories.user(), factories.user()]

    def create(number: int) -> Callable[[], Any]:
        options = {"preset": "vilaplana-2011", "owner": owners[number % 2]}
        return lambda: championships.create(details, actor=DESK, **options).slug

    slugs = at_once([create(number) for number in range(8)])
    assert sorted(slugs) == ["festa-major", *(f"festa-major-{number}" for number in range(2, 9))]
    assert Championship.objects.count() == 8


def test_pairs_registered_at_once_have_numbers_of_their_own() -> None:
    championship = factories.championship()

    def register(number: int) -> Callable[[], Any]:
        details = PairDetails(f"Parella {number}", f"Anna {number}", f"Joan {number}")
        return lambda: pairs.register(championship.pk, details, actor=DESK).number

    assert sorted(at_once([register(number) for number in range(8)])) == [1, 2, 3, 4, 5, 6, 7, 8]
