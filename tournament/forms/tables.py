"""How many tables have a card."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.writing import WritingForm
from tournament.services.tables import MOST_TABLES


class TablesForm(WritingForm):
    """Tables 1 to this number."""

    number = forms.IntegerField(
        label=_("Tables of the hall"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("Tables that have a card keep it: no card on a table becomes worthless."),
        error_messages={"required": _("Write how many tables there are.")},
    )
