"""Walkovers, double absences and awarded results corrected, with what that moves seen first (E 13.3, E 17.2)."""

from typing import Any

import pytest

from tests.services.conftest import DESK, Hall, published_hall, refusal_of
from tests.services.test_corrections import confirmed, entry, play
from tournament.models import Game, LogEntry
from tournament.queries.verification import verify
from tournament.services import games, rounds
from tournament.services.corrections import CorrectedRuling, CorrectedSheet, correct, rehearse

pytestmark = pytest.mark.django_db


def ruled() -> Hall:
    """Table 1 won by the left pair, for the other one was not there."""
    hall = published_hall(8)
    games.walkover(hall.games[0].pk, "a", reason="avís", actor=DESK)
    return hall


def rule(hall: Hall, ruling: CorrectedRuling, reason: str = "L'altra taula") -> None:
    correct(hall.games[0].pk, ruling, reason=reason, actor=DESK)


def counted(hall: Hall) -> list[tuple[int | None, int | None]]:
    return list(hall.games[0].seats.order_by("side").values_list("points_for", "wins2"))


@pytest.mark.parametrize(
    ("ruling", "result"),
    [
        (CorrectedRuling("walkover", "b"), [(0, 0), (51, 2)]),
        (CorrectedRuling("both_absent"), [(0, 0), (0, 0)]),
        (CorrectedRuling("awarded", points=(40, 60), wins2=(0, 2)), [(40, 0), (60, 2)]),
    ],
)
def test_a_ruling_is_rehearsed_and_then_corrected(
    ruling: CorrectedRuling, result: list[tuple[int, int]]
) -> None:
    hall = ruled()
    effect = rehearse(hall.games[0].pk, ruling, actor=DESK)
    (a, _won), (b, _lost) = result
    assert (effect.before.counted, effect.after.counted, effect.changes_result) == ((51, 0), (a, b), True)
    assert counted(hall) == [(51, 2), (0, 0)]
    rule(hall, ruling)
    assert (counted(hall), hall.view().is_confirmed) == (result, True)
    line = LogEntry.objects.filter(what="correct").latest("pk")
    assert (line.before["points"], line.after["points"]) == ([51, 0], [a, b])
    assert [*verify(hall.championship)] == []


def test_a_corrected_ruling_moves_ranks_and_tables_of_the_next_round() -> None:
    hall = ruled()
    for number, game in enumerate(hall.games[1:]):
        games.record_totals(game.pk, (101, 90 - 10 * number), actor=DESK)
        games.confirm(game.pk, actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    rounds.publish(rounds.draft(hall.championship.pk, actor=DESK).pk, actor=DESK)
    effect = rehearse(hall.games[0].pk, CorrectedRuling("walkover", "b"), actor=DESK)
    left, right = hall.view().a.number, hall.view().b.number  # type: ignore[union-attr]
    moves = {move.number: (move.before, move.after) for move in effect.ranks}
    assert (moves[left][0], moves[right][1]) == (moves[right][1], moves[left][0])
    assert [each.view.table for each in effect.moved.tables] != []
    assert effect.round is not None and effect.round.number == 2


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (CorrectedRuling("walkover", "a"), "nothing_corrected"),
        (CorrectedRuling("played"), "no_ruling"),
        (CorrectedRuling("awarded", points=(40, 60), wins2=(2, 2)), "award_wins"),
        (CorrectedSheet((entry(30),), stopped="time"), "game_not_played"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(ruling: Any, code: str) -> None:
    hall = ruled()
    assert refusal_of(correct, hall.games[0].pk, ruling, reason="x").code == code
    assert counted(hall) == [(51, 2), (0, 0)]


def test_a_played_game_gets_no_ruling_by_a_correction() -> None:
    hall = confirmed(30, -20)
    ruling = CorrectedRuling("walkover", "b")
    assert refusal_of(correct, hall.games[0].pk, ruling, reason="x").code == "no_ruling"


def test_an_awarded_game_that_has_hands_gets_no_walkover() -> None:
    hall = published_hall()
    play(hall, 30)
    games.award(hall.games[0].pk, (40, 60), (0, 2), reason="tall de llum", actor=DESK)
    ruling = CorrectedRuling("walkover", "b")
    assert refusal_of(correct, hall.games[0].pk, ruling, reason="x").code == "game_begun"
    rule(hall, CorrectedRuling("awarded", points=(60, 40), wins2=(2, 0)))
    assert counted(hall) == [(60, 2), (40, 0)]
    assert Game.objects.get(pk=hall.games[0].pk).reason == "L'altra taula"
