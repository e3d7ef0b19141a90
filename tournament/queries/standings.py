"""The standings of a championship: what counts, summed by the database and ranked by the core (E 14)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import starmap
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from scoring.regulation import Criterion
from tournament.core.standings import Contestant, PairResult, Row, rank
from tournament.models import Absence, Championship, Game, Pair, Round, Seat
from tournament.queries.faults import faults_by_pair
from tournament.queries.games import regulation_of

PUBLIC_STATES = (Round.State.PUBLISHED, Round.State.CLOSED)


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings. `rank` is None for an expelled pair; `played` counts confirmed games, byes too.

    `byes` are those of them in which it sat alone.

    `parted_by` is the criterion by which the pair stands below the one above it.
    """

    pair_id: int
    number: int
    war_name: str
    state: str
    rank: int | None
    parted_by: Criterion | None
    played: int
    byes: int
    wins2: int
    points_for: int
    points_against: int
    infractions: int

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


class _Ranked(NamedTuple):
    """What the standings say of a pair itself."""

    pair_id: int
    number: int
    war_name: str
    state: str


@dataclass(frozen=True)
class ResultsCounted:
    """How many games are confirmed, of how many."""

    confirmed: int
    games: int

    @property
    def is_complete(self) -> bool:
        return self.confirmed == self.games


def standings(championship: Championship, after_round: int | None = None) -> tuple[StandingRow, ...]:
    """All pairs, best first: confirmed games and missed rounds up to `after_round` (E 14). Four queries."""
    listed = ranked_pairs(championship).values_list("pk", "number", "war_name", "state")
    pairs = {pair.number: pair for pair in starmap(_Ranked, listed)}
    sums = {row["pair__number"]: row for row in _sums(championship, after_round)}
    results = [result for result in _results(championship, sums, after_round) if result.number in pairs]
    faults = faults_by_pair(championship, after_round)
    contestants = (
        Contestant(n, faults.get(n, 0), expelled=pair.state == Pair.State.EXPELLED)
        for n, pair in pairs.items()
    )
    ranked = rank(contestants, results, regulation_of(championship))
    return tuple(_standing(row, pairs[row.number], sums.get(row.number)) for row in ranked)


def results_counted(
    championship: Championship, after_round: int | None = None, *, rows: Iterable[StandingRow] | None = None
) -> ResultsCounted:
    """How complete the standings are: the results in their very rows, of the games there are.

    Where the rows have been read they are counted, not read again: results arrive meanwhile, and the head of a page
    must not know more than its rows.
    """
    byes, seats = _total(standings(championship, after_round) if rows is None else rows)
    games = Game.objects.filter(
        round__championship=championship, round__state__in=PUBLIC_STATES, voided_at=None
    )
    if after_round is not None:
        games = games.filter(round__number__lte=after_round)
    confirmed = byes + (seats - byes) // 2
    return ResultsCounted(confirmed, max(games.count(), confirmed))


def _total(rows: Iterable[StandingRow]) -> tuple[int, int]:
    """Byes, and seats of confirmed games, byes too."""
    counted = [(row.byes, row.played) for row in rows]
    return sum(byes for byes, _ in counted), sum(played for _, played in counted)


def counted_seats(championship: Championship, after_round: int | None = None) -> QuerySet[Seat]:
    """What counts: seats of confirmed games that are not void, in rounds that were published."""
    seats = Seat.objects.filter(
        round__championship=championship,
        round__state__in=PUBLIC_STATES,
        game__state=Game.State.CONFIRMED,
        wins2__isnull=False,
        void=False,
    )
    return seats if after_round is None else seats.filter(round__number__lte=after_round)


def counted_absences(championship: Championship, after_round: int | None = None) -> QuerySet[Absence]:
    """Missed rounds that were published, each worth what the championship gives for it (D 13)."""
    public = Round.objects.filter(championship=championship, state__in=PUBLIC_STATES)
    if after_round is not None:
        public = public.filter(number__lte=after_round)
    return Absence.objects.filter(pair__championship=championship, round_number__in=public.values("number"))


def ranked_pairs(championship: Championship) -> QuerySet[Pair]:
    """Who stands in the ranking: not the waiting ones, nor those that left before they ever had a table, or have never
    come since the register was closed."""
    seated = Seat.objects.filter(pair=OuterRef("pk"), void=False, round__state__in=PUBLIC_STATES)
    gone = [Pair.State.WITHDRAWN]
    if championship.check_in_closed:
        gone.append(Pair.State.REGISTERED)
    never_seated = Q(state__in=gone) & ~Exists(seated)
    return championship.pairs.exclude(state=Pair.State.WAITING).exclude(never_seated)


def _sums(championship: Championship, after_round: int | None) -> Iterable[dict[str, int]]:
    return (
        counted_seats(championship, after_round)
        .order_by("pair")
        .values("pair__number")
        .annotate(
            played=Count("id"),
            byes=Count("id", filter=Q(game__kind=Game.Kind.BYE)),
            wins=Sum("wins2"),
            points=Sum("points_for"),
            against=Sum("points_against"),
        )
    )


def _results(
    championship: Championship, sums: Mapping[int, dict[str, int]], after_round: int | None
) -> Iterator[PairResult]:
    for number, row in sums.items():
        yield PairResult(number, row["wins"], row["points"], row["against"])
    missed = counted_absences(championship, after_round)
    yield from starmap(
        PairResult, missed.values_list("pair__number", "wins2", "points_for", "points_against")
    )


def _standing(row: Row, pair: _Ranked, sums: Mapping[str, int] | None) -> StandingRow:
    return StandingRow(
        pair_id=pair.pair_id,
        number=row.number,
        war_name=pair.war_name,
        state=pair.state,
        rank=row.rank,
        parted_by=row.parted_by,
        played=sums["played"] if sums else 0,
        byes=sums["byes"] if sums else 0,
        wins2=row.wins2,
        points_for=row.points_for,
        points_against=row.points_against,
        infractions=row.infractions,
    )
