"""The fifth round of a made-up championship: what it is paired from, and the four rounds that were played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tournament.core.pairing import Entrant, PairingInput, pair_round

ROUNDS_PLAYED = 4


@dataclass
class Championship:
    """Four rounds with results by chance, always the same for so many pairs. Everybody plays: they are even."""

    pairs: int
    wins2: dict[int, int] = field(init=False)
    floats: dict[int, int] = field(init=False)
    rounds: list[list[tuple[int, int]]] = field(default_factory=list)
    """For each round its meetings, the winner first."""

    def __post_init__(self) -> None:
        if self.pairs % 2:
            raise ValueError(self.pairs)
        self.wins2 = dict.fromkeys(range(1, self.pairs + 1), 0)
        self.floats = dict.fromkeys(self.wins2, 0)
        luck = Random(self.pairs)
        for _ in range(ROUNDS_PLAYED):
            self._play(luck)

    def next_round(self) -> PairingInput:
        order = sorted(self.wins2, key=lambda pair: (-self.wins2[pair], pair))
        return PairingInput(
            tuple(Entrant(pair, self.wins2[pair], floats=self.floats[pair]) for pair in order),
            {frozenset(meeting): 1 for meeting in self.meetings()},
            method="adjacent" if self.rounds else "random",
            seed="mesura",
            round_number=len(self.rounds) + 1,
        )

    def meetings(self) -> Iterator[tuple[int, int]]:
        for played in self.rounds:
            yield from played

    def check(self, meetings: Sequence[tuple[int, int]]) -> None:
        """Raises AssertionError unless everybody is in one of these meetings, and nobody meets again."""
        assert sorted(number for both in meetings for number in both) == sorted(self.wins2)
        assert {frozenset(both) for both in meetings}.isdisjoint(map(frozenset, self.meetings()))

    def _play(self, luck: Random) -> None:
        results = []
        for one, other in pair_round(self.next_round()).meetings:
            if self.wins2[one] != self.wins2[other]:
                self.floats[max(one, other, key=self.wins2.__getitem__)] += 1
            results.append((one, other) if luck.random() < 0.5 else (other, one))
        for winner, _ in results:
            self.wins2[winner] += 2
        self.rounds.append(results)
