"""Names on paper: the size and the lines they get, and what happens to signs that the font lacks."""

import pytest

from tournament.printing.fitting import Fit, fit, printable, text_width

WIDTH = 53
LONGEST = "Associació Cultural i Recreativa Amics de la Botifarra Reus"


def test_short_name_stands_on_one_line_at_ten_points() -> None:
    assert fit("Els de Cal Menut", WIDTH) == Fit(10, ("Els de Cal Menut",))


@pytest.mark.parametrize("size", [10, 9, 8])
def test_one_line_is_as_large_as_just_fits(size: int) -> None:
    name = "Les Manilles de l'Alta Ribagorça"
    assert fit(name, text_width(name, size)) == Fit(size, (name,))


def test_name_too_long_for_one_line_at_eight_points_gets_two() -> None:
    name = "Les Manilles de l'Alta Ribagorça"
    narrow = text_width(name, 8) - 0.01
    assert fit(name, narrow) == Fit(8, ("Les Manilles de", "l'Alta Ribagorça"))


def test_two_lines_are_as_alike_as_the_words_allow() -> None:
    assert fit(LONGEST, WIDTH) == Fit(8, ("Associació Cultural i Recreativa", "Amics de la Botifarra Reus"))


def test_two_lines_that_do_not_fit_at_eight_points_get_seven() -> None:
    longer_line = text_width("Associació Cultural i Recreativa", 8)
    assert fit(LONGEST, longer_line - 0.01).size == 7


def test_name_too_long_for_two_lines_ends_in_an_ellipsis() -> None:
    size, (first, second) = fit("Associació de Jugadors de Botifarra i Contro de Vilaplana", 30)
    assert (size, first) == (7, "Associació de Jugadors de")
    assert second == "Botifarra i Contro de Vilap…"


def test_word_longer_than_a_line_is_broken_inside() -> None:
    size, lines = fit("W" * 50, WIDTH)
    assert size == 7
    assert "".join(lines) == "W" * 50


def test_short_word_stays_with_a_word_too_long_for_any_line() -> None:
    assert fit("A " + "W" * 59, WIDTH).lines[0].startswith("A WWW")


@pytest.mark.parametrize("name", ["W" * 60, "Ŵ " * 30, "i" * 60, LONGEST, "M" * 29 + " " + "M" * 30])
@pytest.mark.parametrize("width", [20, 42, 53])
def test_no_line_is_wider_than_its_place(name: str, width: float) -> None:
    size, lines = fit(name, width)
    assert len(lines) <= 2
    assert max(text_width(line, size) for line in lines) <= width


def test_empty_name_is_an_empty_line() -> None:
    assert fit("", WIDTH) == Fit(10, ("",))


@pytest.mark.parametrize(
    "name", ["Il·lusió", "Ŀ", "Ça va, Òscar", "Ελληνική Παρέα", "Žižkovští Řezníci", "Þórr ñ ß"]
)
def test_letters_of_europe_are_in_the_font(name: str) -> None:
    assert printable(name) == name


def test_letter_written_in_two_signs_is_composed() -> None:
    assert printable("c\u0327") == "ç"


def test_signs_that_the_font_lacks_are_shown_as_missing() -> None:
    assert printable("Bous 🐂🐂 i 日本") == "Bous [?] i [?]"


def test_family_of_joined_emoji_is_one_missing_sign() -> None:
    assert printable("Els 👨‍👩‍👧‍👦") == "Els [?]"


def test_invisible_signs_and_repeated_spaces_leave_no_trace() -> None:
    assert printable(" Els\u200b \u202e de\n Cal\ufe0f\x00 Menut ") == "Els de Cal Menut"
