"""The desk: first steps, what comes next, the settings, the history, the prints, the end."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from scoring.presets import PRESETS
from tests.factories import bye, championship, confirmed, game, hand, pairs, round_, user
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Championship, Membership, Round

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Vilaplana 2026",
    "day": "2026-07-25",
    "place": "Vilaplana",
    "preset": "vilaplana-2011",
    "time_zone": "Europe/Madrid",
    "phones_at_tables": "on",
}


def logged_in() -> Client:
    client = Client()
    client.force_login(user())
    return client


# --- First steps ------------------------------------------------------------------------------


def test_whoever_has_no_championship_is_told_what_to_do() -> None:
    response = logged_in().get("/organitzacio/")
    assert 'href="/organitzacio/nou/"' in text_of(response)


def test_a_stranger_is_sent_to_the_log_in() -> None:
    response = Client().get("/organitzacio/")
    assert response["Location"].startswith("/organitzacio/entra/")


def test_the_desk_of_others_does_not_exist() -> None:
    of = championship()
    assert logged_in().get(f"/organitzacio/{of.slug}/").status_code == 404


def test_my_championships_are_listed_and_no_others() -> None:
    client, of, _desk = at_desk()
    other = championship()
    found = text_of(client.get("/organitzacio/"))
    assert of.name in found
    assert other.name not in found


def test_a_new_championship_leads_to_its_desk() -> None:
    client = logged_in()
    response = client.post("/organitzacio/nou/", NEW)
    of = Championship.objects.get()
    assert response["Location"] == f"/organitzacio/{of.slug}/"
    assert (of.name, of.day, of.preset, of.phones_at_tables) == (
        "Vilaplana 2026",
        date(2026, 7, 25),
        "vilaplana-2011",
        True,
    )
    assert client.get(response["Location"]).status_code == 200


def test_a_form_sent_twice_makes_one_championship() -> None:
    client = logged_in()
    for _ in range(2):
        client.post("/organitzacio/nou/", NEW | {"client_id": "una-vegada"})
    assert Championship.objects.count() == 1


def test_what_was_typed_stays_when_something_is_missing() -> None:
    response = logged_in().post("/organitzacio/nou/", NEW | {"name": "", "place": "La Sènia"})
    assert response.status_code == 422
    assert 'value="La Sènia"' in text_of(response)
    assert 'id="id_name_error"' in text_of(response)


def test_our_own_time_zone_comes_first_and_the_list_is_folded_away() -> None:
    found = text_of(logged_in().get("/organitzacio/nou/"))
    folded = found[found.index("<details>") : found.index("</details>")]
    assert folded.split("<option ")[1].startswith('value="Europe/Madrid" selected')


def test_every_preset_is_offered() -> None:
    found = text_of(logged_in().get("/organitzacio/nou/"))
    assert [key for key in PRESETS if f'value="{key}"' in found] == list(PRESETS)


def test_the_log_in_page_says_that_something_was_wrong_and_keeps_the_name() -> None:
    response = Client().post("/organitzacio/entra/", {"username": "montse", "password": "no"})
    assert 'value="montse"' in text_of(response)
    assert 'role="alert"' in text_of(response)


# --- What comes next --------------------------------------------------------------------------


def without_pairs() -> Championship:
    return championship()


def with_pairs() -> Championship:
    of = championship()
    pairs(5, of)
    return of


def not_swiss() -> Championship:
    return championship(preset="casual")


def published() -> Championship:
    of = round_()
    game(of)
    confirmed(bye(of), 51, 0)
    return of.championship


def playing() -> Championship:
    of = game()
    hand(of, 4, 0)
    game(of.round)
    return of.round.championship


def typed() -> Championship:
    return game(typed_a=101, typed_b=40).round.championship


def all_confirmed() -> Championship:
    return confirmed(game(), 101, 40).round.championship


def closed() -> Championship:
    return confirmed(game(round_(state=Round.State.CLOSED)), 101, 40).round.championship


def reopened() -> Championship:
    return game(round_(state=Round.State.CLOSED), typed_a=101, typed_b=40).round.championship


def all_played() -> Championship:
    of = championship(changes={"rounds": 1})
    return confirmed(game(round_(of, state=Round.State.CLOSED)), 101, 40).round.championship


def finished() -> Championship:
    return championship(state=Championship.State.FINISHED)


STEPS = (
    without_pairs, with_pairs, not_swiss, published, playing, typed, all_confirmed, closed, reopened, all_played,
    finished,
)  # fmt: skip


@pytest.mark.parametrize("made", STEPS)
def test_each_step_has_one_main_button(made: Any) -> None:
    client, _of, desk = at_desk(made())
    response = client.get(desk)
    assert response.status_code == 200
    assert text_of(response).count("button-main") == 1


@pytest.mark.parametrize(
    "page", ["", "parelles/", "rondes/", "taules/", "imprimeix/", "historial/", "ajustos/"]
)
@pytest.mark.parametrize("made", STEPS)
def test_every_page_opens_at_every_step(made: Any, page: str) -> None:
    client, _of, desk = at_desk(made())
    assert client.get(f"{desk}{page}").status_code == 200


def test_names_are_only_letters() -> None:
    of = game()
    of.seats.first().pair.__class__.objects.update(war_name="<b>&amp;</b>")
    client, _of, desk = at_desk(of.round.championship)
    for page in ("", "taules/", "rondes/1/", "parelles/"):
        assert "<b>&amp;" not in text_of(client.get(f"{desk}{page}"))


def test_a_changed_address_is_said_until_it_was_read(settings: LazySettings, tmp_path: Path) -> None:
    settings.SITE_ADDRESS_STORE = tmp_path / "address.json"
    noted = {"current": "http://192.0.2.7:8000", "previous": "http://192.0.2.6:8000"}
    settings.SITE_ADDRESS_STORE.write_text(json.dumps(noted))
    client, _of, desk = at_desk()
    assert "192.0.2.6" in text_of(client.get(desk))
    client.post(desk)
    assert "192.0.2.6" not in text_of(client.get(desk))


def test_finishing_and_resuming_undo_each_other() -> None:
    client, of, desk = at_desk(all_played())
    client.post(f"{desk}acaba/", {"typed_word": "acaba"})
    of.refresh_from_db()
    assert of.state == Championship.State.FINISHED
    client.post(f"{desk}acaba/", {"action": "resume"})
    of.refresh_from_db()
    assert of.state == Championship.State.RUNNING


def test_finishing_with_an_open_round_is_refused_in_words() -> None:
    client, of, desk = at_desk(playing())
    response = client.post(f"{desk}acaba/", {"typed_word": "ACABA"})
    assert response.status_code == 422
    assert 'role="alert"' in text_of(response)
    of.refresh_from_db()
    assert of.state == Championship.State.RUNNING


def test_a_helper_may_look_and_not_finish() -> None:
    client, _of, desk = at_desk(all_played(), role=Membership.Role.HELPER)
    assert client.get(desk).status_code == 200
    assert client.post(f"{desk}acaba/").status_code == 403


@pytest.mark.parametrize("page", ["", "parelles/", "taules/", "rondes/", "rondes/1/", "imprimeix/"])
def test_three_tables_ask_no_more_than_one(page: str) -> None:
    def asked(tables: int) -> int:
        of = round_()
        for _ in range(tables):
            hand(game(of), 4, 0)
        client, _of, desk = at_desk(of.championship)
        return queries_of(client, f"{desk}{page}")

    assert asked(1) == asked(3)
