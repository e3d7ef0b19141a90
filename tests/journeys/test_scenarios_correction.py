"""Scenarios of corrections: a confirmed sheet opened, changed as a whole, and what it moves elsewhere."""

from typing import Any

import pytest
from django.test import Client

from tests.journeys.scenes import championship_of, game_at, play, play_out, published
from tests.services.conftest import DESK, TABLE, seated
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.models import Championship, Game, LogEntry, PlayedHand, Round, Seat
from tournament.queries.games import GameView, view_of
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import games, hands, mishaps
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db

ELEVEN = "a12 b9 a10 b8 a14 b20 a9 b30 a20 b26 a36"


def write(game: Game, rows: str) -> None:
    """Hands of plain trump, `a12` for twelve points of the left pair, and the game confirmed."""
    for row in rows.split():
        hands.record_hand(game.pk, HandEntry("", row[0], points=int(row[1:])), after=None, actor=DESK)
    games.confirm(game.pk, actor=DESK)


def stored(of: Championship) -> list[Any]:
    """Everything that a correction could touch, and how often something was written."""
    rows = [[*model.objects.order_by("pk").values()] for model in (Game, Seat, PlayedHand, LogEntry)]
    return [*rows, Championship.objects.get(pk=of.pk).version]


def now(game: Game) -> GameView:
    return view_of(Game.objects.get(pk=game.pk))


def fields_of(page: Any, **changes: str) -> dict[str, str]:
    """The form as a browser would send it, with what somebody typed into it."""
    form = page.context["form"]
    return {**form.typed(), "version": str(form["version"].value()), "reason": "Mal copiat"} | changes


def corrected(client: Client, address: str, **changes: str) -> Any:
    """From the opened sheet to the page that shows what it moves."""
    return client.post(address, fields_of(client.get(address), **changes) | {"step": "look"})


def saved(client: Client, address: str, page: Any, **choice: str) -> Any:
    shown = {f"tables_{plan.again}": " ".join(map(str, plan.tables)) for plan in page.context["effect"].plans}
    fields = {**page.context["typed"], **shown, "announcement": page.context["announcement"], "again": "keep"}
    return client.post(address, fields | {"step": "save"} | choice)


# --- B003 ----------------------------------------------------------------------------------------


def test_b003_opened_for_correction_and_left_in_any_way_the_sheet_is_as_it_was() -> None:
    client, of, desk = at_desk(championship_of(4), language="en")
    game = game_at(published(of), 1)
    write(game, ELEVEN)
    assert now(game).counted == (101, 93)
    address, before = f"{desk}partida/{game.pk}/correccio/", stored(of)
    page = client.get(address)  # closing the tab or going back sends nothing more
    assert page.context["form"]["rows"].value().splitlines() == [
        "12", "9 -", "10", "8 -", "14", "20 -", "9", "30 -", "20", "26 -", "36",
    ]  # fmt: skip
    leave = f'href="{desk}partida/{game.pk}/"'
    assert page.content.decode().count(leave) == 2
    assert client.get(f"{desk}partida/{game.pk}/").status_code == 200
    assert client.post(address, fields_of(page) | {"step": "look"}).status_code == 422  # nothing was changed
    assert client.post(address, fields_of(page, rows="101") | {"step": "edit"}).status_code == 200
    assert stored(of) == before
    assert now(game).is_confirmed


def test_b003_what_a_correction_would_change_is_shown_and_not_written() -> None:
    client, of, desk = at_desk(championship_of(4), language="en")
    game = game_at(published(of), 1)
    write(game, ELEVEN)
    address, before = f"{desk}partida/{game.pk}/correccio/", stored(of)
    rows = now(game).sheet.totals
    page = corrected(
        client, address, rows=client.get(address).context["form"]["rows"].value().replace("20 -", "22 -", 1)
    )
    assert (page.status_code, rows) == (200, (101, 93))
    assert page.context["effect"].after.counted == (101, 95)
    assert stored(of) == before


# --- B004 ----------------------------------------------------------------------------------------


SIX = "a30 a20 b20 b20 a15 a36"


def six_hands() -> tuple[Client, Championship, Game, str]:
    client, of, desk = at_desk(championship_of(4), language="en")
    game = game_at(published(of), 1)
    write(game, SIX)
    assert now(game).counted == (101, 40)
    return client, of, game, f"{desk}partida/{game.pk}/correccio/"


def test_b004_hand_2_changed_and_hand_7_added_are_saved_as_one_right_sheet() -> None:
    client, of, game, address = six_hands()
    page = corrected(client, address, rows="30\n2\n20 -\n20 -\n15\n36\n20")
    assert saved(client, address, page).status_code == 302
    assert (now(game).counted, now(game).is_confirmed) == ((103, 40), True)
    assert [hand.sequence for hand in now(game).hands] == [1, 2, 3, 4, 5, 6, 7]
    assert [*verify(of)] == []


def test_b004_a_sheet_that_is_not_right_names_the_hand_and_keeps_what_was_typed() -> None:
    client, of, _game, address = six_hands()
    before = stored(of)
    typed = "30\nc 3\n20 -\n20 -\n15\n36\n20"
    page = corrected(client, address, rows=typed)
    assert page.status_code == 422
    assert "Row 2: 3 points cannot be: they are counted in steps of 2. Did you mean 2 or 4?" in text_of(page)
    assert page.context["form"]["rows"].value() == typed
    assert stored(of) == before
    open_sheet = corrected(client, address, rows="30\n2\n20 -\n20 -\n15\n30")
    assert (open_sheet.status_code, stored(of)) == (422, before)


