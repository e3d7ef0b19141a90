"""What the desk does to one game, one function an action: read the form, call the service, say what was done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access import may_decide
from tournament.core.tabular import clean
from tournament.forms.game import RemarkForm, TimesForm
from tournament.forms.infractions import LeaveForm, StayForm
from tournament.forms.sheet import (
    AwardForm,
    DeskHandForm,
    FormRefused,
    LastHandForm,
    NoteForm,
    ReasonForm,
    SideForm,
    SourceForm,
    StopForm,
    TotalsForm,
)
from tournament.forms.writing import client_id_of, version_of
from tournament.queries.games import GameView, game_of
from tournament.queries.rounds import clock_of_table
from tournament.services import before_play, games, hands, leaving, remarks, sheets, signing
from tournament.views import hand_texts

F = TypeVar("F", bound=forms.Form)


@dataclass(frozen=True)
class Step:
    """One form sent for one game."""

    request: HttpRequest
    view: GameView

    @property
    def game_id(self) -> int:
        return self.view.game.pk

    def read(self, form_class: type[F]) -> F:
        """The form as it was sent. Raises FormRefused."""
        form = form_class(self.request.POST)
        if not form.is_valid():
            raise FormRefused(form)
        return form

    def who(self) -> dict[str, Any]:
        """Who sends it and under which id."""
        actor = self.request.actor  # type: ignore[attr-defined]
        return {"actor": actor, "client_id": client_id_of(self.request)}

    def versioned(self) -> dict[str, Any]:
        """The same with the version that the form was based on."""
        return {"version": version_of(self.request), **self.who()}


def hand(step: Step) -> str:
    """The next hand, where it was typed under the last one that is there."""
    entry = step.read(DeskHandForm).entry
    after, reason = step.request.POST.get("after", "")[:40], _why(step)
    answer = hands.record_hand(
        step.game_id, entry, after=after, reason=reason, now=timezone.now(), **step.who()
    )
    facts = {"number": answer["number"], "hand": hand_texts.entry_text(entry, step.view)}
    if answer["number"] is None:
        return _("Written down: %(hand)s.") % facts
    return _("Hand %(number)s: %(hand)s.") % facts


def change_hand(step: Step) -> str:
    """A row corrected, or turned to the other pair."""
    sequence = _sequence(step)
    entry = None if "turn" in step.request.POST else step.read(DeskHandForm).entry
    hands.change_hand(step.game_id, sequence, entry, reason=_why(step), **step.versioned())
    view = game_of(step.view.game.round.championship, step.game_id) or step.view
    row = next((row for row in view.hands if row.sequence == sequence), None)
    return _("It is now: %(hand)s.") % {"hand": hand_texts.stored_text(row, view)}


def _why(step: Step) -> str:
    """The reason of somebody who may decide alone (E 17.2)."""
    return step.read(NoteForm).cleaned_data["reason"] if may_decide(step.request) else ""


def _sequence(step: Step) -> int:
    text = step.request.POST.get("sequence", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def flip_sides(step: Step) -> str:
    """The whole sheet was written on the wrong sides."""
    hands.flip_sides(step.game_id, **step.versioned())
    return _("Every hand has gone to the other pair.")


def undo(step: Step) -> str:
    last = hand_texts.stored_text(step.view.hands[-1] if step.view.hands else None, step.view)
    hands.remove_last_hand(step.game_id, **step.versioned())
    return _("Removed: %(hand)s.") % {"hand": last}


def paper(step: Step) -> str:
    """The table's paper has come to the desk."""
    sheets.paper_came(step.game_id, **step.who())
    return _("The paper is here.")


def totals(step: Step) -> str:
    """Only the totals; the winner of the opening draw beside them, where it was ticked."""
    form = step.read(TotalsForm)
    draw_winner = form.cleaned_data["opening_draw"] or None
    facts = {"opening_draw": draw_winner, "reason": _why(step)}
    games.record_totals(step.game_id, form.totals, **facts, **step.versioned())
    return _("Totals: %(a)s – %(b)s.") % {"a": form.totals[0], "b": form.totals[1]}


def clear_totals(step: Step) -> str:
    games.clear_totals(step.game_id, **step.versioned())
    return _("The typed totals are gone.")


def choose(step: Step) -> str:
    chosen = step.read(SourceForm).cleaned_data
    source = chosen["source"]
    games.choose(step.game_id, source, remark=chosen["remark"], **step.versioned())
    return _("The hands count.") if source == "hands" else _("The typed totals count.")


def draw(step: Step) -> str:
    side = step.read(SideForm).cleaned_data["side"]
    hands.set_opening_draw(step.game_id, side, **step.versioned())
    return _("Opening draw: pair %(number)s.") % {"number": _seat_number(step, side)}


def stop(step: Step) -> str:
    """Before the floor only an organiser's reason ends it (E 17.2)."""
    hands.stop(step.game_id, step.read(StopForm).cleaned_data["why"], reason=_why(step), **step.versioned())
    return _("The game is over as it stands.")


