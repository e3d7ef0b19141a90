"""A round before it is played: prepared, drawn, changed by hand; and a published pairing that is mended."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import RuleError
from tournament.access import desk, may_decide, takes_forms
from tournament.forms.drawing import (
    ArrangementForm,
    DrawingForm,
    chosen_pairs,
    one_of,
    stored_drawing,
    two_of,
)
from tournament.forms.writing import client_id_of, version_of
from tournament.models import Championship, Round
from tournament.queries.drawing import next_round_number, seating_of
from tournament.queries.rounds import desk_round
from tournament.queries.submissions import is_answered
from tournament.services import arrangements, drafts, repairs
from tournament.views.desk_page import sent_from
from tournament.views.round_pages import page_of_round, settings_seen

Chosen = list[int]


@takes_forms
@desk("organiser")
def drawing(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """How the next round is drawn."""
    if number != next_round_number(championship):
        return _too_late(request, championship, number)
    form = DrawingForm(championship, request.POST)
    if form.is_valid():
        try:
            facts = {"seen": settings_seen(request), **sent_from(request)}
            arrangements.set_drawing(championship.pk, form.settings, **facts)
        except RuleError as refusal:
            form.refuse(refusal)
            if refusal.code == "stale_version":
                facts = {"stored_drawing": stored_drawing(championship)}
                return page_of_round(request, championship, number, forms={"drawing_form": form}, **facts)
        else:
            messages.success(request, _("Saved: the next draw follows it."))
            return redirect("desk_round", slug=championship.slug, number=number)
    return page_of_round(request, championship, number, forms={"drawing_form": form})


def _too_late(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A form of a round that was published meanwhile says so, and settles nothing for another one."""
    return page_of_round(request, championship, number, refusal=RuleError("round_published", round=number))


