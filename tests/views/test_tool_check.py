"""The sheet checker: a sheet as it was written in; what does not fit, or what it comes to, out."""

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from scoring.presets import PRESETS
from tests import factories
from tests.views.sheets import log_in, text_of
from tournament.texts_check import CAUSES, FINDINGS

Row = tuple[str, object, object, object, object]

SIX: list[Row] = [
    ("", 4, 4, 0, 0),
    ("C", 0, 4, 20, 20),
    ("", 7, 11, 0, 20),
    ("", 12, 23, 0, 20),
    ("B", 0, 23, 8, 28),
    ("", 3, 26, 0, 28),
]
SLIP: list[Row] = [*SIX[:3], ("", 12, 33, 0, 20), ("B", 0, 33, 8, 28), ("", 3, 36, 0, 28)]
"""«Els totals difereixen en 10 des del dat 4: hi diu 12, volíeu dir 22?»"""
OVER: list[Row] = [("BC", 48, 48, 0, 0), ("C", 0, 48, 12, 12), ("R", 60, 108, 0, 12)]
LEVEL: list[Row] = [("", 0, 0, 0, 0)] * 12


def query(rows: list[Row], **more: object) -> str:
    names = ("su", "pa", "ta", "pb", "tb")
    cells = {
        f"{name}{number}": value
        for number, row in enumerate(rows, start=1)
        for name, value in zip(names, row, strict=True)
    }
    return urlencode({name: value for name, value in (cells | more).items() if value != ""})


def page(client: Client, rows: list[Row], **more: object) -> str:
    response = client.get(f"/en/eines/full/?{query(rows, **more)}")
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def answer(client: Client, rows: list[Row], **more: object) -> str:
    """What stands above the sheet, in one line."""
    return words(page(client, rows, **more).partition('id="resposta"')[2].partition("</section>")[0])


def marked(html: str) -> list[str]:
    """The fields that are marked as wrong."""
    return re.findall(r'id="(\w+)"[^>]*aria-invalid="true"', html)


# --- What does not fit --------------------------------------------------------------------------


def test_page_offers_the_twelve_rows_of_the_paper(client: Client) -> None:
    html = page(client, [])
    assert html.count('<tr id="dat-') == 12 + 1  # and the blank one of the script
    assert 'id="resposta"' not in html
    assert "as it stands on the paper" in html


def test_every_field_has_a_label_and_the_number_of_its_row(client: Client) -> None:
    html = page(client, [])
    assert 'id="ta7"' in html
    assert 'aria-label="Hand 7, total of pair A"' in html
    assert 'aria-label="Hand 12, result of the auction"' in html
    assert 'aria-label="Final result of pair B"' in html


def test_totals_that_go_on_from_a_slip_name_the_hand_and_the_points_meant(client: Client) -> None:
    """E 15.2.5.2."""
    said = answer(client, SLIP, fa=36, fb=28)
    assert "1 thing does not fit" in said
    assert (
        "Hand 4 · The totals of pair A differ by 10 from hand 4 on: the points say 12. (art. 15.2.5.2)"
        in said
    )
    assert said.index("Did you mean 22?") < said.index("Did you mean a total of 23? Then the totals below")


def test_finding_stands_under_its_row_and_on_top_with_a_link_to_it(client: Client) -> None:
    html = page(client, SLIP, fa=36, fb=28)
    assert '<a href="#dat-4">' in html
    under = html.partition('id="dat-4-diu"')[2].partition("</tr>")[0]
    assert "differ by 10 from hand 4 on" in under
    assert "Did you mean 22?" in under
    assert marked(html) == ["ta4"]
    assert 'aria-describedby="dat-4-diu"' in html


def test_totals_that_changed_places_are_both_marked(client: Client) -> None:
    rows: list[Row] = [SIX[0], ("", 0, 7, 7, 4)]
    assert "Have the two totals changed places? They would be 4–7." in answer(client, rows)
    assert marked(page(client, rows)) == ["ta2", "tb2"]


def test_points_of_an_earlier_row_may_be_meant_where_totals_are_written_now_and_then(client: Client) -> None:
    rows: list[Row] = [("", 4, "", 0, ""), ("", 12, "", 0, ""), ("", 3, 29, 0, 0)]
    said = answer(client, rows)
    assert "Did you mean 13?" in said
    assert "Hand 2 · Did you mean 22?" in said


def test_row_between_others_that_is_empty_may_be_a_hand_that_was_not_written(client: Client) -> None:
    rows: list[Row] = [SIX[0], ("", "", "", "", ""), ("", 7, 16, 0, 0)]
    assert "By the totals below this hand was 5–0: was it not written?" in answer(client, rows)


def test_single_wrong_total_is_worked_out(client: Client) -> None:
    rows: list[Row] = [*SIX[:3], ("", 12, 33, 0, 20), *SIX[4:]]
    assert "Total of pair A: 11 + 12 makes 23, and it says 33." in answer(client, rows)


