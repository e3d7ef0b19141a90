"""Why a pairing is as it is, as codes and facts: the sentences are made elsewhere (E 12.1)."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournament.core.pairing.field import Field
from tournament.core.pairing.matching import Edge, edge
from tournament.core.pairing.meetings import Boundary, Certificate, Reason, Shortage
from tournament.core.pairing.partners import Choice


def reasons_of_meeting(field: Field, choice: Choice, certificate: Certificate) -> list[Reason]:
    """The float, where it is one, the choice, then the rematch and the meeting inside a club, where it is one.

    Codes: `first_choice` (`first_choice_below` of a float), `first_choice_met`, `first_choice_club`,
    `first_choice_forbidden`, `first_choice_blocked` (the others could not be paired as well); `float_odd`,
    `float_unavoidable`; `rematch_unavoidable`; `club_unavoidable`.
    """
    both = choice.meeting
    one, other = field.entrants[both[0]], field.entrants[both[1]]
    pairs = one.number, other.number
    floats = one.group != other.group
    reasons = [_float(field, both, certificate)] if floats else []
    reasons.append(_choice(field, choice, pairs, floats=floats))
    if certificate.rematches and (times := field.times_met(*both)):
        shortage = certificate.shortage.as_dict() if certificate.shortage else None
        reasons.append(Reason("rematch_unavoidable", pairs, {"times": times, "shortage": shortage}))
    if certificate.club_meetings and field.are_of_one_club(*both):
        reasons.append(Reason("club_unavoidable", pairs, {"club": one.club}))
    return reasons


def certificate_of(
    field: Field, bye: int | None, digits: Sequence[int], *, shortage: Shortage | None = None
) -> Certificate:
    """The digits that were reached: rematches (K2), meetings inside a club (K3), then the floats (K5)."""
    rematches, club_meetings, *floats = digits
    above, boundaries = 0, []
    for (group, places), crossing in zip(field.members.items(), floats, strict=False):
        above += len(places) - (bye in places)
        boundaries.append(Boundary(group, above, crossing))
    return Certificate(
        unplayed_wins=0 if bye is None else field.entrants[bye].unplayed_wins,
        rematches=rematches,
        club_meetings=club_meetings,
        below_bye=None if bye is None else len(field.entrants) - 1 - bye,
        boundaries=tuple(boundaries),
        shortage=shortage,
    )


def reason_of_bye(field: Field, bye: int | None) -> Iterator[Reason]:
    """Why this pair rests.

    Codes: `bye_last` (the last that has not won without playing), `bye_last_possible` (those of `passed_over` were
    needed by the others), `bye_again` (nobody without an earlier win without playing could rest).
    """
    if bye is None:
        return
    resting = field.entrants[bye]
    below = field.entrants[bye + 1 :]
    facts: dict[str, Any] = {
        "unplayed_wins": resting.unplayed_wins,
        "had_one": [entrant.number for entrant in below if entrant.unplayed_wins > resting.unplayed_wins],
        "passed_over": [
            entrant.number for entrant in below if entrant.unplayed_wins <= resting.unplayed_wins
        ],
    }
    code = "bye_last_possible" if facts["passed_over"] else "bye_last"
    yield Reason("bye_again" if resting.unplayed_wins else code, (resting.number,), facts)


def _choice(field: Field, choice: Choice, pairs: tuple[int, ...], *, floats: bool) -> Reason:
    chooser = field.numbers[choice.chooser]
    if not choice.passed_over:
        return Reason("first_choice_below" if floats else "first_choice", pairs, {"chooser": chooser})
    passed = [_passed_over(field, choice.chooser, wish) for wish in choice.passed_over]
    return Reason(f"first_choice_{passed[0]['why']}", pairs, {"chooser": chooser, "passed_over": passed})


def _passed_over(field: Field, chooser: int, wish: int) -> dict[str, Any]:
    pair = field.numbers[wish]
    if edge(chooser, wish) in field.forbidden:
        return {"pair": pair, "why": "forbidden"}
    if times := field.times_met(chooser, wish):
        return {"pair": pair, "why": "met", "times": times}
    return {"pair": pair, "why": "club" if field.are_of_one_club(chooser, wish) else "blocked"}


def _float(field: Field, both: Edge, certificate: Certificate) -> Reason:
    one, other = field.entrants[both[0]], field.entrants[both[1]]
    down, below = (one, other) if one.group > other.group else (other, one)
    crossed = next(known for known in certificate.boundaries if known.group == down.group)
    facts = {
        "pair": down.number,
        "from_group": down.group,
        "to_group": below.group,
        "earlier_floats": down.floats,
        "floats": crossed.floats,
    }
    code = "float_odd" if crossed.floats == 1 else "float_unavoidable"
    return Reason(code, (one.number, other.number), facts)
