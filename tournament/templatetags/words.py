"""Words as they are read: a day with its article, a name whose words stay whole."""

import re
from datetime import date

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.languages import CATALAN, base_language

register = template.Library()

ENGLISH = "en"  # Django's own writes it as Americans do
VOWELS = "aeiou"
BREAKABLE = "-‐–/"
LONGEST_WHOLE = 12
# Where a long word may be broken: after a vowel, or a consonant that no syllable begins with, and before a syllable.
_V = "aàáeèéiíïoòóuúü"
_C = "bcçdfghjklmnñpqrstvwxyz"
_SYLLABLE = re.compile(
    rf"(?<=\w)([{_V}][{_C}]{{0,2}}?)(?=(?:[bcfgp]l|[bcdfgpt]r|ll|ny|rr|[gq]u|[{_C}])[{_V}]\w)", re.IGNORECASE
)


@register.filter
def day(value: date) -> str:
    """A day written out. Catalan names of months follow «de», or «d’» before a vowel; Django leaves it out."""
    if base_language() == ENGLISH:
        return date_format(value, "j F Y")
    if base_language() != CATALAN:
        return date_format(value, "DATE_FORMAT")
    month = date_format(value, "F").lower()
    article = "d’" if month[0] in VOWELS else "de "
    return f"{value.day} {article}{month} de {value.year}"


@register.filter
def whole_words(name: str) -> SafeString:
    """A name whose words with a hyphen go to the next line whole, where they fit; long ones show where to break."""
    return format_html_join(" ", "{}", ((_whole(word),) for word in name.split()))


def _whole(word: str) -> SafeString | str:
    if not any(sign in word for sign in BREAKABLE):
        return _SYLLABLE.sub("\\1\u00ad", word) if len(word) > LONGEST_WHOLE else word
    return format_html('<span class="whole">{}</span>', word)
