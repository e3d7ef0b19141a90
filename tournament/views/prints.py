"""The score sheets as PDF, made by the server when asked for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from tournament.access import desk
from tournament.forms.prints import SheetsForm
from tournament.models import Championship
from tournament.printing.jobs import blank_sheets, sheets_of_round
from tournament.queries.drawing import seating_of
from tournament.queries.rounds import desk_round
from tournament.views.desk_page import REFUSED, desk_page

NO_ROUND = 0
ASKS = "tria"


@desk("helper")
@require_safe
def sheets(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The A5 score sheets of a round (E 15), opened in the browser's own PDF page.

    Of a draft too: with the publication the clock runs, so paper has to be ready before it. What the address asks for
    besides is `SheetsForm`'s: some tables only, filled in or blank, two on an A4, another language; `?tria` shows that
    form. Round 0 has blank sheets alone.
    """
    round_ = desk_round(championship, number)
    if round_ is None and number != NO_ROUND:
        raise Http404
    tables = seating_of(round_).tables if round_ else {}
    facts = {"tables": tables, "pairs": {each for pair in tables.values() for each in pair}}
    if ASKS in request.GET:
        asked = {name: request.GET[name] for name in ("mena", "taula") if name in request.GET}
        return _asked(request, championship, number, SheetsForm(initial=asked, **facts))
    form = SheetsForm(request.GET, **facts)
    if not form.is_valid():
        return _asked(request, championship, number, form, status=REFUSED)
    with override(form.cleaned_data["llengua"] or get_language()):
        wanted = form.wanted()
        content = sheets_of_round(round_, wanted) if round_ else blank_sheets(championship, wanted)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{championship.slug}-{number}.pdf"'
    return response


def _asked(
    request: HttpRequest, championship: Championship, number: int, form: SheetsForm, status: int = 200
) -> HttpResponse:
    """The form on which sheets are chosen, or that says what could not be."""
    return desk_page(
        request, "prints_choose", championship, status=status, section="prints", form=form, number=number
    )
