"""Every refusal can be said: a code without a sentence would be a fault in somebody's hands."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tournament import texts, texts_revoke

ROOT = Path(settings.BASE_DIR)
REFUSALS = texts.REFUSALS | texts_revoke.PILE_REFUSALS
SAID_BY_A_FORM = {"row_unreadable"}  # the entry of a sheet says it beside the typed row


def codes_in_use() -> Iterator[str]:
    for folder in ("scoring", "tournament"):
        for path in (ROOT / folder).rglob("*.py"):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            yield from (node.args[0].value for node in nodes if names_a_code(node))


def names_a_code(node: ast.AST) -> bool:
    is_refusal = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleError"
    return is_refusal and isinstance(node.args[0], ast.Constant)


def test_every_code_of_a_refusal_has_its_sentence() -> None:
    assert set(codes_in_use()) - SAID_BY_A_FORM - set(REFUSALS) == set()


def test_every_sentence_has_a_code_that_uses_it() -> None:
    assert set(REFUSALS) - set(codes_in_use()) == {"bid_meant"}  # bid_unknown with a guess
