"""A confirmed sheet corrected as a whole, what is kept of it, and the round in play drawn again (E 15.2.7, E 17.2)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.services.conftest import DESK, Hall, published_hall, refusal_of, seated, settle
from tournament.core.corrections import Again
from tournament.models import Game, Infraction, LogEntry, PlayedHand, Round
from tournament.queries.infractions import Charge
from tournament.queries.verification import verify
from tournament.services import games, hands, rounds
from tournament.services.corrections import CorrectedSheet, Decision, correct, rehearse
from tournament.services.hands import HandEntry, stored_entry
from tournament.services.infractions import record_infraction, withdraw_infraction

pytestmark = pytest.mark.django_db


def entry(score: int) -> HandEntry:
    """A hand of plain trump, to the left pair, or (below zero) to the right one."""
    return HandEntry("", "a" if score > 0 else "b", abs(score)) if score else HandEntry("")


def play(hall: Hall, *scores: int) -> None:
    for score in scores:
        hands.record_hand(hall.games[0].pk, entry(score), after=None, actor=DESK)


def confirmed(*scores: int) -> Hall:
    """Table 1 with these hands, ended by time and confirmed."""
    hall = published_hall()
    play(hall, *scores)
    hands.stop(hall.games[0].pk, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    return hall


def sheet_of(hall: Hall, **changes: Any) -> CorrectedSheet:
    """As it stands, with what is changed."""
    view = hall.view()
    rows = tuple(replace(stored_entry(row), maker="") for row in view.hands)
    return replace(CorrectedSheet(rows, view.typed, view.game.opening_draw, view.game.stopped), **changes)


def mend(hall: Hall, **changes: Any) -> None:
    correct(hall.games[0].pk, sheet_of(hall, **changes), reason="Mal copiat", actor=DESK)


def refused(hall: Hall, *, reason: str = "Mal copiat", **changes: Any) -> str:
    return refusal_of(correct, hall.games[0].pk, sheet_of(hall, **changes), reason=reason).code


def rows(hall: Hall) -> list[tuple[int, int, int]]:
    return [(row.sequence, row.points_a, row.points_b) for row in hall.view().hands]


# --- The sheet -------------------------------------------------------------------------------------


def test_a_corrected_game_stays_confirmed_with_the_result_that_follows() -> None:
    hall = confirmed(30, -20, 12)
    was = Game.objects.get(pk=hall.games[0].pk)
    mend(hall, rows=(entry(30), entry(-20), entry(-12)))
    view = hall.view()
    assert (view.is_confirmed, view.counted, view.game.confirmed_at) == (True, (30, 32), was.confirmed_at)
    logged = LogEntry.objects.get(what="correct")
    assert (logged.before["points"], logged.after["points"], logged.reason) == (
        [42, 20],
        [30, 32],
        "Mal copiat",
    )
    assert [*verify(hall.championship)] == []


def test_a_hand_that_was_left_out_comes_in_its_place_and_the_others_are_the_same_rows() -> None:
    hall = confirmed(30, -20, 12)
    was = [row.pk for row in hall.view().hands]
    mend(hall, rows=(entry(30), entry(5), entry(-20), entry(12)))
    assert rows(hall) == [(1, 30, 0), (2, 5, 0), (3, 0, 20), (4, 12, 0)]
    now = [row.pk for row in hall.view().hands]
    assert [now[0], *now[2:]] == was


def test_a_hand_too_many_goes_and_the_log_keeps_it() -> None:
    hall = confirmed(30, -20, 12)
    mend(hall, rows=(entry(30), entry(12)))
    assert rows(hall) == [(1, 30, 0), (2, 12, 0)]
    assert [row["points"] for row in LogEntry.objects.get(what="correct").before["rows"]] == [
        [30, 0],
        [0, 20],
        [12, 0],
    ]


def test_what_the_table_said_of_a_hand_stays_when_its_points_are_corrected() -> None:
    hall = confirmed(30, -20)
    PlayedHand.objects.filter(game=hall.games[0], sequence=2).update(maker="a")
    mend(hall, rows=(entry(30), entry(-22)))
    assert hall.view().hands[1].maker == "a"


def test_hands_after_the_end_stand_struck_and_do_not_count() -> None:
    hall = confirmed(36, 36, 20, -10)
    mend(hall, rows=(entry(36), entry(36), entry(30), entry(-10)))
    assert (hall.view().counted, [line.counted for line in hall.view().sheet.lines]) == (
        (102, 0),
        [True, True, True, False],
    )


def test_typed_totals_are_corrected_without_any_hand() -> None:
    hall = published_hall()
    games.record_totals(hall.games[0].pk, (101, 77), actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    mend(hall, totals=(77, 101))
    assert hall.view().counted == (77, 101)
    assert refused(hall, totals=None) == "sheet_open"


def test_level_after_the_correction_it_takes_who_won_the_opening_draw() -> None:
    hall = confirmed(30, -20)
    level = (entry(30), entry(-30))
    assert refused(hall, rows=level) == "opening_draw_missing"
    mend(hall, rows=level, opening_draw="b")
    assert hall.view().counted == (30, 31)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, "nothing_corrected"),
        ({"rows": (entry(30),), "reason": " "}, "reason_missing"),
        ({"rows": (entry(30),), "stopped": ""}, "sheet_open"),
        ({"rows": (entry(30), entry(37))}, "points_maximum"),
        ({"rows": (entry(30), HandEntry("C", "a", 3))}, "points_multiple"),
        ({"rows": (entry(30),), "totals": (31, 0)}, "totals_differ"),
        ({"rows": (entry(30), HandEntry("", "a", 36, kind="sanction"))}, "sanction_row"),
    ],
)
def test_what_is_not_right_in_the_end_is_refused_and_nothing_is_written(
    changes: dict[str, Any], code: str
) -> None:
    hall = confirmed(30, -20)
    before = rows(hall), Game.objects.get(pk=hall.games[0].pk).version
    assert refused(hall, **changes) == code
    assert (rows(hall), Game.objects.get(pk=hall.games[0].pk).version) == before


def test_the_row_that_cannot_be_is_named() -> None:
    hall = confirmed(30, -20)
    wrong = sheet_of(hall, rows=(entry(30), entry(37), entry(1)))
    assert refusal_of(correct, hall.games[0].pk, wrong, reason="x").facts["row"] == 2


def test_only_a_confirmed_game_that_was_played_is_corrected() -> None:
    hall = published_hall()
    assert refused(hall, rows=(entry(20),)) == "game_not_confirmed"
    settle(hall)
    assert (
        refusal_of(correct, hall.games[1].pk, CorrectedSheet(totals=(1, 2)), reason="x").code
        == "game_not_played"
    )
    assert (
        refusal_of(correct, hall.bye.pk, CorrectedSheet(totals=(1, 2)), reason="x").code == "game_not_played"
    )


def test_whoever_corrects_an_older_sheet_is_told() -> None:
    hall = confirmed(30, -20)
    version = Game.objects.get(pk=hall.games[0].pk).version
    mend(hall, rows=(entry(30), entry(-22)))
    again = sheet_of(hall, rows=(entry(31), entry(-20)))
    assert refusal_of(correct, hall.games[0].pk, again, reason="x", version=version).code == "stale_version"


def test_the_same_form_sent_twice_corrects_once() -> None:
    hall = confirmed(30, -20)
    asked = sheet_of(hall, rows=(entry(30), entry(-22)))
    for _ in range(2):
        correct(hall.games[0].pk, asked, reason="x", announcement="Correcció", client_id="un", actor=DESK)
    assert LogEntry.objects.filter(what="correct").count() == 1
    assert [notice.text for notice in hall.championship.notices.all()] == ["Correcció"]


# --- Beside infractions ------------------------------------------------------------------------------


def with_a_sanction() -> tuple[Hall, Infraction]:
    """Two hands, a third one that a serious infraction of the left pair ended, and the game confirmed."""
    hall = published_hall()
    play(hall, 30, 12)
    charge = Charge(hall.view().a.number, "11.3", bid="")
    row = record_infraction(hall.championship.pk, charge, game_id=hall.games[0].pk, actor=DESK)
    hands.stop(hall.games[0].pk, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    return hall, Infraction.objects.get(pk=row)


def test_an_infraction_goes_along_with_its_row() -> None:
    hall, row = with_a_sanction()
    stays = sheet_of(hall).rows
    mend(hall, rows=(stays[0], entry(-9), *stays[1:]))
    row.refresh_from_db()
    assert (row.sequence, row.effect["hand"]["sequence"]) == (4, 4)
    games.reopen(hall.games[0].pk, reason="x", actor=DESK)
    withdraw_infraction(row.pk, reason="era un error", actor=DESK)
    assert rows(hall) == [(1, 30, 0), (2, 0, 9), (3, 12, 0)]
    assert [*verify(hall.championship)] == []


def test_what_a_sanction_wrote_is_not_corrected_by_typing() -> None:
    hall, _row = with_a_sanction()
    stays = sheet_of(hall).rows
    assert refused(hall, rows=stays[:2]) == "sanction_row"
    assert refused(hall, rows=(*stays[:2], entry(-36))) == "sanction_row"


def test_a_sanction_that_no_infraction_owns_is_corrected_as_any_row() -> None:
    hall, row = with_a_sanction()
    *before, sanction = sheet_of(hall).rows
    games.reopen(hall.games[0].pk, reason="x", actor=DESK)
    withdraw_infraction(row.pk, reason="era un error", leaves_sheet=True, actor=DESK)
    games.confirm(hall.games[0].pk, actor=DESK)
    other = "b" if sanction.side == "a" else "a"
    mend(hall, rows=(*before, replace(sanction, side=other, points=20)))
    assert rows(hall)[-1][1:] == ((20, 0) if other == "a" else (0, 20))
    mend(hall, rows=(*before, entry(-12)))
    assert rows(hall)[-1][1:] == (0, 12)
    assert refused(hall, rows=(*before, sanction)) == "sanction_row"
    mend(hall, rows=tuple(before))
    assert len(rows(hall)) == len(before)


# --- The number of the last hand (D 2) ----------------------------------------------------------------


def test_number_of_the_last_hand_is_corrected_and_later_hands_do_not_count() -> None:
    hall = confirmed(30, -20, -15)
    effect = rehearse(hall.games[0].pk, sheet_of(hall, last_hand=2), actor=DESK)
    assert (effect.before.counted, effect.after.counted) == ((30, 35), (30, 20))
    assert (effect.before.game.last_hand, effect.after.game.last_hand) == (None, 2)
    assert hall.view().counted == (30, 35)
    mend(hall, last_hand=2)
    view = hall.view()
    assert (view.counted, view.game.last_hand, view.sheet.late_numbers) == ((30, 20), 2, (3,))
    assert view.sheet.ending.article == "E 12.3.3"
    assert view.game.last_hand_at is not None
    line = LogEntry.objects.filter(what="correct").latest("pk")
    assert (line.before["last_hand"], line.after["last_hand"]) == (None, 2)
    mend(hall)
    assert (hall.view().counted, hall.view().game.last_hand_at) == ((30, 35), None)
    assert [*verify(hall.championship)] == []


def test_last_hand_that_no_hand_can_have_is_not_corrected_to() -> None:
    assert refused(confirmed(30, -20), last_hand=13) == "last_hand_number"


def test_a_row_in_which_an_infraction_was_recorded_does_not_go() -> None:
    hall, row = with_a_sanction()
    Infraction.objects.filter(pk=row.pk).update(sequence=1)
    assert refused(hall, rows=sheet_of(hall).rows[1:]) == "infraction_row"


# --- The round in play -------------------------------------------------------------------------------


def in_round_2() -> tuple[Hall, Round]:
    """Eight pairs: round 1 by typed totals, the left pairs winning; round 2 just published."""
    hall = published_hall(8)
    for number, game in enumerate(hall.games):
        games.record_totals(game.pk, (101, 90 - 10 * number), actor=DESK)
        games.confirm(game.pk, actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    draft = rounds.draft(hall.championship.pk, actor=DESK)
    rounds.publish(draft.pk, actor=DESK)
    return hall, Round.objects.get(pk=draft.pk)


TURNED = {"totals": (90, 101)}


def test_a_rehearsal_says_what_moves_and_writes_nothing() -> None:
    hall, second = in_round_2()
    version = type(hall.championship).objects.get(pk=hall.championship.pk).version
    effect = rehearse(hall.games[0].pk, sheet_of(hall, **TURNED), actor=DESK)
    assert (effect.before.counted, effect.after.counted, effect.changes_result) == (
        (101, 90),
        (90, 101),
        True,
    )
    assert effect.ranks and effect.moved.tables and effect.round == second
    assert [plan.again for plan in effect.plans] == [Again.WAITING]
    assert hall.view().counted == (101, 90)
    assert type(hall.championship).objects.get(pk=hall.championship.pk).version == version


def test_tables_without_a_hand_are_drawn_again_as_the_rehearsal_said() -> None:
    hall, second = in_round_2()
    sheet = sheet_of(hall, **TURNED)
    (plan,) = rehearse(hall.games[0].pk, sheet, actor=DESK).plans
    correct(
        hall.games[0].pk, sheet, reason="Girat", decision=Decision(Again.WAITING, plan.tables), actor=DESK
    )
    now = dict(enumerate(seated(second), start=1))
    assert {change.table: tuple(pair.number for pair in change.after) for change in plan.changes} == {
        table: now[table] for table in plan.tables
    }
    assert [*verify(hall.championship)] == []


def test_a_table_that_has_begun_since_it_was_looked_at_is_not_drawn_again() -> None:
    hall, second = in_round_2()
    sheet = sheet_of(hall, **TURNED)
    (plan,) = rehearse(hall.games[0].pk, sheet, actor=DESK).plans
    begun = second.games.get(table=plan.tables[0])
    hands.record_hand(begun.pk, entry(4), after=None, actor=DESK)
    before = seated(second)
    decision = Decision(Again.WAITING, plan.tables)
    asked = {"reason": "Girat", "decision": decision}
    assert refusal_of(correct, hall.games[0].pk, sheet, **asked).code == "correction_outdated"
    assert (seated(second), hall.view().counted) == (before, (101, 90))


def test_a_correction_that_moves_no_rank_leaves_the_round_alone() -> None:
    hall, _second = in_round_2()
    effect = rehearse(hall.games[0].pk, sheet_of(hall, opening_draw="a"), actor=DESK)
    assert (effect.ranks, effect.moved.tables, effect.plans, effect.changes_result) == ((), (), (), False)
