"""A championship set up, changed while it may be, finished and resumed."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from scoring.presets import PRESETS
from tests import factories
from tests.services.conftest import DESK, published_hall, refusal_of
from tournament.models import Championship, Membership
from tournament.services import championships, games, rounds
from tournament.services.championships import ChampionshipDetails

pytestmark = pytest.mark.django_db
DETAILS = ChampionshipDetails("Festa Major de Vilaplana", date(2026, 7, 25), place="Vilaplana")


def created(details: ChampionshipDetails = DETAILS, **options: Any) -> Championship:
    options = {"preset": "vilaplana-2011", "owner": options.pop("owner", None) or factories.user()} | options
    return championships.create(details, actor=DESK, **options)


def changed(championship: Championship, **changes: Any) -> None:
    details = changes.pop("details", DETAILS)
    championships.update(championship.pk, details, changes, version=championship.settings_version, actor=DESK)
    championship.refresh_from_db()


# --- Set up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_a_championship_begins_with_the_regulation_of_its_preset(preset: str) -> None:
    assert created(preset=preset).regulation == PRESETS[preset].to_dict()


def test_its_owner_is_its_director() -> None:
    owner = factories.user()
    championship = created(owner=owner)
    assert championship.memberships.get().role == Membership.Role.DIRECTOR
    assert championship.memberships.get().user == owner


def test_a_form_sent_twice_makes_one_championship() -> None:
    owner = factories.user()
    assert created(owner=owner, client_id="one") == created(owner=owner, client_id="one")
    assert Championship.objects.count() == 1


def test_two_championships_of_one_name_have_their_own_addresses() -> None:
    assert [created().slug, created().slug] == ["festa-major-de-vilaplana", "festa-major-de-vilaplana-2"]


@pytest.mark.parametrize("name", ["Nou", "entra", "Surt"])
def test_no_championship_takes_an_address_of_the_desk(name: str) -> None:
    assert created(replace(DETAILS, name=name)).slug == f"{name.lower()}-2"


def test_a_name_of_signs_only_still_has_an_address() -> None:
    assert created(replace(DETAILS, name="♠ ♥")).slug == "campionat"


def test_the_lot_has_the_seed_that_is_given_or_one_of_its_own() -> None:
    assert created(replace(DETAILS, lot_seed="visca la manilla")).lot_seed == "visca la manilla"
    assert created().lot_seed != created().lot_seed


@pytest.mark.parametrize(
    ("details", "preset", "code"),
    [
        (replace(DETAILS, name="  "), "ponent", "name_missing"),
        (replace(DETAILS, name="V" * 81), "ponent", "too_long"),
        (replace(DETAILS, lot_seed="7" * 61), "ponent", "too_long"),
        (replace(DETAILS, time_zone="Europe/Vilaplana"), "ponent", "time_zone"),
        (DETAILS, "vilaplana-1714", "preset_unknown"),
    ],
)
def test_what_cannot_be_is_refused(details: ChampionshipDetails, preset: str, code: str) -> None:
    refusal = refusal_of(championships.create, details, preset=preset, owner=factories.user())
    assert refusal.code == code
    assert not Championship.objects.exists()


# --- Changed -----------------------------------------------------------------------------------


def test_before_the_first_round_every_field_changes_freely() -> None:
    championship = created()
    changed(championship, winner_cap=None, tie_rule="half_win", missed_round=[1, 0, 0])
    assert championship.regulation["winner_cap"] is None
    assert championship.regulation["tie_rule"] == "half_win"
    assert championship.regulation["missed_round"] == [1, 0, 0]


def test_settings_based_on_an_old_page_are_refused() -> None:
    championship = created()
    changed(championship, rounds=6)
    refusal = refusal_of(championships.update, championship.pk, DETAILS, {"rounds": 7}, version=1)
    assert refusal.code == "stale_version"
    assert Championship.objects.get(pk=championship.pk).regulation["rounds"] == 6


def test_games_recorded_meanwhile_do_not_make_a_settings_page_old() -> None:
    hall = published_hall(4)
    seen = Championship.objects.get(pk=hall.championship.pk)
    games.walkover(hall.games[0].pk, "a", reason="avís", actor=DESK)
    changed(seen, rounds=6)
    assert seen.regulation["rounds"] == 6


def test_an_impossible_regulation_changes_nothing() -> None:
    championship = created()
    refusal = refusal_of(championships.update, championship.pk, DETAILS, {"winner_cap": 50}, version=None)
    assert refusal.code == "regulation_cap"
    championship.refresh_from_db()
    assert championship.regulation["winner_cap"] == 136


@pytest.mark.parametrize(
    "changes", [{"winner_cap": None}, {"tie_rule": "half_win"}, {"doubling_scale": [2, 3, 5]}]
)
def test_once_round_one_is_published_what_games_are_counted_by_is_locked(changes: dict[str, Any]) -> None:
    championship = published_hall(4).championship
    details = replace(DETAILS, lot_seed=championship.lot_seed)
    refusal = refusal_of(championships.update, championship.pk, details, changes, version=None)
    assert (refusal.code, [refusal.facts["field"]]) == ("settings_locked", list(changes))


def test_once_round_one_is_published_the_seed_of_its_lot_is_locked() -> None:
    championship = published_hall(4).championship
    details = replace(DETAILS, lot_seed="una altra")
    assert (
        refusal_of(championships.update, championship.pk, details, {}, version=None).code == "settings_locked"
    )


def test_times_and_rounds_change_while_it_runs_but_not_below_what_was_drawn() -> None:
    championship = published_hall(4).championship
    details = replace(DETAILS, lot_seed="")
    changes = {"rounds": 1, "min_minutes": 45, "no_show_minutes": 20}
    championships.update(championship.pk, details, changes, version=None, actor=DESK)
    hall_refusal = refusal_of(championships.update, championship.pk, details, {"rounds": None}, version=None)
    assert hall_refusal.code == "rounds_below_drawn"


def test_more_rounds_would_tell_a_last_round_that_is_kept_so_it_is_asked_first() -> None:
    of = published_hall(4, changes={"rounds": 1}, secret_last_round=True, name=DETAILS.name).championship
    kept, told = replace(DETAILS, secret_last_round=True), replace(DETAILS, secret_last_round=False)
    for name in ("pairing_method", "club_rule", "lot_seed"):
        kept, told = (replace(each, **{name: getattr(of, name)}) for each in (kept, told))
    sent = {"version": of.settings_version}
    refusal = refusal_of(championships.update, of.pk, kept, {"rounds": 2}, **sent)
    assert (refusal.code, refusal.facts["round"]) == ("rounds_keep_secret", 1)
    championships.update(of.pk, told, {"rounds": 2}, actor=DESK, **sent)


def test_after_unpublishing_everything_changes_freely_again() -> None:
    hall = published_hall(4)
    rounds.unpublish(hall.round.pk, actor=DESK)
    championships.update(hall.championship.pk, DETAILS, {"winner_cap": None}, version=None, actor=DESK)
    assert Championship.objects.get(pk=hall.championship.pk).regulation["winner_cap"] is None


# --- Finished ----------------------------------------------------------------------------------


def test_a_championship_is_finished_once_its_last_round_is_closed() -> None:
    hall = published_hall(4)
    assert refusal_of(championships.finish, hall.championship.pk).code == "round_not_closed"
    for game in hall.games:
        games.walkover(game.pk, "a", reason="avís", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    games.reopen(hall.games[0].pk, reason="x", actor=DESK)
    refusal = refusal_of(championships.finish, hall.championship.pk)
    assert (refusal.code, refusal.facts["tables"]) == ("games_open", [(1, 1)])
    games.walkover(hall.games[0].pk, "b", reason="avís", actor=DESK)
    championships.finish(hall.championship.pk, actor=DESK)
    assert Championship.objects.get(pk=hall.championship.pk).state == "finished"


def test_without_a_round_there_is_nothing_to_finish() -> None:
    assert refusal_of(championships.finish, created().pk).code == "no_round_played"


def test_a_finished_championship_is_resumed() -> None:
    championship = factories.championship(state="finished")
    championships.resume(championship.pk, actor=DESK)
    championship.refresh_from_db()
    assert championship.state == "running"


def test_a_draft_left_over_is_named_when_the_championship_is_to_finish() -> None:
    hall = published_hall(4)
    for game in hall.games:
        games.walkover(game.pk, "a", reason="avís", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    rounds.draft(hall.championship.pk, actor=DESK)
    assert refusal_of(championships.finish, hall.championship.pk).code == "draft_left"


def test_only_a_finished_championship_is_resumed() -> None:
    championship = factories.championship()
    championships.resume(championship.pk, actor=DESK)
    assert Championship.objects.get(pk=championship.pk).state == Championship.State.SETUP


# --- Fee and capacity ----------------------------------------------------------------------------


def test_fee_and_capacity_are_kept_and_logged_as_money() -> None:
    championship = created()
    changed(championship, details=replace(DETAILS, fee=Decimal("12.5"), capacity=40))
    assert (championship.fee, championship.capacity) == (Decimal("12.50"), 40)
    entry = championship.log.get(what="update")
    assert entry.before == {"capacity": None, "fee": "0.00"}
    assert entry.after == {"capacity": 40, "fee": "12.50"}


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("fee", Decimal("-1"), "fee_range"),
        ("fee", Decimal(10000), "fee_range"),
        ("capacity", 0, "capacity_range"),
        ("capacity", 10000, "capacity_range"),
    ],
)
def test_a_fee_or_capacity_that_cannot_be_is_refused(field: str, value: Any, code: str) -> None:
    owner = factories.user()
    details = replace(DETAILS, **{field: value})
    refusal = refusal_of(championships.create, details, preset="vilaplana-2011", owner=owner)
    assert (refusal.code, refusal.facts["field"]) == (code, field)
