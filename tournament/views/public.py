"""What everybody may read. No session, no cookie, no token: the same bytes for all who read the same language."""

from collections.abc import Sequence
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.core.alphabet import alphabetical_key
from tournament.languages import base_language, spoken
from tournament.models import Championship, Round
from tournament.publishing import View, published
from tournament.queries.championships import championship_by_slug, public_championships, registered_pairs
from tournament.queries.corrections import protests_of
from tournament.queries.discretion import discretion_of
from tournament.queries.games import carries_signatures, regulation_of
from tournament.queries.lot import lot_of
from tournament.queries.meetings import reasons_of_meeting
from tournament.queries.notices import notices_of
from tournament.queries.paths import Step, path_of_pair
from tournament.queries.rounds import RoundPage, pauses_of, published_rounds
from tournament.queries.rounds import round_page as page_of_round
from tournament.queries.standings import results_counted, standings
from tournament.queries.statistics import ranks_by_round
from tournament.queries.versions import edition_of
from tournament.tables import StandingsTable, standing_lines
from tournament.templatetags.tables_of_round import RowSide, TableRow, table_rows
from tournament.texts_pairing import reason_text
from tournament.texts_rules import rules_of

NOT_FOUND = 404
BY_NAME = "nom"


def of_championship(view: View) -> View:
    """The view gets the championship in place of its slug."""

    @wraps(view)
    def found(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        championship = championship_by_slug(slug)
        if championship is None:
            raise Http404
        with spoken(championship.hand_word):
            return view(request, championship, **kwargs)

    return found


@published()
def home(request: HttpRequest) -> HttpResponse:
    """All championships."""
    return render(request, "public/home.html", {"lines": public_championships()})


@published("ordre")
@of_championship
def round_now(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What goes on now: the pairs before the draw, the round while it is played, the ranking when all is over."""
    page = page_of_round(championship)
    if page is None:
        context = public_context(championship, (), "round")
        context |= {"pairs": registered_pairs(championship), "pauses": pauses_of(championship)}
        return render(request, "public/before.html", context)
    if championship.state == Championship.State.FINISHED:
        return _standings(request, championship, page.numbers, None)
    return _round(request, championship, page)


@published("ordre")
@of_championship
def round_page(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """One published round; a draft is as if it were not."""
    page = page_of_round(championship, number)
    if page is None:
        sentence = _("Round %(number)s is not published yet.") % {"number": number}
        return missing_page(request, championship, sentence)
    return _round(request, championship, page)


@published("ronda")
@of_championship
def standings_page(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The standings now, or as they were after a round (`?ronda=2`)."""
    numbers = _numbers(championship)
    asked = request.GET.get("ronda", "")
    if not asked:
        return _standings(request, championship, numbers, None)
    after = next((number for number in numbers if str(number) == asked), None)
    if after is None:
        return missing_page(request, championship, _("There are no standings after that round yet."))
    return _standings(request, championship, numbers, after)


@published()
@of_championship
def pair_page(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A pair's way through the rounds."""
    path = path_of_pair(championship, number)
    if path is None:
        sentence = _("There is no pair with number %(number)s.") % {"number": number}
        return missing_page(request, championship, sentence)
    discretion = discretion_of(championship)
    rows = standings(championship, discretion.up_to(None))
    numbers = [step.round.number for step in path.steps]
    told = [each for each in numbers if not discretion.is_secret(each)]
    ranks = ranks_by_round(championship, told)
    context = public_context(championship, numbers, "pair") | {
        "ranks": {each: ranks[each].get(number) for each in told},
        "now": {each.number: each.rank for each in rows},
        "pair": path.pair,
        "steps": [(step, _why(step, number)) for step in discretion.of_path(path).steps],
        "row": next((row for row in rows if row.number == number), None),
    }
    return render(request, "public/pair.html", context)


def _why(step: Step, number: int) -> list[str]:
    """Why the pair has this opponent, or rests, in the words of the draw; nothing where it was made by hand."""
    numbers = [number, step.opponent.number] if step.opponent else [number]
    if step.view is None:
        return []
    return [reason_text(reason, step.round.method) for reason in reasons_of_meeting(step.round, numbers)]


@published()
@of_championship
def lot_page(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The lot of the first round, and how to draw it again."""
    context = public_context(championship, _numbers(championship), "lot") | {"lot": lot_of(championship)}
    return render(request, "public/lot.html", context)


@published()
@of_championship
def rules_page(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The rules that hold here, as they hang on the wall."""
    context = public_context(championship, _numbers(championship), "rules")
    regulation = context["regulation"]
    signs_on_phones = carries_signatures(championship, regulation)
    context["sections"] = rules_of(regulation, signs_on_phones=signs_on_phones)
    return render(request, "public/rules.html", context)


@require_safe
@cache_control(no_store=True)
def server_time(request: HttpRequest) -> JsonResponse:
    """The server's time in milliseconds, by which phones set the clocks of their pages."""
    return JsonResponse({"ms": int(timezone.now().timestamp() * 1000)})


def public_context(championship: Championship, numbers: Sequence[int], section: str) -> dict[str, Any]:
    """What every page of a championship gets. While it runs, the round of the bottom bar is simply the one now."""
    address = reverse("round_now", args=[championship.slug])
    if championship.state == Championship.State.FINISHED and numbers:
        address = reverse("round", args=[championship.slug, numbers[-1]])
    return {
        "championship": championship,
        "regulation": regulation_of(championship),
        "edition": edition_of(championship),
        "section": section,
        "numbers": numbers,
        "round_address": address,
    }


def _round(request: HttpRequest, championship: Championship, page: RoundPage) -> HttpResponse:
    discretion = discretion_of(championship)
    now = standings(championship, discretion.up_to(None)) if page.is_current else ()
    ranks = {row.number: row.rank for row in now}
    context = public_context(championship, page.numbers, "round")
    if page.is_closed and page.is_current:
        context["protests"] = protests_of(page.round, context["regulation"])
    shown = discretion.of_page(page)
    rows = table_rows(page.round, shown.tables, ranks)
    context |= {"page": shown, "round": page.round, "rows": rows, "clock": page.clock, "ranks": ranks}
    context["is_kept"] = discretion.is_secret(page.round.number)
    if request.GET.get("ordre") == BY_NAME:
        context["by_name"] = _by_name(rows)
    context["notices"] = notices_of(championship)
    return render(request, "public/round.html", context)


def _by_name(rows: Sequence[TableRow]) -> list[tuple[RowSide, TableRow, RowSide]]:
    """Every pair once with the row of its table and its opponent, in the order of the alphabet."""
    sides = [side for row in rows for side in ((row.a, row, row.b), (row.b, row, row.a))]
    return sorted(
        sides, key=lambda side: (alphabetical_key(side[0].war_name, base_language()), side[0].number)
    )


def _standings(
    request: HttpRequest, championship: Championship, numbers: Sequence[int], after: int | None
) -> HttpResponse:
    discretion = discretion_of(championship)
    kept = [number for number in numbers if discretion.is_secret(number)]
    if after in kept:
        after = None
    numbers = [number for number in numbers if number not in kept]
    last = after or (numbers[-1] if numbers else 0)
    rows = standings(championship, discretion.up_to(after))
    before = standings(championship, last - 1) if last > 1 else ()
    context = public_context(championship, numbers, "standings") | {
        "table": StandingsTable(standing_lines(rows, before), championship, regulation_of(championship)),
        "after": last,
        "is_past": after is not None and after != numbers[-1],
        "is_final": not kept
        and championship.state == Championship.State.FINISHED
        and after in (None, *numbers[-1:]),
        "is_kept": bool(kept),
        "results": results_counted(championship, discretion.up_to(after), rows=rows),
        "leader": rows[0] if rows else None,
        "notices": notices_of(championship),
    }
    return render(request, "public/standings.html", context)


def missing_page(request: HttpRequest, championship: Championship, sentence: str) -> HttpResponse:
    context = public_context(championship, _numbers(championship), "") | {"sentence": sentence}
    return render(request, "public/missing.html", context, status=NOT_FOUND)


def _numbers(championship: Championship) -> list[int]:
    rounds: Sequence[Round] = published_rounds(championship)
    return [each.number for each in rounds]
