"""Pairing a round: from a plain value to the one best pairing (E 12.1: "Swiss system").

The fast path decides from the top down and asks at each step whether the rest can still be paired. Where a conflict is
unavoidable, or its work grows too much, the slow path settles K1–K5 by weighted matchings. The answer is unique, so
both give the same, on every machine, in whatever order the input was written down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap

from tournament.core.pairing.descent import descent_of
from tournament.core.pairing.draft import Draft
from tournament.core.pairing.field import Field, field_of
from tournament.core.pairing.floats import brackets_of
from tournament.core.pairing.matching import MatchingFault
from tournament.core.pairing.meetings import Certificate, Pairing, PairingInput, Reason
from tournament.core.pairing.optimum import basis_of
from tournament.core.pairing.pairable import Conflicts, OutOfWork, Unavoidable
from tournament.core.pairing.partners import Choice, choices_of
from tournament.core.pairing.reasons import certificate_of, reason_of_bye, reasons_of_meeting
from tournament.core.pairing.walk import choices_on

# Twenty times what a round without trouble takes; searching longer would cost more than the slow path.
BUDGET_OF_A_ROUND = 10_000
BUDGET_OF_A_PAIR = 20


def pair_round(given: PairingInput, *, budget: int | None = None) -> Pairing:
    """The best pairing by K1–K7 of everybody present, with the organiser's forced meetings and bye as given.

    `budget` is how much work the fast path may do before the slow one takes over; both give the same answer.
    Raises PairingError: see `field_of` for what contradicts itself, `no_legal_pairing` when none exists.
    """
    field = field_of(given)
    plan = _fast(field, _budget(field) if budget is None else budget) or _slow(field)
    _count_again(field, plan)
    return _written(field, plan)


@dataclass(frozen=True)
class Plan:
    """Who rests, what is proven about it, and every choice in the order in which it was made."""

    bye: int | None
    certificate: Certificate
    choices: tuple[Choice, ...]


def _budget(field: Field) -> int:
    return BUDGET_OF_A_ROUND + BUDGET_OF_A_PAIR * len(field.entrants)


def _fast(field: Field, budget: int) -> Plan | None:
    """Decided from the top down; None where a conflict is unavoidable or the budget is spent."""
    try:
        conflicts = Conflicts(field, budget)
        descent = descent_of(field, conflicts)
        choices = [choice for level in descent.levels for choice in choices_on(field, conflicts, level)]
    except (OutOfWork, Unavoidable):
        return None
    return Plan(descent.bye, certificate_of(field, descent.bye, (0, 0, *descent.floats)), tuple(choices))


def _slow(field: Field) -> Plan:
    """By weighted matchings."""
    basis = basis_of(field)
    draft = Draft(basis.optimum.costs, basis.optimum.mates)
    choices = [choice for bracket in brackets_of(field, draft) for choice in choices_of(field, bracket)]
    return Plan(basis.bye, basis.certificate, tuple(choices))


def _count_again(field: Field, plan: Plan) -> None:
    """Raises MatchingFault when the meetings do not have the digits that the certificate promises (K2, K3, K5)."""
    meetings = [choice.meeting for choice in plan.choices]
    groups = [entrant.group for entrant in field.entrants]
    floats = [sorted((groups[one], groups[other])) for one, other in meetings if groups[one] != groups[other]]
    promised = plan.certificate
    counted = (
        sum(starmap(field.times_met, meetings)),
        sum(field.are_of_one_club(*both) for both in meetings) if field.clubs else 0,
        [sum([low < known.group <= high for low, high in floats]) for known in promised.boundaries],
    )
    digits = promised.rematches, promised.club_meetings, [known.floats for known in promised.boundaries]
    places = [place for both in meetings for place in both]
    places += [] if plan.bye is None else [plan.bye]
    if counted != digits or sorted(places) != list(range(len(field.entrants))):
        raise MatchingFault(counted, promised)


def _written(field: Field, plan: Plan) -> Pairing:
    given = field.given
    reasons: list[Reason] = []
    for choice in sorted(plan.choices):
        reasons += reasons_of_meeting(field, choice, plan.certificate)
    if given.forced:
        reasons = _with_forced(given, reasons)
    meetings = dict.fromkeys([(reason.pairs[0], reason.pairs[1]) for reason in reasons])
    reasons.extend(reason_of_bye(field, plan.bye))
    if given.forced_bye is not None:
        reasons.append(Reason("forced_bye", (given.forced_bye,)))
    bye = given.forced_bye if plan.bye is None else field.numbers[plan.bye]
    return Pairing(tuple(meetings), bye, tuple(reasons), plan.certificate)


def _with_forced(given: PairingInput, reasons: Sequence[Reason]) -> list[Reason]:
    """The forced meetings among the others, by the better-ranked pair of each."""
    rank = {entrant.number: index for index, entrant in enumerate(given.entrants)}
    forced = [Reason("forced", tuple(sorted(meeting, key=rank.__getitem__))) for meeting in given.forced]
    return sorted([*forced, *reasons], key=lambda reason: rank[reason.pairs[0]])
