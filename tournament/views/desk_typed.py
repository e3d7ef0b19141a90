"""What somebody at the desk had typed, said back to them when it was refused."""

from collections.abc import Callable
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from tournament.forms.game import BoxesForm, RemarkForm, TimesForm
from tournament.forms.infractions import LeaveForm
from tournament.forms.sheet import (
    WINS,
    AwardForm,
    DeskHandForm,
    LastHandForm,
    NoteForm,
    ReasonForm,
    StopForm,
    TotalsForm,
)
from tournament.queries.games import GameView
from tournament.views import hand_texts

# Where a refusal comes from the rules, the form is shown again as it was sent.
FORMS: dict[str, type[forms.Form]] = {
    "hand": DeskHandForm,
    "change_hand": DeskHandForm,
    "totals": TotalsForm,
    "last_hand": LastHandForm,
    "stop": StopForm,
    "award": AwardForm,
    "reopen": ReasonForm,
    "leave": LeaveForm,
    "undo_ruling": NoteForm,
    "confirm": RemarkForm,
    "remark": RemarkForm,
    "times": TimesForm,
    "boxes": BoxesForm,
}
# Sent again, the same text would be written as the hand after the one in its place: the field is left empty.
STARTS_ANEW = ("hand_conflict", "hand_before_gone")


@dataclass(frozen=True)
class Totals:
    """Both pairs of totals, to be looked at side by side."""

    typed: tuple[str, str]
    stored: tuple[int, int]


def typed_text(action: str, form: forms.Form, view: GameView) -> str:
    """What the form said, in words; nothing for a form of buttons alone."""
    write = TEXTS.get(action)
    return write(form, view) if write else ""


def typed_totals(action: str, form: forms.Form, view: GameView) -> Totals | None:
    """The totals sent beside those that are there."""
    stored = view.typed or (view.sheet.totals if view.has_hands else view.counted)
    if action != "totals" or stored is None:
        return None
    return Totals((_said(form, "total_a"), _said(form, "total_b")), stored)


def first_wrong(action: str, form: forms.Form) -> str:
    """The field where one goes on: the first wrong one, else the first; «award.reason»."""
    if action not in FORMS:
        return ""
    names = sorted(form.fields, key=lambda name: name == "reason")  # the reason stands last
    wrong = [name for name in names if name in form.errors]
    return f"{action}.{[*wrong, *names][0]}"


def _hand(form: forms.Form, view: GameView) -> str:
    row = _said(form, "row")
    words = hand_texts.entry_text(form.entry, view) if form.is_valid() else ""  # type: ignore[attr-defined]
    if row and words:
        return _("“%(row)s” (%(words)s)") % {"row": row, "words": words}
    return words or row or _said(form, "points")


def _award(form: forms.Form, view: GameView) -> str:
    facts = {
        "a": _said(form, "points_a"),
        "b": _said(form, "points_b"),
        "winner": _winner(_said(form, "wins"), view),
        "reason": _said(form, "reason"),
    }
    return _("%(a)s – %(b)s, wins: %(winner)s, reason: %(reason)s") % facts


def _winner(wins: str, view: GameView) -> str:
    if wins not in WINS:
        return "–"
    if WINS[wins] == (1, 1):
        return _("half a win each")
    seat = {(2, 0): view.a, (0, 2): view.b}.get(WINS[wins])
    return f"{seat.number} {seat.war_name}" if seat else _("neither")


def _said(form: forms.Form, name: str) -> str:
    return str(form[name].value() or "")


TEXTS: dict[str, Callable[[forms.Form, GameView], str]] = {
    "hand": _hand,
    "change_hand": _hand,
    "totals": lambda form, view: f"{_said(form, 'total_a')} – {_said(form, 'total_b')}",
    "last_hand": lambda form, view: _said(form, "number"),
    "award": _award,
    "reopen": lambda form, view: _said(form, "reason"),
    "undo_ruling": lambda form, view: _said(form, "reason"),
    "confirm": lambda form, view: _said(form, "remark"),
    "remark": lambda form, view: _said(form, "remark"),
    "times": lambda form, view: f"{_said(form, 'started')} – {_said(form, 'ended')}",
}
