"""What the organiser asks for is kept or refused with facts; every meeting says why it is there."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tournament.core.pairing import Entrant, PairingError, PairingInput, Reason, pair_round


def _level(*numbers: int) -> PairingInput:
    return PairingInput(tuple(Entrant(number, 0) for number in numbers))


def _both(one: int, other: int) -> frozenset[int]:
    return frozenset((one, other))


def _refusal(given: PairingInput) -> tuple[str, dict[str, object]]:
    with pytest.raises(PairingError) as refusal:
        pair_round(given)
    json.dumps(refusal.value.facts)
    return refusal.value.code, refusal.value.facts


def _reasons(given: PairingInput, *pairs: int) -> list[Reason]:
    return [reason for reason in pair_round(given).reasons if reason.pairs == pairs]


def test_nobody_present_gives_no_meeting_and_no_bye() -> None:
    pairing = pair_round(_level())
    assert (pairing.meetings, pairing.bye, pairing.reasons) == ((), None, ())


def test_one_pair_present_rests() -> None:
    pairing = pair_round(_level(5))
    assert (pairing.meetings, pairing.bye) == ((), 5)


def test_two_pairs_present_meet_again_if_they_must() -> None:
    pairing = pair_round(replace(_level(4, 2), met={_both(2, 4): 3}))
    assert (pairing.meetings, pairing.certificate.rematches) == (((4, 2),), 3)


def test_forced_meeting_is_kept_although_it_is_a_rematch() -> None:
    given = replace(_level(1, 2, 3, 4), met={_both(1, 4): 1}, forced=((4, 1),))
    pairing = pair_round(given)
    assert (pairing.meetings, pairing.certificate.rematches) == (((1, 4), (2, 3)), 0)


def test_forced_bye_is_kept_although_the_pair_has_rested_before() -> None:
    given = _level(1, 2, 3)
    rested = replace(given.entrants[0], unplayed_wins=1)
    pairing = pair_round(replace(given, entrants=(rested, *given.entrants[1:]), forced_bye=1))
    assert (pairing.meetings, pairing.bye) == (((2, 3),), 1)


def test_forced_meetings_can_leave_nobody_else() -> None:
    pairing = pair_round(replace(_level(1, 2, 3), forced=((3, 1),)))
    assert (pairing.meetings, pairing.bye) == (((1, 3),), 2)


def test_absent_pairs_in_what_is_known_do_no_harm() -> None:
    given = replace(_level(1, 2), met={_both(1, 9): 1}, forbidden=frozenset({_both(8, 9)}))
    assert pair_round(given).meetings == ((1, 2),)


@pytest.mark.parametrize(
    ("change", "code", "facts"),
    [
        ({"forced": ((1, 9),)}, "forced_unknown", {"numbers": [9]}),
        ({"forced": ((1, 2), (2, 3))}, "forced_twice", {"numbers": [2]}),
        ({"forced": ((1, 1),)}, "not_two_pairs", {"pairs": [1, 1]}),
        ({"forced": ((2, 1),), "forbidden": frozenset({_both(1, 2)})}, "forced_and_forbidden", {"pairs": [1, 2]}),
        ({"forced": ((1, 2),), "forced_bye": 1}, "forced_twice", {"numbers": [1]}),
        ({"forced_bye": 1}, "forced_bye_but_even", {"bye": 1, "remaining": 4}),
        ({"forced_bye": 9}, "forced_unknown", {"numbers": [9]}),
        ({"met": {_both(1, 2): -1}}, "met_negative", {"pairs": [1, 2], "times": -1}),
        ({"met": {frozenset({1}): 1}}, "not_two_pairs", {"pairs": [1]}),
        ({"forbidden": frozenset({frozenset({1, 2, 3})})}, "not_two_pairs", {"pairs": [1, 2, 3]}),
    ],
)  # fmt: skip
def test_wish_that_contradicts_itself_is_refused(change: Any, code: str, facts: dict[str, object]) -> None:
    assert _refusal(replace(_level(1, 2, 3, 4), **change)) == (code, facts)


def test_number_given_twice_is_refused() -> None:
    assert _refusal(_level(1, 2, 2, 3)) == ("duplicate_number", {"numbers": [2]})


@pytest.mark.parametrize("name", ["method", "club_rule"])
def test_unknown_choice_is_refused(name: str) -> None:
    code, facts = _refusal(replace(_level(1, 2), **{name: "by taste"}))
    assert (code, facts[name]) == (f"unknown_{name}", "by taste")


def test_impossible_round_names_the_pairs_and_their_only_possible_opponents() -> None:
    given = replace(_level(*range(1, 9)), forbidden=_only_opponents((1, 2, 3), (7, 8)))
    assert _refusal(given) == (
        "no_legal_pairing",
        {"parts": [[1], [2], [3]], "opponents": [7, 8], "needing": 3, "possible": 2},
    )


def _only_opponents(pairs: tuple[int, ...], opponents: tuple[int, ...]) -> frozenset[frozenset[int]]:
    others = [other for other in range(1, 9) if other not in opponents]
    return frozenset(_both(one, other) for one in pairs for other in others if one != other)


def test_meeting_says_that_it_was_the_first_choice() -> None:
    assert _reasons(_level(1, 2), 1, 2) == [Reason("first_choice", (1, 2), {"chooser": 1})]


def test_meeting_says_that_the_first_choice_had_been_met() -> None:
    given = replace(_level(1, 2, 3, 4), met={_both(1, 2): 1})
    passed = [{"pair": 2, "why": "met", "times": 1}]
    assert _reasons(given, 1, 3) == [
        Reason("first_choice_met", (1, 3), {"chooser": 1, "passed_over": passed})
    ]


def test_meeting_says_that_the_first_choice_would_have_left_others_without_one() -> None:
    given = replace(_level(1, 2, 3, 4), met={_both(3, 4): 1})
    passed = [{"pair": 2, "why": "blocked"}]
    assert _reasons(given, 1, 3) == [
        Reason("first_choice_blocked", (1, 3), {"chooser": 1, "passed_over": passed})
    ]


def test_meeting_across_groups_says_who_floats() -> None:
    entrants = (Entrant(1, 2), Entrant(2, 2), Entrant(3, 2, floats=1), Entrant(4, 0))
    facts = {"pair": 2, "from_group": 2, "to_group": 0, "earlier_floats": 0, "floats": 1}
    assert _reasons(PairingInput(entrants), 2, 4) == [
        Reason("float_odd", (2, 4), facts),
        Reason("first_choice_below", (2, 4), {"chooser": 2}),
    ]


def test_rematch_says_which_shortage_forces_it() -> None:
    given = replace(_level(1, 2, 3, 4), met={_both(1, 2): 1, _both(1, 3): 2, _both(1, 4): 2})
    shortage = {"parts": [[1]], "opponents": [], "needing": 1, "possible": 0}
    assert _reasons(given, 1, 2)[-1] == Reason(
        "rematch_unavoidable", (1, 2), {"times": 1, "shortage": shortage}
    )


def test_shortage_counts_the_bye_as_an_opponent() -> None:
    entrants = tuple(Entrant(number, 0, unplayed_wins=int(number > 2)) for number in (1, 2, 3, 4, 5))
    met = {_both(1, 2): 1} | {_both(one, other): 1 for one in (1, 2) for other in (4, 5)}
    given = PairingInput(entrants, met | {_both(4, 5): 1, _both(1, 3): 1, _both(2, 3): 1})
    shortage = pair_round(given).certificate.shortage
    assert shortage is not None
    assert (shortage.parts, shortage.opponents) == (((1,), (2,)), (None,))


@pytest.mark.parametrize(
    ("unplayed", "code", "bye"),
    [((0, 0, 0), "bye_last", 3), ((0, 0, 1), "bye_last", 2), ((1, 1, 2), "bye_again", 2)],
)
def test_pair_that_rests_says_why(unplayed: tuple[int, ...], code: str, bye: int) -> None:
    entrants = [Entrant(number, 0, unplayed_wins=wins) for number, wins in enumerate(unplayed, start=1)]
    assert [reason.code for reason in _reasons(PairingInput(tuple(entrants)), bye)] == [code]


def test_pair_rests_because_the_one_below_was_needed() -> None:
    given = replace(_level(1, 2, 3), forbidden=frozenset({_both(1, 2)}))
    [reason] = _reasons(given, 2)
    assert (reason.code, reason.facts["passed_over"]) == ("bye_last_possible", [3])


def test_clubs_are_kept_apart_in_the_first_round_only_if_so_ruled() -> None:
    entrants = tuple(Entrant(number, 0, club="AV" if number < 3 else "") for number in (1, 2, 3, 4))
    first = PairingInput(entrants, club_rule="first_round")
    met_in = [pair_round(replace(first, round_number=number)).meetings[0] for number in (1, 2)]
    assert met_in == [(1, 3), (1, 2)]
