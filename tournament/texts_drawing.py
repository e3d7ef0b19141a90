"""Drawing a round and changing it by hand, in words: what is refused, and what a change gives up."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournament.core.pairing.judgement import Conflict, Judgement

DRAWING_REFUSALS: dict[str, str | Promise] = {
    "no_pairing": gettext_lazy("No pairing is possible. %(why_text)s"),
    "draft_outdated": gettext_lazy(
        "Since round %(round)s was drawn this has changed: %(changed_text)s. Draw it again, or publish it as it is "
        "with a reason."
    ),
    "draft_changed": gettext_lazy(
        "The draft of round %(round)s was changed by hand. Look at it first: drawn again, the changes are lost."
    ),
    "draft_worse": gettext_lazy("%(more_text)s Publish it with a reason, or draw the round again."),
    "pairs_gone": gettext_lazy(
        "%(pairs_text)s will not play this round. Draw the rest again: their tables are made anew."
    ),
    "pairs_unseated": gettext_lazy(
        "%(pairs_text)s: no table and no rest. Draw the rest, seat them, or note that they miss the round."
    ),
    "later_round_drawn": gettext_lazy("Round %(round)s is drawn already. Throw it away first."),
    "pair_not_in_round": gettext_lazy("Pair %(pair)s is not in this round."),
    "same_meeting": gettext_lazy("Choose two pairs that do not meet already."),
    "table_unknown": gettext_lazy("There is no table %(table)s in this round. Choose one of the list."),
    "rests_already": gettext_lazy("Pair %(pair)s rests already."),
    "nothing_to_draw": gettext_lazy("Nothing is left to draw: choose the tables that shall be drawn again."),
    "odd_rest": gettext_lazy(
        "These pairs are odd in number (%(pairs_text)s), and pair %(pair)s rests already. Tick it too: it is then "
        "drawn with them."
    ),
    "choose_two_pairs": gettext_lazy("Tick two pairs for that; %(chosen)s are ticked."),
    "choose_one_pair": gettext_lazy("Tick one pair for that; %(chosen)s are ticked."),
    "choose_tables": gettext_lazy("Tick a pair of each table that is meant."),
    "no_step": gettext_lazy("There is no change to take back."),
    "tables_begun": gettext_lazy(
        "At %(tables_text)s play has begun: they stay as they are. Choose only tables without a hand."
    ),
    "nothing_mended": gettext_lazy("Nothing was mended in round %(round)s that could be taken back."),
    "nothing_changes": gettext_lazy(
        "Drawn again these pairs meet as they do now. Choose more tables, or exchange two pairs."
    ),
    "too_late": gettext_lazy(
        "The round was published %(since)s minutes ago, and late pairs are seated for %(minutes)s. With a reason it "
        "may still be done."
    ),
    "met_already": gettext_lazy("Pairs %(a)s and %(b)s have met before. With a reason they may meet again."),
    "kept_apart": gettext_lazy("Pairs %(a)s and %(b)s shall not meet. With a reason they may."),
    "pair_not_present": gettext_lazy("Pair %(pair)s has left. Take it back into the championship first."),
    "pair_unknown": gettext_lazy("There is no pair %(pair)s. Look up its number in the list of pairs."),
    "arranged_already": gettext_lazy("That is settled already: it stands in the list."),
    "arranged_against": gettext_lazy(
        "That contradicts what is settled for %(others_text)s. Take that out of the list first."
    ),
    "fixed_table_taken": gettext_lazy("Table %(table)s is fixed for pair %(number)s. Choose another one."),
}

NO_PAIRING: dict[str, str | Promise] = {
    "no_legal_pairing": gettext_lazy(
        "Who may not meet leaves too few opponents. Take one prohibition out of the list."
    ),
    "forced_bye_but_even": gettext_lazy(
        "Pair %(bye)s shall rest, but then the others are odd in number. Take that out of the list."
    ),
    "forced_twice": gettext_lazy("%(numbers_text)s: settled twice. Take one of the two out of the list."),
    "forced_and_forbidden": gettext_lazy(
        "%(pairs_text)s shall meet and may not meet. Take one of the two out of the list."
    ),
}

MORE: dict[str, Any] = {
    "forbidden": ngettext_lazy(
        "%(n)s meeting that was forbidden.", "%(n)s meetings that were forbidden.", "n"
    ),
    "second_bye": ngettext_lazy(
        "Who rests has already won without playing, and another pair has not.",
        "Who rests has already won without playing %(n)s times more than another pair.",
        "n",
    ),
    "rematch": ngettext_lazy(
        "%(n)s meeting more between pairs that have met.",
        "%(n)s meetings more between pairs that have met.",
        "n",
    ),
    "club": ngettext_lazy("%(n)s meeting more inside a club.", "%(n)s meetings more inside a club.", "n"),
    "float": ngettext_lazy("%(n)s pair more goes down a group.", "%(n)s pairs more go down a group.", "n"),
}

CHANGED: dict[str, str | Promise] = {
    "pairs": gettext_lazy("who plays the round"),
    "results": gettext_lazy("the results"),
    "clubs": gettext_lazy("the club of a pair"),
    "settled": gettext_lazy("what is settled beforehand"),
    "club_rule": gettext_lazy("how pairs of one club meet"),
    "method": gettext_lazy("who meets whom among equals"),
    "seed": gettext_lazy("the seed of the lot"),
}

CONFLICTS: dict[str, str | Promise] = {
    "forbidden": gettext_lazy("forbidden"),
    "second_bye": gettext_lazy("had its free win"),
    "rematch": gettext_lazy("they have met"),
    "club": gettext_lazy("same club"),
    "float": gettext_lazy("pair %(pair)s goes down"),
}
SUITS = {"forbidden": "red", "second_bye": "red", "rematch": "red", "club": "gold", "float": "gold"}


def no_pairing_text(facts: Mapping[str, Any]) -> str:
    """Why there is no pairing, with the way out: «4 pairs have only 1 possible opponent» where that is the reason."""
    why = str(facts.get("why", ""))
    if why == "no_legal_pairing" and facts.get("parts"):
        return " ".join(_shortage(facts))
    spoken = {name: pairs_text(value) for name, value in facts.items() if isinstance(value, (list, tuple))}
    words = {**facts, **{f"{name}_text": text for name, text in spoken.items()}}
    return str(NO_PAIRING[why]) % words if why in NO_PAIRING else why


def _shortage(facts: Mapping[str, Any]) -> Iterator[str]:
    needing = sorted(number for part in facts["parts"] for number in part if number is not None)
    possible = sorted(number for number in facts["opponents"] if number is not None)
    if possible:
        yield _("%(needing)s have too few opponents left: only %(possible)s.") % {
            "needing": pairs_text(needing),
            "possible": pairs_text(possible),
        }
    else:
        yield _("%(needing)s have no opponent left.") % {"needing": pairs_text(needing)}
    yield str(NO_PAIRING["no_legal_pairing"])


def pairs_text(numbers: Any) -> str:
    """Pairs by number: «pairs 3, 9 and 14»."""
    names = [str(number) for number in numbers]
    text = ngettext("pair %(names)s", "pairs %(names)s", len(names))
    if len(names) < 2:
        return text % {"names": "".join(names)}
    return text % {"names": _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}}


def more_text(more: Mapping[str, int]) -> str:
    """What a pairing gives up against the best one, by code."""
    return " ".join(MORE[code] % {"n": more[code]} for code in MORE if code in more)


def changed_text(codes: Iterable[str]) -> str:
    """What changed since a draft was drawn."""
    return ", ".join(str(CHANGED[code]) for code in codes)


def difference_texts(judgement: Judgement) -> list[str]:
    """The same as lines; and who would rest in the best pairing, where that is all that differs."""
    lines = [MORE[code] % {"n": n} for code, n in judgement.more.items()]
    if judgement.bye_instead is not None:
        lines.append(_("In the best pairing pair %(pair)s would rest.") % {"pair": judgement.bye_instead})
    return lines


def conflict_text(conflict: Conflict) -> str:
    """A mark of a meeting, in two or three words."""
    return str(CONFLICTS[conflict.code]) % conflict.facts
