"""The public pages as data: JSON and CSV of rounds, standings and pairs, and the calendar. docs/data.md describes them.

The same snapshots as the pages (`tournament/publishing.py`), open to pages of other sites, without any real name.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.urls.converters import StringConverter
from icalendar import Calendar, Event

from tournament.core.tabular import safe_cell
from tournament.models import Championship
from tournament.publishing import published
from tournament.queries.championships import coming_championships, registered_pairs
from tournament.queries.discretion import Discretion, discretion_of
from tournament.queries.games import GameSeen, SeatView, regulation_of
from tournament.queries.paths import Step, path_of_pair
from tournament.queries.rounds import RoundPage
from tournament.queries.rounds import round_page as page_of_round
from tournament.queries.standings import StandingRow, standings
from tournament.queries.versions import edition_of
from tournament.views.public import of_championship

FORMAT = 1
CSV = "csv"

Row = Mapping[str, Any]


class DataKind(StringConverter):
    """What a page can be had as, besides a page."""

    regex = "json|csv"


@published()
@of_championship
def round_data(request: HttpRequest, championship: Championship, number: int, kind: str) -> HttpResponse:
    """The tables of a published round."""
    page = page_of_round(championship, number)
    if page is None:
        raise Http404
    discretion = discretion_of(championship)
    tables = [_table(view, discretion) for view in page.tables]
    if kind == CSV:
        return _csv(_flat(table) for table in tables)
    return _json(championship, {"round": _round(page), "tables": tables, **_without_a_table(page)})


@published("ronda")
@of_championship
def standings_data(request: HttpRequest, championship: Championship, kind: str) -> HttpResponse:
    """The standings now, or after the round asked for (`?ronda=2`)."""
    asked = request.GET.get("ronda", "")
    page = page_of_round(championship)
    numbers = page.numbers if page else ()
    after = next((number for number in numbers if str(number) == asked), None)
    if asked and after is None:
        raise Http404
    after = discretion_of(championship).up_to(after)
    rows = [_standing(row) for row in standings(championship, after)]
    if kind == CSV:
        return _csv(rows)
    order = [criterion.value for criterion in regulation_of(championship).ranking_order]
    last = after if after is not None else max(numbers, default=0)
    return _json(championship, {"after_round": last, "ranking_order": order, "standings": rows})


@published()
@of_championship
def pairs_data(request: HttpRequest, championship: Championship, kind: str) -> HttpResponse:
    """Who plays."""
    rows = [
        {"number": pair.number, "name": pair.war_name, "club": pair.club, "state": pair.state}
        for pair in registered_pairs(championship)
    ]
    return _csv(rows) if kind == CSV else _json(championship, {"pairs": rows})


@published()
@of_championship
def pair_data(request: HttpRequest, championship: Championship, number: int, kind: str) -> HttpResponse:
    """A pair's way through the rounds."""
    path = path_of_pair(championship, number)
    if path is None:
        raise Http404
    rows = [_step(step) for step in discretion_of(championship).of_path(path).steps]
    if kind == CSV:
        return _csv(rows)
    return _json(championship, {"pair": {"number": number, "name": path.pair.war_name}, "rounds": rows})


@published()
def calendar(request: HttpRequest) -> HttpResponse:
    """The championships that are not over, as a calendar to subscribe to (iCalendar, RFC 5545)."""
    made = Calendar()
    made.add("prodid", "-//Manilla//ca")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Manilla")
    for championship in coming_championships():
        made.add_component(_event(championship))
    return HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8")


def _event(championship: Championship) -> Event:
    """A whole day. Its moment is that of the day, so that the same version is the same bytes."""
    event = Event()
    event.add("uid", f"{championship.slug}@manilla")
    event.add("dtstamp", datetime.combine(championship.day, time(), UTC))
    event.add("sequence", championship.settings_version)
    event.add("dtstart", championship.day)
    event.add("dtend", championship.day + timedelta(days=1))
    event.add("summary", championship.name)
    event.add("url", settings.SITE_URL + reverse("round_now", args=[championship.slug]))
    if championship.place:
        event.add("location", championship.place)
    return event


def _json(championship: Championship, facts: Row) -> JsonResponse:
    edition = edition_of(championship)
    head = {
        "format": FORMAT,
        "championship": {
            "slug": championship.slug,
            "name": championship.name,
            "place": championship.place,
            "day": championship.day.isoformat(),
            "state": championship.state,
            "rounds": regulation_of(championship).rounds,
        },
        "version": edition.number,
        "at": edition.at.isoformat() if edition.at else None,
        "sheets_counted": edition.sheets,
    }
    return JsonResponse({**head, **facts}, json_dumps_params={"ensure_ascii": False})


def _csv(rows: Iterable[Row]) -> HttpResponse:
    """UTF-8 with its mark, by which spreadsheets know it; texts never begin a formula."""
    written, lines = io.StringIO(), list(rows)
    if lines:
        sheet = csv.DictWriter(written, fieldnames=list(lines[0]))
        sheet.writeheader()
        sheet.writerows({name: _cell(value) for name, value in line.items()} for line in lines)
    return HttpResponse("\ufeff" + written.getvalue(), content_type="text/csv; charset=utf-8")


def _cell(value: object) -> object:
    return safe_cell(value) if isinstance(value, str) else value


def _round(page: RoundPage) -> Row:
    return {
        "number": page.round.number,
        "state": page.round.state,
        "starts_at": page.clock.start.isoformat(),
        "ends_at": page.clock.ends_at.isoformat() if page.clock.ends_at else None,
    }


def _table(view: GameSeen, discretion: Discretion) -> dict[str, Any]:
    """Without hands and points where the hall may not read them."""
    is_shown = discretion.shows(view)
    points: Sequence[int | None] = (view.score if is_shown else None) or (None, None)
    return {
        "table": view.table,
        "kind": view.kind.value,
        "state": view.game.state,
        "hands": view.sheet.hands_played if is_shown else None,
        "a": {**_pair(view.a), "points": points[0]},
        "b": {**_pair(view.b), "points": points[1]} if view.b else None,
    }


def _flat(table: Row) -> Row:
    """A table in one line, side a before side b."""
    sides = {f"{side}_{name}": value for side in "ab" for name, value in table[side].items()}
    return {name: value for name, value in table.items() if name not in ("a", "b")} | sides


def _pair(seat: SeatView) -> dict[str, Any]:
    return {"number": seat.number, "name": seat.war_name}


def _without_a_table(page: RoundPage) -> Row:
    missing = [{"number": each.pair.number, "name": each.pair.war_name} for each in page.absences]
    return {"bye": _pair(page.bye.a) if page.bye else None, "absent": missing}


def _standing(row: StandingRow) -> Row:
    return {
        "rank": row.rank,
        "number": row.number,
        "name": row.war_name,
        "state": row.state,
        "played": row.played,
        "wins2": row.wins2,
        "difference": row.difference,
        "infractions": row.infractions,
        "points_for": row.points_for,
        "points_against": row.points_against,
        "parted_by": row.parted_by.value if row.parted_by else None,
    }


def _step(step: Step) -> Row:
    score: Sequence[int | None] = step.score or (None, None)
    return {
        "round": step.round.number,
        "kind": step.kind,
        "table": step.view.table if step.view else None,
        "opponent_number": step.opponent.number if step.opponent else None,
        "opponent_name": step.opponent.war_name if step.opponent else None,
        "points_for": score[0],
        "points_against": score[1],
        "wins2": step.wins2,
    }
