"""Scenarios of two at the desk, of the wrong sheet on the screen, and of requests that nobody's page would send."""

import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from tests import factories
from tests.journeys.scenes import championship_of, game_at, play, play_out, published
from tests.services.conftest import DESK
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.models import Championship, Game, LogEntry, PlayedHand, Seat
from tournament.queries.games import GameView, view_of
from tournament.queries.standings import standings
from tournament.services import games, hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


def somebody(of: Championship, name: str) -> tuple[Client, str]:
    """A person at the desk with a browser of their own, and where the desk is."""
    client = Client()
    client.force_login(
        factories.member(of, who=factories.user(name)), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client, f"/organitzacio/{of.slug}/"


def now(game: Game) -> GameView:
    return view_of(Game.objects.get(pk=game.pk))


def version_on(page: Any) -> str:
    """The version that the forms of a game's page were made from."""
    found = re.search(r'name="version" value="(\d+)"', page.content.decode())
    assert found
    return found[1]


def form_to(page: Any, action: str) -> bool:
    return re.search(rf'<form[^>]*action="[^"]*/{action}/"', page.content.decode()) is not None


# --- Two desks, one table ------------------------------------------------------------------------


def table_four_entered_by_anna() -> tuple[Game, Client, str, str]:
    """Both had the list of results open; Anna has typed 101–60 for table 4. Bernat's browser, and the version that the
    sheet of table 4 had before."""
    of = championship_of(8)
    game = game_at(published(of), 4)
    (anna, desk), (bernat, _) = somebody(of, "anna"), somebody(of, "bernat")
    for client in (anna, bernat):
        assert client.get(f"{desk}entrada/").status_code == 200
    before = version_on(bernat.get(f"{desk}partida/{game.pk}/"))
    totals = {"total_a": 101, "total_b": 60, "version": before}
    assert anna.post(f"{desk}partida/{game.pk}/totals/", totals).status_code == 303
    return game, bernat, f"{desk}partida/{game.pk}/", before


def sends_his_own(bernat: Client, sheet: str, before: str) -> Any:
    return bernat.post(f"{sheet}totals/", {"total_a": 101, "total_b": 66, "version": before})


def totals_in_form(page: Any) -> list[str]:
    return re.findall(r'name="total_[ab]"[^>]* value="(\d+)"', page.content.decode())


def test_b049_who_sends_a_second_version_sees_that_there_is_one_and_nothing_is_recorded() -> None:
    game, bernat, sheet, before = table_four_entered_by_anna()
    page = sends_his_own(bernat, sheet, before)
    assert page.status_code == 422
    assert "Mentrestant algú altre ho ha canviat." in text_of(page)
    assert "101 – 60" in text_of(page)
    assert totals_in_form(page) == ["101", "66"]
    assert now(game).typed == (101, 60)
    assert LogEntry.objects.filter(what="record_totals").count() == 1


def test_b049_both_versions_stand_side_by_side() -> None:
    _game, bernat, sheet, before = table_four_entered_by_anna()
    assert "Havíeu escrit 101 66 Què hi ha ara 101 60" in text_of(sends_his_own(bernat, sheet, before))


def test_b049_the_second_may_confirm_the_first_version_or_correct_it() -> None:
    game, bernat, sheet, before = table_four_entered_by_anna()
    page = sends_his_own(bernat, sheet, before)
    assert form_to(page, "confirm") and form_to(page, "totals")
    assert "Confirma 101 – 60" in text_of(page)
    assert sends_his_own(bernat, sheet, version_on(page)).status_code == 303
    last, first = LogEntry.objects.filter(what="record_totals")
    assert (first.user.username, first.after) == ("anna", {"totals": [101, 60]})
    assert (last.user.username, last.before, last.after) == (
        "bernat",
        {"totals": [101, 60]},
        {"totals": [101, 66]},
    )
    assert now(game).typed == (101, 66)


def test_b049_the_first_version_is_shown_with_the_name_of_who_wrote_it() -> None:
    _game, bernat, sheet, before = table_four_entered_by_anna()
    assert "anna" in text_of(sends_his_own(bernat, sheet, before))


def test_b049_from_a_list_that_was_not_renewed_the_first_version_is_what_opens() -> None:
    _game, bernat, sheet, _before = table_four_entered_by_anna()
    page = bernat.get(f"{sheet.split('partida')[0]}entrada/?taula=4", follow=True)
    assert page.redirect_chain[-1][0] == sheet
    assert form_to(page, "confirm")
    assert totals_in_form(page) == ["101", "60"]


def test_b049_totals_over_hands_that_say_something_else_wait_for_a_choice() -> None:
    of = championship_of(8)
    game = game_at(published(of), 4)
    (anna, desk), (bernat, _) = somebody(of, "anna"), somebody(of, "bernat")
    anna.post(f"{desk}partida/{game.pk}/hand/", {"row": "bs 240 -", "after": ""})
    bernat.post(f"{desk}partida/{game.pk}/totals/", {"total_a": 101, "total_b": 66})
    page = bernat.get(f"{desk}partida/{game.pk}/")
    assert form_to(page, "choose") and not form_to(page, "confirm")
    assert bernat.post(f"{desk}partida/{game.pk}/confirm/").status_code == 422
    assert (now(game).sheet.totals, now(game).typed, now(game).is_confirmed) == ((0, 240), (101, 66), False)


# --- The wrong round on the screen -----------------------------------------------------------------


def table_six_confirmed() -> tuple[Game, Client, str, str]:
    """Round 1 is closed, with table 6 at 101–60; round 2 is being played. The desk has table 6 of round 1 open."""
    of = championship_of(12)
    first = published(of)
    client, desk = somebody(of, "anna")
    game = game_at(first, 6)
    version = version_on(client.get(f"{desk}entrada/?taula=6&ronda=1", follow=True))
    play_out(first)
    published(of)
    return game, client, f"{desk}partida/{game.pk}/", version


@pytest.mark.parametrize("sends_version", [True, False])
def test_b053_totals_typed_over_a_confirmed_sheet_are_shown_beside_it_and_change_nothing(
    sends_version: bool,
) -> None:
    game, client, sheet, version = table_six_confirmed()
    before = [*Seat.objects.filter(game=game).values()]
    sent = {"total_a": 44, "total_b": 103} | ({"version": version} if sends_version else {})
    page = client.post(f"{sheet}totals/", sent)
    read = text_of(page)
    assert page.status_code == 422
    assert (
        "La taula 6 ja està confirmada. L’organització la corregeix amb «Corregeix el full», a la seva pàgina."
        in read
    )
    stored = now(game).typed
    assert stored is not None
    assert "Havíeu escrit 44 103" in read
    assert f"Què hi ha ara {stored[0]} {stored[1]}" in read
    assert [*Seat.objects.filter(game=game).values()] == before


def test_b053_hands_typed_over_a_confirmed_sheet_are_shown_and_change_nothing() -> None:
    game, client, sheet, _version = table_six_confirmed()
    page = client.post(f"{sheet}hand/", {"row": "c 20 -", "after": ""})
    assert page.status_code == 422
    assert "La taula 6 ja està confirmada." in text_of(page)
    assert "Havíeu escrit: «c 20 -»" in text_of(page)
    assert not PlayedHand.objects.filter(game=game).exists()


def test_b053_a_confirmed_sheet_is_corrected_only_by_reopening_it_with_a_reason() -> None:
    game, client, sheet, _version = table_six_confirmed()
    page = client.get(sheet)
    assert not form_to(page, "totals") and not form_to(page, "hand") and form_to(page, "reopen")
    assert client.post(f"{sheet}reopen/", {"reason": " "}).status_code == 422
    assert now(game).is_confirmed
    assert client.post(f"{sheet}reopen/", {"reason": "Era el full d’una altra ronda"}).status_code == 303
    assert client.post(f"{sheet}totals/", {"total_a": 44, "total_b": 103}).status_code == 303
    assert now(game).typed == (44, 103)
    entry = LogEntry.objects.get(what="reopen")
    assert (entry.round_number, entry.table, entry.reason) == (1, 6, "Era el full d’una altra ronda")


# --- Reopened --------------------------------------------------------------------------------------


def test_b055_the_last_hand_taken_away_is_taken_from_the_pair_that_had_won_it() -> None:
    """101–96 after six hands, the last of them won by the pair that lost the game."""
    by_hands = {"target_points": None, "winner_cap": None, "max_hands": 6}
    client, of, desk = at_desk(championship_of(4, changes=by_hands))
    game = game_at(published(of), 1)
    for side, points in (("a", 36), ("b", 36), ("a", 36), ("b", 36), ("a", 29), ("b", 24)):
        hands.record_hand(game.pk, HandEntry("", side, points=points), after=None, actor=DESK)
    games.confirm(game.pk, actor=DESK)
    winner, loser = (seat.pair.number for seat in game.seats.order_by("side"))
    counted = {row.number: (row.wins2, row.points_for) for row in standings(of)}
    assert (counted[winner], counted[loser]) == ((2, 101), (0, 96))
    sheet = f"{desk}partida/{game.pk}/"
    assert client.post(f"{sheet}reopen/", {"reason": "Sobra un dat"}).status_code == 303
    assert {row.points_for for row in standings(of) if row.number in (winner, loser)} == {0}
    assert client.post(f"{sheet}undo/").status_code == 303
    assert now(game).sheet.totals == (101, 72)
    rows = PlayedHand.objects.filter(game=game)
    assert (sum(row.points_a for row in rows), sum(row.points_b for row in rows)) == (101, 72)
    assert "101" in text_of(client.get(sheet)) and " 96 " not in text_of(client.get(sheet))


# --- Forged ------------------------------------------------------------------------------------------


def everything(of: Championship) -> list[Any]:
    """All that is stored of the games, and how often something was written."""
    rows = [[*model.objects.order_by("pk").values()] for model in (Game, Seat, PlayedHand)]
    return [*rows, Championship.objects.get(pk=of.pk).version]


def forged(table: int, *sides: str) -> list[tuple[str, dict[str, Any]]]:
    """What is sent for a table with other sides than its two."""
    asked = [(f"{action}/", {"side": side}) for action in ("draw", "walkover") for side in sides]
    hand = {"bid": "", "points": "12", "unit": "points", "after": ""}
    return asked + [("hand/", hand | {"side": side}) for side in sides]


@pytest.mark.parametrize(("action", "fields"), forged(1, "3", "ab", "c"))
def test_b056_a_side_that_is_not_at_the_table_is_refused_and_nothing_is_stored(
    action: str, fields: dict[str, Any]
) -> None:
    client, of, desk = at_desk(championship_of(6))
    game = game_at(published(of), 1)
    before = everything(of)
    assert 400 <= client.post(f"{desk}partida/{game.pk}/{action}", fields).status_code < 500
    assert everything(of) == before


def test_b056_pairs_named_in_a_forged_form_never_get_the_result_of_another_table() -> None:
    client, of, desk = at_desk(championship_of(6))
    round_ = published(of)
    game = game_at(round_, 1)
    seats = [*Seat.objects.filter(round=round_).order_by("pk").values_list("game", "side", "pair")]
    forged_pairs = {"a": "3", "b": "3", "pair_a": "3", "pair_b": "3", "pair": ["3", "3"]}
    client.post(f"{desk}partida/{game.pk}/totals/", {"total_a": 101, "total_b": 60} | forged_pairs)
    client.post(f"{desk}partida/{game.pk}/confirm/", forged_pairs)
    assert [*Seat.objects.filter(round=round_).order_by("pk").values_list("game", "side", "pair")] == seats
    at_table_one = {seat.pair.number for seat in game.seats.all()}
    assert {row.number for row in standings(of) if row.played} <= at_table_one


@pytest.mark.parametrize("pair", [[3, 3], [3, 99]])
def test_b056_nobody_is_seated_against_itself_or_against_a_stranger(pair: list[int]) -> None:
    client, of, desk = at_desk(championship_of(7))
    client.post(f"{desk}rondes/1/draft/")
    draft = of.rounds.get()
    before = everything(of)
    for what in ("join", "exchange"):
        sent = {"round": draft.pk, "what": what, "pair": pair}
        assert 400 <= client.post(f"{desk}rondes/1/change/", sent).status_code < 500
    assert everything(of) == before
    client.post(f"{desk}rondes/1/publish/")
    before = everything(of)
    mended = {"what": "exchange", "pair": pair, "reason": "perquè sí"}
    assert 400 <= client.post(f"{desk}rondes/1/mend/", mended).status_code < 500
    assert 400 <= client.post(f"{desk}rondes/1/seat/", {"pair": pair, "reason": "x"}).status_code < 500
    assert everything(of) == before


def test_b056_the_database_itself_refuses_one_pair_on_both_sides() -> None:
    of = championship_of(6)
    game = game_at(play(of), 1)
    one, other = game.seats.order_by("side")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=other.pk).update(pair=one.pair)
    assert {seat.pair_id for seat in game.seats.all()} == {one.pair_id, other.pair_id}


@pytest.mark.parametrize(("action", "fields"), forged(1, "3"))
def test_b056_a_forged_request_is_logged(
    action: str, fields: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    client, of, desk = at_desk(championship_of(6))
    game = game_at(published(of), 1)
    caplog.clear()
    client.post(f"{desk}partida/{game.pk}/{action}", fields)
    assert [record for record in caplog.records if f"/{game.pk}/{action}" in record.getMessage()]
