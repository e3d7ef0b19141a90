"""The token of the pair that rests: what its round is worth, and where it sits when the next one is out (D 4)."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import shown
from tournament.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def rests() -> Game:
    championship = factories.championship(name="Vilaplana 2026")
    game = factories.bye(factories.round_(championship, published_at=timezone.now()))
    return factories.confirmed(game, 51, 0)


def main_of(text: str) -> str:
    return text.split("Bye · Round 1")[-1].split("Round Standings")[0].strip()


def test_who_rests_reads_what_it_is_worth_and_nothing_of_a_sheet(client: Client, rests: Game) -> None:
    assert main_of(shown(client, rests)) == (
        "1 Parella 1 Rests: game won 51–0 There is nothing to play or to sign this round."
    )
    page = client.get(f"/f/{rests.token}/").content.decode()
    for what in ("<table", "organitzador/", "15.2.7"):
        assert what not in page


def test_who_rested_reads_at_which_table_it_sits_now(client: Client, rests: Game) -> None:
    now = factories.round_(rests.round.championship, published_at=timezone.now())
    factories.game(now, table=5, a=rests.seats.get().pair)
    assert main_of(shown(client, rests)) == (
        "This sheet is of round 1 You play at table 5 now. See the tables of round 2"
        " 1 Parella 1 Rests: game won 51–0"
    )


def test_a_phone_that_has_the_page_is_told_that_it_stands_so(client: Client, rests: Game) -> None:
    tag = client.get(f"/f/{rests.token}/")["ETag"]
    assert client.get(f"/f/{rests.token}/", headers={"if-none-match": tag}).status_code == 304


def test_a_walkover_has_no_total_beside_what_it_is_worth(client: Client) -> None:
    game = factories.game(factories.round_(), kind=Game.Kind.WALKOVER, winner="b")
    text = shown(client, factories.confirmed(game, 0, 51))
    assert "1 Parella 1 0 2 Parella 2 51" in text
