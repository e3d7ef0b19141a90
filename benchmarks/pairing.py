"""How long the fifth round takes to pair, by the number of pairs: the fast path, and two other engines beside it.

`dense` is one weighted matching of the same round by rustworkx, `chess` is py4swiss 0.3.1, where it can be imported.
Each engine and each number of pairs has a process of its own with a minute and 4 GB; an engine that does not end is
not asked for more pairs. Everything is measured in one run, and the last lines say which goals it meets.
"""

from collections.abc import Iterator, Mapping
from math import log
from statistics import linear_regression

from benchmarks.engines.child import Measure, measured

SIZES = (20, 50, 100, 200, 500, 1_000, 5_000, 30_000)
RIVALS = ("dense", "chess")
NOT_RUN = Measure(note="not run")

GOALS_MS = {200: 1.0, 5_000: 20.0}
GROWTH_FROM, GROWTH_GOAL = 200, 1.2

Row = Mapping[str, Measure]


def rows() -> Iterator[tuple[int, Row]]:
    """For each number of pairs what every engine needed."""
    ended = dict.fromkeys(RIVALS, True)
    for pairs in SIZES:
        row = {"ours": measured("ours", pairs)}
        for rival in RIVALS:
            row[rival] = measured(rival, pairs) if ended[rival] else NOT_RUN
            ended[rival] = row[rival].seconds is not None
        yield pairs, row


def ratio(row: Row, rival: str) -> float | None:
    """How many times as long as ours the other engine took; None when it did not end."""
    ours, other = row["ours"].seconds, row[rival].seconds
    return None if ours is None or other is None else other / ours


def growth(table: Mapping[int, Row]) -> float:
    """The exponent of the time, from 200 pairs up: the slope through all of them."""
    known = {pairs: row["ours"].seconds for pairs, row in table.items() if pairs >= GROWTH_FROM}
    points = [(log(pairs), log(seconds)) for pairs, seconds in known.items() if seconds is not None]
    return linear_regression(*zip(*points, strict=True)).slope


def line(pairs: int, row: Row) -> str:
    ours = row["ours"]
    cells = [
        f"{pairs:>7,}",
        f"{_time(ours):>14}",
        f"{ours.work / pairs:>10.2f}",
        f"{ours.megabytes:>8.2f} MB",
    ]
    for rival in RIVALS:
        times = ratio(row, rival)
        cells += [f"{_time(row[rival]):>15}", f"{'–' if times is None else f'{times:,.1f}':>10}"]
    return " ".join(cells)


def verdicts(table: Mapping[int, Row]) -> Iterator[str]:
    """For each goal whether this run meets it."""
    for pairs, goal in GOALS_MS.items():
        taken = (table[pairs]["ours"].seconds or float("inf")) * 1000
        yield _verdict(f"{pairs:,} pairs in less than {goal:g} ms", f"{taken:.2f} ms", met=taken < goal)
    exponent = growth(table)
    yield _verdict(f"growth at most n^{GROWTH_GOAL}", f"n^{exponent:.2f}", met=exponent <= GROWTH_GOAL)
    for rival in RIVALS:
        yield _ahead(table, rival)


def _ahead(table: Mapping[int, Row], rival: str) -> str:
    goal = f"ahead of {rival} wherever it ends"
    known = {pairs: times for pairs, row in table.items() if (times := ratio(row, rival)) is not None}
    if not known:
        return f"{goal}: not measured ({table[SIZES[0]][rival].note})"
    closest = min(known, key=known.__getitem__)
    found = f"up to {max(known):,} pairs, closest at {closest:,}: {known[closest]:.1f} times our time"
    return _verdict(goal, found, met=known[closest] > 1)


def _verdict(goal: str, found: str, *, met: bool) -> str:
    return f"{goal}: {'met' if met else 'NOT MET'} ({found})"


def _time(measure: Measure) -> str:
    return measure.note if measure.seconds is None else f"{measure.seconds * 1000:,.2f} ms"


def main() -> None:
    print(
        f"{'pairs':>7} {'ours':>14} {'work/pair':>10} {'peak':>11} "
        f"{'dense':>15} {'dense/ours':>10} {'chess':>15} {'chess/ours':>10}"
    )
    table: dict[int, Row] = {}
    for pairs, row in rows():
        table[pairs] = row
        print(line(pairs, row), flush=True)
    for verdict in verdicts(table):
        print(verdict)


if __name__ == "__main__":
    main()
