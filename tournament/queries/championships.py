"""Championships as the public finds them."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q

from tournament.models import Championship, Pair
from tournament.queries.drawing import LEFT_STATES
from tournament.queries.standings import PUBLIC_STATES

NOT_PLAYING = (Pair.State.WAITING, Pair.State.WITHDRAWN)


@dataclass(frozen=True)
class ChampionshipLine:
    """One championship of the list: how many pairs it has and which round it is in (None before the first)."""

    championship: Championship
    pairs: int
    round_number: int | None


def public_championships() -> tuple[ChampionshipLine, ...]:
    """All championships, what runs first, then the newest. One query."""
    found = Championship.objects.annotate(
        pair_count=Count("pairs", filter=~Q(pairs__state__in=NOT_PLAYING), distinct=True),
        round_number=Max("rounds__number", filter=Q(rounds__state__in=PUBLIC_STATES)),
    ).order_by("-day", "name")
    lines = (ChampionshipLine(each, each.pair_count, each.round_number) for each in found)
    return tuple(sorted(lines, key=lambda line: line.championship.state != Championship.State.RUNNING))


def championship_by_slug(slug: str) -> Championship | None:
    return Championship.objects.filter(slug=slug).first()


def registered_pairs(championship: Championship) -> tuple[Pair, ...]:
    """Who plays, by number: the public list before the first round."""
    return tuple(championship.pairs.exclude(state__in=NOT_PLAYING).order_by("number"))


def free_places(championship: Championship) -> int | None:
    """How many more pairs may sign up before they have to wait: who waits already comes first. None: no limit."""
    if championship.capacity is None:
        return None
    return max(championship.capacity - championship.pairs.exclude(state__in=LEFT_STATES).count(), 0)


def coming_championships() -> tuple[Championship, ...]:
    """Those that are not over, by day. One query."""
    return tuple(
        Championship.objects.exclude(state=Championship.State.FINISHED).order_by("day", "name", "slug")
    )
