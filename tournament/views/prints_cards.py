"""Cards, badges, the rules and the paper kit as PDF."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.access import desk
from tournament.models import Championship
from tournament.printing import cards
from tournament.printing.kit import paper_kit
from tournament.printing.rules_page import rules_page
from tournament.views.prints_lists import pdf


@desk("organiser")
@require_safe
def pairs(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The cards of the pairs; with `?parella=`, once or more often, of these only."""
    texts = request.GET.getlist("parella")
    asked = [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 6]
    if texts and not asked:
        raise Http404
    return _printed(championship, "parelles", lambda: cards.cards_of_pairs(championship, asked))


@desk("organiser")
@require_safe
def tables(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The cards of the tables that have one."""
    return _printed(championship, "taules", lambda: cards.cards_of_tables(championship))


@desk("organiser")
@require_safe
def badges(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The badges of who works at the desk (E 17.1)."""
    return _printed(championship, "organitzacio", lambda: cards.badges(championship))


@desk("helper")
@require_safe
def rules(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The rules for the wall."""
    return _printed(championship, "reglament", lambda: rules_page(championship))


@desk("helper")
@require_safe
def kit(request: HttpRequest, championship: Championship) -> HttpResponse:
    """All that is needed to go on by hand."""
    return _printed(championship, "sense-llum", lambda: paper_kit(championship, timezone.now()))


def _printed(championship: Championship, what: str, job: Callable[[], bytes]) -> HttpResponse:
    """Opened in the browser's own PDF page; where there is nothing to print there is no such document."""
    try:
        made = job()
    except ValueError:
        raise Http404 from None
    return pdf(championship, what, made)
