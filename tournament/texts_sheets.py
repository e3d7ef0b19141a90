"""What is asked and refused while a sheet is typed from paper or checked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SHEET_REFUSALS: dict[str, str | Promise] = {
    "sheet_differs": gettext_lazy(
        "Other hands were there already, in rows %(rows)s. Compare them: does the paper say what you typed?"
    ),
    "sheet_alike": gettext_lazy(
        "The same hands as table %(other)s of round %(other_round)s, written %(minutes)s min ago. Is this the right "
        "paper?"
    ),
    "rows_after_end": gettext_lazy(
        "The game ended with hand %(hand)s (art. %(art)s): what stands below it does not count. Is that what the "
        "paper says?"
    ),
    "rows_after_last_hand": gettext_lazy(
        "The last hand was hand %(hand)s (art. %(art)s): shall %(late_text)s be left out? If the number is "
        "wrong, an organiser corrects it first."
    ),
    "paper_totals_differ": gettext_lazy(
        "The rows make %(from_rows)s and the paper says %(written)s. Do the rows count?"
    ),
    "stop_too_early": gettext_lazy(
        "Before %(earliest)s table %(table)s is over only by its points or by all its hands: a game has %(minutes)s "
        "minutes at least (art. %(art)s). An organiser may decide otherwise, with a reason."
    ),
    "totals_unusual": gettext_lazy("%(written)s is hardly ever a result. Does the paper say so?"),
    "sheet_empty": gettext_lazy("Nothing is typed yet: type the rows, or the two totals."),
    "row_empty": gettext_lazy("The row is empty, and the sheet goes on below it."),
    "own_check": gettext_lazy("You typed this sheet yourself: somebody else has to check it."),
    "nothing_to_check": gettext_lazy("Nobody has typed this sheet yet: there is nothing to send back."),
}
