"""The desk's infractions: their list, and a wrong one withdrawn (E 16). A new one is in `desk_charge`."""

import csv
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament import texts_infractions as words
from tournament.access import desk, takes_forms
from tournament.core.tabular import safe_cell
from tournament.forms.infractions import WithdrawInfractionForm, sought_in
from tournament.models import Championship
from tournament.queries.infractions import (
    InfractionLine,
    codes_recorded,
    infraction_of,
    pairs_to_charge,
    recorded,
)
from tournament.queries.rounds import published_rounds
from tournament.services import infractions as services
from tournament.texts import sentence
from tournament.views.desk_page import REFUSED, desk_page, page_asked

A_PAGE = 50


# --- The list ------------------------------------------------------------------------------------


@require_safe
@desk("helper")
def infractions(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Every record, narrowed to a pair, an article or a round."""
    return _list_page(request, championship)


def _list_page(
    request: HttpRequest, championship: Championship, *, status: int = 200, **refused: Any
) -> HttpResponse:
    lines = recorded(championship, sought_in(request.GET))
    pages = Paginator(lines, A_PAGE)
    return desk_page(
        request,
        "infractions/list",
        championship,
        status=status,
        section="infractions",
        page=pages.page(page_asked(request, pages.num_pages)),
        found=len(lines),
        asked={name: request.GET.get(name, "") for name in ("parella", "ronda", "article")},
        is_narrowed=any(request.GET.get(name) for name in ("parella", "ronda", "article")),
        pairs=pairs_to_charge(championship),
        rounds=published_rounds(championship),
        codes=[(code, words.infraction_text(code)) for code in codes_recorded(championship)],
        **refused,
    )


@require_safe
@desk("helper")
def infractions_csv(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The same list for a spreadsheet."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="faltes-{championship.slug}.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(_heads())
    for line in recorded(championship, sought_in(request.GET)):
        writer.writerow([safe_cell(cell) for cell in _cells(line)])
    return response


def _heads() -> list[str]:
    return [
        _("When"),
        _("Round"),
        _("Table"),
        _("Pair"),
        _("Team name"),
        _("Article"),
        _("What"),
        _("Severity"),
        _("Sanction"),
        _("Points"),
        _("Complained by"),
        _("Decided by"),
        _("Withdrawn"),
        _("Reason"),
    ]


def _cells(line: InfractionLine) -> list[object]:
    row = line.infraction
    return [
        date_format(timezone.localtime(row.at), "Y-m-d H:i"),
        row.round_number or "",
        line.table or "",
        line.pair.number,
        line.pair.war_name,
        row.code,
        row.told or words.infraction_text(row.escalated_from or row.code),
        words.severity_text(row.severity),
        words.share_text(row.share),
        row.points or "",
        line.other or words.COMPLAINANTS.get(row.complained_by, ""),
        row.decided_by.get_username() if row.decided_by else "",
        row.withdrawn_reason,
        row.reason,
    ]


# --- A wrong one ---------------------------------------------------------------------------------


@takes_forms
@desk("organiser")
def withdraw(request: HttpRequest, championship: Championship, infraction_id: int) -> HttpResponse:
    """It was recorded by mistake: it counts for nothing, and what it brought is undone."""
    line = infraction_of(championship, infraction_id)
    if line is None:
        raise Http404
    form = WithdrawInfractionForm(request.POST)
    if not form.is_valid():
        return _list_page(request, championship, status=REFUSED, refused=infraction_id, form=form)
    try:
        services.withdraw_infraction(
            infraction_id,
            **form.values("reason", "leaves_sheet", "client_id"),
            actor=request.actor,  # type: ignore[attr-defined]
            now=timezone.now(),
        )
    except RuleError as refusal:
        said = sentence(refusal)
        return _list_page(
            request, championship, status=REFUSED, refused=infraction_id, refusal=said, form=form
        )
    messages.success(request, _("The infraction is withdrawn; the history keeps it."))
    return HttpResponseRedirect(reverse("desk_infractions", args=[championship.slug]), status=303)
