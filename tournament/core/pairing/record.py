"""What a round was paired from, as plain JSON and back: whoever has it can pair the round again (E 12.1, E 13.3)."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournament.core.pairing.meetings import Entrant, PairingInput


def as_record(given: PairingInput) -> dict[str, Any]:
    """The input as JSON: the same input, however it was written down, gives the same record.

    `given` is one that `pair_round` accepts. What is known about absent pairs is left out: it changes nothing.
    """
    present = frozenset(entrant.number for entrant in given.entrants)
    times = {both: times for both, times in given.met.items() if times}
    return {
        "entrants": [_row(entrant) for entrant in given.entrants],
        "met": [[*both, times[frozenset(both)]] for both in _sorted_pairs(times, present)],
        "forbidden": _sorted_pairs(given.forbidden, present),
        "forced": [list(meeting) for meeting in given.forced],
        "forced_bye": given.forced_bye,
        "club_rule": str(given.club_rule),
        "method": str(given.method),
        "seed": given.seed,
        "round_number": given.round_number,
    }


def from_record(stored: Mapping[str, Any]) -> PairingInput:
    """The input that `as_record` wrote down. Raises KeyError, TypeError or ValueError where it is no such record."""
    return PairingInput(
        tuple(_entrant(*row) for row in stored["entrants"]),
        {frozenset((one, other)): times for one, other, times in stored["met"]},
        forbidden=frozenset(frozenset((one, other)) for one, other in stored["forbidden"]),
        forced=tuple((one, other) for one, other in stored["forced"]),
        forced_bye=stored["forced_bye"],
        club_rule=stored["club_rule"],
        method=stored["method"],
        seed=stored["seed"],
        round_number=stored["round_number"],
    )


def _row(entrant: Entrant) -> list[Any]:
    return [entrant.number, entrant.group, entrant.unplayed_wins, entrant.floats, entrant.club]


def _entrant(*row: Any) -> Entrant:
    number, group, unplayed_wins, floats, club = row
    return Entrant(number, group, unplayed_wins=unplayed_wins, floats=floats, club=club)


def _sorted_pairs(pairs: Iterable[frozenset[int]], present: frozenset[int]) -> list[list[int]]:
    """The pairs of present numbers, the smaller number of each first."""
    return sorted(sorted(both) for both in pairs if both <= present)
