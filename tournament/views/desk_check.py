"""The second check: typed sheets in the order of the pile of paper, each confirmed or sent back and never altered."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import RuleError
from tournament.access import desk
from tournament.forms.typed_sheet import SendBackForm
from tournament.forms.writing import client_id_of, version_of
from tournament.models import Championship
from tournament.queries.games import GameView
from tournament.queries.typed_sheets import piles_to_check
from tournament.services import games, sheets
from tournament.texts import sentence
from tournament.views import sheet_parts as parts
from tournament.views.desk_page import REFUSED, desk_page
from tournament.views.game_address import game_address, view_or_404


@require_safe
@desk("helper")
def piles(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What waits for a second person, pile by pile."""
    found = piles_to_check(championship, request.user.pk)
    return desk_page(request, "check", championship, section="entry", piles=found)


@require_http_methods(["GET", "HEAD", "POST"])
@desk("helper")
def sheet(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """One typed sheet, to be compared with the paper."""
    view = view_or_404(championship, game_id)
    if request.method != "POST":
        return _page(request, view) if not view.is_confirmed else _next(championship, view, request)
    form = SendBackForm(request.POST)
    try:
        if "confirm" in request.POST:
            messages.success(request, _confirmed(request, view))
        elif form.is_valid():
            sheets.send_back(game_id, reason=form.cleaned_data["reason"], **_sent(request))
            messages.success(request, _("Table %s goes back to whoever typed it.") % view.table)
        else:
            return _page(request, view, said=str(form.errors["reason"][0]))
    except RuleError as refusal:
        return _page(request, view_or_404(championship, game_id), said=sentence(refusal))
    return _next(championship, view, request)


def _sent(request: HttpRequest) -> dict[str, object]:
    actor = request.actor  # type: ignore[attr-defined]
    return {"version": version_of(request), "actor": actor, "client_id": client_id_of(request)}


def _confirmed(request: HttpRequest, view: GameView) -> str:
    result = games.confirm(view.game.pk, **_sent(request))  # type: ignore[arg-type]
    facts = {"table": view.table, "a": result.points[0], "b": result.points[1]}
    return _("Table %(table)s confirmed: %(a)s – %(b)s.") % facts


def _next(championship: Championship, view: GameView, request: HttpRequest) -> HttpResponse:
    """The sheet below this one in the same pile; the piles, where it was the last."""
    at = view.game.typed_at
    for pile in piles_to_check(championship, request.user.pk):
        for each in pile.views:
            is_below = each.game.typed_by_id == view.game.typed_by_id and at and each.game.typed_at > at
            if is_below and each.game.pk != view.game.pk:
                return _to("desk_check_sheet", championship.slug, each.game.pk)
    return _to("desk_check", championship.slug)


def _to(name: str, *args: object) -> HttpResponse:
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def _page(request: HttpRequest, view: GameView, *, said: str = "") -> HttpResponse:
    championship = view.game.round.championship
    rows = parts.paper_rows(view)
    context = {
        **parts.sheet_context(view),
        "section": "entry",
        "rows": [row for row in rows if row.stored is not None],
        "has_struck": any(row.is_struck for row in rows),
        "is_own": view.game.typed_by_id == request.user.pk,
        "game_page": game_address(championship, view.game.pk),
        "said": said,
        "note": request.POST.get("reason", ""),
    }
    del context["championship"]
    return desk_page(request, "check_sheet", championship, status=REFUSED if said else 200, **context)
