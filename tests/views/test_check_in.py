"""The list by which pairs are checked in, at the desk."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import championship, pair, round_
from tests.services.conftest import DESK
from tests.views.desk_visitors import at_desk, queries_of, text_of, with_pairs
from tournament.models import Championship, Membership, Pair
from tournament.queries.standings import standings
from tournament.services import rounds

pytestmark = pytest.mark.django_db
HELPER = Membership.Role.HELPER


def state(of: Championship, number: int) -> str:
    return of.pairs.get(number=number).state


def tap(client: Any, desk: str, number: int, action: str = "check_in", **options: Any) -> Any:
    sent = {"pair": str(number), "action": action, "ordre": "numero"}
    return client.post(f"{desk}parelles/presents/", sent, **options)


def test_a_helper_checks_pairs_in_and_takes_it_back() -> None:
    client, of, desk = at_desk(with_pairs(3), role=HELPER)
    assert tap(client, desk, 2)["Location"] == f"{desk}parelles/presents/?ordre=numero#pair-2"
    assert state(of, 2) == Pair.State.PRESENT
    assert "2 Parella 2: present." in text_of(client.get(f"{desk}parelles/presents/"))
    tap(client, desk, 2, "undo_check_in")
    assert state(of, 2) == Pair.State.REGISTERED


def test_the_script_gets_the_row_what_is_said_and_the_counts() -> None:
    client, _of, desk = at_desk(with_pairs(3))
    found = text_of(tap(client, desk, 2, headers={"HX-Request": "true"}))
    assert found.count('<li id="pair-') == 1
    assert "2 Parella 2: present." in found
    assert "1 de 3 presents" in found
    assert found.count('hx-swap-oob="true"') == 2


def test_what_cannot_be_done_is_said_on_the_page_also_to_the_script() -> None:
    client, _of, desk = at_desk(with_pairs(3))
    assert tap(client, desk, 9).status_code == 422
    assert tap(client, desk, 9, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "La parella 9 ha marxat" in text_of(client.get(f"{desk}parelles/presents/"))


def test_no_pair_or_action_of_ours_is_not_found() -> None:
    client, _of, desk = at_desk(with_pairs(1))
    assert tap(client, desk, 1, "fly").status_code == 404
    assert client.post(f"{desk}parelles/presents/", {"pair": "x", "action": "check_in"}).status_code == 404


def test_without_a_script_the_list_is_narrowed_too() -> None:
    client, of, desk = at_desk(with_pairs(3))
    pair(of, war_name="Els de Cal Menut")
    page = client.get(f"{desk}parelles/presents/?q=cal+menut&ordre=nom")
    assert [line.number for line in page.context["lines"]] == [4]


def test_closing_is_not_offered_once_round_1_is_published() -> None:
    of = with_pairs(2)
    client, _of, desk = at_desk(of)
    assert "close_check_in" in text_of(client.get(f"{desk}parelles/presents/"))
    round_(of)
    assert "close_check_in" not in text_of(client.get(f"{desk}parelles/presents/"))


def test_without_pairs_the_page_says_what_to_do() -> None:
    client, _of, desk = at_desk(championship())
    assert f'href="{desk}parelles/#id_war_name"' in text_of(client.get(f"{desk}parelles/presents/"))


def test_the_list_asks_no_more_for_sixty_pairs_than_for_three() -> None:
    few, many = (at_desk(with_pairs(number)) for number in (3, 60))
    assert queries_of(few[0], f"{few[2]}parelles/presents/") == queries_of(
        many[0], f"{many[2]}parelles/presents/"
    )


def closed(number: int, *present: int) -> Any:
    client, of, desk = at_desk(with_pairs(number))
    for each in present:
        tap(client, desk, each)
    client.post(f"{desk}parelles/presents/", {"action": "close_check_in"})
    return client, of, desk


def test_once_it_is_closed_the_card_of_the_missing_comes_renewed_with_the_row() -> None:
    client, _of, desk = closed(3, 1)
    found = text_of(tap(client, desk, 2, headers={"HX-Request": "true"}))
    card = found.partition('id="check-in-closed"')[2]
    assert ("3 Parella 3" in card, "2 Parella 2" in card) == (True, False)
    assert found.count('hx-swap-oob="true"') == 3


def test_after_round_1_who_is_missing_still_has_a_button_and_nothing_is_opened_again() -> None:
    client, of, desk = closed(4, 1, 2)
    round_(of)
    page = text_of(client.get(f"{desk}parelles/presents/"))
    assert "2 de 4 presents · 2 al sorteig" in page
    card = page.partition('id="check-in-closed"')[2].partition("</section>")[0]
    assert [f'name="pair" value="{number}"' in card for number in (1, 2, 3, 4)] == [False, False, True, True]
    assert "open_check_in" not in page


def seen(client: Client, address: str) -> str:
    """What a reader sees of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(client.get(address))).split())


def test_no_page_says_that_a_missing_pair_has_come_and_its_own_page_asks() -> None:
    client, of, desk = closed(4, 1, 2, 3)
    draft = rounds.draft(of.pk, actor=DESK)
    rounds.publish(draft.pk, actor=DESK)
    for address in (desk, f"{desk}rondes/1/"):
        assert "4 Parella 4 ha arribat" not in seen(client, address)
    page = text_of(client.get(f"{desk}parelles/4/"))
    assert "No és al sorteig fins que arribi." in page
    of.refresh_from_db()
    assert sorted(row.number for row in standings(of)) == [1, 2, 3]
    assert client.get(f"/c/{of.slug}/parella/4/").status_code == 200
    client.post(f"{desk}parelles/4/present/")
    assert state(of, 4) == Pair.State.PRESENT
    assert sorted(row.number for row in standings(of)) == [1, 2, 3, 4]
    assert "4 Parella 4 ha arribat i no té taula" in seen(client, f"{desk}rondes/1/")
