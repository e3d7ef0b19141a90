"""What goes wrong in a hall, at the desk: one line a case, its effect in words, and only then a button (E 17.2)."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.views.sheets import desk_address, desk_base, log_in, played_out, shown_at_desk, text_of
from tournament.models import Championship, Game, Membership, Replacement, Round
from tournament.queries.games import games_of_round
from tournament.services import calls
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(championship: Championship) -> list[Game]:
    """Two tables and a pair that rests, just published."""
    round_ = factories.round_(championship, published_at=timezone.now())
    games = [factories.game(round_) for _ in range(2)]
    factories.bye(round_)
    return games


def case(game: Game, name: str) -> str:
    return f"{desk_address(game)}ha-passat/{name}/"


def cases_of(client: Client, game: Game) -> list[str]:
    """Where the lines of the game's page lead, the last part of each address."""
    page = client.get(desk_address(game)).content.decode()
    section = page[page.index('id="ha-passat"') :]
    links = re.findall(r'href="([^"]+)"', section[: section.index("</details>")])
    return [re.sub(r".*/(?=[^/]+/$)|/$", "", link) for link in links]


ALWAYS = ["relleu", "relleu", "taula"]


def test_the_page_of_a_game_offers_the_cases_that_can_be(desk: Client, hall: list[Game]) -> None:
    before = ["marxa", *ALWAYS, "barreja", "de-nou", "#sorteig", "renunci", "full"]
    assert cases_of(desk, hall[0]) == before
    factories.hand(hall[0], 4, 0)
    begun = ["#marxa", *ALWAYS, "barreja", "de-nou", "#gira", "#sorteig", "renunci", "full"]
    assert cases_of(desk, hall[0]) == begun
    played_out(hall[0])
    assert cases_of(desk, hall[0]) == [*begun[:-2], "de-mes", *begun[-2:]]
    Round.objects.update(state=Round.State.CLOSED, closed_at=timezone.now())
    assert cases_of(desk, hall[0]) == ["#gira", "#sorteig", "de-mes", "renunci", "full"]


def test_what_was_given_to_one_pair_is_taken_back_where_the_other_came(
    desk: Client, hall: list[Game]
) -> None:
    desk.post(case(hall[0], "marxa"), gone(hall[0], "walkover"))
    assert cases_of(desk, hall[0]) == ["marxa", *ALWAYS, "de-nou", "#desfes", "renunci", "full"]


def test_every_line_of_the_page_leads_somewhere_and_helpers_have_none(
    client: Client, championship: Championship, hall: list[Game]
) -> None:
    log_in(client, championship)
    played_out(hall[0])
    page = client.get(desk_address(hall[0])).content.decode()
    assert [name for name in re.findall(r'href="#([^"]+)"', page) if f'id="{name}"' not in page] == []
    helper = log_in(Client(), championship, role=Membership.Role.HELPER)
    assert "ha-passat" not in helper.get(desk_address(hall[0])).content.decode()
    assert {helper.get(case(hall[0], name)).status_code for name in ("taula", "de-nou", "full")} == {403}


# --- Another table -------------------------------------------------------------------------------


def test_a_change_of_table_is_told_first_and_both_sheets_move(desk: Client, hall: list[Game]) -> None:
    asked = desk.get(case(hall[0], "taula") + "?number=2")
    assert asked.context["form"]["number"].value() == 2
    page = text_of(asked)
    assert "Pairs 1 and 2 go from table 1 to table 2, with their sheet and their clock." in page
    assert "Pairs 3 and 4 come from table 2 to table 1, with theirs." in page
    answer = desk.post(case(hall[0], "taula"), {"number": 2}, follow=True)
    assert "They play at table 2 now, with their sheet." in text_of(answer)
    assert [view.game.pk for view in games_of_round(hall[0].round) if view.b] == [hall[1].pk, hall[0].pk]


def test_a_table_that_cannot_be_keeps_what_was_typed(desk: Client, hall: list[Game]) -> None:
    same = desk.post(case(hall[0], "taula"), {"number": 1})
    assert (same.status_code, "They sit at that table already" in text_of(same)) == (422, True)
    none = desk.post(case(hall[0], "taula"), {"number": "dotze"})
    assert (none.status_code, 'value="dotze"' in none.content.decode()) == (422, True)


# --- Played anew ---------------------------------------------------------------------------------


