"""The catalogue says of every article what the documents say of it."""

from dataclasses import replace

import pytest

from scoring.breaches import basis_of
from scoring.errors import RuleError
from scoring.infractions import ALIASES, CATALOGUE, Basis, Breach, Complainant, Effect, Severity, breach
from scoring.presets import PRESETS
from scoring.regulation import Dealer, Misdeal
from tests.scoring.hands import DEFAULT

E16_MINOR = ("7.4.4", "7.4.5.3", "15.3.1.1.3", "16.1.3.1", "16.1.3.4", "16.1.3.5", "16.1.3.6", "16.1.3.7")
E16_SERIOUS = ("11.3", "15.2.7.3", "16.1.2.1", "16.1.2.2", "16.1.2.4")
E16_VERY_SERIOUS = ("16.1.1.1", "16.1.1.2", "16.1.1.3", "16.1.1.4")
WITHOUT_SEVERITY = ("7.4.5.2", "7.4.5.4", "17.5")


def codes(of: Severity) -> tuple[str, ...]:
    return tuple(row.code for row in CATALOGUE.values() if row.severity is of)


def test_every_row_stands_under_its_own_code_in_the_order_of_the_articles() -> None:
    assert all(code == row.code for code, row in CATALOGUE.items())
    assert list(CATALOGUE) == sorted(CATALOGUE, key=lambda code: [int(part) for part in code.split(".")])


def test_infractions_are_very_serious_serious_or_minor() -> None:
    """E 16.1, E 16.1.1, E 16.1.2, E 16.1.3; three rows have only an effect of their own."""
    assert codes(Severity.MINOR) == E16_MINOR
    assert codes(Severity.SERIOUS) == E16_SERIOUS
    assert codes(Severity.VERY_SERIOUS) == E16_VERY_SERIOUS
    assert codes(Severity.NONE) == WITHOUT_SEVERITY


@pytest.mark.parametrize(
    ("alias", "code"), [("16.1.3.2", "7.4.4"), ("16.1.3.3", "7.4.5.3"), ("16.1.2.3", "11.3")]
)
def test_a_breach_named_twice_in_the_text_is_one_row(alias: str, code: str) -> None:
    """E 16.1.3.2, E 16.1.3.3; E 16.1.2.3 points to an article that does not exist and means E 11.3."""
    assert breach(alias) is breach(code) is CATALOGUE[code]
    assert ALIASES[alias] == code


def test_there_are_no_other_aliases_and_none_hides_a_row() -> None:
    assert set(ALIASES) == {"16.1.3.2", "16.1.3.3", "16.1.2.3"}
    assert set(ALIASES).isdisjoint(CATALOGUE)


def test_an_article_without_a_row_is_refused_by_its_number() -> None:
    with pytest.raises(RuleError) as refused:
        breach("16.1.9")
    assert (refused.value.code, refused.value.article) == ("infraction_unknown", "E 16")
    assert refused.value.facts == {"infraction": "16.1.9"}


@pytest.mark.parametrize(
    ("code", "effects"),
    [
        ("7.4.4", ()),
        ("7.4.5.2", (Effect.REDEAL, Effect.NO_BOTIFARRA_NEXT)),
        ("7.4.5.3", (Effect.REDEAL,)),
        ("7.4.5.4", (Effect.HAND_UNCOUNTED, Effect.NEXT_TURN_LOST)),
        ("11.3", ()),
        ("15.2.7.3", (Effect.ORGANISER_VALIDATES,)),
        ("15.3.1.1.3", (Effect.ORGANISER_MARKS,)),
        ("16.1.1.1", ()),
        ("16.1.1.2", ()),
        ("16.1.1.3", ()),
        ("16.1.1.4", ()),
        ("16.1.2.1", ()),
        ("16.1.2.2", (Effect.REPLACES_HAND_POINTS,)),
        ("16.1.2.4", ()),
        ("16.1.3.1", ()),
        ("16.1.3.4", (Effect.HARMED_PAIR_CHOOSES, Effect.SUIT_MAY_BE_BARRED)),
        ("16.1.3.5", (Effect.SUIT_MAY_BE_BARRED,)),
        ("16.1.3.6", ()),
        ("16.1.3.7", (Effect.HAND_UNCOUNTED, Effect.TURN_LOST)),
        ("17.5", (Effect.ORGANISERS_MEASURE,)),
    ],
)
def test_each_row_has_the_effects_that_its_article_gives_it(code: str, effects: tuple[Effect, ...]) -> None:
    assert CATALOGUE[code].effects == effects
    assert CATALOGUE[code].article == f"E {code}"


