"""The standings as a table: one column a criterion, in the order in which the championship looks at them (E 14)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.regulation import Criterion, Regulation
from tournament.models import Absence, Championship, Pair
from tournament.queries.desk import PairLine
from tournament.queries.standings import StandingRow
from tournament.texts import signed_text, wins_text

Text = str | Promise

COLUMNS: dict[Criterion, str] = {
    Criterion.WINS: "wins2",
    Criterion.GROUP_POINTS: "wins2",
    Criterion.DIFFERENCE: "difference",
    Criterion.INFRACTIONS: "infractions",
    Criterion.POINTS_FOR: "points_for",
}
WITHOUT_ORDER = (Criterion.WINS, Criterion.DIFFERENCE, Criterion.POINTS_FOR)

AHEAD: dict[Criterion, Text] = {
    Criterion.WINS: gettext_lazy("Ahead of %(other)s by games won: %(own)s against %(theirs)s."),
    Criterion.GROUP_POINTS: gettext_lazy("Ahead of %(other)s by group points: %(own)s against %(theirs)s."),
    Criterion.DIFFERENCE: gettext_lazy("Ahead of %(other)s by difference: %(own)s against %(theirs)s."),
    Criterion.INFRACTIONS: gettext_lazy(
        "Ahead of %(other)s by fewer infractions: %(own)s against %(theirs)s."
    ),
    Criterion.POINTS_FOR: gettext_lazy("Ahead of %(other)s by points for: %(own)s against %(theirs)s."),
    Criterion.NUMBER: gettext_lazy("Ahead of %(other)s by the lower registration number."),
}
BEHIND: dict[Criterion, Text] = {
    Criterion.WINS: gettext_lazy("Behind %(other)s by games won: %(own)s against %(theirs)s."),
    Criterion.GROUP_POINTS: gettext_lazy("Behind %(other)s by group points: %(own)s against %(theirs)s."),
    Criterion.DIFFERENCE: gettext_lazy("Behind %(other)s by difference: %(own)s against %(theirs)s."),
    Criterion.INFRACTIONS: gettext_lazy("Behind %(other)s by more infractions: %(own)s against %(theirs)s."),
    Criterion.POINTS_FOR: gettext_lazy("Behind %(other)s by points for: %(own)s against %(theirs)s."),
    Criterion.NUMBER: gettext_lazy("Behind %(other)s by the higher registration number."),
}


@dataclass(frozen=True)
class StandingLine:
    """A row with what is said about it: places won since the round before (None: nothing to compare), and why here."""

    row: StandingRow
    moved: int | None
    reasons: tuple[str, ...]

    @property
    def fell(self) -> int:
        return -self.moved if self.moved else 0

    @property
    def is_out(self) -> bool:
        return self.row.state in (Pair.State.WITHDRAWN, Pair.State.EXPELLED)


def standing_lines(rows: Sequence[StandingRow], before: Iterable[StandingRow] = ()) -> list[StandingLine]:
    """Rows with their reasons; `before` are the standings after the round before."""
    ranks = {row.number: row.rank for row in before}
    return [StandingLine(row, _moved(row, ranks), _reasons(rows, place)) for place, row in enumerate(rows)]


def _moved(row: StandingRow, ranks: Mapping[int, int | None]) -> int | None:
    earlier = ranks.get(row.number)
    return None if earlier is None or row.rank is None else earlier - row.rank


def _reasons(rows: Sequence[StandingRow], place: int) -> tuple[str, ...]:
    row = rows[place]
    if row.rank is None:
        return (_("Expelled: out of the ranking."),)
    above = rows[place - 1] if place else None
    below = rows[place + 1] if place + 1 < len(rows) else None
    found = []
    if above is not None and row.parted_by is not None:
        found.append(_spoken(BEHIND[row.parted_by], row.parted_by, row, above))
    if below is not None and below.parted_by is not None:
        found.append(_spoken(AHEAD[below.parted_by], below.parted_by, row, below))
    return tuple(found)


def _spoken(text: Text, criterion: Criterion, row: StandingRow, other: StandingRow) -> str:
    return str(text) % {
        "other": f"{other.number} {other.war_name}",
        "own": _value(row, criterion),
        "theirs": _value(other, criterion),
    }


def _value(row: StandingRow, criterion: Criterion) -> str:
    match criterion:
        case Criterion.WINS | Criterion.GROUP_POINTS:
            return wins_text(row.wins2)
        case Criterion.DIFFERENCE:
            return signed_text(row.difference)
    return str(getattr(row, criterion.value))


class AbbrColumn(tables.Column):
    """A column of figures under an abbreviation that says its long form; a cell has it too, where no head is seen."""

    def __init__(self, short: Text, full: Text, accessor: str) -> None:
        name = f"num {accessor.removeprefix('row__')}"
        numeric = {"th": {"class": name}, "td": {"class": name, "data-short": short}}
        super().__init__(accessor=accessor, attrs=numeric, orderable=False)
        self.short, self.full = short, full

    @property
    def header(self) -> SafeString:
        return format_html('<abbr title="{}">{}</abbr>', self.full, self.short)


class StandingsTable(tables.Table):
    """Rank, number and name, then the criteria in their order; those that do not decide are left out."""

    rank = tables.TemplateColumn(
        template_name="public/standing_rank.html",
        verbose_name=pgettext_lazy("standings", "Place"),
        attrs={"th": {"class": "num rank"}, "td": {"class": "num rank"}},
        orderable=False,
    )
    number = AbbrColumn(pgettext_lazy("standings", "No."), gettext_lazy("Registration number"), "row__number")
    war_name = tables.TemplateColumn(
        template_name="public/standing_name.html",
        verbose_name=gettext_lazy("Pair"),
        attrs={"th": {"class": "name"}, "td": {"class": "name"}},
        orderable=False,
    )
    wins2 = AbbrColumn(pgettext_lazy("standings", "W"), gettext_lazy("Games won"), "row__wins2")
    difference = AbbrColumn(
        pgettext_lazy("standings", "Diff."), gettext_lazy("Difference of points"), "row__difference"
    )
    infractions = AbbrColumn(pgettext_lazy("standings", "F"), gettext_lazy("Infractions"), "row__infractions")
    points_for = AbbrColumn(pgettext_lazy("standings", "PF"), gettext_lazy("Points for"), "row__points_for")

    class Meta:
        attrs = {"class": "list-table standings"}
        row_attrs = {
            "data-mine": lambda record: record.row.number,
            "class": lambda record: "is-out" if record.is_out else "",
        }
        template_name = "public/standings_table.html"

    def __init__(
        self, lines: Sequence[StandingLine], championship: Championship, regulation: Regulation
    ) -> None:
        shown = list(dict.fromkeys(COLUMNS[each] for each in _criteria(regulation)))
        hidden = set(COLUMNS.values()) - set(shown)
        sequence = ("rank", "number", "war_name", *shown, *sorted(hidden))
        super().__init__(lines, sequence=sequence, exclude=tuple(hidden), orderable=False)
        self.championship = championship

    def render_wins2(self, value: int) -> str:
        return wins_text(value)

    def render_difference(self, value: int) -> str:
        return signed_text(value)

    @property
    def legend(self) -> list[tuple[Any, Any]]:
        """The abbreviations of the heads, written out for whoever cannot point at them."""
        columns = (bound.column for bound in self.columns.iterall() if bound.name not in self.exclude)
        return [(column.short, column.full) for column in columns if isinstance(column, AbbrColumn)]


def _criteria(regulation: Regulation) -> tuple[Criterion, ...]:
    order = tuple(each for each in regulation.ranking_order if each in COLUMNS)
    return order or WITHOUT_ORDER


PAIR_STATES: dict[str, tuple[Text, str]] = {
    Pair.State.REGISTERED: ("", ""),
    Pair.State.PRESENT: (gettext_lazy("present"), "is-green"),
    Pair.State.WAITING: (gettext_lazy("waiting list"), "is-gold"),
    Pair.State.WITHDRAWN: (gettext_lazy("withdrawn"), "is-red"),
    Pair.State.EXPELLED: (gettext_lazy("expelled"), "is-red"),
}
MISSES: dict[str, Text] = {
    Absence.Reason.ASKED: gettext_lazy("misses round %(round)s"),
    Absence.Reason.LATE: gettext_lazy("comes after round %(round)s"),
    Absence.Reason.LEFT: gettext_lazy("left before round %(round)s"),
}


class PairsTable(tables.Table):
    """The pairs of a championship, with real names: for the desk only."""

    number = tables.TemplateColumn(
        '<span class="pair-number">{{ value }}</span>',
        verbose_name=pgettext_lazy("standings", "No."),
        attrs={"th": {"class": "num"}, "td": {"class": "num"}},
    )
    war_name = tables.Column(
        verbose_name=gettext_lazy("Team name"), order_by="name_key", attrs={"td": {"class": "war-name"}}
    )
    player_1 = tables.Column(verbose_name=gettext_lazy("Player 1"))
    player_2 = tables.Column(verbose_name=gettext_lazy("Player 2"))
    club = tables.Column(verbose_name=gettext_lazy("Club"), order_by=("club_key", "number"), default="")
    state = tables.Column(verbose_name=gettext_lazy("State"), order_by=("state", "misses", "number"))
    edit = tables.Column(verbose_name="", orderable=False, empty_values=())

    class Meta:
        template_name = "desk/table.html"
        attrs = {"class": "list-table pairs-table"}
        row_attrs = {"class": lambda record: "is-out" if PAIR_STATES[record.state][1] == "is-red" else ""}
        empty_text = gettext_lazy("No pair is like that.")

    def __init__(
        self,
        lines: Sequence[PairLine],
        *,
        slug: str,
        next_round: int,
        is_final: bool,
        has_fee: bool = False,
    ) -> None:
        super().__init__(lines)
        self.slug, self.next_round, self.is_final, self.has_fee = slug, next_round, is_final, has_fee

    def render_state(self, record: PairLine) -> SafeString | str:
        word, suit = PAIR_STATES[record.state]
        if record.misses and not word:
            word, suit = str(MISSES[record.misses]) % {"round": self.next_round}, "is-gold"
        badges = [(suit, word)] if word else []
        if self.has_fee and record.paid:
            badges.append(("", pgettext("fee", "Paid")))
        return format_html_join(" ", '<span class="badge {}">{}</span>', badges)

    def render_edit(self, record: PairLine) -> SafeString:
        address = reverse("desk_pair", kwargs={"slug": self.slug, "number": record.number})
        label = _("Edit pair %(number)s") % {"number": record.number}
        edit = format_html('<a href="{}" aria-label="{}">{}</a>', address, label, _("Edit"))
        if self.is_final:
            return edit
        plays = {
            Pair.State.WITHDRAWN: _("Comes back"),
            Pair.State.WAITING: _("Gets a place"),
        }.get(Pair.State(record.state), _("Absent or leaves"))
        label = f"{plays}: {record.number} {record.war_name}"
        plays = format_html('<a href="{}#plays" aria-label="{}">{}</a>', address, label, plays)
        return format_html('<span class="pair-links">{}{}</span>', edit, plays)
