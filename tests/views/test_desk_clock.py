"""The desk's clock by http: what is read, what is pressed, what is refused and kept (E 12.3.3, E 13.3)."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import championship, game, hand, round_
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Championship, Game, Membership, Round
from tournament.queries.rounds import clock_of, pauses_of

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")


def playing(minutes_ago: float = 20, tables: int = 1) -> Round:
    of = round_(published_at=timezone.now() - timedelta(minutes=minutes_ago))
    for _ in range(tables):
        game(of)
    return of


def desk_of(of: Round, role: str = Membership.Role.DIRECTOR) -> tuple[Client, str]:
    client, _of, desk = at_desk(of.championship, role=role, language="en")
    return client, desk


def press(client: Client, desk: str, action: str, **fields: Any) -> Any:
    return client.post(f"{desk}rellotge/{action}/", fields)


def only_game(of: Round) -> Game:
    return of.games.get()


def test_the_page_shows_the_clock_what_to_read_aloud_and_every_table() -> None:
    client, desk = desk_of(playing(tables=2))
    page = text_of(client.get(f"{desk}rellotge/"))
    for words in ("Read it aloud", "Games run until", "Table by table", "Pauses"):
        assert words in page


def test_without_a_round_the_breaks_of_the_day_can_be_noted() -> None:
    client, of, desk = at_desk(language="en")
    assert "No round is in play" in text_of(client.get(f"{desk}rellotge/"))
    answer = press(client, desk, "pause", reason="dinar", begins="13:30", ends="15:30")
    assert answer.status_code == 302
    of.refresh_from_db()
    assert [pause.reason for pause in pauses_of(of)] == ["dinar"]


def test_a_pause_begins_now_is_shown_everywhere_and_ends() -> None:
    of = playing()
    client, desk = desk_of(of)
    press(client, desk, "pause", reason="alarma")
    for page in (f"{desk}rellotge/", f"/en/c/{of.championship.slug}/", f"/en/f/{only_game(of).token}/"):
        assert "Pause: alarma" in text_of(Client().get(page) if "organitz" not in page else client.get(page))
    of.championship.refresh_from_db()
    begins = of.championship.pauses[0]["begins"]
    press(client, desk, "pause_end", begins=begins)
    of.championship.refresh_from_db()
    assert of.championship.pauses[0]["ends"] is not None
    press(client, desk, "pause_reopen", begins=begins)
    press(client, desk, "pause_drop", begins=begins)
    of.championship.refresh_from_db()
    assert of.championship.pauses == []


def test_what_was_typed_stays_where_a_pause_is_refused() -> None:
    client, desk = desk_of(playing())
    soon = (timezone.localtime(timezone=MADRID) + timedelta(hours=3)).strftime("%H:%M")
    answer = press(client, desk, "pause", reason="dinar & vi", begins=soon)
    assert (answer.status_code, answer.context["forms"]["pause"]["reason"].value()) == (422, "dinar & vi")
    assert "needs the time at which play goes on" in text_of(answer)


def test_minutes_need_a_reason_beside_the_field() -> None:
    client, desk = desk_of(playing())
    answer = press(client, desk, "minutes", minutes="5")
    assert (answer.status_code, list(answer.context["forms"]["minutes"].errors)) == (422, ["reason"])


def test_minutes_for_all_and_for_one_table_are_given_and_taken_back() -> None:
    of = playing()
    client, desk = desk_of(of)
    table = only_game(of).pk
    press(client, desk, "minutes", minutes="3", reason="el so")
    press(client, desk, "table_minutes", minutes="5", reason="revisió", game=table)
    of.refresh_from_db()
    assert (of.extra_minutes, only_game(of).extra_minutes) == (3, 5)
    assert "table 1 +8, the others +3" in text_of(Client().get(f"/en/c/{of.championship.slug}/"))
    assert "+8 min" in text_of(Client().get(f"/en/f/{only_game(of).token}/"))
    press(client, desk, "minutes_back", minutes="3")
    press(client, desk, "table_minutes_back", minutes="5", game=table)
    of.refresh_from_db()
    assert (of.extra_minutes, only_game(of).extra_minutes) == (0, 0)


def test_two_who_give_the_same_minutes_are_told_of_each_other() -> None:
    of = playing()
    client, desk = desk_of(of)
    assert '<input type="hidden" name="seen" value="0">' in client.get(f"{desk}rellotge/").content.decode()
    press(client, desk, "minutes", minutes="3", reason="el so", seen="0")
    refused = press(client, desk, "minutes", minutes="3", reason="el so", seen="0")
    author = of.championship.log.latest("pk").user
    assert author is not None
    said = f"Meanwhile {author.get_username()} changed the extra minutes from 0 to 3."
    assert (refused.status_code, said in text_of(refused)) == (422, True)
    assert '<input type="hidden" name="seen" value="3">' in refused.content.decode()
    answer = client.post(
        f"{desk}rellotge/minutes/", {"minutes": "3", "reason": "el so", "seen": "3"}, follow=True
    )
    assert "All tables have 6 minutes more in all." in text_of(answer)


def test_two_who_note_the_same_pause_are_told_of_each_other() -> None:
    of = playing()
    client, desk = desk_of(of)
    press(client, desk, "pause", reason="dinar")
    refused = press(client, desk, "pause", reason="dinar")
    begins = timezone.localtime(pauses_of(Round.objects.get().championship)[0].begins, MADRID)
    said = f"There is a pause already since {begins:%H:%M} (dinar): end it first."
    assert (refused.status_code, said in text_of(refused)) == (422, True)


def test_one_tables_last_hand_is_one_tap_and_its_phone_reads_it() -> None:
    of = playing(60)
    hand(only_game(of), 4, 0)
    client, desk = desk_of(of)
    assert "Last hand: hand 2" in text_of(client.get(f"{desk}rellotge/"))
    press(client, desk, "table_last_hand", game=only_game(of).pk)
    assert "Last hand: hand 2" in text_of(Client().get(f"/en/f/{only_game(of).token}/?dats=1"))
    press(client, desk, "table_take_back", game=only_game(of).pk)
    assert only_game(of).last_hand is None


def test_one_tables_end_is_announced_and_refused_before_its_floor() -> None:
    of = playing(20)
    client, desk = desk_of(of)
    table = only_game(of).pk
    early = (timezone.localtime(timezone=MADRID) + timedelta(minutes=10)).strftime("%H:%M")
    refused = press(client, desk, "table_end", at=early, game=table, table="1")
    assert (refused.status_code, refused.context["chosen"].view.table) == (422, 1)
    later = (timezone.localtime(timezone=MADRID) + timedelta(minutes=70)).strftime("%H:%M")
    press(client, desk, "table_end", at=later, game=table, table="1")
    assert only_game(of).ends_at is not None


def test_a_table_whose_end_has_come_is_closed_with_one_tap_and_reopened() -> None:
    of = playing(90)
    hand(only_game(of), 4, 0)
    of.last_hand_at = timezone.now()
    of.save()
    client, desk = desk_of(of)
    assert "Close now: art. 12.3.3" in text_of(client.get(f"{desk}rellotge/"))
    press(client, desk, "close_table", game=only_game(of).pk)
    assert only_game(of).stopped == Game.Stopped.LAST_HAND
    press(client, desk, "play_on", game=only_game(of).pk)
    assert only_game(of).stopped == ""


def test_a_table_that_plays_on_is_noted_as_an_infraction() -> None:
    """E 17.5"""
    of = playing(90)
    of.last_hand_at = timezone.now()
    of.save()
    client, desk = desk_of(of)
    address = f"{desk}taules/{only_game(of).pk}/faltes/nova/"
    assert address in text_of(client.get(f"{desk}rellotge/?taula=1"))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("action", "side", "kind", "winner"),
    [
        ("walkover", "a", Game.Kind.WALKOVER, "a"),
        ("walkover", "b", Game.Kind.WALKOVER, "b"),
        ("both_absent", "", Game.Kind.BOTH_ABSENT, ""),
    ],
)
def test_a_pair_that_does_not_come_is_decided_and_undone_from_the_first_page(
    action: str, side: str, kind: str, winner: str
) -> None:
    """E 13.3, D 3"""
    of = playing(16)
    client, desk = desk_of(of)
    assert "nobody seen after 16 minutes" in text_of(client.get(desk))
    press(client, desk, action, game=only_game(of).pk, side=side)
    assert (only_game(of).kind, only_game(of).winner) == (kind, winner)
    assert "It may be undone only while" in text_of(client.get(f"{desk}rellotge/"))
    press(client, desk, "undo_absence", game=only_game(of).pk)
    assert only_game(of).kind == Game.Kind.PLAYED


def test_a_wait_hides_a_table_and_is_taken_back() -> None:
    of = playing(16)
    client, desk = desk_of(of)
    press(client, desk, "wait", game=only_game(of).pk)
    page = text_of(client.get(desk))
    assert ("nobody seen" in page, "is waited for until" in page) == (False, True)
    press(client, desk, "wait_no_longer", game=only_game(of).pk)
    assert "nobody seen" in text_of(client.get(desk))


def test_a_walkover_against_a_pair_that_has_begun_is_refused_in_words() -> None:
    of = playing(16)
    hand(only_game(of), 4, 0)
    client, desk = desk_of(of)
    refused = press(client, desk, "walkover", game=only_game(of).pk, side="a")
    assert (refused.status_code, refused.context["refusal"].code) == (422, "game_begun")


def test_the_list_is_sent_again_only_when_it_has_changed() -> None:
    of = playing(16)
    client, desk = desk_of(of)
    address = f"{desk}rellotge/absents/"
    mark = client.get(address).context["no_shows"].mark
    assert client.get(f"{address}?v={mark}").status_code == 204
    press(client, desk, "wait", game=only_game(of).pk)
    assert client.get(f"{address}?v={mark}").status_code == 200


def test_helpers_read_the_clock_and_decide_nothing() -> None:
    of = playing(16)
    client, desk = desk_of(of, Membership.Role.HELPER)
    page = text_of(client.get(f"{desk}rellotge/"))
    assert ("Read it aloud" in page, "Note the pause" in page, "51–0 for pair" in page) == (
        True,
        False,
        False,
    )
    assert press(client, desk, "pause").status_code == 403


@pytest.mark.parametrize(
    ("action", "fields", "code"),
    [
        ("wait", {"game": "x"}, "game_gone"),
        ("pause_end", {"begins": "ahir"}, "pause_gone"),
        ("pause_drop", {}, "pause_gone"),
    ],
)
def test_what_is_no_longer_there_is_said(action: str, fields: dict[str, str], code: str) -> None:
    client, desk = desk_of(playing())
    refused = press(client, desk, action, **fields)
    assert (refused.status_code, refused.context["refusal"].code) == (422, code)


def test_minutes_without_a_round_in_play_are_refused() -> None:
    client, _of, desk = at_desk(championship(), language="en")
    assert press(client, desk, "minutes", minutes="5", reason="x").status_code == 422


def test_an_unknown_action_is_no_page() -> None:
    client, desk = desk_of(playing())
    assert press(client, desk, "stop_time").status_code == 404


def test_the_page_costs_the_same_for_one_table_and_for_three() -> None:
    counts = []
    for tables in (1, 3):
        client, desk = desk_of(playing(60, tables))
        counts.append(queries_of(client, f"{desk}rellotge/"))
    assert counts[0] == counts[1]


def test_the_announced_end_of_a_paused_round_is_told_as_it_stands_now() -> None:
    of = playing(20)
    client, desk = desk_of(of)
    meant: datetime = (timezone.localtime(timezone=MADRID) + timedelta(minutes=60)).replace(
        second=0, microsecond=0
    )
    client.post(f"{desk}rondes/1/announce_end/", {"at": meant.strftime("%H:%M")})
    begins = timezone.now() + timedelta(minutes=5)
    ends = begins + timedelta(minutes=10)
    of.championship.pauses = [{"begins": begins.isoformat(), "ends": ends.isoformat(), "reason": ""}]
    of.championship.save()
    of.refresh_from_db()
    assert clock_of(of).ends_at == meant + timedelta(minutes=10)


def test_an_end_before_the_floor_asks_why_and_with_a_reason_it_holds_and_the_hall_reads_it() -> None:
    of = playing(minutes_ago=5)
    client, desk = desk_of(of)
    at = timezone.localtime(timezone.now() + timedelta(minutes=15), MADRID).strftime("%H:%M")
    end = f"{desk}rondes/1/announce_end/"
    assert "I decide it" not in text_of(client.get(desk)).split("this hand is the last")[0]
    asked = text_of(client.post(end, {"at": at}))
    assert "a game has that time at least" in asked
    assert "I decide it (art. 17.2), because" in asked.split("this hand is the last")[0]
    assert client.post(end, {"at": at, "reason": "plou"}).status_code == 302
    said = "Ended before the least time by decision of the organisers (art. 17.2): plou"
    for page in (desk, f"/en/c/{of.championship.slug}/", f"/en/f/{only_game(of).token}/?dats=1"):
        assert said in text_of(client.get(page)), page


def test_a_table_s_own_end_before_its_floor_asks_why_too() -> None:
    of = playing(minutes_ago=5)
    client, desk = desk_of(of)
    at = timezone.localtime(timezone.now() + timedelta(minutes=15), MADRID).strftime("%H:%M")
    told = {"game": only_game(of).pk, "table": 1, "at": at}
    assert 'id="table_end_reason"' in text_of(press(client, desk, "table_end", **told))
    assert press(client, desk, "table_end", **told, reason="plou").status_code == 302
    assert only_game(of).despite_floor == "plou"


def test_the_last_hand_before_the_floor_is_announced_with_a_reason() -> None:
    of = playing(minutes_ago=5)
    client, desk = desk_of(of)
    address = f"{desk}rondes/1/announce_last_hand/"
    assert client.post(address).status_code == 422
    assert client.post(address, {"reason": "plou"}).status_code == 302
    of.refresh_from_db()
    assert of.despite_floor == "plou"


def test_a_table_s_own_last_hand_before_its_floor_asks_why_and_is_told_to_the_table() -> None:
    """E 17.2"""
    of = playing(minutes_ago=5)
    hand(only_game(of), 4, 0)
    client, desk = desk_of(of)
    told = {"game": only_game(of).pk, "table": 1}
    assert 'id="table_last_hand_reason"' in text_of(client.get(f"{desk}rellotge/?taula=1"))
    refused = text_of(press(client, desk, "table_last_hand", **told))
    assert "a game has that time at least" in refused
    assert press(client, desk, "table_last_hand", **told, reason="plou").status_code == 302
    assert (only_game(of).last_hand, only_game(of).despite_floor) == (2, "plou")
    assert "(art. 17.2): plou" in text_of(Client().get(f"/en/f/{only_game(of).token}/?dats=1"))


def test_what_was_typed_for_one_table_stays_beside_what_was_refused() -> None:
    of = playing(minutes_ago=5)
    client, desk = desk_of(of)
    begins = timezone.now() + timedelta(minutes=10)
    pause = {"begins": begins.isoformat(), "ends": (begins + timedelta(minutes=20)).isoformat(), "reason": ""}
    Championship.objects.update(pauses=[pause])
    at = timezone.localtime(timezone.now() + timedelta(minutes=15), MADRID).strftime("%H:%M")
    told = {"game": only_game(of).pk, "table": 1, "at": at, "reason": "plou"}
    refused = press(client, desk, "table_end", **told)
    assert refused.context["forms"]["table_end"].non_field_errors()[0] in text_of(refused)
    assert 'value="plou"' in text_of(refused)


def test_one_tables_end_that_is_hours_away_is_announced_only_with_its_tick() -> None:
    of = playing(60)
    client, desk = desk_of(of)
    far = (timezone.localtime(timezone=MADRID) + timedelta(hours=5)).strftime("%H:%M")
    said = {"at": far, "game": only_game(of).pk, "table": "1"}
    refused = press(client, desk, "table_end", **said)
    assert (refused.status_code, only_game(of).ends_at) == (422, None)
    assert 'name="sure"' in refused.content.decode()
    assert press(client, desk, "table_end", **said, sure="on").status_code == 302
    assert only_game(of).ends_at is not None
