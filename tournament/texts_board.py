"""The board of the desk in words: where a table stands, and how one looks at them all."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

STATES: Mapping[str, str | Promise] = {
    "choice": gettext_lazy("hands or totals?"),
    "draw": gettext_lazy("level: who won the opening draw?"),
    "undecided": gettext_lazy("level: to be decided"),
    "locked": gettext_lazy("codes locked"),
    "sent_back": gettext_lazy("sent back"),
    "check": gettext_lazy("to be checked"),
    "complete": gettext_lazy("to be confirmed"),
    "sheet": gettext_lazy("the sheet is missing"),
    "unsigned": gettext_lazy("not signed"),
    "playing": gettext_lazy("playing"),
    "waiting": gettext_lazy("nothing yet"),
    "confirmed": gettext_lazy("confirmed"),
    "rests": gettext_lazy("rests"),
}
# What tables may be looked for beside their state.
GROUPS: Mapping[str, str | Promise] = {
    "missing": gettext_lazy("not confirmed yet"),
    "called": gettext_lazy("ask for an organiser"),
    "found": gettext_lazy("with findings"),
}
BY_TABLE = gettext_lazy("By table")
BY_LATENESS = gettext_lazy("Late ones first")


def table_state_text(state: str) -> str:
    return str(STATES.get(state, ""))
