"""How a pairing made by hand stands against the best one: what it gives up, and in which meeting (E 12.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tournament.core.pairing.meetings import Entrant, PairingInput

Meeting = tuple[int, int]


@dataclass(frozen=True)
class Conflict:
    """Something in a meeting, or in who rests (alone in `pairs`), that a better pairing may not have.

    Codes: `rematch`, `forbidden`, `club`, `float`, `second_bye`.
    """

    code: str
    pairs: tuple[int, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    """A pairing as it stands, whoever made it: `meetings` may leave pairs out."""

    meetings: tuple[Meeting, ...]
    bye: int | None


@dataclass(frozen=True)
class Judgement:
    """`conflicts` of the pairing and how many of each kind it has more than the best one.

    `bye_instead` is who would rest in the best one, where that is another pair.
    """

    conflicts: tuple[Conflict, ...]
    best: tuple[Conflict, ...]
    bye_instead: int | None = None

    @cached_property
    def more(self) -> dict[str, int]:
        """By code how many more than in the best pairing; a rematch counts each earlier meeting."""
        own, best = _weights(self.conflicts), _weights(self.best)
        codes = ("forbidden", "second_bye", "rematch", "club", "float")
        return {code: own[code] - best[code] for code in codes if own[code] > best[code]}

    @property
    def needs_a_reason(self) -> bool:
        """It gives up what the draw would not: an organiser must want it (E 17.2)."""
        return any(code != "float" for code in self.more)

    def of(self, pairs: Iterable[int]) -> tuple[Conflict, ...]:
        """The conflicts of one meeting."""
        asked = frozenset(pairs)
        return tuple(conflict for conflict in self.conflicts if frozenset(conflict.pairs) == asked)


def judge(given: PairingInput, made: Made, best: Made) -> Judgement:
    """`made` against `best`, both of the same round. Pairs that are not in `given` are of no group."""
    instead = best.bye if best.bye != made.bye else None
    return Judgement(tuple(conflicts_of(given, made)), tuple(conflicts_of(given, best)), instead)


def conflicts_of(given: PairingInput, made: Made) -> Iterator[Conflict]:
    """Everything in a pairing that the criteria K1–K5 avoid where they can."""
    entrants = {entrant.number: entrant for entrant in given.entrants}
    for meeting in made.meetings:
        yield from _of_meeting(given, meeting, entrants)
    resting = entrants.get(made.bye) if made.bye is not None else None
    if resting is not None and resting.unplayed_wins:
        yield Conflict("second_bye", (resting.number,), {"times": resting.unplayed_wins})


def _of_meeting(given: PairingInput, meeting: Meeting, entrants: Mapping[int, Entrant]) -> Iterator[Conflict]:
    both = frozenset(meeting)
    if both in given.forbidden:
        yield Conflict("forbidden", meeting)
    if given.met.get(both):
        yield Conflict("rematch", meeting, {"times": given.met[both]})
    known: Sequence[Entrant] = [entrants[number] for number in meeting if number in entrants]
    if len(known) < len(meeting):
        return
    one, other = known
    if given.clubs_are_kept_apart and one.club and one.club == other.club:
        yield Conflict("club", meeting, {"club": one.club})
    if one.group != other.group:
        down = max(known, key=lambda entrant: entrant.group)
        yield Conflict("float", meeting, {"pair": down.number})


def _weights(conflicts: Iterable[Conflict]) -> dict[str, int]:
    weights = dict.fromkeys(("forbidden", "second_bye", "rematch", "club", "float"), 0)
    for conflict in conflicts:
        weights[conflict.code] += conflict.facts.get("times", 1)
    return weights
