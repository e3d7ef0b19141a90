"""The same page in the other languages: a language is an address, so a switch is a link."""

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.template import Context
from django.urls import translate_url

from tournament.access import page_address
from tournament.languages import base_language

register = template.Library()


@dataclass(frozen=True)
class LanguageLink:
    code: str
    name: str
    address: str
    is_current: bool
    offer: str


# Each in its own language, whatever the page speaks: it is for whoever does not read the page.
OFFERS = {
    "ca": "Llegiu-ho en català",
    "es": "Leedlo en español",
    "en": "Read it in English",
    "fr": "Lisez-le en français",
    "cs": "Čtěte česky",
}


@register.simple_tag(takes_context=True)
def language_links(context: Context) -> tuple[LanguageLink, ...]:
    """One link a language, the current one marked; what was asked after the `?` goes along.

    Where a form was refused at an address that only takes forms, the links lead to its page.
    """
    address = page_address(context["request"])
    return tuple(
        LanguageLink(code, name, translate_url(address, code), code == base_language(), OFFERS[code])
        for code, name in settings.LANGUAGES
    )
