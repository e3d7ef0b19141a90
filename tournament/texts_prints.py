"""What is said on paper only: money, and the places of a diploma."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

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


def money_text(amount: Decimal) -> str:
    """Euros as people write them: 12 €, 12,50 €."""
    whole = amount == amount.to_integral_value()
    return _("%(amount)s €") % {"amount": number_format(amount, 0 if whole else 2)}


def place_text(rank: int) -> str:
    """A place of the ranking in words, as far as they are usual."""
    return str(PLACES[rank]) if rank in PLACES else _("Place number %(rank)s") % {"rank": rank}
