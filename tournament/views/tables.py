"""The card of a table: its address on a phone, and the page on which all of them are made."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import desk, desk_actor
from tournament.forms.tables import TablesForm
from tournament.models import Championship
from tournament.queries.tables import table_now, table_tokens, tables_needed
from tournament.services.tables import set_tables
from tournament.views.desk_page import REFUSED, desk_page


@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    """From the card to the sheet of what is played at the table now. Nothing of it may be kept: the next round is
    another game."""
    found = table_now(token)
    if found is not None and found.sheet:
        response: HttpResponse = HttpResponseRedirect(reverse("sheet", args=[found.sheet]))
    else:
        response = _no_game(request, found.championship if found else None, found.number if found else 0)
    add_never_cache_headers(response)
    return response


def _no_game(request: HttpRequest, championship: Championship | None, number: int) -> HttpResponse:
    heading = _("This card is not of any table")
    explanation = _("Scan the code on your table's card again, or ask at the organisers’ desk.")
    if championship is not None:
        heading = _("Nothing is played at table %(table)s now") % {"table": number}
        explanation = _("When the next round is published, this card leads to its sheet.")
    context = {"heading": heading, "explanation": explanation, "championship": championship}
    return render(request, "table/nothing.html", context, status=404)


@desk("organiser")
def cards(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The cards of all tables, and how many there are."""
    tokens = table_tokens(championship)
    form = TablesForm(request.POST or None, initial={"number": max([*tokens, tables_needed(championship)])})
    if request.method == "POST" and form.is_valid():
        facts: dict[str, Any] = {"client_id": form.cleaned_data["client_id"]}
        try:
            set_tables(championship.pk, form.cleaned_data["number"], actor=desk_actor(request), **facts)
        except RuleError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The cards are ready: open the PDF."))
            return redirect("desk_table_cards", slug=championship.slug)
    return desk_page(
        request,
        "table_cards",
        championship,
        status=REFUSED if form.errors else 200,
        section="prints",
        form=form,
        cards=len(tokens),
    )
