"""The settings of a championship, and the history of what was done."""

from typing import Any

import pytest
from django.test import Client

from scoring.presets import PRESETS
from tests.factories import START, championship, game, hand, member, pair, round_
from tests.views.desk_visitors import at_desk, queries_of
from tournament.models import Championship, LogEntry, Membership
from tournament.services import pairs as pair_services
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db


def settings_of(client: Client, desk: str) -> dict[str, Any]:
    """The settings form as it is shown, ready to be sent."""
    form = client.get(f"{desk}ajustos/").context["form"]
    sent: dict[str, Any] = {}
    for bound in form:
        value = bound.value()
        parts = getattr(bound.field.widget, "widgets", None)
        if parts:
            values = list(value or ())
            sent |= {f"{bound.name}_{n}": values[n] if n < len(values) else "" for n in range(len(parts))}
        elif value not in (None, False):
            sent[bound.name] = value
    return sent


def playing() -> Championship:
    of = game()
    hand(of, 4, 0)
    return of.round.championship


def test_settings_sent_as_they_are_change_nothing() -> None:
    client, of, desk = at_desk()
    before = of.regulation
    response = client.post(f"{desk}ajustos/", settings_of(client, desk))
    assert response.status_code == 302
    of.refresh_from_db()
    assert of.regulation == before
    assert LogEntry.objects.get().after == {}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_settings_of_every_preset_can_be_saved(preset: str) -> None:
    client, of, desk = at_desk(championship(preset=preset))
    assert client.post(f"{desk}ajustos/", settings_of(client, desk)).status_code == 302
    of.refresh_from_db()
    assert of.regulation == PRESETS[preset].to_dict()


