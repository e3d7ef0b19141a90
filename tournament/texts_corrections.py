"""Corrections in words: what is refused, what was announced, and until when pairs may protest (D 11)."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import RuleError

CORRECTION_REFUSALS: dict[str, str | Promise] = {
    "nothing_corrected": gettext_lazy(
        "The sheet would stay as it is. Change what is wrong, or leave the page."
    ),
    "sanction_row": gettext_lazy(
        "A sanction is written by its infraction: withdraw or record the infraction, and leave the row as it is."
    ),
    "infraction_row": gettext_lazy(
        "An infraction was recorded in this row: withdraw it first, and then take the row out."
    ),
    "correction_outdated": gettext_lazy(
        "The tables of the round have changed since you looked. Look at them again and decide once more."
    ),
    "award_too_high": gettext_lazy("A game counts %(most)s points at most for a pair (art. %(art)s)."),
    "award_backwards": gettext_lazy("The pair with fewer points would win."),
    "notice_gone": gettext_lazy("This notice is withdrawn already."),
}


def in_its_row(refusal: RuleError, said: str) -> str:
    """The sentence with the row of the sheet that it is about, where it is about one."""
    if "row" not in refusal.facts:
        return said
    return _("Row %(row)s: %(sentence)s") % {"row": refusal.facts["row"], "sentence": said}


def announcement_text(number: int, table: int, *, was: tuple[int, int], now: tuple[int, int]) -> str:
    """What the hall is told, to be changed by who announces it."""
    facts = {"round": number, "table": table, "was": "{}–{}".format(*was), "now": "{}–{}".format(*now)}
    return _("Correction: round %(round)s, table %(table)s: %(now)s instead of %(was)s.") % facts
