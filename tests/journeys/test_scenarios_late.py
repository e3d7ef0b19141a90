"""Scenarios of pairs that leave, miss rounds, come back or come late (D 4, D 13, E 13.3)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.regulation import Criterion
from tests.factories import START
from tests.journeys.scenes import (
    both,
    championship_of,
    come_back,
    game_at,
    is_absent,
    play,
    play_out,
    published,
    row_with,
    rows_of,
    who_rests,
    withdraw,
)
from tests.services.conftest import DESK, seated
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.models import Championship, Round
from tournament.queries.paths import Step, path_of_pair
from tournament.queries.rounds import round_page
from tournament.queries.standings import StandingRow, standings
from tournament.services import arrangements, games, pairs, rounds
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db

ARRIVED = "Ja ha arribat"
LATECOMERS = PairDetails("Els Tardans", "Pau", "Roc")


def row_of(of: Championship, number: int, after: int | None = None) -> StandingRow:
    return next(row for row in standings(of, after) if row.number == number)


def steps_of(of: Championship, number: int) -> tuple[Step, ...]:
    path = path_of_pair(of, number)
    assert path is not None
    return path.steps


def register_by_http(client: Client, desk: str) -> None:
    details = {"war_name": "Els Tardans", "player_1": "Pau", "player_2": "Roc"}
    assert client.post(f"{desk}parelles/nova/", details).status_code == 302


# --- Leaving and coming back -------------------------------------------------------------------


def test_b034_a_pair_that_leaves_after_its_result_is_in_no_table_and_the_result_stays() -> None:
    of = championship_of(6)
    arrangements.arrange(of.pk, "together", 1, 2, actor=DESK)
    first = published(of)
    assert seated(first)[0] == (1, 2)
    games.record_totals(game_at(first, 1).pk, (70, 101), actor=DESK)
    games.confirm(game_at(first, 1).pk, actor=DESK)
    withdraw(of, 2)
    play_out(first)
    second = published(of)
    numbers = [number for meeting in seated(second) for number in meeting]
    assert sorted(numbers) == [1, 3, 4, 5, 6]
    assert sorted(map(len, seated(second))) == [1, 2, 2]
    assert [steps_of(of, number)[0].score for number in (1, 2)] == [(70, 101), (101, 70)]
    assert [steps_of(of, number)[0].wins2 for number in (1, 2)] == [0, 2]
    assert [row_of(of, number, 1).points_for for number in (1, 2)] == [70, 101]
    assert (row_of(of, 2).wins2, row_of(of, 2).difference) == (2, 31)


def test_b037_leaving_before_each_draw_and_coming_back_after_it_never_wins_anything(client: Client) -> None:
    of = championship_of(8)
    resting = []
    for _ in range(3):
        withdraw(of, 7)
        round_ = published(of)
        come_back(of, 7)
        resting.append(who_rests(round_))
        play_out(round_)
    own = row_of(of, 7)
    assert (own.wins2, own.points_for, own.points_against, own.played) == (0, 0, 0, 0)
    assert [(step.kind, step.score, step.wins2) for step in steps_of(of, 7)] == [("absence", (0, 0), 0)] * 3
    card = client.get(f"/c/{of.slug}/parella/7/")
    assert "Descansa" not in text_of(card) and "51" not in text_of(card)
    for index, number in enumerate(resting):
        assert number is not None and number != 7
        step = steps_of(of, number)[index]
        assert (step.kind, step.score, step.wins2) == ("bye", (51, 0), 2)


# --- Coming late -------------------------------------------------------------------------------


@pytest.mark.parametrize("missed", [(0, 0, 0), (0, 0, 51)], ids=["unplayed", "lost"])
def test_b038_a_pair_that_signs_up_in_round_one_is_in_the_draws_of_rounds_two_and_three(
    missed: tuple[int, int, int],
) -> None:
    of = championship_of(20, changes={"missed_round": missed})
    first = published(of, now=START)
    late = pairs.register(of.pk, LATECOMERS, actor=DESK, now=START + timedelta(minutes=20))
    play_out(first)
    (step,) = steps_of(of, 21)
    assert (late.number, step.kind, step.score, step.wins2) == (21, "absence", missed[1:], missed[0])
    for number in (2, 3):
        round_ = play(of)
        places = sorted(pair for meeting in seated(round_) for pair in meeting)
        assert (round_.number, places) == (number, [*range(1, 22)])
        assert [len(meeting) for meeting in seated(round_)].count(1) == 1
    assert of.pairs.get(war_name="Els Tardans").number == 21


def test_b038_the_order_of_inscription_parts_a_late_pair_from_an_equal_one() -> None:
    """E 14.5."""
    of = championship_of(20, changes={"missed_round": (0, 0, 51)})
    first = published(of)
    pairs.register(of.pk, LATECOMERS, actor=DESK)
    for view in first.games.all():
        games.walkover(view.pk, "a", reason="avís", actor=DESK)
    *_, above, last = standings(of)
    same = (0, -51, 0)
    assert [(row.wins2, row.difference, row.points_for) for row in (above, last)] == [same, same]
    assert (last.number, last.rank, last.parted_by) == (21, 21, Criterion.NUMBER)
    assert above.number < 21


def test_b039_who_is_not_checked_in_is_absent_from_the_draw_and_has_a_button_for_when_it_comes() -> None:
    client, of, desk = at_desk(championship_of(22))
    for number in (4, 9, 22):
        is_absent(of, number, 1)
    before = client.get(f"{desk}rondes/1/")
    client.post(f"{desk}rondes/1/draft/")
    for page in (before, client.get(f"{desk}rondes/1/")):
        assert [line.number for line in page.context["missing"]] == [4, 9, 22]
        for number in (4, 9, 22):
            assert f"{ARRIVED} : {number}" in text_of(page)
            assert f'action="{desk}parelles/{number}/present/"' in page.content.decode()
    draft = of.rounds.get()
    numbers = [number for meeting in seated(draft) for number in meeting]
    assert sorted(numbers) == sorted({*range(1, 23)} - {4, 9, 22})
    assert sorted(map(len, seated(draft))) == [1] + [2] * 9


def test_b039_arrived_now_brings_the_pair_into_the_draw_from_the_page_of_the_round() -> None:
    client, of, desk = at_desk(championship_of(22))
    for number in (4, 9, 22):
        is_absent(of, number, 1)
    client.post(f"{desk}rondes/1/draft/")
    back = client.post(f"{desk}parelles/9/present/", {"back": "round"})
    assert back["Location"] == f"{desk}rondes/1/"
    page = client.get(back["Location"])
    assert [line.number for line in page.context["missing"]] == [4, 22]
    assert page.context["draft"].is_outdated
    assert [pair.number for pair in page.context["draw"].loose] == [9]
    client.post(f"{desk}rondes/1/draft/")
    draft = of.rounds.get()
    assert sorted(map(len, seated(draft))) == [2] * 10
    assert 9 in {number for meeting in seated(draft) for number in meeting}


# --- Late, absent, resting ---------------------------------------------------------------------


def late_absent_and_resting() -> Championship:
    """Pair 20 comes when round 1 is being played, asks to miss round 2, and rests in round 3."""
    of = championship_of(19)
    first = published(of)
    pairs.register(of.pk, LATECOMERS, actor=DESK)
    play_out(first)
    is_absent(of, 20, 2)
    play(of)
    withdraw(of, 1)
    arrangements.arrange(of.pk, "rests", 20, actor=DESK)
    third = play(of)
    assert who_rests(third) == 20
    return of


def test_b040_late_absent_and_resting_are_three_marks_with_their_scores(client: Client) -> None:
    of = late_absent_and_resting()
    steps = steps_of(of, 20)
    assert [step.kind for step in steps] == ["absence", "absence", "bye"]
    assert [step.absence.reason for step in steps if step.absence] == ["late", "asked"]
    assert [(step.score, step.wins2) for step in steps] == [((0, 0), 0), ((0, 0), 0), ((51, 0), 2)]
    _head, *rows = rows_of(client.get(f"/c/{of.slug}/parella/20/"))
    assert ["0–0" in row for row in rows] == [True, True, False]
    assert ["51–0" in row for row in rows] == [False, False, True]
    marks = [row.split(maxsplit=1)[1].rstrip("0123456789 –") for row in rows]
    assert len(set(marks)) == 3, marks


def test_b040_the_sums_of_the_card_are_those_of_the_standings(client: Client) -> None:
    of = late_absent_and_resting()
    for row in standings(of):
        steps = [step for step in steps_of(of, row.number) if step.score is not None]
        own = sum(step.score[0] for step in steps if step.score)
        other = sum(step.score[1] for step in steps if step.score)
        assert (row.wins2, row.points_for, row.points_against) == (
            sum(step.wins2 or 0 for step in steps),
            own,
            other,
        )
    assert row_of(of, 20).difference == 51
    assert "Partides guanyades: 1" in text_of(client.get(f"/c/{of.slug}/parella/20/"))


# --- Let in after the publication ----------------------------------------------------------------


def places(round_: Round) -> dict[int | None, tuple[Any, ...]]:
    """Every table with its pairs and the address of its sheet."""
    page = round_page(round_.championship, round_.number)
    assert page is not None
    return {view.table: (view.a.number, view.b and view.b.number, view.game.token) for view in page.tables}


def test_b041_a_pair_that_comes_two_minutes_after_the_publication_plays_the_one_that_rests() -> None:
    client, of, desk = at_desk(championship_of(7))
    round_ = published(of, now=timezone.now() - timedelta(minutes=2))
    before, resting = places(round_), who_rests(round_)
    register_by_http(client, desk)
    page = client.get(f"{desk}rondes/1/")
    assert "8 Els Tardans ha arribat i no té taula:" in text_of(page)
    assert f"Que jugui contra la {resting} Parella {resting}" in text_of(page)
    assert client.post(f"{desk}rondes/1/seat/", {"pair": [8, resting]}).status_code == 302
    after = places(round_)
    assert {table: after[table] for table in before} == before
    assert set(after) - set(before) == {4}
    assert set(after[4][:2]) == {8, resting}
    assert both(seated(round_)) >= {frozenset((8, resting))}
    assert who_rests(round_) is None
    assert [steps_of(of, number)[0].kind for number in (8, resting)] == ["played", "played"]
    assert f"{resting} Parella {resting}" in row_with(client.get(f"/c/{of.slug}/ronda/1/"), "8 Els Tardans")


def test_b041_a_pair_without_anybody_to_play_waits_and_is_in_the_next_draw() -> None:
    client, of, desk = at_desk(championship_of(6))
    round_ = published(of, now=timezone.now() - timedelta(minutes=2))
    before = places(round_)
    register_by_http(client, desk)
    assert client.get(f"{desk}rondes/1/").status_code == 200
    assert places(round_) == before
    play_out(round_)
    draft = rounds.draft(of.pk, actor=DESK)
    assert 7 in {number for meeting in seated(draft) for number in meeting}
