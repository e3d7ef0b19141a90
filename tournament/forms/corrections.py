"""The whole sheet of a confirmed game as it shall stand, and what becomes of the round in play."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.core.corrections import Again, parse_line
from tournament.forms.sheet import MOST_TYPED, SIDES, WINS, entry_of, row_sentence
from tournament.forms.writing import WritingForm
from tournament.queries.games import GameView
from tournament.services.breaking import DECIDABLE
from tournament.services.corrections import CorrectedRuling, CorrectedSheet, Decision
from tournament.services.hands import MOST_HANDS, HandEntry
from tournament.texts_corrections import in_its_row

LONGEST_NOTICE = 300
NEEDS_REASON = _("Write the reason: it stays in the log.")
AWARDED = "awarded"
RULED = {
    "walkover_a": ("walkover", "a"),
    "walkover_b": ("walkover", "b"),
    "both_absent": ("both_absent", ""),
    AWARDED: ("awarded", ""),
}
"""What each choice is: a kind of game, and the side that wins a walkover."""
STOPPED = [("", ""), ("time", "time"), ("last_hand", "last_hand")]


class CorrectionForm(WritingForm):
    """The sheet row by row as one types it, totals where it has no hands, the opening draw, how it ended, and why."""

    rows = forms.CharField(required=False, max_length=4000, widget=forms.Textarea)
    total_a = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    total_b = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    opening_draw = forms.ChoiceField(required=False, choices=[("", ""), *SIDES])
    stopped = forms.ChoiceField(required=False, choices=STOPPED)
    last_hand = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        error_messages={"invalid": _("Write the number of a hand, or nothing.")},
    )
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
        ended = (said["stopped"], said["last_hand"])
        return CorrectedSheet(said["rows"], totals, said["opening_draw"], *ended)

    def typed(self) -> dict[str, str]:
        """Everything that was typed, to go on with."""
        return _typed(
            self, "rows", "total_a", "total_b", "opening_draw", "stopped", "last_hand", "reason", "version"
        )


class RulingForm(WritingForm):
    """A result that nobody played, as it shall stand: who was not there, or the points and who wins; and why."""

    ruling = forms.ChoiceField(
        choices=[(name, name) for name in RULED], error_messages={"required": _("Say what it shall be.")}
    )
    points_a = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    points_b = forms.IntegerField(required=False, min_value=0, max_value=MOST_TYPED)
    wins = forms.ChoiceField(required=False, choices=[("", ""), *((key, key) for key in WINS)])
    reason = forms.CharField(max_length=300, error_messages={"required": NEEDS_REASON})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        said = [data.get(name) for name in ("points_a", "points_b")]
        if data.get("ruling") == AWARDED and (None in said or not data.get("wins")):
            self.add_error("ruling", _("Write the points of both pairs, and say who wins."))
        return data

    @property
    def sheet(self) -> CorrectedRuling:
        said = self.cleaned_data
        kind, winner = RULED[said["ruling"]]
        if said["ruling"] != AWARDED:
            return CorrectedRuling(kind, winner)
        return CorrectedRuling(kind, points=(said["points_a"], said["points_b"]), wins2=WINS[said["wins"]])

    def typed(self) -> dict[str, str]:
        """Everything that was typed, to go on with."""
        return _typed(self, "ruling", "points_a", "points_b", "wins", "reason", "version")


def _typed(form: forms.Form, *names: str) -> dict[str, str]:
    values = {name: form[name].value() for name in names}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def ruling_of(view: GameView) -> dict[str, Any]:
    """A result that nobody played as the form would say it."""
    said = (view.kind.value, view.game.winner)
    name = next(name for name, ruled in RULED.items() if ruled == said)
    award = view.game.award or {"points": [None, None], "wins2": None}
    won = award["wins2"] and tuple(award["wins2"])
    return {
        "ruling": name,
        "points_a": award["points"][0],
        "points_b": award["points"][1],
        "wins": next((key for key, wins2 in WINS.items() if wins2 == won), ""),
        "version": view.game.version,
    }


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
    """Whether the pairing stays, what the hall is told, and what is decided against a rule, as it was ticked beside it
    (E 17.2); `tables_…` are the tables shown beside a choice."""

    again = forms.ChoiceField(choices=[(each.value, each.value) for each in Again])
    announcement = forms.CharField(required=False, max_length=LONGEST_NOTICE)
    decided = forms.MultipleChoiceField(required=False, choices=[(code, code) for code in DECIDABLE])

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
