"""What a hand is worth under each code (G 5, G 8.2, E 15.2.6), and what may stand on a sheet at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bids import Bid, allowed_bids, card_points_of, hand_points, multiplier, points_at_stake
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import DOUBLING_SCALES, Regulation
from scoring.sheets import Hand
from tests.scoring.cases import BS_LINE, HAND_SCORES, SHEET_LINES, HandScore, SheetLine
from tests.scoring.hands import DEFAULT, regulations

card_points = st.integers(min_value=0, max_value=72)


@pytest.mark.parametrize("case", HAND_SCORES, ids=lambda case: case.id)
def test_points_go_to_the_pair_above_36_card_points(case: HandScore) -> None:
    """G 5.1, and G 5 as a whole: 72 card points, what passes 36 is written."""
    assert hand_points(Bid(case.bid), case.card_points[0], DEFAULT) == case.points
    assert sum(case.card_points) == 72


@pytest.mark.parametrize("case", HAND_SCORES, ids=lambda case: case.id)
def test_a_line_gives_its_card_points_back(case: HandScore) -> None:
    """E 15.2.5.1 read backwards: points and code tell the card points."""
    assert Hand.from_points(Bid(case.bid), case.points, DEFAULT).card_points == case.card_points[0]


def refusal_of(line: SheetLine, regulation: Regulation = DEFAULT) -> str | None:
    try:
        Hand.from_points(Bid.parse(line.bid), line.points, regulation)
    except RuleError as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("line", SHEET_LINES, ids=lambda line: line.id)
def test_an_impossible_line_is_refused_by_its_reason(line: SheetLine) -> None:
    assert refusal_of(line) == line.refused


@pytest.mark.parametrize(
    ("preset", "refused"),
    [
        ("vilaplana-2011", None),
        ("vilaplana-2017", BS_LINE.refused),
        ("ponent", BS_LINE.refused),
        ("lloret-2014", None),
        ("girona-2016", BS_LINE.refused),
        ("casual", BS_LINE.refused),
    ],
)
def test_sant_vicenc_on_a_botifarra_is_a_choice_of_the_regulation(preset: str, refused: str | None) -> None:
    """D 1."""
    assert refusal_of(BS_LINE, PRESETS[preset]) == refused


def test_ponent_has_no_sant_vicenc_at_all() -> None:
    assert allowed_bids(PRESETS["ponent"]) == (Bid.TRUMP, Bid.C, Bid.R, Bid.B, Bid.BC, Bid.BR)
    with pytest.raises(RuleError) as refused:
        multiplier(Bid.S, PRESETS["ponent"])
    assert (refused.value.code, refused.value.article) == ("bid_forbidden", "D 1")


def test_vilaplana_2017_has_sant_vicenc_on_trump_only() -> None:
    assert set(Bid) - set(allowed_bids(PRESETS["vilaplana-2017"])) == {Bid.BS}


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        ((2, 4, 8), (1, 2, 4, 8, 2, 4, 8, 16)),
        ((2, 3, 5), (1, 2, 3, 5, 2, 4, 6, 10)),
        ((2, 4, 10), (1, 2, 4, 10, 2, 4, 8, 20)),
    ],
)
def test_multiplier_is_base_times_doubling(scale: tuple[int, int, int], expected: tuple[int, ...]) -> None:
    """G 8.2.1–8.2.6: trump 1, botifarra 2; contro, recontro and Sant Vicenç on either; D 1 for other scales."""
    regulation = DEFAULT.with_changes(doubling_scale=scale)
    assert tuple(multiplier(bid, regulation) for bid in Bid) == expected


@pytest.mark.parametrize(
    ("switches", "missing"),
    [
        ({"sant_vicenc": True, "sant_vicenc_on_botifarra": True}, ()),
        ({"sant_vicenc": True, "sant_vicenc_on_botifarra": False}, (Bid.BS,)),
        ({"sant_vicenc": False, "sant_vicenc_on_botifarra": False}, (Bid.S, Bid.BS)),
    ],
)
@pytest.mark.parametrize("scale", DOUBLING_SCALES)
@pytest.mark.parametrize("bid", list(Bid))
def test_each_code_has_its_multiplier_exactly_where_the_regulation_has_the_code(
    bid: Bid, scale: tuple[int, int, int], switches: dict[str, bool], missing: tuple[Bid, ...]
) -> None:
    """D 1: eight codes, three scales, the switches of Sant Vicenç."""
    regulation = DEFAULT.with_changes(doubling_scale=scale, **switches)
    if bid in missing:
        with pytest.raises(RuleError) as refused:
            multiplier(bid, regulation)
        assert (refused.value.code, refused.value.facts) == ("bid_forbidden", {"bid": bid.value})
        return
    times = dict(zip(("", "C", "R", "S"), (1, *scale), strict=True))[bid.doubling]
    assert multiplier(bid, regulation) == times * (2 if bid.is_botifarra else 1)


def test_at_stake_are_the_36_72_and_144_of_the_text_and_more() -> None:
    """E 16.2.2, D 6."""
    stakes = [points_at_stake(Bid(code), DEFAULT) for code in ("", "C", "B", "R", "BC", "S", "BR", "BS")]
    assert stakes == [36, 72, 72, 144, 144, 288, 288, 576]


@pytest.mark.parametrize("wrong", [-1, 73, 100])
def test_a_hand_has_72_card_points(wrong: int) -> None:
    """G 5.1."""
    with pytest.raises(RuleError) as refused:
        hand_points(Bid.TRUMP, wrong, DEFAULT)
    assert (refused.value.code, refused.value.facts) == ("card_points_range", {"card_points": wrong})


def test_odd_points_with_contro_name_the_two_nearest_right_values() -> None:
    """G 8.2: points are a multiple."""
    with pytest.raises(RuleError) as refused:
        card_points_of(Bid.C, 15, DEFAULT)
    facts = refused.value.facts
    assert (facts["below"], facts["above"], facts["multiplier"]) == (14, 16, 2)


def test_points_above_the_most_of_the_hand_name_the_most() -> None:
    """G 5.1: 36 above 36 and no more."""
    with pytest.raises(RuleError) as refused:
        card_points_of(Bid.B, 73, DEFAULT)
    assert (refused.value.code, refused.value.facts["most"]) == ("points_maximum", 72)


def test_both_pairs_cannot_score_in_one_hand() -> None:
    """E 15.2.5."""
    with pytest.raises(RuleError) as refused:
        Hand.from_points(Bid.TRUMP, (4, 4), DEFAULT)
    assert (refused.value.code, refused.value.article) == ("points_both", "E 15.2.5")


@pytest.mark.parametrize("typed", ["bc", " BC ", "Bc\t"])
def test_a_code_is_read_as_people_write_it(typed: str) -> None:
    """E 15.2.6."""
    assert Bid.parse(typed) is Bid.BC


@pytest.mark.parametrize("typed", ["", " ", "-", "–", "—"])
def test_plain_trump_is_empty_or_a_line(typed: str) -> None:
    """E 15.2.6: nothing, or a horizontal line."""
    assert Bid.parse(typed) is Bid.TRUMP


@pytest.mark.parametrize(("typed", "meant"), [("CB", "BC"), ("sb", "BS"), ("X", ""), ("BB", ""), ("CR", "")])
def test_a_wrong_code_says_which_one_was_meant(typed: str, meant: str) -> None:
    with pytest.raises(RuleError) as refused:
        Bid.parse(typed)
    assert refused.value.facts == {"bid": typed, "meant": meant}


@given(regulations(), st.data(), card_points)
def test_at_most_one_pair_scores_and_mirrored_card_points_mirror_the_points(
    regulation: Regulation, data: st.DataObject, own: int
) -> None:
    bid = data.draw(st.sampled_from(allowed_bids(regulation)))
    a, b = hand_points(bid, own, regulation)
    assert min(a, b) == 0
    assert hand_points(bid, 72 - own, regulation) == (b, a)
    assert a + b == abs(own - 36) * multiplier(bid, regulation) <= points_at_stake(bid, regulation)


@given(regulations(), st.data(), card_points)
def test_points_as_written_and_card_points_say_the_same(
    regulation: Regulation, data: st.DataObject, own: int
) -> None:
    bid = data.draw(st.sampled_from(allowed_bids(regulation)))
    by_cards = Hand.from_card_points(bid, own, regulation)
    assert Hand.from_points(bid, by_cards.points, regulation) == by_cards


@given(regulations(), st.data(), st.integers(min_value=0, max_value=800))
def test_written_points_are_right_exactly_when_some_card_points_give_them(
    regulation: Regulation, data: st.DataObject, points: int
) -> None:
    bid = data.draw(st.sampled_from(allowed_bids(regulation)))
    possible = {hand_points(bid, own, regulation)[0] for own in range(73)}
    try:
        card_points_of(bid, points, regulation)
        accepted = True
    except RuleError:
        accepted = False
    assert accepted == (points in possible)


def test_points_below_nothing_have_no_card_points() -> None:
    """G 5.1."""
    with pytest.raises(RuleError) as refused:
        card_points_of(Bid.TRUMP, -1, DEFAULT)
    assert (refused.value.code, refused.value.article) == ("points_negative", "G 5.1")
    assert str(refused.value).startswith("points_negative (G 5.1)")
