"""A table of a round in the words of the hall."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.conf import settings
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.results import GameKind
from tournament.models import Game, Round
from tournament.queries.games import GameSeen, SeatView

register = template.Library()

HOW: dict[str, Promise] = {
    GameKind.WALKOVER: gettext_lazy("not present"),
    GameKind.BOTH_ABSENT: gettext_lazy("neither present"),
    GameKind.AWARDED: gettext_lazy("set by the organisers"),
}
STATES: dict[str, Promise] = {
    Game.State.CONFIRMED: gettext_lazy("final"),
    Game.State.COMPLETE: gettext_lazy("to be confirmed"),
    Game.State.SIGNED: gettext_lazy("to be confirmed"),
}
# Twenty hands a second change as many rows of a hall's hundreds. Who works on the template wants to see it.
MOST_KEPT = 0 if settings.DEBUG else 2048


@register.filter
def how_settled(kind: GameKind) -> str:
    """How a game was settled that was not played; nothing of one that is."""
    return str(HOW.get(kind, ""))


@dataclass(frozen=True)
class RowSide:
    """A pair in the row of its table; its own points first."""

    number: int
    war_name: str
    rank: int | None
    score: tuple[int, int] | None


@dataclass(frozen=True)
class TableRow:
    """All that stands in the row of a table, and nothing else: two rows of the same facts are the same row."""

    slug: str
    round: int
    table: int | None
    a: RowSide
    b: RowSide
    kind: GameKind
    state: str
    hands_played: int
    is_at_fixed_table: bool

    @property
    def is_confirmed(self) -> bool:
        return self.state == Game.State.CONFIRMED

    @property
    def is_to_confirm(self) -> bool:
        return self.state in (Game.State.COMPLETE, Game.State.SIGNED)

    @property
    def how(self) -> str:
        return how_settled(self.kind)

    @property
    def how_far(self) -> str:
        """«dat 5», «falta confirmar», «final»; nothing before the first hand."""
        return str(STATES.get(self.state, "")) or (_hand(self.hands_played) if self.hands_played else "")


def table_rows(round_: Round, tables: Iterable[GameSeen], ranks: Mapping[int, int | None]) -> list[TableRow]:
    """The rows of these games, byes left out; `ranks` by the pair's number."""
    return [_row(round_, view, view.b, ranks) for view in tables if view.b is not None]


def _row(round_: Round, view: GameSeen, b: SeatView, ranks: Mapping[int, int | None]) -> TableRow:
    score = view.score
    return TableRow(
        slug=round_.championship.slug,
        round=round_.number,
        table=view.table,
        a=RowSide(view.a.number, view.a.war_name, ranks.get(view.a.number), score),
        b=RowSide(b.number, b.war_name, ranks.get(b.number), score and (score[1], score[0])),
        kind=view.kind,
        state=view.game.state,
        hands_played=view.sheet.hands_played,
        is_at_fixed_table=view.is_at_fixed_table,
    )


@register.simple_tag
def pair_facts(row: TableRow, own: RowSide, other: RowSide, side: str = "") -> SafeString:
    """A pair of a table. `data-…` is what the script makes «my table» of; the own points come first."""
    points = own.score
    has_won = row.is_confirmed and points is not None and points[0] > points[1]
    classes = ["pair", f"side-{side}" if side else "", "won" if has_won else ""]
    facts = {
        "class": " ".join(filter(None, classes)),
        "data-pair": own.number,
        "data-name": own.war_name,
        "data-table": row.table,
        "data-against": other.number,
        "data-against-name": other.war_name,
        "data-rank": own.rank,
        "data-state": row.how or row.how_far,
        "data-score": f"{points[0]} – {points[1]}" if points else None,
    }
    address = reverse("pair", kwargs={"slug": row.slug, "number": own.number})
    words = '<span{}><span class="pair-number">{}</span> <a class="war-name" href="{}">{}</a></span>'
    return format_html(words, flatatt(facts), own.number, address, own.war_name)


@register.simple_tag
def table_row(row: TableRow) -> SafeString:
    """The row as it was made for the same facts: a page of a hundred tables is made anew every second."""
    return _made(row, get_language())


@lru_cache(MOST_KEPT)
def _made(row: TableRow, _language: str | None) -> SafeString:
    return render_to_string("public/table_row.html", {"row": row})


def _hand(number: int) -> str:
    return _("hand %(number)s") % {"number": number}
