"""Rounds at the desk: drawn, published, announced, closed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.errors import RuleError
from tests.factories import confirmed, game, hand, pairs, round_
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.forms.championships import next_at
from tournament.models import Membership, Round

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")


def playing(minutes_ago: int = 20) -> Round:
    of = round_(published_at=timezone.now() - timedelta(minutes=minutes_ago))
    game(of)
    return of


def test_a_round_is_drawn_looked_at_and_published() -> None:
    client, of, desk = at_desk(with_pairs(5))
    drawn = client.post(f"{desk}rondes/1/draft/")
    assert drawn["Location"] == f"{desk}rondes/1/"
    page = client.get(drawn["Location"])
    meetings = page.context["draw"].meetings
    assert [meeting.is_bye for meeting in meetings] == [False, False, True]
    assert all(meeting.reasons for meeting in meetings)
    client.post(f"{desk}rondes/1/publish/")
    assert of.rounds.get().state == Round.State.PUBLISHED


def test_the_first_round_shows_its_seed() -> None:
    client, _of, desk = at_desk(with_pairs(4, lot_seed="visca la manilla"))
    client.post(f"{desk}rondes/1/draft/")
    assert "visca la manilla" in text_of(client.get(f"{desk}rondes/1/"))


def test_the_sheets_of_a_draft_are_printed_before_the_clock_runs() -> None:
    client, of, desk = at_desk(with_pairs(4))
    client.post(f"{desk}rondes/1/draft/")
    address = f"{desk}imprimeix/fulls/1.pdf"
    assert address in text_of(client.get(f"{desk}rondes/1/"))
    assert address in text_of(client.get(f"{desk}imprimeix/"))
    assert client.get(address)["Content-Type"] == "application/pdf"
    tokens = sorted(of.rounds.get().games.values_list("token"))
    client.post(f"{desk}rondes/1/publish/")
    assert sorted(of.rounds.get().games.values_list("token")) == tokens


def test_the_sheets_of_a_draft_that_no_longer_fits_are_not_offered() -> None:
    client, of, desk = at_desk(with_pairs(4))
    client.post(f"{desk}rondes/1/draft/")
    pairs(1, of)
    for page in ("rondes/1/", "imprimeix/"):
        assert "fulls/1.pdf" not in text_of(client.get(f"{desk}{page}"))


def test_a_draft_can_be_thrown_away() -> None:
    client, of, desk = at_desk(with_pairs(4))
    client.post(f"{desk}rondes/1/draft/")
    client.post(f"{desk}rondes/1/discard/")
    assert not of.rounds.exists()


def test_a_draft_without_pairs_is_refused_on_the_first_page() -> None:
    client, _of, desk = at_desk()
    response = client.post(f"{desk}rondes/1/draft/")
    assert response.status_code == 422
    assert 'role="alert"' in text_of(response)


def test_an_outdated_draft_is_said_and_not_published() -> None:
    client, of, desk = at_desk(with_pairs(4))
    client.post(f"{desk}rondes/1/draft/")
    pairs(1, of)
    assert client.get(f"{desk}rondes/1/").context["draft"].is_outdated
    assert client.post(f"{desk}rondes/1/publish/").status_code == 422
    assert of.rounds.get().state == Round.State.DRAFT


def test_a_publication_is_taken_back_while_nothing_has_begun() -> None:
    of = playing()
    client, _of, desk = at_desk(of.championship)
    assert (
        client.post(f"{desk}rondes/1/unpublish/", {"typed_word": "RETIRA"})["Location"] == f"{desk}rondes/1/"
    )
    of.refresh_from_db()
    assert of.state == Round.State.DRAFT


def test_a_round_that_has_begun_stays_published_and_says_why() -> None:
    of = playing()
    hand(of.games.get(), 4, 0)
    client, _of, desk = at_desk(of.championship)
    response = client.post(f"{desk}rondes/1/unpublish/", {"typed_word": "RETIRA"})
    assert response.status_code == 422
    assert response.context["refusal"].code == "round_begun"
    of.refresh_from_db()
    assert of.state == Round.State.PUBLISHED


def test_a_step_of_a_round_that_is_gone_is_refused_in_words() -> None:
    client, _of, desk = at_desk(with_pairs(4))
    response = client.post(f"{desk}rondes/1/publish/")
    assert response.status_code == 422
    refusal = response.context["refusal"]
    assert isinstance(refusal, RuleError)
    assert refusal.code == "round_gone"


def test_the_end_is_announced_as_the_clock_of_the_hall_shows_it() -> None:
    of = playing(minutes_ago=51)
    client, _of, desk = at_desk(of.championship)
    meant = (timezone.now() + timedelta(minutes=30)).replace(second=0, microsecond=0)
    client.post(f"{desk}rondes/1/announce_end/", {"at": f"{meant.astimezone(MADRID):%H:%M}"})
    of.refresh_from_db()
    assert of.ends_at == meant


def test_an_end_before_the_floor_is_refused_beside_its_field_and_kept() -> None:
    of = playing(minutes_ago=1)
    client, _of, desk = at_desk(of.championship)
    soon = (timezone.now() + timedelta(minutes=5)).astimezone(MADRID)
    response = client.post(f"{desk}rondes/1/announce_end/", {"at": f"{soon:%H:%M}"})
    assert response.status_code == 422
    assert list(response.context["end_form"].errors) == ["at"]
    assert f'value="{soon:%H:%M}"' in text_of(response)
    of.refresh_from_db()
    assert of.ends_at is None


@pytest.mark.parametrize("typed", ["", "25:00", "aviat"])
def test_a_time_that_is_none_is_asked_for_again(typed: str) -> None:
    client, _of, desk = at_desk(playing().championship)
    assert client.post(f"{desk}rondes/1/announce_end/", {"at": typed}).status_code == 422


def test_before_the_floor_the_last_hand_is_announced_only_for_a_reason() -> None:
    early, late = playing(minutes_ago=20), playing(minutes_ago=51)
    for of, asks in ((early, True), (late, False)):
        client, _of, desk = at_desk(of.championship)
        assert ('id="last-hand-reason"' in text_of(client.get(desk))) is asks


def test_the_last_hand_is_announced_and_taken_back() -> None:
    of = playing(minutes_ago=51)
    client, _of, desk = at_desk(of.championship)
    client.post(f"{desk}rondes/1/announce_last_hand/")
    of.refresh_from_db()
    assert of.last_hand_at is not None
    client.post(f"{desk}rondes/1/take_back/")
    of.refresh_from_db()
    assert of.last_hand_at is None


def test_a_round_is_closed_when_all_is_confirmed_and_not_before() -> None:
    of = playing()
    client, _of, desk = at_desk(of.championship)
    assert client.post(f"{desk}rondes/1/close/").status_code == 422
    confirmed(of.games.get(), 101, 40)
    assert client.post(f"{desk}rondes/1/close/").status_code == 302
    of.refresh_from_db()
    assert of.state == Round.State.CLOSED


def test_a_button_pressed_twice_does_it_once() -> None:
    client, of, desk = at_desk(with_pairs(4))
    for _ in range(2):
        assert client.post(f"{desk}rondes/1/draft/", {"client_id": "una-vegada"}).status_code == 302
    assert of.log.filter(what="draft").count() == 1


@pytest.mark.parametrize("address", ["rondes/9/", "rondes/0/"])
def test_a_round_that_cannot_be_is_not_there(address: str) -> None:
    client, _of, desk = at_desk()
    assert client.get(f"{desk}{address}").status_code in (302, 404)


@pytest.mark.parametrize("action", ["publish", "draft", "close", "announce_end"])
def test_a_helper_does_not_run_rounds(action: str) -> None:
    client, _of, desk = at_desk(playing().championship, role=Membership.Role.HELPER)
    assert client.post(f"{desk}rondes/1/{action}/").status_code == 403


@pytest.mark.parametrize(
    ("now", "wall", "meant"),
    [
        ("2026-07-25 09:00", "12:30", "2026-07-25 10:30"),
        ("2026-07-25 09:00", "10:30", "2026-07-25 08:30"),
        ("2026-07-25 21:50", "00:20", "2026-07-25 22:20"),
        ("2026-07-25 22:10", "00:40", "2026-07-25 22:40"),
        ("2026-12-05 09:00", "12:30", "2026-12-05 11:30"),
    ],
)
def test_a_time_on_the_wall_is_an_instant(now: str, wall: str, meant: str) -> None:
    at = next_at(
        datetime.strptime(wall, "%H:%M").time(), "Europe/Madrid", datetime.fromisoformat(f"{now}+00:00")
    )
    assert at.astimezone(UTC) == datetime.fromisoformat(f"{meant}+00:00")


def test_only_the_draft_that_is_looked_at_is_published() -> None:
    client, of, desk = at_desk(with_pairs(4))
    client.post(f"{desk}rondes/1/draft/")
    seen = of.rounds.get().pk
    assert f'name="round" value="{seen}"' in client.get(f"{desk}rondes/1/").content.decode()
    client.post(f"{desk}rondes/1/draft/")
    refused = client.post(f"{desk}rondes/1/publish/", {"round": seen})
    assert refused.status_code == 422
    assert of.rounds.get().state == Round.State.DRAFT
    assert client.post(f"{desk}rondes/1/publish/", {"round": of.rounds.get().pk}).status_code == 302
    assert of.rounds.get().state == Round.State.PUBLISHED


def test_an_end_that_is_hours_away_is_announced_only_with_its_tick() -> None:
    of = playing(minutes_ago=51)
    client, _of, desk = at_desk(of.championship, language="en")
    far = (timezone.now() + timedelta(hours=5)).astimezone(MADRID)
    sent = {"at": f"{far:%H:%M}"}
    page = client.post(f"{desk}rondes/1/announce_end/", sent)
    assert (page.status_code, list(page.context["end_form"].errors)) == (422, ["at"])
    assert 'name="sure"' in page.content.decode()
    of.refresh_from_db()
    assert of.ends_at is None
    assert client.post(f"{desk}rondes/1/announce_end/", sent | {"sure": "on"}).status_code == 302
    of.refresh_from_db()
    assert of.ends_at == far.replace(second=0, microsecond=0)
