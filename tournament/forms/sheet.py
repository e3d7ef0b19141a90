"""What people type into a game's sheet. Forms read; whether a hand or a result can be is for the core to say."""

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.sheets import HandKind
from tournament.core.typed_rows import TypedRow, parse_row
from tournament.services.hands import HandEntry
from tournament.texts import sentence

LEVEL, PASS, LOST, REPLAY = "level", "pass", "lost", "replay"
POINTS, CARD_POINTS = "points", "card_points"
MOST_TYPED = 9999
_NUMBER = re.compile(r"[0-9]{1,4}")

SIDES = [("a", "a"), ("b", "b")]
# What a hand without points was; a form says it where it says whose the points are.
NOT_COUNTED = (LOST, REPLAY)
KINDS = {PASS: HandKind.PASS, LOST: HandKind.UNCOUNTED, REPLAY: HandKind.REPLAYED}
WINS = {
    "2-0": (2, 0),
    "0-2": (0, 2),
    "1-1": (1, 1),
    "0-0": (0, 0),
}
NEEDS_NUMBER = _("Write a whole number, without signs.")


class FormRefused(Exception):
    """A form that could not be read; it goes back to whoever typed it."""

    def __init__(self, form: forms.Form) -> None:
        super().__init__(form.errors)
        self.form = form


class ScoredForm(forms.Form):
    """Whose points, and how many, in points or in card points; a level hand, or one not played out, needs no number.

    `bid_fields` are the fields whose letters make the code of the bid; `maker` is who called, if somebody says so.
    """

    bid_fields: tuple[str, ...] = ()
    side = forms.ChoiceField(
        choices=[*SIDES, (LEVEL, LEVEL), *((kind, kind) for kind in KINDS)],
        error_messages={"required": _("Say which pair the points are for, or that nobody has any.")},
    )
    points = forms.CharField(required=False, max_length=20)
    unit = forms.ChoiceField(required=False, choices=[(POINTS, POINTS), (CARD_POINTS, CARD_POINTS)])
    maker = forms.ChoiceField(required=False, choices=[("", ""), *SIDES])
    after = forms.CharField(required=False, max_length=40)

    entry: HandEntry

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "side" in data and "points" in data:
            self._check_number(data)
        if not self.errors:
            self.entry = replace(self._entry(data), maker=data["maker"])
        return data

    def _check_number(self, data: dict[str, Any]) -> None:
        if data["side"] == LEVEL or data["side"] in KINDS:
            return
        if not data["points"].strip():
            self.add_error("points", _("Write how many points."))
        elif not _NUMBER.fullmatch(data["points"].strip()):
            self.add_error("points", NEEDS_NUMBER)

    def _entry(self, data: dict[str, Any]) -> HandEntry:
        if data["side"] in KINDS:
            return entry_of(TypedRow(kind=KINDS[data["side"]]))
        bid = "".join(data[name] for name in self.bid_fields)
        if data["side"] == LEVEL:
            return HandEntry(bid=bid, side="")
        number = int(data["points"].strip())
        if data["unit"] == CARD_POINTS:
            return HandEntry(bid=bid, side=data["side"], card_points=number)
        return HandEntry(bid=bid, side=data["side"] if number else "", points=number or None)


class HandForm(ScoredForm):
    """A hand as a table says it: trump or botifarra, and who doubled."""

    bid_fields = ("base", "doubling")
    base = forms.ChoiceField(required=False, choices=[("", ""), ("B", "B")])
    doubling = forms.ChoiceField(required=False, choices=[(code, code) for code in ("", "C", "R", "S")])


class DeskHandForm(ScoredForm):
    """A hand at the desk: typed as one row (`c 20 -`), or chosen cell by cell when the row is empty."""

    bid_fields = ("bid",)
    row = forms.CharField(required=False, max_length=40)
    bid = forms.ChoiceField(required=False, choices=[(bid.value, bid.value) for bid in Bid])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].required = False

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data.get("row", "").strip()
        if typed:
            self._read(typed)
            return self.cleaned_data
        if not self.cleaned_data.get("side"):
            self.add_error("row", _("Type the hand as it stands on the paper, for example: c 20 -"))
            return self.cleaned_data
        return super().clean()

    def _read(self, typed: str) -> None:
        try:
            self.entry = entry_of(parse_row(typed))
        except RuleError as refusal:
            self.add_error("row", row_sentence(refusal))


