"""The board of a round: every table, by table or by lateness, filtered, renewed while it is looked at."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournament.access import desk
from tournament.models import Championship, Round
from tournament.queries.board import BoardOrder, BoardRow, TableState
from tournament.queries.kept_board import kept_board
from tournament.queries.rounds import published_rounds
from tournament.templatetags.board import board_summary
from tournament.texts_board import BY_LATENESS, BY_TABLE, GROUPS, table_state_text
from tournament.views.desk_page import desk_page
from tournament.views.kept_page import build

LATE = "retard"
LONGEST_ASKED = 60


@dataclass(frozen=True)
class Choice:
    """A way to look at the board: a link that keeps the others as they are."""

    key: str
    text: str
    href: str
    is_here: bool
    number: int = 0


@desk("helper")
@require_safe
def board(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Every table of a round."""
    return desk_page(request, "board", championship, section="board", **_shown(request, championship))


@gzip_page
@desk("helper")
@require_safe
def board_rows(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What is renewed of it. Nothing is read while nothing was written since the answer that a desk has, and nothing
    is sent while the same would be."""
    known = request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')
    if known.startswith(_stamp(request, championship)):
        return _unchanged(known)
    shown = _shown(request, championship)
    seen = [(row.mark, row.is_slow) for row in shown["rows"]]
    tag = _stamp(request, championship) + _digest(seen, shown["states"], board_summary(shown["every"]))
    if known.partition(".")[2] == tag.partition(".")[2]:
        return _unchanged(tag)
    response = desk_page(request, "board_rows", championship, **shown)
    response["ETag"] = f'"{tag}"'
    return response


def _unchanged(tag: str) -> HttpResponse:
    return HttpResponseNotModified(headers={"ETag": f'"{tag}"'})


def _stamp(request: HttpRequest, championship: Championship) -> str:
    """Up to the dot, what says that nothing was written; after it, how the board is looked at."""
    return f"{championship.version}.{_digest(request.get_full_path(), get_language(), build())}"


def _digest(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def _shown(request: HttpRequest, championship: Championship) -> dict[str, Any]:
    rounds = published_rounds(championship)
    round_ = _round_asked(rounds, request.GET.get("ronda", ""), championship)
    order = BoardOrder.LATE if request.GET.get("ordre") == LATE else BoardOrder.TABLE
    asked = request.GET.get("cerca", "")[:LONGEST_ASKED]
    rows = kept_board(round_, order) if round_ else ()
    found = [row for row in rows if row.matches(asked, table_state_text(row.state))]
    state = request.GET.get("estat", "")
    return {
        "rounds": rounds,
        "round": round_,
        "order": order,
        "orders": _orders(request.GET, order),
        "asked": asked,
        "state": state,
        "states": _states(request.GET, found, state),
        "every": rows,
        "rows": [row for row in found if not state or state in _groups(row)],
    }


def _round_asked(rounds: Sequence[Round], asked: str, championship: Championship) -> Round | None:
    """The round of that number, else the one in play, else the last one played."""
    found = next((each for each in rounds if str(each.number) == asked), None)
    round_ = found or (rounds[-1] if rounds else None)
    if round_ is not None:
        round_.championship = championship
    return round_


def _orders(asked: QueryDict, order: BoardOrder) -> list[Choice]:
    ways = ((BoardOrder.TABLE, "", BY_TABLE), (BoardOrder.LATE, LATE, BY_LATENESS))
    return [
        Choice(way, str(text), _with(asked, ordre=value), is_here=order is way) for way, value, text in ways
    ]


def _states(asked: QueryDict, rows: Sequence[BoardRow], state: str) -> list[Choice]:
    """All, and every group of tables that there is now, with how many there are."""
    numbers = Counter(group for row in rows for group in _groups(row))
    keys = [key for key in (*GROUPS, *TableState) if numbers[key] or key == state]
    every = Choice("", _("All tables"), _with(asked, estat=""), is_here=not state, number=len(rows))
    return [
        every,
        *(
            Choice(key, _group_text(key), _with(asked, estat=key), is_here=key == state, number=numbers[key])
            for key in keys
        ),
    ]


def _group_text(key: str) -> str:
    return str(GROUPS[key]) if key in GROUPS else table_state_text(key)


def _groups(row: BoardRow) -> tuple[str, ...]:
    """The groups of tables that it belongs to: its state, and what else may be looked for."""
    facts = {"missing": row.is_missing, "called": row.call is not None, "found": bool(row.findings)}
    return (row.state, *(name for name, is_so in facts.items() if is_so))


def _with(asked: QueryDict, **changed: str) -> str:
    """The same address with this asked otherwise; what is empty is left out."""
    query = asked.copy()
    for name, value in changed.items():
        query[name] = value
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    return f"?{query.urlencode()}"
