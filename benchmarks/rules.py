"""How long the rules take: a whole random hand against its goal, and beside the oracle that the tests judge by.

A hand is 48 legal sets, 12 tricks won, and the card points of both pairs; choosing a card is not counted. A review is
of two whole piles; every second hand has a revoke.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time

from scoring.cards import Card
from scoring.tricks import counted, legal_cards, pair_of, trick_points, trick_winner
from tests.scoring.deals import BOTH_OPTIONS, EASTERN, WESTERN, Judge, PlayedHand, Rules, random_hand
from tests.scoring.legality_oracle import cards_without_fault
from tests.scoring.piled import piled_hand

GOAL_MS = 1.0
REVIEW_GOAL_MS = 5.0
HANDS = 400
ROUNDS = 5
LEGAL_SETS = 48
GAMES = {"western": WESTERN, "eastern": EASTERN, "eastern, both options": BOTH_OPTIONS}


def legal_sets(hand: PlayedHand, rules: Rules, judge: Judge) -> None:
    options = rules.options
    for position in hand.positions:
        judge(
            position.hand,
            position.trick,
            trump=position.trump,
            variant=rules.variant,
            options=options,
            played_before=position.gone,
        )


def won_and_counted(hand: PlayedHand) -> None:
    """Twelve tricks won; the card points of a pair by its tricks and by its pile, which must agree."""
    trump = hand.positions[0].trump
    leader, points = 0, [0, 0]
    piles: tuple[list[tuple[Card, ...]], ...] = ([], [])
    for trick in hand.tricks:
        leader = (leader + trick_winner(trick, trump)) % 4
        points[pair_of(leader)] += trick_points(trick)
        piles[pair_of(leader)].append(trick)
    for pair, pile in enumerate(piles):
        scoring = [card for trick in pile for card in trick if card.is_scoring]
        assert counted(len(pile), scoring) == points[pair]


def milliseconds(hands: Sequence[PlayedHand], rules: Rules, judge: Judge) -> tuple[float, float]:
    """Of the legal sets of a hand, and of the whole hand: the best of some rounds, for a machine has other work too."""
    best = (float("inf"), float("inf"))
    for _ in range(ROUNDS):
        begin = perf_counter()
        for hand in hands:
            legal_sets(hand, rules, judge)
        judged = perf_counter()
        for hand in hands:
            won_and_counted(hand)
        end = perf_counter()
        best = min(best, (judged - begin, end - begin))
    return best[0] * 1000 / len(hands), best[1] * 1000 / len(hands)


def hand_lines() -> Iterator[str]:
    """A whole random hand, by the rules that are played."""
    yield f"{'a whole hand':<22} {'ms':>7} {'µs a set':>9} {'of goal':>8} {'oracle ms':>10} {'× faster':>9}"
    for name, rules in GAMES.items():
        rng = Random(name)
        hands = [random_hand(rng, rules) for _ in range(HANDS)]
        sets, whole = milliseconds(hands, rules, legal_cards)
        _, by_oracle = milliseconds(hands[: HANDS // 10], rules, cards_without_fault)
        yield (
            f"{name:<22} {whole:>7.3f} {sets * 1000 / LEGAL_SETS:>9.2f} {whole / GOAL_MS:>8.0%}"
            f" {by_oracle:>10.3f} {by_oracle / whole:>9.1f}"
        )


@dataclass(frozen=True)
class Kind:
    """Some reviews that are alike: half of the hands legal, half with a revoke."""

    name: str
    hands: int
    circumstances: Mapping[str, bool]


REVIEWS = (
    Kind("seats known", 500, {}),
    Kind("piles mixed", 10, {"order_known": False}),
    Kind("seats unknown", 60, {"seats_known": False}),
    Kind("seats unknown, mixed", 6, {"seats_known": False, "order_known": False}),
)


def review_times(kind: Kind) -> list[float]:
    """Milliseconds of the processor for each review, the best of some rounds."""
    rng = Random(kind.name)
    times = []
    for number in range(kind.hands):
        rules = tuple(GAMES.values())[number % len(GAMES)]
        hand = piled_hand(rng, rules, revoke_from=rng.randint(1, 10) if number % 2 else None)
        best = float("inf")
        for _ in range(ROUNDS if kind.hands > 100 else 1):
            begin = process_time()
            hand.review(**kind.circumstances)
            best = min(best, process_time() - begin)
        times.append(best * 1000)
    return times


def review_lines() -> Iterator[str]:
    """A review of a whole random hand, by what is known of it; the goal is that of known seats."""
    yield f"{'a review':<22} {'mean ms':>9} {'of goal':>8} {'worst ms':>9} {'of goal':>8} {'hands':>6}"
    for kind in REVIEWS:
        times = review_times(kind)
        mean, worst = sum(times) / len(times), max(times)
        goals = (f"{mean / REVIEW_GOAL_MS:>8.0%}", f"{worst / REVIEW_GOAL_MS:>8.0%}")
        shown = goals if not kind.circumstances else (f"{'–':>8}", f"{'–':>8}")
        yield f"{kind.name:<22} {mean:>9.2f} {shown[0]} {worst:>9.2f} {shown[1]} {kind.hands:>6}"


def main() -> None:
    for line in (*hand_lines(), "", *review_lines()):
        print(line)


if __name__ == "__main__":
    main()
