"""The page of one table: its sheet on a phone, which shows the hands and takes them (E 15.2).

Whoever holds the address may write: its token is the capability, made for one game and printed on that game's sheet.
There is no session, so there is nothing that another site's form could borrow: that is why posts are csrf_exempt.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from scoring.sheets import Stopped
from tournament.access import TABLE, takes_forms
from tournament.core.clock import Phase
from tournament.forms.sheet import NOT_COUNTED, FormRefused, HandForm, SideForm, StartForm
from tournament.forms.writing import client_id_of, version_of
from tournament.languages import spoken
from tournament.models import Game, PlayedHand
from tournament.queries.games import GameView, game_by_token, view_of
from tournament.queries.places import places_now
from tournament.queries.rounds import clock_of_table
from tournament.queries.sheet_tag import sheet_tag
from tournament.services import hands
from tournament.services.before_play import set_start
from tournament.services.hands import HandEntry
from tournament.services.late_hands import keep_late_hand
from tournament.views import hand_texts, table_answers
from tournament.views import sheet_parts as parts
from tournament.views.desk_page import REFUSED
from tournament.views.kept_page import build

TYPED = ("base", "doubling", "side", "points", "unit", "maker")

Step = Callable[..., dict[str, Any] | None]


@require_safe
def sheet(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet as it stands, and the form for the next hand while the game goes on.

    A phone that has it asks every few seconds whether it still stands so: one small query says that it does.
    """
    tag = sheet_tag(token, timezone.now(), request.path, "dats" in request.GET, build())
    if tag and request.headers.get("If-None-Match", "").removeprefix("W/") == f'"{tag}"':
        return _uncached(HttpResponseNotModified())
    game = game_by_token(token)
    if game is None or game.voided_at is not None:
        return _nothing(request, game)
    with _words_of(game):
        response = _page(request, view_of(game), tag=tag)
    response["ETag"] = f'"{tag}"'
    return response


