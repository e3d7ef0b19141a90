"""Whole championships drawn by chance, and what is wrong with how they were paired (E 12.1, E 12.2).

`trial` plays one on values alone: games are won by chance, pairs withdraw, come late or miss a round. `faults` judges
it afterwards. It counts everything again from the meetings and takes nothing from a certificate but the shortage that
is said to make a rematch unavoidable, and that it verifies pair by pair.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from tournament.core.pairing import (
    Entrant,
    Method,
    Pairing,
    PairingInput,
    Shortage,
    as_record,
    from_record,
    pair_round,
)

# How many of the meetings end so, and how many of the pairs do so before a round.
WALKOVER = 0.04
HALF_WIN = 0.1
ABSENT = 0.03
WITHDRAWS = 0.02
SOMEBODY_COMES_LATE = 0.4


class TriedRound(NamedTuple):
    """A round as it was paired; `walkovers` are the pairs that won without playing in it."""

    given: PairingInput
    pairing: Pairing
    walkovers: frozenset[int]


@dataclass(frozen=True)
class Trial:
    """A championship, and the seed that gives it again."""

    seed: int
    rounds: tuple[TriedRound, ...]


@dataclass(frozen=True)
class Fault:
    """What is wrong with a round: a code and facts, never a sentence."""

    round_number: int
    code: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        return f"round {self.round_number}: {self.code} {dict(self.facts)}"


def trial(pairs: int, *, rounds: int, seed: int) -> Trial:
    """A championship that so many pairs begin. All rounds but the first are paired by one method, drawn too."""
    luck = Random(f"{seed}: {pairs} pairs")
    standing = {number: _Gained() for number in range(1, pairs + 1)}
    played = _Championship(luck, luck.choice(tuple(Method)), standing, newest=pairs)
    for number in range(1, rounds + 1):
        try:
            played.play()
        except Exception as bug:
            bug.add_note(f"{pairs} pairs, seed {seed}, round {number}")
            raise
    return Trial(seed, tuple(played.rounds))


def faults(tried: Trial) -> list[Fault]:
    """What is wrong with the rounds of a trial, in which no meeting is forbidden and none forced.

    Codes: `missing`, `stranger`, `twice` (pairs without a place, with a place though not present, with two places);
    `bye_but_even`, `more_than_one_bye`, `bye_avoidable` (K1); `rematch_avoidable` (K2: no shortage proves the
    opposite); `not_repeatable` (the record does not give the same pairing again).
    """
    found = []
    for index, played in enumerate(tried.rounds):
        before = _before(tried.rounds[:index])
        codes = chain(
            _of_places(played), _of_rest(before, played), _of_meetings(before, played), _of_record(played)
        )
        found += [Fault(index + 1, code, facts) for code, facts in codes]
    return found


def rematches(tried: Trial) -> int:
    """Meetings of two pairs beyond their first."""
    met = Counter(map(frozenset, chain.from_iterable(played.pairing.meetings for played in tried.rounds)))
    return sum(times - 1 for times in met.values())


def second_byes(tried: Trial) -> int:
    """Rests of a pair beyond its first."""
    rested = Counter(played.pairing.bye for played in tried.rounds if played.pairing.bye is not None)
    return sum(times - 1 for times in rested.values())


@dataclass
class _Gained:
    """What a pair has gained so far: nothing, when it comes late."""

    wins2: int = 0
    difference: int = 0
    unplayed_wins: int = 0
    floats: int = 0


@dataclass
class _Championship:
    """A championship while it is played. `gained` holds everybody who has not withdrawn."""

    luck: Random
    method: Method
    gained: dict[int, _Gained]
    newest: int = field(kw_only=True)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    rounds: list[TriedRound] = field(default_factory=list)

    def play(self) -> None:
        """One more round: who is there is paired, and every game is decided by chance."""
        if self.rounds:
            self._come_and_go()
        given = self._given()
        pairing = pair_round(given)
        walkovers = [self._decide(*meeting) for meeting in pairing.meetings]
        self.rounds.append(TriedRound(given, pairing, frozenset(chain(*walkovers))))
        if pairing.bye is not None:
            self._wins_without_playing(pairing.bye)

    def _come_and_go(self) -> None:
        for number in list(self.gained):
            if self.luck.random() < WITHDRAWS:
                del self.gained[number]
        if self.luck.random() < SOMEBODY_COMES_LATE:
            self.newest += 1
            self.gained[self.newest] = _Gained()

    def _given(self) -> PairingInput:
        present = [number for number in self.gained if self.luck.random() >= ABSENT]
        first = not self.rounds
        return PairingInput(
            tuple(self._entrant(number) for number in sorted(present, key=self._place)),
            dict(self.met),
            method=Method.RANDOM if first else self.method,
            seed=f"{self.luck.random()}",
            round_number=len(self.rounds) + 1,
        )

    def _place(self, number: int) -> tuple[int, int, int]:
        own = self.gained[number]
        return -own.wins2, -own.difference, number

    def _entrant(self, number: int) -> Entrant:
        own = self.gained[number]
        return Entrant(number, own.wins2, unplayed_wins=own.unplayed_wins, floats=own.floats)

    def _decide(self, one: int, other: int) -> tuple[int, ...]:
        """Plays the meeting, or gives it to one of the two, who is returned then."""
        self._meet(one, other)
        winner, loser = self.luck.sample((one, other), 2)
        ending = self.luck.random()
        if ending < WALKOVER:
            self._wins_without_playing(winner)
            return (winner,)
        if ending < WALKOVER + HALF_WIN:
            self._wins_half(one)
            self._wins_half(other)
        else:
            self._wins(winner, loser)
        return ()

    def _meet(self, one: int, other: int) -> None:
        self.met[frozenset((one, other))] += 1
        if self.gained[one].wins2 != self.gained[other].wins2:
            max(self.gained[one], self.gained[other], key=lambda own: own.wins2).floats += 1

    def _wins(self, winner: int, loser: int) -> None:
        points = self.luck.randint(1, 101)
        self.gained[winner].wins2 += 2
        self.gained[winner].difference += points
        self.gained[loser].difference -= points

    def _wins_half(self, number: int) -> None:
        self.gained[number].wins2 += 1

    def _wins_without_playing(self, number: int) -> None:
        self.gained[number].wins2 += 2
        self.gained[number].unplayed_wins += 1


_Found = Iterator[tuple[str, dict[str, Any]]]


class _Before(NamedTuple):
    """What earlier rounds leave behind: who has met, and how often a pair has won without playing."""

    met: frozenset[frozenset[int]]
    unplayed_wins: Counter[int]


def _before(rounds: Sequence[TriedRound]) -> _Before:
    met = frozenset(frozenset(meeting) for played in rounds for meeting in played.pairing.meetings)
    byes = [played.pairing.bye for played in rounds if played.pairing.bye is not None]
    return _Before(met, Counter(chain(byes, *(played.walkovers for played in rounds))))


def _present(played: TriedRound) -> frozenset[int]:
    return frozenset(entrant.number for entrant in played.given.entrants)


def _of_places(played: TriedRound) -> _Found:
    """Everybody present meets one other or rests, and one rests where they are odd in number."""
    present, bye = _present(played), played.pairing.bye
    meeting = Counter(chain.from_iterable(played.pairing.meetings))
    places = meeting + Counter([] if bye is None else [bye])
    wrong = {
        "missing": present - set(places),
        "stranger": set(places) - present,
        "twice": {number for number, times in places.items() if times > 1},
    }
    yield from ((code, {"pairs": sorted(numbers)}) for code, numbers in wrong.items() if numbers)
    if bye is not None and len(present) % 2 == 0:
        yield "bye_but_even", {"bye": bye, "pairs": len(present)}
    without_meeting = present - set(meeting)
    if len(without_meeting) > 1:
        yield "more_than_one_bye", {"pairs": sorted(without_meeting)}


def _of_rest(before: _Before, played: TriedRound) -> _Found:
    """K1: where nothing is forbidden anybody can rest, so it is one with the fewest wins without playing."""
    bye, won = played.pairing.bye, before.unplayed_wins
    fewer = sorted(number for number in _present(played) if bye is not None and won[number] < won[bye])
    if fewer:
        yield "bye_avoidable", {"bye": bye, "pairs_with_fewer": fewer}


def _of_meetings(before: _Before, played: TriedRound) -> _Found:
    """K2: nobody meets again unless a shortage proves that somebody must."""
    again = [list(meeting) for meeting in played.pairing.meetings if frozenset(meeting) in before.met]
    shortage = played.pairing.certificate.shortage
    if again and not (shortage and _holds(shortage, before, _present(played))):
        yield "rematch_avoidable", {"meetings": again, "shortage": shortage and shortage.as_dict()}


def _of_record(played: TriedRound) -> _Found:
    """Whoever has the record of a round, as JSON, can pair it again."""
    record = json.loads(json.dumps(as_record(played.given)))
    if pair_round(from_record(record)).as_dict() != played.pairing.as_dict():
        yield "not_repeatable", {}


def _holds(shortage: Shortage, before: _Before, present: frozenset[int]) -> bool:
    """Whether the shortage really leaves no pairing without a rematch.

    Its parts are odd, so from each somebody has to go outside. All that is open there are the opponents, one each,
    and they are fewer. Where somebody rests, None is the bye.
    """
    everybody: set[int | None] = {*present, None} if len(present) % 2 else {*present}
    named = [*chain.from_iterable(shortage.parts), *shortage.opponents]
    if len(set(named)) < len(named) or not everybody.issuperset(named):
        return False
    others = everybody - set(shortage.opponents)
    resting = _may_rest(before, present)
    leaves = any(
        _is_open(before, resting, {inside, outside})
        for part in shortage.parts
        for inside in part
        for outside in others.difference(part)
    )
    odd = all(len(part) % 2 for part in shortage.parts)
    return odd and not leaves and len(shortage.parts) > len(shortage.opponents)


def _may_rest(before: _Before, present: frozenset[int]) -> frozenset[int]:
    """Those with the fewest wins without playing: the bye comes before the rematches (K1, K2)."""
    fewest = min((before.unplayed_wins[number] for number in present), default=0)
    return frozenset(number for number in present if before.unplayed_wins[number] == fewest)


def _is_open(before: _Before, resting: frozenset[int], both: set[int | None]) -> bool:
    if None in both:
        return not resting.isdisjoint(both)
    return both not in before.met
