"""A championship calls a hand «dat» or «mà», on every page and print in Catalan; its addresses are the same."""

import re
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language, override
from pypdf import PdfReader

from tests import factories
from tests.keeping import kept  # noqa: F401
from tests.services.conftest import DESK
from tests.views.desk_visitors import at_desk
from tests.views.sheets import HAND, new_game, played_out, text_of
from tournament.languages import CATALAN_WITH
from tournament.models import Championship, Game
from tournament.services import championships
from tournament.services.championships import ChampionshipDetails

pytestmark = pytest.mark.django_db

WORDS = ("dat", "ma")
# A last hand is «última mà» to everybody, and some things are done «a mà»: what only those say who say «mà».
SAYS_DAT = re.compile(r"\bdats?\b", re.IGNORECASE)
SAYS_MA = re.compile(r"\bMà\b|\bmà \d|\b(?:una|aquesta) mà\b|\bmans\b")
ADDRESS = re.compile(r'(?:href|action|src|data-[a-z-]*address)="([^"]*)"')


def called(word: str) -> Game:
    """A game that is over, with a hand after its end, in a championship that says so."""
    game = new_game(factories.championship(hand_word=word))
    played_out(game)
    factories.hand(game, 4, 0)
    return game


def said(text: str) -> str:
    """The word that a text says; both words are no answer."""
    found = {"dat": bool(SAYS_DAT.search(text)), "ma": bool(SAYS_MA.search(text))}
    return " ".join(word for word in WORDS if found[word])


def set_word(game: Game, word: str) -> None:
    """Somebody at the desk changes the setting."""
    now = Championship.objects.get(pk=game.round.championship.pk)
    details = {name: getattr(now, name) for name in ChampionshipDetails.__dataclass_fields__}
    changed = ChampionshipDetails(**details | {"hand_word": word})
    championships.update(now.pk, changed, {}, version=now.settings_version, actor=DESK)


def pages(game: Game) -> dict[str, str]:
    public = f"/c/{game.round.championship.slug}/"
    desk = f"/organitzacio/{game.round.championship.slug}/"
    return {
        "sheet": f"/f/{game.token}/",
        "public game": f"{public}ronda/1/taula/1/",
        "board": f"{desk}taules/",
        "game at the desk": f"{desk}partida/{game.pk}/",
        "tool": f"{desk}eines/renunci/",
        "prints": f"{desk}imprimeix/fulls/1.pdf",
    }


PAGES = ("sheet", "public game", "board", "game at the desk", "tool")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("word", WORDS)
def test_a_page_says_the_word_of_its_championship(word: str, page: str) -> None:
    game = called(word)
    client, _of, _desk = at_desk(game.round.championship)
    response = client.get(pages(game)[page])
    assert response.status_code == 200
    assert said(text_of(response)) == word
    assert f'<html lang="{CATALAN_WITH[word]}"' in response.content.decode()
    assert response["Content-Language"] == "ca"


@pytest.mark.parametrize("word", WORDS)
def test_a_paper_sheet_says_the_word_of_its_championship(word: str) -> None:
    game = called(word)
    client, _of, _desk = at_desk(game.round.championship)
    pdf = PdfReader(BytesIO(client.get(pages(game)["prints"]).content))
    assert said(pdf.pages[0].extract_text()) == word


@pytest.mark.parametrize("word", WORDS)
def test_so_does_one_printed_by_the_command(word: str, tmp_path: Path) -> None:
    slug, file = called(word).round.championship.slug, tmp_path / "fulls.pdf"
    call_command("print_sheets", slug, "1", output=file, stdout=StringIO())
    assert said(PdfReader(file).pages[0].extract_text()) == word


@pytest.mark.parametrize("page", PAGES)
def test_its_addresses_are_those_of_any_championship(page: str) -> None:
    game = called("dat")
    client, _of, _desk = at_desk(game.round.championship)
    usual = ADDRESS.findall(client.get(pages(game)[page]).content.decode())
    set_word(game, "ma")
    assert ADDRESS.findall(client.get(pages(game)[page]).content.decode()) == usual


def test_the_link_to_catalan_is_where_one_is(client: Client) -> None:
    read = client.get(pages(called("ma"))["public game"]).content.decode()
    assert '<span aria-current="true">Català</span>' in read


@pytest.mark.parametrize("language", ["es", "en", "fr", "cs"])
def test_other_languages_have_one_word(language: str, client: Client) -> None:
    game = called("dat")
    address = f"/{language}{pages(game)['sheet']}"
    usual = text_of(client.get(address))
    set_word(game, "ma")
    assert text_of(client.get(address)) == usual


@pytest.mark.parametrize("word", WORDS)
def test_a_phone_is_refused_in_the_words_of_its_championship(word: str, client: Client) -> None:
    game = new_game(factories.championship(hand_word=word))
    sent = HAND | {"points": "73", "unit": "card_points"}
    asked = {"accept": "application/json"}
    answer = client.post(f"/f/{game.token}/dat/", sent, headers=asked).json()
    assert (answer["ok"], said(answer["sentence"])) == (False, word)


def test_two_championships_do_not_speak_into_each_other(client: Client, kept: None) -> None:  # noqa: F811
    games = {word: called(word) for word in WORDS}
    for word in (*WORDS, *WORDS):
        for page in ("sheet", "public game"):
            assert said(text_of(client.get(pages(games[word])[page]))) == word
            assert get_language() == "ca"


def test_a_page_that_is_missing_leaves_no_word_behind(client: Client) -> None:
    missing = pages(called("ma"))["public game"].replace("taula/1", "taula/9")
    assert client.get(missing).status_code == 404
    assert get_language() == "ca"


@pytest.mark.parametrize("page", ["sheet", "public game"])
def test_a_page_changes_with_the_setting_and_back(page: str, client: Client, kept: None) -> None:  # noqa: F811
    game = called("dat")
    address = pages(game)[page]
    etag = client.get(address)["ETag"]
    for word in ("ma", "dat"):
        set_word(game, word)
        response = client.get(address, headers={"if-none-match": etag})
        assert (response.status_code, said(text_of(response))) == (200, word)
        etag = response["ETag"]


def test_the_variant_is_no_address(client: Client) -> None:
    assert client.get("/ca-x-ma/").status_code == 404
    with override(CATALAN_WITH["ma"]):
        assert reverse("home") == "/"
