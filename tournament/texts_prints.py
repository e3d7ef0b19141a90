"""What is said on paper only: money, pauses that were, and the places of a diploma."""

from datetime import tzinfo
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.core.clock import Pause
from tournament.texts_times import wall_text

PLACES: dict[int, str | Promise] = {
    1: pgettext_lazy("diploma", "First place"),
    2: pgettext_lazy("diploma", "Second place"),
    3: pgettext_lazy("diploma", "Third place"),
    4: pgettext_lazy("diploma", "Fourth place"),
    5: pgettext_lazy("diploma", "Fifth place"),
    6: pgettext_lazy("diploma", "Sixth place"),
    7: pgettext_lazy("diploma", "Seventh place"),
    8: pgettext_lazy("diploma", "Eighth place"),
    9: pgettext_lazy("diploma", "Ninth place"),
    10: pgettext_lazy("diploma", "Tenth place"),
}


def pause_span(pause: Pause, zone: tzinfo) -> str:
    """When a pause was and why: «Pause 18:02–18:20: dinner», «Pause since 18:02» while nobody has ended it."""
    begins = wall_text(pause.begins.astimezone(zone))
    if pause.ends is None:
        span = _("Pause since %(begins)s") % {"begins": begins}
    else:
        facts = {"begins": begins, "ends": wall_text(pause.ends.astimezone(zone))}
        span = _("Pause %(begins)s–%(ends)s") % facts
    return f"{span}: {pause.reason}" if pause.reason else span


def money_text(amount: Decimal) -> str:
    """Euros as people write them: 12 €, 12,50 €."""
    whole = amount == amount.to_integral_value()
    return _("%(amount)s €") % {"amount": number_format(amount, 0 if whole else 2)}


def place_text(rank: int) -> str:
    """A place of the ranking in words, as far as they are usual."""
    return str(PLACES[rank]) if rank in PLACES else _("Place number %(rank)s") % {"rank": rank}
