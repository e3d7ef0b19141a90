"""The desk's clock: pauses, minutes, the end of one table, pairs that do not come (E 12.3.3, E 13.3)."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import desk, takes_forms
from tournament.core.clock import pause_at
from tournament.forms.championships import AnnounceEndForm
from tournament.forms.sheet import FormRefused
from tournament.forms.writing import WritingForm
from tournament.models import Championship, Round
from tournament.queries.board import board
from tournament.queries.desk import WhatNext, current_round
from tournament.queries.desk import what_next as what_next_of
from tournament.queries.games import carries_signatures
from tournament.queries.no_shows import no_shows as no_shows_among
from tournament.queries.rounds import pauses_of
from tournament.queries.table_clocks import table_clock
from tournament.texts_clock import read_aloud
from tournament.views.desk_clock_actions import ACTIONS, FORMS, Step
from tournament.views.desk_page import REFUSED, desk_page, where_it_stood

NOTHING_NEW = 204


@desk("helper")
@require_safe
def clock(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The clock of the round in play and of its tables, the pauses of the day, and what to read to the hall."""
    return _page(request, championship)


@takes_forms
@desk("organiser")
def action(request: HttpRequest, championship: Championship, action: str) -> HttpResponse:
    """One form or button; back to the page where it stood. What is refused is said on the page of the clock."""
    if action not in ACTIONS:
        raise Http404
    try:
        said = ACTIONS[action](Step(request, championship, timezone.now()))
    except FormRefused as refused:
        return _page(request, championship, forms={action: refused.form})
    except RuleError as refusal:
        return _refused(request, championship, action, refusal=refusal)
    messages.success(request, said)
    return redirect(where_it_stood(request, championship))


def _refused(
    request: HttpRequest, championship: Championship, action: str, *, refusal: RuleError
) -> HttpResponse:
    """A form keeps what was typed; a button has nothing to keep."""
    if action not in FORMS:
        return _page(request, championship, refusal=refusal)
    form = FORMS[action](request.POST)
    form.is_valid()
    form.refuse(refusal)
    return _page(request, championship, forms={action: form})


def _page(
    request: HttpRequest,
    championship: Championship,
    *,
    refusal: RuleError | None = None,
    forms: dict[str, Any] | None = None,
) -> HttpResponse:
    now = timezone.now()
    championship.refresh_from_db()
    facts = what_next_of(championship, now)
    known = pauses_of(championship)
    shown: dict[str, WritingForm] = {name: form() for name, form in FORMS.items()}
    return desk_page(
        request,
        "clock",
        championship,
        status=REFUSED if refusal or forms else 200,
        section="clock",
        next=facts,
        end_form=AnnounceEndForm(),
        pauses=[pause for pause in known if not pause.is_past(now)],
        past_pauses=[pause for pause in known if pause.is_past(now)],
        running=pause_at(now, known),
        refusal=refusal,
        forms={**shown, **(forms or {})},
        **(_of_round(request, facts, now) if facts.rows else {}),
    )


def _of_round(request: HttpRequest, facts: WhatNext, now: datetime) -> dict[str, Any]:
    """The round in play, its tables that play still, and the one that was asked for."""
    if facts.round is None or facts.clock is None:
        return {}
    clocks = (table_clock(row.view, now) for row in facts.rows)
    tables = [each for each in clocks if each is not None and each.is_open]
    asked = request.POST.get("table", request.GET.get("taula", ""))
    extra = [(each.view.game.table or 0, each.view.game.extra_minutes) for each in tables]
    return {
        "round": facts.round,
        "clock": facts.clock,
        "regulation": facts.regulation,
        "tables": tables,
        "chosen": next((each for each in tables if str(each.view.table) == asked), None),
        "no_shows": no_shows_among((row.view for row in facts.rows), now),
        "aloud": read_aloud(
            facts.clock,
            facts.regulation,
            now,
            number=facts.round.number,
            extra=[(table, minutes) for table, minutes in extra if minutes],
            zone=ZoneInfo(facts.round.championship.time_zone),
            on_phones=carries_signatures(facts.round.championship, facts.regulation),
        ),
    }


@desk("helper")
@require_safe
def no_shows(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The pairs that do not come, alone: asked for while the desk's first page is looked at. Nothing while the list is
    the one that the page has."""
    round_ = current_round(championship)
    now = timezone.now()
    is_played = round_ is not None and round_.state == Round.State.PUBLISHED
    rows = board(round_) if round_ is not None and is_played else ()
    found = no_shows_among((row.view for row in rows), now)
    if request.GET.get("v") == found.mark:
        return HttpResponse(status=NOTHING_NEW)
    return desk_page(request, "no_shows", championship, round=round_, no_shows=found)
