"""What was frozen is held against the hands, the seats against the pairs, the ranking against both."""

import pytest
from django.db import connection
from django.db.models import JSONField, Value
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.queries.sound import said, sound, whats
from tests.services.conftest import DESK, published_hall
from tournament.models import Championship, Game, Pair, PlayedHand, Round, Seat
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import pairs
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db


def ruled(championship: Championship, regulation: object) -> Championship:
    """The championship with this JSON as its regulation, whatever it is."""
    stored = Value(regulation, JSONField())
    Championship.objects.filter(pk=championship.pk).update(regulation=stored)
    championship.refresh_from_db()
    return championship


# --- Results and ranking -----------------------------------------------------------------------


def test_a_sound_championship_has_no_discrepancy() -> None:
    assert verify(sound()) == ()


def test_a_draw_that_does_not_follow_from_its_record_is_found() -> None:
    hall = published_hall(6)
    assert verify(hall.championship) == ()
    reasons = Round.objects.get(pk=hall.round.pk).reasons
    reasons["input"]["seed"] = "una altra llavor"
    Round.objects.filter(pk=hall.round.pk).update(reasons=reasons)
    assert whats(hall.championship) == ["draw"]
    Round.objects.filter(pk=hall.round.pk).update(reasons={"input": {"entrants": 7}, "pairing": {}})
    assert whats(hall.championship) == ["draw"]


def test_missed_rounds_and_half_wins_are_counted_too() -> None:
    championship = factories.championship(preset="vilaplana-2017", changes={"missed_round": [1, 7, 9]})
    game = factories.game(factories.round_(championship), typed_a=80, typed_b=80)
    factories.confirmed(game, 80, 80)
    factories.absence(factories.pair(championship), 1, wins2=1, points_for=7, points_against=9)
    assert verify(championship) == ()


def test_a_frozen_result_that_the_hands_do_not_bear_out_is_found() -> None:
    championship = sound()
    Seat.objects.filter(points_for=20).update(points_for=19)
    assert said(championship) == [
        "round 1 table 1 pair 2: seat: stored (19, 101, 0), counted (20, 101, 0)",
        "pair 2: sums: stored (0, 19, 101, 0), counted (0, 20, 101, 0)",
    ]


def test_a_hand_changed_behind_a_confirmation_is_found() -> None:
    championship = sound()
    PlayedHand.objects.filter(sequence=3).update(points_a=0, points_b=20, card_points=16)
    assert whats(championship) == ["result", "order", "sums", "sums"]


def test_adjustments_that_differ_are_found() -> None:
    championship = sound()
    Game.objects.filter(kind=Game.Kind.BYE).update(adjustments=[])
    assert said(championship) == ["round 1: adjustments: stored [], counted [['bye', 'D 4', [51, 0]]]"]


def test_a_ranking_that_would_be_another_is_found() -> None:
    championship = sound()
    Seat.objects.filter(wins2=2, points_for=101).update(wins2=0)
    assert whats(championship) == ["seat", "order", "sums"]


def test_the_ranking_is_counted_again_by_the_championships_own_order() -> None:
    championship = factories.championship(changes={"ranking_order": ["points_for", "wins", "number"]})
    round_ = factories.round_(championship)
    for totals in ((60, 59), (101, 100)):
        game = factories.game(round_, typed_a=totals[0], typed_b=totals[1])
        factories.confirmed(game, *totals)
    assert [row.number for row in standings(championship)] == [3, 4, 1, 2]
    assert verify(championship) == ()


# --- Rounds ------------------------------------------------------------------------------------


def test_a_gap_in_the_numbers_of_the_rounds_is_found() -> None:
    championship = sound()
    Round.objects.update(number=2)
    assert said(championship) == ["championship: rounds: stored [2], counted [1]"]


def test_a_draft_before_a_published_round_is_found() -> None:
    championship = factories.championship()
    factories.round_(championship, state=Round.State.DRAFT)
    factories.round_(championship)
    assert said(championship) == ["round 1: round: stored draft, counted published"]


def test_drafts_are_not_looked_at_and_open_games_have_no_result() -> None:
    championship = factories.championship()
    seated = factories.game(factories.round_(championship))
    factories.hand(seated, 36, 0)
    draft = factories.round_(championship, state=Round.State.DRAFT)
    unplayed = factories.game(draft, a=Pair.objects.get(number=2), b=Pair.objects.get(number=1))
    factories.hand(unplayed, 99, 0)
    assert verify(championship) == ()


