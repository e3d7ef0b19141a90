"""The board that is kept: whatever is written at a table, it says what the board made anew says."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tournament.models import Championship, Pair, Round
from tournament.queries.board import BoardRow, board
from tournament.queries.kept_board import kept_board
from tournament.queries.signatures import pins
from tournament.services import calls, games, hands, pauses, sheets, signing
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


def seen(row: BoardRow) -> tuple[object, ...]:
    """All that a row shows."""
    return (
        row.table, row.state, row.hands, row.last_at, row.call, row.findings, row.is_slow, row.signed_by,
        row.since, row.until, row.view.score, row.view.a, row.view.b, row.view.game.version,
    )  # fmt: skip


def of(hall: Hall) -> Round:
    found = Round.objects.get(pk=hall.round.pk)
    found.championship = Championship.objects.get(pk=hall.championship.pk)
    return found


def _signs(hall: Hall) -> None:
    hands.record_hand(hall.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    kept_board(of(hall))
    seat = hall.view().a
    signing.sign(hall.games[0].pk, "a", pins(hall.championship)[seat.number], actor=TABLE)


def _changes_a_hand(hall: Hall) -> None:
    hands.record_hand(hall.games[0].pk, HandEntry("C", "a", points=20), after=None, actor=TABLE)
    kept_board(of(hall))
    row = hall.view().hands[0]
    hands.change_hand(hall.games[0].pk, row.sequence, HandEntry("C", "b", points=20), actor=TABLE)


CHANGES: dict[str, Callable[[Hall], object]] = {
    "a hand": lambda hall: hands.record_hand(
        hall.games[0].pk, HandEntry("C", "a", points=20), after=None, actor=TABLE
    ),
    "a hand corrected": _changes_a_hand,
    "a signature": _signs,
    "a call": lambda hall: calls.call(hall.games[0].pk, "revoke", actor=TABLE),
    "totals": lambda hall: games.record_totals(hall.games[0].pk, (101, 40), actor=DESK),
    "a walkover": lambda hall: games.walkover(hall.games[0].pk, "a", actor=DESK),
    "the paper": lambda hall: sheets.paper_came(hall.games[0].pk, actor=DESK),
    "a name": lambda hall: Pair.objects.filter(number=1).update(war_name="Un altre nom"),
    "a pause": lambda hall: pauses.begin_pause(hall.championship.pk, reason="dinar", actor=DESK),
    "phones off": lambda hall: Championship.objects.update(phones_at_tables=False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_kept_is_what_would_be_made_anew(change: str) -> None:
    hall = published_hall(8, changes={"sheet_of_record": "phone"})
    before = {row.view.game.pk: row.mark for row in kept_board(of(hall))}
    CHANGES[change](hall)
    after = kept_board(of(hall))
    assert [seen(row) for row in after] == [seen(row) for row in board(of(hall))]
    assert before != {row.view.game.pk: row.mark for row in after}


def test_only_the_table_that_changed_is_made_again() -> None:
    hall = published_hall(8)
    before = kept_board(of(hall))
    hands.record_hand(hall.games[2].pk, HandEntry("C", "a", points=20), after=None, actor=TABLE)
    after = kept_board(of(hall))
    stayed = [old.view is new.view for old, new in zip(before, after, strict=True)]
    assert stayed == [True, True, False, True]


def test_a_hand_elsewhere_in_the_championship_changes_no_mark() -> None:
    hall = published_hall(8)
    before = [row.mark for row in kept_board(of(hall))]
    Championship.objects.update(version=99)
    assert [row.mark for row in kept_board(of(hall))] == before


@pytest.mark.parametrize("changed", [0, 1, 3])
def test_the_queries_do_not_grow_with_the_tables(changed: int) -> None:
    hall = published_hall(8)
    kept_board(of(hall))
    for table in hall.games[:changed]:
        hands.record_hand(table.pk, HandEntry("C", "a", points=20), after=None, actor=TABLE)
    round_ = of(hall)
    with CaptureQueriesContext(connection) as asked:
        rows = kept_board(round_)
    assert len(asked) == (9 if changed else 5)
    assert [seen(row) for row in rows] == [seen(replace(row)) for row in board(round_)]
