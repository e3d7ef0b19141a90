"""The fast path and the slow one give the same pairing, and the fast one stays fast (PAIRING: one unique optimum)."""

from dataclasses import replace

import pytest

from tests.core.pairing_worlds import METHODS, championship, made_up
from tournament.core.pairing import Pairing, PairingError, PairingInput, pair_round
from tournament.core.pairing.descent import descent_of
from tournament.core.pairing.field import field_of
from tournament.core.pairing.pairable import Conflicts, OutOfWork, Unavoidable
from tournament.core.pairing.walk import choices_on

BLOCK = 100
NO_LIMIT = 10**9


def work_of(given: PairingInput, budget: int = NO_LIMIT) -> int:
    """States, subsets and steps of the fast path."""
    field = field_of(given)
    conflicts = Conflicts(field, budget)
    for level in descent_of(field, conflicts).levels:
        for _ in choices_on(field, conflicts, level):
            pass
    return conflicts.work


def paired(given: PairingInput, budget: int | None) -> Pairing | str:
    try:
        return pair_round(given, budget=budget)
    except PairingError as refusal:
        return str(refusal)


@pytest.mark.parametrize("start", range(0, 1000, BLOCK))
def test_without_any_budget_the_answer_is_the_same(start: int) -> None:
    for seed in range(start, start + BLOCK):
        given = made_up(seed, 14)
        assert paired(given, 0) == paired(given, None) == paired(given, NO_LIMIT), seed


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("pairs", [20, 21, 40, 65])
def test_both_paths_pair_a_whole_championship_alike(pairs: int, method: str) -> None:
    for given, pairing in championship(pairs, rounds=6, seed=pairs, half_wins=True).played:
        if given.round_number > 1:
            given = replace(given, method=method)
            pairing = pair_round(given)
        assert pair_round(given, budget=0) == pairing


@pytest.mark.parametrize(("pairs", "rounds"), [(100, 4), (150, 5), (200, 8), (300, 4)])
def test_a_large_hall_is_paired_as_the_weighted_matching_pairs_it(pairs: int, rounds: int) -> None:
    """K1–K5 are one weighted optimum; 200 pairs after eight rounds with half wins need long weights."""
    given = championship(pairs, rounds=rounds, seed=pairs, half_wins=True).next_round()
    assert pair_round(given, budget=0) == pair_round(given)


@pytest.mark.parametrize("rule", ["first_round", "always"])
def test_both_paths_keep_clubs_apart_alike(rule: str) -> None:
    for seed in range(40):
        given = championship(24, rounds=seed % 4, seed=seed).next_round()
        clubs = tuple(replace(each, club="ABCDE"[each.number % 5]) for each in given.entrants)
        given = replace(given, entrants=clubs, club_rule=rule)
        assert pair_round(given, budget=0) == pair_round(given)


def test_a_spent_budget_is_noticed() -> None:
    given = championship(40, rounds=4, seed=1).next_round()
    work = work_of(given)
    assert work_of(given, work) == work
    with pytest.raises(OutOfWork):
        work_of(given, work - 1)


def test_an_unavoidable_rematch_is_left_to_the_slow_path() -> None:
    everybody_met = championship(4, rounds=3, seed=1).next_round()
    with pytest.raises(Unavoidable):
        work_of(everybody_met)
    assert pair_round(everybody_met).certificate.rematches == 2


@pytest.mark.parametrize("pairs", [100, 1000, 5000, 20_000])
def test_work_grows_with_the_number_of_pairs_only(pairs: int) -> None:
    assert work_of(championship(pairs, rounds=4, seed=pairs).next_round()) <= 3 * pairs


def test_thirty_thousand_pairs_are_paired_without_a_conflict() -> None:
    given = championship(30_000, rounds=2, seed=1).next_round()
    pairing = pair_round(given)
    assert len({number for meeting in pairing.meetings for number in meeting}) == 30_000
    assert not any(frozenset(meeting) in given.met for meeting in pairing.meetings)