@pytest.mark.parametrize(
    ("row", "said", "cells"),
    [
        (("C", 0, 0, 15, 15), ["15 with contro cannot be: the points go in steps of 2.", "14 or 16?"], ["pb1"]),
        (("BC", 50, 50, 0, 0), ["50 with botifarra and contro cannot be: the points go in steps of 4."], ["pa1"]),
        (("", 44, 44, 0, 0), ["44 with trump cannot be: at most 36.", "card points, 44–28?"], ["pa1"]),
        (("", 3, 3, 5, 5), ["Both pairs have points, 3–5: in a hand only one scores."], ["pa1", "pb1"]),
        (("", -4, -4, 0, 0), ["Points are never below 0.", "Did you mean 4?"], ["pa1"]),
        (("CB", 4, 4, 0, 0), ["“CB” is not a code.", "Was the code BC (botifarra and contro)?"], ["su1"]),
        (("", 4, 0, 0, 4), ["The points stand with one pair, 4, and were added to the other."], ["pa1", "pb1"]),
        (("", "", 0, "", 4), ["The totals grow by 0–4, and no points are written."], ["pa1", "pb1"]),
    ],
)  # fmt: skip
def test_row_that_cannot_be_is_said_and_its_cells_marked(
    row: Row, said: list[str], cells: list[str], client: Client
) -> None:
    """E 15.2.5, E 15.2.6, G 5.1, G 8.2."""
    shown = answer(client, [row])
    assert [each for each in said if each not in shown] == []
    assert marked(page(client, [row])) == cells


def test_code_that_the_regulation_does_not_have_is_said(client: Client) -> None:
    """D 1."""
    assert "This regulation has no S (Sant Vicenç)." in answer(
        client, [("S", 8, 8, 0, 0)], reglament="ponent"
    )
    assert "things do not fit" not in answer(client, [("S", 8, 8, 0, 0)])


def test_row_left_empty_is_said(client: Client) -> None:
    rows: list[Row] = [SIX[0], ("", "", "", "", ""), ("C", 0, 4, 20, 20)]
    assert "Hand 2 · The row is empty, and the sheet goes on below it." in answer(client, rows)


def test_final_that_differs_is_marked(client: Client) -> None:
    """E 13.1."""
    html = page(client, OVER, fa=12, fb=108)
    said = answer(client, OVER, fa=12, fb=108)
    assert "The final result says 12–108, and the totals end at 108–12." in said
    assert said.index("Are the two pairs the wrong way round?") < said.index("Did you mean 108–12?")
    assert '<a href="#final">' in html
    assert marked(html) == ["fa", "fb"]
    assert 'aria-describedby="final-diu"' in html


def test_rows_after_the_end_do_not_count_and_the_result_is_there_all_the_same(client: Client) -> None:
    """E 12.3.1, D 12."""
    rows: list[Row] = [*OVER, ("", 0, 108, 4, 16), ("", 2, 110, 0, 16)]
    said = answer(client, rows)
    assert "The game ended with hand 3: hands 4 and 5 do not count. (art. 12.3.1)" in said
    assert "A 108 – 12 B Pair A wins." in said
    assert page(client, rows).count("is-late") == 2
    assert "hand 4 does not count" in answer(client, rows[:4])


# --- What it comes to ---------------------------------------------------------------------------


def test_sheet_that_adds_up_says_how_it_ended_and_what_counts(client: Client) -> None:
    """E 12.3.1, E 13.1."""
    assert answer(client, OVER, fa=108, fb=12).endswith(
        "The sheet adds up Game over: 101 points reached (art. 12.3.1) Totals of the sheet 108 – 12 "
        "A 108 – 12 B Pair A wins."
    )


def test_cap_is_a_line_of_its_own(client: Client) -> None:
    """E 13.4."""
    said = answer(client, [("BC", 100, 100, 0, 0), ("BS", 160, 260, 0, 0)], fa=136, fb=0)
    assert "Totals of the sheet 260 – 0 Cap of the winner (art. 13.4) −124 / 0 A 136 – 0 B" in said


def test_level_game_gets_the_point_of_the_draw(client: Client) -> None:
    """E 13.2."""
    said = answer(client, LEVEL, sorteig="b")
    assert "Point of the opening draw (art. 13.2) 0 / +1 A 0 – 1 B Pair B wins." in said


def test_level_game_without_the_draw_asks_for_it(client: Client) -> None:
    """E 13.2."""
    html = page(client, LEVEL)
    assert "nobody has said who won the opening draw" in answer(client, LEVEL)
    assert '<a href="#sorteig">' in html
    assert "check-draw is-missing" in html


def test_question_about_the_draw_stands_in_the_list_beside_other_findings(client: Client) -> None:
    rows: list[Row] = [*LEVEL[:11], ("CB", 0, 0, 0, 0)]
    said = answer(client, rows)
    assert "“CB” is not a code" in said
    assert "Level at 0–0: say who won the opening draw" in said


