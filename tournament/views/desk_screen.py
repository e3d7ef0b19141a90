"""The desk chooses what the hall's screen shows, and tells the prizes at the ceremony."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from tournament.access import desk
from tournament.forms.screen import BreakForm, CeremonyForm, MessageForm, ShowForm
from tournament.forms.sheet import FormRefused
from tournament.forms.writing import WritingForm
from tournament.models import Championship
from tournament.queries.screen import USUAL_PRIZES, Order, Show, ceremony_is_early, screen_of
from tournament.queries.standings import standings
from tournament.services import screen as services
from tournament.texts_screen import SHOWN
from tournament.views.desk_page import REFUSED, desk_page, sent_from

FORMS: dict[str, type[WritingForm]] = {
    "show": ShowForm,
    "message": MessageForm,
    "break": BreakForm,
    "ceremony": CeremonyForm,
}
TOP_BUTTONS = (Show.AUTO, Show.PAIRINGS, Show.STANDINGS, Show.MISSING)


@require_http_methods(["GET", "HEAD", "POST"])
@desk("organiser")
def screen(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What the screen shows, and every way to change it; a form goes back to this page."""
    if request.method != "POST":
        return _page(request, championship)
    action = request.POST.get("action", "")
    try:
        said = ACTIONS[action](request, championship) if action in ACTIONS else ""
    except FormRefused as refused:
        return _page(request, championship, forms={action: refused.form})
    except RuleError as refusal:
        return _refused(request, championship, action, refusal)
    if said:
        messages.success(request, said)
    return redirect("desk_screen", slug=championship.slug)


def _refused(
    request: HttpRequest, championship: Championship, action: str, refusal: RuleError
) -> HttpResponse:
    """A form keeps what was typed, with what is wrong beside it; a button has nothing to keep."""
    championship.refresh_from_db()
    if "field" not in refusal.facts:
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
    chosen, rows = screen_of(championship), standings(championship)
    ranked = {row.rank: row for row in rows if row.rank}
    usual = {"order": chosen.order.value, "message": chosen.message, "with_result": chosen.with_result}
    usual["prizes"] = chosen.prizes or min(USUAL_PRIZES, len(ranked))
    shown = {name: form(initial=usual, auto_id=f"{name}_%s") for name, form in FORMS.items()}
    return desk_page(
        request,
        "screen",
        championship,
        status=REFUSED if refusal or forms else 200,
        section="screen",
        screen=chosen,
        shown=SHOWN[chosen.show],
        buttons=[(show.value, SHOWN[show], show is chosen.show) for show in TOP_BUTTONS],
        orders=Order,
        early=ceremony_is_early(championship),
        next_row=ranked.get(chosen.next_place) if chosen.next_place else None,
        last_row=ranked.get(chosen.told) if chosen.told else None,
        refusal=refusal,
        forms={**shown, **(forms or {})},
    )


def _read(request: HttpRequest, action: str) -> Any:
    """The form as it was sent. Raises FormRefused."""
    form = FORMS[action](request.POST, auto_id=f"{action}_%s")
    if not form.is_valid():
        raise FormRefused(form)
    return form


def _place(request: HttpRequest) -> int:
    """The place that a button carries, 0 for what is none."""
    text = request.POST.get("place", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def show(request: HttpRequest, championship: Championship) -> str:
    what, order = _read(request, "show").chosen
    services.show(championship.pk, what, order=order, **sent_from(request))
    return _("The screen shows: %(what)s.") % {"what": SHOWN[what]}


def message(request: HttpRequest, championship: Championship) -> str:
    text = _read(request, "message").cleaned_data["message"]
    services.tell_message(championship.pk, text, **sent_from(request))
    return _("The message is on the screen.")


def take_break(request: HttpRequest, championship: Championship) -> str:
    until = _read(request, "break").instant(championship.time_zone, timezone.now())
    services.show_break(championship.pk, until, **sent_from(request))
    return _("The break is on the screen.")


def ceremony(request: HttpRequest, championship: Championship) -> str:
    values = _read(request, "ceremony").values("prizes", "with_result")
    services.begin_ceremony(championship.pk, **values, **sent_from(request))
    return _("The ceremony has begun: nothing is told yet.")


def tell(request: HttpRequest, championship: Championship) -> str:
    place = _place(request)
    services.tell(championship.pk, place, **sent_from(request))
    return _("Told: place %(place)s.") % {"place": place}


def take_back(request: HttpRequest, championship: Championship) -> str:
    place = _place(request)
    services.take_back_told(championship.pk, place, **sent_from(request))
    return _("Taken back: place %(place)s.") % {"place": place}


ACTIONS: dict[str, Callable[[HttpRequest, Championship], str]] = {
    "show": show,
    "message": message,
    "break": take_break,
    "ceremony": ceremony,
    "tell": tell,
    "take_back": take_back,
}
