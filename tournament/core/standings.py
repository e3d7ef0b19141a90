"""The ranking of a championship (E 14): a total order, with the criterion that parts neighbours."""

from collections.abc import Iterable, Sequence
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
    rows = {pair.number: _empty_row(pair) for pair in pairs}
    for result in results:
        rows[result.number] = _plus(rows[result.number], result)
    order = regulation.ranking_order or (Criterion.NUMBER,)
    ranked = sorted(rows.values(), key=lambda row: (row.expelled, *_key(row, order)))
    return tuple(_placed(ranked, order))


def _empty_row(pair: Contestant) -> Row:
    return Row(pair.number, infractions=pair.infractions, expelled=pair.expelled)


def _plus(row: Row, result: PairResult) -> Row:
    return replace(
        row,
        wins2=row.wins2 + result.wins2,
        points_for=row.points_for + result.points_for,
        points_against=row.points_against + result.points_against,
    )


def _placed(ranked: Sequence[Row], order: Sequence[Criterion]) -> Iterable[Row]:
    for index, row in enumerate(ranked):
        if row.expelled:
            yield row
            continue
        parted_by = _parting(ranked[index - 1], row, order) if index else None
        yield replace(row, rank=index + 1, parted_by=parted_by)


def _parting(above: Row, below: Row, order: Sequence[Criterion]) -> Criterion | None:
    return next((name for name in order if _value(above, name) != _value(below, name)), None)


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
