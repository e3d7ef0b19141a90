"""The list by which pairs are checked in, at the desk."""

from typing import Any

import pytest

from tests.factories import championship, pair, round_
from tests.views.desk_visitors import at_desk, queries_of, text_of, with_pairs
from tournament.models import Championship, Membership, Pair

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
