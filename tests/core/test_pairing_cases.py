"""Known cases, each under the name of the fault that it guards against."""

import json
from pathlib import Path
from typing import Any

import pytest

from tournament.core.pairing import Entrant, Pairing, PairingError, PairingInput, pair_round

CASES = json.loads((Path(__file__).parent / "pairing_cases.json").read_text(encoding="utf-8"))["cases"]
PAIRED = [case for case in CASES if "error" not in case["expected"]]
REFUSED = [case for case in CASES if "error" in case["expected"]]


def _given(case: dict[str, Any]) -> PairingInput:
    clubs = _clubs(case)
    return PairingInput(
        tuple(
            Entrant(
                team,
                2 * wins,
                unplayed_wins=case["byes"].count(team),
                floats=case["downfloats"].count(team),
                club=clubs[team],
            )
            for team, wins in enumerate(case["wins"], start=1)
        ),
        {frozenset(both): 1 for both in case["met"]},
        forbidden=frozenset(map(frozenset, case["forbidden"])),
        forced=tuple(map(tuple, case["forced"])),
        club_rule="always" if case["soft"] else "never",
        method=case["method"],
    )


def _clubs(case: dict[str, Any]) -> dict[int, str]:
    clubs = dict.fromkeys(range(1, case["teams"] + 1), "")
    for one, other in case["soft"]:
        clubs[one] = clubs[other] = clubs[one] or clubs[other] or f"club of {one}"
    return clubs


def _name(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.fixture(params=PAIRED, ids=_name)
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


@pytest.fixture
def pairing(case: dict[str, Any]) -> Pairing:
    return pair_round(_given(case))


def test_case_has_the_meetings_that_brute_force_finds(case: dict[str, Any], pairing: Pairing) -> None:
    assert [list(meeting) for meeting in pairing.meetings] == case["expected"]["pairs"]


def test_case_lets_the_right_pair_rest(case: dict[str, Any], pairing: Pairing) -> None:
    assert pairing.bye == case["expected"]["bye"]


def test_case_has_no_more_rematches_and_club_meetings_than_needed(
    case: dict[str, Any], pairing: Pairing
) -> None:
    reached = (pairing.certificate.rematches, pairing.certificate.club_meetings)
    assert reached == (case["expected"]["rematches"], case["expected"]["soft_conflicts"])


def test_case_has_no_more_floats_than_needed(case: dict[str, Any], pairing: Pairing) -> None:
    wins = dict(enumerate(case["wins"], start=1))
    floats = sum(wins[one] != wins[other] for one, other in pairing.meetings)
    assert floats == case["expected"]["float_pairs"]


@pytest.mark.parametrize("refused", REFUSED, ids=_name)
def test_case_without_a_legal_pairing_is_refused(refused: dict[str, Any]) -> None:
    with pytest.raises(PairingError) as refusal:
        pair_round(_given(refused))
    assert refusal.value.code == "no_legal_pairing"
