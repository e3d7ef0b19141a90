"""Rounds at the desk: drawn, published, announced, closed."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import desk, is_director, takes_forms
from tournament.forms.championships import AnnounceEndForm
from tournament.forms.drawing import DrawingForm
from tournament.forms.typed_word import require_typed_word
from tournament.forms.writing import WritingForm, client_id_of
from tournament.models import Championship, Round
from tournament.queries import desk as queries
from tournament.queries.drawing import next_round_number
from tournament.queries.rounds import desk_round
from tournament.queries.submissions import is_answered
from tournament.services import announcements, arrangements
from tournament.services import rounds as services
from tournament.views.desk import what_next_page
from tournament.views.desk_page import desk_page, sent_from
from tournament.views.round_pages import draft_seen, is_preparable, page_of_round, settings_seen

LONGEST_REASON = 300

# What happens to a round, and what is said of it.
ON_A_ROUND: dict[str, tuple[Callable[..., None], object]] = {
    "discard": (services.discard, gettext_lazy("The draft of round %(round)s is thrown away.")),
    "publish": (services.publish, gettext_lazy("Round %(round)s is published: everybody sees it now.")),
    "unpublish": (services.unpublish, gettext_lazy("Round %(round)s is a draft again: nobody sees it.")),
    "announce_last_hand": (announcements.announce_last_hand, gettext_lazy("The last hand is announced.")),
    "take_back": (announcements.take_back, gettext_lazy("The announcement is taken back: play goes on.")),
    "close": (services.close, gettext_lazy("Round %(round)s is closed.")),
}
STAYS_ON_ROUND = ("unpublish",)
NEEDS_A_WORD = ("unpublish",)


@desk("helper")
@require_safe
def rounds(request: HttpRequest, championship: Championship) -> HttpResponse:
    """All rounds, and what comes after them."""
    facts = queries.what_next(championship, timezone.now())
    lines = queries.round_lines(championship)
    return desk_page(request, "rounds", championship, section="rounds", lines=lines, next=facts)


@desk("helper")
@require_safe
def round_page(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A round: how it is prepared, its draft or its pairing, with the reason of every meeting."""
    return page_of_round(request, championship, number, is_mending="mend" in request.GET)


@takes_forms
@desk("organiser")
def round_action(request: HttpRequest, championship: Championship, number: int, action: str) -> HttpResponse:
    """One step of a round; what is refused is said where the button stands."""
    if action == "draft":
        return _draft(request, championship, number)
    round_ = desk_round(championship, number)
    if round_ is None:
        if is_answered(championship, client_id_of(request)):
            return redirect("desk", slug=championship.slug)
        return what_next_page(request, championship, refusal=RuleError("round_gone"))
    if request.POST.get("round", str(round_.pk)) != str(round_.pk):
        return page_of_round(request, championship, number, refusal=RuleError("round_gone"))
    if action == "announce_end":
        return _announce_end(request, championship, round_)
    if action not in ON_A_ROUND:
        raise Http404
    return _step(request, championship, round_, action=action)


def _draft(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Only a director draws while games are open, with a reason. What is typed of how it is drawn is saved with it."""
    despite_open = _reason(request)
    if despite_open and not is_director(request):
        raise PermissionDenied
    form = DrawingForm(championship, request.POST) if "club_rule" in request.POST else None
    if form is not None and not form.is_valid():
        return page_of_round(request, championship, number, forms={"drawing_form": form})
    try:
        if number < next_round_number(championship):
            raise RuleError("round_published", "E 13.3", round=number)
        if form is not None:
            _save_typed(request, championship, form)
        facts = {"despite_open": despite_open, "seen": draft_seen(request), **sent_from(request)}
        round_ = services.draft(championship.pk, **facts)
    except RuleError as refusal:
        return _draft_refused(request, championship, refusal, form)
    text = _("Round %(round)s is drawn. Nobody sees it yet: look at it, then publish it.")
    messages.success(request, text % {"round": round_.number})
    return redirect("desk_round", slug=championship.slug, number=round_.number)


def _save_typed(request: HttpRequest, championship: Championship, form: DrawingForm) -> None:
    """The id of the form is that of the draw: the same settings sent twice change nothing."""
    sent = {**sent_from(request), "client_id": "", "seen": settings_seen(request)}
    arrangements.set_drawing(championship.pk, form.settings, **sent)


def _draft_refused(
    request: HttpRequest, championship: Championship, refusal: RuleError, form: DrawingForm | None
) -> HttpResponse:
    """Said on the page from which the round was drawn, where the way out stands, with what was typed there."""
    number = next_round_number(championship)
    is_of_the_round = request.POST.get("from") == "round" or refusal.code == "draft_changed"
    if is_of_the_round and is_preparable(championship, number):
        championship.refresh_from_db()
        forms: dict[str, WritingForm] = {"drawing_form": form} if form is not None else {}
        return page_of_round(
            request, championship, number, refusal=refusal, reason=_reason(request), forms=forms
        )
    return what_next_page(request, championship, refusal=refusal)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:LONGEST_REASON]


def _step(request: HttpRequest, championship: Championship, round_: Round, *, action: str) -> HttpResponse:
    service, said = ON_A_ROUND[action]
    seen = draft_seen(request)
    reason = {"reason": _reason(request)}
    said_with = {"publish": {**reason, "version": seen[1] if seen else None}, "announce_last_hand": reason}
    try:
        if action in NEEDS_A_WORD:
            require_typed_word(request, action)
        service(round_.pk, **said_with.get(action, {}), **sent_from(request))
    except RuleError as refusal:
        facts = {"refusal": refusal, "reason": _reason(request)}
        return page_of_round(request, championship, round_.number, **facts)
    messages.success(request, str(said) % {"round": round_.number})
    if action in STAYS_ON_ROUND:
        return redirect("desk_round", slug=championship.slug, number=round_.number)
    return redirect("desk", slug=championship.slug)


def _announce_end(request: HttpRequest, championship: Championship, round_: Round) -> HttpResponse:
    form = AnnounceEndForm(request.POST)
    if form.is_valid():
        facts = sent_from(request)
        ends_at = form.ends_at(championship.time_zone, facts["now"])
        try:
            said = {**form.values("reason", "sure"), "seen": request.POST.get("seen")}
            announcements.announce_end(round_.pk, ends_at, **said, **facts)
        except RuleError as refusal:
            form.refuse(refusal, beside="at")
        else:
            messages.success(
                request, _("Announced: games may run until %(time)s.") % {"time": request.POST["at"]}
            )
            return redirect("desk", slug=championship.slug)
    return what_next_page(request, championship, end_form=form)
