"""The ranking counted again: every game and missed round summed and sorted, with no help of database or core."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.regulation import Criterion, Regulation
from tournament.models import Absence, Championship, Game, Infraction, Pair
from tournament.queries.recount import recount
from tournament.queries.standings import StandingRow, ranked_pairs, standings
from tournament.queries.verification_games import Discrepancy

Tally = dict[str, int]


def ranking_findings(
    championship: Championship, games: Iterable[Game], absences: Iterable[Absence], regulation: Regulation
) -> Iterator[Discrepancy]:
    """Where the standings are not the sum of the recounted games and missed rounds, or stand in another order."""
    tallies = _tallies(championship, games, absences, regulation)
    rows = standings(championship)
    order = _order(tallies.values(), regulation)
    if [row.number for row in rows] != order:
        yield Discrepancy("order", stored=[row.number for row in rows], counted=order)
    for row in rows:
        tally = tallies[row.number]
        counted = tally["wins2"], tally["points_for"], tally["points_against"], tally["infractions"]
        stored = _sums(row)
        if stored != counted:
            yield Discrepancy("sums", pair_number=row.number, stored=stored, counted=counted)


def _tallies(
    championship: Championship, games: Iterable[Game], absences: Iterable[Absence], regulation: Regulation
) -> dict[int, Tally]:
    """Sums a pair, made from the recounted games and the missed rounds, with no help of the database."""
    tallies = {pair.number: _nothing(pair) for pair in ranked_pairs(championship)}
    for game in games:
        for number, worth in _worth(game, regulation):
            if number in tallies:
                _add(tallies[number], worth)
    for missed in absences:
        if missed.pair.number in tallies:
            _add(tallies[missed.pair.number], regulation.missed_round)
    for record in championship.infractions.select_related("pair"):
        if record.pair.number in tallies:
            tallies[record.pair.number]["infractions"] += _is_a_fault(record)
    return tallies


def _worth(game: Game, regulation: Regulation) -> list[tuple[int, Sequence[int]]]:
    """What a confirmed game gives to its pairs, by number: doubled wins, points for, points against."""
    try:
        counted = recount(game, regulation) if game.state == Game.State.CONFIRMED else None
        if counted is None:
            return []
        (a, b), (wins_a, wins_b) = counted.points, counted.wins2
        worth = {"a": (wins_a, a, b), "b": (wins_b, b, a)}
        return [(seat.pair.number, worth[seat.side]) for seat in game.seats.all()]
    except Exception:  # `game_findings` has told it
        return []


def _is_a_fault(record: Infraction) -> bool:
    """One each, of any severity (D 5)."""
    return record.withdrawn_at is None and record.severity in ("minor", "serious", "very_serious")


def _nothing(pair: Pair) -> Tally:
    tally = dict.fromkeys(("wins2", "points_for", "points_against", "infractions"), 0)
    return tally | {"number": pair.number, "expelled": int(pair.state == Pair.State.EXPELLED)}


def _add(tally: Tally, worth: Sequence[int]) -> None:
    for name, value in zip(("wins2", "points_for", "points_against"), worth, strict=True):
        tally[name] += value


def _sums(row: StandingRow) -> tuple[int, int, int, int]:
    return row.wins2, row.points_for, row.points_against, row.infractions


def _order(tallies: Iterable[Tally], regulation: Regulation) -> list[int]:
    """Sorted by the last criterion first, the first one last: each sort keeps what the others did (E 14)."""
    ordered = sorted(tallies, key=lambda tally: tally["number"])
    for criterion in reversed(regulation.ranking_order):
        ordered.sort(key=lambda tally, name=criterion: _worse(tally, name))
    ordered.sort(key=lambda tally: tally["expelled"])
    return [tally["number"] for tally in ordered]


def _worse(tally: Tally, criterion: Criterion) -> int:
    values = {
        Criterion.WINS: -tally["wins2"],
        Criterion.GROUP_POINTS: -tally["wins2"],
        Criterion.DIFFERENCE: tally["points_against"] - tally["points_for"],
        Criterion.INFRACTIONS: tally["infractions"],
        Criterion.POINTS_FOR: -tally["points_for"],
        Criterion.NUMBER: tally["number"],
    }
    return values[criterion]
