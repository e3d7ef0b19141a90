"""The same input gives the same pairing, however it was written down and on whatever machine."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.core.pairing_worlds import METHODS, half_way, renamed
from tournament.core.pairing import Entrant, Pairing, PairingInput, lot, pair_round

HALF_WAY = half_way()
ONE_GROUP = tuple(Entrant(number, 0) for number in range(1, 6))
ROOT = Path(__file__).parents[2]


def _renamed_back(pairing: Pairing, name: Any) -> Any:
    return [tuple(map(name, meeting)) for meeting in pairing.meetings], name(pairing.bye)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(3))
def test_order_in_which_meetings_were_noted_changes_nothing(method: str, seed: int) -> None:
    given = replace(HALF_WAY, method=method)
    met = list(given.met.items())
    Random(seed).shuffle(met)
    assert pair_round(replace(given, met=dict(met))) == pair_round(given)


@pytest.mark.parametrize("method", ["adjacent", "halves", "fold"])
def test_numbers_written_as_text_change_nothing(method: str) -> None:
    given = replace(HALF_WAY, method=method)
    expected = pair_round(given)
    assert _renamed_back(pair_round(renamed(given, str)), int) == ([*expected.meetings], expected.bye)


def test_other_numbers_in_the_same_order_change_nothing() -> None:
    expected = pair_round(HALF_WAY)
    pairing = pair_round(renamed(HALF_WAY, lambda number: 7 * number + 3))
    assert _renamed_back(pairing, lambda number: (number - 3) // 7) == ([*expected.meetings], expected.bye)


def test_other_seed_of_text_hashes_changes_nothing() -> None:
    program = (
        "import json; from tests.core.pairing_worlds import half_way, pair_round, renamed;"
        "print(json.dumps(pair_round(renamed(half_way(), str)).as_dict()))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert printed == {json.dumps(pair_round(renamed(HALF_WAY, str)).as_dict()) + "\n"}


def test_lot_is_drawn_by_digest() -> None:
    drawn = sorted(range(1, 6), key=lambda number: lot("visca la manilla", 1, number))
    assert drawn == [3, 2, 1, 4, 5]


def test_first_round_joins_neighbours_in_the_lot_and_lets_the_last_pair_rest() -> None:
    given = PairingInput(ONE_GROUP, method="random", seed="visca la manilla")
    pairing = pair_round(given)
    assert (pairing.meetings, pairing.bye) == (((1, 4), (2, 3)), 5)


def test_another_seed_draws_another_first_round() -> None:
    given = PairingInput(tuple(Entrant(number, 0) for number in range(1, 41)), method="random", seed="a")
    assert pair_round(given).meetings != pair_round(replace(given, seed="b")).meetings


@pytest.mark.parametrize("method", METHODS)
def test_pairing_survives_the_way_through_json(method: str) -> None:
    written = pair_round(replace(HALF_WAY, method=method)).as_dict()
    assert json.loads(json.dumps(written)) == written
