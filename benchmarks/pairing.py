"""How long the fifth round takes to pair, by the number of pairs: the fast path, and the slow one beside it.

The slow path is a dense weighted matching of the same round by rustworkx; it is tried up to the number of pairs that
it pairs within a minute. Everything is measured in one run; the last line is the growth of the fast path.
"""

import gc
import tracemalloc
from math import log
from random import Random
from time import perf_counter

from tournament.core.pairing import Entrant, Pairing, PairingInput, pair_round
from tournament.core.pairing.descent import descent_of
from tournament.core.pairing.field import field_of
from tournament.core.pairing.pairable import Conflicts
from tournament.core.pairing.walk import choices_on

SIZES = (20, 50, 100, 200, 500, 1_000, 5_000, 30_000)
MINUTE = 60.0
GROWTH_FROM = 200


def fifth_round(pairs: int) -> PairingInput:
    """Four rounds of a championship of so many pairs with results by chance, and the fifth to be paired."""
    rng = Random(pairs)
    wins, floats = dict.fromkeys(range(1, pairs + 1), 0), dict.fromkeys(range(1, pairs + 1), 0)
    rested: set[int | None] = set()
    met: dict[frozenset[int], int] = {}
    for number in range(1, 6):
        order = sorted(wins, key=lambda pair: (-wins[pair], pair))
        entrants = tuple(
            Entrant(pair, wins[pair], unplayed_wins=int(pair in rested), floats=floats[pair])
            for pair in order
        )
        method = "random" if number == 1 else "adjacent"
        given = PairingInput(entrants, dict(met), method=method, seed="mesura", round_number=number)
        if number < 5:
            _play(pair_round(given), (wins, floats), rng=rng, met=met)
            rested.add(pair_round(given).bye)
    return given


def _play(
    pairing: Pairing,
    standing: tuple[dict[int, int], dict[int, int]],
    *,
    rng: Random,
    met: dict[frozenset[int], int],
) -> None:
    wins, floats = standing
    for one, other in pairing.meetings:
        if wins[one] != wins[other]:
            floats[max(one, other, key=wins.__getitem__)] += 1
        met[frozenset((one, other))] = 1
    for meeting in pairing.meetings:
        wins[rng.choice(meeting)] += 2
    if pairing.bye is not None:
        wins[pairing.bye] += 2


def seconds(given: PairingInput, budget: int | None = None, *, times: int = 5) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        begin = perf_counter()
        pair_round(given, budget=budget)
        best = min(best, perf_counter() - begin)
    return best


def work(given: PairingInput) -> int:
    """States, subsets and steps of the fast path."""
    field = field_of(given)
    conflicts = Conflicts(field, budget=10**9)
    for level in descent_of(field, conflicts).levels:
        for _ in choices_on(field, conflicts, level):
            pass
    return conflicts.work


def megabytes(given: PairingInput) -> float:
    """The most memory that the fast path holds at once."""
    tracemalloc.start()
    pair_round(given)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    print(f"{'pairs':>7} {'fast':>11} {'work/pair':>10} {'peak':>9} {'slow':>10} {'slow/fast':>10}")
    known: dict[int, float] = {}
    slow = 0.0
    for pairs in SIZES:
        given = fifth_round(pairs)
        known[pairs] = seconds(given)
        # Ten times the pairs take the slow path some thousand times the time.
        slow = seconds(given, 0, times=1) if slow < MINUTE / 20 else float("inf")
        shown = ("not run", "–") if slow == float("inf") else (f"{slow:.2f} s", f"{slow / known[pairs]:.0f}")
        print(
            f"{pairs:>7} {known[pairs] * 1000:>8.2f} ms {work(given) / pairs:>10.2f} {megabytes(given):>6.1f} MB"
            f" {shown[0]:>10} {shown[1]:>10}"
        )
    growth = log(known[SIZES[-1]] / known[GROWTH_FROM]) / log(SIZES[-1] / GROWTH_FROM)
    print(f"growth from {GROWTH_FROM} to {SIZES[-1]} pairs: n^{growth:.2f}")


if __name__ == "__main__":
    main()
