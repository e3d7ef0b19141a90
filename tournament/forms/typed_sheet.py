"""A whole sheet as somebody types it from paper: a column of rows, and the foot of the paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.core.typed_rows import parse_row
from tournament.forms.game import TimesForm
from tournament.forms.sheet import MOST_TYPED, entry_of, row_sentence
from tournament.services.hands import HandEntry
from tournament.services.sheets import NOT_THERE, QUESTIONS, TypedSheet

MOST_ROWS = 30
LONGEST_ROW = 40
NO_ROW = "-"
DRAWS = {"": "", "1": "a", "A": "a", "2": "b", "B": "b"}


@dataclass(frozen=True)
class TypedLine:
    """One field of the column: what was typed, and what it says or why nobody can read it."""

    text: str
    entry: HandEntry | None = None
    unreadable: str = ""


def read_lines(texts: Sequence[str]) -> tuple[TypedLine, ...]:
    """The fields of the column, down to the last one with something in it."""
    lines = [_line(text.replace("\0", "").strip()[:LONGEST_ROW]) for text in texts[:MOST_ROWS]]
    while lines and not lines[-1].text:
        lines.pop()
    return tuple(lines)


def _line(text: str) -> TypedLine:
    if not text or text == NO_ROW:
        return TypedLine(text, NOT_THERE if text else None)
    try:
        return TypedLine(text, entry_of(parse_row(text)))
    except RuleError as refusal:
        return TypedLine(text, unreadable=row_sentence(refusal))


class FootForm(TimesForm):
    """What stands below the rows of the paper; all of it may be empty."""

    draw = forms.CharField(required=False, max_length=10)
    total_a = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    total_b = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    by_time = forms.BooleanField(required=False)
    signed = forms.BooleanField(required=False)
    reason = forms.CharField(required=False, max_length=300)
    sure = forms.MultipleChoiceField(required=False, choices=[(code, code) for code in QUESTIONS])

    def clean_draw(self) -> str:
        side = DRAWS.get(self.cleaned_data["draw"].strip().upper())
        if side is None:
            raise forms.ValidationError(_("Type 1 for the left pair or 2 for the right pair."))
        return side

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        missing = [name for name in ("total_a", "total_b") if name in data and data[name] is None]
        if len(missing) == 1:
            self.add_error(missing[0], _("Write both totals, or neither."))
        return data

    @property
    def totals(self) -> tuple[int, int] | None:
        said = self.cleaned_data if self.is_bound else {}
        a, b = said.get("total_a"), said.get("total_b")
        return None if a is None or b is None else (a, b)

    def sheet(
        self,
        lines: Sequence[TypedLine],
        times: tuple[datetime | None, datetime | None],
        *,
        decides: bool = False,
    ) -> TypedSheet:
        """The whole sheet as the service takes it; the reason of somebody who may decide (E 17.2)."""
        return TypedSheet(
            tuple(line.entry for line in lines),
            opening_draw=self.cleaned_data["draw"],
            totals=self.totals,
            by_time=self.cleaned_data["by_time"],
            times=times,
            is_signed=self.cleaned_data["signed"],
            reason=self.cleaned_data["reason"] if decides else "",
        )


class SendBackForm(forms.Form):
    """What is wrong in a typed sheet."""

    reason = forms.CharField(
        max_length=300,
        error_messages={"required": _("Write what is wrong, so that it can be mended.")},
    )
