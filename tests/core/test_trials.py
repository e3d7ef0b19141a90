"""Whole championships by chance are paired without a fault, and a fault that is planted in one is found."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tournament.core import trials
from tournament.core.pairing import Certificate, Entrant, Pairing, PairingInput, Shortage
from tournament.core.pairing.matching import MatchingFault
from tournament.core.trials import Fault, Trial, TriedRound, faults, rematches, second_byes, trial

SIZES = (8, 20, 21, 40, 65)
ROUNDS = 5


@cache
def _trials(pairs: int, rounds: int = ROUNDS, number: int = 50) -> tuple[Trial, ...]:
    return tuple(trial(pairs, rounds=rounds, seed=seed) for seed in range(1, number + 1))


def _found(tried: Trial) -> dict[str, Any]:
    """The faults of the last round by code; the rounds before it are without."""
    found = faults(tried)
    assert {fault.round_number for fault in found} <= {len(tried.rounds)}
    return {fault.code: dict(fault.facts) for fault in found}


def _with_last(tried: Trial, **changes: Any) -> Trial:
    """The same championship with something changed in the pairing of its last round."""
    last = tried.rounds[-1]
    return replace(
        tried, rounds=(*tried.rounds[:-1], last._replace(pairing=replace(last.pairing, **changes)))
    )


def _present(played: TriedRound) -> set[int]:
    return {entrant.number for entrant in played.given.entrants}


def _first(pairs: int, fits: Callable[[Pairing], bool]) -> tuple[Trial, Pairing]:
    """A championship whose last round fits, and that round."""
    return next(
        (tried, tried.rounds[-1].pairing) for tried in _trials(pairs) if fits(tried.rounds[-1].pairing)
    )


def _even() -> tuple[Trial, Pairing]:
    return _first(20, lambda pairing: pairing.bye is None)


def _odd() -> tuple[Trial, Pairing]:
    return _first(21, lambda pairing: pairing.bye is not None)


# --- Without a fault ---------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", SIZES)
def test_fifty_championships_are_paired_without_a_fault(pairs: int) -> None:
    """E 12.1, E 12.2: whoever leaves, comes late or wins by a walkover."""
    assert [fault for tried in _trials(pairs) for fault in faults(tried)] == []


@pytest.mark.parametrize("pairs", [2, 3, 5, 7])
def test_few_pairs_in_many_rounds_meet_again_without_a_fault(pairs: int) -> None:
    few = _trials(pairs, rounds=7, number=30)
    assert [fault for tried in few for fault in faults(tried)] == []
    assert sum(map(rematches, few)) > 0


# --- The championships are what they should be -------------------------------------------------


def test_the_same_seed_gives_the_same_championship_and_another_gives_another() -> None:
    assert trial(21, rounds=3, seed=1) == trial(21, rounds=3, seed=1)
    assert trial(21, rounds=3, seed=1).rounds != trial(21, rounds=3, seed=2).rounds


def test_fewer_rounds_are_the_beginning_of_the_same_championship() -> None:
    assert trial(21, rounds=3, seed=4).rounds == trial(21, rounds=5, seed=4).rounds[:3]


def test_pairs_miss_a_round_and_come_back() -> None:
    assert any(
        _present(before) & _present(after) - _present(missed)
        for tried in _trials(21)
        for before, missed, after in zip(tried.rounds, tried.rounds[1:], tried.rounds[2:], strict=False)
    )


def test_pairs_withdraw_for_good() -> None:
    """Missing the last three rounds by chance alone would be one case in forty thousand."""
    gone = [
        _present(tried.rounds[0]) - set().union(*map(_present, tried.rounds[2:])) for tried in _trials(21)
    ]
    assert sum(map(len, gone)) > 10


def test_late_pairs_begin_with_nothing_under_a_new_number() -> None:
    late = [
        (entrant.number > 21, entrant.group, entrant.unplayed_wins, entrant.floats)
        for tried in _trials(21)
        for earlier, later in zip(tried.rounds, tried.rounds[1:], strict=False)
        for entrant in later.given.entrants
        if entrant.number > max(21, *_present(earlier))
    ]
    assert set(late) == {(True, 0, 0, 0)}


def test_games_are_won_half_won_and_won_without_playing() -> None:
    played = [played for tried in _trials(21) for played in tried.rounds]
    groups = {entrant.group for each in played for entrant in each.given.entrants}
    assert {group % 2 for group in groups} == {0, 1}
    meetings = sum(len(each.pairing.meetings) for each in played)
    assert 0.02 < sum(len(each.walkovers) for each in played) / meetings < 0.06


def test_walkover_counts_as_a_win_without_playing_and_as_having_met() -> None:
    first, second = next(
        tried.rounds[:2]
        for tried in _trials(8)
        if tried.rounds[0].walkovers and tried.rounds[0].walkovers <= _present(tried.rounds[1])
    )
    winner = min(first.walkovers)
    [known] = [entrant for entrant in second.given.entrants if entrant.number == winner]
    assert (known.unplayed_wins, known.group) == (1, 2)
    assert [second.given.met[frozenset(both)] for both in first.pairing.meetings if winner in both] == [1]


def test_round_that_breaks_the_engine_says_where_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(given: PairingInput) -> Pairing:
        raise MatchingFault(given)

    monkeypatch.setattr(trials, "pair_round", broken)
    with pytest.raises(MatchingFault) as bug:
        trial(21, rounds=2, seed=7)
    assert bug.value.__notes__ == ["21 pairs, seed 7, round 1"]


# --- A planted fault is found ------------------------------------------------------------------


def test_pair_without_a_place_is_found() -> None:
    tried, pairing = _even()
    dropped = sorted(pairing.meetings[0])
    assert _found(_with_last(tried, meetings=pairing.meetings[1:])) == {
        "missing": {"pairs": dropped},
        "more_than_one_bye": {"pairs": dropped},
        "not_repeatable": {},
    }


def test_odd_round_in_which_nobody_rests_is_found() -> None:
    tried, pairing = _odd()
    assert _found(_with_last(tried, bye=None)) == {
        "missing": {"pairs": [pairing.bye]},
        "not_repeatable": {},
    }


def test_pair_with_two_places_is_found() -> None:
    tried, pairing = _even()
    meetings = (*pairing.meetings, pairing.meetings[0])
    found = _found(_with_last(tried, meetings=meetings))
    assert found == {"twice": {"pairs": sorted(pairing.meetings[0])}, "not_repeatable": {}}


def test_pair_that_meets_and_rests_is_found() -> None:
    tried, pairing = _even()
    placed = pairing.meetings[-1][0]
    found = _found(_with_last(tried, bye=placed))
    assert found["twice"] == {"pairs": [placed]}
    assert found["bye_but_even"] == {"bye": placed, "pairs": 2 * len(pairing.meetings)}


def test_pair_that_is_not_present_is_found() -> None:
    tried, pairing = _even()
    kept, replaced = pairing.meetings[0]
    found = _found(_with_last(tried, meetings=((kept, 99), *pairing.meetings[1:])))
    assert found == {
        "missing": {"pairs": [replaced]},
        "stranger": {"pairs": [99]},
        "not_repeatable": {},
    }


def _meeting_again(tried: Trial) -> tuple[tuple[int, int], ...]:
    """The last meetings, two of them exchanged so that two pairs that have met meet again."""
    last = tried.rounds[-1].pairing.meetings
    partner = {one: other for meeting in last for one, other in (meeting, meeting[::-1])}
    one, other = next(
        meeting
        for meeting in tried.rounds[0].pairing.meetings
        if all(number in partner for number in meeting)
    )
    kept = tuple(meeting for meeting in last if not {one, other} & set(meeting))
    return (*kept, (one, other), (partner[one], partner[other]))


def test_rematch_that_could_be_avoided_is_found() -> None:
    tried, _ = _even()
    meetings = _meeting_again(tried)
    found = _found(_with_last(tried, meetings=meetings))
    assert set(found) == {"rematch_avoidable", "not_repeatable"}
    assert list(meetings[-2]) in found["rematch_avoidable"]["meetings"]


def test_input_that_forgets_a_meeting_hides_no_rematch() -> None:
    """The meetings are counted again, not read from what the round was paired from."""
    tried, _ = _even()
    played = _with_last(tried, meetings=_meeting_again(tried)).rounds[-1]
    forgetful = replace(
        tried, rounds=(*tried.rounds[:-1], played._replace(given=replace(played.given, met={})))
    )
    assert "rematch_avoidable" in _found(forgetful)


def test_second_bye_that_could_be_avoided_is_found() -> None:
    tried, pairing = _odd()
    earlier = {played.pairing.bye for played in tried.rounds[:-1]}
    found = _found(_resting_instead(tried, earlier))
    assert found["bye_avoidable"]["bye"] in earlier
    assert pairing.bye in found["bye_avoidable"]["pairs_with_fewer"]


def test_bye_after_a_walkover_that_could_be_avoided_is_found() -> None:
    tried = next(
        tried
        for tried in _trials(21)
        if tried.rounds[-1].pairing.bye and _won_by_walkover(tried) & _playing_last(tried)
    )
    found = _found(_resting_instead(tried, _won_by_walkover(tried)))
    assert found["bye_avoidable"]["bye"] in _won_by_walkover(tried)


def _won_by_walkover(tried: Trial) -> set[int]:
    return {number for played in tried.rounds[:-1] for number in played.walkovers}


def _playing_last(tried: Trial) -> set[int]:
    return {number for meeting in tried.rounds[-1].pairing.meetings for number in meeting}


def _resting_instead(tried: Trial, candidates: set[Any]) -> Trial:
    """One of the candidates rests in the last round, and its opponent meets the pair that rested."""
    pairing = tried.rounds[-1].pairing
    meeting = next(meeting for meeting in pairing.meetings if candidates & set(meeting))
    resting = min(candidates & set(meeting))
    [left] = set(meeting) - {resting}
    kept = tuple(other for other in pairing.meetings if other != meeting)
    return _with_last(tried, meetings=(*kept, (left, pairing.bye)), bye=resting)


def test_record_that_gives_another_pairing_is_found() -> None:
    tried, pairing = _even()
    assert _found(_with_last(tried, reasons=pairing.reasons[1:])) == {"not_repeatable": {}}


# --- A shortage proves a rematch only if it holds ----------------------------------------------


def _proven(*, with_bye: bool) -> list[tuple[Trial, Shortage]]:
    """Championships cut off after a round in which somebody had to meet again, and why."""
    return [
        (replace(tried, rounds=tried.rounds[: index + 1]), shortage)
        for pairs in (3, 5, 7)
        for tried in _trials(pairs, rounds=7, number=30)
        for index, played in enumerate(tried.rounds)
        if (shortage := played.pairing.certificate.shortage)
        and with_bye == any(None in places for places in (*shortage.parts, shortage.opponents))
    ]


def _is_accepted(tried: Trial, shortage: Shortage) -> bool:
    certificate = replace(tried.rounds[-1].pairing.certificate, shortage=shortage)
    return "rematch_avoidable" not in _found(_with_last(tried, certificate=certificate))


@pytest.mark.parametrize("with_bye", [False, True])
def test_true_shortage_is_accepted_and_a_damaged_one_is_not(with_bye: bool) -> None:
    proven = _proven(with_bye=with_bye)
    assert proven
    for tried, shortage in proven[:20]:
        assert _is_accepted(tried, shortage)
        assert [_is_accepted(tried, damaged) for damaged in _damaged(shortage)] == [False] * 5


def _damaged(shortage: Shortage) -> list[Shortage]:
    parts, opponents = shortage.parts, shortage.opponents
    return [
        replace(shortage, parts=parts[: len(opponents)]),
        replace(shortage, parts=(*parts, parts[0])),
        replace(shortage, opponents=(*opponents, parts[0][0])),
        replace(shortage, parts=((*parts[0], 98), *parts[1:])),
        replace(shortage, parts=((98,), (99,), *parts)),
    ]


def test_shortage_whose_part_can_meet_others_is_not_accepted() -> None:
    tried, pairing = _even()
    lone = Shortage(((pairing.meetings[0][0],),), ())
    again = _with_last(tried, meetings=_meeting_again(tried))
    assert not _is_accepted(again, lone)


def test_shortage_of_an_even_part_is_not_accepted() -> None:
    tried, _ = _even()
    again = _with_last(tried, meetings=_meeting_again(tried))
    assert not _is_accepted(again, Shortage((tuple(sorted(_present(again.rounds[-1]))),), ()))


def test_shortage_that_forgets_the_bye_is_not_accepted() -> None:
    """Who may rest has a way out of its part, so the bye must be among the opponents."""
    forgetful = [
        _is_accepted(
            tried, replace(shortage, opponents=tuple(other for other in shortage.opponents if other))
        )
        for tried, shortage in _proven(with_bye=True)
        if None in shortage.opponents
    ]
    assert forgetful and not any(forgetful)


def _by_hand(meetings: tuple[tuple[int, int], ...], shortage: Shortage | None = None) -> TriedRound:
    entrants = tuple(Entrant(number, 0) for meeting in meetings for number in meeting)
    pairing = Pairing(meetings, None, (), Certificate(0, 0, 0, None, (), shortage))
    return TriedRound(PairingInput(entrants), pairing, frozenset())


def test_shortage_of_a_pair_that_has_left_is_not_accepted() -> None:
    """Pair 1 has met everybody still there; but it is gone, and 2–3 and 4–5 would be new."""
    earlier = [_by_hand(meetings) for meetings in (((1, 2), (3, 4)), ((1, 3), (2, 5)), ((1, 4),), ((1, 5),))]
    last = _by_hand(((2, 5), (3, 4)), Shortage(((1,),), ()))
    codes = {fault.code for fault in faults(Trial(1, (*earlier, last))) if fault.round_number == 5}
    assert "rematch_avoidable" in codes


# --- Counting ----------------------------------------------------------------------------------


def test_two_pairs_alone_meet_again_in_every_round_but_the_first() -> None:
    alone = next(
        tried
        for tried in _trials(2, rounds=3, number=100)
        if all(_present(played) == {1, 2} for played in tried.rounds)
    )
    assert (rematches(alone), second_byes(alone)) == (2, 0)


def test_one_pair_alone_rests_in_every_round() -> None:
    alone = next(
        tried
        for tried in _trials(1, rounds=3, number=100)
        if all(_present(played) == {1} for played in tried.rounds)
    )
    assert (rematches(alone), second_byes(alone), faults(alone)) == (0, 2, [])


def test_fault_is_written_with_its_round() -> None:
    assert str(Fault(3, "twice", {"pairs": [4]})) == "round 3: twice {'pairs': [4]}"
