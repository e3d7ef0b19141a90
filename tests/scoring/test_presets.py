"""The six published regulations, field by field as they were published."""

import pytest

from scoring.presets import DEFAULT_PRESET, PRESETS
from scoring.regulation import E14_ORDER, Criterion, Misdeal, TieRule, Variant

TABLE = (
    # preset, rounds, hands, target, floor, limit, cap, tie, sant vicenç, on a botifarra, variant
    ("vilaplana-2011", 5, 12, 101, 50, None, 136, "draw_winner", True, True, "western"),
    ("vilaplana-2017", 5, 12, 101, None, 50, 121, "half_win", True, False, "western"),
    ("ponent", 5, 12, 101, None, 55, 121, "half_win", False, False, "western"),
    ("lloret-2014", 7, 12, 101, None, 60, 121, "half_win", True, True, "eastern"),
    ("girona-2016", None, 8, None, None, None, None, "extra_hands", True, False, "eastern"),
    ("casual", None, None, 101, None, None, None, "none", True, False, "eastern"),
)
WITHOUT_FAULTS = (Criterion.WINS, Criterion.DIFFERENCE, Criterion.POINTS_FOR, Criterion.NUMBER)
ORDERS = {
    "vilaplana-2011": (
        Criterion.WINS,
        Criterion.DIFFERENCE,
        Criterion.INFRACTIONS,
        Criterion.POINTS_FOR,
        Criterion.NUMBER,
    ),
    "vilaplana-2017": WITHOUT_FAULTS,
    "ponent": WITHOUT_FAULTS,
    "lloret-2014": WITHOUT_FAULTS,
    "girona-2016": (
        Criterion.GROUP_POINTS,
        Criterion.DIFFERENCE,
        Criterion.POINTS_FOR,
        Criterion.NUMBER,
    ),
    "casual": (),
}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_preset_is_as_published(row: tuple[object, ...]) -> None:
    preset = PRESETS[str(row[0])]
    assert row[1:] == (
        preset.rounds,
        preset.max_hands,
        preset.target_points,
        preset.min_minutes,
        preset.time_limit_minutes,
        preset.winner_cap,
        preset.tie_rule.value,
        preset.sant_vicenc,
        preset.sant_vicenc_on_botifarra,
        preset.variant.value,
    )


def test_the_default_plays_five_rounds_of_the_western_game_with_the_order_of_article_14() -> None:
    """E 12.2, E 6.5, E 14, with the floor of E 12.3.3.1 and no fixed limit beside it."""
    preset = PRESETS[DEFAULT_PRESET]
    assert (preset.rounds, preset.variant) == (5, Variant.WESTERN)
    assert preset.ranking_order == E14_ORDER
    assert (preset.min_minutes, preset.time_limit_minutes) == (50, None)


def test_there_are_six_presets_and_vilaplana_2011_is_the_default() -> None:
    assert tuple(PRESETS) == tuple(row[0] for row in TABLE)
    assert DEFAULT_PRESET == "vilaplana-2011"


@pytest.mark.parametrize("name", PRESETS)
def test_preset_ranks_as_published(name: str) -> None:
    assert PRESETS[name].ranking_order == ORDERS[name]


@pytest.mark.parametrize("name", PRESETS)
def test_what_no_preset_changes(name: str) -> None:
    preset = PRESETS[name]
    assert (preset.walkover_points, preset.points_of_a_bye, preset.missed_round) == (51, 51, (0, 0, 0))
    assert (preset.no_show_minutes, preset.doubling_scale) == (15, (2, 4, 8))


def test_presets_without_rounds_cannot_be_drawn() -> None:
    drawn = [name for name, preset in PRESETS.items() if preset.is_swiss]
    assert drawn == ["vilaplana-2011", "vilaplana-2017", "ponent", "lloret-2014"]


def test_misdeals_are_treated_as_each_place_does() -> None:
    """E 7.4.5 and its likes, D 9."""
    free_then_lost = (Misdeal.REDEAL, Misdeal.UNCOUNTED_TURN_LOST)
    assert {name: preset.misdeal_ladder for name, preset in PRESETS.items() if name != "lloret-2014"} == {
        "vilaplana-2011": (Misdeal.REDEAL_NO_BOTIFARRA, Misdeal.REDEAL_MINOR, Misdeal.UNCOUNTED_TURN_LOST),
        "vilaplana-2017": free_then_lost,
        "ponent": free_then_lost,
        "girona-2016": (Misdeal.REDEAL,),
        "casual": (Misdeal.REDEAL,),
    }


def test_a_copy_of_a_preset_may_be_edited_and_the_preset_stays() -> None:
    edited = PRESETS["ponent"].with_changes(tie_rule="draw_winner", variant="eastern")
    assert (edited.tie_rule, edited.variant) == (TieRule.DRAW_WINNER, Variant.EASTERN)
    assert PRESETS["ponent"].tie_rule is TieRule.HALF_WIN
