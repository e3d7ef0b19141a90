"""Score sheets as PDF: both ways of stamping beside laying out every sheet, and two other libraries that draw it.

C writes the texts sign by sign, B lays out only them, in-flow lays out every sheet with the same templates; reportlab
and typst draw it roughly, where they can be imported (they are no requirement). Each way and each number of sheets has
a process of its own, warmed by one sheet; seconds are the processor's, for a machine is never quiet. Ratios are to C.

Then a table writes hands while two people print in the same process. About two minutes.
"""

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from typing import NamedTuple

from benchmarks.engines.served import environment_of, prepared, sqlite

SIZES = (25, 100, 250, 500)
WAYS = ("C", "B", "in-flow", "reportlab", "typst")
MOST = {"in-flow": 100}
LIMIT_SECONDS = 120
PAIRS = 250


class Printed(NamedTuple):
    seconds: float
    megabytes: float
    size: float
    first: float


def printed(way: str, sheets: int) -> Printed | None:
    """What a process of its own says; None where it took too long."""
    command = [sys.executable, "-m", "benchmarks.engines.printed", way, str(sheets)]
    try:
        said = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=LIMIT_SECONDS
        ).stdout
    except subprocess.TimeoutExpired:
        return None
    return Printed(*map(float, said.split()))


def goals(found: dict[tuple[str, int], Printed]) -> dict[str, bool]:
    b, c, few = found["B", 250], found["C", 250], found["C", 25]
    met = {
        "250 sheets by B in at most 4 s": b.seconds <= 4,
        "250 sheets by B in at most 120 MB": b.megabytes <= 120,
        "250 sheets by C within 1 s": c.seconds <= 1,
        "25 sheets within 1.5 s": few.seconds <= 1.5,
    }
    for (way, sheets), each in found.items():
        if way == "C":
            met[f"{sheets} sheets by C under 1 kB a sheet and 100 kB"] = each.size < 1024 * (sheets + 100)
    if ("typst", 250) in found:
        met["250 sheets by C within 1.5 × typst"] = c.seconds <= 1.5 * found["typst", 250].seconds
    return met


def hand_beside_prints() -> str:
    with sqlite() as database, tempfile.TemporaryDirectory() as folder:
        environment = environment_of(database) | {"DATA_DIR": folder}
        _slug, tokens = prepared(PAIRS, environment)
        command = [sys.executable, "-m", "benchmarks.engines.hand_beside_prints", *tokens]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def main() -> None:
    ways = [way for way in WAYS if way in ("C", "B", "in-flow") or find_spec(way)]
    found: dict[tuple[str, int], Printed] = {}
    print(f"load {os.getloadavg()[0]:.0f}")
    print(f"{'sheets':>7} {'way':>10} {'s':>7} {'× C':>6} {'MB':>5} {'kB':>6} {'first s':>8}")
    for sheets in SIZES:
        for way in ways:
            if sheets > MOST.get(way, sheets):
                continue
            if (each := printed(way, sheets)) is None:
                print(f"{sheets:>7} {way:>10} > {LIMIT_SECONDS} s")
                continue
            found[way, sheets] = each
            ratio = each.seconds / found["C", sheets].seconds
            print(
                f"{sheets:>7} {way:>10} {each.seconds:>7.2f} {ratio:>6.1f} {each.megabytes:>5.0f} "
                f"{each.size / 1024:>6.0f} {each.first:>8.2f}"
            )
    quiet, worst, busy, worst_busy = (round(float(each)) for each in hand_beside_prints().split())
    print(f"a hand, ms: quiet {quiet} (worst {worst}), beside two prints {busy} (worst {worst_busy})")
    for goal, is_met in goals(found).items():
        print("met    " if is_met else "NOT MET", goal)


if __name__ == "__main__":
    main()
