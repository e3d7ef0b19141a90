"""Documents as PDF, made by the server when asked for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.access import desk
from tournament.models import Championship
from tournament.printing.jobs import sheets_of_round
from tournament.queries.drawing import seating_of
from tournament.queries.rounds import desk_round


@desk("helper")
@require_safe
def sheets(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The A5 score sheets of a round (E 15), opened in the browser's own PDF page.

    Of a draft too: with the publication the clock runs, so paper has to be ready before it. With `?taula=`, once or
    more often, of these tables only: those that were paired again, or a sheet that was lost.
    """
    round_ = desk_round(championship, number)
    if round_ is None:
        raise Http404
    asked = {int(text) for text in request.GET.getlist("taula") if text.isascii() and text.isdigit()}
    if asked and not asked & set(seating_of(round_).tables):
        raise Http404
    response = HttpResponse(sheets_of_round(round_, asked), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{championship.slug}-{number}.pdf"'
    return response
