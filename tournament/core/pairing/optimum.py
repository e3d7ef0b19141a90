"""K1–K5: who rests, and which meetings can still belong to a best pairing (E 12.1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournament.core.pairing.criteria import Criterion, Optimum, best_matching
from tournament.core.pairing.field import Field
from tournament.core.pairing.matching import Edge, MatchingFault, largest
from tournament.core.pairing.meetings import Certificate, PairingError, Shortage
from tournament.core.pairing.reasons import certificate_of
from tournament.core.pairing.shortage import neighbours_of, smallest_shortage


@dataclass(frozen=True)
class Basis:
    """What K1–K5 leave open: `bye` is settled, and every best pairing is a cheapest matching of `optimum.costs`."""

    bye: int | None
    optimum: Optimum
    certificate: Certificate


def basis_of(field: Field) -> Basis:
    """K1–K4 first, which settle who rests; then K5 among the others.

    Raises PairingError `no_legal_pairing` with the shortage that stands in the way.
    """
    first = _rest_and_conflicts(field)
    unplayed, rematches, club_meetings, _below_bye = first.digits
    bye = first.mates.get(field.bench)
    conflicts = [
        _conflicts(field.met, len(field.entrants), rematches),
        _conflicts(dict.fromkeys(field.same_club, 1), len(field.entrants), club_meetings),
    ]
    playing = [place for place in range(len(field.entrants)) if place != bye]
    edges = [both for both in first.costs if field.bench not in both and bye not in both]
    optimum = best_matching(playing, edges, [*conflicts, *_floats(field, bye)])
    if optimum is None or optimum.digits[:2] != (rematches, club_meetings):
        raise MatchingFault(first, optimum)
    shortage = _rematch_shortage(field, unplayed) if rematches else None
    certificate = certificate_of(field, bye, optimum.digits, shortage=shortage)
    return Basis(bye, optimum, certificate)


def _rest_and_conflicts(field: Field) -> Optimum:
    places = range(len(field.entrants))
    resting = [(place, field.bench) for place in places] if field.somebody_rests else []
    unplayed = {both: field.entrants[both[0]].unplayed_wins for both in resting}
    below = {both: len(places) - 1 - both[0] for both in resting}
    criteria = [
        Criterion(unplayed, max(unplayed.values(), default=0)),
        _conflicts(field.met, len(places)),
        _conflicts(dict.fromkeys(field.same_club, 1), len(places)),
        Criterion(below, max(below.values(), default=0)),
    ]
    nodes = [*places, field.bench] if resting else places
    edges = [*field.allowed, *resting]
    found = best_matching(nodes, edges, criteria)
    if found is None:
        shortage = _shortage(field, nodes, edges)
        raise PairingError("no_legal_pairing", **shortage.as_dict())
    return found


def _conflicts(costs: dict[Edge, int], pairs: int, most: int | None = None) -> Criterion:
    if most is None:
        most = max(costs.values(), default=0) * (pairs // 2)
    return Criterion(costs if most else {}, most)


def _floats(field: Field, bye: int | None) -> list[Criterion]:
    """For each boundary its floats (K5).

    With p pairs above, an odd one out must cross: the floats have the parity of p, which two pairings share.
    """
    groups = {place: entrant.group for place, entrant in enumerate(field.entrants) if place != bye}
    found = []
    for group in field.groups[:-1]:
        above = sum(1 for own in groups.values() if own >= group)
        crossing = {both: 1 for both in field.allowed if bye not in both and _crosses(groups, both, group)}
        most = min(above, len(groups) - above)
        found.append(Criterion(crossing, most, least=above % 2, step=2))
    return found


def _crosses(groups: dict[int, int], both: Edge, group: int) -> bool:
    return (groups[both[0]] >= group) != (groups[both[1]] >= group)


def _rematch_shortage(field: Field, unplayed: int) -> Shortage:
    """Why some pairs must meet again: without rematches, and with the bye where K1 wants it, somebody is left."""
    places = range(len(field.entrants))
    edges = [both for both in field.allowed if both not in field.met]
    if not field.somebody_rests:
        return _shortage(field, places, edges)
    edges += [(place, field.bench) for place in places if field.entrants[place].unplayed_wins == unplayed]
    return _shortage(field, [*places, field.bench], edges)


def _shortage(field: Field, nodes: Collection[int], edges: Iterable[Edge]) -> Shortage:
    edges = list(edges)
    found = smallest_shortage(neighbours_of(nodes, edges), largest(nodes, edges))
    parts = tuple(tuple(map(field.number, sorted(part))) for part in found.parts)
    return Shortage(parts, tuple(map(field.number, sorted(found.inner))))
