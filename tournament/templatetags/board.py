"""The rows of a board: each is made once, and again only when its table has changed."""

import json
from collections.abc import Sequence
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.models import Championship
from tournament.queries.board import BoardRow
from tournament.texts_board import table_state_text
from tournament.texts_check import cause_texts, finding_text

register = template.Library()
register.filter("table_state_text", table_state_text)
register.filter("finding_text", finding_text)
register.filter("cause_texts", cause_texts)
register.filter("json", json.dumps)

MOST_KEPT = 2000
COLOURS = {
    "choice": "badge is-red",
    "draw": "badge is-red",
    "undecided": "badge is-red",
    "locked": "badge is-gold",
    "sent_back": "badge is-red",
    "check": "badge is-gold",
    "complete": "badge is-gold",
    "sheet": "badge is-gold",
    "unsigned": "badge is-gold",
    "playing": "badge is-blue",
    "waiting": "muted",
    "confirmed": "badge is-green",
    "rests": "badge",
}

_kept: dict[tuple[object, ...], SafeString] = {}


@register.filter
def state_colour(state: str) -> str:
    """Gold needs somebody, red is wrong, blue plays, green is done."""
    return COLOURS[state]


@register.filter
def board_summary(rows: Sequence[BoardRow]) -> str:
    """What the desk's first page goes by: how many are missing, how many wait for the desk, whether any has begun."""
    missing = [row for row in rows if row.is_missing]
    waits = sum(row.needs_desk for row in missing)
    has_begun = any(row.view.has_begun for row in rows if row.table is not None)
    return f"{len(missing)}-{waits}-{has_begun:d}"


@register.simple_tag
def board_row(row: BoardRow, championship: Championship) -> SafeString:
    """A row of the board. It holds nothing of who looks: no token, no role, no time that passed."""
    key = (row.view.game.pk, row.mark, row.is_slow, get_language())
    made = _kept.get(key) if row.mark else None
    return made if made is not None else _make(key, {"row": row, "championship": championship})


def _make(key: tuple[object, ...], shown: dict[str, Any]) -> SafeString:
    if len(_kept) > MOST_KEPT:
        _kept.clear()
    _kept[key] = made = get_template("desk/board_row.html").render(shown)
    return made
