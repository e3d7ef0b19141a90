"""The whole sheet of a confirmed game as it shall stand, and what becomes of the round in play."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.core.corrections import Again, parse_line
from tournament.forms.sheet import MOST_TYPED, SIDES, entry_of, row_sentence
from tournament.forms.writing import WritingForm
from tournament.services.corrections import CorrectedSheet, Decision
from tournament.services.hands import HandEntry
from tournament.texts_corrections import in_its_row

LONGEST_NOTICE = 300
NEEDS_REASON = _("Write the reason: it stays in the log.")
STOPPED = [("", ""), ("time", "time"), ("last_hand", "last_hand")]


class CorrectionForm(WritingForm):
    """The sheet row by row as one types it, totals where it has no hands, the opening draw, how it ended, and why."""

    rows = forms.CharField(required=False, max_length=4000, widget=forms.Textarea)
    total_a = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    total_b = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    opening_draw = forms.ChoiceField(required=False, choices=[("", ""), *SIDES])
    stopped = forms.ChoiceField(required=False, choices=STOPPED)
    reason = forms.CharField(max_length=300, error_messages={"required": NEEDS_REASON})

    def clean_rows(self) -> tuple[HandEntry, ...]:
        """Every row that cannot be read is told, with its number; empty lines are none."""
        lines = [line for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        entries, unreadable = _read(lines)
        if unreadable:
            raise forms.ValidationError(unreadable)
        return tuple(entries)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if (data.get("total_a") is None) != (data.get("total_b") is None) and not self.errors:
            self.add_error("total_a", _("Write both totals, or neither."))
        return data

    @property
    def sheet(self) -> CorrectedSheet:
        said = self.cleaned_data
        totals = None if said["total_a"] is None else (said["total_a"], said["total_b"])
        return CorrectedSheet(said["rows"], totals, said["opening_draw"], said["stopped"])

    def typed(self) -> dict[str, str]:
        """Everything that was typed, to go on with."""
        names = ("rows", "total_a", "total_b", "opening_draw", "stopped", "reason", "version")
        return {name: str(self[name].value() or "") for name in names}


def _read(lines: Iterable[str]) -> tuple[list[HandEntry], list[str]]:
    entries: list[HandEntry] = []
    unreadable: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            entries.append(entry_of(parse_line(line)))
        except RuleError as refusal:
            refusal.facts["row"] = number
            unreadable.append(in_its_row(refusal, row_sentence(refusal)))
    return entries, unreadable


class DecisionForm(forms.Form):
    """Whether the pairing stays, and what the hall is told; `tables_…` are the tables shown beside a choice."""

    again = forms.ChoiceField(choices=[(each.value, each.value) for each in Again])
    announcement = forms.CharField(required=False, max_length=LONGEST_NOTICE)

    @property
    def decision(self) -> Decision:
        again = Again(self.cleaned_data["again"])
        shown = self.data.get(f"tables_{again}", "").split()
        return Decision(
            again, tuple(int(each) for each in shown if each.isascii() and each.isdigit())[:MOST_TYPED]
        )

    @property
    def needs_the_word(self) -> bool:
        """Where sheets with hands would be void."""
        return self.cleaned_data["again"] in (Again.UNCONFIRMED, Again.ALL)
