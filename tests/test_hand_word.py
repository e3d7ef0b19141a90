"""Catalan with «mà»: its catalogue holds what a championship that says so reads otherwise, and nothing else."""

import re

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.formats import date_format, localize

from tests.factories import START
from tests.test_catalogues import ROOT, Text, catalogue_of, words
from tournament.languages import CATALAN, CATALAN_WITH, base_language, spoken

DAT = re.compile(r"\bdats?\b", re.IGNORECASE)
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}|</?\w+>")
WITH_MA = CATALAN_WITH["ma"]


def variant() -> Catalog:
    with (ROOT / "locale/variants/ca_X-ma/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale=CATALAN)


def messages(catalogue: Catalog) -> dict[Text, Message]:
    return {
        Text(message.id if isinstance(message.id, str) else message.id[0], message.context): message
        for message in catalogue
        if message.id
    }


def says_dat(message: Message) -> bool:
    """Of a hand: the setting itself names the word, in English too."""
    names_it = DAT.search(words(message.id)[0])
    return not names_it and any(DAT.search(text) for text in words(message.string))


def test_every_message_that_says_dat_has_its_words_with_ma() -> None:
    says_it = {text for text, message in messages(catalogue_of(CATALAN)).items() if says_dat(message)}
    assert says_it - messages(variant()).keys() == set()


def test_no_message_with_ma_says_dat() -> None:
    assert [message.id for message in messages(variant()).values() if says_dat(message)] == []


def test_the_catalogue_with_ma_holds_no_other_message_but_those_that_agree_with_a_hand_unnamed() -> None:
    """A comment in the catalogue says so of each: «la vostra», of a hand, is «el vostre» where hands are «dats»."""
    usual, other = messages(catalogue_of(CATALAN)), messages(variant())
    assert other.keys() - usual.keys() == set()
    agree = {text for text, message in other.items() if message.user_comments}
    assert agree == {text for text in other if not says_dat(usual[text])}
    assert [text for text in agree if words(usual[text].string) == words(other[text].string)] == []


def test_messages_with_ma_have_the_same_forms_and_placeholders() -> None:
    usual = messages(catalogue_of(CATALAN))
    wrong = [
        message.id
        for text, message in messages(variant()).items()
        if message.fuzzy or not all(words(message.string)) or shape(message) != shape(usual[text])
    ]
    assert wrong == []


def shape(message: Message) -> tuple[object, list[list[str]]]:
    return message.id, [sorted(PLACEHOLDER.findall(text)) for text in words(message.string)]


def test_all_other_messages_are_those_of_catalan() -> None:
    """Also where Django has a message of its own for the same words, as of «Save»."""
    same = messages(catalogue_of(CATALAN)).keys() - messages(variant()).keys()
    with translation.override(CATALAN):
        usual = {text: said(text) for text in same}
    with translation.override(WITH_MA):
        assert {text: said(text) for text in same} == usual


def said(text: Text) -> str:
    if text.context is not None:
        return translation.pgettext(text.context, text.words)
    return translation.gettext(text.words)


def test_what_django_says_and_how_it_writes_days_and_numbers_is_catalan() -> None:
    of_django = "Enter a valid date."
    with translation.override(CATALAN):
        usual = translation.gettext(of_django), date_format(START), localize(0.5)
    assert usual[0] != of_django
    with translation.override(WITH_MA):
        assert (translation.gettext(of_django), date_format(START), localize(0.5)) == usual


def test_only_catalan_has_two_words() -> None:
    for language in ("es", "en", "fr", "cs"):
        with translation.override(language), spoken("ma"):
            assert (translation.get_language(), base_language()) == (language, language)
    with translation.override(CATALAN), spoken("ma"):
        assert (translation.get_language(), base_language()) == (WITH_MA, CATALAN)
        with spoken("dat"):
            assert translation.get_language() == CATALAN
        assert translation.get_language() == WITH_MA
