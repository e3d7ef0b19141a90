"""An announced end, moved or taken back, moves the tables that had ended by it (E 12.3.3, D 2)."""

from datetime import timedelta

import pytest

from tests.factories import START
from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tournament.models import Game
from tournament.services import announcements, games, hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db
EIGHT = HandEntry("", "a", points=8)
AT_AN_HOUR = START + timedelta(minutes=60)


def ended_by_time(hall: Hall) -> Game:
    """Table 1, whose phone sent its begun hand a minute after the announced end."""
    announcements.announce_end(hall.round.pk, AT_AN_HOUR, actor=DESK, now=START + timedelta(minutes=40))
    game = hall.games[0]
    hands.record_hand(game.pk, EIGHT, after=None, actor=TABLE, now=AT_AN_HOUR + timedelta(minutes=1))
    game.refresh_from_db()
    assert (game.last_hand, game.state) == (1, Game.State.COMPLETE)
    return game


def test_a_later_end_lets_a_table_that_had_ended_play_on(hall: Hall) -> None:
    game = ended_by_time(hall)
    later = AT_AN_HOUR + timedelta(minutes=30)
    announcements.announce_end(hall.round.pk, later, actor=DESK, now=AT_AN_HOUR + timedelta(minutes=2))
    game.refresh_from_db()
    assert (game.last_hand, game.state, game.ended_at) == (None, Game.State.PLAYING, None)
    hands.record_hand(game.pk, EIGHT, after=None, actor=TABLE, now=AT_AN_HOUR + timedelta(minutes=9))
    assert hall.view().sheet.totals == (16, 0)


def test_an_end_taken_back_lets_a_table_that_had_ended_play_on(hall: Hall) -> None:
    game = ended_by_time(hall)
    announcements.take_back(hall.round.pk, actor=DESK, now=AT_AN_HOUR + timedelta(minutes=2))
    game.refresh_from_db()
    assert (game.last_hand, game.state) == (None, Game.State.PLAYING)


def test_an_end_moved_before_it_comes_leaves_numbers_of_last_hands_alone(hall: Hall) -> None:
    game = hall.games[0]
    hands.set_last_hand(game.pk, 9, actor=DESK)
    announcements.announce_end(hall.round.pk, AT_AN_HOUR, actor=DESK, now=START)
    announcements.announce_end(hall.round.pk, AT_AN_HOUR + timedelta(minutes=5), actor=DESK, now=START)
    game.refresh_from_db()
    assert game.last_hand == 9


def test_a_level_game_that_must_be_decided_is_not_ended_by_time() -> None:
    hall = published_hall(4, changes={"tie_rule": "extra_hands"})
    game = hall.games[0].pk
    assert refusal_of(hands.stop, game, "time").code == "level_undecided"
    hands.record_hand(game, EIGHT, after=None, actor=DESK)
    hands.stop(game, "time", actor=DESK)
    assert games.confirm(game, actor=DESK).points == (8, 0)


@pytest.mark.parametrize(
    ("hours", "code"), [(4, "end_far"), (20, "end_tomorrow")], ids=["later today", "tomorrow"]
)
def test_an_end_that_is_hours_away_is_announced_only_when_it_is_meant(hours: int, code: str) -> None:
    hall = published_hall()
    at = START + timedelta(hours=hours)
    told = {"actor": DESK, "now": START}
    assert refusal_of(announcements.announce_end, hall.round.pk, at, now=START).code == code
    assert refusal_of(announcements.announce_table_end, hall.games[0].pk, at, now=START).code == code
    announcements.announce_end(hall.round.pk, at, sure=True, **told)
    announcements.announce_table_end(hall.games[0].pk, at, sure=True, **told)
    hall.round.refresh_from_db()
    assert (hall.round.ends_at, Game.objects.get(pk=hall.games[0].pk).ends_at) == (at, at)


def test_an_end_three_hours_away_is_not_asked_about() -> None:
    hall = published_hall()
    announcements.announce_end(hall.round.pk, START + timedelta(hours=3), actor=DESK, now=START)
    hall.round.refresh_from_db()
    assert hall.round.ends_at == START + timedelta(hours=3)


def test_a_table_that_undoes_a_hand_after_its_end_writes_it_again(hall: Hall) -> None:
    """Else the phone could take nothing back of a «the game is over» that was tapped too soon."""
    game = hall.games[0].pk
    for _hand in range(2):
        hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=START)
    announcements.announce_end(hall.round.pk, AT_AN_HOUR, actor=DESK, now=START)
    after_it = AT_AN_HOUR + timedelta(minutes=1)
    hands.stop(game, "time", actor=TABLE, now=after_it)
    assert hall.view().sheet.is_over
    hands.remove_last_hand(game, actor=TABLE, now=after_it)
    assert not hall.view().sheet.is_over
    assert [each.what for each in hall.championship.log.all()[:2]] == ["remove_last_hand", "play_on"]
    hands.record_hand(game, HandEntry("", "b", points=2), after=None, actor=TABLE, now=after_it)
    assert (hall.view().sheet.totals, hall.view().sheet.is_over) == ((8, 2), True)


def test_the_desk_removes_a_hand_of_an_ended_game_that_stays_ended(hall: Hall) -> None:
    game = hall.games[0].pk
    for _hand in range(2):
        hands.record_hand(game, EIGHT, after=None, actor=TABLE, now=START)
    hands.stop(game, "time", reason="ho demanen totes dues", actor=DESK)
    hands.remove_last_hand(game, actor=DESK)
    assert (hall.view().sheet.totals, hall.view().sheet.is_over) == ((8, 0), True)
