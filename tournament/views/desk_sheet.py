"""A whole sheet typed from paper: one column of rows, read while one types, and written in one go."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from tournament.access import desk, may_decide
from tournament.core.clock import Phase
from tournament.forms.typed_sheet import FootForm, TypedLine, read_lines
from tournament.forms.writing import client_id_of, version_of
from tournament.models import Championship
from tournament.queries.desk import last_writer
from tournament.queries.games import GameView
from tournament.queries.rounds import clock_of_table
from tournament.services import sheets
from tournament.texts import sentence
from tournament.views.decidable import is_decidable
from tournament.views.desk_page import REFUSED, desk_page
from tournament.views.game_address import game_address, view_or_404
from tournament.views.typed_rows import row_labels, shown_sheet

ROW = "row"
ENDED = (Phase.OVER, Phase.LAST_HAND)
BY_A_REASON = ("stop_too_early", "botifarra_not_now")
FIRST = {"signed": True}
"""What a sheet has of which nobody has said anything yet: two signatures. Where one is missing, the tick goes."""


def may_be_typed(view: GameView) -> bool:
    """Whether a sheet can be typed: of two pairs that play, until it is confirmed."""
    return view.b is not None and view.is_played and not view.is_confirmed


@require_http_methods(["GET", "HEAD", "POST"])
@desk("helper")
def sheet(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """The sheet with what was typed; sent as a form, it is written. A sheet that counts has a page of its own."""
    view = view_or_404(championship, game_id)
    if request.method == "POST":
        return _write(request, championship, view)
    if not may_be_typed(view):
        return HttpResponseRedirect(game_address(championship, game_id))
    lines = read_lines(request.GET.getlist(ROW))
    return _page(request, view, lines, _foot_asked(request.GET, view))


def _foot_asked(asked: QueryDict, view: GameView) -> FootForm:
    """The foot as it was typed so far, or as a sheet begins: ended by what was announced, once that has come."""
    if asked:
        return FootForm(asked)
    clock = clock_of_table(view.game, timezone.now())
    return FootForm(initial=FIRST | {"by_time": clock.phase in ENDED})


def _write(request: HttpRequest, championship: Championship, view: GameView) -> HttpResponse:
    lines, foot = read_lines(request.POST.getlist(ROW)), FootForm(request.POST)
    if "add_up" in request.POST:
        return _page(request, view, lines, foot)
    if not foot.is_valid() or any(line.unreadable for line in lines):
        said = " ".join(str(error) for errors in foot.errors.values() for error in errors)
        return _refused(request, view, lines, foot, said or _("A row cannot be read."))
    try:
        answer = sheets.type_sheet(
            view.game.pk,
            foot.sheet(lines, _times(foot, view), decides=may_decide(request)),
            sure=frozenset(foot.cleaned_data["sure"]),
            version=version_of(request),
            actor=request.actor,  # type: ignore[attr-defined]
            client_id=client_id_of(request),
        )
    except RuleError as refusal:
        said = _said(refusal, view, row_labels(view, lines))
        return _refused(request, view, lines, foot, said, code=refusal.code)
    messages.success(request, _done(answer, view))
    return HttpResponseRedirect(
        f"{reverse('desk_entry', args=[championship.slug])}?ronda={view.game.round.number}", status=303
    )


def _times(foot: FootForm, view: GameView) -> Any:
    game = view.game
    zone = ZoneInfo(game.round.championship.time_zone)
    published = clock_of_table(game, timezone.now()).start
    return foot.instants((game.started_at, game.ended_at), zone=zone, published=published)


def _said(refusal: RuleError, view: GameView, labels: Sequence[str]) -> str:
    """The refusal, with the rows that it is about as they are labelled, or with who was quicker."""
    facts: dict[str, Any] = refusal.facts
    if "rows" in facts:
        facts["rows"] = ", ".join(labels[row - 1] for row in facts["rows"])
    said = sentence(refusal)
    if "row" in facts:
        label = labels[facts["row"] - 1]
        text = _("Row %(row)s: %(sentence)s") if label.isdigit() else _("%(row)s: %(sentence)s")
        return capfirst(text % {"row": label, "sentence": said})
    writer = last_writer(view.game) if refusal.code == "stale_version" else ""
    return _("%(sentence)s Last written by: %(who)s.") % {"sentence": said, "who": writer} if writer else said


def _done(answer: dict[str, Any], view: GameView) -> str:
    """What became of the sheet, and the way to it."""
    facts = {"table": view.table, "a": answer["points"][0], "b": answer["points"][1]}
    done = {
        "": _("Table %(table)s confirmed: %(a)s – %(b)s."),
        "signatures": _("Table %(table)s is written down, %(a)s – %(b)s: a signature is missing."),
        "second_check": _("Table %(table)s is written down, %(a)s – %(b)s: somebody else checks it."),
        "unsigned": _("Table %(table)s is written down, %(a)s – %(b)s: it has to be signed on the phone."),
        "call_open": _("Table %(table)s is written down, %(a)s – %(b)s: it has called for an organiser."),
    }
    address = game_address(view.game.round.championship, view.game.pk)
    return format_html('{} <a href="{}">{}</a>', done[answer["lacks"]] % facts, address, _("Look at it"))


def _refused(
    request: HttpRequest,
    view: GameView,
    lines: Sequence[TypedLine],
    foot: FootForm,
    said: str,
    *,
    code: str = "",
) -> HttpResponse:
    """All rows again beside what is there now; a question can be answered by one Enter."""
    question = code if code in sheets.QUESTIONS else ""
    now = view_or_404(view.game.round.championship, view.game.pk)
    asked = [code for code in sheets.QUESTIONS if code in request.POST.getlist("sure") and code != question]
    refused = {
        "said": said,
        "code": code,
        "by_reason": code in BY_A_REASON,
        "question": question,
        "sure": asked,
        "is_decidable": is_decidable(code, now),
    }
    return _page(request, now, lines, foot, refused=refused)


def _page(
    request: HttpRequest,
    view: GameView,
    lines: Sequence[TypedLine],
    foot: FootForm,
    *,
    refused: dict[str, Any] | None = None,
) -> HttpResponse:
    foot.is_valid()
    said = foot.cleaned_data if foot.is_bound else {}
    by_time = said["by_time"] if foot.is_bound else foot["by_time"].value()
    shown = shown_sheet(view, lines, draw=said.get("draw", ""), totals=foot.totals, by_time=by_time)
    if refused and refused["by_reason"] and may_decide(request):
        shown["focus"] = None  # one goes on with the reason
    return desk_page(
        request,
        "typed",
        view.game.round.championship,
        status=REFUSED if refused else 200,
        section="entry",
        view=view,
        game=view.game,
        round=view.game.round,
        foot=foot,
        refused=refused,
        may_write=may_be_typed(view),
        draw_known=view.game.opening_draw,
        last_hand_at=view.game.last_hand_at or view.game.round.last_hand_at,
        is_there=view.is_complete and not lines and not refused,
        **shown,
    )
