"""A championship counted once more from what stands on its sheets: the rules written anew in their shortest form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Both = tuple[int, int]
Ranked = tuple[int, int, int, int, int]
"""Number, doubled wins, difference, infractions, points for."""

TIMES = {"": 1, "C": 2, "R": 4, "S": 8, "B": 2, "BC": 4, "BR": 8, "BS": 16}


@dataclass(frozen=True)
class Rules:
    """Where regulations differ: the most a winner counts, and what a level game is worth."""

    cap: int | None = 136
    half_win: bool = False


@dataclass(frozen=True)
class Paper:
    """What is known of one game: its pairs, and its hands (bid, card points of a) or its totals or its ruling."""

    a: int
    b: int | None = None
    kind: str = "played"
    hands: tuple[tuple[str, int], ...] = ()
    totals: Both | None = None
    draw: str = ""
    winner: str = ""
    award: tuple[Both, Both] | None = None


def hand(bid: str, card_points_a: int) -> Both:
    over = (card_points_a - 36) * TIMES[bid]
    return (over, 0) if over > 0 else (0, -over)


def sheet(paper: Paper) -> Both:
    if paper.totals is not None:
        return paper.totals
    points = [hand(*each) for each in paper.hands]
    return sum(a for a, _ in points), sum(b for _, b in points)


def counted(paper: Paper, rules: Rules = Rules()) -> tuple[Both, Both]:
    """Counted points and doubled wins."""
    if paper.kind == "bye":
        return (51, 0), (2, 0)
    if paper.kind == "both_absent":
        return (0, 0), (0, 0)
    if paper.kind == "walkover":
        return ((51, 0), (2, 0)) if paper.winner == "a" else ((0, 51), (0, 2))
    if paper.award is not None:
        return paper.award
    a, b = sheet(paper)
    if a == b and rules.half_win:
        return (a, b), (1, 1)
    a, b = a + (a == b and paper.draw == "a"), b + (a == b and paper.draw == "b")
    top = max(a, b) if rules.cap is None else min(max(a, b), rules.cap)
    return ((top, b), (2, 0)) if a > b else ((a, top), (0, 2))


def ranking(
    numbers: Iterable[int], papers: Iterable[Paper], rules: Rules = Rules(), *, faults: Mapping[int, int] = {}
) -> list[Ranked]:
    """By wins, difference, infractions, points for, number; a missed round is worth nothing."""
    sums = {number: [0, 0, 0] for number in numbers}
    for paper in papers:
        points, wins2 = counted(paper, rules)
        for mine, number in enumerate((paper.a, paper.b)):
            if number is not None:
                won = wins2[mine], points[mine] - points[1 - mine], points[mine]
                sums[number] = [old + new for old, new in zip(sums[number], won, strict=True)]
    rows = [
        (number, wins2, diff, faults.get(number, 0), points) for number, (wins2, diff, points) in sums.items()
    ]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[3], -row[4], row[0]))
