"""What a table says before its first hand, from its phone (E 15.3.1)."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.errors import RuleError
from tournament.access import TABLE, takes_forms
from tournament.core.tabular import clean
from tournament.forms.writing import client_id_of
from tournament.services.before_play import LONGEST_AGREEMENT, accept, confirm_seats
from tournament.views.sheet_address import sheet_in_use


@csrf_exempt
@takes_forms
def before_play(request: HttpRequest, token: str) -> HttpResponse:
    """It is us; or the rules by which we deal, call and lead. Then the sheet again, as it stands."""
    game = sheet_in_use(token)
    who = {"actor": TABLE, "client_id": client_id_of(request), "now": timezone.now()}
    try:
        if request.POST.get("what") == "seats":
            confirm_seats(game.pk, **who)  # type: ignore[arg-type]
        elif request.POST.get("dealing") in ("yes", "no"):
            agreed = clean(request.POST.get("agreements", "")[:LONGEST_AGREEMENT])
            accept(game.pk, dealing=request.POST["dealing"], agreements=agreed, **who)  # type: ignore[arg-type]
    except RuleError:
        pass  # the sheet says by itself that nothing can be written any more
    return HttpResponseRedirect(reverse("sheet", args=[token]), status=303)
