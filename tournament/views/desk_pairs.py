"""Pairs at the desk: registered, imported, edited, absent, withdrawn and back."""

from collections.abc import Callable
from math import ceil
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.errors import RuleError
from tournament.access import desk, desk_actor, may_decide, takes_forms
from tournament.core.entries import Entries, parse_pairs
from tournament.core.tabular import Unreadable, decoded
from tournament.forms.drawing import FixedTableForm
from tournament.forms.pairs import AbsenceForm, ImportForm, PairForm, PresentForm, WithdrawForm
from tournament.forms.writing import WritingForm
from tournament.models import Championship, Pair
from tournament.queries import desk as queries
from tournament.queries.championships import free_places
from tournament.queries.drawing import DRAWN_STATES, LEFT_STATES, next_round_number
from tournament.queries.games import carries_signatures, regulation_of
from tournament.queries.late import late_pair
from tournament.queries.mishaps import games_in_play
from tournament.queries.players import players_here
from tournament.queries.signatures import pins
from tournament.services import drafts, signing
from tournament.services import pairs as services
from tournament.tables import PairsTable
from tournament.views.desk_page import REFUSED, desk_page, page_asked
from tournament.views.entry_problems import problem_lines, twice_lines

PAIRS_A_PAGE = 50


@desk("helper")
@require_safe
def pairs(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The list, with the form for the next pair on top."""
    return _pairs_page(request, championship, _pair_form(request, championship))


def _pair_form(request: HttpRequest, championship: Championship) -> PairForm:
    """The form for the next pair; where there is no room an organiser may let it in all the same."""
    is_full = free_places(championship) == 0 and may_decide(request)
    return PairForm(request.POST or None, has_fee=bool(championship.fee), is_full=is_full)


def _pairs_page(request: HttpRequest, championship: Championship, form: PairForm) -> HttpResponse:
    lines = queries.pair_lines(championship)
    looked_for = request.GET.get("q", "").strip()
    found = [line for line in lines if line.matches(looked_for)] if looked_for else lines
    next_round = next_round_number(championship)
    is_final = championship.state == Championship.State.FINISHED
    told = {"slug": championship.slug, "next_round": next_round, "has_fee": bool(championship.fee)}
    table = PairsTable(found, is_final=is_final, **told)
    RequestConfig(request, paginate=False).configure(table)
    page = page_asked(request, ceil(len(found) / PAIRS_A_PAGE))
    table.paginate(page=page, per_page=PAIRS_A_PAGE)
    return desk_page(
        request,
        "pairs",
        championship,
        status=REFUSED if form.errors else 200,
        section="pairs",
        form=form,
        table=table,
        found=len(found),
        total=len(lines),
        registered=sum(line.state in DRAWN_STATES for line in lines),
        waiting=sum(line.state == Pair.State.WAITING for line in lines),
        withdrawn=sum(line.state in LEFT_STATES for line in lines),
        paid=sum(line.paid for line in lines),
        playing=sum(line.is_in_next_draw for line in lines),
        is_final=is_final,
        is_full=free_places(championship) == 0,
        has_next_round=_has_round(championship, next_round),
        looked_for=looked_for,
        next_number=max((line.number for line in lines), default=0) + 1,
        next_round=next_round,
    )


def _has_round(championship: Championship, number: int) -> bool:
    """Whether a round of this number will still be drawn."""
    rounds = regulation_of(championship).rounds
    return championship.state != Championship.State.FINISHED and (rounds is None or number <= rounds)


@desk("helper")
def pair_new(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Register a pair; the next form is ready at once."""
    if request.method != "POST":
        return redirect("desk_pairs", slug=championship.slug)
    form = _pair_form(request, championship)
    if form.is_valid():
        try:
            asked = {**_namesake(form), "has_place": form.cleaned_data.get("has_place", False)}
            made = services.register(championship.pk, form.details, **asked, **_who(request, form))
        except RuleError as refusal:
            form.refuse(refusal)
        else:
            _say_registered(request, made)
            address = reverse("desk_pairs", kwargs={"slug": championship.slug})
            return redirect(f"{address}#id_war_name")  # where the next one is typed
    return _pairs_page(request, championship, form)


def _say_registered(request: HttpRequest, made: Pair) -> None:
    facts = {"number": made.number, "name": made.war_name}
    if made.state == Pair.State.WAITING:
        text = _("There is no room left: pair %(number)s, %(name)s, is on the waiting list.")
        messages.warning(request, text % facts)
    else:
        messages.success(request, _("Pair %(number)s, %(name)s, is registered.") % facts)


def _namesake(form: PairForm) -> dict[str, Any]:
    return form.values("is_namesake")


@desk("helper")
def pair(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Edit one pair."""
    found = _pair(championship, number)
    if request.method != "POST":
        return _pair_page(request, championship, found, form=PairForm.of(found))
    form = PairForm(request.POST, has_fee=bool(championship.fee))
    if not form.is_valid():
        return _pair_page(request, championship, found, form=form)
    try:
        based_on = {"version": form.cleaned_data["version"], **_namesake(form)}
        services.edit(found.pk, form.details, **based_on, **_who(request, form))
    except RuleError as refusal:
        form.refuse(refusal)
        if refusal.code == "stale_version":
            form.based_on(found.version)
        return _pair_page(request, championship, found, form=form, stored=found)
    messages.success(request, _("Pair %(number)s is saved.") % {"number": number})
    return redirect("desk_pairs", slug=championship.slug)


def _pair(championship: Championship, number: int) -> Pair:
    found = queries.pair_of(championship, number)
    if found is None:
        raise Http404
    return found


def _coming_rounds(championship: Championship) -> range:
    """The rounds that will still be drawn."""
    next_round = next_round_number(championship)
    return range(next_round, max(regulation_of(championship).rounds or next_round, next_round) + 1)


def _pair_page(request: HttpRequest, championship: Championship, found: Pair, **context: Any) -> HttpResponse:
    next_round = next_round_number(championship)
    absences = list(found.absences.order_by("round_number"))
    forms: dict[str, WritingForm] = {
        "form": PairForm.of(found),
        "absence_form": AbsenceForm(_coming_rounds(found.championship), initial={"version": found.version}),
        "withdraw_form": WithdrawForm(),
        "table_form": FixedTableForm(initial={"fixed_table": found.fixed_table, "version": found.version}),
    } | context.pop("forms", {})
    forms |= {"form": context.pop("form")} if "form" in context else {}
    refused = "refusal" in context or any(form.errors for form in forms.values())
    return desk_page(
        request,
        "pair",
        championship,
        status=REFUSED if refused else 200,
        section="pairs",
        pair=found,
        absences=absences,
        coming_absences=[each for each in absences if each.round_number >= next_round],
        next_round=next_round,
        is_awaited=queries.is_awaited(found),
        is_final=championship.state == Championship.State.FINISHED,
        has_next_round=_has_round(championship, next_round),
        **_late(championship, found),
        pin=_pin(request, championship, found),
        games_in_play=games_in_play(found),
        **forms,
        **context,
    )


def _pin(request: HttpRequest, championship: Championship, found: Pair) -> str:
    """The pair's code, for organisers, where sheets are signed on phones."""
    is_signed_there = carries_signatures(championship, regulation_of(championship))
    return pins(championship).get(found.number, "") if is_signed_there and may_decide(request) else ""


def _late(championship: Championship, found: Pair) -> dict[str, Any]:
    """The round in play, where this pair has no table in it and somebody could meet it."""
    current = queries.current_round(championship)
    late = late_pair(championship, current, found, timezone.now())
    return {"round": current, "late": [late] if late else [], "late_refused": [found.number]}


def _withdraw(request: HttpRequest, found: Pair, form: WithdrawForm) -> str:
    services.withdraw(found.pk, reason=form.cleaned_data["reason"], **_who(request, form))
    return _("Pair %(number)s has left: it is in no further draw.") % {"number": found.number}


def _come_back(request: HttpRequest, found: Pair, form: WritingForm) -> str:
    services.come_back(found.pk, **_who(request, form))
    if found.state == Pair.State.WAITING:
        return _("Pair %(number)s has a place: it is in the next draw.") % {"number": found.number}
    return _("Pair %(number)s is back: it is in the next draw.") % {"number": found.number}


def _absent(request: HttpRequest, found: Pair, form: AbsenceForm) -> str:
    number = form.cleaned_data["round_number"] or next_round_number(found.championship)
    reason = form.cleaned_data["reason"]
    facts = {"round_number": number, "reason": reason, **form.values("version")}
    services.mark_absent(found.pk, **facts, **_who(request, form))
    return _("Pair %(number)s misses round %(round)s.") % {"number": found.number, "round": number}


def _present(request: HttpRequest, found: Pair, form: PresentForm) -> str:
    number = form.cleaned_data["round_number"] or next_round_number(found.championship)
    services.mark_present(found.pk, round_number=number, **_who(request, form))
    return _("Pair %(number)s plays round %(round)s.") % {"number": found.number, "round": number}


def _new_card(request: HttpRequest, found: Pair, form: WritingForm) -> str:
    signing.renew_card(found.pk, **_who(request, form))
    return _("Pair %(number)s has another card: print it. The old one is worth nothing.") % {
        "number": found.number
    }


def _fixed_table(request: HttpRequest, found: Pair, form: FixedTableForm) -> str:
    table = form.cleaned_data["fixed_table"]
    drafts.fix_table(found.pk, table, **form.values("version"), **_who(request, form))
    if table is None:
        return _("Pair %(number)s has no fixed table.") % {"number": found.number}
    return _("Pair %(number)s always plays at table %(table)s.") % {"number": found.number, "table": table}


ACTIONS: dict[str, tuple[str, Callable[..., WritingForm], Callable[..., str]]] = {
    "withdraw": ("withdraw_form", WithdrawForm, _withdraw),
    "come_back": ("plain_form", WritingForm, _come_back),
    "absent": ("absence_form", AbsenceForm, _absent),
    "present": ("present_form", PresentForm, _present),
    "card": ("plain_form", WritingForm, _new_card),
    "table": ("table_form", FixedTableForm, _fixed_table),
}
HELPERS_MAY = ("present",)


@takes_forms
@desk("helper")
def pair_action(request: HttpRequest, championship: Championship, number: int, action: str) -> HttpResponse:
    """What happens to a pair; each has its undo. A helper notes who is here now, and decides nothing."""
    if action not in ACTIONS:
        raise Http404
    if action not in HELPERS_MAY and not may_decide(request):
        raise PermissionDenied
    found = _pair(championship, number)
    name, form_class, act = ACTIONS[action]
    of_rounds = (_coming_rounds(championship),) if form_class is AbsenceForm else ()
    form = form_class(*of_rounds, request.POST)
    if not form.is_valid():
        return _pair_page(request, championship, found, forms={name: form})
    try:
        messages.success(request, act(request, found, form))
    except RuleError as refusal:
        if refusal.code == "stale_version":
            form.based_on(found.version)
        return _pair_page(request, championship, found, forms={name: form}, refusal=refusal)
    if request.POST.get("back") == "round":
        return redirect("desk_round", slug=championship.slug, number=next_round_number(championship))
    return redirect("desk_pair", slug=championship.slug, number=number)


@desk("helper")
def import_pairs(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Many pairs at once: looked at first, with everything that is wrong; imported only when nothing is."""
    if request.method != "POST":
        return _import_page(request, championship, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, championship, form)
    sent = form.sent
    names = queries.war_names(championship)
    entries = parse_pairs(sent, taken=names.values(), playing=players_here(championship))
    is_sent = request.POST.get("action") == "import"
    is_answered = form.cleaned_data["are_namesakes"] or not entries.twice
    if entries.is_right and is_sent and is_answered:
        return _import(request, championship, form=form, entries=entries)
    ticked = form.values("are_namesakes", "have_place")
    shown = ImportForm(initial={"text": _text(sent), **ticked})
    facts = {"first_number": max(names, default=0) + 1, "is_unanswered": is_sent and not is_answered}
    return _import_page(request, championship, shown, entries=entries, **facts)


def _text(sent: bytes) -> str:
    try:
        return decoded(sent)
    except Unreadable:
        return ""


def _import(
    request: HttpRequest, championship: Championship, *, form: ImportForm, entries: Entries
) -> HttpResponse:
    rows = [services.PairDetails(row.war_name, row.player_1, row.player_2, row.club) for row in entries.rows]
    try:
        numbers = services.import_pairs(
            championship.pk, rows, **form.values("are_namesakes", "have_place"), **_who(request, form)
        )
    except RuleError as refusal:
        form.refuse(refusal)
        return _import_page(request, championship, form)
    text = ngettext("%(count)s pair is registered.", "%(count)s pairs are registered.", len(numbers))
    messages.success(request, text % {"count": len(numbers)})
    lines = queries.pair_lines(championship)
    if waiting := sum(line.state == Pair.State.WAITING and line.number in numbers for line in lines):
        text = ngettext(
            "%(n)s of them is on the waiting list.", "%(n)s of them are on the waiting list.", waiting
        )
        messages.warning(request, text % {"n": waiting})
    return redirect("desk_pairs", slug=championship.slug)


def _import_page(
    request: HttpRequest,
    championship: Championship,
    form: ImportForm,
    *,
    entries: Entries | None = None,
    first_number: int = 1,
    is_unanswered: bool = False,
) -> HttpResponse:
    problems = problem_lines(entries.problems) if entries else []
    rows = entries.rows if entries and entries.is_right else ()
    places = free_places(championship)
    refused = bool(form.errors or problems or is_unanswered)
    return desk_page(
        request,
        "import",
        championship,
        status=REFUSED if refused else 200,
        section="pairs",
        form=form,
        entries=entries,
        problems=problems,
        twice=twice_lines(entries.twice) if entries else [],
        is_unanswered=is_unanswered,
        numbered=list(enumerate(rows, start=first_number)),
        waiting=0 if places is None else max(len(rows) - places, 0),
    )


def _who(request: HttpRequest, form: WritingForm) -> dict[str, Any]:
    return {"actor": desk_actor(request), "client_id": form.cleaned_data["client_id"]}
