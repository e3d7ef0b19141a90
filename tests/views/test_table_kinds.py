"""What a table writes beside its hands: turns lost, hands dealt again, who calls, all sides turned, when it began."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import (
    HAND,
    address,
    desk_address,
    log_in,
    new_game,
    played_out,
    send,
    send_hand,
    shown,
    shown_at_desk,
    text_of,
    totals,
    type_row,
)
from tournament.models import Game, Infraction, LogEntry, Membership, PlayedHand, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Pair 1 won the opening draw, and the first hand."""
    made = new_game()
    Game.objects.filter(pk=made.pk).update(opening_draw="a")
    factories.hand(made, 12, 0)
    return made


def rows_of(client: Client, game: Game) -> list[str]:
    """The rows of the sheet as a reader sees them."""
    page = client.get(address(game)).content.decode()
    body = re.findall(r"<tbody>(.*?)</tbody>", page, flags=re.S)[-1]
    rows = re.findall(r"<tr.*?</tr>", body, flags=re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


# --- Rows that do not count --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "row", "calls"),
    [
        ("lost", "↻ turn lost, not counted", "Hand 2 of 12 · pair 1 calls"),
        ("replay", "↻ dealt again, not counted", "Hand 2 of 12 · pair 2 calls"),
    ],
)
def test_row_that_does_not_count_shifts_no_number(
    client: Client, game: Game, side: str, row: str, calls: str
) -> None:
    response = send_hand(client, game, side=side, points="")
    assert row.removeprefix("↻ ") in text_of(client.get(response["Location"]))
    assert calls in shown(client, game)
    send_hand(client, game, points="6")
    expected = ["1 12 12 0 0 —", row, "2 6 18 0 0 —", *map(str, range(3, 13))]
    assert rows_of(client, game) == expected


@pytest.mark.parametrize(
    ("typed", "said"), [("x", "turn lost, not counted"), ("xx", "dealt again, not counted")]
)
def test_desk_types_a_row_that_does_not_count_and_reads_it_back(
    client: Client, game: Game, typed: str, said: str
) -> None:
    log_in(client, game.round.championship)
    response = type_row(client, game, typed)
    assert f"Written down: {said}." in text_of(client.get(response["Location"]))
    type_row(client, game, "6 -")
    assert "Hand 2: trump: 6 points for pair 2." in shown_at_desk(client, game)
    page = client.get(f"{desk_address(game)}?dat=2").content.decode()
    assert re.search(rf'id="row"[^>]* value="{typed}"', page)


def test_struck_rows_have_no_number_and_the_paper_keeps_its_own(client: Client, game: Game) -> None:
    factories.hand(game, 96, 0, bid="BR")
    factories.hand(game, 0, 9)
    assert rows_of(client, game) == ["1 12 12 0 0 —", "2 96 108 0 0 BR", "0 9 —", *map(str, range(3, 13))]


@pytest.mark.parametrize(
    ("kind", "heading"), [("played", "Change hand 2"), ("uncounted", "Change the row ↻")]
)
def test_page_that_changes_a_row_names_it_by_its_number(
    client: Client, game: Game, kind: str, heading: str
) -> None:
    factories.hand(game, 0, 0, kind="replayed")
    factories.hand(game, 0, 0, kind=kind)
    assert heading in text_of(client.get(address(game, "dat/3/")))


def test_row_that_does_not_count_is_chosen_on_the_page_that_changes_it(client: Client, game: Game) -> None:
    factories.hand(game, 0, 0, kind="uncounted")
    page = client.get(address(game, "dat/2/")).content.decode()
    assert 'value="lost" checked' in page
    assert '<details class="fold not-played" open>' in page
    send(client, game, "dat/2/", **HAND | {"points": "6", "version": 1})
    assert totals(game) == (18, 0)


def test_sanction_is_marked_in_its_row_and_named_below(client: Client, game: Game) -> None:
    factories.hand(game, 0, 72, bid="C", kind="sanction")
    assert rows_of(client, game)[1] == "2 0 12 72 72 ✕C"
    assert "Hand 2 was ended by a sanction (art. 16.2)." in shown(client, game)
    refused = send(client, game, "dat/2/", **HAND | {"version": game.version})
    assert "only they may change it" in text_of(refused)


# --- Who calls ---------------------------------------------------------------------------------


