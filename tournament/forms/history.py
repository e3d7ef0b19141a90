"""What is looked for in the history."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.queries.history import Asked

Choices = Sequence[tuple[str, str]]


def _number(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=9999,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": _("Write a number.")},
    )


class HistoryForm(forms.Form):
    """Every field may stay empty; what is wrong in one is said, and the others hold."""

    q = forms.CharField(
        label=_("Text"), required=False, max_length=80, widget=forms.TextInput({"type": "search"})
    )
    ronda = _number(_("Round"))
    taula = _number(_("Table"))
    parella = _number(_("Pair"))
    qui = forms.ChoiceField(label=_("Who"), required=False)
    que = forms.ChoiceField(label=_("What"), required=False)

    def __init__(self, data: Mapping[str, Any], *, authors: Choices, kinds: Choices) -> None:
        super().__init__(data)
        self.fields["qui"].choices = [("", _("Everybody")), *authors]
        self.fields["que"].choices = [("", _("Everything")), *kinds]
        self.is_valid()

    @property
    def text(self) -> str:
        return str(self.cleaned_data.get("q", ""))

    @property
    def asked(self) -> Asked:
        said = self.cleaned_data
        return Asked(
            round_number=said.get("ronda"),
            table=said.get("taula"),
            pair=said.get("parella"),
            who=said.get("qui", ""),
            what=said.get("que", ""),
        )

    @property
    def spoken(self) -> list[str]:
        """What is looked for, field by field: «Round: 2»."""
        said = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        return [f"{self.fields[name].label}: {self._word(name, value)}" for name, value in said.items()]

    def _word(self, name: str, value: object) -> str:
        return str(dict(getattr(self.fields[name], "choices", ())).get(value, value))

    @property
    def is_asking(self) -> bool:
        """Whether anything is looked for at all."""
        return any(value not in ("", None) for value in self.cleaned_data.values())
