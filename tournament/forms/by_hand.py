"""The round that was made by hand."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.writing import WritingForm


class RoundByHandForm(WritingForm):
    """A line a table, and who rests."""

    text = forms.CharField(
        label=_("Tables"),
        help_text=_(
            "A line a table: 14 3 or 14-3. The first line is table 1; with 7: 14 3 it is table 7, and so on from "
            "there. A number alone rests."
        ),
        widget=forms.Textarea({"rows": 14, "class": "tabular", "spellcheck": "false", "autocomplete": "off"}),
        max_length=20000,
        error_messages={"required": _("Write the tables, a line each.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Only where two meet again, or results are still missing (art. 17.2)."),
        required=False,
        max_length=300,
    )
