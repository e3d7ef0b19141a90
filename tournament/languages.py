"""What Django's languages do not know: that a championship has its own word for a hand.

Some who speak Catalan call it «dat», others «mà». Catalan with «mà» is a language of its own to Django, whose catalogue
(`locale/variants/`) holds only the messages that differ; its pages have the same addresses.
"""

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.translation import get_language, override

CATALAN = "ca"
# By the word for a hand; the subtag is private (BCP 47): browsers and screen readers read Catalan.
CATALAN_WITH = {"dat": CATALAN, "ma": "ca-x-ma"}


def base_language() -> str:
    """The language in force as the address names it, whatever a hand is called."""
    return (get_language() or settings.LANGUAGE_CODE).partition("-x-")[0]


def spoken(hand_word: str) -> AbstractContextManager[object]:
    """Texts made inside are in the words of a championship that calls a hand so. Other languages have only one word."""
    return override(CATALAN_WITH[hand_word]) if base_language() == CATALAN else nullcontext()


class LanguagePrefix(LocalePrefixPattern):
    """Django's prefix of an address, by the language without its variant."""

    @property
    def language_prefix(self) -> str:
        language = base_language()
        return "" if language == settings.LANGUAGE_CODE else f"{language}/"


def in_every_language(*addresses: URLPattern | URLResolver) -> URLResolver:
    """The same addresses under each language's code; Catalan has none."""
    return URLResolver(LanguagePrefix(prefix_default_language=False), list(addresses))
