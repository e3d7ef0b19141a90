"""Every form of the desk that changes something: sent twice it does one thing, what somebody else changed meanwhile is
compared and never overwritten in silence, and whoever was logged out has the form again."""

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import ResolverMatch, resolve, reverse

from tests import factories
from tests.journeys.desk_forms_of_games import DeskForm
from tests.journeys.desk_scenes import Scene
from tests.journeys.every_desk_form import FORMS
from tests.journeys.forms_on_pages import PageForm, filled, form_to
from tournament.models import Championship, LogEntry, Submission
from tournament.urls import CHAMPIONSHIP_DESK
from tournament.views import (
    calls,
    check_in,
    desk_actions,
    desk_clock_actions,
    desk_draft,
    desk_members,
    desk_mishaps,
    desk_pairs,
    desk_rounds,
)

pytestmark = pytest.mark.django_db
OF_NO_INTEREST = ("version", "settings_version", "last_login")


def somebody(scene: Scene) -> Client:
    client = Client()
    who = factories.member(scene.of)
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(scene: Scene, below: str) -> str:
    return f"/en/organitzacio/{scene.of.slug}/{below.format(**scene.named)}"


def said(scene: Scene, sent: dict[str, Any] | None) -> dict[str, Any]:
    """What is written, with the numbers of this scene."""
    values = {name: value(scene) if callable(value) else value for name, value in (sent or {}).items()}
    return {name: v.format(**scene.named) if isinstance(v, str) else v for name, v in values.items()}


def page_form(client: Client, scene: Scene, form: DeskForm, sent: dict[str, Any]) -> PageForm:
    return form_to(client, address(scene, form.page), address(scene, form.action), sent)


def post(client: Client, form: PageForm, fields: dict[str, Any]) -> Any:
    return client.post(form.action, fields)


def rows() -> list[Any]:
    """All that stands in the database but the history, the versions and the moments."""
    found = []
    for model in apps.get_app_config("tournament").get_models():
        if model in (LogEntry, Submission):
            continue
        for row in model._default_manager.order_by("pk").values():
            kept = {n: v for n, v in row.items() if n not in OF_NO_INTEREST and not isinstance(v, datetime)}
            found.append((model.__name__, kept))
    return found


def written() -> tuple[Any, ...]:
    return (rows(), LogEntry.objects.count(), list(Championship.objects.values_list("version")))


each_form = pytest.mark.parametrize("form", FORMS, ids=[form.what for form in FORMS])


@each_form
def test_a_form_sent_twice_does_one_thing_and_nobody_is_told_of_a_mistake(form: DeskForm) -> None:
    scene = form.scene()
    client, sent = somebody(scene), said(scene, form.sent)
    found = page_form(client, scene, form, sent)
    before = written()
    first = post(client, found, filled(found, sent))
    after = written()
    assert (first.status_code in (302, 303), after != before) == (True, True), first.content.decode()
    again = post(client, found, filled(found, sent))
    assert (written() == after, again.status_code) == (True, 422 if form.is_told else first.status_code)


# --- Every one of them ---------------------------------------------------------------------------

# Looked at first and sent then, in two steps: their own tests send them twice and keep what was typed.
IN_TWO_STEPS = {"desk_import", "desk_correction", "desk_infraction_new", "desk_infraction_outside"}
IN_OTHER_TESTS = {"desk_screen", "desk_round_by_hand"}
SAYS_ONLY = {"desk"}  # that the new address of the site was read
ONLY_ASKS = {"desk_review", "desk_tool"}  # whatever the method
IN_PATH: dict[str, Any] = {
    "desk_pair_action": desk_pairs.ACTIONS,
    "desk_round_action": {"draft", "announce_end", *desk_rounds.ON_A_ROUND},
    "desk_clock_action": desk_clock_actions.ACTIONS,
    "desk_game_action": {*desk_actions.TYPING, *desk_actions.DECIDING},
    "desk_call_answer": calls.ANSWERS,
    "desk_mishap": {case for case, found in desk_mishaps.CASES.items() if found.does},
}
IN_FIELD: dict[str, Any] = {
    "desk_members": desk_members.ACTIONS,
    "desk_check_in": {*check_in.OF_A_PAIR, *check_in.OF_ALL},
    "desk_draft_change": desk_draft.BY_HAND,
    "desk_mend": {"repair", "exchange", "take_back"},
}