class TotalsForm(forms.Form):
    """Both totals as the sheet ends, without tie point or cap, and who won the opening draw where it is known."""

    total_a = forms.IntegerField(min_value=0, max_value=MOST_TYPED)
    total_b = forms.IntegerField(min_value=0, max_value=MOST_TYPED)
    opening_draw = forms.ChoiceField(required=False, choices=[("", ""), *SIDES])

    @property
    def totals(self) -> tuple[int, int]:
        return self.cleaned_data["total_a"], self.cleaned_data["total_b"]


class SideForm(forms.Form):
    """One of the two pairs."""

    side = forms.ChoiceField(choices=SIDES, error_messages={"required": _("Say which pair.")})


class StartForm(forms.Form):
    """When the game began, as the clock on the wall said it (E 15.2.8)."""

    started = forms.TimeField()


class SourceForm(forms.Form):
    """Which of two sheets is right."""

    source = forms.ChoiceField(choices=[("hands", "hands"), ("totals", "totals")])
    remark = forms.CharField(required=False)


class StopForm(forms.Form):
    """Why a game ended before 101 points or the last hand (E 12.3.3)."""

    why = forms.ChoiceField(choices=[("time", "time"), ("last_hand", "last_hand")])


class LastHandForm(forms.Form):
    """The number of the last hand that may be played (D 2); empty takes it back."""

    number = forms.IntegerField(required=False, min_value=1, max_value=99)


class ReasonForm(forms.Form):
    """Why, for the record."""

    reason = forms.CharField(
        max_length=300, error_messages={"required": _("Write the reason: it stays in the log.")}
    )


class NoteForm(forms.Form):
    """Why, where only some cases need it: the rules say which."""

    reason = forms.CharField(max_length=300, required=False)


class AwardForm(ReasonForm):
    """A result that an organiser sets alone (E 17.2)."""

    points_a = forms.IntegerField(min_value=0, max_value=MOST_TYPED)
    points_b = forms.IntegerField(min_value=0, max_value=MOST_TYPED)
    wins = forms.ChoiceField(
        choices=[(key, key) for key in WINS], error_messages={"required": _("Say who wins.")}
    )

    sure = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Points and winner that contradict each other are asked about once; an organiser may mean it (E 17.2)."""
        data = super().clean() or self.cleaned_data
        known = {"points_a", "points_b", "wins"} <= set(data)
        if known and not data["sure"] and _contradict(self.points, self.wins2):
            self.add_error("sure", _("The winner would have fewer points. If that is meant, say so below."))
        return data

    @property
    def points(self) -> tuple[int, int]:
        return self.cleaned_data["points_a"], self.cleaned_data["points_b"]

    @property
    def wins2(self) -> tuple[int, int]:
        return WINS[self.cleaned_data["wins"]]


def _contradict(points: tuple[int, int], wins2: tuple[int, int]) -> bool:
    (a, b), (wins_a, wins_b) = points, wins2
    return (a - b) * (wins_a - wins_b) < 0


class TableForm(forms.Form):
    """Which game the desk wants: its table, of the round in play or of another one."""

    table = forms.IntegerField(
        min_value=1, max_value=MOST_TYPED, error_messages={"invalid": _("Write the number of a table.")}
    )
    round = forms.IntegerField(required=False, min_value=1, max_value=99)


def entry_of(row: TypedRow) -> HandEntry:
    """A typed row as the services take it."""
    return HandEntry(
        bid=row.bid.value,
        side=row.side.value if row.side else "",
        points=row.points,
        card_points=row.card_points,
        kind=str(row.kind),
    )


def row_sentence(refusal: RuleError) -> str:
    """Why a typed row cannot be read, and how rows are typed."""
    if refusal.code != "row_unreadable":
        return sentence(refusal)
    text = _(
        "“%(text)s” cannot be read. Write the code, the points, and a dash after them for the right pair: c 20 -"
    )
    return text % {"text": refusal.facts["text"]}
