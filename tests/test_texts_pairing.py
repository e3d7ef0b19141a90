"""The reasons of a draw as they are read aloud in the hall: each says what is true of each pair it names."""

import re

import pytest
from django.utils.translation import override

from tournament.core.pairing import Entrant, PairingInput, pair_round
from tournament.texts_pairing import REASONS, reason_text


def said(given: PairingInput, meeting: tuple[int, int]) -> str:
    drawn = pair_round(given)
    assert meeting in drawn.meetings
    with override("en"):
        return " ".join(
            reason_text(reason.as_dict(), given.method) for reason in drawn.reasons if reason.pairs == meeting
        )


def test_only_who_has_been_met_is_said_to_have_been_met() -> None:
    entrants = tuple(Entrant(number, 0) for number in (1, 2, 3, 4))
    met = {frozenset({1, 2}): 1, frozenset({2, 4}): 1}
    assert said(PairingInput(entrants, met), (1, 4)) == (
        "pair 1 has already met pair 2. With pair 3 for pair 1 the others could not be paired as well."
    )


def test_each_pair_passed_over_is_named_with_its_own_reason() -> None:
    reason = {
        "code": "first_choice_met",
        "facts": {"chooser": 4, "passed_over": [{"pair": 1, "why": "met"}, {"pair": 8, "why": "blocked"}]},
    }
    with override("en"):
        words = reason_text(reason)
    assert words == (
        "pair 4 has already met pair 1. With pair 8 for pair 4 the others could not be paired as well."
    )


def test_where_only_the_first_choice_was_met_the_round_is_named() -> None:
    passed = [{"pair": 14, "why": "met", "times": 1}]
    reason = {"code": "first_choice_met", "facts": {"chooser": 3, "passed_over": passed}}
    with override("ca"):
        words = reason_text(reason, "adjacent", {frozenset({3, 14}): [2]})
    assert (
        words == "La primera opció de la parella 3 era la parella 14, però ja s’hi va enfrontar a la ronda 2."
    )


def test_a_pair_that_goes_down_is_not_said_to_have_the_same_wins() -> None:
    entrants = (Entrant(1, 2), Entrant(2, 2), Entrant(3, 2, floats=1), Entrant(4, 0))
    words = said(PairingInput(entrants), (2, 4))
    assert words == (
        "Odd group: pair 2 is the one that goes down. Meets the first pair of the group below that was left."
    )


@pytest.mark.parametrize("language", ["ca", "es", "en", "fr", "cs"])
@pytest.mark.parametrize("code", REASONS)
def test_every_reason_can_be_said_and_says_no_word_twice(code: str, language: str) -> None:
    facts = {"chooser": 1, "pair": 2, "passed_over": [{"pair": 3, "why": code.removeprefix("first_choice_")}]}
    with override(language):
        words = reason_text({"code": code, "facts": facts})
    assert "%" not in words
    assert re.findall(r"\b(\w+) \1\b", words) == []
