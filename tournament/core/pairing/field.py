"""Checking what a round is paired from, and what is left of it after the forced part (E 12.1)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

from tournament.core.pairing.matching import Edge
from tournament.core.pairing.meetings import ClubRule, Entrant, Method, PairingError, PairingInput

CLUB_RULES, METHODS = frozenset(ClubRule), frozenset(Method)


@dataclass(frozen=True)
class Field:
    """The pairs that are left to be paired. They are known by their place among them: 0 is the best-ranked one."""

    entrants: tuple[Entrant, ...]
    given: PairingInput

    @property
    def bench(self) -> int:
        """The place behind the last one: who is matched with it rests."""
        return len(self.entrants)

    @property
    def somebody_rests(self) -> bool:
        """Whether the pairs left are odd in number."""
        return len(self.entrants) % 2 == 1

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of the pair at each place."""
        return tuple([entrant.number for entrant in self.entrants])

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """The places of each group, from the top."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for place, entrant in enumerate(self.entrants):
            found[entrant.group].append(place)
        return dict(sorted(found.items(), reverse=True))

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups there are, from the top."""
        return tuple(self.members)

    def times_met(self, one: int, other: int) -> int:
        """How often these two have met."""
        numbers = self.numbers
        return self.given.met.get(frozenset((numbers[one], numbers[other])), 0)

    @cached_property
    def met(self) -> dict[Edge, int]:
        """How often two places have met, where they have: all of it, which only the slow path needs."""
        place, found = self._place, {}
        for (one, other), times in self.given.met.items():
            low, high = place.get(one, -1), place.get(other, -1)
            if times and low >= 0 and high >= 0:
                found[(low, high) if low < high else (high, low)] = times
        return found

    @cached_property
    def forbidden(self) -> frozenset[Edge]:
        """The meetings that may not be."""
        place = self._place
        both = (tuple(sorted(place.get(number, -1) for number in pair)) for pair in self.given.forbidden)
        return frozenset((low, high) for low, high in both if low >= 0)

    @cached_property
    def clubs(self) -> tuple[str, ...]:
        """The club of each place, where the club rule is on; else nothing (K3)."""
        if not self.given.clubs_are_kept_apart:
            return ()
        return tuple(entrant.club for entrant in self.entrants)

    @cached_property
    def same_club(self) -> frozenset[Edge]:
        """The meetings inside a club, where the club rule is on (K3)."""
        clubs: dict[str, list[int]] = {}
        for place, club in enumerate(self.clubs):
            clubs.setdefault(club, []).append(place)
        return frozenset(both for club, places in clubs.items() if club for both in combinations(places, 2))

    def are_of_one_club(self, one: int, other: int) -> bool:
        """Whether a meeting of these two would be inside a club, where the rule is on (K3)."""
        return bool(self.clubs and self.clubs[one]) and self.clubs[one] == self.clubs[other]

    @cached_property
    def allowed(self) -> tuple[Edge, ...]:
        """Every meeting that is not forbidden."""
        places = range(len(self.entrants))
        return tuple(both for both in combinations(places, 2) if both not in self.forbidden)

    def number(self, place: int) -> int | None:
        """The number of the pair at this place; the bench has none."""
        return None if place == self.bench else self.numbers[place]

    @cached_property
    def _place(self) -> dict[int, int]:
        return {number: place for place, number in enumerate(self.numbers)}


def field_of(given: PairingInput) -> Field:
    """What is left to be paired after the forced meetings and the forced bye.

    Raises PairingError: `unknown_club_rule`, `unknown_method`, `duplicate_number`, `not_two_pairs`,
    `met_negative`, `forced_unknown`, `forced_twice`, `forced_and_forbidden`, `forced_bye_but_even`.
    """
    _check_choices(given)
    _check_numbers(given)
    _check_forced(given)
    forced = {number for meeting in given.forced for number in meeting}
    if given.forced_bye is not None:
        if (len(given.entrants) - len(forced)) % 2 == 0:
            raise PairingError(
                "forced_bye_but_even", bye=given.forced_bye, remaining=len(given.entrants) - len(forced)
            )
        forced.add(given.forced_bye)
    if not forced:
        return Field(given.entrants, given)
    return Field(tuple(entrant for entrant in given.entrants if entrant.number not in forced), given)


def _check_choices(given: PairingInput) -> None:
    if given.club_rule not in CLUB_RULES:
        raise PairingError("unknown_club_rule", club_rule=given.club_rule, known=[*map(str, ClubRule)])
    if given.method not in METHODS:
        raise PairingError("unknown_method", method=given.method, known=[*map(str, Method)])


def _check_numbers(given: PairingInput) -> None:
    numbers = [entrant.number for entrant in given.entrants]
    if len(set(numbers)) < len(numbers):
        twice = [number for number, times in Counter(numbers).items() if times > 1]
        raise PairingError("duplicate_number", numbers=twice)
    sizes = {*map(len, given.met), *map(len, given.forbidden), *(len(set(both)) for both in given.forced)}
    if sizes - {2}:
        meetings = chain(given.met, given.forbidden, given.forced)
        raise PairingError("not_two_pairs", pairs=[*next(both for both in meetings if len(set(both)) != 2)])
    if min(given.met.values(), default=0) < 0:
        both, times = next(known for known in given.met.items() if known[1] < 0)
        raise PairingError("met_negative", pairs=_in_order(given, both), times=times)


def _check_forced(given: PairingInput) -> None:
    forced = [number for meeting in given.forced for number in meeting]
    forced += [] if given.forced_bye is None else [given.forced_bye]
    if not forced:
        return
    known = {entrant.number for entrant in given.entrants}
    if unknown := [number for number in forced if number not in known]:
        raise PairingError("forced_unknown", numbers=unknown)
    if twice := [number for number, times in Counter(forced).items() if times > 1]:
        raise PairingError("forced_twice", numbers=twice)
    for meeting in given.forced:
        if frozenset(meeting) in given.forbidden:
            raise PairingError("forced_and_forbidden", pairs=_in_order(given, meeting))


def _in_order(given: PairingInput, numbers: Iterable[int]) -> list[int]:
    """Numbers in standings order, then the absent ones as they come."""
    place = {entrant.number: index for index, entrant in enumerate(given.entrants)}
    return sorted(numbers, key=lambda number: place.get(number, len(place)))
