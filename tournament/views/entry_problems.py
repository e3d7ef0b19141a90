"""What is wrong in a list of pairs, as sentences that name the row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.entries import Column, Problem, Registered, Twice

COLUMNS: dict[str, Any] = {
    Column.WAR_NAME: gettext_lazy("team name"),
    Column.PLAYER_1: gettext_lazy("player 1"),
    Column.PLAYER_2: gettext_lazy("player 2"),
    Column.CLUB: gettext_lazy("club"),
    Column.NUMBER: gettext_lazy("number"),
}
SENTENCES: dict[str, Any] = {
    "empty": gettext_lazy("There are no pairs in it."),
    "not_text": gettext_lazy("This file is no list that can be read. In the spreadsheet, save it as CSV."),
    "too_big": gettext_lazy("This file is too big for a list of pairs."),
    "too_many_rows": gettext_lazy(
        "The list has %(rows)s rows, and %(most)s can be imported at once: leave out what are no pairs."
    ),
    "war_name_missing": gettext_lazy("the team name is missing."),
    "player_missing": gettext_lazy("player %(position)s is missing."),
    "player_both": gettext_lazy(
        "%(player)s stands twice, and nobody plays with oneself. If two of that name play together, "
        "add something that tells them apart."
    ),
    "duplicate_in_file": gettext_lazy("“%(war_name)s” stands already in row %(other_row)s."),
    "duplicate_registered": gettext_lazy("“%(war_name)s” is registered already."),
    "second_header": gettext_lazy("here stands a heading again; delete the row."),
    "too_long": gettext_lazy("the %(column)s has %(length)s letters; %(longest)s fit."),
    "too_many_columns": gettext_lazy(
        "%(found)s cells, and there are only %(most)s columns: “%(extra)s” is too much. "
        "A comma inside a name needs quotes around it."
    ),
    "header_incomplete": gettext_lazy("the heading has no column for: %(column)s."),
    "header_repeats": gettext_lazy("the heading names two columns for: %(column)s (“%(cell)s”)."),
    "quote_open": gettext_lazy('a quote (") is opened here and never closed.'),
}


@dataclass(frozen=True)
class ProblemLine:
    """A problem with its row; 0 is the whole file."""

    row: int
    text: str


def problem_lines(problems: Iterable[Problem]) -> list[ProblemLine]:
    """By row, as they stand in the file."""
    return [ProblemLine(problem.row, _sentence(problem)) for problem in sorted(problems, key=_row)]


def twice_lines(twice: Iterable[Twice]) -> list[str]:
    """Who would play in two pairs, with both pairs and where they stand."""
    return [_twice(each) for each in twice]


def _twice(each: Twice) -> str:
    facts = {
        "row": each.row.row,
        "player": each.player,
        "name": each.row.war_name,
        "other": each.other.war_name,
    }
    if isinstance(each.other, Registered):
        facts["number"] = each.other.number
        return _("Row %(row)s: %(player)s (%(name)s) plays already in pair %(number)s, %(other)s.") % facts
    facts["other_row"] = each.other.row
    return _("Row %(row)s: %(player)s (%(name)s) stands already in row %(other_row)s, %(other)s.") % facts


def _row(problem: Problem) -> int:
    return problem.row


def _sentence(problem: Problem) -> str:
    facts = {**problem.facts}
    if "column" in facts:
        facts["column"] = COLUMNS[str(facts["column"])]
    text = str(SENTENCES[problem.code]) % facts
    return text if not problem.row else _("Row %(row)s: %(text)s") % {"row": problem.row, "text": text}
