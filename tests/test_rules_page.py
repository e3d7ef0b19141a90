"""docs/rules.md cannot lie: its examples are run, and what the code cites is told there with an example."""

import doctest
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from scoring.infractions import CATALOGUE
from tests.citations import cited, in_order

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
CITING = [*sorted((ROOT / "scoring").glob("*.py")), *sorted((ROOT / "tournament/core").rglob("*.py"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Section:
    """What stands under one small heading; `line` is where in the page."""

    heading: str
    text: str
    line: int

    @property
    def articles(self) -> set[str]:
        """What the heading promises to tell: the articles before its title."""
        return cited(self.heading.partition(" — ")[0])

    @property
    def examples(self) -> list[doctest.Example]:
        parser = doctest.DocTestParser()
        return [
            example
            for block in BLOCK.finditer(self.text)
            for example in self._placed(parser.get_examples(block.group(1)), block.start(1))
        ]

    def _placed(self, examples: list[doctest.Example], start: int) -> list[doctest.Example]:
        for example in examples:
            example.lineno += self.line + self.text.count("\n", 0, start)
        return examples


def sections_of(page: str) -> list[Section]:
    headings = list(re.finditer(r"^### (.+)$", page, re.MULTILINE))
    ends = [found.start() for found in re.finditer(r"^##+ ", page, re.MULTILINE)] + [len(page)]
    return [
        Section(
            found.group(1),
            page[found.end() : min(end for end in ends if end > found.start())],
            page.count("\n", 0, found.start()),
        )
        for found in headings
    ]


def first_block(page: str) -> str:
    """The imports at the top of the page, on which every example stands."""
    found = BLOCK.search(page)
    assert found is not None
    return found.group(1)


def untrue(section: Section, imports: str) -> list[str]:
    """What the examples of a section say that the program does not, each as doctest tells it."""
    names: dict[str, object] = {}
    exec(imports, names)
    told = doctest.DocTest(section.examples, names, section.heading, "docs/rules.md", 0, None)
    found: list[str] = []
    doctest.DocTestRunner(verbose=False).run(told, out=found.append)
    return found


def lacking(section: Section) -> list[str]:
    """English, a Catalan quotation, and an example that answers something belong under every heading."""
    prose = BLOCK.sub("", section.text)
    has = {
        "English": re.search(r"^[A-Z`(]", prose, re.MULTILINE),
        "Catalan": re.search(r"^> ", prose, re.MULTILINE),
        "example": any(example.want or example.exc_msg for example in section.examples),
        "’ in Catalan": not re.search(r"^>.*\w'\w", prose, re.MULTILINE),
    }
    return [f"{section.heading}: no {name}" for name, there in has.items() if not there]


SECTIONS = sections_of(PAGE)
TOLD = {article for section in SECTIONS for article in section.articles}


def _in_english(section: Section) -> str:
    return section.heading.partition(" · ")[0].replace(" — ", ": ")


@pytest.mark.parametrize("section", SECTIONS, ids=_in_english)
def test_examples_say_what_the_program_says(section: Section) -> None:
    assert untrue(section, first_block(PAGE)) == []


def test_every_section_is_told_in_both_languages_and_has_an_example() -> None:
    assert [fault for section in SECTIONS for fault in lacking(section)] == []


def test_every_article_and_decision_that_the_code_cites_is_told() -> None:
    named = {article for path in CITING for article in cited(path.read_text(encoding="utf-8"))}
    assert in_order(named - TOLD) == []


def test_every_row_of_the_catalogue_is_told() -> None:
    assert in_order({f"E {code}" for code in CATALOGUE} - TOLD) == []


def test_all_thirteen_decisions_are_told() -> None:
    assert in_order({article for article in TOLD if article[0] == "D"}) == [f"D {n}" for n in range(1, 14)]


def test_no_two_sections_tell_the_same_article() -> None:
    told = [article for section in SECTIONS for article in section.articles]
    assert in_order({article for article in told if told.count(article) > 1}) == []


# --- The looking itself can fail ---------------------------------------------------------------

SMALL = """# Page

```python
from scoring.bids import Bid
```

## Theme

### E 15.2.6 — Codes · Codis

English.

> Català d’aquí.

```python
>>> str(Bid.parse("bc"))
'BC'
```

### D 1 — Wrong

> Català d'aquí.

```python
>>> one = 1
```

## Another theme

Not of the section: ```.
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ends it (E 12.3.1).", ["E 12.3.1"]),
        ("(G 5, 8.2)", ["G 5", "G 8.2"]),
        ("D 3–D 5, then D 9", ["D 3", "D 4", "D 5", "D 9"]),
        ("E 14.1–14.3", ["E 14.1", "E 14.2", "E 14.3"]),
        ("E 16.1.2.2.2–3", ["E 16.1.2.2.2", "E 16.1.2.2.3"]),
        ("E 7.4.4, 7.4.5.1–7.4.5.2", ["E 7.4.4", "E 7.4.5.1", "E 7.4.5.2"]),
        ("E 12.3.1–12.4", ["E 12.3.1", "E 12.4"]),
        ("E 13, 14 hands and K1–K5, O9, E9, NOTE 4", ["E 13"]),
        ("E 9.1: of 3.5 and E 6.5.", ["E 6.5", "E 9.1"]),
    ],
)
def test_citations_are_read_as_people_write_them(text: str, found: list[str]) -> None:
    assert in_order(cited(text)) == found


def test_a_page_is_cut_at_its_headings() -> None:
    codes, wrong = sections_of(SMALL)
    assert (codes.heading, codes.articles) == ("E 15.2.6 — Codes · Codis", {"E 15.2.6"})
    assert [example.source for example in wrong.examples] == ["one = 1\n"]
    assert SMALL.splitlines()[codes.examples[0].lineno] == '>>> str(Bid.parse("bc"))'


def test_an_example_that_lies_is_found_with_its_line() -> None:
    true, lie = sections_of(SMALL)[0], sections_of(SMALL.replace("'BC'", "'BR'"))[0]
    assert untrue(true, first_block(SMALL)) == []
    (told,) = untrue(lie, first_block(SMALL))
    assert 'docs/rules.md", line 16' in told
    assert "Got:\n    'BC'" in told


def test_a_section_that_lacks_something_is_found() -> None:
    codes, wrong = sections_of(SMALL)
    assert lacking(codes) == []
    assert lacking(wrong) == [
        "D 1 — Wrong: no English",
        "D 1 — Wrong: no example",
        "D 1 — Wrong: no ’ in Catalan",
    ]
