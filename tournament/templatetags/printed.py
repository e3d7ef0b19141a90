"""Filters of printed documents: names as the print font can show them, money, places, times of day."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.regulation import Criterion
from tournament import texts_prints
from tournament.core.clock import Pause
from tournament.models import Championship
from tournament.printing.fitting import printable
from tournament.queries.games import GameSeen
from tournament.queries.standings import StandingRow
from tournament.tables import PAIR_STATES
from tournament.texts import signed_text, wins_text
from tournament.texts_times import wall_text

HEADS: dict[str, str | Promise] = {
    Criterion.WINS: gettext_lazy("Games won"),
    Criterion.GROUP_POINTS: pgettext_lazy("column", "Group points"),
    Criterion.DIFFERENCE: pgettext_lazy("column", "Difference"),
    Criterion.INFRACTIONS: gettext_lazy("Infractions"),
    Criterion.POINTS_FOR: gettext_lazy("Points for"),
}

register = template.Library()
register.filter("money", texts_prints.money_text)
register.filter("place_text", texts_prints.place_text)


@register.filter
def printed(text: object) -> str:
    """What people typed, without signs that the font lacks; safe in HTML as any other text is."""
    return printable(str(text))


@register.filter
def at_hour(moment: datetime | None) -> str:
    """The time of day in the championship's zone; nothing where it was never noted."""
    return wall_text(timezone.localtime(moment)) if moment else ""


@register.filter
def column_head(criterion: str) -> str:
    """The head of a column of the standings, written out: on paper there is nothing to point at."""
    return str(HEADS[criterion])


@register.filter
def figure(row: StandingRow, criterion: str) -> str:
    """What a pair has of a criterion (E 14)."""
    if criterion in (Criterion.WINS, Criterion.GROUP_POINTS):
        return wins_text(row.wins2)
    return signed_text(row.difference) if criterion == Criterion.DIFFERENCE else str(getattr(row, criterion))


@register.filter
def pair_state(state: str) -> str:
    """How a pair stands; nothing where it is simply registered."""
    return str(PAIR_STATES[state][0])


@register.filter
def leaver(view: GameSeen) -> int | None:
    """The number of the pair that went away during the game."""
    seat = view.b if view.game.left == "b" else view.a
    return seat.number if seat else None


@register.filter
def expelled_by(view: GameSeen, expulsions: Mapping[int, str]) -> str:
    """The article of the expulsion that ended the game; nothing where it ended otherwise."""
    return expulsions.get(view.game.pk, "") if view.game.left else ""


@register.filter
def pause_span(pause: Pause, championship: Championship) -> str:
    """From when to when nobody played."""
    return texts_prints.pause_span(pause, ZoneInfo(championship.time_zone))


@register.filter
def counted_hands(view: GameSeen) -> int:
    return sum(line.counted for line in view.sheet.lines)
