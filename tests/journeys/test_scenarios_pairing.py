"""Scenarios of the draw: who meets whom again, who rests, what is settled beforehand and what stops a draw (E 12.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from tests import factories
from tests.journeys.scenes import (
    Winner,
    both,
    by_chance,
    championship_of,
    game_at,
    is_absent,
    met,
    play,
    play_out,
    published,
    row_with,
    rows_of,
    who_rests,
    withdraw,
)
from tests.services.conftest import DESK, refusal_of, seated
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.core.pairing.judgement import Made, conflicts_of
from tournament.core.trials import faults, trial
from tournament.models import Absence, Championship, Game, Round, Seat
from tournament.queries.drawing import drawn, pairing_input, seating_of
from tournament.queries.meetings import Meeting, rested
from tournament.queries.rounds import round_page
from tournament.queries.standings import standings
from tournament.services import arrangements, drafts, rounds, seating

pytestmark = pytest.mark.django_db

Meetings = Sequence[tuple[int, int]]


def play_as_set(of: Championship, meetings: Meetings) -> Round:
    """A round in which exactly these meet, the first of each wins."""
    for one, other in meetings:
        arrangements.arrange(of.pk, "together", one, other, actor=DESK)
    winners = {one for one, _ in meetings}
    return play(of, lambda a, b: a if a in winners else b)


def greedy(order: Iterable[int], known: set[frozenset[int]]) -> set[frozenset[int]]:
    """From the top down, each takes the first that it has not met: never looking at what that leaves to the others."""
    left, found = list(order), []
    while left:
        first = left.pop(0)
        other = next((number for number in left if frozenset((first, number)) not in known), left[0])
        left.remove(other)
        found.append((first, other))
    return both(found)


def marked(meetings: Iterable[Meeting], code: str) -> set[frozenset[int]]:
    """The meetings that bear this mark on the page."""
    found = [each for each in meetings if any(conflict.code == code for conflict in each.conflicts)]
    return {frozenset(pair.number for pair in (each.a, each.b) if pair) for each in found}


# --- Nobody meets again ------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "rounds_played"), [(20, 5), (21, 7), (65, 9), (120, 7), (200, 9)])
def test_b022_nobody_meets_again_while_it_can_be_avoided(number: int, rounds_played: int) -> None:
    found = [faults(trial(number, rounds=rounds_played, seed=seed)) for seed in range(20)]
    assert found == [[]] * 20


# Three against three, all nine met in three rounds: among the three of a side there is one meeting and one pair left.
THREE_AGAINST_THREE = (((1, 4), (2, 5), (3, 6)), ((1, 5), (2, 6), (3, 4)), ((1, 6), (2, 4), (3, 5)))


def test_b022_where_all_have_to_meet_again_the_draft_says_so_and_names_who() -> None:
    client, of, desk = at_desk(championship_of(6))
    for meetings in THREE_AGAINST_THREE:
        play_as_set(of, meetings)
    known = met(of)
    client.post(f"{desk}rondes/4/draft/")
    page = client.get(f"{desk}rondes/4/")
    again = both(seated(of.rounds.get(number=4))) & known
    assert len(again) == 1
    assert marked(page.context["draw"].meetings, "rematch") == again
    row = row_with(page, "ja s’han enfrontat")
    assert "Es tornen a trobar: no es pot evitar." in row
    assert all(f"Parella {number} " in row for number in next(iter(again)))
    assert "1 enfrontament es repeteix." in text_of(page)


# After these three rounds everybody has two opponents left and they form one ring of six, so there are two divisions
# without a repeat and each leaves just the other one for the last round: one alone is never left when all six play
# three rounds. From the top down 1–5 and 4–2 are taken, and 3 and 6 remain, who have met.
RING = (((2, 1), (5, 3), (4, 6)), ((1, 4), (5, 2), (6, 3)), ((1, 6), (3, 2), (4, 5)))
DIVISIONS = [both(((1, 3), (2, 4), (5, 6))), both(((1, 5), (2, 6), (3, 4)))]


def test_b023_both_last_rounds_of_six_pairs_are_found_without_a_repeat() -> None:
    of = championship_of(6)
    for meetings in RING:
        play_as_set(of, meetings)
    known = met(of)
    assert greedy([row.number for row in standings(of)], known) & known == both([(3, 6)])
    last_two = [both(seated(play(of))), both(seated(play(of)))]
    assert last_two in (DIVISIONS, DIVISIONS[::-1])


# Here 3 and 4 missed the first round. What is left open is two triangles, 1-2-3 and 4-5-6, and the meeting 3–4 between
# them: three is odd, so 3–4 has to be, and 1–2 and 5–6 with it. Nothing else is without a repeat.
ONE_DIVISION = (((1, 5), (2, 6)), ((1, 4), (2, 5), (3, 6)), ((1, 6), (2, 4), (3, 5)))


def test_b023_a_single_division_without_a_repeat_is_found() -> None:
    of = championship_of(6)
    for number in (3, 4):
        is_absent(of, number, 1)
    for meetings in ONE_DIVISION:
        play_as_set(of, meetings)
    assert both(seated(play(of))) == both([(1, 2), (3, 4), (5, 6)])


# --- Who rests ---------------------------------------------------------------------------------


def loses(number: int, winner: Winner) -> Winner:
    return lambda a, b: {a: b, b: a}.get(number) or winner(a, b)


def test_b026_five_different_pairs_rest_in_five_rounds() -> None:
    of = championship_of(21)
    winner = loses(17, by_chance(26))
    resting = [who_rests(play(of, winner)) for _ in range(5)]
    assert None not in resting
    assert len(set(resting)) == 5


def test_b026_nobody_rests_twice_when_withdrawals_make_the_number_even_and_odd_again() -> None:
    of = championship_of(21)
    winner = loses(17, by_chance(62))
    resting = []
    for leaving in (None, 3, 8, 12, 5):
        if leaving:
            withdraw(of, leaving)
        resting.append(who_rests(play(of, winner)))
    assert [each is None for each in resting] == [False, True, False, True, False]
    assert len(set(resting) - {None}) == 3


def tossed(luck: Random) -> Winner:
    return lambda a, b: a if luck.random() < 0.5 else b


def floats_of(of: Championship, bye: int | None = None) -> int:
    """How many go down a group in the best pairing of the next round, or in the best in which this pair rests."""
    given = replace(pairing_input(of, 5), forced_bye=bye)
    best = drawn(given)
    return sum(each.code == "float" for each in conflicts_of(given, Made(best.meetings, best.bye)))


def test_b027_the_third_candidate_rests_even_at_the_cost_of_a_float_and_the_draft_says_so() -> None:
    client, of, desk = at_desk(championship_of(13))
    luck = Random(132)  # leaves 2, 7 and 6 as the last ones; 2 and 6 have rested
    for _ in range(4):
        play_out(published(of), tossed(luck), loser_has=lambda: luck.randrange(20, 100))
    last = pairing_input(of, 5).entrants[-3:]
    assert [(each.number, each.unplayed_wins) for each in last] == [(2, 1), (7, 0), (6, 1)]
    assert floats_of(of) == floats_of(of, bye=2) + 1
    client.post(f"{desk}rondes/5/draft/")
    page = client.get(f"{desk}rondes/5/")
    assert who_rests(of.rounds.get(number=5)) == 7
    row = row_with(page, "descansa")
    assert "7 Parella 7 descansa" in row
    assert "Descansa: és l’última que encara no ha guanyat sense jugar." in row
    assert len(marked(page.context["draw"].meetings, "float")) == floats_of(of)
    assert sum("baixa la" in line for line in rows_of(page)) == floats_of(of)


def test_b029_drawn_again_around_a_bye_given_by_hand_there_is_exactly_one_bye() -> None:
    client, of, desk = at_desk(championship_of(21))
    client.post(f"{desk}rondes/1/draft/")
    draft = of.rounds.get()
    client.post(f"{desk}rondes/1/change/", {"round": draft.pk, "what": "rest", "pair": 20})
    sent = {"round": draft.pk, "what": "draw_rest", "pair": [meeting[0] for meeting in seated(draft)[:4]]}
    assert client.post(f"{desk}rondes/1/change/", sent).status_code == 302
    assert who_rests(draft) == 20
    assert sorted(len(numbers) for numbers in seated(draft)) == [1] + [2] * 10
    assert draft.games.filter(kind=Game.Kind.BYE).count() == 1


def test_b029_an_odd_rest_beside_a_bye_is_said_before_anything_is_drawn() -> None:
    client, of, desk = at_desk(championship_of(21))
    client.post(f"{desk}rondes/1/draft/")
    draft = of.rounds.get()
    drafts.rest(draft.pk, 20, actor=DESK)
    factories.pair(of)
    before = seated(draft)
    refused = client.post(f"{desk}rondes/1/change/", {"round": draft.pk, "what": "draw_rest"})
    assert refused.status_code == 422
    said = "Aquestes parelles són un nombre senar (la parella 22), i la 20 ja descansa."
    assert said in text_of(refused)
    assert seated(draft) == before


def test_b029_a_bye_settled_for_an_even_number_is_said_before_the_draw() -> None:
    client, of, desk = at_desk(championship_of(21))
    play(of)
    withdraw(of, 1)
    arrangements.arrange(of.pk, "rests", 20, actor=DESK)
    said = "S’ha fixat que descansi la parella 20, però llavors les altres són un nombre senar."
    assert said in text_of(client.get(f"{desk}rondes/2/"))
    assert said in text_of(client.post(f"{desk}rondes/2/draft/"))
    assert not of.rounds.filter(number=2).exists()


def test_b031_absent_pairs_are_absent_and_do_not_rest() -> None:
    client, of, desk = at_desk(championship_of(5))
    client.post(f"{desk}parelles/2/absent/", {"reason": "asked"})
    client.post(f"{desk}rondes/1/draft/")
    assert sorted(map(len, seated(of.rounds.get()))) == [2, 2]
    client.post(f"{desk}parelles/3/absent/", {"reason": "asked"})
    client.post(f"{desk}rondes/1/draft/")
    assert sorted(map(len, seated(of.rounds.get()))) == [1, 2]
    assert [line.number for line in client.get(f"{desk}rondes/1/").context["missing"]] == [2, 3]
    client.post(f"{desk}rondes/1/publish/")
    public = text_of(client.get(f"/c/{of.slug}/ronda/1/"))
    assert "2 Parella 2 no juga" in public and "3 Parella 3 no juga" in public
    page = round_page(of, 1)
    assert page is not None and page.bye is not None
    assert [absence.pair.number for absence in page.absences] == [2, 3]
    assert [each.pair.number for each in rested(of, before=2)] == [page.bye.a.number]
    assert {row.number for row in standings(of) if row.wins2} == {page.bye.a.number}


# --- A draw that cannot be made, or is not whole ---------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_b043_a_draw_that_was_cut_short_leaves_no_round_and_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, of, desk = at_desk(championship_of(5))
    client.raise_request_exception = False

    def half_way(*args: Any, **options: Any) -> None:
        seating.make_games(*args, **options)
        raise RuntimeError("the power failed")

    with monkeypatch.context() as cut:
        cut.setattr(rounds, "make_games", half_way)
        assert client.post(f"{desk}rondes/1/draft/").status_code == 500
    for _ in range(2):
        page = client.get(desk)
        assert (page.context["next"].step, page.context["next"].round) == ("first_draft", None)
        assert f"{desk}rondes/1/" in page.content.decode()
    assert "Aparella la ronda 1" in text_of(client.get(f"{desk}rondes/1/"))
    left = [each.objects.count() for each in (Round, Game, Seat, Absence)]
    assert (left, of.log.count(), of.submissions.count()) == ([0, 0, 0, 0], 0, 0)
    assert client.post(f"{desk}rondes/1/draft/").status_code == 302
    assert client.get(desk).context["next"].step == "draft"
    assert sorted(map(len, seated(of.rounds.get()))) == [1, 2, 2]


def test_b044_a_missing_result_stops_the_draw_until_a_reason_is_given_that_is_logged() -> None:
    client, of, desk = at_desk(championship_of(18))
    play(of)
    second = play_out(published(of), but=9)
    link = reverse("desk_game", args=[of.slug, game_at(second, 9).pk])
    for reason in ("", "  "):
        refused = client.post(f"{desk}rondes/3/draft/", {"from": "round", "reason": reason})
        assert refused.status_code == 422
        assert "Falten resultats: taula 9" in text_of(refused)
        assert f'href="{link}"' in refused.content.decode()
    assert not of.rounds.filter(number=3).exists()
    sent = {"from": "round", "reason": "S’ha perdut el full"}
    assert client.post(f"{desk}rondes/3/draft/", sent).status_code == 302
    entry = of.log.get(what="draft", round_number=3)
    assert (entry.reason, entry.after["open"]) == ("S’ha perdut el full", [[2, 9]])
    assert "S’ha perdut el full" in text_of(client.get(f"{desk}historial/"))


def test_b045_who_rests_and_gets_a_table_by_hand_rests_no_more() -> None:
    client, of, desk = at_desk(championship_of(21))
    play(of)
    second = published(of)
    resting = who_rests(second)
    client.post(f"{desk}parelles/nova/", {"war_name": "Els Tardans", "player_1": "Pau", "player_2": "Roc"})
    assert client.post(f"{desk}rondes/2/seat/", {"pair": [resting, 22]}).status_code == 302
    assert (who_rests(second), set(seated(second)[10])) == (None, {resting, 22})
    game = game_at(second, 11)
    client.post(f"{desk}partida/{game.pk}/totals/", {"total_a": 60, "total_b": 101})
    client.post(f"{desk}partida/{game.pk}/confirm/")
    seats = Seat.objects.filter(pair__number=resting, round=second, void=False)
    assert [(seat.game_id, seat.game.kind) for seat in seats] == [(game.pk, "played")]
    before, after = (next(row for row in standings(of, number) if row.number == resting) for number in (1, 2))
    assert after.points_for - before.points_for == seats.get().points_for
    assert (after.played, after.byes) == (2, before.byes)


def test_b045_a_table_made_in_a_draft_takes_the_bye_away_in_the_same_step() -> None:
    of = championship_of(21)
    play(of)
    draft = rounds.draft(of.pk, actor=DESK)
    resting, last = who_rests(draft), seated(draft)[9]
    drafts.join(draft.pk, resting, last[0], actor=DESK)
    assert (who_rests(draft), set(seated(draft)[9])) == (None, {resting, last[0]})
    assert not Game.objects.filter(round=draft, kind=Game.Kind.BYE).exists()
    refusal = refusal_of(rounds.publish, draft.pk)
    assert (refusal.code, refusal.facts["pairs"]) == ("pairs_unseated", [last[1]])


# --- Fixed tables, families and clubs --------------------------------------------------------------


def with_fixed_tables(*, meet: bool, keeps_free: bool) -> tuple[Any, Championship, str]:
    """Pairs 3 and 12 of 16 always sit at tables 1 and 2; the first round is published."""
    client, of, desk = at_desk(championship_of(16, keeps_fixed_tables=keeps_free))
    for number, table in ((3, 1), (12, 2)):
        client.post(f"{desk}parelles/{number}/table/", {"fixed_table": table})
    arrangements.arrange(of.pk, "together" if meet else "apart", 3, 12, actor=DESK)
    published(of)
    return client, of, desk


@pytest.mark.parametrize(("keeps_free", "last"), [(True, 9), (False, 8)])
def test_b046_two_with_fixed_tables_that_meet_sit_at_one_of_them(keeps_free: bool, last: int) -> None:
    _client, of, _desk = with_fixed_tables(meet=True, keeps_free=keeps_free)
    sit = seating_of(of.rounds.get())
    at = sit.table_of(3)
    assert at in (1, 2) and sit.table_of(12) == at
    stays_free = {3 - at} if keeps_free else set()
    assert set(sit.tables) == {*range(1, last + 1)} - stays_free


def test_b046_two_with_fixed_tables_that_do_not_meet_sit_each_at_its_own() -> None:
    _client, of, _desk = with_fixed_tables(meet=False, keeps_free=True)
    sit = seating_of(of.rounds.get())
    assert (sit.table_of(3), sit.table_of(12), sorted(sit.tables)) == (1, 2, [*range(1, 9)])


@pytest.mark.parametrize("meet", [True, False])
def test_b046_the_public_list_marks_the_fixed_tables(meet: bool) -> None:
    client, of, desk = with_fixed_tables(meet=meet, keeps_free=True)
    fixed = [str(seating_of(of.rounds.get()).table_of(3))] if meet else ["1", "2"]
    for address in (f"{desk}rondes/1/", f"/c/{of.slug}/ronda/1/"):
        marks = [row.split()[0] for row in rows_of(client.get(address)) if "fixa" in row]
        assert (address, marks) == (address, fixed)


def test_b048_a_family_never_meets_and_a_club_only_where_it_must_which_the_draft_says() -> None:
    client, of, desk = at_desk(championship_of(24, club_rule="always"))
    of.pairs.filter(number__gt=11).update(club="A")  # 13 of 24: one meeting inside the club cannot be avoided
    client.post(f"{desk}rondes/1/arrange/", {"kind": "apart", "one": 1, "other": 2})
    winner = by_chance(48)
    for number in range(1, 6):
        client.post(f"{desk}rondes/{number}/draft/")
        page = client.get(f"{desk}rondes/{number}/")
        inside = {each for each in both(seated(of.rounds.last())) if min(each) > 11}
        assert len(inside) == 1
        assert marked(page.context["draw"].meetings, "club") == inside
        row = row_with(page, "Són del mateix club: no es pot evitar.")
        assert all(f"Parella {number} " in row for number in next(iter(inside)))
        client.post(f"{desk}rondes/{number}/publish/")
        play_out(of.rounds.last(), winner)
    assert of.rounds.count() == 5
    assert frozenset((1, 2)) not in met(of)


def test_b048_where_it_can_be_avoided_no_two_of_a_club_meet_in_five_rounds() -> None:
    of = championship_of(24, club_rule="always")
    of.pairs.filter(number__gt=16).update(club="A")
    winner = by_chance(48)
    for _ in range(5):
        assert [each for each in both(seated(play(of, winner))) if min(each) > 16] == []


@pytest.mark.parametrize("number", [1, 2])
def test_b048_what_contradicts_itself_is_told_before_the_draw(number: int) -> None:
    client, of, desk = at_desk(championship_of(6))
    if number == 2:
        play(of)
    for other in range(2, 7):
        client.post(f"{desk}rondes/{number}/arrange/", {"kind": "apart", "one": 1, "other": other})
    refused = client.post(f"{desk}rondes/{number}/arrange/", {"kind": "together", "one": 1, "other": 2})
    assert (refused.status_code, of.arrangements.count()) == (422, 5)
    assert "Això contradiu el que s’ha fixat per a les parelles 1 i 2." in text_of(refused)
    said = "No hi ha cap aparellament possible. Sense cap rival possible: la parella 1."
    assert said in text_of(client.get(f"{desk}rondes/{number}/"))
    assert said in text_of(client.post(f"{desk}rondes/{number}/draft/", {"from": "round"}))
    assert not of.rounds.filter(state=Round.State.DRAFT).exists()
