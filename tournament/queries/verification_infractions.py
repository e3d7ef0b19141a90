"""Whether the records of infractions can be what they are, and whether who was expelled is out (E 16)."""

from collections.abc import Iterator
from typing import Any

from scoring.infractions import CATALOGUE
from tournament.models import Championship, Infraction, Pair
from tournament.queries.faults import standing
from tournament.queries.verification_games import Discrepancy


def infraction_findings(championship: Championship) -> Iterator[Discrepancy]:
    """Records that no organiser can have made, and pairs that are out or in against their records."""
    rows = standing(championship).select_related("pair", "game").prefetch_related("game__seats")
    expelled = set()
    for row in rows:
        if "pair_state" in row.effect:
            expelled.add(row.pair.number)
        for stored, counted in _wrong(row, championship):
            where = {"round_number": row.round_number, "pair_number": row.pair.number}
            yield Discrepancy("infraction", **where, stored=stored, counted=counted)
    for pair in championship.pairs.all():
        if (pair.state == Pair.State.EXPELLED) != (pair.number in expelled):
            due = "expelled" if pair.number in expelled else "no record of it"
            yield Discrepancy("expulsion", pair_number=pair.number, stored=pair.state, counted=due)


def _wrong(row: Infraction, championship: Championship) -> Iterator[tuple[Any, Any]]:
    if row.pair.championship_id != championship.pk:
        yield row.pair.championship_id, championship.pk
    for code in filter(None, (row.code, row.escalated_from)):
        if code not in CATALOGUE:
            yield code, "no row of the catalogue"
    if row.game is not None:
        sides = {seat.side for seat in row.game.seats.all() if seat.pair_id == row.pair_id}
        if sides != {row.side}:
            yield row.side, "".join(sides)
    if (row.severity, row.share) == ("minor", "whole") and row.points:
        yield row.points, 0
