"""What a correction breaks is named beforehand, and stands only by who decides it (D 9, E 12.3.3, E 17.2)."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.factories import START
from tests.services.conftest import DESK, Hall, published_hall, refusal_of
from tests.services.test_corrected_rulings import ruled
from tests.services.test_corrections import confirmed, entry, sheet_of
from tests.services.test_infractions import play
from tests.services.test_penalties import misdealt
from tournament.models import Game, LogEntry
from tournament.services import games, hands
from tournament.services.corrections import Corrected, CorrectedRuling, CorrectedSheet, correct, rehearse
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db
BACKWARDS = CorrectedRuling("awarded", points=(20, 80), wins2=(2, 0))


def broken(hall: Hall, sheet: Corrected) -> list[str]:
    return [each.code for each in rehearse(hall.games[0].pk, sheet, actor=DESK).broken]


def mend(hall: Hall, sheet: Corrected, decided: Collection[str] = ()) -> None:
    correct(hall.games[0].pk, sheet, reason="Mal copiat", decided=decided, actor=DESK)


def refused(hall: Hall, sheet: Corrected) -> str:
    return refusal_of(correct, hall.games[0].pk, sheet, reason="Mal copiat").code


def decided_articles() -> list[str]:
    return list(LogEntry.objects.filter(what="correct").latest("pk").after["decided"])


def confirmed_with_a_misdeal() -> Hall:
    """The left pair misdealt the first hand: it may not call botifarra in the second."""
    hall, _row = misdealt()
    play(hall, 4, 4)
    hands.stop(hall.games[0].pk, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    return hall


def test_a_botifarra_after_a_misdeal_is_corrected_in_only_when_it_is_decided() -> None:
    hall = confirmed_with_a_misdeal()
    first = sheet_of(hall).rows[0]
    sheet = sheet_of(hall, rows=(first, HandEntry("B", "b", 20)))
    assert (broken(hall, sheet), refused(hall, sheet)) == (["botifarra_not_now"], "botifarra_not_now")
    mend(hall, sheet, ("botifarra_not_now",))
    assert ([hand.bid for hand in hall.view().hands], decided_articles()) == (["", "B"], ["7.4.5.2"])
    again = sheet_of(hall, rows=(first, HandEntry("B", "b", 22)))
    assert broken(hall, again) == []


def won_early() -> Hall:
    """Table 1 won with one hand, ten minutes after its clock began."""
    hall = published_hall()
    hands.record_hand(hall.games[0].pk, HandEntry("BS", "a", 384), after=None, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    Game.objects.filter(pk=hall.games[0].pk).update(ended_at=START + timedelta(minutes=10))
    return hall


@pytest.mark.parametrize(
    "sheet",
    [
        CorrectedSheet((entry(12), entry(-9)), stopped="time"),
        CorrectedSheet((entry(12), entry(-9)), last_hand=2),
        CorrectedSheet(totals=(60, 55)),
    ],
)
def test_an_end_by_time_before_the_floor_is_corrected_in_only_when_it_is_decided(
    sheet: CorrectedSheet,
) -> None:
    hall = won_early()
    known = replace(sheet, opening_draw="b")
    assert (broken(hall, known), refused(hall, known)) == (["stop_too_early"], "stop_too_early")
    mend(hall, known, ("stop_too_early",))
    assert decided_articles() == ["12.3.3"]


def test_an_end_by_time_that_stood_there_is_not_asked_about_again() -> None:
    hall = confirmed(30, -20)
    Game.objects.filter(pk=hall.games[0].pk).update(ended_at=START + timedelta(minutes=10))
    sheet = sheet_of(hall, rows=(entry(30), entry(-12)))
    assert broken(hall, sheet) == []
    mend(hall, sheet)
    assert "decided" not in LogEntry.objects.get(what="correct").after


def test_fewer_points_win_only_when_it_is_decided() -> None:
    hall = ruled()
    assert (broken(hall, BACKWARDS), refused(hall, BACKWARDS)) == (["award_backwards"], "award_backwards")
    mend(hall, BACKWARDS, ("award_backwards",))
    assert (hall.view().counted, decided_articles()) == ((20, 80), ["17.2"])


def test_nobody_is_awarded_more_than_a_game_counts() -> None:
    hall = ruled()
    over, most = (replace(BACKWARDS, points=points, wins2=(2, 0)) for points in ((137, 0), (136, 0)))
    assert refused(hall, over) == "award_too_high"
    assert broken(hall, most) == []
    other = hall.games[1].pk
    refusal = refusal_of(games.award, other, (999, 0), (2, 0), reason="acord")
    assert (refusal.code, refusal.facts["most"]) == ("award_too_high", 136)
