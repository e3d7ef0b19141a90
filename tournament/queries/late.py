"""Pairs that came after the publication, and whom they can still meet in the round (D 13, E 13.3)."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Absence, Championship, Pair, Round
from tournament.queries.drawing import AWAITED, DRAWN_STATES, seating_of
from tournament.queries.meetings import PairName, names_of
from tournament.queries.rounds import clock_of


@dataclass(frozen=True)
class LatePair:
    """A pair without a seat in the round in play. `opponents` are who could meet it: who rests, then other late ones.

    `in_time`: fewer minutes than a missing pair is waited for have passed.
    """

    pair: PairName
    opponents: tuple[PairName, ...]
    in_time: bool
    came: bool


def late_pairs(championship: Championship, round_: Round | None, now: datetime) -> tuple[LatePair, ...]:
    """Who is in the championship and not in the round; those first of whom it is known that they came."""
    if round_ is None or round_.state != Round.State.PUBLISHED or round_.published_at is None:
        return ()
    seating, names = seating_of(round_), names_of(championship)
    here = championship.pairs.filter(state__in=DRAWN_STATES).values_list("number", flat=True)
    without = sorted(set(here) - seating.numbers)
    in_time = now < clock_of(round_, now).no_show_at
    resting = [] if seating.bye is None else [seating.bye]
    came = set(without) - _not_here(championship, round_)
    found = [
        LatePair(
            names[number],
            tuple(names[other] for other in (*resting, *sorted(came - {number}))),
            in_time,
            number in came,
        )
        for number in without
    ]
    return tuple(sorted(found, key=lambda late: not late.came))


def _not_here(championship: Championship, round_: Round) -> set[int]:
    """Who is still awaited, asked to miss the round or is to come later – unless it was checked in since."""
    missing = Absence.objects.filter(pair__championship=championship, round_number=round_.number)
    said = missing.exclude(reason=Absence.Reason.LATE, by_publication=True)
    since = championship.log.filter(what="check_in", at__gte=round_.published_at).values("pair_number")
    came = championship.pairs.filter(state=Pair.State.PRESENT, number__in=since)
    away = said.exclude(pair__in=came).values_list("pair__number", flat=True)
    return {*away, *championship.pairs.filter(AWAITED).values_list("number", flat=True)}


def late_pair(championship: Championship, round_: Round | None, pair: Pair, now: datetime) -> LatePair | None:
    """The same for one pair; None where it has a seat, or nothing is in play."""
    return next(
        (late for late in late_pairs(championship, round_, now) if late.pair.number == pair.number), None
    )
