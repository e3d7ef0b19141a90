"""The settings of a championship: its details and its regulation, and which of them are fixed by now."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.regulation import FIELDS as REGULATION_FIELDS
from tournament.forms.championships import DetailsForm
from tournament.forms.regulation import as_plain, as_typed, regulation_fields, value_as_typed
from tournament.models import Championship
from tournament.services.championships import (
    FREE_FIELDS,
    HIGHEST_FEE,
    LOCKED_DETAILS,
    MOST_PAIRS,
    ChampionshipDetails,
)
from tournament.texts import FIELDS as LABELS
from tournament.texts_prints import money_text

GROUPS = (
    (_("Championship"), ("name", "day", "place", "time_zone", "fee", "capacity", "phones_at_tables", "second_check")),
    (_("What the hall reads"), ("live_scores", "secret_last_round", "hand_word")),
    (_("Rounds and draw"), ("rounds", "pairing_method", "club_rule", "lot_seed")),
    (
        _("Length of a game"),
        ("target_points", "max_hands", "min_minutes", "time_limit_minutes", "at_time", "no_show_minutes"),
    ),
    (_("Result"), ("tie_rule", "winner_cap", "walkover_points", "bye_points", "missed_round")),
    (
        _("Cards and calls"),
        (
            "variant", "eastern_second_scoring", "eastern_safe_charge", "dealer", "sant_vicenc",
            "sant_vicenc_on_botifarra", "doubling_scale", "misdeal_ladder", "revoke_mendable_until",
        ),
    ),
    (_("Ranking and sheet"), ("ranking_order", "group_points", "sheet_of_record", "protest_until")),
)  # fmt: skip

METHODS = {
    Championship.Method.ADJACENT: _("Neighbours in the ranking: 1–2, 3–4 …"),
    Championship.Method.HALVES: _("Upper half against lower half: 1–5, 2–6 …"),
    Championship.Method.FOLD: _("First against last: 1–8, 2–7 …"),
    Championship.Method.RANDOM: _("By lot"),
}
CLUB_RULES = {
    Championship.ClubRule.NEVER: _("Clubs do not matter"),
    Championship.ClubRule.FIRST_ROUND: _("Kept apart in the first round, where possible"),
    Championship.ClubRule.ALWAYS: _("Always kept apart, where possible"),
}
HAND_WORDS = {
    Championship.HandWord.DAT: pgettext_lazy("what a hand is called", "dat"),
    Championship.HandWord.MA: pgettext_lazy("what a hand is called", "mà"),
}


@dataclass(frozen=True)
class Difference:
    """A setting that says one thing now and another in the form."""

    label: Any
    stored: str
    typed: str


class SettingsForm(DetailsForm):
    """Everything about a championship. What round 1 has fixed is shown and cannot be changed."""

    fee = forms.DecimalField(
        label=_("Fee, in euros a pair"),
        min_value=0,
        max_value=HIGHEST_FEE,
        max_digits=6,
        decimal_places=2,
        required=False,
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
        help_text=_("Who has paid is ticked on the page of the pair and where pairs are checked in."),
    )
    capacity = forms.IntegerField(
        label=_("Most pairs"),
        min_value=1,
        max_value=MOST_PAIRS,
        required=False,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("Empty: as many as come."),
    )
    pairing_method = forms.ChoiceField(
        label=_("Who meets whom among equals"),
        choices=list(METHODS.items()),
        help_text=_(
            "From the second round on: pairs with as many wins meet. The first round is always by lot."
        ),
    )
    club_rule = forms.ChoiceField(label=_("Pairs of one club"), choices=list(CLUB_RULES.items()))
    lot_seed = forms.CharField(
        label=LABELS["lot_seed"],
        max_length=60,
        required=False,
        help_text=_(
            "From these letters the first round follows, and anybody can check it. Choose them in public."
        ),
    )

    live_scores = forms.BooleanField(
        label=_("Scores are seen while games go on"),
        required=False,
        help_text=_("Otherwise the pages and the screen show a result when it is confirmed."),
    )
    secret_last_round = forms.BooleanField(
        label=_("Keep the results of the last round for the ceremony"),
        required=False,
        help_text=_(
            "Nobody reads them until the ceremony has told the first place, on the page of the screen."
        ),
    )
    hand_word = forms.ChoiceField(label=_("What you call it: dat or mà"), choices=list(HAND_WORDS.items()))

    def __init__(self, championship: Championship, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=_initial(championship))
        self.fields.update(regulation_fields())
        self.is_locked = championship.state != Championship.State.SETUP
        for name in _locked_names() if self.is_locked else ():
            self.fields[name].disabled = True

    @property
    def groups(self) -> Iterator[tuple[Any, list[BoundField]]]:
        """The fields under their titles."""
        for title, names in GROUPS:
            yield title, [self[name] for name in names]

    @property
    def details(self) -> ChampionshipDetails:
        typed = self.values(*ChampionshipDetails.__dataclass_fields__)
        return ChampionshipDetails(**typed | {"fee": typed["fee"] or Decimal(0)})

    @property
    def regulation_changes(self) -> dict[str, Any]:
        """Plain values of the regulation's fields that may still change."""
        free = [name for name in REGULATION_FIELDS if not self.fields[name].disabled]
        return as_plain(self.values(*free))

    def differences(self) -> tuple[Difference, ...]:
        """What is stored now beside what was typed, where they differ."""
        return tuple(self._differing(name for _title, names in GROUPS for name in names))

    def _differing(self, names: Iterable[str]) -> Iterator[Difference]:
        for name in names:
            stored, typed = self.initial.get(name), self.cleaned_data.get(name)
            if name in self.cleaned_data and (stored or None) != (typed or None):
                field = self.fields[name]
                yield Difference(field.label, _shown(field, stored), _shown(field, typed))


def _initial(championship: Championship) -> dict[str, Any]:
    details = {name: getattr(championship, name) for name in ChampionshipDetails.__dataclass_fields__}
    return {**details, **as_typed(championship.regulation), "version": championship.settings_version}


def _locked_names() -> list[str]:
    return [name for name in (*REGULATION_FIELDS, *LOCKED_DETAILS) if name not in FREE_FIELDS]


def setting_text(name: str, plain: Any) -> str:
    """A stored setting as people read it."""
    return _shown(SETTINGS[name], value_as_typed(name, plain))


def _shown(field: forms.Field, value: Any) -> str:
    if isinstance(value, list):
        return " · ".join(_shown(field, item) for item in value)
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(field, forms.DecimalField):
        return money_text(Decimal(value or 0))
    choices = dict(_choices(field))
    return str(choices.get(value, value if value not in (None, "") else "—"))


def _choices(field: forms.Field) -> list[tuple[Any, Any]]:
    inner = getattr(field, "fields", None)
    return list(getattr(inner[0] if inner else field, "choices", ()))


SETTINGS: dict[str, forms.Field] = {**SettingsForm.base_fields, **regulation_fields()}
