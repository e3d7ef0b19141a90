"""What goes wrong in a hall, one page a case: what would follow in words, and only then a button (E 17.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import desk
from tournament.forms import mishaps as said_by
from tournament.forms.sheet import DeskHandForm
from tournament.forms.writing import client_id_of
from tournament.models import Championship
from tournament.queries import mishaps as queries
from tournament.queries.games import GameView, game_of
from tournament.queries.infractions import acceptances_of
from tournament.queries.submissions import is_answered
from tournament.services import mishaps as services
from tournament.services import tables
from tournament.texts import sentence
from tournament.views import hand_texts
from tournament.views.desk_actions import Step
from tournament.views.desk_page import REFUSED, desk_page
from tournament.views.sheet_parts import paper_rows, sheet_context

Facts = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One thing that happens. `shows` is what its page says besides, `does` what its form brings about: it answers
    with what was done. Without a form there is only something to look at.
    """

    template: str
    form: type[forms.Form] | None
    shows: Callable[[HttpRequest, GameView], Facts]
    does: Callable[[Step, Any], str] | None = None


# --- To another table ----------------------------------------------------------------------------


def _table_asked(request: HttpRequest, view: GameView) -> Facts:
    """Who goes where, once a table was named."""
    (number,) = said_by.numbers_asked(request.POST or request.GET, "number")
    others = queries.other_games(view)
    there = next((each for each in others if each.table == number), None)
    return {"number": number, "there": there, "others": others}


def _change_table(step: Step, form: said_by.TableChangeForm) -> str:
    number = form.cleaned_data["number"]
    tables.change_table(step.game_id, number, **step.versioned())
    return _("They play at table %(table)s now, with their sheet.") % {"table": number}


# --- Anew, or as the wrong pairs played it ---------------------------------------------------------


def _anew(step: Step, form: said_by.AnewForm) -> str:
    services.replay(step.game_id, reason=form.cleaned_data["reason"], **step.versioned())
    return _("The sheet is annulled: table %(table)s begins anew, with a new sheet.") % {
        "table": step.view.table
    }


def _mixed_asked(request: HttpRequest, view: GameView) -> Facts:
    """What two pairs in each other's place have played so far."""
    one, other = said_by.numbers_asked(request.POST or request.GET, "one", "other")
    found = queries.mixed(view, one, other, now=timezone.now())
    return {"mixed": found, "was_not": one, "sat": other, "others": queries.other_games(view)}


def _mixed(step: Step, form: said_by.MixedForm) -> str:
    said = form.cleaned_data
    found = queries.mixed(step.view, said["one"], said["other"], now=timezone.now())
    if found is None:
        raise RuleError("pair_not_in_round", "E 12.1", pair=said["other"])
    if said["what"] == "as_played":
        facts = {"reason": said["reason"], **step.versioned()}
        services.accept_as_played(step.game_id, said["one"], said["other"], **facts)
        return _("What they played counts, each pair with its own points.")
    also = [found.there.table] if found.there.table is not None else []
    services.replay(step.game_id, reason=said["reason"], also=also, **step.versioned())
    return _("Both sheets are annulled: the right pairs begin anew, with new sheets.")


# --- Gone before the first hand ------------------------------------------------------------------


def _gone_asked(request: HttpRequest, view: GameView) -> Facts:
    """The pair that an address names, else the one that was expelled."""
    (pair,) = said_by.numbers_asked(request.GET, "pair")
    return {"pair": pair or queries.number_of_gone(view), "resting": queries.resting(view)}


def _gone(step: Step, form: said_by.GoneForm) -> str:
    said = form.cleaned_data
    moves_in = said["what"] == "move_in"
    facts = {"reason": said["reason"], "withdraws": said["withdraws"], "moves_in": moves_in}
    services.go_before_play(step.game_id, said["pair"], **facts, **step.versioned())
    if moves_in:
        return _("The pair that rested plays at table %(table)s. Print its sheet.") % {
            "table": step.view.table
        }
    return _("The other pair wins without play.")


# --- Past the end --------------------------------------------------------------------------------


def _strike(step: Step, form: DeskHandForm) -> str:
    services.strike(step.game_id, form.entry, **step.versioned())
    return _("Struck, it does not count: %(hand)s.") % {"hand": hand_texts.entry_text(form.entry, step.view)}


# --- Every case ----------------------------------------------------------------------------------


def _rows(request: HttpRequest, view: GameView) -> Facts:
    rows = paper_rows(view)
    return {"rows": rows, "has_struck": any(row.is_struck for row in rows)}


def _nothing(request: HttpRequest, view: GameView) -> Facts:
    return {}


CASES = {
    "taula": Case("change_table", said_by.TableChangeForm, _table_asked, _change_table),
    "de-nou": Case("anew", said_by.AnewForm, _nothing, _anew),
    "barreja": Case("mixed", said_by.MixedForm, _mixed_asked, _mixed),
    "marxa": Case("gone", said_by.GoneForm, _gone_asked, _gone),
    "de-mes": Case("struck", DeskHandForm, _rows, _strike),
    "full": Case("sheet", None, _rows),
}


@desk("organiser")
def mishap(request: HttpRequest, championship: Championship, game_id: int, case: str) -> HttpResponse:
    """One case at one game: looked at, then done."""
    view, found = game_of(championship, game_id), CASES.get(case)
    if view is None and request.method == "POST" and is_answered(championship, client_id_of(request)):
        return HttpResponseRedirect(reverse("desk_rounds", args=[championship.slug]), status=303)
    if view is None or view.b is None or found is None:
        raise Http404
    if request.method != "POST" or found.form is None or found.does is None:
        return _page(request, view, found)
    form = found.form(request.POST)
    if not form.is_valid():
        return _page(request, view, found, form=form)
    try:
        said = found.does(Step(request, view), form)
    except RuleError as refusal:
        return _page(request, view, found, form=form, refusal=sentence(refusal))
    messages.success(request, said)
    return HttpResponseRedirect(_onwards(championship, view), status=303)


def _page(
    request: HttpRequest, view: GameView, case: Case, *, form: forms.Form | None = None, refusal: str = ""
) -> HttpResponse:
    shown = case.shows(request, view)
    context = {
        **sheet_context(view),
        **shown,
        "section": "entry",
        "form": form or (case.form(initial=shown) if case.form else None),
        "refusal": refusal,
    }
    status = REFUSED if form else 200
    return desk_page(request, f"mishaps/{case.template}", status=status, **context)


def _onwards(championship: Championship, view: GameView) -> str:
    """To the game; where it was annulled, to the round, where its table has another one."""
    if game_of(championship, view.game.pk) is not None:
        return reverse("desk_game", args=[championship.slug, view.game.pk])
    return reverse("desk_round", args=[championship.slug, view.game.round.number])


@desk("organiser")
def review(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """The revoke review, told whether the tricks of this table lie as 11.2 says."""
    view = game_of(championship, game_id)
    if view is None:
        raise Http404
    gathered = acceptances_of(view.game).article_11
    address = reverse("desk_tool", args=[championship.slug, "renunci"])
    return HttpResponseRedirect(f"{address}?recollida={'si' if gathered else 'no'}")
