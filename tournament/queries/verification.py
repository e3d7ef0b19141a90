"""Whether what was frozen is what the hands say: every confirmed game, and the ranking, counted again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.errors import RuleError
from scoring.regulation import Criterion, Regulation
from scoring.results import Result
from tournament.models import Championship, Pair
from tournament.queries.games import GameView, games_of_championship, regulation_of
from tournament.queries.standings import StandingRow, counted_absences, ranked_pairs, standings

Tally = dict[str, int]


@dataclass(frozen=True)
class Discrepancy:
    """Something stored that its source does not bear out. `table` is None for a bye and for the ranking."""

    what: str
    round_number: int | None = None
    table: int | None = None
    pair_number: int | None = None
    stored: Any = None
    counted: Any = None

    def __str__(self) -> str:
        places = (("round", self.round_number), ("table", self.table), ("pair", self.pair_number))
        where = " ".join(f"{name} {value}" for name, value in places if value is not None)
        return f"{where or 'ranking'}: {self.what}: stored {self.stored}, counted {self.counted}"


def verify(championship: Championship) -> tuple[Discrepancy, ...]:
    """Nothing, where all is well. It reads every hand: for commands and tests, not for pages."""
    confirmed = [view for view in games_of_championship(championship) if view.is_confirmed]
    results = {view.game.pk: _result(view) for view in confirmed}
    games = (found for view in confirmed for found in _game_findings(view, results[view.game.pk]))
    tallies = _tallies(championship, ((view, results[view.game.pk]) for view in confirmed))
    return (*games, *_ranking_findings(championship, tallies))


def _result(view: GameView) -> Result | RuleError:
    try:
        return view.result()
    except RuleError as refusal:
        return refusal


def _game_findings(view: GameView, result: Result | RuleError) -> Iterator[Discrepancy]:
    where: dict[str, Any] = {"round_number": view.game.round.number, "table": view.table}
    if isinstance(result, RuleError):
        yield Discrepancy("result", **where, stored=view.counted, counted=str(result))
        return
    for mine, seat in enumerate(sorted(view.game.seats.all(), key=lambda each: each.side)):
        stored = (seat.points_for, seat.points_against, seat.wins2)
        counted = (result.points[mine], result.points[1 - mine], result.wins2[mine])
        if stored != counted:
            number = seat.pair.number
            yield Discrepancy("seat", **where, pair_number=number, stored=stored, counted=counted)
    lines = [[line.code, line.article, list(line.points)] for line in result.adjustments]
    if view.game.adjustments != lines:
        yield Discrepancy("adjustments", **where, stored=view.game.adjustments, counted=lines)


def _tallies(
    championship: Championship, counted: Iterable[tuple[GameView, Result | RuleError]]
) -> dict[int, Tally]:
    """Sums a pair, made from the hands' own results and the missed rounds, with no help of the database."""
    tallies = {pair.number: _nothing(pair) for pair in ranked_pairs(championship)}
    for view, result in counted:
        if isinstance(result, RuleError):
            continue
        for mine, seat in enumerate((view.a, view.b)):
            if seat is not None and seat.number in tallies:
                points = result.points[mine], result.points[1 - mine]
                _add(tallies[seat.number], result.wins2[mine], points)
    for missed in counted_absences(championship).select_related("pair"):
        if missed.pair.number in tallies:
            points = missed.points_for, missed.points_against
            _add(tallies[missed.pair.number], missed.wins2, points)
    return tallies


def _nothing(pair: Pair) -> Tally:
    expelled = int(pair.state == Pair.State.EXPELLED)
    return {"number": pair.number, "expelled": expelled, "wins2": 0, "points_for": 0, "points_against": 0}


def _add(tally: Tally, wins2: int, points: tuple[int, int]) -> None:
    tally["wins2"] += wins2
    tally["points_for"] += points[0]
    tally["points_against"] += points[1]


def _ranking_findings(championship: Championship, tallies: dict[int, Tally]) -> Iterator[Discrepancy]:
    rows = standings(championship)
    order = _order(tallies.values(), regulation_of(championship))
    if [row.number for row in rows] != order:
        yield Discrepancy("order", stored=[row.number for row in rows], counted=order)
    for row in rows:
        tally = tallies[row.number]
        stored, counted = _sums(row), (tally["wins2"], tally["points_for"], tally["points_against"])
        if stored != counted:
            yield Discrepancy("sums", pair_number=row.number, stored=stored, counted=counted)


def _sums(row: StandingRow) -> tuple[int, int, int]:
    return row.wins2, row.points_for, row.points_against


def _order(tallies: Iterable[Tally], regulation: Regulation) -> list[int]:
    """Sorted by the last criterion first, the first one last: each sort keeps what the others did (E 14)."""
    ordered = sorted(tallies, key=lambda tally: tally["number"])
    for criterion in reversed(regulation.ranking_order):
        ordered.sort(key=lambda tally, name=criterion: _worse(tally, name))
    ordered.sort(key=lambda tally: tally["expelled"])
    return [tally["number"] for tally in ordered]


def _worse(tally: Tally, criterion: Criterion) -> int:
    """No infraction is recorded yet anywhere, so that criterion parts nobody."""
    values = {
        Criterion.WINS: -tally["wins2"],
        Criterion.GROUP_POINTS: -tally["wins2"],
        Criterion.DIFFERENCE: tally["points_against"] - tally["points_for"],
        Criterion.INFRACTIONS: 0,
        Criterion.POINTS_FOR: -tally["points_for"],
        Criterion.NUMBER: tally["number"],
    }
    return values[criterion]
