"""The pairing equals the one that brute force finds, meeting by meeting and digit by digit."""

import pytest

from tests.core.pairing_oracle import best_pairings
from tests.core.pairing_worlds import made_up
from tournament.core.pairing import Pairing, PairingError, PairingInput, pair_round

BLOCK = 200


def _paired(given: PairingInput) -> Pairing | None:
    try:
        return pair_round(given)
    except PairingError as refusal:
        assert refusal.code == "no_legal_pairing"
        return None


def _digits(pairing: Pairing) -> tuple[object, ...]:
    reached = pairing.certificate
    floats = [boundary.floats for boundary in reached.boundaries]
    return reached.unplayed_wins, reached.rematches, reached.club_meetings, reached.below_bye or 0, floats


def _check(seed: int, most: int) -> None:
    given = made_up(seed, most)
    key, best = best_pairings(given)
    pairing = _paired(given)
    if pairing is None:
        assert key is None, seed
        return
    [(meetings, bye)] = best
    expected = {frozenset(meeting) for meeting in (*meetings, *given.forced)}
    assert key is not None
    assert _digits(pairing) == key[:5], seed
    assert {frozenset(meeting) for meeting in pairing.meetings} == expected, seed
    assert pairing.bye == (bye if given.forced_bye is None else given.forced_bye), seed


@pytest.mark.parametrize("start", range(0, 1600, BLOCK))
def test_pairing_of_up_to_eight_pairs_is_the_one_best_one(start: int) -> None:
    for seed in range(start, start + BLOCK):
        _check(seed, 8)


def test_pairing_of_up_to_ten_pairs_is_the_one_best_one() -> None:
    for seed in range(5000, 5060):
        _check(seed, 10)
