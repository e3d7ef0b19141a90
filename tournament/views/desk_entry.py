"""The desk's entry from paper: a table's number leads to its game, which is typed, confirmed, reopened or decided."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.bids import allowed_bids
from scoring.errors import RuleError
from tournament.access import desk, takes_forms
from tournament.core.clock import played
from tournament.core.typed_rows import written_row
from tournament.forms.game import BoxesForm, TimesForm
from tournament.forms.sheet import DeskHandForm, FormRefused, LastHandForm, TableForm, TotalsForm
from tournament.models import Championship, Game, PlayedHand, Round
from tournament.queries.board import board
from tournament.queries.desk import last_writer, late_hands
from tournament.queries.games import GameView, games_of_round
from tournament.queries.infractions import owned_rows, withdrawn_from
from tournament.queries.mishaps import mishaps_at
from tournament.queries.rounds import clock_of_table, published_rounds
from tournament.queries.signatures import unsigned_of
from tournament.queries.table_clocks import table_clock
from tournament.queries.typed_sheets import are_unusual, piles_to_check, sent_back_to, sheets_alike
from tournament.texts import sentence, tables_text
from tournament.views import hand_texts
from tournament.views import sheet_parts as parts
from tournament.views.decidable import is_decidable
from tournament.views.desk_actions import DECIDING, TYPING, Step
from tournament.views.desk_clock_actions import FORMS as CLOCK_FORMS
from tournament.views.desk_page import REFUSED, desk_page, where_it_stood
from tournament.views.desk_sheet import BY_A_REASON, may_be_typed
from tournament.views.desk_typed import FORMS, STARTS_ANEW, first_wrong, typed_text, typed_totals
from tournament.views.game_address import game_address, view_or_404
from tournament.views.qr import qr_of


@require_safe
@desk("helper")
def entry(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Ask for a table, and go to its game."""
    rounds = published_rounds(championship)
    if "taula" not in request.GET or not rounds:
        return _entry_page(request, championship, rounds)
    form = TableForm({"table": request.GET["taula"], "round": request.GET.get("ronda", "")})
    if not form.is_valid():
        return _entry_page(request, championship, rounds, refusal=_("Write the number of a table."))
    number = form.cleaned_data["round"] or rounds[-1].number
    round_ = next((each for each in rounds if each.number == number), None)
    if round_ is None:
        return _entry_page(request, championship, rounds, refusal=_("Round %s is not published.") % number)
    views = games_of_round(round_)
    found = next((view for view in views if view.table == form.cleaned_data["table"]), None)
    if found is None:
        return _entry_page(request, championship, rounds, refusal=_unknown_table(form, number, views))
    if may_be_typed(found) and found.typed is None:
        return HttpResponseRedirect(reverse("desk_sheet", args=[championship.slug, found.game.pk]))
    return HttpResponseRedirect(game_address(championship, found.game.pk))


def _unknown_table(form: TableForm, number: int, views: tuple[GameView, ...]) -> str:
    facts = {
        "table": form.cleaned_data["table"],
        "round": number,
        "tables": tables_text([view.table for view in views if view.table is not None]),
    }
    return _("There is no table %(table)s in round %(round)s, which has %(tables)s.") % facts


def _entry_page(
    request: HttpRequest, championship: Championship, rounds: tuple[Round, ...], *, refusal: str = ""
) -> HttpResponse:
    asked = request.GET.get("ronda", "")
    round_ = next((each for each in rounds if str(each.number) == asked), rounds[-1] if rounds else None)
    rows = board(round_) if round_ else ()
    return desk_page(
        request,
        "entry",
        championship,
        status=REFUSED if refusal else 200,
        section="entry",
        rounds=rounds,
        round=round_,
        missing=[row for row in rows if row.is_missing],
        to_check=sum(
            len(pile.views) for pile in piles_to_check(championship, request.user.pk) if not pile.is_own
        ),
        sent_back=sent_back_to(championship, request.user.pk),
        may_close=round_ is not None and round_.state == Round.State.PUBLISHED,
        refusal=refusal,
        table=request.GET.get("taula", ""),
    )


