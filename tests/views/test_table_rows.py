"""The rows of the tables are made once for what stands in them."""

from dataclasses import fields, replace
from typing import Any

import pytest
from django.utils.translation import override

from scoring.results import GameKind
from tournament.models import Game
from tournament.templatetags.tables_of_round import RowSide, TableRow, table_row

ROW = TableRow(
    slug="vilaplana",
    round=3,
    table=7,
    a=RowSide(14, "Cal Xic", 5, (23, 40)),
    b=RowSide(3, "Les Manilles & companyia", None, (40, 23)),
    kind=GameKind.PLAYED,
    state=Game.State.PLAYING,
    hands_played=4,
    is_at_fixed_table=False,
)
OTHER: dict[str, Any] = {
    "slug": "reus",
    "round": 4,
    "table": 8,
    "a": RowSide(14, "Cal Xic", 6, (23, 40)),
    "b": RowSide(3, "Les Manilles", None, (40, 23)),
    "kind": GameKind.AWARDED,
    "state": Game.State.CONFIRMED,
    "hands_played": 5,
    "is_at_fixed_table": True,
}


@pytest.mark.parametrize("name", [field.name for field in fields(TableRow)])
def test_another_fact_is_another_row(name: str) -> None:
    assert table_row(replace(ROW, **{name: OTHER[name]})) != table_row(ROW)


def test_the_same_facts_are_the_same_row_in_each_language_and_with_each_word_for_a_hand() -> None:
    said = {"ca": "dat 4", "ca-x-ma": "mà 4", "es": "mano 4", "en": "hand 4"}
    for _again in range(2):
        for language, words in said.items():
            with override(language):
                assert words in table_row(replace(ROW))


def test_a_name_in_a_row_is_text() -> None:
    made = table_row(replace(ROW, a=RowSide(14, "<b>Xic</b>", 5, None)))
    assert "&lt;b&gt;Xic" in made
    assert "<b>" not in made