# --- B007 ----------------------------------------------------------------------------------------


def wrong_in_round_3() -> tuple[Client, Championship, Game, Round, str]:
    """Twelve pairs in round 4: table 1 is confirmed, the others play; table 2 of round 3 was written on wrong sides."""
    client, of, desk = at_desk(championship_of(12), language="en")
    play(of)
    play(of)
    third = play(of)
    fourth = published(of)
    first = game_at(fourth, 1)
    games.record_totals(first.pk, (101, 40), actor=DESK)
    games.confirm(first.pk, actor=DESK)
    for game in fourth.games.filter(table__gt=1):
        hands.record_hand(game.pk, HandEntry("", "a", points=4), after=None, actor=TABLE)
    game = game_at(third, 2)
    return client, of, game, fourth, f"{desk}partida/{game.pk}/correccio/"


def test_b007_all_tables_drawn_again_lists_the_confirmed_sheet_and_offers_to_keep_it() -> None:
    client, of, game, fourth, address = wrong_in_round_3()
    before, meetings = stored(of), seated(fourth)
    a, b = now(game).typed or (0, 0)
    page = corrected(client, address, total_a=str(b), total_b=str(a))
    plans = {plan.again: plan for plan in page.context["effect"].plans}
    assert {again: plan.tables for again, plan in plans.items()} == {"unconfirmed": (2, 3), "all": (1, 2, 3)}
    assert [each.view.table for each in plans["all"].confirmed_lost] == [1]
    refused = saved(client, address, page, again="all")
    assert (refused.status_code, stored(of), seated(fourth)) == (422, before, meetings)
    assert refused.context["again"] == "all"


@pytest.mark.parametrize("again", ["unconfirmed", "all"])
def test_b007_drawn_again_with_the_word_typed_nothing_confirmed_vanishes_without_a_trace(again: str) -> None:
    client, of, game, fourth, address = wrong_in_round_3()
    confirmed, meetings = game_at(fourth, 1), seated(fourth)
    a, b = now(game).typed or (0, 0)
    page = corrected(client, address, total_a=str(b), total_b=str(a))
    plan = next(plan for plan in page.context["effect"].plans if plan.again == again)
    assert saved(client, address, page, again=again, typed_word="redraw").status_code == 302
    after = seated(Round.objects.get(pk=fourth.pk))
    changed = {
        table for table, (was, is_) in enumerate(zip(meetings, after, strict=True), 1) if set(was) != set(is_)
    }
    assert changed == set(plan.tables)
    confirmed.refresh_from_db()
    assert (confirmed.voided_at is not None) == (again == "all")
    assert [seat.points_for for seat in confirmed.seats.order_by("side")] == [101, 40]
    assert Game.objects.filter(round=fourth, voided_at__isnull=False).count() == len(plan.tables)
    assert [*verify(of)] == []


# --- B009 ----------------------------------------------------------------------------------------


def test_b009_a_game_annulled_and_replayed_counts_once() -> None:
    of = championship_of(8)
    round_ = published(of)
    first = game_at(round_, 3)
    for side, points in (("a", 20), ("b", 10), ("a", 4), ("b", 30), ("b", 8)):
        hands.record_hand(first.pk, HandEntry("", side, points=points), after=None, actor=TABLE)
    mishaps.replay(first.pk, reason="Faltava una carta", actor=DESK)
    second = game_at(round_, 3)
    games.record_totals(second.pk, (101, 77), actor=DESK)
    games.confirm(second.pk, actor=DESK)
    numbers = [seat.pair.number for seat in second.seats.order_by("side")]
    rows = {row.number: (row.played, row.points_for, row.points_against) for row in standings(of)}
    assert [rows[number] for number in numbers] == [(1, 101, 77), (1, 77, 101)]
    first.refresh_from_db()
    assert (first.voided_at is not None, first.reason, first.hands.count()) == (True, "Faltava una carta", 5)
    play_out(round_, but=3)
    assert [*verify(of)] == []


# --- What stays beside it --------------------------------------------------------------------------


def test_a_kept_pairing_is_announced_on_the_public_pages_until_it_is_withdrawn() -> None:
    client, of, game, fourth, address = wrong_in_round_3()
    meetings = seated(fourth)
    a, b = now(game).typed or (0, 0)
    page = corrected(client, address, total_a=str(b), total_b=str(a))
    moves = {move.number: (move.before, move.after) for move in page.context["effect"].ranks}
    before = {row.number: row.rank for row in standings(of)}
    assert saved(client, address, page).status_code == 302
    after = {row.number: row.rank for row in standings(of)}
    assert moves == {n: (before[n], after[n]) for n in before if before[n] != after[n]}
    assert seated(Round.objects.get(pk=fourth.pk)) == meetings
    notice = of.notices.get()
    assert notice.text == page.context["announcement"]
    for public in (f"/c/{of.slug}/", f"/c/{of.slug}/ronda/1/", f"/c/{of.slug}/classificacio/"):
        assert notice.text in text_of(Client().get(public))
    desk = address.partition("partida/")[0]
    assert client.post(f"{desk}anuncis/{notice.pk}/retira/").status_code == 302
    assert notice.text not in text_of(Client().get(f"/c/{of.slug}/"))
    assert [*verify(of)] == []
