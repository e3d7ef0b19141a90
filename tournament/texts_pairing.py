"""Why a meeting is as it is, in words that an organiser can read aloud (PAIRING K1–K7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

REASONS: dict[str, str | Promise] = {
    "first_choice": gettext_lazy("Same wins; first choice of %(chooser)s."),
    "first_choice_below": gettext_lazy("Meets the first pair of the group below that was left."),
    "first_choice_lot": gettext_lazy("By lot."),
    "first_choice_met": gettext_lazy("%(chooser)s has already met %(passed)s."),
    "first_choice_club": gettext_lazy("%(chooser)s shares its club with %(passed)s."),
    "first_choice_forbidden": gettext_lazy("%(chooser)s may not meet %(passed)s."),
    "first_choice_blocked": gettext_lazy(
        "With %(passed)s for %(chooser)s the others could not be paired as well."
    ),
    "float_odd": gettext_lazy("Odd group: %(pair)s is the one that goes down."),
    "float_unavoidable": gettext_lazy(
        "%(floats)s pairs have to go down here; %(pair)s is one of them. "
        "First go those that have not gone down before, from the last one up."
    ),
    "rematch_unavoidable": gettext_lazy("They meet again: it cannot be avoided."),
    "club_unavoidable": gettext_lazy("Same club: it cannot be avoided."),
    "bye_last": gettext_lazy("Rests: the last that has not won without playing."),
    "bye_last_possible": gettext_lazy(
        "Rests: the last that can, since the others need %(passed)s to be paired without meeting again."
    ),
    "bye_again": gettext_lazy("Rests again: everybody else who could rest has already won without playing."),
    "forced": gettext_lazy("Set by the organisers."),
    "forced_bye": gettext_lazy("Rests: set by the organisers."),
}

ONLY_CHOICE_MET = gettext_lazy("First choice of %(chooser)s was %(passed)s; they met in %(rounds)s.")
LATER_CHOICES = {f"first_choice_{why}": why for why in ("met", "club", "forbidden", "blocked")}


def reason_text(
    reason: Mapping[str, Any], method: str = "", met: Mapping[frozenset[int], Sequence[int]] | None = None
) -> str:
    """One reason of a draft in words; pairs by their numbers.

    `method` is the round's pairing method, `met` says in which rounds two pairs have met, where that is known.
    """
    code, facts = reason["code"], reason["facts"]
    if code == "first_choice" and method == "random":
        code = "first_choice_lot"
    passed = facts.get("passed_over", ())
    if code in LATER_CHOICES:
        return " ".join(_why_not(facts["chooser"], passed, met or {}))
    words = {
        "chooser": _pair(facts.get("chooser", "")),
        "pair": _pair(facts.get("pair", "")),
        "floats": facts.get("floats", ""),
        "passed": _pairs([str(number) for number in passed]),
    }
    return str(REASONS[code]) % words


def _why_not(
    chooser: int, passed: Sequence[Mapping[str, Any]], met: Mapping[frozenset[int], Sequence[int]]
) -> Iterator[str]:
    """A sentence for each reason why the chooser does not meet those that it would have preferred."""
    for code, why in LATER_CHOICES.items():
        numbers = [item["pair"] for item in passed if item["why"] == why]
        if not numbers:
            continue
        words = {"chooser": _pair(chooser), "passed": _pairs([str(number) for number in numbers])}
        rounds = met.get(frozenset({chooser, numbers[0]}), ()) if why == "met" and len(passed) == 1 else ()
        if rounds:
            yield str(ONLY_CHOICE_MET) % {**words, "rounds": _rounds(rounds)}
        else:
            yield str(REASONS[code]) % words


def _rounds(numbers: Sequence[int]) -> str:
    names = ", ".join(map(str, numbers))
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(numbers)) % {"rounds": names}


def _pair(number: object) -> str:
    return _("pair %(number)s") % {"number": number}


def _pairs(numbers: list[str]) -> str:
    return ngettext("pair %(numbers)s", "pairs %(numbers)s", len(numbers)) % {"numbers": ", ".join(numbers)}