def resting_on(basis: Basis) -> tuple[str, ...]:
    return tuple(row.code for row in CATALOGUE.values() if row.basis is basis)


def test_only_dealing_and_calling_rest_on_articles_that_a_table_accepts() -> None:
    """E 15.3.1: the box of articles 7, 8 and 9. Everything else binds everybody, E 11.3 in the preamble's words."""
    assert resting_on(Basis.ARTICLE_7) == ("7.4.4", "7.4.5.2", "7.4.5.3", "7.4.5.4")
    assert resting_on(Basis.ARTICLE_8) == ("16.1.2.4", "16.1.3.6", "16.1.3.7")
    assert resting_on(Basis.ARTICLE_9) == resting_on(Basis.ARTICLE_11) == ()


@pytest.mark.parametrize(
    ("article", "basis"),
    [
        ("E 7.2.2", Basis.ARTICLE_7),
        ("8.4.2", Basis.ARTICLE_8),
        (" 9.1 ", Basis.ARTICLE_9),
        ("E 11.1", Basis.ARTICLE_11),
        ("11.2", Basis.ARTICLE_11),
        ("11.3", Basis.EVERYBODY),
        ("11", Basis.EVERYBODY),
        ("G 7.4.3", Basis.EVERYBODY),
        ("G 10.1.4", Basis.EVERYBODY),
        ("E 15.2.8", Basis.EVERYBODY),
        ("", Basis.EVERYBODY),
    ],
)
def test_any_article_rests_on_its_box_and_the_general_regulation_on_none(article: str, basis: Basis) -> None:
    """E 15.3.1, E 15.3.2."""
    assert basis_of(article) is basis


def rows_that(are: str) -> tuple[str, ...]:
    return tuple(code for code, row in CATALOGUE.items() if getattr(row, are))


def test_rows_that_are_handled_with_care_are_marked() -> None:
    """E 11.3 "may be sanctioned"; E 16.1.1.2 is softened first; E 16.1.3.1 is free text; three come by D 7 only."""
    assert rows_that("is_only_proposed") == ("11.3",)
    assert rows_that("softening_first") == ("16.1.1.2",)
    assert rows_that("needs_text") == ("16.1.3.1",)
    assert rows_that("by_escalation") == ("16.1.1.3", "16.1.1.4", "16.1.2.1")


def test_the_organisation_complains_itself_where_nobody_is_harmed() -> None:
    """E 16, E 17.8 leave complaints to the other pair; E 16.1.1.1, E 15.2.7.3 and E 17.5 may harm no pair."""
    by_the_organisation = [row for row in CATALOGUE.values() if Complainant.ORGANISATION in row.complainants]
    assert [row.code for row in by_the_organisation] == ["15.2.7.3", "16.1.1.1", "17.5"]
    assert all(Complainant.OTHER_PAIR in row.complainants for row in CATALOGUE.values())


def test_misdeals_are_rungs_of_the_ladder() -> None:
    """D 9."""
    rungs = {row.code: row.rung for row in CATALOGUE.values() if row.rung}
    assert rungs == {
        "7.4.5.2": Misdeal.REDEAL_NO_BOTIFARRA,
        "7.4.5.3": Misdeal.REDEAL_MINOR,
        "7.4.5.4": Misdeal.UNCOUNTED_TURN_LOST,
    }


@pytest.mark.parametrize("row", CATALOGUE.values(), ids=lambda row: row.code)
def test_only_a_lost_turn_depends_on_who_deals(row: Breach) -> None:
    """D 9: who deals for himself loses the turn that he has; who deals for the other pair, his next one."""
    himself = replace(DEFAULT, dealer=Dealer.TRUMP_MAKER)
    assert row.effects_under(DEFAULT) == row.effects
    swapped = (Effect.HAND_UNCOUNTED, Effect.TURN_LOST) if row.code == "7.4.5.4" else row.effects
    assert row.effects_under(himself) == swapped


def test_no_preset_lets_the_maker_deal_for_himself() -> None:
    assert {preset.dealer for preset in PRESETS.values()} == {Dealer.LEFT_OF_TRUMP_MAKER}
