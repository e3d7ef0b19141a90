"""A table asks for an organiser; somebody goes; it is settled (E 17.7)."""

from datetime import timedelta

import pytest

from tests.factories import START, member
from tests.services.conftest import DESK, TABLE, published_hall, refusal_of, settle
from tournament.models import Call, Championship, Game
from tournament.queries.calls import open_call_of, open_calls
from tournament.queries.desk import late_hands
from tournament.services import calls, games, hands, repairs, rounds
from tournament.services.hands import HandEntry
from tournament.services.late_hands import keep_late_hand
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db


def test_a_table_waits_since_it_first_asked_whatever_the_reason_is_now() -> None:
    hall = published_hall()
    game = hall.games[0]
    calls.call(game.pk, "other", actor=TABLE, now=START)
    calls.call(game.pk, "revoke", actor=TABLE, now=START + timedelta(minutes=2))
    found = open_call_of(game)
    assert found is not None
    assert (found.reason, found.called_at, found.going) == ("revoke", START, "")
    assert Call.objects.count() == 1


def test_a_reason_that_does_not_exist_is_refused() -> None:
    hall = published_hall()
    assert refusal_of(calls.call, hall.games[0].pk, "gana", actor=TABLE).code == "call_reason"


def test_who_said_first_that_they_go_goes() -> None:
    hall = published_hall()
    first, second = (Actor(member(hall.championship), "desk") for _ in range(2))
    calls.call(hall.games[0].pk, "disagree", actor=TABLE)
    call = Call.objects.get()
    calls.go(hall.championship.pk, call.pk, actor=first)
    calls.go(hall.championship.pk, call.pk, actor=first)
    refused = refusal_of(calls.go, hall.championship.pk, call.pk, actor=second)
    assert (refused.code, refused.facts["who"]) == ("somebody_goes", first.user.get_username())  # type: ignore[union-attr]
    (found,) = open_calls(hall.championship)
    assert first.user is not None
    assert found.going == first.user.get_username()
    assert hall.championship.log.filter(what="go").count() == 1


def test_what_is_settled_or_taken_back_waits_no_more_and_the_table_may_ask_again() -> None:
    hall = published_hall()
    one, other = hall.games[0], hall.games[1]
    for game in (one, other):
        calls.call(game.pk, "misdeal", actor=TABLE)
    calls.settle(hall.championship.pk, Call.objects.get(game=one).pk, actor=DESK)
    calls.call_off(other.pk, actor=TABLE)
    assert open_calls(hall.championship) == ()
    assert refusal_of(calls.settle, hall.championship.pk, Call.objects.get(game=one).pk).code == "call_gone"
    assert refusal_of(calls.go, hall.championship.pk, 10**6).code == "call_gone"
    calls.call(one.pk, "revoke", actor=TABLE)
    assert [call.table for call in open_calls(hall.championship)] == [one.table]


def test_those_to_whom_nobody_goes_stand_first_the_longest_waiting_before_the_others() -> None:
    hall = published_hall(9)
    for minute, game in enumerate(hall.games):
        calls.call(game.pk, "other", actor=TABLE, now=START + timedelta(minutes=minute))
    calls.go(hall.championship.pk, Call.objects.get(game=hall.games[0]).pk, actor=DESK)
    assert [call.table for call in open_calls(hall.championship)] == [2, 3, 4, 1]


def test_every_call_tells_the_open_pages_that_something_was_written() -> None:
    hall = published_hall()
    before = Championship.objects.get(pk=hall.championship.pk).version
    calls.call(hall.games[0].pk, "other", actor=TABLE)
    assert Championship.objects.get(pk=hall.championship.pk).version == before + 1


def test_a_championship_on_paper_takes_no_calls_from_phones() -> None:
    hall = published_hall()
    Championship.objects.update(phones_at_tables=False)
    assert refusal_of(calls.call, hall.games[0].pk, "other", actor=TABLE).code == "phones_off"


def test_the_call_of_a_table_that_was_paired_anew_is_nobody_s_any_more() -> None:
    hall = published_hall(9)
    calls.call(hall.games[0].pk, "other", actor=TABLE)
    one, other = hall.view(1).a.number, hall.view(2).a.number
    repairs.exchange(hall.round.pk, one, other, reason="prova", actor=DESK)
    assert open_calls(hall.championship) == ()


def test_an_old_sheet_asks_for_nobody_and_closing_a_round_settles_what_was_asked() -> None:
    hall = published_hall()
    calls.call(hall.games[0].pk, "other", actor=TABLE)
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK)
    assert open_calls(hall.championship) == ()
    assert refusal_of(calls.call, hall.games[0].pk, "other", actor=TABLE).code == "call_not_now"


def test_a_late_hand_stays_on_the_desk_until_an_organiser_settles_it() -> None:
    hall = published_hall()
    game = hall.games[0]
    calls.call(game.pk, "other", actor=TABLE)
    games.record_totals(game.pk, (101, 20), actor=DESK)
    games.confirm(game.pk, remark="Ja hi hem anat.", actor=DESK)
    keep_late_hand(game.pk, HandEntry("C", "b", points=12), actor=TABLE)
    calls.call(game.pk, "disagree", actor=TABLE)
    calls.call_off(game.pk, actor=TABLE)
    (found,) = open_calls(hall.championship)
    assert found.reason == "late_hand"
    calls.settle(hall.championship.pk, found.pk, actor=DESK)
    assert open_calls(hall.championship) == ()


def test_late_hands_have_the_numbers_under_which_the_phone_wrote_them() -> None:
    hall = published_hall()
    game = hall.games[0].pk
    for client_id in ("un", "dos", "tres"):
        entry = HandEntry("", "a", points=4)
        hands.record_hand(game, entry, after=None, actor=DESK, client_id=client_id)
    hands.stop(game, "time", actor=DESK)
    games.confirm(game, actor=DESK)
    late = HandEntry("C", "b", points=12)
    for client_id, after in (("a", "dos"), ("b", "a"), ("c", "tres")):
        keep_late_hand(game, late, after=after, actor=TABLE, client_id=client_id)
    kept = late_hands(Game.objects.get(pk=game))
    assert [(each["id"], each["hand"]) for each in kept] == [("a", 3), ("b", 4), ("c", 4)]


def test_nobody_is_asked_for_once_the_championship_is_over() -> None:
    hall = published_hall()
    Championship.objects.update(state=Championship.State.FINISHED)
    refusal = refusal_of(calls.call, hall.games[0].pk, "other", actor=TABLE)
    assert refusal.code == "championship_finished"
