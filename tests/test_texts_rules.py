"""The rules on one page: every field of a regulation is in them, with what the wall must carry besides."""

from typing import Any

import pytest
from django.utils import translation

from scoring.presets import PRESETS
from scoring.regulation import FIELDS, Regulation
from tournament.texts_rules import Rule, rules_of

GROUPS = {"ranking_order": ["group_points", "number"]}
EASTERN = {"variant": "eastern"}
# Each field with another value, and with what it needs beside it to matter at all.
CHANGED: dict[str, tuple[dict[str, Any], Any]] = {
    "rounds": ({}, 7),
    "target_points": ({}, 121),
    "max_hands": ({}, 8),
    "min_minutes": ({}, 45),
    "time_limit_minutes": ({}, 60),
    "at_time": ({}, "stop"),
    "no_show_minutes": ({}, 10),
    "walkover_points": ({}, 41),
    "bye_points": ({}, 31),
    "missed_round": ({}, [1, 20, 20]),
    "winner_cap": ({}, 121),
    "tie_rule": ({}, "half_win"),
    "variant": ({}, "eastern"),
    "eastern_second_scoring": (EASTERN, True),
    "eastern_safe_charge": (EASTERN, True),
    "dealer": ({}, "trump_maker"),
    "sant_vicenc": ({"sant_vicenc_on_botifarra": False}, False),
    "sant_vicenc_on_botifarra": ({}, False),
    "doubling_scale": ({}, [2, 3, 5]),
    "misdeal_ladder": ({}, ["redeal", "uncounted_turn_lost"]),
    "revoke_mendable_until": ({}, "next_trick"),
    "protest_until": ({}, 20),
    "ranking_order": ({}, ["wins", "number"]),
    "group_points": (GROUPS, [3, 1, 0]),
}
ON_THE_WALL = {"7.2.2", "7.3.2", "7.4.5.1", "8.1.1, 8.4", "8.4.2", "G 8.1.1.1", "G 9.4"}


def rules(regulation: Regulation, **facts: bool) -> list[Rule]:
    with translation.override("en"):
        return [rule for section in rules_of(regulation, **facts) for rule in section.rules]


def texts(regulation: Regulation, **facts: bool) -> list[str]:
    return [rule.text for rule in rules(regulation, **facts)]


@pytest.mark.parametrize("field", sorted(set(FIELDS) - {"sheet_of_record"}))
def test_another_value_of_a_field_is_another_page(field: str) -> None:
    beside, value = CHANGED[field]
    before = Regulation().with_changes(**beside)
    assert texts(before) != texts(before.with_changes(**{field: value}))


def test_where_the_phone_is_signed_nobody_carries_paper() -> None:
    """D 11: the sheet of record, where it is at the tables."""
    paper, phone = (" ".join(texts(Regulation(), signs_on_phones=there)) for there in (False, True))
    assert ("take the sheet" in paper, "take the sheet" in phone) == (True, False)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_the_table_are_on_every_page(preset: str) -> None:
    articles = {rule.article for rule in rules(PRESETS[preset])}
    assert articles & ON_THE_WALL == ON_THE_WALL


@pytest.mark.parametrize("preset", PRESETS)
def test_articles_6_and_11_3_and_12_to_15_bind_everybody_and_no_other(preset: str) -> None:
    for rule in rules(PRESETS[preset]):
        if rule.article:
            chapter = rule.article.split(".")[0]
            is_named = chapter in ("6", "12", "13", "14", "15") or rule.article == "11.3"
            assert rule.is_binding == is_named, rule


def test_the_page_says_the_numbers_of_the_championship() -> None:
    """E 12.3, E 13.3, E 13.4."""
    said = " ".join(texts(PRESETS["lloret-2014"].with_changes(walkover_points=47, no_show_minutes=17)))
    expected = ("7 rounds", "101 points, or after 12 hands", "60 minutes", "17 minutes", "47–0", "121 points")
    assert [each for each in expected if each not in said] == []


def test_codes_of_the_auction_carry_their_value() -> None:
    """E 15.2.6, D 1."""
    said = " ".join(texts(PRESETS["ponent"])).replace("\u00a0", " ")
    assert "— ×1, C ×2, R ×4, B ×2, BC ×4, BR ×8." in said


def test_the_ranking_stands_in_its_order() -> None:
    """E 14."""
    order = next(rule.text for rule in rules(Regulation()) if rule.article == "14").replace("\u00a0", " ")
    assert order == (
        "1. more games won, 2. the better difference of points, 3. fewer infractions, 4. more points for, "
        "5. the lower registration number."
    )


def test_a_game_without_hands_or_points_ends_by_time_alone() -> None:
    only_time = Regulation(target_points=None, max_hands=None, winner_cap=None, time_limit_minutes=60)
    assert "A game ends when its time is up." in texts(only_time)
