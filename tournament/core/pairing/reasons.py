"""Why a pairing is as it is, as codes and facts: the sentences are made elsewhere (E 12.1)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tournament.core.pairing.field import Field
from tournament.core.pairing.matching import Edge, edge
from tournament.core.pairing.meetings import Boundary, Certificate, Reason, Shortage
from tournament.core.pairing.partners import Choice


def reasons_of_meeting(field: Field, choice: Choice, certificate: Certificate) -> Iterator[Reason]:
    """The float, where it is one, the choice, then the rematch and the meeting inside a club, where it is one.

    Codes: `first_choice` (`first_choice_below` of a float), `first_choice_met`, `first_choice_club`,
    `first_choice_forbidden`, `first_choice_blocked` (the others could not be paired as well); `float_odd`,
    `float_unavoidable`; `rematch_unavoidable`; `club_unavoidable`.
    """
    both = edge(choice.chooser, choice.partner)
    one, other = field.entrants[both[0]], field.entrants[both[1]]
    pairs = one.number, other.number
    floats = one.group != other.group
    if floats:
        yield _float(field, both, certificate)
    yield _choice(field, choice, pairs, floats=floats)
    if certificate.rematches and (times := field.met.get(both)):
        shortage = certificate.shortage.as_dict() if certificate.shortage else None
        yield Reason("rematch_unavoidable", pairs, {"times": times, "shortage": shortage})
    if certificate.club_meetings and field.are_of_one_club(*both):
        yield Reason("club_unavoidable", pairs, {"club": one.club})


def certificate_of(
    field: Field, bye: int | None, digits: Sequence[int], *, shortage: Shortage | None = None
) -> Certificate:
    """The digits that were reached: rematches (K2), meetings inside a club (K3), then the floats (K5)."""
    rematches, club_meetings, *floats = digits
    sizes = Counter([entrant.group for entrant in field.entrants])
    if bye is not None:
        sizes[field.entrants[bye].group] -= 1
    above, boundaries = 0, []
    for group, crossing in zip(field.groups, floats, strict=False):
        above += sizes[group]
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
    chooser = field.entrants[choice.chooser].number
    if len(choice.wishes) == 1:
        return Reason("first_choice_below" if floats else "first_choice", pairs, {"chooser": chooser})
    passed = [_passed_over(field, choice.chooser, wish) for wish in choice.wishes[:-1]]
    return Reason(f"first_choice_{passed[0]['why']}", pairs, {"chooser": chooser, "passed_over": passed})


def _passed_over(field: Field, chooser: int, wish: int) -> dict[str, Any]:
    both = edge(chooser, wish)
    found: dict[str, Any] = {"pair": field.entrants[wish].number}
    if both in field.forbidden:
        return found | {"why": "forbidden"}
    if both in field.met:
        return found | {"why": "met", "times": field.met[both]}
    return found | {"why": "club" if field.are_of_one_club(*both) else "blocked"}


def _float(field: Field, both: Edge, certificate: Certificate) -> Reason:
    down, below = sorted((field.entrants[place] for place in both), key=lambda entrant: -entrant.group)
    crossed = next(known for known in certificate.boundaries if known.group == down.group)
    facts = {
        "pair": down.number,
        "from_group": down.group,
        "to_group": below.group,
        "earlier_floats": down.floats,
        "floats": crossed.floats,
    }
    pairs = tuple(field.entrants[place].number for place in both)
    return Reason("float_odd" if crossed.floats == 1 else "float_unavoidable", pairs, facts)