def test_level_game_may_be_half_a_win_each(client: Client) -> None:
    assert "Level: half a win for each pair." in answer(client, LEVEL, reglament="vilaplana-2017")


def test_open_game_says_what_is_left_and_what_counts_if_time_ended_it(client: Client) -> None:
    """E 12.3.3."""
    said = answer(client, SIX)
    assert "The game is still open. 73 points to go. 6 hands are left." in said
    assert "If time ended it (art. 12.3.3), this counts:" in said
    assert "A 26 – 28 B Pair B wins." in said


def test_level_game_that_hands_must_decide_goes_on(client: Client) -> None:
    said = answer(client, LEVEL[:8], reglament="girona-2016")
    assert "The game is still open. 2 hands are left." in said
    assert "this counts" not in said


def test_empty_cells_are_nothing_and_totals_may_be_left_out(client: Client) -> None:
    """E 15.2.5.3."""
    rows: list[Row] = [
        ("", 4, "", "", ""),
        ("C", "-", "", 20, 20),
        ("P", "", "", "", ""),
        ("↻", "", "", "", ""),
    ]
    assert "The sheet adds up" in answer(client, rows)
    assert "9 hands are left" in answer(client, rows)


# --- What cannot be read ------------------------------------------------------------------------


def test_what_is_no_number_is_refused_with_its_row_and_cell_and_kept(client: Client) -> None:
    rows: list[Row] = [("", "4o", 4, 0, 0), ("C", 0, 4, 20, "2 0")]
    said = answer(client, rows, fa="x", fb=20)
    html = page(client, rows, fa="x", fb=20)
    assert "Not checked yet" in said
    assert "Hand 1, points of pair A: “4o” is not a number." in said
    assert "Hand 2, total of pair B: “2 0” is not a number." in said
    assert "Final result of pair A: “x” is not a number." in said
    assert marked(html) == ["pa1", "tb2", "fa"]
    assert '<a href="#tb2">' in html
    assert [value for value in ('value="4o"', 'value="2 0"', 'value="x"') if value not in html] == []
    assert re.findall(r'<option value="C" selected', html) == ['<option value="C" selected']


def test_half_a_final_is_refused(client: Client) -> None:
    assert "Final result of pair B is missing. Write both, or neither." in answer(client, SIX, fa=26)


@pytest.mark.parametrize("text", ["12345", "１２", "1.5", "+4", "<b>"])
def test_only_short_whole_numbers_are_numbers(text: str, client: Client) -> None:
    assert f"“{text}” is not a number" in words(page(client, [("", text, 4, 0, 0)]))


def test_unknown_code_is_kept(client: Client) -> None:
    assert '<option value="XX" selected>XX</option>' in page(client, [("XX", 4, 4, 0, 0)])


def test_full_sheet_gets_one_row_more_up_to_the_last(client: Client) -> None:
    assert page(client, LEVEL).count('<tr id="dat-') == 13 + 1
    assert page(client, [], pa24=0).count('<tr id="dat-') == 24 + 1


# --- Whatever is sent ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_desk_checks_under_the_regulation_of_its_championship(client: Client) -> None:
    championship = factories.championship(changes={"target_points": 51, "winner_cap": 60})
    address = f"/en/organitzacio/{championship.slug}/eines/full/"
    response = log_in(client, championship).get(f"{address}?{query([('BC', 72, 72, 0, 0)])}")
    assert "51 points reached (art. 12.3.1)" in text_of(response)
    assert "A 60 – 0 B" in text_of(response)
    assert 'name="reglament"' not in response.content.decode()


def test_every_code_of_the_checker_has_its_words() -> None:
    found = set(codes_named("Finding")) | {code for code in FINDINGS if code.startswith(("bid_", "points_"))}
    assert found - {"after_end"} == set(FINDINGS) - {"totals_go_on"}
    assert set(codes_named("Cause")) == set(CAUSES) - {"card_points_worth", "total_meant_on"}


def codes_named(name: str) -> Iterator[str]:
    for path in (Path(settings.BASE_DIR) / "scoring").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_one = isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and node.args
            codes = list(ast.walk(node.args[0])) if is_one else []
            yield from (code.value for code in codes if isinstance(code, ast.Constant))


@pytest.mark.parametrize("preset", PRESETS)
def test_any_sheet_gets_an_answer(preset: str, client: Client) -> None:
    luck = Random(preset)
    for _ in range(15):
        rows: list[Row] = [random_row(luck) for _ in range(luck.randint(1, 15))]
        final = {"fa": luck.choice(["", 0, 40, 101]), "fb": luck.choice(["", 0, 40])}
        assert answer(client, rows, reglament=preset, sorteig=luck.choice(["", "a", "b", "x"]), **final)


def random_row(luck: Random) -> Row:
    code = luck.choice(["", "", "C", "R", "S", "B", "BC", "BS", "P", "↻", "CB", "Q"])
    numbers = [luck.choice(["", 0, 0, luck.randint(-3, 80)]) for _ in range(4)]
    return (code, *numbers)
