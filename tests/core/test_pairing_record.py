"""What a round was paired from is written down as JSON and read back: it gives the same pairing again."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.core.pairing_worlds import half_way, made_up
from tournament.core.pairing import (
    ClubRule,
    Entrant,
    Method,
    PairingError,
    PairingInput,
    as_record,
    from_record,
    pair_round,
)

WORLDS = [made_up(seed, 12) for seed in range(200)] + [half_way()]
FOUR = PairingInput(tuple(Entrant(number, 0) for number in (4, 2, 3, 1)))


def _both(one: int, other: int) -> frozenset[int]:
    return frozenset((one, other))


def _through_json(given: PairingInput) -> PairingInput:
    return from_record(json.loads(json.dumps(as_record(given))))


def _outcome(given: PairingInput) -> Any:
    try:
        return pair_round(given).as_dict()
    except PairingError as refusal:
        return refusal.code, refusal.facts


def test_record_of_a_round_read_back_is_the_same_record() -> None:
    for given in WORLDS:
        assert as_record(_through_json(given)) == as_record(given)


def test_round_read_back_is_paired_the_same_or_refused_the_same() -> None:
    for given in WORLDS:
        assert _outcome(_through_json(given)) == _outcome(given)


def test_round_read_back_is_the_same_value() -> None:
    assert [_through_json(given) for given in WORLDS] == WORLDS


@pytest.mark.parametrize("seed", range(5))
def test_order_in_which_meetings_were_noted_leaves_the_record_as_it_is(seed: int) -> None:
    given = half_way()
    met = list(given.met.items())
    Random(seed).shuffle(met)
    assert json.dumps(as_record(replace(given, met=dict(met)))) == json.dumps(as_record(given))


def test_record_says_everything_that_a_round_is_paired_from() -> None:
    given = PairingInput(
        (Entrant(7, 4), Entrant(3, 2, unplayed_wins=1, floats=2, club="AV"), Entrant(5, 0)),
        {_both(7, 3): 2, _both(5, 3): 1},
        forbidden=frozenset({_both(7, 5)}),
        forced=((7, 3),),
        forced_bye=5,
        club_rule=ClubRule.ALWAYS,
        method=Method.FOLD,
        seed="visca la manilla",
        round_number=4,
    )
    assert as_record(given) == {
        "entrants": [[7, 4, 0, 0, ""], [3, 2, 1, 2, "AV"], [5, 0, 0, 0, ""]],
        "met": [[3, 5, 1], [3, 7, 2]],
        "forbidden": [[5, 7]],
        "forced": [[7, 3]],
        "forced_bye": 5,
        "club_rule": "always",
        "method": "fold",
        "seed": "visca la manilla",
        "round_number": 4,
    }


def test_what_changes_nothing_is_left_out() -> None:
    noted = replace(
        FOUR,
        met={_both(1, 2): 0, _both(1, 9): 1, _both(3, 4): 1},
        forbidden=frozenset({_both(2, 9), _both(8, 9)}),
    )
    assert as_record(noted) == as_record(replace(FOUR, met={_both(4, 3): 1}))


def test_choices_are_written_as_plain_text() -> None:
    record = as_record(replace(FOUR, club_rule=ClubRule.NEVER, method=Method.HALVES))
    assert (type(record["club_rule"]), type(record["method"])) == (str, str)


def test_nobody_present_is_a_record_too() -> None:
    assert _through_json(PairingInput(())) == PairingInput(())


@pytest.mark.parametrize(
    "damage", [{"entrants": [[1, 0]]}, {"met": [[1, 2]]}, {"forbidden": [[1]]}, {"forced": 7}]
)
def test_what_is_no_record_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_record(as_record(FOUR) | damage)


def test_record_without_a_part_is_refused() -> None:
    record = as_record(FOUR)
    del record["seed"]
    with pytest.raises(KeyError):
        from_record(record)