def taking(done: str) -> Callable[[Step], Callable[..., HttpResponse]]:
    """A view that writes: do one step, go back to the sheet – or show it with what was refused.

    A script is told the same in JSON. `done` names what is said of it, "" where the sheet shows it by itself.
    """

    def decorate(step: Step) -> Callable[..., HttpResponse]:
        @csrf_exempt
        @takes_forms
        @wraps(step)
        def view(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
            try:
                answer = step(request, token, **kwargs)
            except (RuleError, FormRefused) as why:
                return refused(request, token, why, **kwargs)
            if table_answers.wants_json(request):
                return table_answers.written(answer)
            said = f"?ok={done}" if done else ""
            return HttpResponseRedirect(f"{reverse('sheet', args=[token])}{said}", status=303)

        return view

    return decorate


@taking("hand")
def hand(request: HttpRequest, token: str) -> dict[str, Any]:
    """The next hand."""
    entry, client_id, now = _entry(request), client_id_of(request), timezone.now()
    after = request.POST.get("after", "")[:40]
    try:
        return hands.record_hand(token, entry, after=after, actor=TABLE, client_id=client_id, now=now)
    except RuleError as refusal:
        if refusal.code == "game_confirmed":
            keep_late_hand(token, entry, after=after, actor=TABLE, client_id=client_id, now=now)
        raise


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Who sends it, under which id, and the version that it was based on."""
    return {"actor": TABLE, "client_id": client_id_of(request), "version": version_of(request)}


def _entry(request: HttpRequest) -> HandEntry:
    form = HandForm(request.POST)
    if not form.is_valid():
        raise FormRefused(form)
    return form.entry


@csrf_exempt
def hand_change(request: HttpRequest, token: str, sequence: int) -> HttpResponse:
    """A hand already written: the page on which it is changed, and the change."""
    if request.method == "POST":
        return _change(request, token=token, sequence=sequence)
    return _change_page(request, token, sequence)


@require_safe
def _change_page(request: HttpRequest, token: str, sequence: int) -> HttpResponse:
    game = game_by_token(token)
    if game is None or game.voided_at is not None:
        return _nothing(request, game)
    with _words_of(game):
        return _page(request, view_of(game), sequence=sequence)


@taking("change")
def _change(request: HttpRequest, token: str, sequence: int) -> None:
    entry = None if "turn" in request.POST else _entry(request)
    hands.change_hand(token, sequence, entry, seen=request.POST.get("seen", ""), **_sent(request))


@taking("undo")
def undo(request: HttpRequest, token: str) -> None:
    """The last hand goes away."""
    hands.remove_last_hand(token, **_sent(request))


@taking("flip")
def flip(request: HttpRequest, token: str) -> None:
    """Every hand was written on the wrong side."""
    hands.flip_sides(token, **_sent(request))


@taking("draw")
def draw(request: HttpRequest, token: str) -> None:
    """Who won the opening draw (E 15.2.3)."""
    form = SideForm(request.POST)
    if not form.is_valid():
        raise RuleError("side_missing", "E 15.2.3")
    hands.set_opening_draw(token, form.cleaned_data["side"], **_sent(request))


@taking("start")
def start(request: HttpRequest, token: str) -> None:
    """When the game began (E 15.2.8)."""
    form = StartForm(request.POST)
    if not form.is_valid():
        raise RuleError("start_missing", "E 15.2.8")
    set_start(
        token,
        form.cleaned_data["started"],
        actor=TABLE,
        client_id=client_id_of(request),
        now=timezone.now(),
    )


@taking("end")
def end(request: HttpRequest, token: str) -> None:
    """The announced end has come: the game is over as it stands (E 12.3.3)."""
    game = _game(token)
    by_hand = (game.last_hand_at or game.round.last_hand_at) is not None
    why = Stopped.LAST_HAND if by_hand else Stopped.TIME
    hands.stop(token, why, now=timezone.now(), **_sent(request))


def _game(token: str) -> Game:
    """The game, where a step has to look at it first. Raises RuleError("game_gone")."""
    game = game_by_token(token)
    if game is None:
        raise RuleError("game_gone")
    return game


def refused(request: HttpRequest, token: str, why: RuleError | FormRefused, **kwargs: Any) -> HttpResponse:
    """The page again, as the game stands now, with everything that was typed."""
    game = game_by_token(token)
    if game is None or game.voided_at is not None:
        return _nothing(request, game)
    view = view_of(game)
    refusal = why if isinstance(why, RuleError) else None
    typed: Any = None if isinstance(why, RuleError) else why.form
    if typed is None and "base" in request.POST:
        typed = HandForm(request.POST)
    with _words_of(game):
        if table_answers.wants_json(request):
            return table_answers.refused(why, view)
        return _page(request, view, form=typed, refusal=refusal, status=REFUSED, **kwargs)


def _words_of(game: Game | None) -> AbstractContextManager[object]:
    return spoken(game.round.championship.hand_word) if game else nullcontext()


def _page(
    request: HttpRequest,
    view: GameView,
    *,
    sequence: int | None = None,
    form: HandForm | None = None,
    refusal: RuleError | None = None,
    status: int = 200,
    tag: str = "",
) -> HttpResponse:
    context = parts.sheet_context(view)
    against = [line.infraction for line in context["infractions"]]
    context |= _table_context(request, view, hand_texts.barred_words(view, against))
    context |= {"refusal": refusal, "tag": tag}
    changing = _stored(view, sequence) if context["may_write"] else None
    if changing is not None:
        context |= _changing_context(view, changing, hand_texts.barred_words(view, against, changing))
    if form is None:
        form = HandForm(initial=hand_texts.initial_of(changing) if changing else None)
    if refusal is not None and refusal.code == "hand_conflict":
        context |= _conflict_context(view, refusal, form)
    elif form.is_bound and changing is None and not context["takes_hands"]:
        context |= _lost_context(view, form)
    context["form"] = form
    template = "table/change.html" if changing is not None else "table/sheet.html"
    if view.b is None:
        template = "table/rests.html"
    return _uncached(render(request, template, context, status=status))


def _table_context(request: HttpRequest, view: GameView, barred: dict[str, str]) -> dict[str, Any]:
    game = view.game
    read_only = parts.why_read_only(view)
    may_write = not read_only
    asks_draw = may_write and not view.hands and not game.opening_draw
    insists = "dats" in request.GET or request.method == "POST"
    takes_hands = may_write and not view.sheet.is_over and (insists or not asks_draw)
    clock = clock_of_table(game)
    ends_by = hand_texts.ends_by(view, clock)
    rows = parts.paper_rows(view, _row_address(game.token) if may_write else None)
    return {
        "read_only": read_only,
        "may_write": may_write,
        "asks_draw": asks_draw,
        "asks_seats": may_write and not view.has_begun and game.seated_at is None,
        "asks_rules": may_write
        and not view.has_begun
        and not game.accepts_dealing
        and bool(game.opening_draw),
        "needs_draw": may_write and parts.needs_draw(view),
        "takes_hands": takes_hands,
        "after": view.hands[-1].client_id if view.hands else "",
        "ends_by": ends_by,
        "facts": hand_texts.preview_facts(view, ends_by=ends_by, barred=barred),
        "barred_words": barred.get(view.sheet.next_maker or "", ""),
        "calls": view.sheet.next_maker,
        "not_counted": NOT_COUNTED,
        "undo_totals": hand_texts.without_last(view),
        "rows": rows,
        "has_struck": any(row.is_struck for row in rows),
        "places": places_now(view),
        "done": hand_texts.done_text(request.GET.get("ok", ""), view),
        "last_text": hand_texts.stored_text(view.hands[-1] if view.hands else None, view),
        "clock": clock,
        "zero_at": clock.start,
        "may_end": clock.last_hand_at is not None or clock.phase is Phase.OVER,
    }


def _row_address(token: str) -> Callable[[int], str]:
    return lambda sequence: reverse("sheet_hand_change", args=[token, sequence])


def _changing_context(view: GameView, stored: PlayedHand, barred: dict[str, str]) -> dict[str, Any]:
    calls = view.sheet.turn_at(view.hands.index(stored))
    rows = parts.paper_rows(view)
    row = next(each for each in rows if each.stored == stored)
    return {
        "row": row,
        "stored_text": hand_texts.stored_text(stored, view),
        "can_turn": stored.points_a != stored.points_b,
        "turn_effect": hand_texts.effect(view, stored, hands.turned(stored)),
        "calls": calls,
        "facts": hand_texts.preview_facts(view, stored, barred=barred),
        "barred_words": barred.get(stored.maker or calls or "", ""),
        "seen": hands.mark_of(stored),
    }


def _lost_context(view: GameView, form: HandForm) -> dict[str, Any]:
    """What was typed, in words, where there is no longer a form to keep it; with what was wrong in it, if anything."""
    if form.is_valid():
        return {"lost_text": hand_texts.entry_text(form.entry, view)}
    errors = [str(error) for errors in form.errors.values() for error in errors]
    return {"lost_text": hand_texts.raw_text(form), "lost_errors": errors}


def _conflict_context(view: GameView, refusal: RuleError, form: HandForm) -> dict[str, Any]:
    token, there, mine = view.game.token, refusal.facts["stored"], refusal.facts["mine"]
    stored = _stored(view, there["sequence"])
    return {
        "conflict": refusal,
        "is_same": mine.items() <= there.items(),
        "seen": hands.mark_of(stored) if stored else "",
        "there_text": hand_texts.stored_text(stored, view),
        "mine_text": hand_texts.entry_text(form.entry, view) if form.is_valid() else "",
        "mine": [(name, form.data.get(name, "")) for name in TYPED],
        "keep_address": reverse("sheet", args=[token]),
        "change_address": reverse("sheet_hand_change", args=[token, there["sequence"]]),
        "add_address": reverse("sheet_hand", args=[token]),
    }


def _stored(view: GameView, sequence: int | None) -> PlayedHand | None:
    return next((hand for hand in view.hands if hand.sequence == sequence), None)


def _nothing(request: HttpRequest, game: Game | None) -> HttpResponse:
    """No game to show at this address: unknown, not published, or its pairing was taken back."""
    if game is None:
        heading = _("This sheet does not exist")
        explanation = _(
            "Either the round is not published yet, or the pairing was made again and there is another sheet. "
            "Wait, scan the code on your paper sheet again, or ask at the organisers’ desk."
        )
        context: dict[str, Any] = {"heading": heading, "explanation": explanation}
    else:
        heading = _("This sheet is no longer valid")
        explanation = _(
            "Its game was cancelled when the pairing was made again. What it says does not count."
        )
        if game.reason:
            explanation = _("Its game was annulled: %(why)s. What it says does not count.") % {
                "why": game.reason
            }
        context = {"heading": heading, "explanation": explanation, "places": places_now(view_of(game))}
        context["championship"] = game.round.championship
    match = request.resolver_match
    context["token"] = match.kwargs.get("token", "") if match else ""
    with _words_of(game):
        return _uncached(render(request, "table/nothing_kept.html", context, status=404))


def _uncached(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    return response
