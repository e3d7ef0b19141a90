"""A confirmed sheet corrected: typed as it shall stand, looked at with all that it moves, and only then written."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import RuleError
from scoring.results import GameKind
from scoring.sheets import Side
from tournament.access import desk, desk_actor, takes_forms
from tournament.core.corrections import written_line
from tournament.forms.corrections import CorrectionForm, DecisionForm, RulingForm, ruling_of
from tournament.forms.typed_word import require_typed_word
from tournament.forms.writing import client_id_of
from tournament.models import Championship, Game
from tournament.queries.corrections import Effect, protests_of
from tournament.queries.discretion import discretion_of
from tournament.queries.games import GameView, game_of
from tournament.queries.notices import notices_of
from tournament.services.breaking import DECIDABLE
from tournament.services.corrections import correct, rehearse
from tournament.services.notices import withdraw_notice
from tournament.texts import sentence
from tournament.texts_corrections import announcement_text, in_its_row
from tournament.views.desk_page import REFUSED, desk_page
from tournament.views.hand_texts import typed_row
from tournament.views.sheet_parts import paper_rows, seat_at


@require_http_methods(["GET", "HEAD", "POST"])
@desk("organiser")
def correction(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """Opened and left it changes nothing; what is typed goes from page to page until it is saved."""
    view = game_of(championship, game_id)
    if view is None or view.b is None:
        raise Http404
    if not view.is_confirmed:
        messages.warning(request, _("Only a confirmed sheet is corrected here: this one can still be typed."))
        return redirect("desk_game", slug=championship.slug, game_id=game_id)
    kind: type[CorrectionForm] | type[RulingForm] = CorrectionForm if view.is_played else RulingForm
    if request.method != "POST":
        return _sheet_page(
            request, view, kind(initial=_as_typed(view) if view.is_played else ruling_of(view))
        )
    form = kind(request.POST)
    if request.POST.get("step") == "edit":
        return _sheet_page(request, view, kind(initial=form.typed()))
    if not form.is_valid():
        return _sheet_page(request, view, form, status=REFUSED)
    return (
        _saved(request, view, form) if request.POST.get("step") == "save" else _looked_at(request, view, form)
    )


def _as_typed(view: GameView) -> dict[str, Any]:
    """The sheet as it stands, row by row as one would type it."""
    a, b = view.typed or (None, None)
    return {
        "rows": "\n".join(written_line(typed_row(hand)) for hand in view.hands),
        "total_a": a,
        "total_b": b,
        "opening_draw": view.game.opening_draw,
        "stopped": view.game.stopped,
        "last_hand": view.game.last_hand,
        "version": view.game.version,
    }


def _looked_at(request: HttpRequest, view: GameView, form: CorrectionForm | RulingForm) -> HttpResponse:
    """The correction as it would be."""
    try:
        effect = _rehearsed(request, view, form)
    except RuleError as refusal:
        return _refused(request, view, form, refusal)
    return _effect_page(request, effect, form, DecisionForm())


def _rehearsed(request: HttpRequest, view: GameView, form: CorrectionForm | RulingForm) -> Effect:
    version = form.cleaned_data["version"]
    return rehearse(view.game.pk, form.sheet, actor=desk_actor(request), version=version)


def _saved(request: HttpRequest, view: GameView, form: CorrectionForm | RulingForm) -> HttpResponse:
    chosen, championship = DecisionForm(request.POST), view.game.round.championship
    try:
        if not chosen.is_valid():
            return _effect_page(request, _rehearsed(request, view, form), form, chosen, status=REFUSED)
        if chosen.needs_the_word:
            require_typed_word(request, "redraw")
        _write(request, view, form, chosen)
    except RuleError as refusal:
        if refusal.code not in ("word_not_typed", "correction_outdated", *DECIDABLE):
            return _refused(request, view, form, refusal)
        effect = _rehearsed(request, view, form)
        return _effect_page(request, effect, form, chosen, refusal=sentence(refusal), status=REFUSED)
    messages.success(request, _("Corrected: the new result counts from now on."))
    return redirect("desk_game", slug=championship.slug, game_id=view.game.pk)


def _write(
    request: HttpRequest, view: GameView, form: CorrectionForm | RulingForm, chosen: DecisionForm
) -> None:
    correct(
        view.game.pk,
        form.sheet,
        reason=form.cleaned_data["reason"],
        announcement=chosen.cleaned_data["announcement"],
        decision=chosen.decision,
        decided=chosen.cleaned_data["decided"],
        version=form.cleaned_data["version"],
        actor=desk_actor(request),
        client_id=client_id_of(request),
    )


def _refused(
    request: HttpRequest, view: GameView, form: CorrectionForm | RulingForm, refusal: RuleError
) -> HttpResponse:
    """The sheet once more, nothing typed lost, beside the one that is there now."""
    now = game_of(view.game.round.championship, view.game.pk) or view
    form.based_on(now.game.version)
    said = in_its_row(refusal, sentence(refusal))
    return _sheet_page(request, now, form, refusal=said, status=REFUSED)


def _sheet_page(
    request: HttpRequest,
    view: GameView,
    form: CorrectionForm | RulingForm,
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    protests = protests_of(view.game.round, view.regulation)
    context = {
        **_of_game(view),
        "view": view,
        "regulation": view.regulation,
        "rows": paper_rows(view),
        "form": form,
        "refusal": refusal,
        "protests": protests,
        "protests_are_over": protests.are_over(timezone.now()),
    }
    page = "correction" if view.is_played else "correction_ruling"
    return desk_page(request, page, status=status, **context)


def _effect_page(
    request: HttpRequest,
    effect: Effect,
    form: CorrectionForm | RulingForm,
    chosen: DecisionForm,
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        **_of_game(effect.after),
        "effect": effect,
        "sides": [
            (view, paper_rows(view), view.result(), "" if view.is_played else ruling_text(view))
            for view in (effect.before, effect.after)
        ],
        "typed": form.typed(),
        "announcement": chosen.data.get("announcement", _announcement(effect)),
        "is_kept": _is_kept(effect.after.game),
        "again": chosen.data.get("again", "keep"),
        "decided": chosen.cleaned_data.get("decided", ()) if chosen.is_bound else (),
        "refusal": refusal,
    }
    return desk_page(request, "correction_effect", status=status, **context)


def ruling_text(view: GameView) -> str:
    """How a game was settled without play."""
    if view.kind is GameKind.WALKOVER:
        away = seat_at(view, Side(view.game.winner).other)
        return _("Pair %(number)s was not present.") % {"number": away.number if away else ""}
    if view.kind is GameKind.BOTH_ABSENT:
        return _("Neither pair was present.")
    return _("Result set by the organisers.")


def _of_game(view: GameView) -> dict[str, Any]:
    round_ = view.game.round
    return {"championship": round_.championship, "game": view.game, "round": round_, "section": "entry"}


def _is_kept(game: Game) -> bool:
    """Whether the hall reads no result of this round before the ceremony."""
    return discretion_of(game.round.championship).is_secret(game.round.number)


def _announcement(effect: Effect) -> str:
    """Proposed where the hall has something to hear of, and may."""
    was, now, game = effect.before.counted, effect.after.counted, effect.after.game
    if not effect.changes_result or was is None or now in (None, was) or _is_kept(game):
        return ""
    return announcement_text(game.round.number, game.table or 0, was=was, now=now)


@require_safe
@desk("organiser")
def notices(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What the public pages tell the hall now."""
    context = {"section": "rounds", "notices": notices_of(championship)}
    return desk_page(request, "notices", championship, **context)


@takes_forms
@desk("organiser")
def notice_withdraw(request: HttpRequest, championship: Championship, notice_id: int) -> HttpResponse:
    """A notice that is over."""
    if notice_id not in [notice.pk for notice in notices_of(championship)]:
        messages.warning(request, sentence(RuleError("notice_gone")))
        return redirect("desk_notices", slug=championship.slug)
    withdraw_notice(notice_id, actor=desk_actor(request), client_id=client_id_of(request))
    messages.success(request, _("Withdrawn: it stands on no page any more."))
    return redirect("desk_notices", slug=championship.slug)
