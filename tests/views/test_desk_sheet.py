"""The organisers' side of a sheet: remarks, times, what is confirmed without a signature, the table's own sheet."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.services.conftest import TABLE
from tests.views.sheets import desk_base, log_in, played_out, text_of
from tournament.models import Call, Championship, Game, Membership
from tournament.services import calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return factories.championship(changes={"sheet_of_record": "phone"})


@pytest.fixture
def over(game: Game) -> Game:
    """Pair 1 has won 108–12 on the phone that is the sheet of record."""
    played_out(game)
    return game


def page(game: Game) -> str:
    return f"{desk_base(game.round.championship)}partida/{game.pk}/"


def send(client: Client, game: Game, action: str, **fields: Any) -> Any:
    return client.post(f"{page(game)}{action}/", fields)


def test_a_remark_is_read_at_the_desk_and_at_the_table_with_its_name(desk: Client, game: Game) -> None:
    assert send(desk, game, "remark", remark="La 2 arriba tard.").status_code == 303
    name = Membership.objects.get().user.get_username()
    for address in (page(game), f"/en/f/{game.token}/"):
        words = text_of(desk.get(address))
        assert f"Remarks of the organisers La 2 arriba tard. {name} ·" in words


def test_a_remark_too_long_is_refused_and_kept(desk: Client, game: Game) -> None:
    refused = send(desk, game, "remark", remark="a" * 501)
    assert refused.status_code == 422
    assert "At most 500 letters fit here." in text_of(refused)
    assert "a" * 501 in refused.content.decode()


def test_a_helper_reads_remarks_and_writes_none(client: Client, game: Game) -> None:
    helper = log_in(client, game.round.championship, role=Membership.Role.HELPER)
    assert send(helper, game, "remark", remark="Jo també.").status_code == 403
    assert "Write a remark" not in text_of(helper.get(page(game)))


def test_what_is_not_signed_is_named_and_confirmed_with_a_remark(desk: Client, over: Game) -> None:
    words = text_of(desk.get(page(over)))
    assert "Not signed on the phone: 1 Els de Cal Menut · 2 Les Manilles de l&#x27;Alta Ribagorça" in words
    refused = send(desk, over, "confirm", remark=" ")
    assert refused.status_code == 422
    assert "Not signed on the phone: pairs 1 and 2. To confirm it all the same" in text_of(refused)
    assert send(desk, over, "confirm", remark="La 2 no vol signar.").status_code == 303
    words = text_of(desk.get(page(over)))
    assert "Confirmed by the organisers." in words
    assert "La 2 no vol signar." in words


def test_a_helper_confirms_no_sheet_that_is_not_signed(client: Client, over: Game) -> None:
    helper = log_in(client, over.round.championship, role=Membership.Role.HELPER)
    assert "An organiser decides." in text_of(helper.get(page(over)))
    assert send(helper, over, "confirm", remark="Jo mateix.").status_code == 422
    over.refresh_from_db()
    assert over.state != Game.State.CONFIRMED


def test_a_table_that_waits_is_said_where_its_result_is_confirmed(desk: Client, over: Game) -> None:
    calls.call(over.pk, "revoke", actor=TABLE)
    assert "Table 1 waits for an organiser: revoke. Settle the call first" in text_of(desk.get(page(over)))
    send(desk, over, "confirm", remark="Vist.")
    over.refresh_from_db()
    assert over.state == Game.State.CONFIRMED


def test_start_and_end_are_typed_as_on_the_paper(desk: Client, over: Game) -> None:
    Game.objects.update(zero_at=datetime(2026, 7, 25, 8, 0, tzinfo=UTC))
    assert send(desk, over, "times", started="10:04", ended="10:51").status_code == 303
    over.refresh_from_db()
    start = datetime(2026, 7, 25, 8, 4, tzinfo=UTC)
    assert (over.started_at, over.ended_at) == (start, start + timedelta(minutes=47))
    refused = send(desk, over, "times", started="10:51", ended="10:04")
    assert refused.status_code == 422
    assert "The end, 10:04, comes before the start, 10:51." in text_of(refused)


def test_times_that_nobody_touched_keep_their_seconds(desk: Client, over: Game) -> None:
    start = datetime(2026, 7, 25, 8, 4, 37, tzinfo=UTC)
    Game.objects.update(zero_at=start, started_at=start, ended_at=None)
    send(desk, over, "times", started="10:04", ended="10:04")
    over.refresh_from_db()
    assert (over.started_at, over.ended_at) == (start, start.replace(second=0))


def test_a_whole_sheet_on_the_wrong_side_is_turned_at_the_desk(desk: Client, over: Game) -> None:
    assert "Turned, pair 1 would have 12 and pair 2 108." in text_of(desk.get(page(over)))
    send(desk, over, "flip_sides")
    assert "Now pair 1 has 12 and pair 2 has 108." in text_of(desk.get(page(over)))


def test_the_table_s_sheet_is_a_link_and_a_code_only_where_phones_write(desk: Client, over: Game) -> None:
    board = f"{desk_base(over.round.championship)}taules/"
    sheet = f'href="/en/f/{over.token}/"'
    for address in (board, page(over)):
        assert desk.get(address).content.decode().count(sheet) == 1, address
    assert 'class="qr"' in desk.get(page(over)).content.decode()
    Championship.objects.update(phones_at_tables=False)
    for address in (board, page(over)):
        assert desk.get(address).content.decode().count(sheet) == 0, address


def test_the_board_says_who_has_signed_and_who_waits(desk: Client, over: Game) -> None:
    calls.call(over.pk, "revoke", actor=TABLE)
    called_at = Call.objects.get().called_at.isoformat()
    answer = desk.get(f"{desk_base(over.round.championship)}taules/")
    assert "revoke ·" in text_of(answer)
    assert "not signed" in text_of(answer)
    # in the row and among the calls
    assert (
        answer.content.decode().count(
            f'<time data-waited class="waited" role="timer" datetime="{called_at}">'
        )
        == 2
    )


def test_a_finished_championship_offers_no_answer_to_a_call(desk: Client, over: Game) -> None:
    calls.call(over.pk, "other", actor=TABLE)
    Championship.objects.update(state=Championship.State.FINISHED)
    words = text_of(desk.get(page(over)))
    assert "I am going" not in words
    assert "asks for an organiser" not in words