def play_on(step: Step) -> str:
    hands.play_on(step.game_id, **step.versioned())
    return _("The game goes on.")


def last_hand(step: Step) -> str:
    number = step.read(LastHandForm).cleaned_data["number"]
    hands.set_last_hand(step.game_id, number, **step.versioned())
    if number is None:
        return _("No last hand any more.")
    return _("The last hand is hand %(number)s.") % {"number": number}


def walkover(step: Step) -> str:
    side, reason = step.read(SideForm).cleaned_data["side"], step.read(NoteForm).cleaned_data["reason"]
    games.walkover(step.game_id, side, reason=reason, **step.versioned())
    return _("Pair %(number)s wins without play.") % {"number": _seat_number(step, side)}


def leave(step: Step) -> str:
    """A pair goes away in mid-game (D 8)."""
    said = step.read(LeaveForm).cleaned_data
    facts = {"reason": said["reason"], "withdraws": said["withdraws"]}
    leaving.leave(step.game_id, said["side"], **facts, **step.versioned())
    return _("Pair %(number)s has left the game, which counts as lost.") % {
        "number": _seat_number(step, said["side"])
    }


def stay(step: Step) -> str:
    comes_back = step.read(StayForm).cleaned_data["comes_back"]
    leaving.stay(step.game_id, comes_back=comes_back, **step.versioned())
    return _("The pair plays on.")


def both_absent(step: Step) -> str:
    reason = step.read(NoteForm).cleaned_data["reason"]
    games.both_absent(step.game_id, reason=reason, **step.versioned())
    return _("Neither pair was present: both lose 0–0.")


def award(step: Step) -> str:
    form = step.read(AwardForm)
    reason = form.cleaned_data["reason"]
    games.award(step.game_id, form.points, form.wins2, reason=reason, **step.versioned())
    return _("Result set by the organisers: %(a)s – %(b)s.") % {"a": form.points[0], "b": form.points[1]}


def undo_ruling(step: Step) -> str:
    reason = step.read(NoteForm).cleaned_data["reason"]
    games.undo_ruling(step.game_id, reason=reason, **step.versioned())
    return _("The ruling is taken back: the game is open again.")


def confirm(step: Step) -> str:
    if step.view.is_confirmed and step.view.counted:
        a, b = step.view.counted
        return _("Table %(table)s was already confirmed: %(a)s – %(b)s.") % {
            "table": step.view.table,
            "a": a,
            "b": b,
        }
    remark = step.read(RemarkForm).cleaned_data["remark"] if may_decide(step.request) else ""
    result = games.confirm(step.game_id, remark=remark, **step.versioned())
    facts = {"table": step.view.table, "a": result.points[0], "b": result.points[1]}
    return _("Table %(table)s confirmed: %(a)s – %(b)s.") % facts


def reopen(step: Step) -> str:
    reason = step.read(ReasonForm).cleaned_data["reason"]
    games.reopen(step.game_id, reason=reason, **step.versioned())
    return _("The game is open again and out of the standings.")


def boxes(step: Step) -> str:
    """The boxes of the paper sheet, and what the table agreed."""
    sent = step.request.POST
    before_play.accept(
        step.game_id,
        dealing=sent.get("dealing", ""),
        gathering=sent.get("gathering", ""),
        agreements=clean(sent.get("agreements", "")),
        **step.versioned(),
    )
    return _("The boxes of the sheet are noted.")


def times(step: Step) -> str:
    """Start and end, near the publication."""
    game, championship = step.view.game, step.view.game.round.championship
    started, ended = step.read(TimesForm).instants(
        (game.started_at, game.ended_at),
        zone=ZoneInfo(championship.time_zone),
        published=clock_of_table(game, timezone.now()).start,
    )
    games.set_times(step.game_id, started, ended, **step.versioned())
    return _("The times are noted.")


def remark(step: Step) -> str:
    remarks.remark(step.game_id, step.read(RemarkForm).cleaned_data["remark"], **step.who())
    return _("The remark is on the sheet.")


def unlock(step: Step) -> str:
    signing.unlock(step.game_id, **step.versioned())
    return _("The pairs may try their codes again.")


def _seat_number(step: Step, side: str) -> int:
    seat = step.view.a if side == "a" or step.view.b is None else step.view.b
    return seat.number


Action = Callable[[Step], str]

TYPING: dict[str, Action] = {
    "hand": hand,
    "change_hand": change_hand,
    "undo": undo,
    "flip_sides": flip_sides,
    "paper": paper,
    "totals": totals,
    "clear_totals": clear_totals,
    "draw": draw,
    "boxes": boxes,
    "stop": stop,
    "play_on": play_on,
    "times": times,
    "confirm": confirm,
}
DECIDING: dict[str, Action] = {
    "choose": choose,
    "last_hand": last_hand,
    "walkover": walkover,
    "both_absent": both_absent,
    "leave": leave,
    "stay": stay,
    "award": award,
    "undo_ruling": undo_ruling,
    "reopen": reopen,
    "unlock": unlock,
    "remark": remark,
}
