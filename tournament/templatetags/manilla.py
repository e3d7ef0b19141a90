"""Filters and tags of all templates: words for codes, instants in the championship's zone, suit signs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.errors import RuleError
from tournament import texts, texts_calls, texts_clock, texts_drawing, texts_pairing
from tournament.core.clock import Pause
from tournament.core.pairing.judgement import Conflict
from tournament.models import Championship
from tournament.texts_times import wall_text

register = template.Library()
LONGEST_FIGURE = 5

register.filter("adjustment_text", texts.adjustment_text)
register.filter("criterion_text", texts.criterion_text)
register.filter("bid_text", texts.bid_text)
register.filter("ending_text", texts.ending_text)
register.filter("hand_text", texts.hand_text)
register.filter("score_text", texts.score_text)
register.filter("signed", texts.signed_text)
register.filter("wins", texts.wins_text)
register.filter("tables_text", texts.tables_text)
register.filter("tables_of_rounds", texts.tables_of_rounds)
register.filter("call_reason_text", texts_calls.call_reason_text)
register.filter("meanwhile_text", texts_calls.meanwhile_text)
register.filter("pairs_text", texts_drawing.pairs_text)
register.filter("changed_text", texts_drawing.changed_text)
register.filter("difference_texts", texts_drawing.difference_texts)
register.filter("conflict_text", texts_drawing.conflict_text)


@register.simple_tag
def why(reason: Mapping[str, Any], method: str, met: Mapping[frozenset[int], Sequence[int]]) -> str:
    """One reason of a meeting in words."""
    return texts_pairing.reason_text(reason, method, met)


@register.simple_tag
def absolute(path: str) -> str:
    """The whole address of a page of this site, as phones reach it."""
    return f"{settings.SITE_URL}{path}"


@register.filter
def conflict_suit(conflict: Conflict) -> str:
    """The colour of what a meeting gives up: red where it should not be, gold where somebody should look."""
    return texts_drawing.SUITS[conflict.code]


@register.filter
def sentence(refusal: RuleError | None) -> str:
    """What was refused, and the way out."""
    return texts.sentence(refusal) if refusal else ""


@register.filter
def local(moment: datetime | None, championship: Championship) -> str:
    """An instant as the hall's clock on the wall shows it: 10:04."""
    if moment is None:
        return ""
    return wall_text(timezone.localtime(moment, ZoneInfo(championship.time_zone)))


@register.filter
def pause_text(pause: Pause, championship: Championship) -> str:
    """Why the clock stands still, and when play goes on."""
    return texts_clock.pause_text(pause, ZoneInfo(championship.time_zone))


@register.filter
def instant(text: str) -> datetime:
    """An instant that was kept as JSON."""
    return datetime.fromisoformat(text)


@register.filter
def article(source: str) -> str:
    """«E 13.4» as people cite it: «art. 13.4»; our own decisions (D) cite nothing."""
    letter, _, number = source.partition(" ")
    return f"art. {number}" if letter in ("E", "G") and number else ""


@register.simple_tag
def suit(name: str, label: str = "") -> SafeString:
    """One of our suit signs: oros, copes, espases, bastos. Decoration unless it has a label."""
    address = f"{static('icons/suits.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="suit suit-{}" role="img" aria-label="{}"><use href="{}"></use></svg>',
            name,
            label,
            address,
        )
    return format_html(
        '<svg class="suit suit-{}" aria-hidden="true"><use href="{}"></use></svg>', name, address
    )


@register.filter
def score_of(text: str | None) -> str:
    """The score of an address, «104-0», as people read it; nothing for anything else."""
    a, _dash, b = (text or "").partition("-")
    is_score = all(each.isascii() and each.isdigit() and len(each) < LONGEST_FIGURE for each in (a, b))
    return f"{a} – {b}" if is_score else ""


@register.filter
def of(mapping: dict[Any, Any], key: Any) -> Any:
    """A dictionary's value by a key that is itself a variable."""
    return mapping.get(key)
