"""Every article of E 12, 13, 14 and 16, every row of the infraction catalogue and whatever a docstring of the game
cites is exercised by a test that says so.

A test says so in its docstring, or in a string of its own, of its parameters or of the data that it is parametrised
with; a row of the catalogue also by its bare code ("16.1.2.4"). Comments and titles of modules prove nothing.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from scoring.infractions import CATALOGUE
from tests.citations import cited, in_order

ROOT = Path(__file__).parent.parent
LISTS = ("tests/test_articles.py", "tests/test_rules_page.py")

CHAPTERS = """
12 12.1 12.2 12.3 12.3.1 12.3.2 12.3.3 12.3.3.1 12.3.3.2
13 13.1 13.2 13.3 13.4
14 14.1 14.2 14.3 14.4 14.5
16 16.1
16.1.1 16.1.1.1 16.1.1.2 16.1.1.3 16.1.1.4
16.1.2 16.1.2.1 16.1.2.2 16.1.2.2.1 16.1.2.2.2 16.1.2.2.3 16.1.2.2.4 16.1.2.3 16.1.2.4
16.1.3 16.1.3.1 16.1.3.2 16.1.3.3 16.1.3.4 16.1.3.5 16.1.3.6 16.1.3.7
16.2 16.2.1 16.2.2 16.2.3
"""
ARTICLES = {f"E {number}" for number in CHAPTERS.split()}
ROWS = {f"E {code}" for code in CATALOGUE}

Modules = Mapping[str, ast.Module]
"""Test modules by their dotted names."""


def modules_of(paths: Iterable[Path]) -> dict[str, ast.Module]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
        if path.relative_to(ROOT).as_posix() not in LISTS
    }


def exercised(modules: Modules) -> set[str]:
    """Every article that some test function says it exercises."""
    found: set[str] = set()
    for name, tree in modules.items():
        if name.rpartition(".")[2].startswith("test_"):
            for function in _tests(tree):
                found |= _said(_strings(function, name, modules))
    return found


def cited_in_docstrings(tree: ast.Module) -> set[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    texts = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented))
    return {article for text in texts if text for article in cited(text)}


def _tests(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in (*tree.body, *(inside for each in classes for inside in each.body)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _said(texts: Iterable[str]) -> set[str]:
    articles: set[str] = set()
    for text in texts:
        articles |= cited(text)
        articles |= {f"E {text}"} & ROWS
    return articles


def _strings(
    node: ast.AST, module: str, modules: Modules, seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Strings in a node, and in the data that it names in its own module or imports from another test module."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        if isinstance(part, ast.Name) and part.id not in seen:
            for where, value in _data(part.id, module, modules):
                yield from _strings(value, where, modules, seen | {part.id})


def _data(name: str, module: str, modules: Modules) -> Iterator[tuple[str, ast.expr]]:
    """What a module-level name holds, and in which module it is written."""
    found = _definitions(modules[module]).get(name) if module in modules else None
    if isinstance(found, str):
        yield from _data(name, found, modules)
    elif found is not None:
        yield module, found


@cache
def _definitions(tree: ast.Module) -> dict[str, ast.expr | str]:
    """By name: the data that a module writes, or the module that it imports it from."""
    found: dict[str, ast.expr | str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom):
            found |= {alias.name: statement.module or "" for alias in statement.names}
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            found |= {target.id: statement.value for target in targets if isinstance(target, ast.Name)}
    return found


@pytest.fixture(scope="module")
def said() -> set[str]:
    """What the tests of this project say that they exercise."""
    return exercised(modules_of((ROOT / "tests").rglob("*.py")))


def test_every_article_of_the_chapters_12_13_14_and_16_is_exercised(said: set[str]) -> None:
    assert in_order(ARTICLES - said) == []


def test_every_row_of_the_catalogue_is_exercised(said: set[str]) -> None:
    assert in_order(ROWS - said) == []


def test_every_article_that_a_docstring_of_the_game_cites_is_exercised(said: set[str]) -> None:
    named = [cited_in_docstrings(tree) for tree in modules_of((ROOT / "scoring").glob("*.py")).values()]
    assert in_order(set().union(*named) - said) == []


# --- The looking itself can fail ---------------------------------------------------------------

DATA = {"tests.cases": ast.parse('ROWS = (("lost", "E 13.3"),)\nOTHER = "E 16.2"')}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('def test_a(): "A cap (E 13.4)."', ["E 13.4"]),
        ('def test_a(): assert end == Ending("hands", "E 12.3.2", 12)', ["E 12.3.2"]),
        ('@parametrize("code", ["16.1.2.4", "12.3.1"])\ndef test_a(code): ...', ["E 16.1.2.4"]),
        ('class TestCap:\n    def test_a(self): "E 13.4"', ["E 13.4"]),
        (
            'CODES = ("E 14.1",)\nOTHER = "E 14.2"\n@parametrize("code", CODES)\ndef test_a(code): ...',
            ["E 14.1"],
        ),
        ('FIRST = "E 14.1"\nCODES: tuple = (FIRST,)\ndef test_a(): assert CODES', ["E 14.1"]),
        ("from tests.cases import ROWS\ndef test_a(): assert ROWS", ["E 13.3"]),
        ('"""E 12."""\ndef sheet(): "E 12.3"\n\ndef test_a():\n    # E 13.4\n    assert sheet()', []),
    ],
)
def test_what_a_test_says_is_found_and_nothing_else(text: str, found: list[str]) -> None:
    assert in_order(exercised({"tests.test_small": ast.parse(text)} | DATA)) == found


def test_docstrings_of_the_game_are_read_and_its_other_strings_are_not() -> None:
    tree = ast.parse('"""E 12."""\nclass A:\n    """E 13.1–13.2."""\n    code = "E 14"\ndef f():\n    "D 4"')
    assert in_order(cited_in_docstrings(tree)) == ["D 4", "E 12", "E 13.1", "E 13.2"]
