"""What an organiser writes on a game's sheet beside its hands: remarks (E 15.4) and times (E 15.2.8)."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.clock import nearest
from tournament.services.remarks import LONGEST_REMARK


class RemarkForm(forms.Form):
    """A remark; whether it may be empty is for the rules to say."""

    remark = forms.CharField(
        required=False,
        max_length=LONGEST_REMARK,
        error_messages={"max_length": _("At most %(limit_value)s letters fit here.")},
    )


class BoxesForm(forms.Form):
    """The boxes of the sheet (E 15.3.1, 15.3.2) and the table's own words, as they were ticked and written."""

    dealing = forms.CharField(required=False, max_length=3)
    gathering = forms.CharField(required=False, max_length=3)
    agreements = forms.CharField(required=False)


class TimesForm(forms.Form):
    """Start and end, hours and minutes as on the paper; empty ones are not known."""

    started = forms.TimeField(
        required=False, error_messages={"invalid": _("Write a time, for example 10:50.")}
    )
    ended = forms.TimeField(required=False, error_messages={"invalid": _("Write a time, for example 10:50.")})

    def instants(
        self, kept: tuple[datetime | None, datetime | None], *, zone: ZoneInfo, published: datetime
    ) -> tuple[datetime | None, datetime | None]:
        """The instants meant, near the publication or the start; one that was not touched keeps its seconds."""
        started = _instant(self.cleaned_data["started"], kept[0], zone, published)
        return started, _instant(self.cleaned_data["ended"], kept[1], zone, started or published)


def _instant(typed: time | None, kept: datetime | None, zone: ZoneInfo, near: datetime) -> datetime | None:
    if typed is None:
        return None
    is_kept = kept is not None and timezone.localtime(kept, zone).strftime("%H:%M") == typed.strftime("%H:%M")
    return kept if is_kept else nearest(typed, zone, near)
