"""One game as everybody may read it, and what the hall talks about afterwards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.results import Result
from tournament.models import Championship
from tournament.publishing import published
from tournament.queries.desk import war_names
from tournament.queries.discretion import discretion_of
from tournament.queries.games import GameView, game_at_table
from tournament.queries.rounds import published_rounds
from tournament.queries.statistics import statistics_of
from tournament.texts_record import result_lines
from tournament.views import sheet_parts as parts
from tournament.views.public import missing_page, of_championship, public_context


@published()
@of_championship
def game_page(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """The sheet of a table of a published round, with the course of its game; nothing of who wrote it."""
    discretion = discretion_of(championship)
    found = game_at_table(championship, number, table)
    if found is None or found.b is None:
        facts = {"number": number, "table": table}
        return missing_page(request, championship, _("Round %(number)s has no table %(table)s.") % facts)
    view = discretion.of_game(found)
    rows = parts.paper_rows(view)
    context = public_context(championship, _numbers(championship), "game") | {
        "view": view,
        "rows": rows,
        "halves": parts.scoreboard(view),
        "has_struck": any(row.is_struck for row in rows),
        "result": _result(view),
        "is_hidden": not discretion.shows(found),
        "is_kept": discretion.is_secret(number),
    }
    return render(request, "public/game.html", context)


def _result(view: GameView) -> str:
    """What counts, once it does: the points after the draw winner's point and the cap (E 13), and who wins. Why the
    organisers set a result is not for everybody."""
    is_settled = view.is_confirmed and isinstance(view.outcome, Result)
    return result_lines(view, view.outcome)[0] if is_settled else ""


@published()
@of_championship
def statistics_page(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Botifarres, contros, the biggest hands and the closest games."""
    context = public_context(championship, _numbers(championship), "statistics") | {
        "figures": statistics_of(championship, discretion_of(championship)),
        "names": war_names(championship),
    }
    return render(request, "public/statistics.html", context)


def _numbers(championship: Championship) -> list[int]:
    return [each.number for each in published_rounds(championship)]
