"""What the checker finds in a written sheet, as an organiser would say it, and what was probably meant."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.checker import Cause, Finding
from scoring.regulation import Regulation
from scoring.sheets import Sheet
from tournament.texts import ending_text, score_text

PAIRS = {"a": "A", "b": "B"}
TRUMP_MARK = "—"

FINDINGS: dict[str, str | Promise] = {
    "bid_unknown": gettext_lazy("“%(bid)s” is not a code. The codes are: — C R S B BC BR BS."),
    "bid_forbidden": gettext_lazy("This regulation has no %(code)s (%(words)s)."),
    "points_both": gettext_lazy("Both pairs have points, %(points)s: in a hand only one scores."),
    "points_negative": gettext_lazy("Points are never below 0."),
    "points_maximum": gettext_lazy("%(points)s with %(words)s cannot be: at most %(most)s."),
    "points_multiple": gettext_lazy(
        "%(points)s with %(words)s cannot be: the points go in steps of %(multiplier)s."
    ),
    "total_differs": gettext_lazy(
        "Total of pair %(pair)s: %(before)s + %(points)s makes %(expected)s, and it says %(written)s."
    ),
    "totals_go_on": gettext_lazy(
        "The totals of pair %(pair)s differ by %(amount)s from hand %(hand)s on: the points say %(points)s."
    ),
    "side_differs": gettext_lazy("The points stand with one pair, %(points)s, and were added to the other."),
    "points_missing": gettext_lazy("The totals grow by %(points)s, and no points are written."),
    "line_empty": gettext_lazy("The row is empty, and the sheet goes on below it."),
    "final_differs": gettext_lazy("The final result says %(final)s, and the totals end at %(totals)s."),
    "draw_missing": gettext_lazy(
        "Level at %(totals)s: say who won the opening draw, that pair gets a point."
    ),
}

CAUSES: dict[str, str | Promise] = {
    "bid_meant": gettext_lazy("Was the code %(bids)s?"),
    "points_meant": gettext_lazy("Did you mean %(points)s?"),
    "points_doubled": gettext_lazy("Were they %(points)s, with the doubling counted in?"),
    "points_and_bid_meant": gettext_lazy("Did you mean %(points)s with %(words)s?"),
    "card_points": gettext_lazy(
        "Are these the card points, %(card_points)s–%(other)s? The sheet takes points."
    ),
    "card_points_worth": gettext_lazy(
        "Are these the card points, %(card_points)s–%(other)s? They make %(points)s on the sheet."
    ),
    "one_pair_scores": gettext_lazy("Is it pair %(pair)s alone, with %(points)s?"),
    "points_on_other_side": gettext_lazy("Do the points belong to the other pair?"),
    "added_to_other_pair": gettext_lazy("Were they added to the other pair’s total?"),
    "added_twice": gettext_lazy("Were the %(points)s added twice?"),
    "total_meant": gettext_lazy("Did you mean a total of %(total)s?"),
    "total_meant_on": gettext_lazy("Did you mean a total of %(total)s? Then the totals below are off too."),
    "total_not_carried": gettext_lazy("Was the total before left out of the sum? It makes %(total)s."),
    "totals_turned": gettext_lazy("Have the two totals changed places? They would be %(totals)s."),
    "line_skipped": gettext_lazy("Was hand %(hand)s left out of the sum?"),
    "hand_not_written": gettext_lazy("By the totals below this hand was %(points)s: was it not written?"),
    "row_left_blank": gettext_lazy("Was only the row left out, and no hand is missing?"),
    "final_turned": gettext_lazy("Are the two pairs the wrong way round?"),
    "tie_point_to_the_other": gettext_lazy("Did the pair that lost the opening draw get the point?"),
    "final_of_hand": gettext_lazy("Are these the totals after hand %(hand)s?"),
    "final_meant": gettext_lazy("Did you mean %(totals)s?"),
}
# The same causes with one fact more, where it is there.
_CLOSER = {"card_points": ("points", "card_points_worth"), "total_meant": ("carried", "total_meant_on")}

# A code inside a sentence: «15 amb contro», «40 amb botifarra i contro».
WORDS: dict[str, str | Promise] = {
    "": gettext_lazy("trump"),
    "C": gettext_lazy("contro"),
    "R": gettext_lazy("recontro"),
    "S": gettext_lazy("Sant Vicenç"),
    "B": gettext_lazy("botifarra"),
    "BC": gettext_lazy("botifarra and contro"),
    "BR": gettext_lazy("botifarra and recontro"),
    "BS": gettext_lazy("botifarra and Sant Vicenç"),
    "P": gettext_lazy("a passed hand"),
    "↻": gettext_lazy("a hand that does not count"),
}

# Alternatives that are one question: «Volíeu dir 14 o 16?».
_JOINED = {"points_meant": "points", "bid_meant": "bids"}
# Where one of these is the likeliest, the sum is right and the points are not.
_CARRIED_ON = frozenset({"points_meant", "points_doubled", "points_and_bid_meant"})

_CELLS: dict[str, str | Promise] = {
    "pa": gettext_lazy("points of pair A"),
    "ta": gettext_lazy("total of pair A"),
    "pb": gettext_lazy("points of pair B"),
    "tb": gettext_lazy("total of pair B"),
    "su": gettext_lazy("result of the auction"),
}
_FINALS: dict[str, str | Promise] = {
    "fa": gettext_lazy("Final result of pair A"),
    "fb": gettext_lazy("Final result of pair B"),
}


def finding_text(finding: Finding) -> str:
    """What does not fit, without its row."""
    if finding.code == "after_end":
        return _after_end_text(finding.facts)
    code = "totals_go_on" if finding.code == "total_differs" and _points_are_wrong(finding) else finding.code
    return str(FINDINGS[code]) % (_spoken(finding.facts) | {"hand": finding.hand})


def _points_are_wrong(finding: Finding) -> bool:
    """Whether the likeliest is that the totals go on rightly from other points than this row says."""
    likeliest = finding.causes[0] if finding.causes else None
    return likeliest is not None and likeliest.code in _CARRIED_ON and "hand" not in likeliest.facts


def cause_texts(causes: Sequence[Cause]) -> list[str]:
    """What may have been meant, best first; neighbours that are alike are one question."""
    alike = groupby(causes, key=lambda cause: (cause.code, cause.facts.get("hand")))
    return [_asked(code, list(group)) for (code, _hand), group in alike]


def _asked(code: str, causes: Sequence[Cause]) -> str:
    facts = _spoken(causes[0].facts)
    if code in _JOINED:
        facts[_JOINED[code]] = _either([_choice(code, cause) for cause in causes])
    fact, closer = _CLOSER.get(code, ("", code))
    question = str(CAUSES[closer if facts.get(fact) else code]) % facts
    if code in _CARRIED_ON and "hand" in facts:
        return _("Hand %(hand)s · %(question)s") % {"hand": facts["hand"], "question": question}
    return question


def _choice(code: str, cause: Cause) -> str:
    return _code_text(str(cause.facts["bid"])) if code == "bid_meant" else str(cause.facts["points"])


def _spoken(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts as words: scores with a dash, a code with its meaning, a pair by its letter."""
    spoken: dict[str, Any] = {
        name: score_text(value) if isinstance(value, tuple) and len(value) == 2 else value
        for name, value in facts.items()
    }
    if "bid" in facts:
        bid = str(facts["bid"])
        spoken |= {"code": bid or TRUMP_MARK, "words": str(WORDS.get(bid, bid))}
    if "side" in facts:
        spoken["pair"] = PAIRS[str(facts["side"])]
    if "expected" in facts and "points" in facts:
        spoken["before"] = facts["expected"] - facts["points"]
        spoken["amount"] = abs(facts["difference"])
    return spoken


