"""The card-point counter: the scoring cards and tricks of one pair in, the card points of both and the points out."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests import factories
from tests.views.sheets import log_in, text_of
from tournament.models import Championship

TWENTY = [f"{suit}{rank}" for suit in "OCEB" for rank in (9, 1, 12, 11, 10)]
THIRTY_THREE = ["O9", "C9", "E9", "B9", "O1", "C1", "E1", "B10"]


def page(client: Client, cards: list[str] | tuple[str, ...] = (), **asked: Any) -> str:
    query = urlencode([("carta", card) for card in cards] + list(asked.items()))
    response = client.get(f"/en/eines/tantos/?{query}")
    assert response.status_code == 200
    return response.content.decode()


def answer(client: Client, cards: list[str] | tuple[str, ...] = (), **asked: Any) -> str:
    """What the result says, in one line."""
    result = page(client, cards, **asked).partition('id="resposta"')[2].partition("<button")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", result.partition(">")[2])).split())


def data(html: str, name: str) -> Any:
    found = re.search(rf'data-{name}="([^"]*)"', html)
    assert found
    return json.loads(unescape(found[1]))


def test_page_asks_for_cards_and_tricks(client: Client) -> None:
    assert answer(client).endswith("Tap the scoring cards of one pair and say how many tricks it won.")
    assert page(client).count('type="checkbox"') == 20


def test_cards_alone_are_counted_until_the_tricks_are_known(client: Client) -> None:
    assert "The scoring cards make 33. How many tricks did the pair win?" in answer(client, THIRTY_THREE)


@pytest.mark.parametrize(
    ("tricks", "bid", "said"),
    [
        (7, {}, "This pair 40 The other 32 4 points for the pair you counted"),
        (7, {"joc": "B"}, "This pair 40 The other 32 8 points for the pair you counted"),
        (7, {"contro": "C"}, "This pair 40 The other 32 8 points for the pair you counted"),
        (7, {"joc": "B", "contro": "S"}, "This pair 40 The other 32 64 points for the pair you counted"),
        (4, {}, "This pair 37 The other 35 1 point for the pair you counted"),
        (3, {"contro": "R"}, "This pair 36 The other 36 Level hand: 0 for both."),
        (2, {"contro": "C"}, "This pair 35 The other 37 2 points for the other pair"),
        (2, {}, "This pair 35 The other 37 1 point for the other pair"),
    ],
)
def test_cards_and_tricks_give_the_points_of_the_hand(
    tricks: int, bid: dict[str, str], said: str, client: Client
) -> None:
    """G 5.1, G 5.3, G 8.2: what is above 36, times what was called."""
    assert answer(client, THIRTY_THREE, bases=tricks, **bid) == (
        f"{said} 33 for the scoring cards + {tricks} for the tricks = {33 + tricks}"
    )


def test_all_tricks_with_all_cards_are_72(client: Client) -> None:
    assert answer(client, TWENTY, bases=12).startswith("This pair 72 The other 0 36 points for the pair")
    assert answer(client, [], bases=0).startswith("This pair 0 The other 72 36 points for the other pair")


@pytest.mark.parametrize(
    ("cards", "tricks", "said"),
    [
        (TWENTY[:5], "1", "5 cards do not fit into 1 trick, it holds 4 at most"),
        (TWENTY[:9], "2", "9 cards do not fit into 2 tricks, they hold 8 at most"),
        (["O9"], "0", "A pair without a trick has no card"),
        (TWENTY[:17], "12", "Who wins all the tricks has all the scoring cards: mark all 20 (now 17)."),
        (TWENTY[:7], "9", "With 9 tricks at least 8 scoring cards must be marked (now 7)"),
        (TWENTY[:5], "13", "“13” tricks cannot be: a pair wins from 0 to 12."),
        (TWENTY[:5], "sis", "“sis” tricks cannot be"),
        (TWENTY[:5], "-1", "“-1” tricks cannot be"),
        (TWENTY[:5], "²", "“²” tricks cannot be"),
        (["O9", "O9"], "5", "O9 is there twice"),
        (["O13"], "5", "“O13” is not a card"),
        (["O13"], "", "“O13” is not a card"),
    ],
)
def test_what_cannot_be_is_said_in_words(cards: list[str], tricks: str, said: str, client: Client) -> None:
    """G 3.4: four cards in each of twelve tricks."""
    assert said in answer(client, cards, bases=tricks)
    assert "is-problem" in page(client, cards, bases=tricks)


def test_what_was_sent_stays_in_the_form(client: Client) -> None:
    html = page(client, ["O9", "B12"], bases="99", joc="B", contro="R")
    assert re.findall(r'value="(\w+)"[^>]* checked', html) == ["O9", "B12", "B", "R"]
    assert 'value="99"' in html


def test_doubling_that_the_regulation_does_not_have_is_refused(client: Client) -> None:
    """D 1: Ponent knows no Sant Vicenç, Girona none on a botifarra."""
    said = "The regulation does not have"
    assert f"{said} trump, Sant Vicenç" in answer(
        client, THIRTY_THREE, bases=7, contro="S", reglament="ponent"
    )
    girona = {"bases": 7, "contro": "S", "reglament": "girona-2016"}
    assert f"{said} botifarra, Sant Vicenç" in answer(client, THIRTY_THREE, joc="B", **girona)
    assert "32 points for the pair" in answer(client, THIRTY_THREE, **girona)


def test_code_that_is_none_is_refused(client: Client) -> None:
    assert "“XX” is not a code" in answer(client, THIRTY_THREE, bases=7, joc="X", contro="X")


def test_script_gets_the_numbers_and_sentences_that_the_server_uses(client: Client) -> None:
    html = page(client)
    facts = data(html, "facts")
    assert (facts["all"], facts["level"], facts["trick"]) == (72, 36, 1)
    hold = [(each["most"], each["least"]) for each in facts["texts"]["by_tricks"]]
    assert hold[:3] == [(0, 0), (4, 0), (8, 0)]
    assert hold[8:] == [(32, 4), (36, 8), (40, 12), (44, 16), (48, 20)]
    one_trick = facts["texts"]["by_tricks"][1]["too_many"] % {"cards": 5}
    assert one_trick in answer(client, TWENTY[:5], bases=1)
    assert data(html, "bids") == {"": 1, "C": 2, "R": 4, "S": 8, "B": 2, "BC": 4, "BR": 8, "BS": 16}


def test_regulation_of_the_list_is_kept(client: Client) -> None:
    html = page(client, reglament="ponent")
    assert re.findall(r'<option value="([^"]+)"[^>]* selected', html) == ["ponent"]
    assert "S" not in data(html, "bids")


@pytest.mark.django_db
def test_desk_counts_under_the_regulation_of_its_championship(client: Client) -> None:
    championship: Championship = factories.championship(changes={"doubling_scale": [2, 3, 5]})
    query = urlencode([("carta", card) for card in THIRTY_THREE])
    address = f"/en/organitzacio/{championship.slug}/eines/tantos/?{query}&bases=7&contro=R"
    response = log_in(client, championship).get(address)
    assert "12 points for the pair you counted" in text_of(response)
    assert 'name="reglament"' not in response.content.decode()
