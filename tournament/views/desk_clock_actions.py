"""What the desk does to the clock, one function an action: read the form, call the service, say what was done."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from scoring.sheets import Stopped
from tournament.access import desk_actor
from tournament.core.clock import pause_at
from tournament.forms.championships import AnnounceEndForm
from tournament.forms.clock import LastHandForm, MinutesForm, PauseForm
from tournament.forms.sheet import FormRefused
from tournament.forms.writing import WritingForm, client_id_of
from tournament.models import Championship, Round
from tournament.queries.desk import current_round
from tournament.queries.games import GameView, game_of
from tournament.queries.rounds import pauses_of
from tournament.services import announcements, games, hands, pauses
from tournament.texts_clock import pause_text

A_WAIT = timedelta(minutes=5)

FORMS: dict[str, Callable[..., WritingForm]] = {
    "pause": partial(PauseForm, auto_id="pause_%s"),
    "minutes": partial(MinutesForm, auto_id="minutes_%s"),
    "table_minutes": partial(MinutesForm, auto_id="table_minutes_%s"),
    "table_end": partial(AnnounceEndForm, auto_id="table_end_%s"),
    "table_last_hand": partial(LastHandForm, auto_id="table_last_hand_%s"),
}


@dataclass(frozen=True)
class Step:
    """One form or button of the desk's clock."""

    request: HttpRequest
    championship: Championship
    now: datetime

    @property
    def sent(self) -> dict[str, Any]:
        """Who sends it, under which id and when."""
        who = {"actor": desk_actor(self.request), "client_id": client_id_of(self.request)}
        return {**who, "now": self.now}

    @property
    def game(self) -> GameView:
        """The table that is meant. Raises RuleError("game_gone")."""
        found = game_of(self.championship, self.number("game"))
        if found is None:
            raise RuleError("game_gone")
        return found

    @property
    def round_id(self) -> int:
        """The round in play. Raises RuleError("round_gone")."""
        round_ = current_round(self.championship)
        if round_ is None or round_.state != Round.State.PUBLISHED:
            raise RuleError("round_gone")
        return int(round_.pk)

    @property
    def pause_begins(self) -> datetime:
        """Which pause is meant: the one that begins then. Raises RuleError("pause_gone")."""
        return self.instant("begins") or datetime.max

    def instant(self, name: str) -> datetime | None:
        """An instant that a button carries. Raises RuleError("pause_gone") for what is none."""
        text = self.request.POST.get(name, "")
        try:
            return datetime.fromisoformat(text) if text else None
        except ValueError:
            raise RuleError("pause_gone") from None

    def number(self, name: str) -> int:
        """A number that a button carries, 0 for what is none."""
        text = self.request.POST.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    def read(self, action: str) -> Any:
        """The form as it was sent. Raises FormRefused."""
        form: forms.Form = FORMS[action](self.request.POST)
        if not form.is_valid():
            raise FormRefused(form)
        return form


def pause(step: Step) -> str:
    form = step.read("pause")
    when = form.instants(step.championship.time_zone, step.now)
    pauses.begin_pause(step.championship.pk, reason=form.cleaned_data["reason"], **when, **step.sent)
    return _("The pause is noted: every page shows it.")


def pause_end(step: Step) -> str:
    pauses.end_pause(step.championship.pk, step.pause_begins, ends=step.now, **step.sent)
    step.championship.refresh_from_db()
    other = pause_at(step.now, pauses_of(step.championship))
    if other is not None:
        text = pause_text(other, ZoneInfo(step.championship.time_zone))
        return _("That pause is over, but no time runs yet. %(pause)s.") % {"pause": text}
    return _("The pause is over: the clock runs on.")


def pause_reopen(step: Step) -> str:
    pauses.end_pause(step.championship.pk, step.pause_begins, ends=None, **step.sent)
    return _("The pause goes on.")


def pause_drop(step: Step) -> str:
    pauses.drop_pause(step.championship.pk, step.pause_begins, **step.sent)
    return _("The pause is taken out, as if it had never been.")


def minutes(step: Step) -> str:
    given = step.read("minutes").values("minutes", "reason", "seen")
    total = pauses.give_minutes(step.round_id, **given, **step.sent)
    return _("All tables have %(minutes)s minutes more in all.") % {"minutes": total}


