"""Signing a sheet from the table's phone, by the PIN of each pair (E 15.2.7)."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.errors import RuleError
from tournament.access import TABLE, takes_forms
from tournament.forms.writing import client_id_of, version_of
from tournament.services.signing import Signed
from tournament.services.signing import sign as sign_sheet
from tournament.views.table import refused

LONGEST_PIN = 8
LONGEST_SCORE = 9


@csrf_exempt
@takes_forms
def sign(request: HttpRequest, token: str) -> HttpResponse:
    """One pair signs. Whatever came of it, the sheet shows how it stands now."""
    pin = request.POST.get("pin", "")[:LONGEST_PIN]
    try:
        came = sign_sheet(
            token,
            request.POST.get("side", ""),
            pin,
            version=version_of(request),
            actor=TABLE,
            client_id=client_id_of(request),
            now=timezone.now(),
        )
    except RuleError as refusal:
        if refusal.code != "stale_version":
            return refused(request, token, refusal)
        seen = urlencode({"signa": "changed", "vist": request.POST.get("seen", "")[:LONGEST_SCORE]})
        asked = f"?{seen}"
    else:
        asked = "?signa=wrong" if came is Signed.WRONG else ""
    return HttpResponseRedirect(f"{reverse('sheet', args=[token])}{asked}#signa", status=303)