def test_table_says_who_called_and_the_next_turn_follows(client: Client, game: Game) -> None:
    response = send_hand(client, game, points="6", maker="a")
    assert "6 points for pair 1 (pair 1 called)" in text_of(client.get(response["Location"]))
    assert "Hand 3 of 12 · pair 2 calls" in shown(client, game)


def test_who_called_an_earlier_hand_is_changed_on_its_page(client: Client, game: Game) -> None:
    send(client, game, "dat/1/", **HAND | {"maker": "b", "version": game.version})
    assert PlayedHand.objects.get().maker == "b"
    page = client.get(address(game, "dat/1/")).content.decode()
    assert re.search(r'name="maker" value="b" checked', page)
    assert "pair 1 calls" in shown(client, game)


def test_who_calls_is_one_of_the_two_pairs(client: Client, game: Game) -> None:
    assert send_hand(client, game, maker="c").status_code == 422


# --- The effect before it is done --------------------------------------------------------------


def test_page_of_a_row_says_what_turning_it_would_do(client: Client, game: Game) -> None:
    factories.hand(game, 0, 96, bid="BR")
    factories.hand(game, 10, 0)
    assert "Now 22 – 96; it would be 0 – 108." in text_of(client.get(address(game, "dat/1/")))
    text = text_of(client.get(address(game, "dat/1/")))
    assert "The game would end with hand 2: later ones would not count." in text


def test_page_of_the_hand_that_ended_the_game_says_that_it_would_go_on(client: Client) -> None:
    game = new_game()
    played_out(game)
    assert "Now 108 – 12; it would be 48 – 72. The game would not be over yet." in text_of(
        client.get(address(game, "dat/3/"))
    )


def test_undo_says_the_totals_that_would_be_left(client: Client, game: Game) -> None:
    factories.hand(game, 0, 20, bid="C")
    text = shown(client, game)
    assert "removed: trump, contro: 20 points for pair 2. The totals would be 12 – 0." in text


def test_all_sides_are_turned_in_two_steps_with_the_totals_said_first(client: Client, game: Game) -> None:
    factories.hand(game, 0, 20, bid="C")
    said = "Turned, pair 1 would have 20 and pair 2 12."
    assert said in shown(client, game)
    response = send(client, game, "gira/", version=game.version)
    assert "Turned. The totals are now 20 – 12." in text_of(client.get(response["Location"]))


def test_turning_an_old_sheet_is_refused(client: Client, game: Game) -> None:
    assert send(client, game, "gira/", version=game.version + 1).status_code == 422
    assert totals(game) == (12, 0)


# --- The end that is level, the start ----------------------------------------------------------


def test_level_end_asks_who_won_the_draw_and_says_why(client: Client) -> None:
    game = new_game()
    factories.hand(game, 12, 0)
    factories.hand(game, 0, 12)
    Game.objects.update(stopped="time")
    text = shown(client, game)
    assert (
        "Level at 12: which pair won the opening draw? It gets one point more and wins (art. 13.2)." in text
    )


def test_start_is_corrected_by_the_clock_on_the_wall(client: Client, game: Game) -> None:
    at = timezone.localtime() - timedelta(minutes=3)
    response = send(client, game, "inici/", started=f"{at:%H:%M}")
    assert response.status_code == 303
    assert f"Begun at {at:%H:%M}" in shown(client, game)


def test_start_that_is_no_time_is_refused_in_words(client: Client, game: Game) -> None:
    response = send(client, game, "inici/", started="a les deu")
    assert response.status_code == 422
    assert "Write when the game began" in text_of(response)


# --- Botifarra that a misdeal bars (E 7.4.5.2, D 9) ------------------------------------------------

BARRED = "Pair 2 may not call botifarra in this hand (art. 7.4.5.2)."
BOTIFARRA = re.compile(r'<input type="radio" name="base" value="B"([^>]*)>')


def misdealt(game: Game, number: int = 2, **fields: object) -> Infraction:
    """The pair misdealt hand 1, which pair 1 called: recorded before it was written, unless a row is named."""
    pair = Seat.objects.get(game=game, pair__number=number).pair
    defaults = {"code": "7.4.5.2", "sequence": 1, "effect": {"other": ["redeal", "no_botifarra_next"]}}
    return Infraction.objects.create(
        championship=game.round.championship,
        pair=pair,
        game=game,
        side="ab"[number - 1],
        round_number=1,
        severity="none",
        complained_by="ab"[2 - number],
        at=timezone.now(),
        **defaults | fields,
    )


