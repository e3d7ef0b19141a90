"""Pairing a round: from a plain value to the one best pairing (E 12.1: "Swiss system").

K1–K5 are settled by weighted matchings, K6 and K7 by asking at each step what still leaves a pairing as good. The
answer is unique, so the same input gives the same pairing on every machine, in whatever order it was written down.
"""

from collections.abc import Iterable

from tournament.core.pairing.draft import Draft
from tournament.core.pairing.field import Field, field_of
from tournament.core.pairing.floats import brackets_of
from tournament.core.pairing.matching import MatchingFault, edge
from tournament.core.pairing.meetings import (
    Pairing,
    PairingInput,
    Reason,
)
from tournament.core.pairing.optimum import Basis, basis_of
from tournament.core.pairing.partners import Choice, choices_of
from tournament.core.pairing.reasons import reason_of_bye, reasons_of_meeting


def pair_round(given: PairingInput) -> Pairing:
    """The best pairing by K1–K7 of everybody present, with the organiser's forced meetings and bye as given.

    Raises PairingError: see `field_of` for what contradicts itself, `no_legal_pairing` when none exists.
    """
    field = field_of(given)
    basis = basis_of(field)
    draft = Draft(basis.optimum.costs, basis.optimum.mates)
    choices = [choice for bracket in brackets_of(field, draft) for choice in choices_of(field, bracket)]
    _count_again(field, basis, choices)
    return _written(field, basis, choices)


def _count_again(field: Field, basis: Basis, choices: Iterable[Choice]) -> None:
    """Raises MatchingFault when the meetings do not have the digits that the certificate promises (K2, K3, K5)."""
    meetings = [edge(choice.chooser, choice.partner) for choice in choices]
    groups = [entrant.group for entrant in field.entrants]
    counted = (
        sum(field.met.get(both, 0) for both in meetings),
        sum(both in field.same_club for both in meetings),
        *(
            sum((groups[one] >= known.group) != (groups[other] >= known.group) for one, other in meetings)
            for known in basis.certificate.boundaries
        ),
    )
    places = [place for both in meetings for place in both]
    places += [] if basis.bye is None else [basis.bye]
    if counted != basis.optimum.digits or sorted(places) != list(range(len(field.entrants))):
        raise MatchingFault(counted, basis.certificate)


def _written(field: Field, basis: Basis, choices: Iterable[Choice]) -> Pairing:
    given = field.given
    rank = {entrant.number: index for index, entrant in enumerate(given.entrants)}
    reasons = [Reason("forced", tuple(sorted(meeting, key=rank.__getitem__))) for meeting in given.forced]
    for choice in choices:
        reasons.extend(reasons_of_meeting(field, choice, basis.certificate))
    reasons.sort(key=lambda reason: rank[reason.pairs[0]])
    meetings = dict.fromkeys(reason.pairs for reason in reasons)
    reasons.extend(reason_of_bye(field, basis))
    if given.forced_bye is not None:
        reasons.append(Reason("forced_bye", (given.forced_bye,)))
    bye = given.forced_bye if basis.bye is None else field.entrants[basis.bye].number
    return Pairing(tuple((one, other) for one, other in meetings), bye, tuple(reasons), basis.certificate)
