"""Which sheets are printed, and how: what an address asks for (`?taula=7,12,20-25&paper=a4`)."""

import re
from collections.abc import Collection
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament.printing.jobs import Wanted, What

MOST_BLANKS = 500
USUAL_BLANKS = 10
A5, A4 = "a5", "a4"
WITH_BACK, WITHOUT_BACK = "si", "no"
MANY = ("taula", "parella")  # fields that may come more than once
_PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII)


class NumbersField(forms.CharField):
    """Numbers and ranges: «7, 12, 20-25»."""

    def clean(self, value: Any) -> frozenset[int]:
        """Every number named. Raises ValidationError for what is neither a number nor a range."""
        numbers: set[int] = set()
        for part in re.split(r"[,;]", super().clean(value)):
            if not part.strip():
                continue
            found = _PART.fullmatch(part.strip())
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
            if first > last:
                raise forms.ValidationError(
                    _("“%(part)s” is neither a number nor a range such as 20-25."),
                    params={"part": part.strip()},
                )
            numbers.update(range(first, last + 1))
        return frozenset(numbers)


class SheetsForm(forms.Form):
    """`tables` and `pairs` are those of the round: only they can be asked for. Where there are none, the sheets are
    blank. What is not asked for is as usual."""

    mena = forms.ChoiceField(
        label=gettext_lazy("What is on them"),
        required=False,
        choices=[
            (What.TO_PLAY, gettext_lazy("Names and tables, to play")),
            (What.RECORD, gettext_lazy("All that is written of the game, to give away")),
            (What.TO_SIGN, gettext_lazy("The same to be signed, in place of a lost sheet")),
            (What.BLANK, gettext_lazy("Nothing: blank sheets")),
        ],
    )
    taula = NumbersField(
        label=gettext_lazy("Only these tables"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("For example 7, 12, 20-25. Empty: all."),
    )
    parella = NumbersField(label=gettext_lazy("And those of these pairs"), required=False, max_length=200)
    quants = forms.IntegerField(
        label=gettext_lazy("How many blank sheets"), required=False, min_value=1, max_value=MOST_BLANKS
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        required=False,
        choices=[
            (A5, gettext_lazy("A5, one sheet")),
            (A4, gettext_lazy("A4, two sheets side by side, to cut")),
        ],
    )
    revers = forms.ChoiceField(
        label=gettext_lazy("Back of the sheet"),
        required=False,
        choices=[(WITH_BACK, gettext_lazy("with the back")), (WITHOUT_BACK, gettext_lazy("front only"))],
    )
    llengua = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=settings.LANGUAGES)

    def __init__(
        self,
        asked: QueryDict | None = None,
        *,
        tables: Collection[int] = (),
        pairs: Collection[int] = (),
        initial: dict[str, Any] | None = None,
    ) -> None:
        usual = {"mena": What.TO_PLAY, "llengua": get_language(), "quants": USUAL_BLANKS}
        super().__init__(_joined(asked) if asked is not None else None, initial=usual | (initial or {}))
        self._tables, self._pairs = tables, pairs
        if not tables:
            for name in ("mena", *MANY):
                del self.fields[name]

    def clean_taula(self) -> frozenset[int]:
        return self._known("taula", self._tables, _("There is no table %(number)s in this round."))

    def clean_parella(self) -> frozenset[int]:
        return self._known("parella", self._pairs, _("Pair %(number)s plays at no table of this round."))

    def _known(self, field: str, known: Collection[int], refusal: str) -> frozenset[int]:
        asked: frozenset[int] = self.cleaned_data[field]
        if unknown := sorted(asked.difference(known)):
            raise forms.ValidationError(refusal, params={"number": unknown[0]})
        return asked

    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        said = self.cleaned_data
        return Wanted(
            what=What(said.get("mena", What.BLANK) or What.TO_PLAY),
            tables=said.get("taula", frozenset()),
            pairs=said.get("parella", frozenset()),
            blanks=said["quants"] or USUAL_BLANKS,
            back=said["revers"] != WITHOUT_BACK,
            two_up=said["paper"] == A4,
        )


def _joined(asked: QueryDict) -> QueryDict:
    """A field that came several times is one list."""
    joined = asked.copy()
    joined.setdefault("mena", What.TO_PLAY)
    for name in MANY:
        joined[name] = ",".join(asked.getlist(name))
    return joined