def test_rules_are_changed_field_by_field() -> None:
    client, of, desk = at_desk()
    changes = {
        "rounds": "7",
        "winner_cap": "",
        "tie_rule": "half_win",
        "doubling_scale": "2-3-5",
        "missed_round_1": "25",
        "ranking_order_2": "points_for",
        "ranking_order_3": "",
        "protest_until": "30",
        "name": "Un altre nom",
    }
    assert client.post(f"{desk}ajustos/", settings_of(client, desk) | changes).status_code == 302
    of.refresh_from_db()
    changed = {name: of.regulation[name] for name in ("rounds", "winner_cap", "tie_rule", "protest_until")}
    assert changed == {"rounds": 7, "winner_cap": None, "tie_rule": "half_win", "protest_until": 30}
    assert of.regulation["doubling_scale"] == [2, 3, 5]
    assert of.regulation["missed_round"] == [0, 25, 0]
    assert of.regulation["ranking_order"] == ["wins", "difference", "points_for", "number"]
    assert of.name == "Un altre nom"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rounds": "99"}, "rounds"),
        ({"winner_cap": "50"}, "winner_cap"),
        ({"name": ""}, "name"),
        ({"ranking_order_1": "wins"}, "ranking_order"),
        ({"missed_round_0": "2"}, "missed_round"),
        ({"max_hands": "dotze"}, "max_hands"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(changes: dict[str, str], field: str) -> None:
    client, of, desk = at_desk()
    before = of.regulation
    response = client.post(f"{desk}ajustos/", settings_of(client, desk) | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    of.refresh_from_db()
    assert of.regulation == before


def test_after_round_1_only_times_and_rounds_change() -> None:
    client, of, desk = at_desk(playing())
    changes = {"rounds": "6", "min_minutes": "40", "target_points": "51", "lot_seed": "una altra"}
    response = client.post(f"{desk}ajustos/", settings_of(client, desk) | changes)
    assert response.status_code == 302
    of.refresh_from_db()
    kept = {name: of.regulation[name] for name in ("rounds", "min_minutes", "target_points")}
    assert kept == {"rounds": 6, "min_minutes": 40, "target_points": 101}
    assert of.lot_seed != "una altra"


def test_fewer_rounds_than_drawn_are_refused() -> None:
    of = round_().championship
    round_(of)
    client, of, desk = at_desk(of)
    response = client.post(f"{desk}ajustos/", settings_of(client, desk) | {"rounds": "1"})
    assert response.status_code == 422
    assert "rounds" in response.context["form"].errors


def test_settings_changed_meanwhile_are_compared_and_then_may_be_overwritten() -> None:
    client, of, desk = at_desk()
    mine = settings_of(client, desk) | {"place": "La meva plaça"}
    client.post(f"{desk}ajustos/", settings_of(client, desk) | {"place": "Una altra plaça", "rounds": "6"})
    response = client.post(f"{desk}ajustos/", mine | {"client_id": "meu"})
    assert response.status_code == 422
    differences = [(each.stored, each.typed) for each in response.context["differences"]]
    assert differences == [("Una altra plaça", "La meva plaça"), ("6", "5")]
    again = mine | {"version": response.context["form"]["version"].value(), "client_id": "meu"}
    assert client.post(f"{desk}ajustos/", again).status_code == 302
    of.refresh_from_db()
    assert (of.place, of.regulation["rounds"]) == ("La meva plaça", 5)


def test_a_hand_meanwhile_is_no_change_of_the_settings() -> None:
    of = game()
    client, _of, desk = at_desk(of.round.championship)
    mine = settings_of(client, desk) | {"place": "Plaça"}
    pair_services.register(
        of.round.championship_id, pair_services.PairDetails("Nous", "A", "B"), actor=Actor(None, "desk")
    )
    assert client.post(f"{desk}ajustos/", mine).status_code == 302


def test_an_organiser_does_not_change_the_settings() -> None:
    client, _of, desk = at_desk(role=Membership.Role.ORGANISER)
    assert client.get(f"{desk}ajustos/").status_code == 403


# --- History ----------------------------------------------------------------------------------


def test_the_history_tells_who_did_what_when_and_what_it_was_before() -> None:
    client, of, desk = at_desk()
    client.post(f"{desk}ajustos/", settings_of(client, desk) | {"rounds": "6"})
    LogEntry.objects.update(at=START)
    page = client.get(f"{desk}historial/")
    (line,) = page.context["lines"]
    assert line.who == of.memberships.get().user.username
    assert f"{line.at:%H:%M}" == "10:00"
    assert [(change.before, change.after) for change in line.changes] == [("5", "6")]


def test_the_history_comes_in_pages_of_fifty() -> None:
    client, of, desk = at_desk()
    for number in range(51):
        LogEntry.objects.create(championship=of, via="desk", what="register", pair_number=number, at=START)
    assert len(client.get(f"{desk}historial/").context["lines"]) == 50
    assert len(client.get(f"{desk}historial/?page=2").context["lines"]) == 1


def test_the_history_names_the_pair_as_it_is_called_now() -> None:
    client, of, desk = at_desk()
    made = pair(of, war_name="Els Bons")
    LogEntry.objects.create(championship=of, via="desk", what="withdraw", pair_number=made.number, at=START)
    assert client.get(f"{desk}historial/").context["lines"][0].where == "1 Els Bons"


def test_long_histories_ask_no_more_than_short_ones() -> None:
    def asked(entries: int) -> int:
        client, of, desk = at_desk()
        who = member(of)
        for _ in range(entries):
            LogEntry.objects.create(championship=of, user=who, via="desk", what="close", at=START)
        return queries_of(client, f"{desk}historial/")

    assert asked(1) == asked(3)


def test_fee_and_capacity_are_typed_as_people_write_them() -> None:
    client, of, desk = at_desk()
    typed = settings_of(client, desk) | {"fee": "12,50", "capacity": "40"}
    assert client.post(f"{desk}ajustos/", typed).status_code == 302
    of.refresh_from_db()
    assert (str(of.fee), of.capacity) == ("12.50", 40)
    (line,) = client.get(f"{desk}historial/?que=update").context["lines"]
    assert {(change.before, change.after) for change in line.changes} == {("—", "40"), ("0 €", "12,50 €")}


def test_a_fee_that_is_no_money_is_refused_beside_its_field() -> None:
    client, _of, desk = at_desk()
    page = client.post(f"{desk}ajustos/", settings_of(client, desk) | {"fee": "gratis"})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["fee"]
