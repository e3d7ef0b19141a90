"""The desk in a real browser: what its scripts do."""

from typing import Any

import pytest

from tests.factories import confirmed, game, hand, round_
from tournament.models import Championship, Game, Pair, Round

pytestmark = pytest.mark.django_db(transaction=True)
EVERY_PAGE = (
    "", "parelles/", "parelles/3/", "parelles/importa/", "rondes/", "rondes/1/", "rondes/1/?mend",
    "rondes/2/", "taules/", "rellotge/", "rellotge/?taula=1", "entrada/",
    "entrada/full/{game}/", "entrada/comprova/", "entrada/comprova/{game}/", "partida/{game}/", "faltes/",
    "faltes/nova/",
    "taules/{game}/faltes/nova/?pair=1&code=16.1.1.1&moment=between_hands",
    "imprimeix/", "historial/", "ajustos/", "ajustos/persones/", "parelles/presents/",
    "/organitzacio/nou/", "/organitzacio/",
)  # fmt: skip


@pytest.fixture
def playing() -> Round:
    """A round of twelve tables: more than a small window shows."""
    of = round_()
    for _ in range(12):
        game(of)
    return of


@pytest.fixture
def desk(at_desk: Any, playing: Round) -> Any:
    """A low window at the desk."""
    return at_desk(playing.championship, height=420)


def write_a_hand(of: Round, table: int) -> None:
    hand(of.games.get(table=table), 4, 0)
    Championship.objects.filter(pk=of.championship_id).update(version=of.championship.version + 1)


def test_the_board_renews_itself_and_nobody_loses_their_place(desk: Any, playing: Round) -> None:
    desk.goto("taules/")
    last = desk.locator("tbody tr").nth(11).locator(".table-link")
    last.focus()
    before = desk.evaluate("[document.activeElement.id, scrollY]")
    assert before[1] > 0
    write_a_hand(playing, table=1)
    desk.locator("tbody tr").first.get_by_text("4–0").wait_for(timeout=15_000)
    assert desk.evaluate("[document.activeElement.id, scrollY]") == before


def test_a_renewed_row_stays_opened_and_the_other_rows_stay_what_they_are(desk: Any, playing: Round) -> None:
    played = playing.games.get(table=1)
    for _ in range(3):
        hand(played, 50, 0, bid="C")
    Game.objects.filter(pk=played.pk).update(typed_a=150, typed_b=10)
    desk.goto("taules/")
    desk.locator(f"#row-{played.pk} summary").click()
    desk.evaluate(f"document.querySelector('#row-{playing.games.get(table=10).pk}').dataset.same = 'yes'")
    Game.objects.filter(pk=played.pk).update(typed_b=11)
    write_a_hand(playing, table=12)
    desk.get_by_text("150–11").first.wait_for(timeout=15_000)
    assert desk.locator(f"#row-{played.pk} details").evaluate("(each) => each.open")
    assert desk.locator("[data-same]").count() == 1


def test_the_filter_is_asked_while_it_is_typed_and_stands_in_the_address(desk: Any, playing: Round) -> None:
    desk.goto("taules/?ordre=retard")
    desk.locator("#board-filter").press_sequentially("7")
    desk.locator("tbody tr").nth(2).wait_for(state="detached", timeout=15_000)
    assert desk.locator(".table-link").all_inner_texts() == ["4", "7"]
    assert desk.evaluate("location.search") == "?ronda=1&ordre=retard&cerca=7"


def test_the_first_page_counts_anew_when_a_sheet_is_confirmed(desk: Any, playing: Round) -> None:
    write_a_hand(playing, table=1)
    desk.goto("")
    desk.get_by_role("heading", name="12").wait_for()
    confirmed(playing.games.get(table=1), 101, 40)
    playing.refresh_from_db()
    write_a_hand(playing, table=2)
    desk.get_by_role("heading", name="11").wait_for(timeout=15_000)
    desk.wait_for_load_state()


def test_the_slash_goes_to_the_quick_entry_and_enter_opens_the_sheet(desk: Any, playing: Round) -> None:
    desk.goto("taules/")
    desk.keyboard.press("/")
    desk.locator("[data-quick]:focus").wait_for()
    desk.keyboard.type("7")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**/entrada/full/{playing.games.get(table=7).pk}/")


