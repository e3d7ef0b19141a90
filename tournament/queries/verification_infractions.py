"""Whether the records of infractions can be what they are, and whether who was expelled is out (E 16)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.infractions import CATALOGUE
from scoring.sheets import HandKind
from tournament.models import Championship, Infraction, Pair
from tournament.queries.faults import standing
from tournament.queries.verification_games import Discrepancy

HAND = ("kind", "bid", "points_a", "points_b")


def infraction_findings(championship: Championship) -> Iterator[Discrepancy]:
    """Records that no organiser can have made, and pairs that are out or in against their records."""
    rows = standing(championship).select_related("pair", "game")
    rows = rows.prefetch_related("game__seats", "game__hands").order_by("at", "id")
    expelled = set()
    for row in rows:
        if "pair_state" in row.effect:
            expelled.add(row.pair.number)
        for stored, counted in _wrong(row, championship):
            where = {"round_number": row.round_number, "pair_number": row.pair.number}
            yield Discrepancy("infraction", **where, stored=stored, counted=counted)
    yield from _sanctioned_hands(rows)
    for pair in championship.pairs.all():
        if (pair.state == Pair.State.EXPELLED) != (pair.number in expelled):
            due = "expelled" if pair.number in expelled else "no record of it"
            yield Discrepancy("expulsion", pair_number=pair.number, stored=pair.state, counted=due)


def _sanctioned_hands(rows: Iterable[Infraction]) -> Iterator[Discrepancy]:
    """Hands that are not what the last sanction that stands made of them (E 16.2.2)."""
    written = [row for row in rows if row.game and row.game.voided_at is None and "hand" in row.effect]
    last = {(row.game_id, row.effect["hand"]["sequence"]): row for row in written}
    for (_game, sequence), row in last.items():
        due = row.effect["hand"]["after"]
        hands = {hand.sequence: hand for hand in row.game.hands.all()} if row.game else {}
        hand = hands.get(sequence)
        stored = {name: getattr(hand, name) for name in HAND} if hand else {}
        if due["kind"] == HandKind.SANCTION and stored != {name: due[name] for name in HAND}:
            where = {"round_number": row.round_number, "pair_number": row.pair.number}
            yield Discrepancy("sanction", **where, stored=_said(stored), counted=_said(due))


def _said(hand: Mapping[str, Any]) -> str:
    return "{kind} {bid} {points_a}–{points_b}".format_map(hand) if hand else "no such hand"


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
