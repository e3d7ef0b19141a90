"""Citations of the rules as people write them: "E 13.4", "G 8.2.4–8.2.6", "E 16.1.2.2.2–3", "E 13.2, 13.4"."""

import re
from collections.abc import Iterator

CITATION = re.compile(
    r"\b(?:[EG] \d+(?:\.\d+)*|D \d+)(?:–(?:[EGD] )?\d+(?:\.\d+)*|, \d+(?:\.\d+)+(?![\d%]))*"
)
LINK = re.compile(r"(–|, )(?:[EGD] )?(\d[\d.]*)")


def cited(text: str) -> set[str]:
    """Every article and decision named in `text`, ranges written out: "E 14.1–14.3" are three articles."""
    return {article for found in CITATION.finditer(text) for article in _articles(found.group())}


def in_order(articles: set[str]) -> list[str]:
    """As the regulations number them: E 12.3 before E 12.3.1, and that before E 12.10."""
    return sorted(articles, key=lambda article: (article[0], *map(int, article[2:].split("."))))


def _articles(citation: str) -> Iterator[str]:
    letter, first = citation[0], re.match(r"[\d.]*\d", citation[2:])
    assert first is not None
    last = first.group()
    yield f"{letter} {last}"
    for link, number in LINK.findall(citation[2 + len(last) :]):
        numbers = _between(last, number) if link == "–" else [number]
        yield from (f"{letter} {number}" for number in numbers)
        last = number


def _between(first: str, last: str) -> list[str]:
    """What follows `first` up to `last`, which may be written short (16.1.2.2.2–3); both ends where they are no row."""
    above, _, start = first.rpartition(".")
    before, _, end = last.rpartition(".")
    if before not in (above, "") or int(end) < int(start):
        return [last]
    return [f"{above}.{number}" if above else f"{number}" for number in range(int(start) + 1, int(end) + 1)]
