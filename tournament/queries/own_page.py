"""A pair's own page: what it alone may read, by the token of its card."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.models import Championship, Pair, Round
from tournament.queries.drawing import met_rounds
from tournament.queries.games import TOKEN
from tournament.queries.infractions import InfractionLine, Sought, recorded
from tournament.queries.meetings import reasons_of_meeting
from tournament.queries.paths import Step, path_of_pair


@dataclass(frozen=True)
class OwnPage:
    """The way of a pair through the rounds, the step that is `now` (None between championships' rounds), why it has
    this opponent there (codes and facts, with the rounds in which two pairs have met), and what is recorded against
    it and stands (E 16)."""

    championship: Championship
    pair: Pair
    steps: tuple[Step, ...]
    now: Step | None
    reasons: tuple[Mapping[str, Any], ...]
    met: Mapping[frozenset[int], Sequence[int]]
    infractions: tuple[InfractionLine, ...]


def own_page(token: str) -> OwnPage | None:
    """The page of a card; no token of ours, no question to the database."""
    if not re.fullmatch(TOKEN, token):
        return None
    pair = Pair.objects.select_related("championship").filter(token=token).first()
    if pair is None:
        return None
    championship = pair.championship
    path = path_of_pair(championship, pair.number)
    steps = path.steps if path is not None else ()
    now = _now(championship, steps)
    lines = recorded(championship, Sought(pair=pair.number))
    return OwnPage(
        championship=championship,
        pair=pair,
        steps=steps,
        now=now,
        reasons=_reasons(now),
        met=met_rounds(championship, now.round.number) if now is not None else {},
        infractions=tuple(line for line in lines if not line.is_withdrawn),
    )


def _now(championship: Championship, steps: Sequence[Step]) -> Step | None:
    """The round that is played: the last one published, while it is not closed."""
    if championship.state == Championship.State.FINISHED or not steps:
        return None
    return steps[-1] if steps[-1].round.state == Round.State.PUBLISHED else None


def _reasons(now: Step | None) -> tuple[Mapping[str, Any], ...]:
    if now is None or now.view is None:
        return ()
    seats = (now.view.a, now.view.b)
    return reasons_of_meeting(now.round, [seat.number for seat in seats if seat is not None])
