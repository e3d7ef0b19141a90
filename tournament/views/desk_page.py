"""What every page of a championship's desk has in common."""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournament.access import desk_actor, may_decide
from tournament.forms.writing import client_id_of, fresh_id
from tournament.models import Championship
from tournament.queries.calls import open_calls
from tournament.queries.games import carries_signatures, regulation_of

REFUSED = 422


def page_asked(request: HttpRequest, pages: int) -> int:
    """The page number of `?page=`; what is no page is the nearest one."""
    text = request.GET.get("page", "")
    number = int(text[:9]) if text.isascii() and text.isdecimal() else 1
    return max(1, min(number, pages))


def sent_from(request: HttpRequest) -> dict[str, Any]:
    """What comes with a form of the desk: who sends it, under which id and when."""
    return {"actor": desk_actor(request), "client_id": client_id_of(request), "now": timezone.now()}


def where_it_stood(request: HttpRequest, championship: Championship) -> str:
    """The page of this desk on which a button was pressed, as it was looked at."""
    home = reverse("desk", args=[championship.slug])
    came = urlsplit(request.headers.get("referer", ""))
    return came._replace(scheme="", netloc="", fragment="").geturl() if came.path.startswith(home) else home


def desk_page(
    request: HttpRequest, template: str, championship: Championship, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of the desk. `section` is the entry of the rail; `fresh_id` is another one each time it is shown.

    `may_decide` says whether what only an organiser does may be offered; `calls` are the tables that ask for one;
    `signs_on_phones` whether pairs sign there and not on paper.
    """
    context |= {"championship": championship, "fresh_id": fresh_id, "may_decide": may_decide(request)}
    context["calls"] = open_calls(championship)
    context["signs_on_phones"] = carries_signatures(championship, regulation_of(championship))
    return render(request, f"desk/{template}.html", context, status=status)
