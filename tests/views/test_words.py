"""Days and names as pages write them."""

from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from tests import factories
from tournament.templatetags.words import day, whole_words


@pytest.mark.parametrize(
    ("language", "value", "written"),
    [
        ("ca", date(2026, 11, 30), "30 de novembre de 2026"),
        ("ca", date(2026, 4, 1), "1 d’abril de 2026"),
        ("ca", date(2026, 8, 15), "15 d’agost de 2026"),
        ("ca", date(2026, 10, 2), "2 d’octubre de 2026"),
        ("ca", date(2026, 3, 7), "7 de març de 2026"),
        ("es", date(2026, 4, 1), "1 de abril de 2026"),
        ("en", date(2026, 4, 1), "1 April 2026"),
        ("cs", date(2026, 4, 1), "1. dubna 2026"),
    ],
)
def test_day_is_written_as_the_language_says_it(language: str, value: date, written: str) -> None:
    with translation.override(language):
        assert day(value) == written


@pytest.mark.django_db
def test_catalan_pages_write_the_day_with_its_article(client: Client) -> None:
    championship = factories.championship(day=date(2026, 11, 30))
    for path in ("/", f"/c/{championship.slug}/"):
        assert "30 de novembre de 2026" in client.get(path).content.decode()


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Contracontracontraatac", "Con|tra|con|tra|con|traa|tac"),
        ("Desenganyadors", "De|sen|ga|nya|dors"),
        ("Els Botifarrers", "Els Botifarrers"),
        ("Desembarcadores", "De|sem|bar|ca|do|res"),
        ("Multitudinaris", "Mul|ti|tu|di|na|ris"),
        ("1234567890123", "1234567890123"),
    ],
)
def test_long_word_shows_where_it_may_be_broken(name: str, broken: str) -> None:
    assert whole_words(name) == broken.replace("|", "\u00ad")


def test_word_with_a_hyphen_stays_whole_and_a_name_stays_data() -> None:
    assert whole_words("Els Trenta-sis") == 'Els <span class="whole">Trenta-sis</span>'
    assert whole_words("<b>-x & Cia") == '<span class="whole">&lt;b&gt;-x</span> &amp; Cia'
