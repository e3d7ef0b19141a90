"""A round before it is played: prepared, drawn, changed by hand; and a published pairing that is mended."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import desk, desk_actor, takes_forms
from tournament.forms.drawing import ArrangementForm, DrawingForm, chosen_pairs, one_of, two_of
from tournament.forms.writing import client_id_of
from tournament.models import Championship, Round
from tournament.queries.drawing import seating_of
from tournament.queries.rounds import desk_round
from tournament.services import arrangements, drafts, repairs
from tournament.views.round_pages import page_of_round

Chosen = list[int]


@takes_forms
@desk("organiser")
def drawing(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """How the next round is drawn."""
    form = DrawingForm(championship, request.POST)
    if form.is_valid():
        try:
            arrangements.set_drawing(championship.pk, form.settings, **_who(request))
        except RuleError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Saved: the next draw follows it."))
            return redirect("desk_round", slug=championship.slug, number=number)
    return page_of_round(request, championship, number, forms={"drawing_form": form})


@takes_forms
@desk("organiser")
def arrange(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Who never meets, who meets, who rests."""
    form = ArrangementForm(request.POST)
    if form.is_valid():
        facts = form.values("kind", "one", "other")
        try:
            arrangements.arrange(
                championship.pk, facts["kind"], facts["one"], facts["other"], **_who(request)
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
    arrangements.unarrange(championship.pk, int(text[:9]), **_who(request))
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
    table = _tables(round_, chosen)[0]
    drafts.part(round_.pk, table, **sent)
    return _("Table %(table)s is broken up.") % {"table": table}


def _draw_rest(round_: Round, chosen: Chosen, sent: dict[str, Any]) -> str:
    tables = _tables(round_, chosen) if chosen else []
    drafts.draw_rest(round_.pk, tables, **sent)
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
    "take_back": _take_back,
}


def _tables(round_: Round, chosen: Chosen) -> list[int]:
    """The tables at which the chosen pairs sit. Raises RuleError("choose_tables")."""
    seating = seating_of(round_)
    tables = {seating.table_of(number) for number in chosen} - {None}
    if not tables:
        raise RuleError("choose_tables", "E 12.1")
    return sorted(table for table in tables if table is not None)


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
        said = act(round_, chosen, {**_who(request), "version": _version(request)})
    except RuleError as refusal:
        return page_of_round(request, championship, number, refusal=refusal, chosen=chosen)
    messages.success(request, said)
    return redirect("desk_round", slug=championship.slug, number=number)


@takes_forms
@desk("organiser")
def mend(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Some tables of a published round drawn again, or two pairs exchanged, with a reason."""
    round_, chosen = _round(championship, number), chosen_pairs(request.POST)
    reason = request.POST.get("reason", "").strip()[:300]
    try:
        if round_ is None:
            raise RuleError("round_gone")
        _mend(request, round_, chosen, reason)
    except RuleError as refusal:
        facts = {"refusal": refusal, "chosen": chosen, "reason": reason, "is_mending": True}
        return page_of_round(request, championship, number, **facts)
    if request.POST.get("what") == "take_back":
        messages.success(request, _("Taken back: the earlier tables and sheets hold again."))
    else:
        messages.success(request, _("Done: the tables that changed start now, with sheets of their own."))
    return redirect("desk_round", slug=championship.slug, number=number)


def _mend(request: HttpRequest, round_: Round, chosen: Chosen, reason: str) -> None:
    if request.POST.get("what") == "take_back":
        repairs.take_back(round_.pk, **_who(request))
        return
    if request.POST.get("what") == "exchange":
        one, other = two_of(chosen)
        repairs.exchange(round_.pk, one, other, reason=reason, **_who(request))
        return
    with_bye = seating_of(round_).bye in chosen
    tables = _tables(round_, chosen)
    repairs.repair(round_.pk, tables, reason=reason, with_bye=with_bye, **_who(request))


@takes_forms
@desk("helper")
def seat(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A late pair is seated with the one that rests, or with another late one."""
    round_, chosen = _round(championship, number), chosen_pairs(request.POST)
    try:
        if round_ is None:
            raise RuleError("round_gone")
        one, other = two_of(chosen)
        reason = request.POST.get("reason", "").strip()[:300]
        repairs.seat_late(round_.pk, one, other, reason=reason, **_who(request))
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


def _version(request: HttpRequest) -> int | None:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"actor": desk_actor(request), "client_id": client_id_of(request), "now": timezone.now()}
