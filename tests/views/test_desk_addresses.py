"""Addresses that only take forms lead whoever opens them to the page of the form."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import game, member, pair
from tests.views.desk_visitors import at_desk, text_of
from tournament.access import PAGE_OF
from tournament.models import Game

pytestmark = pytest.mark.django_db
FORMS_AT_THE_DESK = {
    "acaba/": "",
    "parelles/nova/": "parelles/",
    "parelles/1/withdraw/": "parelles/1/",
    "rondes/1/publish/": "rondes/1/",
    "partida/{game}/confirm/": "partida/{game}/",
}
FORMS_OF_A_TABLE = ("dat/", "desfes/", "sorteig/", "acaba/")


@pytest.fixture
def played() -> Game:
    return game()


def addresses(of: Game) -> Iterator[tuple[str, str]]:
    """Each address of the desk that only takes forms, and the page that it belongs to."""
    desk = f"/organitzacio/{of.round.championship.slug}/"
    for sent_to, page in FORMS_AT_THE_DESK.items():
        yield f"{desk}{sent_to}".format(game=of.pk), f"{desk}{page}".format(game=of.pk)


def test_the_address_of_a_form_opened_by_hand_leads_to_its_page(played: Game) -> None:
    client, _of, _desk = at_desk(played.round.championship)
    for sent_to, page in addresses(played):
        for opened in (client.get(sent_to), client.head(sent_to)):
            assert (opened.status_code, opened["Location"]) == (302, page)


def test_the_address_of_a_tables_form_leads_to_its_sheet(played: Game) -> None:
    for action in FORMS_OF_A_TABLE:
        assert Client().get(f"/es/f/{played.token}/{action}")["Location"] == f"/es/f/{played.token}/"


def test_a_form_sent_by_somebody_logged_out_comes_back_to_its_page_after_the_log_in(played: Game) -> None:
    for sent_to, page in addresses(played):
        sent = Client().post(sent_to)
        assert sent["Location"] == f"/organitzacio/entra/?next={page}"


def test_the_languages_of_a_refused_form_lead_to_its_page(played: Game) -> None:
    client, _of, _desk = at_desk(played.round.championship)
    for sent_to, page in addresses(played):
        refused = client.post(sent_to, {"reason": "x" * 400})
        if refused.status_code == 422:
            assert f'href="/es{page}"' in text_of(refused)


def test_the_languages_of_a_hand_refused_at_a_table_lead_to_the_sheet(played: Game) -> None:
    refused = Client().post(
        f"/f/{played.token}/dat/", {"side": "a", "points": "7", "base": "", "doubling": "C"}
    )
    assert refused.status_code == 422
    assert f'href="/es/f/{played.token}/"' in text_of(refused)


def test_logging_out_by_its_address_leads_to_the_championships() -> None:
    client, _of, _desk = at_desk()
    assert client.get("/organitzacio/surt/")["Location"] == "/organitzacio/"


def test_no_address_answers_an_empty_page_to_whoever_opens_it(played: Game) -> None:
    """Every address of the site, opened and asked for its head, as a member of the desk."""
    client = Client()
    client.force_login(member(played.round.championship))
    pair(played.round.championship, number=9)
    values = {
        "slug": played.round.championship.slug,
        "token": played.token,
        "code": "abc",
        "game_id": played.pk,
        "number": 1,
        "sequence": 1,
        "name": "tantos",
        "action": "confirm",
        "call_id": 1,
        "infraction_id": 1,
        "notice_id": 1,
        "replacement_id": 1,
        "case": "taula",
        "table": 1,
        "kind": "json",
    }
    resolver = get_resolver()
    for name, kwargs in named(resolver.url_patterns):
        known = {key: values[key] for key in kwargs}
        address = f"/{resolver.reverse(name, **known)}"
        assert 405 not in (client.get(address).status_code, client.head(address).status_code), name


def named(
    patterns: list[URLPattern | URLResolver], known: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of all addresses with what they take."""
    for each in patterns:
        takes = (*known, *getattr(each.pattern, "converters", {}))
        if isinstance(each, URLResolver) and each.namespace:
            continue  # the admin area is Django's own
        if isinstance(each, URLResolver):
            yield from named(each.url_patterns, takes)
        else:
            yield str(each.name), takes


def test_every_page_named_for_a_form_is_there() -> None:
    names = {name for name, _takes in named(get_resolver().url_patterns)}
    assert {*PAGE_OF, *PAGE_OF.values()} <= names
