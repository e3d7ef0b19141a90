"""Who works at the desk, in words; and the word that is typed before a dangerous step."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

MEMBER_REFUSALS: dict[str, str | Promise] = {
    "invitation_unknown": gettext_lazy(
        "No desk has this code. Look at it again letter by letter, or ask the director for another one."
    ),
    "invitation_withdrawn": gettext_lazy(
        "The director of %(championship)s has withdrawn this code. Ask for another one."
    ),
    "invitation_expired": gettext_lazy(
        "This code of %(championship)s is not good any more. Ask the director for another one."
    ),
    "helpers_only": gettext_lazy("This role needs an account: log in, or choose a name and a password."),
    "last_director": gettext_lazy(
        "Nobody else is director: make somebody director first, and then change or remove this one."
    ),
    "member_gone": gettext_lazy("This person does not work at this desk any more."),
    "word_not_typed": gettext_lazy("Nothing was done yet: type %(word)s to confirm it."),
    "check_in_over": gettext_lazy("Round 1 is published: who comes now is seated from the pair's page."),
    "fee_range": gettext_lazy("Write the fee in euros, from 0 to %(highest)s."),
    "capacity_range": gettext_lazy("Write how many pairs fit, from 1 to %(most)s, or leave it empty."),
    "ranking_not_final": gettext_lazy(
        "The ranking is not final yet: round %(round)s of %(rounds)s is not closed. Diplomas are printed after that, "
        "or when the championship is finished."
    ),
    "not_expected": gettext_lazy("Pair %(pair)s has left: bring it back from its page first."),
}

ROLES: dict[str, str | Promise] = {
    "director": gettext_lazy("director"),
    "organiser": gettext_lazy("organiser"),
    "helper": gettext_lazy("helper"),
}
MAY: dict[str, str | Promise] = {
    "director": gettext_lazy("everything, also the settings and who works here"),
    "organiser": gettext_lazy("rounds, sheets, rulings and infractions"),
    "helper": gettext_lazy("check in pairs and type sheets"),
}

TYPED_WORDS: dict[str, str | Promise] = {
    "finish": pgettext_lazy("typed to confirm", "FINISH"),
    "unpublish": pgettext_lazy("typed to confirm", "WITHDRAW"),
    "remove": pgettext_lazy("typed to confirm", "REMOVE"),
    "redraw": pgettext_lazy("typed to confirm", "REDRAW"),
    "expel": pgettext_lazy("typed to confirm", "EXPEL"),
}


def here_text(number: int, name: str) -> str:
    """Said back to whoever checks a pair in."""
    return _("%(number)s %(name)s: present.") % {"number": number, "name": name}


def not_here_text(number: int, name: str) -> str:
    return _("%(number)s %(name)s: not here yet.") % {"number": number, "name": name}


def paid_text(number: int, name: str) -> str:
    return _("%(number)s %(name)s: paid.") % {"number": number, "name": name}


def not_paid_text(number: int, name: str) -> str:
    return _("%(number)s %(name)s: not paid yet.") % {"number": number, "name": name}


def closing_text() -> str:
    return _("The registration is closed: who is missing is not in the draw until it arrives.")


def opening_text() -> str:
    return _("The registration is open again: everybody is in the draw.")