@require_safe
@desk("helper")
def game(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """One game's sheet at the desk."""
    return _game_page(request, view_or_404(championship, game_id))


@takes_forms
def game_action(request: HttpRequest, slug: str, game_id: int, action: str) -> HttpResponse:
    """One action on a game; typing is any helper's, deciding an organiser's."""
    if action in TYPING:
        return _typing(request, slug=slug, game_id=game_id, action=action)
    if action in DECIDING:
        return _deciding(request, slug=slug, game_id=game_id, action=action)
    raise Http404


def _act(request: HttpRequest, championship: Championship, game_id: int, action: str) -> HttpResponse:
    view = view_or_404(championship, game_id)
    run = TYPING.get(action) or DECIDING[action]
    try:
        said = run(Step(request, view))
    except RuleError as refusal:
        return _refused(request, view, action, _said(refusal, view), code=refusal.code)
    except FormRefused as refused:
        return _refused(request, view, action, _first_error(refused.form), refused.form)
    if action == "paper":
        return HttpResponseRedirect(where_it_stood(request, championship), status=303)
    if action != "confirm":
        messages.success(request, said)
        return HttpResponseRedirect(game_address(championship, game_id), status=303)
    address = game_address(championship, game_id)
    messages.success(
        request, format_html('{} <a href="{}">{}</a>', said, address, _("Look at it or reopen it"))
    )
    entry_address = reverse("desk_entry", args=[championship.slug])
    return HttpResponseRedirect(f"{entry_address}?ronda={view.game.round.number}", status=303)


_typing = desk("helper")(_act)
_deciding = desk("organiser")(_act)


def _said(refusal: RuleError, view: GameView) -> str:
    """The refusal; where somebody else was quicker, with the name of who it was."""
    writer = last_writer(view.game) if refusal.code == "stale_version" else ""
    if not writer:
        return sentence(refusal)
    return _("%(sentence)s Last written by: %(who)s.") % {"sentence": sentence(refusal), "who": writer}


def _first_error(form: forms.Form) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


def _refused(
    request: HttpRequest,
    view: GameView,
    action: str,
    said: str,
    form: forms.Form | None = None,
    *,
    code: str = "",
) -> HttpResponse:
    """The page again as the game stands now, the sentence beside what was sent, and nothing typed lost.

    What was typed stays in its form; where that is no longer there, or one starts anew, it is said in words. What
    somebody else wrote meanwhile stands beside it.
    """
    now = view_or_404(view.game.round.championship, view.game.pk)
    sent = form or FORMS.get(action, forms.Form)(request.POST)
    is_beside = _has_form(now, action, _changing(request, now))
    is_kept = is_beside and code not in STARTS_ANEW
    is_compared = not is_kept or code == "stale_version"
    refused = {
        "action": action,
        "code": code,
        "reason": request.POST.get("reason", ""),
        "by_reason": code in BY_A_REASON,
        "said": said,
        "form": sent if is_kept else None,
        "is_beside": is_beside,
        "typed": "" if is_kept else typed_text(action, sent, now),
        "totals": typed_totals(action, sent, now) if is_compared else None,
        "focus": first_wrong(action, sent) if is_beside else "",
        "is_decidable": is_decidable(code, now),
    }
    return _game_page(request, now, refused=refused, status=REFUSED)


def _has_form(view: GameView, action: str, changing: PlayedHand | None) -> bool:
    """Whether the page shows the form of this action, with room for a refusal beside it."""
    is_open = view.is_played and not view.is_confirmed
    shown = {
        "hand": is_open and not view.sheet.is_over and changing is None,
        "change_hand": is_open and changing is not None,
        "confirm": is_open and view.is_complete,
        "choose": view.totals_differ,
        "reopen": view.is_played and view.is_confirmed,
        "undo_ruling": not view.is_played,
        "remark": True,
        "times": True,
    }
    return shown.get(action, is_open)


def _game_page(
    request: HttpRequest, view: GameView, *, refused: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    address = game_address(view.game.round.championship, view.game.pk)
    may_type = view.is_played and not view.is_confirmed and view.b is not None
    sheet = parts.sheet_context(view)
    against = [line.infraction for line in sheet["infractions"]]
    change_address = (lambda sequence: f"{address}?dat={sequence}") if may_type else None
    rows = parts.paper_rows(view, change_address, owned=owned_rows(against))
    changing = _changing(request, view) if may_type else None
    barred = hand_texts.barred_words(view, against)
    context = {
        **sheet,
        "section": "entry",
        "barred_words": barred.get(view.sheet.next_maker or "", ""),
        "on_desk": True,
        "rows": rows,
        "has_struck": any(row.is_struck for row in rows),
        "may_type": may_type,
        "after": view.hands[-1].client_id if view.hands else "",
        "bids": allowed_bids(view.regulation),
        "last_text": hand_texts.stored_text(view.hands[-1] if view.hands else None, view),
        "late_hands": late_hands(view.game),
        "alike": sheets_alike(view) if may_type else (),
        "is_unusual": are_unusual(view),
        "waited": _waited(view),
        "table_clock": table_clock(view, timezone.now()),
        "clock_forms": {name: form() for name, form in CLOCK_FORMS.items()},
        "unsigned": unsigned_of(view),
        "mishaps": mishaps_at(view),
        "withdrawn": withdrawn_from(view.game) if view.game.left else None,
        "sheet_code": _sheet_code(view),
        "decides": "decideix" in request.GET,
        "refused": refused or {"action": "", "said": "", "form": None},
        "forms": _forms(view, changing, refused),
        "changing": changing.sequence if changing else None,
        "row": next((row for row in rows if row.stored is not None and row.stored == changing), None),
    }
    return desk_page(request, "game", status=status, **context)


def _sheet_code(view: GameView) -> str:
    """By which a phone comes to the table's sheet; nothing where phones take no hands."""
    takes_phones = view.game.round.championship.phones_at_tables and view.b is not None
    return qr_of(reverse("sheet", args=[view.game.token])) if takes_phones else ""


def _waited(view: GameView) -> dict[str, Any]:
    """How long a missing pair was waited for, against what the regulation gives (E 13.3)."""
    now = timezone.now()
    clock = clock_of_table(view.game, now)
    return {"minutes": played(clock, now) // timedelta(minutes=1), "is_early": now < clock.no_show_at}


def _changing(request: HttpRequest, view: GameView) -> PlayedHand | None:
    asked = request.POST.get("sequence") or request.GET.get("dat")
    return next((hand for hand in view.hands if str(hand.sequence) == asked), None)


def _forms(
    view: GameView, changing: PlayedHand | None, refused: dict[str, Any] | None
) -> dict[str, forms.Form]:
    """Every form of the page as the game stands; the refused one as it was sent."""
    totals = {
        "total_a": view.game.typed_a,
        "total_b": view.game.typed_b,
        "opening_draw": view.game.opening_draw,
    }
    shown: dict[str, forms.Form] = {
        "hand": DeskHandForm(),
        "totals": TotalsForm(initial=totals),
        "boxes": BoxesForm(initial=_boxes(view.game)),
        "last_hand": LastHandForm(initial={"number": view.game.last_hand}),
        "times": TimesForm(
            initial={"started": _minute(view.game.started_at), "ended": _minute(view.game.ended_at)}
        ),
    }
    if changing is not None:
        shown["change_hand"] = DeskHandForm(initial={"row": written_row(hand_texts.typed_row(changing))})
    if refused and refused["form"] is not None:
        shown[refused["action"]] = refused["form"]
    return shown


def _boxes(game: Game) -> dict[str, str]:
    return {
        "dealing": game.accepts_dealing,
        "gathering": game.accepts_gathering,
        "agreements": game.agreements,
    }


def _minute(moment: datetime | None) -> str:
    """As a field for times has it, in the zone in force: the championship's."""
    return timezone.localtime(moment).strftime("%H:%M") if moment else ""
