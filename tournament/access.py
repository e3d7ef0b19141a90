"""Who may do what: the desk of a championship is open to its members, each by a role."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.languages import spoken
from tournament.models import Championship, Membership
from tournament.queries.members import RANKS
from tournament.services.writing import Actor

TABLE = Actor(None, "table")

# Addresses that only take forms, or give a part of a page, and the page that they belong to.
PAGE_OF = {
    "logout": "desk_home",
    "desk_finish": "desk",
    "desk_pair_new": "desk_pairs",
    "desk_pair_action": "desk_pair",
    "desk_round_action": "desk_round",
    "desk_drawing": "desk_round",
    "desk_arrange": "desk_round",
    "desk_unarrange": "desk_round",
    "desk_draft_change": "desk_round",
    "desk_mend": "desk_round",
    "desk_seat_late": "desk_round",
    "desk_game_action": "desk_game",
    "desk_board_rows": "desk_board",
    "sheet_hand": "sheet",
    "sheet_undo": "sheet",
    "sheet_flip": "sheet",
    "sheet_start": "sheet",
    "sheet_draw": "sheet",
    "sheet_end": "sheet",
    "sheet_before": "sheet",
    "sheet_call": "sheet",
    "sheet_sign": "sheet",
    "desk_infraction_withdraw": "desk_infractions",
    "desk_replacement_back": "desk_replacement",
    "desk_clock_action": "desk_clock",
    "desk_notice_withdraw": "desk_notices",
    "desk_no_shows": "desk",
    "desk_calls": "desk",
    "desk_call_answer": "desk",
}

# Of an address, which the page that it belongs to does not name.
PARTS = ("action", "call_id", "infraction_id", "notice_id", "replacement_id")

# What a form carries, by which its page shows it again: the field, and the name under which an address asks for it.
SHOWN_BY = {
    "desk_clock_action": ("table", "taula"),
    "desk_game_action": ("sequence", "dat"),
    "desk_mend": ("round", "mend"),
}

View = Callable[..., HttpResponse]


def page_address(request: HttpRequest) -> str:
    """Where a browser can go: this address, or the page that it belongs to."""
    match = request.resolver_match
    page = PAGE_OF.get(match.url_name or "") if match else None
    if match is None or page is None:
        return request.get_full_path()
    kept = {name: value for name, value in match.kwargs.items() if name not in PARTS}
    return reverse(page, kwargs=kept) + _query(request, match.url_name or "")


def _query(request: HttpRequest, name: str) -> str:
    """With which the page shows the form that was sent."""
    field, asked = SHOWN_BY.get(name, ("", ""))
    value = request.POST.get(field, "")
    return f"?{asked}={value}" if value.isascii() and value.isdigit() else ""


def takes_forms(view: View) -> View:
    """A view that only takes forms. Whoever opens its address – after a log-in, by a link – gets to the page."""
    takes = require_POST(view)

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return redirect(page_address(request))
        return takes(request, *args, **kwargs)

    guarded.takes_forms = True  # type: ignore[attr-defined]
    return guarded


def desk(role: str) -> Callable[[View], View]:
    """A desk view of one championship, for members of at least this role; to anybody else it does not exist.

    The view gets the championship in place of its slug; `request.actor` is who writes, `request.role` in which role.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return _to_log_in(request)
            membership = _membership(request, slug)
            if membership.expires_at is not None and membership.expires_at <= timezone.now():
                return render(request, "desk/access_over.html", {"membership": membership}, status=403)
            if RANKS.index(membership.role) < RANKS.index(role):
                raise PermissionDenied
            request.actor = desk_actor(request)  # type: ignore[attr-defined]
            request.role = membership.role  # type: ignore[attr-defined]
            championship = membership.championship
            with timezone.override(ZoneInfo(championship.time_zone)), spoken(championship.hand_word):
                response = view(request, championship, **kwargs)
            patch_cache_control(response, no_store=True)
            return response

        return guarded

    return decorate


def _to_log_in(request: HttpRequest) -> HttpResponse:
    """Whoever sent a form is told that it was not saved."""
    if request.method == "POST":
        said = _("You were logged out, so nothing was saved. Log in and send it once more.")
        messages.warning(request, said, extra_tags="unsaved")
    return redirect_to_login(page_address(request))


def desk_actor(request: HttpRequest) -> Actor:
    """Who writes from the desk."""
    return Actor(request.user, "desk")  # type: ignore[arg-type]


def may_decide(request: HttpRequest) -> bool:
    """Whether this person may settle a game alone (E 17.2): organisers and directors, not helpers."""
    return request.role != Membership.Role.HELPER  # type: ignore[attr-defined]


def is_director(request: HttpRequest) -> bool:
    """Whether this person may settle the championship itself."""
    return bool(request.role == Membership.Role.DIRECTOR)  # type: ignore[attr-defined]


def _membership(request: HttpRequest, slug: str) -> Membership:
    mine = Membership.objects.select_related("championship").filter(user=request.user)
    membership = mine.filter(championship__slug=slug).first()
    if membership is None:
        raise Http404
    return membership


def championships_of(request: HttpRequest) -> list[Championship]:
    """The championships at whose desk this person works, the newest first."""
    mine = Q(memberships__expires_at=None) | Q(memberships__expires_at__gt=timezone.now())
    return list(Championship.objects.filter(mine, memberships__user=request.user).distinct())
