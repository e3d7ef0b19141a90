"""What is wrong in a round typed by hand, with the line and the way out."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.typed_round import LineProblem
from tournament.texts_drawing import pairs_text

PROBLEMS: dict[str, str | Promise] = {
    "unreadable": gettext_lazy(
        "“%(words)s” is no table. Write the numbers of two pairs, or one number alone if it rests."
    ),
    "pair_unknown": gettext_lazy("there is no pair %(pair)s. Look at the paper again."),
    "not_playing": gettext_lazy(
        "pair %(pair)s is not in this round: it has left or is noted as absent. If it plays, say so on its page first."
    ),
    "typed_twice": gettext_lazy(
        "pair %(pair)s stands in line %(other_line)s already. Take it out of one of the two."
    ),
    "with_itself": gettext_lazy("pair %(pair)s cannot meet itself."),
    "table_twice": gettext_lazy("table %(table)s stands above already. Give one of the two another table."),
    "rests_twice": gettext_lazy("pair %(pair)s is alone, and %(other)s rests already: only one rests."),
    "pairs_missing": gettext_lazy(
        "Missing: %(pairs_text)s. Write the table, or note on the page of who does not play that it misses the round."
    ),
}


def problem_texts(problems: Iterable[LineProblem]) -> list[str]:
    """A sentence each, in the order of the lines; what is wrong with the whole comes first."""
    return [_text(problem) for problem in sorted(problems, key=lambda problem: problem.line)]


def _text(problem: LineProblem) -> str:
    facts = dict(problem.facts)
    if "pairs" in facts:
        facts["pairs_text"] = pairs_text(facts["pairs"])
    return in_line(problem.line, str(PROBLEMS[problem.code]) % facts)


def in_line(line: int, text: str) -> str:
    """The sentence with its line; 0 is the whole."""
    return _("Line %(line)s: %(text)s") % {"line": line, "text": text} if line else text