def botifarra_of(client: Client, page_address: str) -> str:
    return BOTIFARRA.findall(client.get(page_address).content.decode())[0]


def test_form_bars_botifarra_beforehand_and_says_why(client: Client, game: Game) -> None:
    assert ("disabled" in botifarra_of(client, address(game)), BARRED in shown(client, game)) == (
        False,
        False,
    )
    row = misdealt(game)
    assert ("disabled" in botifarra_of(client, address(game)), BARRED in shown(client, game)) == (True, True)
    facts = json.loads(client.get(address(game)).context["facts"])
    assert facts["barred"] == {"b": BARRED}
    Infraction.objects.filter(pk=row.pk).update(withdrawn_at=timezone.now(), withdrawn_reason="error")
    assert ("disabled" in botifarra_of(client, address(game)), BARRED in shown(client, game)) == (
        False,
        False,
    )


def test_barred_botifarra_is_refused_with_whom_to_ask_and_kept(client: Client, game: Game) -> None:
    misdealt(game)
    page = send_hand(client, game, base="B", side="b", points="8")
    said = "Pair 2 may not call botifarra in hand 2, after its misdeal (art. 7.4.5.2)."
    assert page.status_code == 422
    assert f"{said} If it did all the same, an organiser decides." in text_of(page)
    assert totals(game) == (12, 0)
    assert send_hand(client, game, side="b", points="8").status_code == 303
    assert send_hand(client, game, base="B", side="a", points="8").status_code == 303
    assert send_hand(client, game, base="B", side="b", points="8").status_code == 303


def test_hand_of_the_barred_turn_is_not_changed_into_botifarra(client: Client, game: Game) -> None:
    misdealt(game)
    factories.hand(game, 0, 8)
    changing = address(game, "dat/2/")
    page = client.get(changing)
    assert page.status_code == 200
    assert ("disabled" in botifarra_of(client, changing), BARRED in text_of(page)) == (True, True)
    PlayedHand.objects.filter(game=game, sequence=2).update(bid="B")
    assert "disabled" not in botifarra_of(client, changing)


def test_desk_reads_that_botifarra_is_barred_and_may_decide_otherwise(client: Client, game: Game) -> None:
    misdealt(game)
    desk = log_in(client, game.round.championship)
    assert BARRED in shown_at_desk(desk, game)
    page = type_row(desk, game, "b 8 -")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "botifarra_not_now")
    assert 'id="barred-reason" name="reason"' in page.content.decode()
    assert 'value="b 8 -"' in page.content.decode()
    assert type_row(desk, game, "b 8 -", reason="ningú no els ho havia dit").status_code == 303
    assert LogEntry.objects.get(what="record_hand").reason == "ningú no els ho havia dit"


def test_helper_does_not_decide_that_a_barred_botifarra_stands(client: Client, game: Game) -> None:
    misdealt(game)
    helper = log_in(client, game.round.championship, role=Membership.Role.HELPER)
    page = type_row(helper, game, "b 8 -", reason="ningú no els ho havia dit")
    assert (page.status_code, page.context["refused"]["code"]) == (422, "botifarra_not_now")
    assert "An organiser may decide it (art. 17.2)." in text_of(page)
    assert "barred-reason" not in page.content.decode()


def test_turn_that_a_third_misdeal_costs_is_told_and_written_by_one_tap(client: Client, game: Game) -> None:
    misdealt(game, code="7.4.5.4", effect={"other": ["hand_uncounted", "next_turn_lost"]})
    told = "Pair 2 loses this turn (art. 7.4.5.4): write this hand as “The turn is lost ↻”, and the other pair calls."
    desk = log_in(Client(), game.round.championship)
    assert told in shown(client, game)
    assert told in shown_at_desk(desk, game)
    page = desk.get(desk_address(game)).content.decode()
    assert 'name="row" value="x">Write it ↻: pair 2 loses the turn' in page
    assert type_row(desk, game, "x").status_code == 303
    assert told not in shown(client, game)
    assert "pair 1 calls" in shown(client, game)
