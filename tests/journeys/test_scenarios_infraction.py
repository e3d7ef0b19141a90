"""Scenarios of infractions: what is recorded counts where it should, and what is withdrawn leaves no trace (E 16)."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from tests.journeys.scenes import championship_of, game_at, play, play_out, published, row_with
from tests.services.conftest import DESK, seated
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Championship, Game, Infraction, Pair, Round
from tournament.queries.drawing import pairing_input
from tournament.queries.games import games_of_round, view_of
from tournament.queries.infractions import Charge
from tournament.queries.standings import StandingRow, standings
from tournament.queries.verification import verify
from tournament.services import arrangements, games, hands, rounds
from tournament.services.hands import HandEntry
from tournament.services.infractions import record_infraction, withdraw_infraction

pytestmark = pytest.mark.django_db


def outside(of: Championship, pair: int, code: str, **said: Any) -> int:
    return record_infraction(of.pk, Charge(pair, code, moment="outside_game", **said), actor=DESK)


def at(game: Game, pair: int, code: str, **said: Any) -> int:
    of = game.round.championship
    return record_infraction(of.pk, Charge(pair, code, **said), game_id=game.pk, actor=DESK)


def row_of(of: Championship, number: int) -> StandingRow:
    return next(row for row in standings(of) if row.number == number)


def in_order(of: Championship, *numbers: int) -> list[int]:
    return [row.number for row in standings(of) if row.number in numbers]


def together(of: Championship, *meetings: tuple[int, int]) -> None:
    for one, other in meetings:
        arrangements.arrange(of.pk, "together", one, other, actor=DESK)


def confirmed_with(round_: Round, winner_of: dict[int, tuple[int, int]]) -> None:
    """The games of these winners with the points of both; the others are played out."""
    for view in games_of_round(round_):
        numbers = [seat.number for seat in (view.a, view.b) if seat]
        winner = next((number for number in numbers if number in winner_of), None)
        if winner is not None:
            points = winner_of[winner]
            games.record_totals(view.game.pk, points if view.a.number == winner else points[::-1], actor=DESK)
            games.confirm(view.game.pk, actor=DESK)
    play_out(round_)


# --- B002 -----------------------------------------------------------------------------------------


def test_b002_an_expulsion_entered_by_mistake_and_withdrawn_leaves_no_trace_in_the_results() -> None:
    client, of, desk = at_desk(championship_of(8))
    together(of, (5, 6))
    first = published(of)
    confirmed_with(first, {5: (101, 80)})
    row = outside(of, 5, "16.1.1.1")
    assert (row_of(of, 5).rank, of.pairs.get(number=5).state) == (None, Pair.State.EXPELLED)
    withdraw_infraction(row, reason="era l'altra parella 5", actor=DESK)
    own = row_of(of, 5)
    assert (own.wins2, own.difference, own.infractions, own.played) == (2, 21, 0, 1)
    assert own.rank is not None
    draft = rounds.draft(of.pk, actor=DESK)
    assert 5 in {number for meeting in seated(draft) for number in meeting}
    log = of.log.filter(pair_number=5, what__in=("record_infraction", "withdraw_infraction"))
    assert list(log.order_by("id").values_list("what", flat=True)) == [
        "record_infraction",
        "withdraw_infraction",
    ]
    card = client.get(f"/c/{of.slug}/parella/5/")
    assert "101–80" in row_with(card, "101–80")
    history = text_of(client.get(f"{desk}historial/"))
    assert "era l&#x27;altra parella 5" in history
    assert verify(of) == ()


# --- B018 -----------------------------------------------------------------------------------------


def test_b018_a_fault_given_between_rounds_orders_the_draw_as_it_orders_the_standings() -> None:
    """E 14.3."""
    of = championship_of(8)
    together(of, (3, 1), (8, 2))
    confirmed_with(published(of), {3: (101, 81), 8: (101, 81)})
    of.arrangements.all().delete()
    together(of, (3, 4), (8, 5))
    second = published(of)
    table = next(v for v in games_of_round(second) if 3 in (v.a.number, v.b.number))  # type: ignore[union-attr]
    at(table.game, 3, "16.1.3.5", moment="between_hands")
    confirmed_with(second, {3: (101, 81), 8: (101, 81)})
    outside(of, 3, "16.1.3.1", told="ha volgut canviar de taula")
    of.arrangements.all().delete()
    same = [(row_of(of, n).wins2, row_of(of, n).difference) for n in (3, 8)]
    assert (same, [row_of(of, n).infractions for n in (3, 8)]) == ([(4, 40), (4, 40)], [2, 0])
    drawn_from = pairing_input(of, 3)
    order = [entrant.number for entrant in drawn_from.entrants if entrant.number in (3, 8)]
    assert order == in_order(of, 3, 8) == [8, 3]
    assert verify(of) == ()


# --- B020 -----------------------------------------------------------------------------------------


def ten_infractions() -> Championship:
    """Ten of three grades in five rounds, by the left pair of table 1 or outside a game."""
    of = championship_of(12)
    for _ in range(5):
        round_ = published(of)
        view = view_of(game_at(round_, 1))
        at(view.game, view.a.number, "16.1.3.5", moment="between_hands")
        play_out(round_)
        outside(of, 7, "16.1.3.1", told="ha arribat tard")
    Infraction.objects.filter(round_number=2).update(severity="serious")
    Infraction.objects.filter(round_number=3).update(severity="very_serious", sanction="none")
    return of


def test_b020_the_desk_lists_every_infraction_filters_it_and_takes_it_to_a_spreadsheet() -> None:
    client, _, desk = at_desk(ten_infractions())
    page = client.get(f"{desk}faltes/")
    assert len(page.context["page"].object_list) == page.context["found"] == 10
    assert {line.infraction.round_number for line in page.context["page"]} == {1, 2, 3, 4, 5}
    narrowed = client.get(f"{desk}faltes/?parella=7&ronda=2").context["page"]
    assert {(line.pair.number, line.infraction.round_number) for line in narrowed} == {(7, 2)}
    by_code = client.get(f"{desk}faltes/?article=16.1.3.5").context["found"]
    assert by_code == Infraction.objects.filter(code="16.1.3.5").count()
    sheet = client.get(f"{desk}faltes/llista.csv?parella=7&ronda=2")
    head, *rows = csv.reader(StringIO(sheet.content.decode("utf-8-sig")))
    assert len(rows) == len(narrowed)
    assert {row[3] for row in rows} == {"7"}
    assert len(head) == len(rows[0])


def test_b020_a_pair_sees_its_own_on_its_sheet_and_the_public_how_many() -> None:
    of = championship_of(4)
    round_ = published(of)
    view = view_of(game_at(round_, 1))
    row = at(view.game, view.a.number, "16.1.3.5", moment="between_hands")
    own = text_of(Client().get(f"/f/{view.game.token}/"))
    assert "16.1.3.5" in own
    other = game_at(round_, 2)
    assert "16.1.3.5" not in text_of(Client().get(f"/f/{other.token}/"))
    assert "16.1.3.5" not in text_of(Client().get(f"/c/{of.slug}/parella/{view.a.number}/"))
    assert row_of(of, view.a.number).infractions == 1
    withdraw_infraction(row, reason="no era ell", actor=DESK)
    assert "16.1.3.5" not in text_of(Client().get(f"/f/{view.game.token}/"))


# --- B021 -----------------------------------------------------------------------------------------


def test_b021_withdrawing_one_infraction_moves_no_other_and_no_hand_changes_its_number() -> None:
    of = championship_of(4)
    game = game_at(published(of), 1)
    number = view_of(game).a.number
    for points in (4, 0, 6, 3, 7, 0, 5, 2, 1):
        bid, side = ("C", "") if not points else ("", "a")
        hands.record_hand(game.pk, HandEntry(bid, side, points or None), after=None, actor=DESK)
    before = [(line.number, line.points) for line in view_of(Game.objects.get(pk=game.pk)).sheet.lines]
    fourth = at(game, number, "16.1.2.2", moment="on_review", sequence=4)
    seventh = at(game, number, "16.1.3.5", moment="in_hand", sequence=7)
    withdraw_infraction(fourth, reason="s'ha revisat malament", actor=DESK)
    hands.change_hand(game.pk, 2, HandEntry("", ""), actor=DESK)
    lines = view_of(Game.objects.get(pk=game.pk)).sheet.lines
    assert [(line.number, line.points) for line in lines] == before
    assert Infraction.objects.get(pk=seventh).sequence == 7
    assert lines[-1].totals == (28, 0)
    assert verify(of) == ()


def test_standings_without_faults_are_those_of_the_games_alone() -> None:
    of = championship_of(4)
    play(of)
    assert {row.infractions for row in standings(of)} == {0}