def test_a_game_played_anew_is_told_first_and_taken_back_from_the_new_sheet(
    desk: Client, hall: list[Game]
) -> None:
    factories.hand(hall[0], 4, 0)
    page = text_of(desk.get(case(hall[0], "de-nou")))
    assert "1 hand, 4–0, is annulled" in page
    refused = desk.post(case(hall[0], "de-nou"), {"reason": " "})
    assert (refused.status_code, "Write the reason" in text_of(refused)) == (422, True)
    desk.post(case(hall[0], "de-nou"), {"reason": "una carta de més"})
    new = games_of_round(hall[0].round)[0].game
    assert "pairs 1 and 2, 4–0. (una carta de més)" in shown_at_desk(desk, new)
    round_ = Round.objects.get(pk=hall[0].round_id)
    back = {"what": "take_back", "round": round_.pk, "version": round_.version}
    desk.post(f"{desk_base(round_.championship)}rondes/1/mend/", back)
    assert games_of_round(round_)[0].game.pk == hall[0].pk
    assert "Annulled at" not in shown_at_desk(desk, hall[0])


def test_the_hall_reads_that_a_table_began_anew(desk: Client, hall: list[Game]) -> None:
    desk.post(case(hall[0], "de-nou"), {"reason": "una carta de més"})
    page = text_of(Client().get(f"/en/c/{hall[0].round.championship.slug}/"))
    assert re.search(r"Begun anew at \d+:\d\d: table 1 \(una carta de més\)", page)


# --- The wrong pairs -----------------------------------------------------------------------------


def test_mixed_pairs_are_told_what_can_be_done(desk: Client, hall: list[Game]) -> None:
    page = text_of(desk.get(case(hall[0], "barreja") + "?one=1&other=4"))
    assert "It is early: let them change places and begin anew." in page
    for _ in range(3):
        factories.hand(hall[1], 4, 0)
    page = text_of(desk.get(case(hall[0], "barreja") + "?one=1&other=4"))
    assert "It is late: accept what was played" in page
    nobody = desk.get(case(hall[0], "barreja") + "?one=1&other=5")
    assert "Choose a pair of this table and one of another." in text_of(nobody)


@pytest.mark.parametrize(("what", "seated"), [("as_played", [(4, 2), (3, 1)]), ("anew", [(1, 2), (3, 4)])])
def test_mixed_pairs_are_accepted_or_begin_anew(
    desk: Client, hall: list[Game], what: str, seated: list[tuple[int, int]]
) -> None:
    factories.hand(hall[0], 4, 0)
    sent = {"one": 1, "other": 4, "what": what, "reason": "taules canviades"}
    assert desk.post(case(hall[0], "barreja"), sent).status_code == 303
    views = [view for view in games_of_round(hall[0].round) if view.b]
    assert [(view.a.number, view.b.number) for view in views if view.b] == seated
    assert [len(view.hands) for view in views] == ([1, 0] if what == "as_played" else [0, 0])


# --- A pair that is gone -------------------------------------------------------------------------


def gone(game: Game, what: str, **more: Any) -> dict[str, Any]:
    return {"pair": 2, "what": what, "reason": "avaria", "version": game.version, **more}


def test_the_pair_that_rests_is_offered_and_comes_in(desk: Client, hall: list[Game]) -> None:
    assert "Pair 5 Parella 5, which rests, comes to table 1 and plays" in text_of(
        desk.get(case(hall[0], "marxa"))
    )
    answer = desk.post(case(hall[0], "marxa"), gone(hall[0], "move_in", withdraws="on"), follow=True)
    assert "The pair that rested plays at table 1. Print its sheet." in text_of(answer)
    view = games_of_round(hall[0].round)[0]
    assert {view.a.number, view.b and view.b.number} == {1, 5}


def test_the_page_of_a_pair_leads_to_its_game_if_it_goes_away(desk: Client, hall: list[Game]) -> None:
    page = f"{desk_base(hall[0].round.championship)}parelles/2/"
    assert "It sits at table 1 in round 1." in text_of(desk.get(page))
    link = f"{case(hall[0], 'marxa')}?pair=2"
    assert f'href="{link}"' in desk.get(page).content.decode()
    assert desk.get(link).context["form"]["pair"].value() == 2
    factories.hand(hall[0], 4, 0)
    assert f'href="{desk_address(hall[0])}#marxa"' in desk.get(page).content.decode()


