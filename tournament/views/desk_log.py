"""The history of a championship: looked through, searched."""

import re
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.access import desk
from tournament.core.names import folded
from tournament.forms.history import HistoryForm
from tournament.models import Championship, LogEntry
from tournament.queries import history as queries
from tournament.queries.desk import war_names
from tournament.queries.log_facts import log_facts
from tournament.queries.members import people_in
from tournament.views.desk_page import desk_page, page_asked
from tournament.views.log_lines import VIA, WHAT, LogLine, Names, log_lines

LINES_A_PAGE = 50


@desk("helper")
@require_safe
def log(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Who did what, the latest first."""
    form = _form(request, championship)
    found = queries.log_entries(championship, form.asked)
    if form.text:
        return _page(request, championship, form, _matching(list(found), championship, form.text))
    pages = Paginator(found, LINES_A_PAGE)
    page = pages.page(page_asked(request, pages.num_pages))
    lines = _lines(list(page.object_list), championship)
    return desk_page(request, "log", championship, section="log", form=form, page=page, lines=lines)


def _form(request: HttpRequest, championship: Championship) -> HistoryForm:
    authors = {
        (str(each.user_id or each.via), each.name or str(VIA.get(each.via, each.via)))
        for each in queries.authors(championship)
    }
    kinds = [(code, str(WHAT.get(code, code))) for code in queries.kinds(championship)]
    return HistoryForm(request.GET, authors=_by_name(authors), kinds=_by_name(kinds))


def _by_name(choices: Any) -> list[tuple[str, str]]:
    return sorted(choices, key=lambda choice: folded(choice[1]))


def _lines(entries: Sequence[LogEntry], championship: Championship) -> list[LogLine]:
    names = Names(
        war_names(championship),
        people_in(entries),
        queries.players(championship),
        log_facts(championship, entries),
    )
    return log_lines(entries, championship, names)


def _matching(entries: Sequence[LogEntry], championship: Championship, text: str) -> list[LogLine]:
    """Lines in which every word that is looked for stands, as people read them: whatever case and accents. A number
    is that number, no part of another."""
    lines = _lines(entries, championship)
    patterns = [
        re.compile(rf"(?<!\d){word}(?!\d)" if word.isdecimal() else re.escape(word))
        for word in folded(text).split()
    ]
    return [line for line in lines if all(pattern.search(line.words) for pattern in patterns)]


def _page(
    request: HttpRequest, championship: Championship, form: HistoryForm, found: Sequence[LogLine]
) -> HttpResponse:
    pages = Paginator(found, LINES_A_PAGE)
    page = pages.page(page_asked(request, pages.num_pages))
    return desk_page(
        request, "log", championship, section="log", form=form, page=page, lines=page.object_list
    )


def lines_asked(request: HttpRequest, championship: Championship) -> tuple[HistoryForm, list[LogLine]]:
    """All lines of what is looked for, for paper."""
    form = _form(request, championship)
    entries = list(queries.log_entries(championship, form.asked))
    return form, _matching(entries, championship, form.text)


def lines_of(entries: Sequence[LogEntry], championship: Championship) -> list[LogLine]:
    """Entries in words."""
    return _lines(entries, championship)
