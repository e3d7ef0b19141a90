"""The desk in the morning, at its pile of paper and in every state of a championship: B039, B054, B131, B140, B141.

B058, a finger on a touch screen, is in tests/browser/test_check_in.py.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from tests.factories import START, absence, championship, confirmed, game, hand, member, round_, user
from tests.journeys.scenes import championship_of, game_at, play_out, published, who_rests
from tests.views.desk_visitors import at_desk, text_of
from tests.views.test_desk_addresses import named
from tournament.models import Championship, Game, Membership, Pair, PlayedHand, Round
from tournament.queries.drawing import present_pairs
from tournament.services import rounds
from tournament.services.sheets import TypedSheet, type_sheet
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db


def tap(client: Client, desk: str, action: str, number: int | None = None) -> None:
    sent = {"action": action} | ({"pair": str(number)} if number else {})
    client.post(f"{desk}parelles/presents/", sent)


# --- B039: who is not here is not in the draw ---------------------------------------------------


def test_b039_nineteen_of_twenty_two_are_drawn_and_the_others_may_still_arrive() -> None:
    of = championship_of(22)
    client, _of, desk = at_desk(of, role=Membership.Role.HELPER)
    for number in range(1, 20):
        tap(client, desk, "check_in", number)
    tap(client, desk, "close_check_in")
    page = client.get(f"{desk}parelles/presents/")
    assert [line.number for line in page.context["facts"].late] == [20, 21, 22]
    assert text_of(page).count("Ja ha arribat<") == 3
    draft = rounds.draft(of.pk, actor=Actor(None, "desk"))
    assert draft.games.exclude(table=None).count() == 9
    assert who_rests(draft) in range(1, 20)
    tap(client, desk, "check_in", 21)
    assert [pair.number for pair in present_pairs(of, 1)] == [*range(1, 20), 21]


# --- B131: who plays next, in an order that one finds somebody in -------------------------------


def names(client: Client, desk: str, order: str) -> list[str]:
    lines = client.get(f"{desk}parelles/presents/?ordre={order}").context["lines"]
    return [line.war_name for line in lines]


def test_b131_sixty_pairs_stand_by_number_or_by_name() -> None:
    of = championship_of(60)
    for number, name in ((7, "Àguiles"), (31, "els de Cal Xic"), (58, "Els Bastos")):
        of.pairs.filter(number=number).update(war_name=name)
    absence(of.pairs.get(number=5))
    client, _of, desk = at_desk(of)
    in_order = list(of.pairs.order_by("number").values_list("war_name", flat=True))
    assert names(client, desk, "numero") == in_order
    assert names(client, desk, "nom")[:3] == ["Àguiles", "Els Bastos", "els de Cal Xic"]


# --- B141: no page falls over whatever the championship has -------------------------------------


def without_pairs() -> Championship:
    return championship()


def with_one_pair() -> Championship:
    return championship_of(1)


def with_fixed_tables_and_no_draw() -> Championship:
    of = championship_of(6)
    Pair.objects.filter(championship=of, number=2).update(fixed_table=1)
    return of


def without_rounds() -> Championship:
    return championship(preset="casual")


def drafted() -> Championship:
    of = championship_of(5)
    rounds.draft(of.pk, actor=Actor(None, "desk"))
    return of


def playing() -> Championship:
    made = game()
    hand(made, 4, 0)
    return made.round.championship


def finished() -> Championship:
    of = championship()
    confirmed(game(round_(of, state=Round.State.CLOSED)), 101, 40)
    Championship.objects.filter(pk=of.pk).update(state=Championship.State.FINISHED)
    return of


def finished_without_anything() -> Championship:
    return championship(state=Championship.State.FINISHED)


STATES: tuple[Callable[[], Championship], ...] = (
    without_pairs, with_one_pair, with_fixed_tables_and_no_draw, without_rounds, drafted, playing, finished,
    finished_without_anything,
)  # fmt: skip


def pages_of(of: Championship) -> Iterator[str]:
    """Every address of the desk, for things that are there and for things that are not."""
    resolver = get_resolver()
    for name, takes in named(resolver.url_patterns):
        if "slug" not in takes:
            continue
        for number in (1, 99):
            known = {"slug": of.slug, "number": number, "name": "renunci", "action": "x", "kind": "json"}
            yield f"/{resolver.reverse(name, **{key: known.get(key, number) for key in takes})}"


@pytest.mark.parametrize("made", STATES)
def test_b141_every_page_of_a_championship_opens_or_is_not_there(made: Callable[[], Championship]) -> None:
    of = made()
    client, _of, _desk = at_desk(of)
    answers = {address: client.get(address).status_code for address in pages_of(of)}
    assert {
        address: status for address, status in answers.items() if status not in (200, 302, 303, 404)
    } == {}


@pytest.mark.parametrize("made", STATES)
def test_b141_every_page_of_the_rail_has_a_sentence(made: Callable[[], Championship]) -> None:
    client, _of, desk = at_desk(made())
    for page in ("", "parelles/", "parelles/presents/", "rondes/", "taules/", "entrada/", "imprimeix/",
                 "historial/", "ajustos/", "ajustos/persones/", "eines/"):  # fmt: skip
        opened = client.get(f"{desk}{page}")
        assert (opened.status_code, "<h1" in text_of(opened)) == (200, True), page


# --- B054: one paper typed for two tables -------------------------------------------------------

TEN_HANDS = ("12", "9-", "c 10", "8-", "14", "c 20-", "9", "6-", "20", "bc 48")


def typed(client: Client, desk: str, game: Game, *rows: str, **fields: str) -> Any:
    sent = {"row": list(rows), "signed": "1", "by_time": "1"} | fields
    return client.post(f"{desk}entrada/full/{game.pk}/", sent)


def test_b054_the_hands_of_another_table_are_asked_about_and_can_be_right() -> None:
    client, of, desk = at_desk(championship_of(40), language="en")
    played = published(of)
    assert typed(client, desk, game_at(played, 7), *TEN_HANDS).status_code == 303
    PlayedHand.objects.update(recorded_at=timezone.now() - timedelta(minutes=1))
    page = typed(client, desk, game_at(played, 17), *TEN_HANDS)
    assert page.status_code == 422
    assert "The same hands as table 7 of round 1, written 1 min ago. Is this the right paper?" in text_of(
        page
    )
    assert PlayedHand.objects.filter(game__table=17).count() == 0
    assert typed(client, desk, game_at(played, 17), *TEN_HANDS, sure="sheet_alike").status_code == 303
    assert Game.objects.get(round=played, table=17).state == Game.State.CONFIRMED


def test_b054_the_hands_of_another_round_are_asked_about_too() -> None:
    client, of, desk = at_desk(championship_of(8), language="en")
    first = published(of)
    assert typed(client, desk, game_at(first, 2), *TEN_HANDS).status_code == 303
    play_out(first)
    page = typed(client, desk, game_at(published(of), 4), *TEN_HANDS)
    assert "The same hands as table 2 of round 1" in text_of(page)


# --- B140: the pile of paper lies as it was typed -----------------------------------------------


def test_b140_sixty_sheets_of_three_typists_stand_in_the_order_in_which_each_typed_them() -> None:
    of = championship_of(120, second_check=True)
    played = published(of)
    typists = {name: Actor(member(of, who=user(name)), "desk") for name in ("anna", "bernat", "carme")}
    tables = Random(140).sample(range(1, 61), 60)
    for place, table in enumerate(tables):
        actor = typists[("anna", "bernat", "carme")[place % 3]]
        sheet, at = TypedSheet(totals=(101, 40)), START + timedelta(seconds=20 * place)
        assert type_sheet(game_at(played, table).pk, sheet, actor=actor, now=at)["lacks"] == "second_check"
    client = Client()
    client.force_login(typists["bernat"].user)  # type: ignore[arg-type]
    page = client.get(f"/en/organitzacio/{of.slug}/entrada/comprova/")
    piles = [(pile.typist, [view.table for view in pile.views]) for pile in page.context["piles"]]
    assert piles == [("anna", tables[0::3]), ("carme", tables[2::3]), ("bernat", tables[1::3])]
    own = client.post(
        f"/en/organitzacio/{of.slug}/entrada/comprova/{game_at(played, tables[1]).pk}/", {"confirm": "1"}
    )
    other = client.post(
        f"/en/organitzacio/{of.slug}/entrada/comprova/{game_at(played, tables[0]).pk}/", {"confirm": "1"}
    )
    assert (own.status_code, other.status_code) == (422, 303)
