"""The lists of a championship as PDF: pairings, standings, cross table, registration, infractions, reports, log,
diplomas. Whoever reads the facts at the desk may print them."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import desk
from tournament.forms.infractions import sought_in
from tournament.models import Championship, Round
from tournament.printing import lists
from tournament.queries import prints
from tournament.queries.games import regulation_of
from tournament.queries.infractions import Sought, recorded
from tournament.queries.records import expulsions
from tournament.queries.rounds import desk_round, published_rounds
from tournament.queries.rounds import round_page as page_of_round
from tournament.queries.standings import results_counted, standings
from tournament.views.desk_log import lines_asked, lines_of
from tournament.views.desk_page import desk_page

NOT_FOUND = 404
BY_NAME = "nom"
BY_ARTICLE = "article"
POSTER = "A3"
USUAL_DIPLOMAS = 3
MOST_DIPLOMAS = 500
LINES_A_PART = 1500  # eight seconds


def pdf(championship: Championship, name: str, content: bytes) -> HttpResponse:
    """The document in the browser's own PDF page, under a name of plain letters."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{championship.slug}-{name}.pdf"'
    return response


@desk("helper")
@require_safe
def pairings(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Who plays where: `?per=nom` by name, `?paper=A3` as a poster. Of a draft too, marked as one."""
    found = _round(championship, number)
    by_name = request.GET.get("per") == BY_NAME
    is_poster = request.GET.get("paper") == POSTER
    content = lists.pairings_list(
        championship, prints.pairings_of(found), by_name=by_name, is_poster=is_poster
    )
    return pdf(championship, f"ronda-{number}-{'noms' if by_name else 'taules'}", content)


@desk("helper")
@require_safe
def standings_list(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The standings now, or as they were after a round (`?ronda=2`)."""
    after = _after(request, championship)
    rows = standings(championship, after)
    numbers = [each.number for each in published_rounds(championship)]
    content = lists.standings_list(
        championship,
        rows,
        regulation=regulation_of(championship),
        after=after or (numbers[-1] if numbers else None),
        results=results_counted(championship, after, rows=rows),
    )
    return pdf(championship, f"classificacio{_suffix(after)}", content)


@desk("helper")
@require_safe
def cross_table(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Pairs against rounds, up to a round with `?ronda=2`."""
    after = _after(request, championship)
    content = lists.cross_table_list(championship, prints.cross_table(championship, after))
    return pdf(championship, f"quadre{_suffix(after)}", content)


@desk("helper")
@require_safe
def registration(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Everybody who signed up, with who has paid."""
    content = lists.registration_list(championship, prints.registration(championship))
    return pdf(championship, "inscripcions", content)


@desk("helper")
@require_safe
def infractions(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The infractions by pair, or by article (`?per=article`), narrowed as on their page."""
    lines = recorded(championship, sought_in(request.GET))
    by_article = request.GET.get("per") == BY_ARTICLE
    return pdf(championship, "faltes", lists.infractions_list(championship, lines, by_article=by_article))


@desk("helper")
@require_safe
def round_report(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The minutes of a round that was published."""
    page = page_of_round(championship, number)
    if page is None:
        raise Http404
    report = lists.RoundReport(
        page,
        page.clock,
        infractions=recorded(championship, Sought(round_number=number))[::-1],
        corrections=lines_of(prints.corrections_of(page.round), championship),
        expulsions=expulsions(championship),
    )
    return pdf(championship, f"acta-ronda-{number}", lists.round_report(championship, report))


@desk("helper")
@require_safe
def log(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The history, narrowed as on its page. A long one comes in parts, each of which leads to the next (`?part=2`)."""
    form, lines = lines_asked(request, championship)
    pages = Paginator(lines, LINES_A_PART)
    page = pages.get_page(request.GET.get("part"))
    address = request.GET.copy()
    address["part"] = str(page.number + 1)
    part = lists.LogPart(
        page.object_list,
        page.number,
        pages.num_pages,
        asked=form.spoken,
        next_address=request.build_absolute_uri(f"?{address.urlencode()}") if page.has_next() else "",
    )
    return pdf(championship, f"historial{_part_suffix(part)}", lists.log_list(championship, part))


@desk("helper")
@require_safe
def diplomas(request: HttpRequest, championship: Championship) -> HttpResponse:
    """For the first three, or `?llocs=` as many. Refused until the ranking is final."""
    text = request.GET.get("llocs", "")
    places = int(text[:4]) if text.isascii() and text.isdigit() else USUAL_DIPLOMAS
    try:
        placed = prints.placed_pairs(championship, max(1, min(places, MOST_DIPLOMAS)))
    except RuleError as refusal:
        return _refused(request, championship, refusal)
    if not placed:
        raise Http404
    return pdf(championship, "diplomes", lists.diplomas(championship, placed))


def _refused(request: HttpRequest, championship: Championship, refusal: RuleError) -> HttpResponse:
    context: dict[str, Any] = {"refusal": refusal, "heading": _("Diplomas")}
    return desk_page(request, "print_refused", championship, status=NOT_FOUND, section="prints", **context)


def _round(championship: Championship, number: int) -> Round:
    found = desk_round(championship, number)
    if found is None:
        raise Http404
    found.championship = championship
    return found


def _after(request: HttpRequest, championship: Championship) -> int | None:
    """The round of `?ronda=`; None without it. One that is not published has no standings."""
    asked = request.GET.get("ronda", "")
    if not asked:
        return None
    found = next((each.number for each in published_rounds(championship) if str(each.number) == asked), None)
    if found is None:
        raise Http404
    return found


def _part_suffix(part: lists.LogPart) -> str:
    return f"-{part.number}" if part.parts > 1 else ""


def _suffix(after: int | None) -> str:
    return f"-ronda-{after}" if after else ""
