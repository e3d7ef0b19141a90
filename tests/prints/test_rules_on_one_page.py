"""The rules for the wall fit on one page: for every preset, in every language, and at their longest."""

import pytest
from django.conf import settings
from django.utils import translation

from scoring.presets import PRESETS
from scoring.regulation import Regulation
from tests import factories
from tests.prints.reading import Printed, printed
from tournament.models import Championship
from tournament.printing.pages import one_page
from tournament.printing.rules_page import rules_page
from tournament.texts_rules import rules_of

pytestmark = pytest.mark.django_db
LONGEST = {
    "variant": "eastern",
    "eastern_second_scoring": True,
    "eastern_safe_charge": True,
    "time_limit_minutes": 60,
    "missed_round": [1, 20, 20],
    "ranking_order": ["group_points", "wins", "difference", "infractions", "points_for", "number"],
    "misdeal_ladder": ["redeal", "redeal_no_botifarra", "redeal_minor", "uncounted_turn_lost"],
}


def made_of(of: Championship, language: str) -> Printed:
    with translation.override(language):
        return printed(rules_page(of))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_rules_of_every_preset_and_the_longest_there_can_be_fit_on_one_a4(language: str) -> None:
    every = [factories.championship(preset=preset) for preset in PRESETS]
    longest = factories.championship(name="C" * 80, changes=LONGEST)
    for of in (*every, longest):
        made = made_of(of, language)
        assert (len(made.pages), made.sizes, made.is_tagged) == (1, {(210, 297)}, True)
        assert made.language == language


def test_the_wall_says_what_the_list_says() -> None:
    of = factories.championship(name="Vilaplana 2026")
    made = made_of(of, "en")
    text = " ".join(made.text.split())
    with translation.override("en"):
        sentences = [rule.text for section in rules_of(Regulation()) for rule in section.rules]
    missing = [each for each in sentences if " ".join(each.split()) not in text]
    assert (missing, made.title) == ([], "The rules on one page · Vilaplana 2026")


def test_what_fits_at_no_size_is_no_page() -> None:
    many = {"championship": "", "sections": 3 * rules_of(Regulation())}
    with pytest.raises(ValueError):
        one_page("rules", many, sizes=(11.5, 10))
