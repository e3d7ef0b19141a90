"""How many pairs fit, who waits for a place, and who has paid, at the desk."""

from typing import Any

import pytest

from tests.factories import championship, pair, pairs
from tests.views.desk_visitors import at_desk, text_of
from tests.views.test_desk_pairs import BONS, LIST
from tournament.models import Championship, Membership, Pair

pytestmark = pytest.mark.django_db
OTHERS = {"war_name": "Les Bones", "player_1": "Núria Vidal", "player_2": "Mar Solà"}


def full(**fields: Any) -> Any:
    client, of, desk = at_desk(championship(capacity=2, **fields), language="en")
    pairs(2, of)
    return client, of, desk


def test_where_there_is_no_room_the_next_pair_is_said_to_wait_and_counted_apart() -> None:
    client, of, desk = full()
    page = client.post(f"{desk}parelles/nova/", BONS, follow=True)
    assert "There is no room left: pair 3, Els Bons, is on the waiting list." in text_of(page)
    assert "2 of 2 pairs · 1 on the waiting list" in text_of(page)
    assert of.pairs.get(number=3).state == Pair.State.WAITING


def test_an_organiser_lets_a_pair_in_all_the_same_and_a_helper_is_not_asked() -> None:
    client, of, desk = full()
    assert 'name="has_place"' in text_of(client.get(f"{desk}parelles/"))
    client.post(f"{desk}parelles/nova/", BONS | {"has_place": "on"})
    assert of.pairs.get(number=3).state == Pair.State.REGISTERED
    helper, of, desk = at_desk(of, role=Membership.Role.HELPER)
    assert 'name="has_place"' not in text_of(helper.get(f"{desk}parelles/"))
    helper.post(f"{desk}parelles/nova/", OTHERS | {"has_place": "on"})
    assert of.pairs.get(number=4).state == Pair.State.WAITING


def test_a_pair_that_waits_gets_its_place_on_its_page() -> None:
    client, of, desk = full()
    client.post(f"{desk}parelles/nova/", BONS)
    assert "This pair is on the waiting list" in text_of(client.get(f"{desk}parelles/3/"))
    said = client.post(f"{desk}parelles/3/come_back/", follow=True)
    assert "Pair 3 has a place: it is in the next draw." in text_of(said)
    assert of.pairs.get(number=3).state == Pair.State.REGISTERED


def test_an_import_says_first_how_many_would_wait() -> None:
    client, of, desk = at_desk(championship(capacity=2), language="en")
    pair(of)
    sent = {"text": LIST}
    asked = client.post(f"{desk}parelles/importa/", sent)
    assert "There is room for 2 pairs: the last one goes on the waiting list." in text_of(asked)
    done = client.post(f"{desk}parelles/importa/", sent | {"action": "import"}, follow=True)
    assert "1 of them is on the waiting list." in text_of(done)
    assert list(of.pairs.values_list("state", flat=True)) == ["registered", "registered", "waiting"]


def test_the_list_says_who_has_paid_where_there_is_a_fee() -> None:
    client, of, desk = full(fee=10)
    of.pairs.filter(number=2).update(paid=True)
    page = client.get(f"{desk}parelles/")
    assert [">Paid<" in row for row in text_of(page).split("<tr")[2:]] == [False, True]
    assert "1 has paid" in text_of(page)
    Championship.objects.filter(pk=of.pk).update(fee=0)
    assert "has paid" not in text_of(client.get(f"{desk}parelles/"))


def test_who_was_expelled_has_left_too() -> None:
    client, of, desk = at_desk(language="en")
    pairs(2, of)
    pair(of, state=Pair.State.EXPELLED)
    assert "2 pairs · 1 more has left" in text_of(client.get(f"{desk}parelles/"))
