"""Forms of the desk's clock: pauses and extra minutes."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.championships import next_at
from tournament.forms.writing import WritingForm

WRONG_TIME = {"invalid": _("Write the time as hours and minutes, for example 12:30.")}


def time_field(label: Any, help_text: Any = "") -> forms.TimeField:
    """A time of the day that may be left out."""
    widget = forms.TimeInput({"type": "time"}, format="%H:%M")
    return forms.TimeField(
        label=label, help_text=help_text, required=False, widget=widget, error_messages=WRONG_TIME
    )


class PauseForm(WritingForm):
    """Why the clock stops, and from when until when."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=80,
        required=False,
        help_text=_("Everybody reads it: lunch, fire alarm…"),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    begins = time_field(_("From"), _("Empty: from now on."))
    ends = time_field(_("Play goes on at"), _("Empty: until you end it."))

    def instants(self, zone: str, now: datetime) -> dict[str, datetime | None]:
        """From when and until when, as the clock of the hall shows it."""
        typed = {name: self.cleaned_data[name] for name in ("begins", "ends")}
        return {name: next_at(wall, zone, now) if wall else None for name, wall in typed.items()}


class MinutesForm(WritingForm):
    """So many minutes more, and why; `seen` are those that there were when the form was made."""

    minutes = forms.IntegerField(
        label=_("Minutes more"),
        min_value=1,
        max_value=120,
        widget=forms.NumberInput({"inputmode": "numeric", "min": 1, "max": 120}),
        error_messages={"required": _("Write how many minutes.")},
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput())
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("Write the reason: it stays in the log.")},
    )


class LastHandForm(WritingForm):
    """Why the hand that is being played is the last before the least time of a game is over (E 17.2)."""

    reason = forms.CharField(
        label=_("Before its time: I decide it (art. 17.2), because"),
        max_length=300,
        required=False,
        help_text=_("The table reads it."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