def minutes_back(step: Step) -> str:
    given = step.number("minutes")
    pauses.give_minutes(step.round_id, -given, seen=given, **step.sent)
    return _("The extra minutes of all tables are taken back.")


def table_minutes(step: Step) -> str:
    form, game = step.read("table_minutes"), step.game
    given = form.values("minutes", "reason", "seen")
    total = pauses.give_table_minutes(game.game.pk, **given, **step.sent)
    facts = {"table": game.table, "minutes": total}
    return _("Table %(table)s has %(minutes)s minutes of its own more in all.") % facts


def table_minutes_back(step: Step) -> str:
    game, given = step.game, step.number("minutes")
    pauses.give_table_minutes(game.game.pk, -given, seen=given, **step.sent)
    return _("The extra minutes of table %(table)s are taken back.") % {"table": game.table}


def table_end(step: Step) -> str:
    form, game = step.read("table_end"), step.game
    ends_at = form.ends_at(step.championship.time_zone, step.now)
    said = {**form.values("reason", "sure"), "seen": step.request.POST.get("seen")}
    announcements.announce_table_end(game.game.pk, ends_at, **said, **step.sent)
    facts = {"table": game.table, "time": f"{form.cleaned_data['at']:%H:%M}"}
    return _("Table %(table)s may play until %(time)s.") % facts


def table_last_hand(step: Step) -> str:
    form, game = step.read("table_last_hand"), step.game
    announcements.announce_table_last_hand(game.game.pk, **form.values("reason"), **step.sent)
    return _("The last hand is announced to table %(table)s: its phone reads it.") % {"table": game.table}


def table_take_back(step: Step) -> str:
    game = step.game
    announcements.take_back_at_table(game.game.pk, **step.sent)
    return _("What was announced to table %(table)s is taken back.") % {"table": game.table}


def close_table(step: Step) -> str:
    """The end has come (E 12.3.3): the sheet is closed as it stands."""
    game = step.game
    by_hand = game.game.last_hand_at or game.game.round.last_hand_at
    hands.stop(game.game.pk, Stopped.LAST_HAND if by_hand else Stopped.TIME, **step.sent)
    return _("Table %(table)s is closed as it stands.") % {"table": game.table}


def play_on(step: Step) -> str:
    game = step.game
    hands.play_on(game.game.pk, **step.sent)
    return _("Table %(table)s plays on.") % {"table": game.table}


def walkover(step: Step) -> str:
    game, side = step.game, "b" if step.request.POST.get("side") == "b" else "a"
    games.walkover(game.game.pk, side, **step.sent)
    winner = game.b if side == "b" and game.b else game.a
    facts = {"table": game.table, "number": winner.number}
    return _("Table %(table)s: pair %(number)s wins without play.") % facts


def both_absent(step: Step) -> str:
    game = step.game
    games.both_absent(game.game.pk, **step.sent)
    return _("Table %(table)s: neither pair was present, both lose 0–0.") % {"table": game.table}


def undo_absence(step: Step) -> str:
    """D 3: only while the other pair agrees to play, which the button asks in words."""
    game = step.game
    games.undo_ruling(game.game.pk, **step.sent)
    return _("Table %(table)s is to be played.") % {"table": game.table}


def wait(step: Step) -> str:
    game = step.game
    pauses.wait_for(game.game.pk, step.now + A_WAIT, **step.sent)
    facts = {"table": game.table, "minutes": A_WAIT // timedelta(minutes=1)}
    return _("Table %(table)s: %(minutes)s minutes more to come.") % facts


def wait_no_longer(step: Step) -> str:
    game = step.game
    pauses.wait_for(game.game.pk, None, **step.sent)
    return _("Table %(table)s is not waited for any longer.") % {"table": game.table}


ACTIONS: dict[str, Callable[[Step], str]] = {
    action.__name__: action
    for action in (
        pause,
        pause_end,
        pause_reopen,
        pause_drop,
        minutes,
        minutes_back,
        table_minutes,
        table_minutes_back,
        table_end,
        table_last_hand,
        table_take_back,
        close_table,
        play_on,
        walkover,
        both_absent,
        undo_absence,
        wait,
        wait_no_longer,
    )
}
