"""The hall's screen: a page for a projector, which nobody touches. The same bytes for all; a script turns its pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.core.alphabet import alphabetical_key
from tournament.languages import base_language
from tournament.models import Championship
from tournament.publishing import published
from tournament.queries.championships import registered_pairs
from tournament.queries.discretion import discretion_of
from tournament.queries.games import regulation_of
from tournament.queries.notices import notices_of
from tournament.queries.rounds import RoundPage, pauses_of
from tournament.queries.rounds import round_page as page_of_round
from tournament.queries.screen import (
    Call,
    Order,
    Screen,
    Show,
    Stage,
    calls_of,
    last_shown,
    missing_tables,
    screen_of,
    stage_of,
    told_rows,
)
from tournament.queries.standings import results_counted, standings
from tournament.views.public import of_championship
from tournament.views.qr import qr_of

LATEST_NOTICES = 2  # more do not fit under the clock


@published()
@of_championship
def screen(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What the desk has chosen, or what the moment wants."""
    chosen, page = screen_of(championship), page_of_round(championship)
    stage = stage_of(chosen, page)
    address = reverse("round_now", args=[championship.slug])
    context = {
        "championship": championship,
        "regulation": regulation_of(championship),
        "screen": chosen,
        "stage": stage.value,
        "stage_template": f"public/screen_{stage}.html",
        "address": address,
        "qr": qr_of(address),
        "notices": notices_of(championship)[:LATEST_NOTICES],
        "pauses": pauses_of(championship) if chosen.show is Show.AUTO else (),
        "is_break": chosen.show is Show.BREAK,
        "page": page,
        "round": page.round if page else None,
        "clock": page.clock if page else None,
        **_on_stage(stage, championship, chosen, page),
    }
    return render(request, "public/screen.html", context)


def _on_stage(
    stage: Stage, championship: Championship, chosen: Screen, page: RoundPage | None
) -> dict[str, Any]:
    if stage is Stage.WELCOME:
        return {"pairs": registered_pairs(championship)}
    if stage is Stage.CEREMONY:
        return _ceremony(championship, chosen)
    if page is None:
        return {}
    if stage is Stage.STANDINGS:
        return _standings(championship, page)
    if stage is Stage.MISSING:
        return {"tables": missing_tables(page)}
    if stage is Stage.PAIRINGS and chosen.order is Order.NAME:
        return {"calls": sorted(calls_of(page), key=_by_name)}
    tables = discretion_of(championship).of_page(page).tables
    begun = sum(view.score is not None for view in tables)
    return {"tables": tables, "bye": page.bye, "has_scores": 2 * begun >= len(tables) > 0}


def _by_name(call: Call) -> tuple[tuple[int, ...], int]:
    return alphabetical_key(call.pair.war_name, base_language()), call.pair.number


def _standings(championship: Championship, page: RoundPage) -> dict[str, Any]:
    """As far as the hall may know them."""
    after = last_shown(championship, page)
    is_kept = after < page.numbers[-1]
    rows = standings(championship, after)
    return {
        "rows": rows,
        "after": after,
        "is_kept": is_kept,
        "is_final": not is_kept and championship.state == Championship.State.FINISHED,
        "results": results_counted(championship, after, rows=rows),
    }


def _ceremony(championship: Championship, chosen: Screen) -> dict[str, Any]:
    """The places that have been told, and nothing of the others."""
    told = told_rows(chosen, standings(championship))
    return {"latest": told[0] if told else None, "earlier": told[1:]}