@takes_forms
@desk("organiser")
def arrange(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Who never meets, who meets, who rests."""
    if number != next_round_number(championship):
        return _too_late(request, championship, number)
    form = ArrangementForm(request.POST)
    if form.is_valid():
        facts = form.values("kind", "one", "other")
        try:
            arrangements.arrange(
                championship.pk, facts["kind"], facts["one"], facts["other"], **sent_from(request)
            )
        except RuleError as refusal:
            form.refuse(refusal, beside=_beside(refusal, facts))
        else:
            messages.success(request, _("Settled: the next draw follows it."))
            return redirect("desk_round", slug=championship.slug, number=number)
    return page_of_round(request, championship, number, forms={"arrangement_form": form})


def _beside(refusal: RuleError, facts: dict[str, Any]) -> str | None:
    if refusal.code != "pair_unknown":
        return None
    return "one" if refusal.facts["pair"] == facts["one"] else "other"


@takes_forms
@desk("organiser")
def unarrange(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """What was settled holds no more."""
    text = request.POST.get("arrangement", "")
    if not (text.isascii() and text.isdigit()):
        raise Http404
    arrangements.unarrange(championship.pk, int(text[:9]), **sent_from(request))
    messages.success(request, _("Taken out of the list."))
    return redirect("desk_round", slug=championship.slug, number=number)


def _exchange(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    one, other = two_of(chosen)
    drafts.exchange(round_.pk, one, other, **sent)
    return _("Pairs %(one)s and %(other)s have exchanged places.") % {"one": one, "other": other}


def _join(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    one, other = two_of(chosen)
    drafts.join(round_.pk, one, other, **sent)
    return _("Pairs %(one)s and %(other)s meet.") % {"one": one, "other": other}


def _rest(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    number = one_of(chosen)
    drafts.rest(round_.pk, number, **sent)
    return _("Pair %(pair)s rests.") % {"pair": number}


def _part(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    tables = _tables(round_, chosen)
    drafts.part(round_.pk, *tables, **sent)
    text = ngettext("Table %(tables)s is broken up.", "Tables %(tables)s are broken up.", len(tables))
    return text % {"tables": ", ".join(map(str, tables))}


def _draw_rest(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    """The tables and the rest that are ticked, and whoever has no place."""
    seating = seating_of(round_)
    tables = sorted({table for table in map(seating.table_of, chosen) if table is not None})
    drafts.draw_rest(round_.pk, tables, with_bye=seating.bye in chosen, **sent)
    return _("Drawn: all other tables are as they were.")


def _renew(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    """Pairs have come or gone: only they are drawn, and whoever rests where the number asks for it."""
    drafts.draw_rest(round_.pk, with_bye=None, **sent)
    return _("Drawn: all other tables are as they were.")


def _take_back(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    drafts.take_back_step(round_.pk, **sent)
    return _("The last change is taken back.")


BY_HAND: dict[str, Callable[[Round, Chosen, dict[str, Any]], str]] = {
    "exchange": _exchange,
    "join": _join,
    "rest": _rest,
    "part": _part,
    "draw_rest": _draw_rest,
    "renew": _renew,
    "take_back": _take_back,
}


def _tables(round_: Round, chosen: Chosen) -> list[int]:
    """The tables at which the chosen pairs sit. Raises RuleError("choose_tables")."""
    tables = {table for table in map(seating_of(round_).table_of, chosen) if table is not None}
    if not tables:
        raise RuleError("choose_tables", "E 12.1")
    return sorted(tables)


@takes_forms
@desk("organiser")
def change(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """One change by hand of a draft."""
    round_, chosen = _round(championship, number), chosen_pairs(request.POST)
    act = BY_HAND.get(request.POST.get("what", ""))
    if act is None:
        raise Http404
    try:
        if round_ is None or request.POST.get("round") != str(round_.pk):
            raise RuleError("round_gone")
        said = act(round_, chosen, {**sent_from(request), "version": version_of(request)})
    except RuleError as refusal:
        if refusal.code == "choose_tables" and is_answered(championship, client_id_of(request)):
            return _back_to_the_meetings(championship, number)
        return page_of_round(request, championship, number, refusal=refusal, chosen=chosen)
    messages.success(request, said)
    return _back_to_the_meetings(championship, number)


def _back_to_the_meetings(championship: Championship, number: int) -> HttpResponse:
    address = reverse("desk_round", kwargs={"slug": championship.slug, "number": number})
    return redirect(f"{address}#meetings")


@takes_forms
@desk("organiser")
def mend(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Some tables of a published round drawn again, or two pairs exchanged, with a reason."""
    round_, chosen = _round(championship, number), chosen_pairs(request.POST)
    reason = request.POST.get("reason", "").strip()[:300]
    try:
        if round_ is None or request.POST.get("round") != str(round_.pk):
            raise RuleError("round_gone")
        _mend(request, round_, chosen, reason)
    except RuleError as refusal:
        facts = {"refusal": refusal, "chosen": chosen, "reason": reason, "is_mending": True}
        return page_of_round(request, championship, number, **facts)
    if request.POST.get("what") == "take_back":
        messages.success(request, _("Taken back: the earlier tables and sheets hold again."))
    else:
        messages.success(request, _("Done: the tables that changed start now, with sheets of their own."))
    return _back_to_the_meetings(championship, number)


def _mend(request: HttpRequest, round_: Round, chosen: Chosen, reason: str) -> None:
    sent = {**sent_from(request), "version": version_of(request)}
    if request.POST.get("what") == "take_back":
        repairs.take_back(round_.pk, **sent)
        return
    if request.POST.get("what") == "exchange":
        one, other = two_of(chosen)
        repairs.exchange(round_.pk, one, other, reason=reason, **sent)
        return
    with_bye = seating_of(round_).bye in chosen
    tables = _tables(round_, chosen)
    repairs.repair(round_.pk, tables, reason=reason, with_bye=with_bye, **sent)


@takes_forms
@desk("helper")
def seat(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A late pair is seated with the one that rests, or with another late one; with a reason only by an organiser."""
    round_, chosen = _round(championship, number), chosen_pairs(request.POST)
    reason = request.POST.get("reason", "").strip()[:300]
    if reason and not may_decide(request):
        raise PermissionDenied
    try:
        if round_ is None:
            raise RuleError("round_gone")
        one, other = two_of(chosen)
        repairs.seat_late(round_.pk, one, other, reason=reason, **sent_from(request))
    except RuleError as refusal:
        return page_of_round(request, championship, number, refusal=refusal, late_refused=chosen)
    table = seating_of(round_).table_of(one)
    text = _("Pairs %(one)s and %(other)s play at table %(table)s. Print their sheet.")
    messages.success(request, text % {"one": one, "other": other, "table": table})
    return redirect("desk_round", slug=championship.slug, number=number)


def _round(championship: Championship, number: int) -> Round | None:
    round_ = desk_round(championship, number)
    if round_ is not None:
        round_.championship = championship
    return round_