def place_of(form: DeskForm) -> ResolverMatch:
    return resolve(f"/organitzacio/prova/{form.action.format(game=1, id=1)}")


def takes_forms(client: Client, of: Championship, address: Any) -> bool:
    """Whether an address of the desk does not only read."""
    names = re.findall(r"<(?:int|slug|str):(\w+)>", str(address.pattern))
    place = reverse(address.name, kwargs={"slug": of.slug, **dict.fromkeys(names, 1)})
    return client.post(place).status_code != 405


def test_every_address_of_the_desk_that_takes_forms_is_walked() -> None:
    scene = Scene(factories.championship())
    client = somebody(scene)
    taking = {address.name for address in CHAMPIONSHIP_DESK if takes_forms(client, scene.of, address)}
    walked = {place_of(form).url_name for form in FORMS}
    assert taking - ONLY_ASKS == walked | IN_TWO_STEPS | IN_OTHER_TESTS | SAYS_ONLY


@pytest.mark.parametrize("name", IN_PATH)
def test_everything_that_an_address_does_is_walked(name: str) -> None:
    places = [place for place in map(place_of, FORMS) if place.url_name == name]
    assert {place.kwargs.get("action", place.kwargs.get("case")) for place in places} == set(IN_PATH[name])


@pytest.mark.parametrize("name", IN_FIELD)
def test_everything_that_a_button_says_is_walked(name: str) -> None:
    sent = [form.sent for form in FORMS if place_of(form).url_name == name]
    assert {each.get("action", each.get("what")) for each in sent} == set(IN_FIELD[name])


# --- Two at once, and a log-in lost --------------------------------------------------------------

TWO_PLACES = [form for form in FORMS if form.other is not None]


@pytest.mark.parametrize("form", TWO_PLACES, ids=[form.what for form in TWO_PLACES])
def test_what_somebody_else_wrote_meanwhile_stands_beside_what_is_sent(form: DeskForm) -> None:
    scene = form.scene()
    (anna, mine), (bernat, theirs) = (
        (somebody(scene), said(scene, form.sent)),
        (somebody(scene), said(scene, form.other)),
    )
    anna_has, bernat_has = page_form(anna, scene, form, mine), page_form(bernat, scene, form, theirs)
    assert post(bernat, bernat_has, filled(bernat_has, theirs)).status_code in (302, 303)
    stands = rows()
    compared = post(anna, anna_has, filled(anna_has, mine))
    assert (compared.status_code, rows() == stands) == (422, True)
    page = unescape(compared.content.decode())
    assert [text for text in form.shows or values(mine, theirs) if text not in page] == []


def values(*sent: dict[str, Any]) -> list[str]:
    """All that was written, each text by itself."""
    written = (value for each in sent for value in each.values())
    return [str(text) for value in written for text in (value if isinstance(value, list) else [value])]


@each_form
def test_who_was_logged_out_is_told_so_and_has_again_what_was_typed(form: DeskForm) -> None:
    scene = form.scene()
    client, sent = somebody(scene), said(scene, form.sent)
    found = page_form(client, scene, form, sent)
    before, stranger = written(), Client()
    lost = post(stranger, found, filled(found, sent))
    assert (lost.status_code, written() == before) == (302, True)
    login = stranger.get(lost["Location"])
    assert "nothing was saved" in login.content.decode()
    onwards = login.context["next"]
    assert client.get(onwards, follow=True).status_code == 200
    if found.typed:
        assert form_to(client, onwards, address(scene, form.action), sent).typed == found.typed