def _after_end_text(facts: Mapping[str, Any]) -> str:
    late = [str(hand) for hand in facts["late"]]
    sentence = ngettext(
        "The game ended with hand %(hand)s: hand %(late)s does not count.",
        "The game ended with hand %(hand)s: hands %(late)s do not count.",
        len(late),
    )
    return sentence % {"hand": facts["hand"], "late": _all_of(late)}


def _code_text(bid: str) -> str:
    return _("%(code)s (%(words)s)") % {"code": bid or TRUMP_MARK, "words": WORDS[bid]}


def _either(choices: Sequence[str]) -> str:
    if len(choices) < 2:
        return "".join(choices)
    return _("%(names)s or %(last)s") % {"names": ", ".join(choices[:-1]), "last": choices[-1]}


def _all_of(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def cell_text(name: str, hand: int | str = "") -> str:
    """A cell as its label says it: «Dat 3, punts de la parella A»; without a hand, of the final."""
    if name in _FINALS:
        return str(_FINALS[name])
    return _("Hand %(hand)s, %(cell)s") % {"hand": hand, "cell": _CELLS[name]}


def not_a_number_text(cell: str, text: str) -> str:
    return _("%(cell)s: “%(text)s” is not a number.") % {"cell": cell, "text": text}


def half_a_final_text(cell: str) -> str:
    return _("%(cell)s is missing. Write both, or neither.") % {"cell": cell}


def over_text(sheet: Sheet) -> str:
    """How the game ended and by which article, or how far it has come."""
    ending = sheet.ending
    if ending is not None:
        facts = {"why": ending_text(ending.reason, sheet.regulation)}
        return _("Game over: %(why)s (art. %(article)s)") % (
            facts | {"article": ending.article.removeprefix("E ")}
        )
    return " ".join((_("The game is still open."), *_left_text(sheet, sheet.regulation)))


def _left_text(sheet: Sheet, regulation: Regulation) -> list[str]:
    said = []
    if regulation.target_points is not None:
        points = regulation.target_points - max(sheet.totals)
        said.append(
            ngettext("%(points)s point to go.", "%(points)s points to go.", points) % {"points": points}
        )
    if sheet.hands_left is not None:
        left = ngettext("%(hands)s hand is left.", "%(hands)s hands are left.", sheet.hands_left)
        said.append(left % {"hands": sheet.hands_left})
    return said
