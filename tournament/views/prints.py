"""Documents as PDF, made by the server when asked for."""

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import desk
from tournament.models import Championship, Round
from tournament.printing.jobs import sheets_of_round


@desk("helper")
def sheets(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The A5 score sheets of a published round (E 15), opened in the browser's own PDF page."""
    round_ = championship.rounds.filter(number=number).exclude(state=Round.State.DRAFT).first()
    if round_ is None:
        raise Http404
    response = HttpResponse(sheets_of_round(round_), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{championship.slug}-{number}.pdf"'
    return response
