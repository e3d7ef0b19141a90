"""Forms of the hall's screen: what it shows, a message, a break, the ceremony."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.championships import next_at
from tournament.forms.writing import WritingForm
from tournament.queries.screen import LONGEST_MESSAGE, Order, Show
from tournament.texts_screen import ORDERS, SHOWN


class ShowForm(WritingForm):
    """A button each; the order of the pairings goes along."""

    show = forms.ChoiceField(choices=list(SHOWN.items()))
    order = forms.ChoiceField(
        label=_("Order of the pairings"),
        choices=list(ORDERS.items()),
        widget=forms.RadioSelect,
        required=False,
    )

    @property
    def chosen(self) -> tuple[Show, Order | None]:
        order = self.cleaned_data["order"]
        return Show(self.cleaned_data["show"]), Order(order) if order else None


class MessageForm(WritingForm):
    message = forms.CharField(
        label=_("Message to the hall"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": _("Write the message that the hall shall read.")},
        help_text=_(
            "Few words, that all can read from their seat. It stays until you choose something else."
        ),
    )


class BreakForm(WritingForm):
    """Until when there is a break; empty where it is said aloud."""

    until = forms.TimeField(
        label=_("Play goes on at"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Write the time as hours and minutes, for example 12:30.")},
        help_text=_("For the screen alone: to stop the clocks, note a pause."),
    )

    def instant(self, zone: str, now: datetime) -> datetime | None:
        wall = self.cleaned_data["until"]
        return next_at(wall, zone, now) if wall else None


class CeremonyForm(WritingForm):
    prizes = forms.IntegerField(
        label=_("Places that are told"),
        min_value=1,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "required": _("Write how many places are told."),
            "invalid": _("Write a whole number."),
        },
    )
    with_result = forms.BooleanField(label=_("With games won and difference"), required=False, initial=True)
