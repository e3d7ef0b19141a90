"""The settings of a championship: its details and its regulation, and which of them are fixed by now."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from scoring.regulation import FIELDS as REGULATION_FIELDS
from tournament.forms.championships import DetailsForm
from tournament.forms.regulation import as_plain, as_typed, regulation_fields, value_as_typed
from tournament.models import Championship
from tournament.services.championships import FREE_FIELDS, LOCKED_DETAILS, ChampionshipDetails
from tournament.texts import FIELDS as LABELS

GROUPS = (
    (_("Championship"), ("name", "day", "place", "time_zone", "phones_at_tables", "second_check")),
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


@dataclass(frozen=True)
class Difference:
    """A setting that says one thing now and another in the form."""

    label: Any
    stored: str
    typed: str


class SettingsForm(DetailsForm):
    """Everything about a championship. What round 1 has fixed is shown and cannot be changed."""

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
        return ChampionshipDetails(**self.values(*ChampionshipDetails.__dataclass_fields__))

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
    choices = dict(_choices(field))
    return str(choices.get(value, value if value not in (None, "") else "—"))


def _choices(field: forms.Field) -> list[tuple[Any, Any]]:
    inner = getattr(field, "fields", None)
    return list(getattr(inner[0] if inner else field, "choices", ()))


SETTINGS: dict[str, forms.Field] = {**SettingsForm.base_fields, **regulation_fields()}
