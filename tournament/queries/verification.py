"""Whether what was frozen is what the hands say: every game, who sat where, and the ranking, counted again."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.regulation import Regulation
from tournament.models import Absence, Championship, Game, Pair, Round
from tournament.queries.games import regulation_of, with_sheets
from tournament.queries.standings import counted_absences, ranked_pairs
from tournament.queries.verification_draws import draw_findings
from tournament.queries.verification_games import Discrepancy, game_findings
from tournament.queries.verification_infractions import infraction_findings
from tournament.queries.verification_ranking import ranking_findings


@dataclass(frozen=True)
class Extent:
    """What there is to verify: games of published rounds, the confirmed ones of them, pairs of the ranking."""

    games: int
    confirmed: int
    pairs: int


def verify(championship: Championship) -> tuple[Discrepancy, ...]:
    """Nothing, where all is well. It reads every hand: for commands and tests, not for pages.

    Rows that cannot be read are findings, not errors; under a regulation that cannot be read nothing is counted.
    """
    regulation, findings = _regulation(championship)
    games = _games(championship)
    absences = list(counted_absences(championship).select_related("pair"))
    findings += _round_findings(championship)
    findings += draw_findings(championship)
    findings += [found for game in games for found in game_findings(game, regulation)]
    findings += _place_findings(championship, games, absences)
    findings += infraction_findings(championship)
    if regulation is not None:
        findings += _absence_findings(absences, regulation)
        findings += ranking_findings(championship, games, absences, regulation)
    return tuple(findings)


def extent(championship: Championship) -> Extent:
    """How much `verify` looks at, whatever can be read of it."""
    games = _public_games(championship)
    confirmed = games.filter(state=Game.State.CONFIRMED)
    return Extent(games.count(), confirmed.count(), ranked_pairs(championship).count())


def _regulation(championship: Championship) -> tuple[Regulation | None, list[Discrepancy]]:
    try:
        return regulation_of(championship), []
    except Exception as fault:  # JSON of any shape may stand there
        return None, [Discrepancy("regulation", stored=championship.regulation, counted=str(fault))]


def _public_games(championship: Championship) -> QuerySet[Game]:
    """Every game of published and closed rounds that is not void."""
    games = Game.objects.filter(round__championship=championship, voided_at=None)
    return games.exclude(round__state=Round.State.DRAFT)


def _games(championship: Championship) -> list[Game]:
    """With their seats and hands, by round and table, the bye last."""
    games = with_sheets(_public_games(championship))
    return sorted(games, key=lambda game: (game.round.number, game.table is None, game.table or 0))


def _round_findings(championship: Championship) -> Iterator[Discrepancy]:
    """Rounds are 1, 2, 3 …, and only the last one may be a draft, of which nothing counts yet (E 12.1)."""
    rounds = list(championship.rounds.order_by("number"))
    stored, counted = [round_.number for round_ in rounds], list(range(1, len(rounds) + 1))
    if stored != counted:
        yield Discrepancy("rounds", stored=stored, counted=counted)
    for round_ in rounds:
        counts = round_.seats.filter(points_for__isnull=False).exists() or round_ != rounds[-1]
        is_draft = round_.state == Round.State.DRAFT
        if is_draft and counts:
            yield Discrepancy("round", round_.number, stored=round_.state, counted="published")
        if is_draft != (round_.published_at is None):
            moment = round_.published_at
            yield Discrepancy("published_at", round_.number, stored=moment, counted=round_.state)


def _place_findings(
    championship: Championship, games: Iterable[Game], absences: Iterable[Absence]
) -> Iterator[Discrepancy]:
    """In every round that was published a pair has one seat or one missed round (D 13), never both.

    The ranking has no place for an expelled pair: it misses nothing any more. Who waits has never had a seat.
    """
    seats = Counter((game.round.number, seat.pair_id) for game in games for seat in game.seats.all())
    missed = Counter((absence.round_number, absence.pair_id) for absence in absences)
    rounds = championship.rounds.exclude(state=Round.State.DRAFT).order_by("number")
    pairs = list(ranked_pairs(championship))
    yield from _unranked(championship, {pair for _, pair in seats} - {pair.pk for pair in pairs})
    for number in rounds.values_list("number", flat=True):
        for pair in pairs:
            seated, absent = seats[number, pair.pk], missed[number, pair.pk]
            is_due = pair.state != Pair.State.EXPELLED
            if seated + absent > 1 or (is_due and not seated + absent):
                stored = f"{seated} seats, {absent} absences"
                yield Discrepancy(
                    "place", number, pair_number=pair.number, stored=stored, counted="one of them"
                )


def _unranked(championship: Championship, seated: set[int]) -> Iterator[Discrepancy]:
    for pair in championship.pairs.filter(pk__in=seated):
        yield Discrepancy("unranked", pair_number=pair.number, stored=pair.state, counted="a seat")
    for pair in championship.pairs.exclude(state__in=Pair.State.values):
        yield Discrepancy("pair", pair_number=pair.number, stored=pair.state, counted="no such state")


def _absence_findings(absences: Iterable[Absence], regulation: Regulation) -> Iterator[Discrepancy]:
    """A missed round is worth what the regulation gives for it, which is never a won game (D 13)."""
    for missed in absences:
        stored = missed.wins2, missed.points_for, missed.points_against
        if stored != regulation.missed_round:
            where = {"round_number": missed.round_number, "pair_number": missed.pair.number}
            yield Discrepancy("absence", **where, stored=stored, counted=regulation.missed_round)
