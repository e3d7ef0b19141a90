"""Scenarios of what goes wrong in a hall: annulled and replayed games, pairs that go and come (E 17.2, D 13)."""

import pytest

from tests.journeys.scenes import both, championship_of, come_back, play_out, published, withdraw
from tests.services.conftest import DESK, seated
from tests.views.desk_visitors import at_desk
from tournament.models import Absence, Game, Round
from tournament.queries.drawing import seating_of
from tournament.queries.games import GameView, games_of_round
from tournament.queries.mishaps import mishaps_at
from tournament.queries.standings import StandingRow, standings
from tournament.queries.verification import verify
from tournament.services import games, hands, mishaps, pairs, tables
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db


def at_table(round_: Round, table: int) -> GameView:
    return next(view for view in games_of_round(round_) if view.table == table)


def rows(of: object) -> dict[int, StandingRow]:
    return {row.number: row for row in standings(of)}  # type: ignore[arg-type]


# --- B009 -----------------------------------------------------------------------------------------


def test_b009_an_annulled_game_counts_once_by_its_second_sheet() -> None:
    of = championship_of(8)
    round_ = published(of)
    first = at_table(round_, 3)
    for _ in range(5):
        hands.record_hand(first.game.pk, HandEntry("C", "b", points=8), after=None, actor=DESK)
    client, _of, desk = at_desk(of)
    page = f"{desk}partida/{first.game.pk}/ha-passat/de-nou/"
    answer = client.post(page, {"reason": "baralla amb una carta de més"})
    assert (answer.status_code, answer["Location"]) == (303, f"{desk}rondes/1/")
    second = at_table(round_, 3)
    assert (second.a.number, second.b) == (first.a.number, first.b)
    games.record_totals(second.game.pk, (101, 77), actor=DESK)
    games.confirm(second.game.pk, actor=DESK)
    row = rows(of)[first.a.number]
    assert (row.wins2, row.points_for, row.points_against) == (2, 101, 77)
    (annulled,) = mishaps_at(second).annulled
    assert (annulled.game.pk, annulled.sheet.totals) == (first.game.pk, (0, 40))
    assert annulled.game.reason == "baralla amb una carta de més"
    assert list(verify(of)) == []


# --- B034 -----------------------------------------------------------------------------------------


def test_b034_a_pair_that_leaves_after_its_result_meets_nobody_and_its_game_stands() -> None:
    of = championship_of(8)
    round_ = published(of)
    view = at_table(round_, 1)
    assert view.b is not None
    games.record_totals(view.game.pk, (101, 60), actor=DESK)
    games.confirm(view.game.pk, actor=DESK)
    withdraw(of, view.b.number)
    play_out(round_)
    second = published(of)
    numbers = [number for meeting in seated(second) for number in meeting]
    assert (len(numbers), len(set(numbers)), view.b.number in numbers) == (7, 7, False)
    assert rows(of)[view.a.number].points_for == 101
    assert rows(of)[view.b.number].points_for == 60


# --- B037 -----------------------------------------------------------------------------------------


def test_b037_going_and_coming_back_never_gives_the_points_of_a_rest() -> None:
    of = championship_of(9)
    for number in (1, 2, 3):
        withdraw(of, 7)
        round_ = published(of)
        come_back(of, 7)
        assert 7 not in {each for meeting in seated(round_) for each in meeting}
        play_out(round_)
        assert Absence.objects.filter(pair__number=7, round_number=number).count() == 1
    row = rows(of)[7]
    assert (row.wins2, row.points_for, row.points_against) == (0, 0, 0)


# --- B041 -----------------------------------------------------------------------------------------


def test_b041_a_pair_that_comes_at_once_meets_the_one_that_rests_by_one_confirmation() -> None:
    of = championship_of(9)
    round_ = published(of)
    before, rests = seated(round_), seating_of(round_).bye
    tokens = set(Game.objects.filter(round=round_, voided_at=None).exclude(table=None).values_list("token"))
    late = pairs.register(of.pk, PairDetails("Els Tardans", "Rosa", "Pau"), actor=DESK)
    client, _of, desk = at_desk(of)
    client.post(f"{desk}rondes/1/seat/", {"pair": [late.number, rests]})
    assert seated(round_)[:4] == before[:4]
    assert both(seated(round_)) - both(before[:4]) == {frozenset((late.number, rests))}
    now = set(Game.objects.filter(round=round_, voided_at=None).values_list("token"))
    assert tokens < now


# --- One after the other --------------------------------------------------------------------------


def test_after_every_mishap_all_pages_open_and_the_next_round_is_drawn() -> None:
    of = championship_of(9)
    play_out(published(of))
    round_ = published(of)
    (a, _), (c, _), (gone, _) = seated(round_)[:3]
    mishaps.accept_as_played(at_table(round_, 1).game.pk, a, c, reason="barreja", actor=DESK)
    tables.change_table(at_table(round_, 1).game.pk, 4, actor=DESK)
    mishaps.replay(at_table(round_, 4).game.pk, reason="carta de més", actor=DESK)
    go = {"reason": "avaria", "withdraws": True, "moves_in": True}
    mishaps.go_before_play(at_table(round_, 3).game.pk, gone, **go, actor=DESK)  # type: ignore[arg-type]
    client, _of, desk = at_desk(of)
    pages = ["", "rondes/2/", "rondes/2/?mend", "taules/", "historial/", f"parelles/{gone}/"]
    hall = [
        f"/c/{of.slug}/{page}" for page in ("", "ronda/2/", "classificacio/", f"parella/{a}/", "sorteig/")
    ]
    opened = {address: client.get(address).status_code for address in [desk + page for page in pages] + hall}
    assert set(opened.values()) == {200}, opened
    play_out(Round.objects.get(pk=round_.pk))
    third = published(of)
    assert sorted(number for meeting in seated(third) for number in meeting) == sorted(
        {*range(1, 10)} - {gone}
    )
    assert list(verify(of)) == []
