"""The same round by py4swiss, an engine for chess, where it can be imported: FIDE's Dutch system, its core in C++.

It reads the four rounds from a tournament report (TRF) and also minds colours, which botifarra does not have; they
are dealt here as evenly as can be. Reading is not timed.
"""

from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.engines.rounds import Championship

ROUNDS_IN_ALL = 9  # the last round would have rules of its own
MOST_NUMBERS = 9_999  # a number has four digits in the report


def prepared(championship: Championship) -> Callable[[], Any]:
    """Raises ImportError where there is no such engine, ValueError when the report cannot hold so many pairs."""
    engine = import_module("py4swiss.engines").DutchEngine
    parser = import_module("py4swiss.trf").TrfParser
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.trf"
        path.write_text(report(championship), encoding="utf-8")
        parsed = parser.parse(path, strict=True)

    return lambda: engine.generate_pairings(parsed)


def check(championship: Championship, found: Any) -> None:
    championship.check([(each.white, each.black) for each in found])


def report(championship: Championship) -> str:
    """The four rounds as a tournament report."""
    if championship.pairs > MOST_NUMBERS:
        raise ValueError(championship.pairs)
    games = _games(championship)
    lines = [
        f"001 {number:>4}{'':>6}{f'Pair {number}':<33} {'':>4} {'':>3} {'':>11} {'':>10} "
        f"{wins2 / 2:>4} {number:>4}  {'  '.join(games[number])}"
        for number, wins2 in championship.wins2.items()
    ]
    return "\n".join([*lines, f"XXR {ROUNDS_IN_ALL}", ""])


def _games(championship: Championship) -> dict[int, list[str]]:
    """For each pair its games as the report writes them: opponent, colour, result."""
    games: defaultdict[int, list[str]] = defaultdict(list)
    colours: defaultdict[int, str] = defaultdict(str)
    for winner, loser in championship.meetings():
        white = min(winner, loser, key=lambda number: _has_had_white(colours[number]))
        for one, other, result in ((winner, loser, 1), (loser, winner, 0)):
            colour = "w" if one == white else "b"
            colours[one] += colour
            games[one].append(f"{other:>4} {colour} {result}")
    return games


def _has_had_white(colours: str) -> tuple[int, bool]:
    """The lower, the more the next white is due: by the difference, then by the last colour."""
    return colours.count("w") - colours.count("b"), colours.endswith("w")
