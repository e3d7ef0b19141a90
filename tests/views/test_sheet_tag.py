"""A phone asks every few seconds whether its sheet still stands as it has it: one small query answers that it does, and
nothing that changes on the page keeps the old answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.services.conftest import DESK
from tests.views.sheets import address, new_game
from tournament.access import TABLE
from tournament.models import Call, Championship, Game, Pair, PlayedHand, Round, Signature
from tournament.services import calls, hands, remarks
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    made = new_game()
    factories.hand(made, 16, 0)
    factories.hand(made, 0, 20)
    return made


def tag_of(client: Client, game: Game, query: str = "") -> str:
    return str(client.get(address(game) + query)["ETag"])


def asked_again(client: Client, game: Game, tag: str) -> Any:
    return client.get(address(game), headers={"If-None-Match": tag})


def write_a_hand(game: Game) -> None:
    last = PlayedHand.objects.filter(game=game).last()
    after = last.client_id if last else ""
    hands.record_hand(game.pk, HandEntry("", "a", points=3), after=after, actor=TABLE, client_id="x")


def change_a_hand(game: Game) -> None:
    first = PlayedHand.objects.filter(game=game).first()
    assert first
    hands.change_hand(game.pk, first.sequence, HandEntry("", "a", points=3), actor=TABLE, version=None)


def call(game: Game) -> None:
    calls.call(game.pk, Call.Reason.REVOKE, actor=TABLE)


def somebody_goes(game: Game) -> None:
    found = Call.objects.get()
    calls.go(game.round.championship_id, found.pk, actor=DESK)


def another_reason(game: Game) -> None:
    calls.call(game.pk, Call.Reason.OTHER, actor=TABLE)


def settled(game: Game) -> None:
    Call.objects.update(done_at=timezone.now())


def signed(game: Game) -> None:
    Signature.objects.create(game=game, side="a", fingerprint="x", signed_at=timezone.now())


def signed_again(game: Game) -> None:
    Signature.objects.update(fingerprint="y", signed_at=timezone.now())


CHANGES: tuple[Callable[[Game], object], ...] = (
    write_a_hand,
    change_a_hand,
    lambda game: hands.remove_last_hand(game.pk, actor=TABLE, version=None),
    lambda game: hands.set_opening_draw(game.pk, "b", actor=TABLE, version=None),
    call,
    somebody_goes,
    another_reason,
    settled,
    signed,
    signed_again,
    lambda game: Game.objects.update(pin_misses=5),
    lambda game: remarks.remark(game.pk, "Late", actor=DESK),
    lambda game: Round.objects.update(ends_at=timezone.now() + timedelta(minutes=10)),
    lambda game: Round.objects.update(ends_at=timezone.now() - timedelta(seconds=1)),
    lambda game: Round.objects.update(last_hand_at=timezone.now()),
    lambda game: Game.objects.update(last_hand=7),
    lambda game: Pair.objects.filter(number=2).update(war_name="Les altres"),
    lambda game: Championship.objects.update(phones_at_tables=False),
    lambda game: Championship.objects.update(state=Championship.State.FINISHED),
    lambda game: Championship.objects.update(
        regulation=game.round.championship.regulation | {"max_hands": 9}
    ),
    lambda game: factories.confirmed(game, 16, 20),
)


def test_nothing_that_changes_on_the_page_keeps_the_old_answer(client: Client, game: Game) -> None:
    tags = [tag_of(client, game)]
    for change in CHANGES:
        change(Game.objects.select_related("round__championship").get(pk=game.pk))
        tags.append(tag_of(client, game))
    kept = [number for number in range(len(CHANGES)) if tags[number] == tags[number + 1]]
    assert kept == []


def test_sheet_that_stands_costs_one_query_and_says_so(client: Client, game: Game) -> None:
    tag = tag_of(client, game)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = asked_again(client, game, tag)
    assert (answer.status_code, answer.content, len(asked)) == (304, b"", 1)
    assert "no-store" in answer["Cache-Control"]


def test_proxy_that_compresses_weakens_the_tag_and_is_answered_alike(client: Client, game: Game) -> None:
    assert asked_again(client, game, f"W/{tag_of(client, game)}").status_code == 304


def test_announced_end_that_comes_is_a_change_though_nobody_wrote(client: Client, game: Game) -> None:
    hour_ago = timezone.now() - timedelta(hours=1)
    Round.objects.update(ends_at=timezone.now() + timedelta(seconds=0.3), published_at=hour_ago)
    before = tag_of(client, game)
    while timezone.now() < Round.objects.get().ends_at:  # type: ignore[operator]
        pass
    assert asked_again(client, game, before).status_code == 200


def test_hand_of_another_table_is_no_change(client: Client, game: Game) -> None:
    other = factories.game(game.round, table=2)
    tag = tag_of(client, game)
    write_a_hand(other)
    assert asked_again(client, game, tag).status_code == 304


def test_sheet_of_an_old_round_follows_where_its_pairs_sit_now(client: Client, game: Game) -> None:
    before = tag_of(client, game)
    following = factories.round_(game.round.championship, published_at=timezone.now())
    told = tag_of(client, game)
    seated = factories.game(following, table=5)
    elsewhere = tag_of(client, game)
    seated.seats.filter(side="b").update(pair=game.seats.get(side="a").pair)
    assert told == elsewhere
    assert len({before, told, tag_of(client, game)}) == 3


def test_each_language_and_each_form_has_its_own(client: Client, game: Game) -> None:
    other_language = str(client.get(address(game).removeprefix("/en"))["ETag"])
    assert len({tag_of(client, game), tag_of(client, game, "?dats=1"), other_language}) == 3


def test_what_was_just_done_is_the_same_sheet(client: Client, game: Game) -> None:
    assert tag_of(client, game, "?ok=hand") == tag_of(client, game)


def test_page_carries_its_own_tag_and_is_stored_by_nobody(client: Client, game: Game) -> None:
    page = client.get(address(game))
    assert f"data-etag={page['ETag']}" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_sheet_that_is_gone_has_none(client: Client, game: Game) -> None:
    tag = tag_of(client, game)
    Game.objects.update(voided_at=timezone.now())
    answer = asked_again(client, game, tag)
    assert (answer.status_code, answer.get("ETag")) == (404, None)


def test_worker_is_of_this_build_and_asked_for_anew_each_time(client: Client) -> None:
    answer = client.get("/guarda.js")
    assert answer.content.decode().startswith('const BUILD = "')
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/javascript; charset=utf-8", "no-cache")
