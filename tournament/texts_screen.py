"""The hall's screen in words: what it shows, what was refused, and how the history says it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

SCREEN_REFUSALS: dict[str, str | Promise] = {
    "message_missing": gettext_lazy("Write the message that the hall shall read."),
    "break_past": gettext_lazy("That time is past: write when play goes on."),
    "ceremony_missing": gettext_lazy("The ceremony has not begun: begin it first."),
    "ceremony_early": gettext_lazy(
        "The places are not known yet: first close round %(round)s, or finish the championship."
    ),
    "ceremony_over": gettext_lazy(
        "All is told already. To tell something again, take the last place told back first."
    ),
    "prizes_range": gettext_lazy("Write how many places are told, from 1 to %(most)s."),
    "rounds_keep_secret": gettext_lazy(
        "The results of round %(round)s are kept for the ceremony: with another number of rounds everybody would read "
        "them at once. Tell them at the ceremony first, or switch the keeping off."
    ),
    "told_meanwhile": gettext_lazy(
        "Somebody told or took back a place meanwhile, so nothing was done. Look at which one comes next."
    ),
}

SCREEN_WHAT: dict[str, str | Promise] = {
    "show_screen": gettext_lazy("Chose what the screen shows"),
    "begin_ceremony": gettext_lazy("Began the ceremony"),
    "tell": gettext_lazy("Told a place on the screen"),
    "take_back_told": gettext_lazy("Took back a place told on the screen"),
}
SCREEN_FACTS: dict[str, str | Promise] = {
    "screen": gettext_lazy("Screen"),
    "message": gettext_lazy("Message"),
    "prizes": gettext_lazy("Prizes"),
    "told": pgettext_lazy("ranking", "Place"),
}
SHOWN: dict[str, str | Promise] = {
    "auto": pgettext_lazy("screen", "automatic"),
    "pairings": pgettext_lazy("screen", "pairings"),
    "standings": pgettext_lazy("screen", "standings"),
    "missing": pgettext_lazy("screen", "call for missing pairs"),
    "message": pgettext_lazy("screen", "message"),
    "break": pgettext_lazy("screen", "break"),
    "ceremony": pgettext_lazy("screen", "ceremony"),
}
ORDERS: dict[str, str | Promise] = {
    "table": gettext_lazy("by table"),
    "name": gettext_lazy("by name"),
}
