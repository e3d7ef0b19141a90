"""An address that only takes forms leads whoever opens it to a page: never back to itself."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver

from tournament.access import PAGE_OF


def _patterns(resolver: Any) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from _patterns(each)


def test_every_address_that_only_takes_forms_belongs_to_a_page_that_can_be_opened() -> None:
    patterns = list(_patterns(get_resolver()))
    only_forms = {each.name for each in patterns if getattr(each.callback, "takes_forms", False)}
    assert {"sheet_flip", "sheet_start", "desk_game_action"} <= only_forms
    assert only_forms - set(PAGE_OF) == set()
    assert only_forms & set(PAGE_OF.values()) == set()