@pytest.mark.parametrize(
    "page", ["", "parelles/", "rondes/", "imprimeix/", "historial/", "ajustos/", "entrada/"]
)
def test_from_every_page_the_slash_and_a_table_open_its_sheet(desk: Any, playing: Round, page: str) -> None:
    desk.goto(page)
    desk.keyboard.press("/")
    desk.locator("[data-quick]:focus").wait_for()
    desk.keyboard.type("7")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**/entrada/full/{playing.games.get(table=7).pk}/")


def test_the_slash_leaves_a_sheet_whose_row_is_empty_and_no_row_that_is_half_typed(
    desk: Any, playing: Round
) -> None:
    address = f"partida/{playing.games.get(table=7).pk}/"
    desk.goto(address)
    desk.locator("#row:focus").wait_for()
    desk.keyboard.type("c 2/")
    assert desk.locator("#row").input_value() == "c 2/"
    desk.goto(address)
    desk.locator("#row:focus").wait_for()
    desk.keyboard.press("/")
    desk.wait_for_url("**/entrada/")


def test_the_slash_is_a_letter_where_text_is_typed(desk: Any) -> None:
    desk.goto("parelles/")
    desk.locator("#id_war_name").press_sequentially("a/b")
    assert desk.locator("#id_war_name").input_value() == "a/b"


def test_a_hand_refused_for_another_in_its_place_is_not_added_by_one_more_enter(
    desk: Any, playing: Round
) -> None:
    of = playing.games.get(table=7)
    desk.goto(f"partida/{of.pk}/")
    desk.locator("#row:focus").wait_for()
    write_a_hand(playing, table=7)
    desk.keyboard.type("c 20")
    for _ in range(2):
        with desk.expect_navigation():
            desk.keyboard.press("Enter")
        desk.locator("#row:focus").wait_for()
    assert of.hands.count() == 1


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_no_page_is_wider_than_the_smallest_phone(desk: Any, playing: Round, page: str) -> None:
    long = "Les manilles de l’Alta Ribagorça i la Vall Fosca"
    Pair.objects.update(war_name=long, player_1="Maria del Remei", player_2="Hermenegild", club="Penya")
    desk.set_viewport_size({"width": 320, "height": 640})
    desk.goto(page.format(game=playing.games.get(table=7).pk))
    desk.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert desk.evaluate("document.documentElement.scrollWidth") == 320


def test_a_form_that_one_comes_back_to_is_a_new_form(desk: Any) -> None:
    desk.goto("parelles/")
    form = desk.locator("form[action$='/nova/']")
    first_id = form.locator("[name=client_id]").input_value()
    for name, value in {"war_name": "Els Bons", "player_1": "Joan", "player_2": "Pere"}.items():
        form.locator(f"[name={name}]").fill(value)
    with desk.expect_navigation():
        form.locator("button").click()
    desk.go_back()
    form.locator("button:enabled").wait_for()
    assert form.locator("[name=client_id]").input_value() != first_id


def test_the_browser_has_nothing_to_complain_about(desk: Any) -> None:
    """The pages keep to their own Content-Security-Policy."""
    said: list[str] = []
    desk.on("console", lambda message: said.append(message.text))
    desk.on("pageerror", lambda error: said.append(str(error)))
    for page in (
        "",
        "parelles/",
        "rondes/",
        "rondes/1/",
        "taules/",
        "historial/",
        "ajustos/",
        "parelles/importa/",
    ):
        desk.goto(page)
    assert said == []


@pytest.mark.parametrize("width", [390, 1280])
def test_after_a_refusal_one_is_at_the_first_wrong_field_with_what_is_said_in_sight(
    desk: Any, playing: Round, width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    desk.goto("rellotge/")
    desk.locator("#minutes_minutes").fill("5")
    desk.locator("#minutes_minutes").press("Enter")
    desk.locator("#minutes_reason:focus").wait_for()
    assert (
        desk.locator("#minutes_reason_error").evaluate("(each) => each.getBoundingClientRect().bottom") < 800
    )
    desk.goto("rellotge/")
    desk.locator("#minutes_minutes").wait_for()
    assert desk.evaluate("document.activeElement === document.body")