def test_for_a_pair_that_was_expelled_only_the_one_that_rests_is_offered(
    desk: Client, hall: list[Game]
) -> None:
    Game.objects.filter(pk=hall[0].pk).update(left="b")
    factories.confirmed(hall[0], 51, 0)
    page = desk.get(case(hall[0], "marxa"))
    assert page.context["form"]["pair"].value() == 2
    assert ('value="walkover"' in page.content.decode(), 'value="move_in"' in page.content.decode()) == (
        False,
        True,
    )


def test_nobody_is_offered_to_come_in_where_nobody_rests(desk: Client, game: Game) -> None:
    assert "which rests" not in text_of(desk.get(case(game, "marxa")))
    unsaid = desk.post(case(game, "marxa"), {"what": "walkover", "reason": "avaria"})
    assert (unsaid.status_code, "Choose the pair that goes away." in text_of(unsaid)) == (422, True)


# --- Past the end, a lost sheet, a revoke --------------------------------------------------------


def test_a_hand_after_the_end_is_written_down_struck(desk: Client, hall: list[Game]) -> None:
    played_out(hall[0])
    assert "The game ended with hand 3, at 108–12." in text_of(desk.get(case(hall[0], "de-mes")))
    wrong = desk.post(case(hall[0], "de-mes"), {"row": "hola"})
    assert (wrong.status_code, 'value="hola"' in wrong.content.decode()) == (422, True)
    answer = desk.post(case(hall[0], "de-mes"), {"row": "c 20 -"}, follow=True)
    assert "Struck, it does not count" in text_of(answer)
    view = games_of_round(hall[0].round)[0]
    assert (len(view.hands), view.sheet.totals) == (4, (108, 12))


def test_a_lost_sheet_is_shown_to_be_printed_and_signed(desk: Client, hall: list[Game]) -> None:
    assert "Nothing of this game is written here" in text_of(desk.get(case(hall[0], "full")))
    played_out(hall[0])
    page = desk.get(case(hall[0], "full"))
    assert "Below is what is written of the game." in text_of(page)
    assert 'fulls/1.pdf?taula=1&amp;mena=signar"' in page.content.decode()
    assert desk.post(case(hall[0], "full")).status_code == 200


def test_a_call_for_a_revoke_opens_the_review_with_what_the_table_agreed(
    desk: Client, hall: list[Game]
) -> None:
    calls.call(hall[0].pk, "revoke", actor=Actor(None, "table"))
    address = f"{desk_address(hall[0])}renunci/"
    assert f'href="{address}"' in desk.get(desk_base(hall[0].round.championship)).content.decode()
    Game.objects.filter(pk=hall[0].pk).update(accepts_gathering=Game.Box.YES)
    assert desk.get(address)["Location"].endswith("/eines/renunci/?recollida=si")


# --- A player is replaced ------------------------------------------------------------------------


def test_a_player_is_replaced_for_a_round_and_taken_back(desk: Client, hall: list[Game]) -> None:
    of = hall[0].round.championship
    address = f"{desk_base(of)}parelles/1/relleu/"
    assert address in desk.get(f"{desk_base(of)}parelles/1/").content.decode()
    sent = {"player": 2, "name": "Maria Puig", "for_good": "no"}
    answer = desk.post(address, sent, follow=True)
    assert "Maria Puig plays in pair 1 instead of Joan 1 in round 1." in text_of(answer)
    said = "Pair 1: Maria Puig plays this round instead of Joan 1."
    assert said in shown_at_desk(desk, hall[0])
    row = Replacement.objects.get()
    desk.post(f"{address}{row.pk}/desfes/", {"client_id": "desfet"})
    assert (Replacement.objects.exists(), said in shown_at_desk(desk, hall[0])) == (False, False)


def test_a_player_of_another_pair_is_refused_beside_the_name(desk: Client, hall: list[Game]) -> None:
    address = f"{desk_base(hall[0].round.championship)}parelles/1/relleu/"
    page = desk.post(address, {"player": 2, "name": "Anna 3", "for_good": "yes"})
    assert (page.status_code, "That name plays in pair 3" in text_of(page)) == (422, True)
    assert 'value="Anna 3"' in page.content.decode()


def test_what_there_is_not_is_not_found(desk: Client, hall: list[Game]) -> None:
    assert desk.get(case(hall[0], "res")).status_code == 404
    assert desk.get(f"{desk_base(hall[0].round.championship)}parelles/77/relleu/").status_code == 404
    assert desk.post(f"{desk_base(hall[0].round.championship)}parelles/1/relleu/9/desfes/").status_code == 404
