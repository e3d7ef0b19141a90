"""The fast path, and what it costs besides time."""

import tracemalloc
from collections.abc import Callable

from benchmarks.engines.rounds import Championship
from tournament.core.pairing import Pairing, PairingInput, pair_round
from tournament.core.pairing.descent import descent_of
from tournament.core.pairing.field import field_of
from tournament.core.pairing.pairable import Conflicts
from tournament.core.pairing.walk import choices_on

NO_LIMIT = 10**9


def prepared(championship: Championship) -> Callable[[], Pairing]:
    """The fifth round, from the plain value to the pairing with its reasons."""
    given = championship.next_round()
    return lambda: pair_round(given)


def check(championship: Championship, found: Pairing) -> None:
    championship.check(found.meetings)


def work(given: PairingInput) -> int:
    """States, subsets and steps of the fast path."""
    field = field_of(given)
    conflicts = Conflicts(field, NO_LIMIT)
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
