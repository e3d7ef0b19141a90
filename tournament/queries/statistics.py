"""The games of a championship as its statistics count them, and every pair's rank round by round."""

from collections.abc import Iterable, Sequence

from tournament.core.standings import Contestant, PairResult, rank
from tournament.core.statistics import PlayedGame, Statistics, statistics
from tournament.models import Championship, Pair
from tournament.queries.discretion import Discretion
from tournament.queries.faults import faults_by_round
from tournament.queries.games import GameView, games_of_championship, regulation_of
from tournament.queries.standings import counted_absences, counted_seats, ranked_pairs


def statistics_of(championship: Championship, discretion: Discretion) -> Statistics:
    """Of confirmed games, those of a round that is kept for the ceremony left out."""
    games = games_of_championship(championship)
    return statistics(_played(view) for view in games if _counts(view, discretion))


def _counts(view: GameView, discretion: Discretion) -> bool:
    return view.is_confirmed and view.is_played and not discretion.is_secret(view.game.round.number)


def _played(view: GameView) -> PlayedGame:
    numbers = (view.a.number, view.b.number if view.b else 0)
    points = view.counted or view.sheet.totals
    return PlayedGame(view.game.round.number, view.table or 0, numbers, points, view.sheet)


def ranks_by_round(championship: Championship, numbers: Sequence[int]) -> dict[int, dict[int, int | None]]:
    """The rank of every pair after each of these rounds, by its number. Four queries for any number of rounds."""
    pairs = {pair.number: pair.state == Pair.State.EXPELLED for pair in ranked_pairs(championship)}
    results, faults = _results(championship), faults_by_round(championship)
    regulation = regulation_of(championship)
    found: dict[int, dict[int, int | None]] = {}
    for number in numbers:
        contestants = (
            Contestant(pair, _up_to(faults[pair], number), expelled=expelled)
            for pair, expelled in pairs.items()
        )
        counted = (each for round_, each in results if round_ <= number and each.number in pairs)
        found[number] = {row.number: row.rank for row in rank(contestants, counted, regulation)}
    return found


def _results(championship: Championship) -> list[tuple[int, PairResult]]:
    """Every counted result and missed round, with the number of its round."""
    values = ("round__number", "pair__number", "wins2", "points_for", "points_against")
    seats = counted_seats(championship).order_by().values_list(*values)
    values = ("round_number", "pair__number", "wins2", "points_for", "points_against")
    missed = counted_absences(championship).order_by().values_list(*values)
    return [(row[0], PairResult(*row[1:])) for row in (*seats, *missed)]


def _up_to(faults: Iterable[int], number: int) -> int:
    return sum(round_ <= number for round_ in faults)
