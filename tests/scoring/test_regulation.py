"""The rules of one championship as a value: what it takes, what it refuses, to and from plain JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import (
    DOUBLING_SCALES,
    FIELDS,
    NEXT_ROUND,
    AtTime,
    Criterion,
    Dealer,
    Mendable,
    Misdeal,
    Regulation,
    SheetOfRecord,
    TieRule,
    Variant,
)
from tests.scoring.hands import DEFAULT

points = st.integers(min_value=0, max_value=500)

REGULATIONS = st.builds(
    Regulation,
    rounds=st.none() | st.integers(min_value=1, max_value=15),
    min_minutes=st.none() | st.integers(min_value=0, max_value=60),
    time_limit_minutes=st.none() | st.integers(min_value=60, max_value=240),
    at_time=st.sampled_from(AtTime),
    walkover_points=points,
    bye_points=st.none() | points,
    missed_round=st.tuples(st.integers(min_value=0, max_value=1), points, points),
    winner_cap=st.none() | st.integers(min_value=500, max_value=1000),
    tie_rule=st.sampled_from(list(TieRule)[:-1]),
    variant=st.sampled_from(Variant),
    eastern_second_scoring=st.booleans(),
    eastern_safe_charge=st.booleans(),
    dealer=st.sampled_from(Dealer),
    sant_vicenc_on_botifarra=st.booleans(),
    doubling_scale=st.sampled_from(DOUBLING_SCALES),
    misdeal_ladder=st.lists(st.sampled_from(Misdeal), min_size=1, max_size=4).map(tuple),
    revoke_mendable_until=st.sampled_from(Mendable),
    sheet_of_record=st.sampled_from(SheetOfRecord),
    protest_until=st.just(NEXT_ROUND) | st.integers(min_value=0, max_value=90),
    ranking_order=st.permutations(list(Criterion)[:-1]).map(lambda order: (*order, Criterion.NUMBER)),
)


@given(REGULATIONS)
def test_a_regulation_survives_being_written_as_json(regulation: Regulation) -> None:
    assert Regulation.from_dict(json.loads(json.dumps(regulation.to_dict()))) == regulation


def test_every_field_is_written_out() -> None:
    assert tuple(DEFAULT.to_dict()) == FIELDS


def test_a_field_that_is_not_written_has_its_default() -> None:
    assert Regulation.from_dict({"rounds": 7}) == DEFAULT.with_changes(rounds=7)


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(RuleError) as refused:
        Regulation.from_dict({"rounds": 7, "colour": "red"})
    assert (refused.value.code, refused.value.facts) == ("regulation_unknown_field", {"field": "colour"})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", 0),
        ("rounds", 16),
        ("rounds", True),
        ("target_points", 0),
        ("max_hands", 41),
        ("min_minutes", -1),
        ("time_limit_minutes", 4),
        ("time_limit_minutes", 49),
        ("no_show_minutes", None),
        ("walkover_points", None),
        ("walkover_points", "51"),
        ("bye_points", -1),
        ("winner_cap", 0),
    ],
)
def test_a_number_outside_its_range_is_named_with_the_range(field: str, value: object) -> None:
    with pytest.raises(RuleError) as refused:
        DEFAULT.with_changes(**{field: value})
    assert (refused.value.code, refused.value.facts["field"]) == ("regulation_field", field)
    assert {"low", "high"} < set(refused.value.facts)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tie_rule", "coin"),
        ("variant", "occidental"),
        ("at_time", None),
        ("sant_vicenc", "no"),
        ("eastern_safe_charge", 1),
        ("doubling_scale", [2, 4, 6]),
        ("doubling_scale", 2),
        ("missed_round", [2, 0, 0]),
        ("missed_round", [0, 0]),
        ("missed_round", [0, -1, 0]),
        ("group_points", [1, 2, 0]),
        ("misdeal_ladder", []),
        ("misdeal_ladder", ["hang"]),
        ("protest_until", -1),
        ("protest_until", "never"),
        ("ranking_order", ["beauty", "number"]),
    ],
)
def test_a_value_that_is_no_choice_is_named(field: str, value: object) -> None:
    with pytest.raises(RuleError) as refused:
        DEFAULT.with_changes(**{field: value})
    assert (refused.value.code, refused.value.facts["field"]) == ("regulation_choice", field)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("regulation_endless", {"target_points": None, "max_hands": None}),
        ("regulation_order", {"ranking_order": ["wins", "difference"]}),
        ("regulation_order", {"ranking_order": ["wins", "wins", "number"]}),
        ("regulation_cap", {"winner_cap": 100}),
        ("regulation_bs", {"sant_vicenc": False}),
        ("regulation_cap_alone", {"target_points": None, "winner_cap": 50}),
        ("regulation_above_cap", {"walkover_points": 300}),
        ("regulation_above_cap", {"bye_points": 137}),
        ("regulation_tie", {"tie_rule": "none"}),
    ],
)
def test_values_that_do_not_go_together_are_refused(code: str, changes: dict[str, object]) -> None:
    with pytest.raises(RuleError) as refused:
        DEFAULT.with_changes(**changes)
    assert refused.value.code == code


def test_missing_a_round_is_never_worth_a_win() -> None:
    """D 13: at most half a win."""
    assert DEFAULT.missed_round == (0, 0, 0)
    assert DEFAULT.with_changes(missed_round=(1, 51, 51)).missed_round == (1, 51, 51)


def test_paper_is_the_sheet_of_record_and_protests_are_heard_until_the_next_round() -> None:
    """D 11, and another choice of both."""
    assert (DEFAULT.sheet_of_record, DEFAULT.protest_until) == (SheetOfRecord.PAPER, NEXT_ROUND)
    phones = DEFAULT.with_changes(sheet_of_record="phone", protest_until=10)
    assert (phones.sheet_of_record, phones.protest_until) == (SheetOfRecord.PHONE, 10)


def test_the_player_on_the_left_of_the_trump_maker_deals_unless_he_deals_himself() -> None:
    """E 7.4.1 against G 7: the championship's own regulation stands, another one may choose."""
    assert DEFAULT.dealer is Dealer.LEFT_OF_TRUMP_MAKER
    assert DEFAULT.with_changes(dealer="trump_maker").dealer is Dealer.TRUMP_MAKER


def test_a_begun_hand_is_finished_unless_the_regulation_stops_it() -> None:
    """D 2."""
    assert DEFAULT.at_time is AtTime.FINISH_HAND
    assert DEFAULT.with_changes(at_time="stop").at_time is AtTime.STOP


@pytest.mark.parametrize("preset", PRESETS)
def test_changing_nothing_changes_nothing(preset: str) -> None:
    assert PRESETS[preset].with_changes() == PRESETS[preset]
