"""One engine and one number of pairs in a process of its own, which may take so much time and so much memory."""

import gc
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from time import perf_counter
from typing import TypeVar

LIMIT_SECONDS = 60
LIMIT_BYTES = 4 * 2**30
ENOUGH_SECONDS = 3.0

Found = TypeVar("Found")


@dataclass(frozen=True)
class Measure:
    """What a process found, or a note why it found nothing."""

    seconds: float | None = None
    note: str = ""
    work: int = 0
    megabytes: float = 0.0


def measured(engine: str, pairs: int) -> Measure:
    """From outside: the answer of the process, or how it ended."""
    command = [sys.executable, "-m", "benchmarks.engines.child", engine, str(pairs)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Measure(note=f"> {LIMIT_SECONDS} s")
    if ended.returncode:
        sys.stderr.write(ended.stderr)
        return Measure(note=f"failed ({ended.returncode})")
    return Measure(**json.loads(ended.stdout))


def timed(call: Callable[[], Found]) -> tuple[float, Found]:
    """The seconds of the best of some runs, for a machine has other work too; and what the last one found."""
    runs: list[float] = []
    gc.collect()
    until = perf_counter() + ENOUGH_SECONDS
    while not runs or perf_counter() < until:
        begin = perf_counter()
        found = call()
        runs.append(perf_counter() - begin)
    return min(runs), found


def _answer(engine: str, pairs: int) -> Measure:
    """From inside: only the pairing of the fifth round is timed, not what leads to it."""
    rounds = import_module("benchmarks.engines.rounds")
    championship = rounds.Championship(pairs)
    module = import_module(f"benchmarks.engines.{engine}")
    try:
        call = module.prepared(championship)
        best, found = timed(call)
    except ImportError:
        return Measure(note="not importable")
    except MemoryError:
        return Measure(note=f"> {LIMIT_BYTES >> 30} GB")
    module.check(championship, found)
    if engine != "ours":
        return Measure(best)
    given = championship.next_round()
    return Measure(best, work=module.work(given), megabytes=module.megabytes(given))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))
    print(json.dumps(asdict(_answer(sys.argv[1], int(sys.argv[2])))))
