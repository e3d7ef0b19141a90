"""What `verify` finds in the records of infractions, and in pairs that are out or in against them (E 16)."""

from typing import Any

import pytest

from tests.factories import START
from tests.queries.sound import said, sound, whats
from tournament.models import Championship, Game, Infraction, Pair, PlayedHand

pytestmark = pytest.mark.django_db


def recorded(championship: Championship, **fields: Any) -> Infraction:
    """A minor one by pair 1 at table 1."""
    game = Game.objects.get(table=1)
    common: dict[str, Any] = {
        "championship": championship,
        "pair": championship.pairs.get(number=1),
        "game": game,
        "side": "a",
        "round_number": 1,
        "code": "16.1.3.5",
        "severity": "minor",
        "moment": "in_hand",
        "complained_by": "b",
        "at": START,
    }
    return Infraction.objects.create(**common | fields)


def test_a_record_that_an_organiser_can_have_made_is_sound() -> None:
    championship = sound()
    recorded(championship)
    assert said(championship) == []


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"code": "99.9"}, "stored 99.9, counted no row of the catalogue"),
        ({"escalated_from": "98"}, "stored 98, counted no row of the catalogue"),
        ({"side": "b"}, "stored b, counted a"),
        ({"points": 36}, "stored 36, counted 0"),
    ],
)
def test_a_record_that_no_organiser_can_have_made_is_found(wrong: dict[str, Any], found: str) -> None:
    championship = sound()
    recorded(championship, **wrong)
    assert said(championship) == [f"round 1 pair 1: infraction: {found}"]


def test_a_withdrawn_record_is_not_looked_at() -> None:
    championship = sound()
    recorded(championship, code="99.9", withdrawn_at=START, withdrawn_reason="error")
    assert said(championship) == []


def sanctioned(championship: Championship, **fields: Any) -> Infraction:
    """A serious one whose points are said to be the first hand of table 1."""
    after = {"kind": "sanction", "bid": "", "maker": "", "card_points": None, "points_a": 0, "points_b": 36}
    effect = {"hand": {"sequence": 1, "before": None, "after": after}}
    facts = {"code": "11.3", "severity": "serious", "points": 36, "sequence": 1, "effect": effect}
    return recorded(championship, **facts | fields)


def test_a_hand_that_is_not_what_its_sanction_says_is_found() -> None:
    """E 16.2.2."""
    championship = sound()
    sanctioned(championship)
    hand = PlayedHand.objects.get(game__table=1, sequence=1)
    stored = f"{hand.kind} {hand.bid} {hand.points_a}–{hand.points_b}"
    assert said(championship) == [f"round 1 pair 1: sanction: stored {stored}, counted sanction  0–36"]


@pytest.mark.parametrize("gone", [{"withdrawn_at": START, "withdrawn_reason": "error"}, {"effect": {}}])
def test_only_what_stands_and_wrote_a_hand_is_compared_with_it(gone: dict[str, Any]) -> None:
    championship = sound()
    sanctioned(championship, **gone)
    assert said(championship) == []


def test_a_pair_expelled_without_a_record_is_found() -> None:
    championship = sound()
    Pair.objects.filter(number=5).update(state=Pair.State.EXPELLED)
    assert said(championship) == ["pair 5: expulsion: stored expelled, counted no record of it"]


def test_a_pair_that_plays_on_after_its_expulsion_is_found() -> None:
    championship = sound()
    effect = {"pair_state": "registered", "games": []}
    recorded(championship, severity="very_serious", sanction="expulsion", code="16.1.1.1", effect=effect)
    assert whats(championship) == ["expulsion"]
    Pair.objects.filter(number=1).update(state=Pair.State.EXPELLED)
    assert said(championship) == []


def test_a_game_that_a_pair_left_is_counted_again_by_itself() -> None:
    """D 8: 0 for who left, 51 at least for the other."""
    championship = sound()
    Game.objects.filter(table=1).update(left="a")
    found = [line for line in said(championship) if ": seat:" in line]
    assert found == [
        "round 1 table 1 pair 1: seat: stored (101, 20, 2), counted (0, 51, 0)",
        "round 1 table 1 pair 2: seat: stored (20, 101, 0), counted (51, 0, 2)",
    ]
