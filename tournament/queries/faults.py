"""What stands against a pair: its records for the ladders (D 7), and how many the ranking counts (E 14.3, D 5)."""

from collections import defaultdict

from django.db.models import Count, QuerySet

from scoring.infractions import History, Record, Severity
from tournament.models import Championship, Game, Infraction, Pair


def faults_by_pair(championship: Championship, after_round: int | None = None) -> dict[int, int]:
    """Infractions by the number of the pair, one each, those outside a game too; none that was withdrawn (D 5).

    What was recorded between two rounds belongs to the one before. One query.
    """
    counted = standing(championship).exclude(severity=Infraction.Severity.NONE)
    if after_round is not None:
        counted = counted.filter(round_number__lte=after_round)
    rows = counted.order_by("pair__number").values_list("pair__number").annotate(faults=Count("id"))
    return dict(rows)


def faults_by_round(championship: Championship) -> dict[int, list[int]]:
    """The same, as the rounds to which a pair's infractions belong, by its number; none for who has none. One query."""
    counted = standing(championship).exclude(severity=Infraction.Severity.NONE).order_by()
    found: defaultdict[int, list[int]] = defaultdict(list)
    for pair, round_number in counted.values_list("pair__number", "round_number"):
        found[pair].append(round_number)
    return found


def history_of(pair: Pair, game: Game | None = None) -> History:
    """The records of a pair, as the ladders see them from this game (D 7)."""
    rows = Infraction.objects.filter(pair=pair)
    return tuple(
        Record(
            row.code,
            Severity(row.severity),
            row.escalated_from or None,
            is_same_game=game is not None and row.game_id == game.pk,
            withdrawn=row.withdrawn_at is not None,
        )
        for row in rows
    )


def standing(championship: Championship) -> QuerySet[Infraction]:
    """The records that were not withdrawn."""
    return Infraction.objects.filter(championship=championship, withdrawn_at=None)
