"""The hall's screen: what stands on it, the same for all, and nothing that was not told yet."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.desk_visitors import at_desk, text_of
from tests.views.test_desk_settings import settings_of
from tests.views.test_public import address, running, text
from tournament.models import Championship, Game, Round
from tournament.publishing import SNAPSHOTS

pytestmark = pytest.mark.django_db
SCREEN = "pantalla/"
SECRET = "93"


def stage(client: Client, of: Championship, **screen: Any) -> tuple[str, str]:
    """Which stage stands on the screen, and its words."""
    if screen:
        Championship.objects.filter(pk=of.pk).update(screen=screen)
    page = text(client, address(of, SCREEN, "/en"))
    found = re.search(r'data-stage="(\w+)"', page)
    assert found
    body = page[found.end() : page.index("<footer")]
    return found[1], " ".join(re.sub(r"<[^>]+>", " ", body.partition(">")[2]).split())


def kept_round(**fields: Any) -> Championship:
    """Two rounds are closed; the results of the second are kept. Pair 1 led, pair 4 has won with 93 points."""
    of = factories.championship(changes={"rounds": 2}, secret_last_round=True, **fields)
    first, second, third, fourth = factories.pairs(4, of)
    early = factories.round_(of, state=Round.State.CLOSED)
    factories.confirmed(factories.game(early, a=first, b=second), 101, 20)
    factories.confirmed(factories.game(early, a=third, b=fourth), 40, 101)
    late = factories.round_(of, state=Round.State.CLOSED)
    factories.confirmed(factories.game(late, a=first, b=fourth), 8, int(SECRET))
    factories.confirmed(factories.game(late, a=second, b=third), 101, 0)
    return of


# --- The same for all ----------------------------------------------------------------------------


def test_everybody_gets_the_same_bytes_without_cookie_and_they_are_not_sent_again(client: Client) -> None:
    of = running()
    first = client.get(address(of, SCREEN))
    assert (first.status_code, first.cookies, first["Vary"]) == (200, {}, "Accept-Encoding")
    again = client.get(address(of, SCREEN), headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    client.force_login(factories.member(of))
    SNAPSHOTS.forget()
    assert client.get(address(of, SCREEN)).content == first.content


def test_a_hall_that_is_not_there_has_no_screen(client: Client) -> None:
    assert client.get("/c/enlloc/pantalla/").status_code == 404


@pytest.mark.parametrize("language", ["", "/es", "/en", "/fr", "/cs"])
def test_the_code_leads_to_the_page_of_the_round_in_its_language(client: Client, language: str) -> None:
    page = text(client, address(running(), SCREEN, language))
    assert page.count('class="qr"') == 1
    assert re.search(rf"<span>https?://[^/]+{language}/c/prova-\d+/</span>", page)


# --- What the moment wants ---------------------------------------------------------------------------


def test_before_the_first_round_the_pairs_stand_there(client: Client) -> None:
    of = factories.championship()
    assert stage(client, of) == ("welcome", "Welcome")
    factories.pairs(2, of)
    kind, words = stage(client, of)
    assert kind == "welcome"
    assert words.endswith("1 Parella 1 2 Parella 2")


def test_a_round_in_play_shows_its_tables_then_the_standings(client: Client) -> None:
    of = factories.championship()
    game = factories.game(factories.round_(of))
    kind, words = stage(client, of)
    assert (kind, words) == ("pairings", "Tables of round 1 Table 1 1 Parella 1 2 Parella 2")
    factories.confirmed(game, 101, 20)
    assert stage(client, of)[1].endswith("Table 1 1 Parella 1 101 2 Parella 2 20")
    Round.objects.update(state=Round.State.CLOSED)
    kind, words = stage(client, of)
    assert (kind, words) == ("standings", "Standings After round 1. 1 1 Parella 1 1 +81 2 2 Parella 2 0 −81")
    Championship.objects.update(state=Championship.State.FINISHED)
    assert stage(client, of)[1].startswith("Final ranking")


def test_scores_stand_there_when_half_the_tables_have_one(client: Client) -> None:
    of = factories.championship()
    round_ = factories.round_(of)
    games = [factories.game(round_) for _ in range(3)]
    factories.hand(games[0], 44, 0)
    assert "44" not in stage(client, of)[1]
    factories.hand(games[1], 0, 32)
    assert "1 Parella 1 44 2 Parella 2 0" in stage(client, of)[1]


def test_scores_that_are_not_live_stand_there_when_they_are_confirmed(client: Client) -> None:
    of = factories.championship(live_scores=False)
    game = factories.game(factories.round_(of))
    factories.hand(game, 44, 0)
    assert "44" not in stage(client, of)[1]
    factories.confirmed(game, 101, 20)
    assert "101" in stage(client, of)[1]


def test_pauses_wait_on_the_page_for_their_time(client: Client) -> None:
    pause = {"begins": "2026-07-25T11:00:00+00:00", "ends": "2026-07-25T13:30:00+00:00", "reason": "Dinar"}
    of = running(pauses=[pause])
    page = text(client, address(of, SCREEN, "/en"))
    assert (
        'data-break data-from="2026-07-25T11:00:00+00:00" data-to="2026-07-25T13:30:00+00:00" hidden' in page
    )
    assert "Play goes on at <strong>15:30</strong>" in page
    Championship.objects.update(screen={"show": "pairings"})
    assert "data-break" not in text(client, address(of, SCREEN, "/en"))


# --- What the desk has chosen --------------------------------------------------------------------------


def test_by_name_every_pair_reads_its_table(client: Client) -> None:
    of = factories.championship()
    round_ = factories.round_(of)
    named = [factories.pair(of, war_name=name) for name in ("Zaragossa", "Àger", "Els Bastos")]
    factories.game(round_, a=named[0], b=named[1])
    factories.bye(round_, named[2])
    words = stage(client, of, show="pairings", order="name")[1]
    assert words == "Tables of round 1 2 Àger Table 1 3 Els Bastos rests 1 Zaragossa Table 1"


def test_standings_are_shown_while_a_round_is_played(client: Client) -> None:
    kind, words = stage(client, running(), show="standings")
    assert kind == "standings"
    assert words.startswith("Standings ")


def test_the_call_names_the_tables_where_nobody_was_seen(client: Client) -> None:
    of = factories.championship()
    round_ = factories.round_(of)
    factories.hand(factories.game(round_), 4, 0)
    game = factories.game(round_)
    kind, words = stage(client, of, show="missing")
    assert (kind, words) == ("missing", "Go to your table before 10:15 Table 2 3 Parella 3 4 Parella 4")
    Game.objects.filter(pk=game.pk).update(seated_at=timezone.now())
    assert stage(client, of)[1] == "Everybody is at the table"


def test_a_message_is_data(client: Client) -> None:
    of = running()
    kind, words = stage(client, of, show="message", message="<b>Dinem</b> & tornem")
    assert (kind, words) == ("message", "&lt;b&gt;Dinem&lt;/b&gt; &amp; tornem")


def test_a_break_of_the_desk_stands_before_what_goes_on(client: Client) -> None:
    of = running()
    assert stage(client, of, show="break", until="2026-07-25T13:30:00+00:00")[0] == "pairings"
    page = text(client, address(of, SCREEN, "/en"))
    assert 'data-break data-to="2026-07-25T13:30:00+00:00" hidden' in page
    stage(client, of, show="break")
    assert "We shall say when play goes on" in text(client, address(of, SCREEN, "/en"))


@pytest.mark.parametrize("show", ["pairings", "standings", "missing", "ceremony"])
def test_what_is_not_to_be_had_gives_way_to_what_goes_on(client: Client, show: str) -> None:
    assert stage(client, factories.championship(), show=show)[0] == "welcome"


# --- Nothing that was not told yet -----------------------------------------------------------------------


def public_pages(of: Championship) -> list[str]:
    pages = [
        "",
        "ronda/2/",
        "classificacio/",
        "classificacio/?ronda=2",
        "parella/4/",
        "estadistiques/",
        SCREEN,
    ]
    data = ["ronda/2.json", "ronda/2.csv", "classificacio.json", "classificacio.csv", "parella/4.json"]
    return [address(of, page) for page in (*pages, *data)]


@pytest.mark.parametrize("state", [Championship.State.RUNNING, Championship.State.FINISHED])
@pytest.mark.parametrize(
    "screen",
    [{}, {"show": "standings"}, {"show": "pairings"}, {"show": "ceremony", "prizes": 3}],
)
def test_a_last_round_that_is_kept_stands_nowhere(client: Client, state: str, screen: dict[str, Any]) -> None:
    of = kept_round(screen=screen)
    Championship.objects.update(state=state)
    for page in public_pages(of):
        body = re.sub(r"\d+:\d+|[\w/+=-]*\d{3,}[\w/+=-]*|<svg.*?</svg>", "", text(client, page), flags=re.S)
        assert not re.search(rf"\b{SECRET}\b|\+146", body), page


@pytest.mark.parametrize("show", ["auto", "pairings", "standings", "missing"])
def test_a_game_that_is_ruled_in_a_kept_round_looks_like_any_other(client: Client, show: str) -> None:
    of = factories.championship(changes={"rounds": 1}, secret_last_round=True)
    game = factories.game(factories.round_(of), seated_at=timezone.now())
    before = stage(client, of, show=show)
    award = {"points": [8, int(SECRET)], "wins2": [0, 2]}
    Game.objects.filter(pk=game.pk).update(kind=Game.Kind.AWARDED, award=award)
    factories.confirmed(game, 8, int(SECRET))
    SNAPSHOTS.forget()
    assert stage(client, of, show=show) == before


def test_the_ceremony_tells_one_place_after_the_other_and_then_all_is_public(client: Client) -> None:
    of = kept_round()
    assert stage(client, of, show="ceremony", prizes=3)[1] == f"{of.name} 3 prizes"
    assert stage(client, of, show="ceremony", prizes=3, told=3)[1] == "Place 3 1 Parella 1 Games won 1 · −4"
    assert b"+146" not in client.get(address(of, "classificacio/")).content
    page = text(client, address(of, SCREEN))
    assert [name in page for name in ("Parella 2", "Parella 4")] == [False, False]
    words = stage(client, of, show="ceremony", prizes=3, told=2, with_result=False)[1]
    assert words == "Place 2 2 Parella 2"
    words = stage(client, of, show="ceremony", prizes=3, told=1)[1]
    assert words == "Place 1 4 Parella 4 Games won 2 · +146"
    assert "+146" in text(client, address(of, "classificacio/"))


# --- The desk's page -----------------------------------------------------------------------------------------


def sent(client: Client, desk: str, action: str, **fields: Any) -> Any:
    return client.post(f"{desk}pantalla/", {"action": action, **fields})


def kept(of: Championship) -> dict[str, Any]:
    of.refresh_from_db()
    return {
        name: value for name, value in of.screen.items() if name not in ("chosen_at", "with_result", "order")
    }


def test_the_desk_chooses_and_reads_what_is_shown() -> None:
    client, of, desk = at_desk(language="en")
    answer = client.post(
        f"{desk}pantalla/", {"action": "show", "show": "standings", "order": "name"}, follow=True
    )
    assert "The screen shows: standings." in text_of(answer)
    assert of.__class__.objects.get().screen["order"] == "name"
    sent(client, desk, "message", message="Dinem")
    assert kept(of) == {"show": "message", "message": "Dinem"}
    sent(client, desk, "break", until="")
    assert kept(of)["show"] == "break"


def test_what_was_written_stays_beside_what_is_wrong_with_it() -> None:
    client, of, desk = at_desk(language="en")
    for action, fields, words in (
        ("message", {"message": ""}, "Write the message that the hall shall read."),
        ("message", {"message": "x" * 201}, "x" * 201),
        ("break", {"until": "migdia"}, "Write the time as hours and minutes"),
        ("ceremony", {"prizes": "3"}, "The places are not known yet: first close round 5"),
        ("tell", {"place": "3"}, "Somebody told or took back a place meanwhile"),
        ("show", {"show": "ceremony"}, "The ceremony has not begun"),
    ):
        answer = sent(client, desk, action, **fields)
        assert (answer.status_code, words in text_of(answer)) == (422, True)
    assert kept(of) == {}


def test_only_the_desk_reads_who_comes_next() -> None:
    client, of, desk = at_desk(kept_round(), language="en")
    sent(client, desk, "ceremony", prizes="2")
    page = text_of(client.get(f"{desk}pantalla/"))
    assert "Tell the next: place 2" in page
    assert "Parella 2" in page
    assert "Parella 2" not in text(client, address(of, SCREEN))
    sent(client, desk, "tell", place="2")
    assert kept(of)["told"] == 2
    sent(client, desk, "take_back", place="2")
    assert "told" not in kept(of)
    for place in "21":
        sent(client, desk, "tell", place=place)
    assert "All is told" in text_of(client.get(f"{desk}pantalla/"))


def test_a_helper_does_not_choose_what_the_hall_reads() -> None:
    client, _of, desk = at_desk(role="helper")
    assert client.get(f"{desk}pantalla/").status_code == 403
    assert f'href="{desk}pantalla/"' not in text_of(client.get(desk))


def test_the_rail_leads_there() -> None:
    client, _of, desk = at_desk()
    assert f'href="{desk}pantalla/"' in text_of(client.get(desk))


def test_what_the_hall_reads_is_changed_while_a_championship_runs() -> None:
    client, of, desk = at_desk(running())
    changed = settings_of(client, desk) | {"secret_last_round": "on", "hand_word": "ma"}
    del changed["live_scores"]
    assert client.post(f"{desk}ajustos/", changed).status_code == 302
    of.refresh_from_db()
    assert (of.live_scores, of.secret_last_round, of.hand_word) == (False, True, "ma")


def test_the_screen_is_no_reason_to_render_a_sheet_again() -> None:
    of = running()
    game = Game.objects.filter(kind=Game.Kind.PLAYED).get()
    client = Client()
    before = client.get(f"/f/{game.token}/")["ETag"]
    Championship.objects.filter(pk=of.pk).update(screen={"show": "standings"})
    assert client.get(f"/f/{game.token}/")["ETag"] == before
