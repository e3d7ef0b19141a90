"""Who may do what: the desk of a championship is open to its members, each by a role."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from tournament.models import Championship, Membership
from tournament.services.writing import Actor

RANKS = (Membership.Role.HELPER, Membership.Role.ORGANISER, Membership.Role.DIRECTOR)
TABLE = Actor(None, "table")

View = Callable[..., HttpResponse]


def desk(role: str) -> Callable[[View], View]:
    """A desk view of one championship, for members of at least this role; to anybody else it does not exist.

    The view gets the championship in place of its slug, and `request.actor` is who writes.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            membership = _membership(request, slug)
            if RANKS.index(membership.role) < RANKS.index(role):
                raise PermissionDenied
            request.actor = desk_actor(request)  # type: ignore[attr-defined]
            with timezone.override(ZoneInfo(membership.championship.time_zone)):
                response = view(request, membership.championship, **kwargs)
            patch_cache_control(response, no_store=True)
            return response

        return guarded

    return decorate


def desk_actor(request: HttpRequest) -> Actor:
    """Who writes from the desk."""
    return Actor(request.user, "desk")  # type: ignore[arg-type]


def _membership(request: HttpRequest, slug: str) -> Membership:
    mine = Membership.objects.select_related("championship").filter(user=request.user)
    membership = mine.filter(championship__slug=slug).first()
    if membership is None:
        raise Http404
    return membership


def championships_of(request: HttpRequest) -> list[Championship]:
    """The championships at whose desk this person works, the newest first."""
    return list(Championship.objects.filter(memberships__user=request.user).distinct())
