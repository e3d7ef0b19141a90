"""Three tools, public and on the desk: the revoke review, the counter of card points, the checker of a sheet.

They know only what their address says and the regulation, and write nothing; so their forms are sent with GET, and an
address can be passed on to somebody else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scoring.presets import DEFAULT_PRESET, PRESETS
from scoring.regulation import Regulation
from tournament.access import desk
from tournament.models import Championship
from tournament.queries.games import regulation_of
from tournament.views import tool_check, tool_count, tool_revoke

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Tool:
    """One tool: its address, its words, and what its template `tools/<template>.html` gets to show."""

    name: str
    template: str
    title: str | Promise
    what_for: str | Promise
    context: Callable[[QueryDict, Regulation], dict[str, Any]]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "renunci",
            "revoke",
            gettext_lazy("Revoke review"),
            gettext_lazy(
                "The two piles of a hand, card by card: was every card legal, and if not, which was the first?"
            ),
            tool_revoke.context,
        ),
        Tool(
            "tantos",
            "count",
            gettext_lazy("Card-point counter"),
            gettext_lazy(
                "Tricks and scoring cards of one pair: the card points of both, and the points of the hand."
            ),
            tool_count.context,
        ),
        Tool(
            "full",
            "check",
            gettext_lazy("Sheet checker"),
            gettext_lazy("A sheet as it was written: what does not add up, and what was probably meant."),
            tool_check.context,
        ),
    )
}


def public(view: View) -> View:
    """Read only; kept by nobody longer than until the next question, which a matching ETag answers with 304."""
    guarded: View = require_safe(cache_control(public=True, max_age=0)(conditional_page(view)))
    return guarded


@public
def tools(request: HttpRequest) -> HttpResponse:
    """What tools there are."""
    return _page(request, None, "index", {})


@public
def tool(request: HttpRequest, name: str) -> HttpResponse:
    """One tool under a published regulation, chosen in the form (`?reglament=ponent`)."""
    chosen = request.GET.get("reglament", "")
    preset = chosen if chosen in PRESETS else DEFAULT_PRESET
    found = _tool(name)
    context = found.context(request.GET, PRESETS[preset]) | {"tool": found, "preset": preset}
    return _page(request, None, found.template, context)


@desk("helper")
@require_safe
def desk_tools(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What tools there are, on the desk."""
    return _page(request, championship, "index", {})


@desk("helper")
@require_safe
def desk_tool(request: HttpRequest, championship: Championship, name: str) -> HttpResponse:
    """One tool under the championship's own regulation."""
    found = _tool(name)
    context = found.context(request.GET, regulation_of(championship)) | {"tool": found}
    return _page(request, championship, found.template, context)


def _tool(name: str) -> Tool:
    if name not in TOOLS:
        raise Http404
    return TOOLS[name]


def _page(
    request: HttpRequest, championship: Championship | None, template: str, context: dict[str, Any]
) -> HttpResponse:
    """A tool's page in the frame of the desk or of the public site."""
    if championship is None:
        layout = "public/base.html"
        addresses = {name: reverse("tool", args=[name]) for name in TOOLS}
    else:
        layout = "desk/base.html"
        addresses = {name: reverse("desk_tool", args=[championship.slug, name]) for name in TOOLS}
        context |= {"championship": championship}
    links = [(each, addresses[name]) for name, each in TOOLS.items()]
    context |= {"layout": layout, "links": links, "section": "tools"}
    return render(request, f"tools/{template}.html", context)