def test_a_published_round_that_became_a_draft_is_found() -> None:
    championship = sound()
    Round.objects.update(state=Round.State.DRAFT, published_at=None)
    assert said(championship) == ["round 1: round: stored draft, counted published"]


def test_a_published_round_without_a_moment_is_found() -> None:
    championship = sound()
    Round.objects.update(published_at=None)
    assert said(championship) == ["round 1: published_at: stored None, counted published"]


# --- A seat or a missed round ------------------------------------------------------------------


def test_a_pair_that_has_neither_a_seat_nor_a_missed_round_is_found() -> None:
    championship = sound()
    factories.pair(championship)
    assert said(championship) == ["round 1 pair 6: place: stored 0 seats, 0 absences, counted one of them"]


def test_a_pair_that_has_both_a_seat_and_a_missed_round_is_found() -> None:
    championship = sound()
    factories.absence(Pair.objects.get(number=4))
    assert said(championship) == ["round 1 pair 4: place: stored 1 seats, 1 absences, counted one of them"]


def test_a_pair_registered_late_by_the_desk_is_no_finding() -> None:
    championship = published_hall(4).championship
    late = pairs.register(championship.pk, PairDetails("Tardaners", "Anna", "Joan"), actor=DESK)
    assert verify(championship) == ()
    late.absences.all().delete()
    assert said(championship) == ["round 1 pair 5: place: stored 0 seats, 0 absences, counted one of them"]


@pytest.mark.parametrize("state", [Pair.State.WAITING, Pair.State.WITHDRAWN])
def test_who_is_in_no_draw_needs_neither(state: str) -> None:
    championship = sound()
    factories.pair(championship, state=state)
    assert verify(championship) == ()


def test_a_pair_that_has_played_and_is_in_no_ranking_is_found() -> None:
    championship = sound()
    Pair.objects.filter(number=2).update(state=Pair.State.WAITING)
    assert said(championship) == ["pair 2: unranked: stored waiting, counted a seat"]


def test_a_pair_in_a_state_that_there_is_not_is_found() -> None:
    championship = sound()
    Pair.objects.filter(number=2).update(state="asleep")
    assert said(championship) == ["pair 2: pair: stored asleep, counted no such state"]


@pytest.mark.parametrize("worth", [{"points_for": 7}, {"points_against": 7}, {"wins2": 2}])
def test_a_missed_round_that_is_worth_anything_but_what_the_regulation_gives_is_found(
    worth: dict[str, int],
) -> None:
    championship = sound()
    factories.absence(factories.pair(championship), 1, **worth)
    first = verify(championship)[0]
    assert (first.what, first.round_number, first.pair_number) == ("absence", 1, 6)
    assert first.counted == (0, 0, 0)


def test_a_missed_round_to_come_is_not_looked_at() -> None:
    championship = sound()
    factories.absence(Pair.objects.get(number=1), 2, points_for=7)
    assert verify(championship) == ()


# --- A regulation that cannot be read ----------------------------------------------------------


@pytest.mark.parametrize("regulation", [None, "vilaplana-2011", ["rounds"], 5])
def test_a_regulation_that_is_none_is_a_finding(regulation: object) -> None:
    assert whats(ruled(sound(), regulation)) == ["regulation"]


@pytest.mark.parametrize(
    "changes",
    [{"colour": "green"}, {"tie_rule": "duel"}, {"missed_round": [2, 51, 0]}, {"ranking_order": ["wins"]}],
)
def test_a_field_that_cannot_be_is_a_finding_that_names_it(changes: dict[str, object]) -> None:
    championship = sound()
    (found,) = verify(ruled(championship, championship.regulation | changes))
    assert found.what == "regulation"
    assert next(iter(changes)) in found.counted


def test_without_a_regulation_the_rows_are_still_looked_at() -> None:
    championship = ruled(sound(), {"colour": "green"})
    Seat.objects.filter(game__table=2, side="b").delete()
    assert whats(championship) == ["regulation", "seats", "place"]


# --- How much it asks of the database ----------------------------------------------------------


def test_more_tables_are_no_more_queries() -> None:
    asked = []
    for tables in (1, 3):
        round_ = factories.round_()
        for _ in range(tables):
            factories.confirmed(factories.game(round_, typed_a=101, typed_b=20), 101, 20)
        with CaptureQueriesContext(connection) as queries:
            assert verify(round_.championship) == ()
        asked.append(len(queries))
    assert asked[0] == asked[1]
