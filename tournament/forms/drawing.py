"""Forms with which a round is prepared, changed by hand and mended."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.forms.settings import CLUB_RULES, METHODS, SETTINGS, setting_text
from tournament.forms.writing import WritingForm
from tournament.models import Arrangement, Championship
from tournament.services.arrangements import LONGEST_SEED, DrawingSettings
from tournament.texts import FIELDS as LABELS

MOST = 9999
FIGURES = {"inputmode": "numeric", "autocomplete": "off", "min": 1, "class": "input is-short"}


class DrawingForm(WritingForm):
    """How the next round is drawn. The first one is always drawn by lot, so it asks for the seed alone."""

    pairing_method = forms.ChoiceField(
        label=_("Who meets whom among equals"), choices=list(METHODS.items()), required=False
    )
    lot_seed = forms.CharField(
        label=LABELS["lot_seed"],
        max_length=LONGEST_SEED,
        required=False,
        help_text=_(
            "A phrase said aloud in the hall. It is published with the pairing, so anybody can check it."
        ),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    club_rule = forms.ChoiceField(label=_("Pairs of one club"), choices=list(CLUB_RULES.items()))
    keeps_fixed_tables = forms.BooleanField(
        label=_("A fixed table stays empty when its pair sits elsewhere"), required=False
    )

    def __init__(self, championship: Championship, *args: Any, **options: Any) -> None:
        names = DrawingSettings.__dataclass_fields__
        options.setdefault("initial", {name: getattr(championship, name) for name in names})
        super().__init__(*args, **options)
        self._stored = championship
        self.fields["pairing_method" if championship.state == "setup" else "lot_seed"].disabled = True

    @property
    def settings(self) -> DrawingSettings:
        """What was chosen; what was not asked is as it stands."""
        chosen = {
            name: self.cleaned_data[name] or getattr(self._stored, name)
            for name in ("pairing_method", "lot_seed")
        }
        return DrawingSettings(**chosen, **self.values("club_rule", "keeps_fixed_tables"))


def stored_drawing(championship: Championship) -> list[tuple[Any, str]]:
    """How the next round is drawn as it stands, in words: each setting with what it says."""
    names = ("lot_seed" if championship.state == "setup" else "pairing_method", "club_rule")
    return [(SETTINGS[name].label, setting_text(name, getattr(championship, name))) for name in names]


class ArrangementForm(WritingForm):
    """What shall hold before the draw."""

    kind = forms.ChoiceField(
        label=_("What holds"),
        choices=[
            (Arrangement.Kind.APART, _("They never meet")),
            (Arrangement.Kind.TOGETHER, _("They meet in this round")),
            (Arrangement.Kind.RESTS, _("It rests in this round")),
        ],
    )
    one = forms.IntegerField(
        label=_("Pair"),
        min_value=1,
        max_value=MOST,
        widget=forms.NumberInput(FIGURES),
        error_messages={"required": _("Write the number of a pair.")},
    )
    other = forms.IntegerField(
        label=_("and pair"), min_value=1, max_value=MOST, required=False, widget=forms.NumberInput(FIGURES)
    )

    def clean(self) -> dict[str, Any]:
        """Who rests, rests alone; the others need two."""
        facts = super().clean() or self.cleaned_data
        if facts.get("kind") == Arrangement.Kind.RESTS:
            facts["other"] = None
        elif facts.get("other") is None and "other" not in self.errors:
            self.add_error("other", _("Write the number of the other pair."))
        return facts


class FixedTableForm(WritingForm):
    """Where a pair always sits (mobility); empty, where it does not matter."""

    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        min_value=1,
        max_value=MOST,
        required=False,
        widget=forms.NumberInput(FIGURES),
        help_text=_(
            "For who cannot move about: the pair always plays at this table. Empty: wherever it falls."
        ),
    )


def chosen_pairs(data: QueryDict) -> list[int]:
    """The pairs that are ticked, by number, each once."""
    numbers = (text for text in data.getlist("pair") if text.isascii() and text.isdigit() and len(text) < 6)
    return list(dict.fromkeys(map(int, numbers)))


def two_of(chosen: list[int]) -> tuple[int, int]:
    """Raises RuleError("choose_two_pairs")."""
    if len(chosen) != 2:
        raise RuleError("choose_two_pairs", "E 12.1", chosen=len(chosen))
    return chosen[0], chosen[1]


def one_of(chosen: list[int]) -> int:
    """Raises RuleError("choose_one_pair")."""
    if len(chosen) != 1:
        raise RuleError("choose_one_pair", "E 12.1", chosen=len(chosen))
    return chosen[0]
