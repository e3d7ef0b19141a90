"""Forms to set up a championship and to announce the end of a round."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from scoring.presets import DEFAULT_PRESET, PRESETS
from tournament.forms.writing import WritingForm
from tournament.services.championships import ChampionshipDetails

DEFAULT_ZONE = "Europe/Madrid"
NOT_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")
LONG_AGO = timedelta(hours=12)  # an hour so far behind is meant for tomorrow

PRESET_NAMES = {
    "vilaplana-2011": "Vilaplana 2011",
    "vilaplana-2017": "Vilaplana 2017",
    "ponent": "Ponent (Torrefarrera)",
    "lloret-2014": "Lloret 2014",
    "girona-2016": "Girona 2016",
    "casual": _("Casual games"),
}


def zones() -> list[tuple[str, str]]:
    """Time zones that are named after places, our own first."""
    names = {name for name in available_timezones() if "/" in name and not name.startswith(NOT_PLACES)}
    ordered = (DEFAULT_ZONE, *sorted(names - {DEFAULT_ZONE}))
    return [(name, name.replace("_", " ")) for name in ordered]


class DetailsForm(WritingForm):
    """What the organisers say about their championship."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("Write the name of the championship.")},
    )
    day = forms.DateField(
        label=_("Day"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Write the day."), "invalid": _("Write a day of the calendar.")},
    )
    place = forms.CharField(
        label=_("Place"), max_length=80, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), initial=DEFAULT_ZONE, choices=zones)
    phones_at_tables = forms.BooleanField(
        label=_("Phones at the tables"),
        required=False,
        initial=True,
        help_text=_(
            "Each paper sheet carries a QR code with which the table may also write its hands on a phone. "
            "Without phones, paper alone is enough."
        ),
    )
    second_check = forms.BooleanField(
        label=_("A second person checks what was typed"),
        required=False,
        help_text=_(
            "A sheet typed from paper counts when somebody else has compared it: they confirm it or send it back."
        ),
    )

    @property
    def details(self) -> ChampionshipDetails:
        names = [name for name in ChampionshipDetails.__dataclass_fields__ if name in self.cleaned_data]
        return ChampionshipDetails(**self.values(*names))


class NewChampionshipForm(DetailsForm):
    """A championship from one of the published regulations."""

    preset = forms.ChoiceField(
        label=_("Regulation"),
        choices=[(key, PRESET_NAMES[key]) for key in PRESETS],
        initial=DEFAULT_PRESET,
        widget=forms.RadioSelect,
    )


def today_in(zone: str, now: datetime) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


class AnnounceEndForm(WritingForm):
    """Until when games of the round may run (E 12.3.3.2), as the clock of the hall shows it."""

    at = forms.TimeField(
        label=_("Games may run until"),
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={
            "required": _("Write the time, for example 12:30."),
            "invalid": _("Write the time as hours and minutes, for example 12:30."),
        },
    )

    reason = forms.CharField(
        label=_("I decide it (art. 17.2), because"),
        max_length=300,
        required=False,
        help_text=_("The hall reads it."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    sure = forms.BooleanField(label=_("Yes, I mean that time"), required=False)
    is_early = False
    is_far = False

    def refuse(self, refusal: RuleError, *, beside: str | None = None) -> None:
        """Before the least time of a game an organiser may decide so all the same: then the form asks why. An end that
        is hours away it asks to be ticked."""
        super().refuse(refusal, beside=beside)
        self.is_early = refusal.code == "end_too_early" or bool(self.data.get("reason"))
        self.is_far = refusal.code in ("end_far", "end_tomorrow") or bool(self.data.get("sure"))

    def ends_at(self, zone: str, now: datetime) -> datetime:
        """The instant meant: today's, or tomorrow's where today's is half a day behind."""
        return next_at(self.cleaned_data["at"], zone, now)


def next_at(wall: time, zone: str, now: datetime) -> datetime:
    place = ZoneInfo(zone)
    meant = datetime.combine(now.astimezone(place).date(), wall, tzinfo=place)
    if meant.astimezone(UTC) < now:
        meant = meant.replace(fold=1)  # on the night when the same hour comes twice: the one still to come
    if now - meant > LONG_AGO:
        meant = datetime.combine(meant.date() + timedelta(days=1), wall, tzinfo=place)
    return meant


def preset_summaries() -> list[dict[str, Any]]:
    """Each preset with the facts of its one line."""
    return [{"key": key, "name": PRESET_NAMES[key], "rules": rules} for key, rules in PRESETS.items()]
