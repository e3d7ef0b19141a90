"""What an organiser says where something went wrong in the hall (E 17.2)."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.tabular import clean
from tournament.forms.writing import WritingForm

LONGEST = 300


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Reason (the hall sees it)"),
        max_length=LONGEST,
        error_messages={"required": _("Write the reason: it stays in the log.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class AnewForm(WritingForm):
    """A game played anew."""

    reason = _reason()


class TableChangeForm(WritingForm):
    """The table to which two pairs go with their sheet."""

    number = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=999,
        error_messages={"required": _("Write the number of a table.")},
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class MixedForm(WritingForm):
    """Two pairs that sat in each other's place, and what becomes of what they played."""

    one = forms.IntegerField()
    other = forms.IntegerField()
    what = forms.ChoiceField(choices=[(what, what) for what in ("anew", "as_played")])
    reason = _reason()


class GoneForm(WritingForm):
    """A pair that is gone before its game has begun, and what becomes of its opponent."""

    pair = forms.IntegerField(error_messages={"required": _("Choose the pair that goes away.")})
    what = forms.ChoiceField(choices=[(what, what) for what in ("walkover", "move_in")])
    reason = _reason()
    withdraws = forms.BooleanField(label=_("It is not in the coming rounds either"), required=False)


class ReplacementForm(WritingForm):
    """Who comes in the place of which player, and for how long."""

    player = forms.TypedChoiceField(
        label=_("Who does not play"), coerce=int, choices=[(1, "1"), (2, "2")], widget=forms.RadioSelect
    )
    name = forms.CharField(
        label=_("Who plays instead"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
    )
    for_good = forms.TypedChoiceField(
        label=_("For how long"),
        coerce=lambda value: value == "yes",
        choices=[("no", _("For this round alone")), ("yes", _("For good"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, names: tuple[str, str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["player"].choices = list(enumerate(names, start=1))  # type: ignore[attr-defined]

    @property
    def came(self) -> str:
        return clean(self.cleaned_data["name"])


def numbers_asked(asked: Mapping[str, str], *names: str) -> list[int | None]:
    """Pairs or tables of an address; what is no number asks for nothing."""
    texts = (asked.get(name, "") for name in names)
    return [int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None for text in texts]
