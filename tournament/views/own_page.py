"""A pair's private page, by the address on its card: whoever holds it is of that pair."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.languages import spoken
from tournament.queries.own_page import own_page

NOT_FOUND = 404


@require_safe
@cache_control(no_store=True)
def own(request: HttpRequest, token: str) -> HttpResponse:
    """Its way, its table now, its infractions, and nothing of anybody else. No session."""
    page = own_page(token)
    if page is None:
        heading = _("This card is not of any pair")
        explanation = _("Scan the code on your card again, or ask at the organisers’ desk for a new one.")
        context = {"heading": heading, "explanation": explanation}
        return render(request, "table/nothing.html", context, status=NOT_FOUND)
    championship = page.championship
    context = {
        "own": page,
        "championship": championship,
        "pair": page.pair,
        "current": page.now,
        "now": {},  # ranks of opponents: they are read on the public pages
        "section": "pair",
        "round_address": reverse("round_now", args=[championship.slug]),
    }
    with spoken(championship.hand_word):
        return render(request, "public/own.html", context)
