"""How long the fifth round takes to pair, by the number of pairs, and against drawing the first by lot."""

from random import Random
from time import perf_counter

from tournament.core.pairing import Entrant, PairingInput, pair_round

ROUNDS = 5
SIZES = (20, 50, 100, 200, 300)


def seconds_of_rounds(pairs: int) -> list[float]:
    """A championship of so many pairs with results by chance; the time of each round's pairing."""
    rng = Random(pairs)
    wins, rested, met = dict.fromkeys(range(1, pairs + 1), 0), set(), {}
    times = []
    for number in range(1, ROUNDS + 1):
        order = sorted(wins, key=lambda pair: (-wins[pair], pair))
        entrants = tuple(Entrant(pair, wins[pair], unplayed_wins=int(pair in rested)) for pair in order)
        method = "random" if number == 1 else "adjacent"
        begin = perf_counter()
        pairing = pair_round(PairingInput(entrants, met, method=method, seed="mesura", round_number=number))
        times.append(perf_counter() - begin)
        for meeting in pairing.meetings:
            wins[rng.choice(meeting)] += 2
            met[frozenset(meeting)] = met.get(frozenset(meeting), 0) + 1
        if pairing.bye is not None:
            wins[pairing.bye] += 2
            rested.add(pairing.bye)
    return times


def main() -> None:
    print(f"{'pairs':>6} {'round 1':>9} {'round 5':>9} {'× round 1':>10} {'× smaller':>10}")
    before = None
    for pairs in SIZES:
        first, *_rest, last = seconds_of_rounds(pairs)
        grown = f"{last / before:.1f}" if before else "–"
        print(f"{pairs:>6} {first:>8.3f}s {last:>8.3f}s {last / first:>10.1f} {grown:>10}")
        before = last


if __name__ == "__main__":
    main()
