"""What a table says before its first hand, from its phone (E 15.3.1)."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from tournament.access import TABLE
from tournament.core.tabular import clean
from tournament.forms.writing import client_id_of
from tournament.services.before_play import LONGEST_AGREEMENT, accept, confirm_seats
from tournament.views.table import taking


@taking("")
def before_play(request: HttpRequest, token: str) -> None:
    """It is us; or the rules by which we deal, call and lead."""
    who: dict[str, Any] = {"actor": TABLE, "client_id": client_id_of(request), "now": timezone.now()}
    if request.POST.get("what") == "seats":
        confirm_seats(token, **who)
    elif request.POST.get("dealing") in ("yes", "no"):
        agreed = clean(request.POST.get("agreements", "")[:LONGEST_AGREEMENT])
        accept(token, dealing=request.POST["dealing"], agreements=agreed, **who)
