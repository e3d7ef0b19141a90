"""How a round is paired by hand (E 12.1, PAIRING §2), as short as somebody in a hall without light can follow it."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PARTNERS: dict[str, str | Promise] = {
    "adjacent": gettext_lazy(
        "From the top of each group: the first meets the second, the third the fourth, and so on."
    ),
    "halves": gettext_lazy(
        "Cut each group in two halves: the first of the upper half meets the first of the lower half, the second the "
        "second, and so on."
    ),
    "fold": gettext_lazy("In each group the first meets the last, the second the last but one, and so on."),
    "random": gettext_lazy("In each group draw lots for who meets whom."),
}


def by_hand(method: str, *, number: int, is_odd: bool, is_missing: bool) -> tuple[str, ...]:
    """The steps, in their order. `is_missing`: results of the round before are still to come."""
    return tuple(_steps(method, number, is_odd=is_odd, is_missing=is_missing))


def _steps(method: str, number: int, *, is_odd: bool, is_missing: bool) -> Iterator[str]:
    if is_missing:
        yield _(
            "Write down the results that are missing, give each winner its win, and put the pairs in order again: "
            "wins, then difference of points."
        )
    if is_odd:
        yield _("Somebody rests: the last pair that is not marked R. Take it out first.")
    if number == 1:
        yield _("The first round is drawn by lot: put all numbers in a hat and take them out two by two.")
    else:
        yield str(PARTNERS[method])
        yield _("Who has already met does not meet again: take the next one that has not.")
        yield _(
            "If a group is odd, its last pair that is not marked B goes down and meets the first possible pair of the "
            "group below."
        )
        yield _("If nobody is left that somebody could meet, undo the table before and try its next pair.")
    yield _(
        "Give out the tables from the top. A pair with a table of its own keeps it. Say the round aloud, and write "
        "down at what time: the clock runs from then."
    )
    yield _("When there is light again: Print, “A round was made by hand”.")
