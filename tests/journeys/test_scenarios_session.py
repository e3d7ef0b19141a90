"""Scenarios of pages that stay open for hours: what is sent from them is written, or asked again without loss."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.journeys.scenes import championship_of, game_at, play_out, published
from tests.views.sheets import HAND, text_of
from tournament.models import Game, PlayedHand

pytestmark = pytest.mark.django_db


def form_of(page: Any) -> dict[str, str]:
    """The hidden fields of the hand's form, as they stood when the page came."""
    form = re.search(r'<form id="apunta".*?</form>', page.content.decode(), re.S)
    assert form
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


@pytest.mark.parametrize("is_next_round", [False, True], ids=["same round", "next round published"])
def test_B086_sheet_open_for_the_whole_game_sends_its_last_hand(client: Client, is_next_round: bool) -> None:
    of = championship_of(8)
    round_ = published(of, now=timezone.now() - timedelta(minutes=70))
    game = game_at(round_, 2)
    Game.objects.filter(pk=game.pk).update(opening_draw="a")
    form = form_of(client.get(f"/en/f/{game.token}/"))
    Session.objects.all().delete()  # 70 minutes, the screen locked: no session, no cookie is needed
    client.cookies.clear()
    if is_next_round:
        play_out(round_, but=2)
        published(of, despite_open="Table 2 plays on")
    answer = client.post(f"/en/f/{game.token}/dat/", HAND | form | {"points": "9"})
    assert answer.status_code == 303
    assert list(PlayedHand.objects.filter(game=game).values_list("points_a", "points_b")) == [(9, 0)]


def test_B087_desk_tab_of_the_morning_still_sends_its_form() -> None:
    of = factories.championship(slug="vilaplana-2026")
    factories.member(of, who=factories.user("desk"))
    desk = "/en/organitzacio/vilaplana-2026/"
    browser = Client(enforce_csrf_checks=True)
    sign_in = {"username": "desk", "password": "secret"}
    address = "/en/organitzacio/entra/"

    def token_of(page: Any) -> str:
        assert page.status_code == 200, page.headers
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]  # type: ignore[index]

    browser.post(address, sign_in | {"csrfmiddlewaretoken": token_of(browser.get(address))})
    tab = {"csrfmiddlewaretoken": token_of(browser.get(f"{desk}parelles/"))}
    for page in ("taules/", "parelles/", "historial/", "avisos/"):  # five hours of other pages
        assert browser.get(f"{desk}{page}").status_code == 200
    pair = {"war_name": "Els de la tarda", "player_1": "A", "player_2": "B", "club": ""}
    sent = browser.post(f"{desk}parelles/nova/", pair | tab)
    assert sent.status_code in (302, 303), text_of(sent)
    assert list(of.pairs.values_list("war_name", flat=True)) == ["Els de la tarda"]
