"""Rounds to be paired that are made up by chance, always the same for the same seed, and whole championships."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from tournament.core.pairing import Entrant, Pairing, PairingInput, pair_round

METHODS = ("adjacent", "halves", "fold", "random")


def made_up(seed: int, most: int) -> PairingInput:
    """A round of at most `most` pairs with byes, floats, clubs, meetings, and what the organiser asks for."""
    luck = Random(seed)
    groups = luck.choice((1, 2, 3, 5))
    numbers = luck.sample(range(1, 100), luck.randint(0, most))
    entrants = [
        Entrant(
            number,
            luck.randrange(groups),
            unplayed_wins=luck.choice((0, 0, 1, 2)),
            floats=luck.choice((0, 0, 1, 2)),
            club=luck.choice(("", "A", "A", "B")),
        )
        for number in numbers
    ]
    if luck.random() < 0.9:
        entrants.sort(key=lambda entrant: -entrant.group)
    given = PairingInput(
        tuple(entrants),
        _some_meetings(luck, numbers),
        club_rule=luck.choice(("never", "first_round", "always")),
        method=luck.choice(METHODS),
        seed=f"{luck.random()}",
        round_number=luck.choice((1, 2)),
    )
    return _with_wishes(luck, given)


def _some_meetings(luck: Random, numbers: list[int]) -> dict[frozenset[int], int]:
    density = luck.choice((0, 0.2, 0.5, 0.8))
    both = [frozenset(pair) for pair in combinations(numbers, 2) if luck.random() < density]
    return {pair: luck.choice((1, 1, 1, 2)) for pair in both}


def _with_wishes(luck: Random, given: PairingInput) -> PairingInput:
    numbers = [entrant.number for entrant in given.entrants]
    density = luck.choice((0, 0, 0.1, 0.4))
    forbidden = frozenset(frozenset(pair) for pair in combinations(numbers, 2) if luck.random() < density)
    luck.shuffle(numbers)
    forced = tuple(
        (numbers.pop(), numbers.pop()) for _ in range(luck.choice((0, 0, 0, 1))) if len(numbers) > 1
    )
    forced = tuple(meeting for meeting in forced if frozenset(meeting) not in forbidden)
    forced_bye = None
    if len(given.entrants) % 2 and numbers and luck.random() < 0.2:
        forced_bye = numbers.pop()
    return replace(given, forbidden=forbidden, forced=forced, forced_bye=forced_bye)


@dataclass
class Championship:
    """A championship whose games are won by chance; its rounds can be paired one after the other."""

    luck: Random
    standing: dict[int, int]
    half_wins: bool = False
    unplayed: Counter[int] = field(default_factory=Counter)
    floats: Counter[int] = field(default_factory=Counter)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    played: list[tuple[PairingInput, Pairing]] = field(default_factory=list)

    def play(self) -> None:
        """One more round: everybody still standing is paired, and every game is decided by chance."""
        given = self.next_round()
        pairing = pair_round(given)
        self.played.append((given, pairing))
        for one, other in pairing.meetings:
            self._decide(one, other)
        if pairing.bye is not None:
            self.unplayed[pairing.bye] += 1
            self.standing[pairing.bye] += 2

    def next_round(self) -> PairingInput:
        number = len(self.played) + 1
        order = sorted(self.standing, key=lambda pair: (-self.standing[pair], pair))
        return PairingInput(
            tuple(
                Entrant(
                    pair, self.standing[pair], unplayed_wins=self.unplayed[pair], floats=self.floats[pair]
                )
                for pair in order
            ),
            dict(self.met),
            method="random" if number == 1 else "adjacent",
            seed="visca la manilla",
            round_number=number,
        )

    def _decide(self, one: int, other: int) -> None:
        self.met[frozenset((one, other))] += 1
        if self.standing[one] != self.standing[other]:
            self.floats[max(one, other, key=self.standing.__getitem__)] += 1
        if self.half_wins and self.luck.random() < 0.3:
            self.standing[one] += 1
            self.standing[other] += 1
        else:
            self.standing[self.luck.choice((one, other))] += 2


def championship(pairs: int, *, rounds: int, seed: int, half_wins: bool = False) -> Championship:
    """So many pairs after so many rounds."""
    played = Championship(Random(seed), dict.fromkeys(range(1, pairs + 1), 0), half_wins)
    for _ in range(rounds):
        played.play()
    return played


def half_way() -> PairingInput:
    """The fifth round of a championship of 21 pairs."""
    return championship(21, rounds=4, seed=7, half_wins=True).next_round()


def renamed(given: PairingInput, name: Callable[[int], Any]) -> PairingInput:
    """The same round with other numbers."""
    return replace(
        given,
        entrants=tuple(replace(entrant, number=name(entrant.number)) for entrant in given.entrants),
        met={frozenset(map(name, both)): times for both, times in given.met.items()},
    )
