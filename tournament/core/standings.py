"""The ranking of a championship (E 14): a total order, with the criterion that parts neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.regulation import Criterion, Regulation


@dataclass(frozen=True)
class Contestant:
    """A pair to be ranked: its registration number, recorded infractions (D 5), whether it was expelled."""

    number: int
    infractions: int = 0
    expelled: bool = False


@dataclass(frozen=True)
class PairResult:
    """What a counted game, a missed round, or a sum of them, is worth to a pair. `wins2` is doubled wins."""

    number: int
    wins2: int
    points_for: int
    points_against: int


@dataclass(frozen=True)
class Row:
    """A line of the standings.

    `rank` is None for an expelled pair; `parted_by` tells the criterion by which the pair stands below the
    one above it (None for the first).
    """

    number: int
    wins2: int = 0
    points_for: int = 0
    points_against: int = 0
    infractions: int = 0
    expelled: bool = False
    rank: int | None = None
    parted_by: Criterion | None = None

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


def rank(
    pairs: Iterable[Contestant], results: Iterable[PairResult], regulation: Regulation
) -> tuple[Row, ...]:
    """All pairs, best first, the expelled ones last and out of the ranking (E 14)."""
    pairs = tuple(pairs)
    sums = {pair.number: (0, 0, 0) for pair in pairs}
    for result in results:
        wins2, points_for, points_against = sums[result.number]
        sums[result.number] = (
            wins2 + result.wins2,
            points_for + result.points_for,
            points_against + result.points_against,
        )
    rows = [Row(pair.number, *sums[pair.number], pair.infractions, pair.expelled) for pair in pairs]
    order = regulation.ranking_order or (Criterion.NUMBER,)
    keys = {row.number: _key(row, order) for row in rows}
    rows.sort(key=lambda row: (row.expelled, keys[row.number]))
    return tuple(_placed(rows, keys, order))


def _placed(
    rows: Sequence[Row], keys: Mapping[int, tuple[int, ...]], order: Sequence[Criterion]
) -> Iterable[Row]:
    """Rows that stand in their order, `keys` by their number."""
    above = None
    for place, row in enumerate(rows, start=1):
        if row.expelled:
            yield row
            continue
        key = keys[row.number]
        parted_by = above and next(
            (name for name, a, b in zip(order, above, key, strict=True) if a != b), None
        )
        yield replace(row, rank=place, parted_by=parted_by)
        above = key


def _key(row: Row, order: Sequence[Criterion]) -> tuple[int, ...]:
    return tuple(_value(row, criterion) for criterion in order)


def _value(row: Row, criterion: Criterion) -> int:
    """The smaller the better."""
    match criterion:
        case Criterion.WINS | Criterion.GROUP_POINTS:
            return -row.wins2
        case Criterion.DIFFERENCE:
            return -row.difference
        case Criterion.INFRACTIONS:
            return row.infractions
        case Criterion.POINTS_FOR:
            return -row.points_for
    return row.number
