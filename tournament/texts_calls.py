"""Asking for an organiser, in words: the reasons, and what the table does meanwhile (E 17.7)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

CALL_REFUSALS: dict[str, str | Promise] = {
    "call_reason": gettext_lazy("Say why the organiser should come: choose one of the four."),
    "box_unknown": gettext_lazy("Tick yes or no, or neither."),
    "table_count": gettext_lazy("There can be from 1 to %(most)s tables."),
    "not_to_sign": gettext_lazy("There is nothing to sign here now: look at the sheet."),
    "call_not_now": gettext_lazy("This sheet is of another round: ask from the sheet that you play now."),
    "somebody_goes": gettext_lazy("%(who)s goes already."),
    "call_gone": gettext_lazy("This call is settled already."),
    "call_open": gettext_lazy(
        "Table %(table)s waits for an organiser: %(call_text)s. Settle the call first, or let an organiser write a "
        "remark and confirm all the same."
    ),
    "unsigned": gettext_lazy(
        "Not signed on the phone: %(pairs_text)s. To confirm it all the same an organiser writes a remark (art. "
        "%(art)s)."
    ),
    "remark_missing": gettext_lazy("Write the remark: it stays on the sheet with your name."),
    "end_before_start": gettext_lazy(
        "The end, %(ended)s, comes before the start, %(started)s. Correct one of the two."
    ),
}

CALL_REASONS: dict[str, str | Promise] = {
    "revoke": gettext_lazy("revoke"),
    "misdeal": gettext_lazy("misdeal"),
    "disagree": gettext_lazy("we do not agree"),
    "other": gettext_lazy("something else"),
    "late_hand": gettext_lazy("a hand came after the confirmation"),
}
ASKED_BY_TABLES = ("revoke", "misdeal", "disagree", "other")

MEANWHILE: dict[str, str | Promise] = {
    "revoke": gettext_lazy(
        "Play the hand to its end. Do not mix or touch the tricks until an organiser comes (art. 16.1.2.2)."
    ),
    "misdeal": gettext_lazy("Do not mend the deal: shuffle, cut and deal again (art. 7.4.5.1)."),
    "disagree": gettext_lazy("Leave the cards as they lie."),
    "other": gettext_lazy("Stay at the table."),
    "late_hand": gettext_lazy("Your hand came after the confirmation: the organisers look at it."),
}


def call_reason_text(reason: str) -> str:
    """Why a table asks, in two or three words."""
    return str(CALL_REASONS[reason])


def meanwhile_text(reason: str) -> str:
    """What a table does until an organiser comes."""
    return str(MEANWHILE[reason])
