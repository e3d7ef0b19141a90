"""Every text that the code or a template can show is translated into every language, and not fuzzy.

English needs no catalogue: its texts are those of the code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(settings.BASE_DIR)
KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_lazy": None, "ngettext_lazy": (1, 2), "pgettext_lazy": ((1, "c"), 2)}


@dataclass(frozen=True)
class Text:
    """A msgid with its context; of a plural the first form, by which catalogues know it."""

    words: str
    context: str | None = None


@cache
def catalogue_of(language: str) -> Catalog:
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def texts_shown() -> frozenset[tuple[Path, Text]]:
    return frozenset(texts_in_use())


in_every_language = pytest.mark.parametrize("language", ["ca", "es", "fr", "cs"])


def texts_in_use() -> Iterator[tuple[Path, Text]]:
    for path in sorted((ROOT / "tournament").rglob("*.py")):
        yield from ((path, text) for text in texts_of(path.read_bytes()))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        # Indented text would read as badly indented Python.
        flat = "\n".join(line.strip() for line in path.read_text(encoding="utf-8").splitlines())
        code = templatize(flat, origin=str(path))
        yield from ((path, text) for text in texts_of(code.encode()))


def texts_of(code: bytes) -> Iterator[Text]:
    for _line, found, _comments, context in extract("python", BytesIO(code), keywords=KEYWORDS):
        words = found if isinstance(found, str) else found[0]
        if words:
            yield Text(words, context)


@in_every_language
def test_every_text_in_use_is_translated(language: str) -> None:
    catalogue = catalogue_of(language)
    missing = {
        f"{path.relative_to(ROOT)}: {text}"
        for path, text in texts_shown()
        if not is_translated(catalogue, text)
    }
    assert missing == set()


@in_every_language
def test_a_catalogue_holds_nothing_fuzzy_or_empty(language: str) -> None:
    unfinished = [m.id for m in catalogue_of(language) if m.id and (m.fuzzy or not all(words(m.string)))]
    assert unfinished == []


@in_every_language
def test_placeholders_are_the_same_in_both_languages(language: str) -> None:
    wrong = [message.id for message in catalogue_of(language) if message.id and list(message.check())]
    assert wrong == []


@pytest.mark.parametrize("language", ["ca", "fr"])
def test_an_apostrophe_is_written_as_printers_do(language: str) -> None:
    texts = (text for m in catalogue_of(language) if m.id for text in words(m.string))
    assert [text for text in texts if re.search(r"\w'\w", text)] == []


def test_the_languages_of_the_site_are_those_with_a_catalogue_and_english() -> None:
    with_catalogue = {path.parent.parent.name for path in ROOT.glob("locale/*/LC_MESSAGES/django.po")}
    assert with_catalogue | {"en"} == {code for code, _name in settings.LANGUAGES}


def test_a_text_without_translation_would_be_noticed() -> None:
    assert list(texts_of(b'gettext_lazy("A text nobody has translated")')) == [
        Text("A text nobody has translated")
    ]
    assert not is_translated(catalogue_of("ca"), Text("A text nobody has translated"))


def is_translated(catalogue: Catalog, text: Text) -> bool:
    message = catalogue.get(text.words, text.context)
    return message is not None and not message.fuzzy and all(words(message.string))


def words(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)
