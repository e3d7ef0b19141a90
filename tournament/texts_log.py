"""What a line of the history says better once it is known which pairs sat there, and whether one was expelled."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

EXPELLED: dict[str, str | Promise] = {
    "expel": gettext_lazy("The pair was expelled (art. %(article)s)"),
    "leave": gettext_lazy("The game ended because a pair was expelled (art. %(article)s)"),
}


def expelled_text(what: str, article: str) -> str:
    """What an expulsion did; "" where it was none."""
    return str(EXPELLED[what]) % {"article": article} if article and what in EXPELLED else ""


def with_numbers(facts: Mapping[str, Any], pairs: Mapping[str, int]) -> dict[str, Any]:
    """Logged facts with the pair in the place of its side, where it is known who sat there."""
    return {name: _with_number(name, value, pairs) for name, value in facts.items()}


def _with_number(name: str, value: Any, pairs: Mapping[str, int]) -> Any:
    if name == "rows":
        return [with_numbers(row, pairs) for row in value or ()]
    if name == "maker":
        return pairs.get(value, value)
    if name in ("side", "winner") and value in pairs:
        return _("pair %(number)s") % {"number": pairs[value]}
    return value
