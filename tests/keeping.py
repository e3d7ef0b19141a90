"""Public pages kept as in a real process: what tests begin with that are about snapshots."""

from collections.abc import Iterator

import pytest

from tournament.publishing import SNAPSHOTS

ROOM = 8 * 2**20


@pytest.fixture
def kept() -> Iterator[None]:
    """Every version is kept, and every reading asks which one it is."""
    yield from _as_in_a_process(lag=0.0)


@pytest.fixture
def kept_for_a_second() -> Iterator[None]:
    """As in a hall: nobody asks twice in a second, unless the desk has written here."""
    yield from _as_in_a_process(lag=1.0)


def _as_in_a_process(*, lag: float) -> Iterator[None]:
    before = SNAPSHOTS.readings.lag, SNAPSHOTS.shelf.most_bytes
    SNAPSHOTS.readings.lag, SNAPSHOTS.shelf.most_bytes = lag, ROOM
    yield
    SNAPSHOTS.forget()
    SNAPSHOTS.readings.lag, SNAPSHOTS.shelf.most_bytes = before
