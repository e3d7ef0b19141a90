"""What was frozen is held against the hands."""

import pytest

from tests import factories
from tournament.models import Championship, Game, PlayedHand, Round, Seat
from tournament.queries.verification import verify

pytestmark = pytest.mark.django_db


def sound(preset: str = "vilaplana-2011") -> Championship:
    """One game of 101–20 and a bye, frozen as they were counted."""
    championship = factories.championship(preset=preset)
    round_ = factories.round_(championship)
    game = factories.game(round_)
    factories.hand(game, 81, 0)
    factories.hand(game, 0, 20)
    factories.hand(game, 20, 0)
    factories.confirmed(game, 101, 20)
    bye = factories.confirmed(factories.bye(round_), 51, 0)
    Game.objects.filter(pk=bye.pk).update(adjustments=[["bye", "D 4", [51, 0]]])
    factories.game(round_)
    return championship


def whats(championship: Championship) -> list[str]:
    return [found.what for found in verify(championship)]


def test_a_sound_championship_has_no_discrepancy() -> None:
    assert verify(sound()) == ()


def test_missed_rounds_and_half_wins_are_counted_too() -> None:
    championship = factories.championship(preset="vilaplana-2017")
    game = factories.game(factories.round_(championship), typed_a=80, typed_b=80)
    factories.confirmed(game, 80, 80)
    factories.absence(factories.pair(championship), 1, points_for=7)
    assert verify(championship) == ()


def test_a_frozen_result_that_the_hands_do_not_bear_out_is_found() -> None:
    championship = sound()
    Seat.objects.filter(points_for=20).update(points_for=19)
    assert whats(championship) == ["seat", "sums"]
    assert "round 1 table 1 pair 2: seat: stored (19, 101, 0), counted (20, 101, 0)" in map(
        str, verify(championship)
    )


def test_a_hand_changed_behind_a_confirmation_is_found() -> None:
    championship = sound()
    PlayedHand.objects.filter(sequence=3).update(points_a=0, points_b=20)
    assert whats(championship) == ["result", "order", "sums", "sums"]


def test_adjustments_that_differ_are_found() -> None:
    championship = sound()
    Game.objects.filter(kind=Game.Kind.BYE).update(adjustments=[])
    assert whats(championship) == ["adjustments"]


def test_a_ranking_that_would_be_another_is_found() -> None:
    championship = sound()
    Seat.objects.filter(wins2=2, points_for=101).update(wins2=0)
    assert whats(championship) == ["seat", "order", "sums"]


def test_drafts_and_open_games_are_not_looked_at() -> None:
    championship = factories.championship()
    factories.confirmed(factories.bye(factories.round_(championship, state=Round.State.DRAFT)), 7, 0)
    factories.hand(factories.game(factories.round_(championship)), 36, 0)
    assert verify(championship) == ()
