"""The desk's infractions: read what is proposed, record it, find it in the list, withdraw it (E 16)."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.views.desk_visitors import at_desk, queries_of
from tests.views.sheets import act, desk_base, new_game, shown_at_desk, text_of
from tournament.models import Call, Championship, Game, Infraction, Membership, Pair, PlayedHand
from tournament.queries.games import view_of

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return f"{desk_base(game.round.championship)}taules/{game.pk}/faltes/nova/"


def look(client: Client, game: Game, **said: Any) -> Any:
    return client.post(address(game), {"look": "1"} | said)


def record(client: Client, game: Game, **said: Any) -> Any:
    """As somebody does who has read what is proposed."""
    seen = look(client, game, **said).context.get("seal", "")
    return client.post(address(game), {"record": "1", "seen": seen} | said)


def withdraw(client: Client, row: Infraction, **said: Any) -> Any:
    base = desk_base(row.championship)
    return client.post(f"{base}faltes/{row.pk}/retira/", {"reason": "era un error"} | said)


def serious(**more: Any) -> dict[str, Any]:
    return {"pair": 1, "code": "11.3", "moment": "in_hand", "bid": "C"} | more


# --- A new one -----------------------------------------------------------------------------------


def test_the_page_first_asks_and_says_nothing_is_wrong_yet(desk: Client, game: Game) -> None:
    page = desk.get(address(game))
    assert page.status_code == 200
    assert page.context["proposal"] is None
    assert 'role="alert"' not in page.content.decode()


def test_looking_says_what_is_proposed_and_records_nothing(desk: Client, game: Game) -> None:
    page = look(desk, game, **serious())
    assert "the other pair gets the 72 points at stake" in text_of(page)
    assert "This is only proposed" in text_of(page)
    assert Infraction.objects.count() == 0


def test_a_link_fills_the_page_in_and_proposes_at_once(desk: Client, game: Game) -> None:
    page = desk.get(f"{address(game)}?pair=2&code=16.1.2.2&moment=on_review&bid=B")
    assert (page.context["proposal"].stake, page.context["accused"].number) == (72, 2)


def test_what_was_read_is_recorded_and_shown_on_the_game_and_on_the_table_s_sheet(
    desk: Client, game: Game
) -> None:
    answer = record(desk, game, **serious())
    assert answer.status_code == 303
    hand = PlayedHand.objects.get()
    assert (hand.kind, hand.bid, hand.points_a, hand.points_b) == ("sanction", "C", 0, 72)
    row = Infraction.objects.get()
    assert row.decided_by is not None
    for page in (shown_at_desk(desk, game), text_of(Client().get(f"/en/f/{game.token}/"))):
        assert "11.3 · Spreading the cards instead of playing them out" in page


def test_what_was_not_read_is_not_recorded(desk: Client, game: Game) -> None:
    seen = look(desk, game, **serious()).context["seal"]
    answer = desk.post(address(game), {"record": "1", "seen": seen} | serious(bid="B", code="16.1.2.2"))
    assert answer.status_code == 422
    assert "What is proposed has changed since you read it" in text_of(answer)
    assert Infraction.objects.count() == 0


def test_a_ladder_that_filled_up_meanwhile_is_read_again(desk: Client, game: Game) -> None:
    """D 7."""
    said = {"pair": 1, "code": "16.1.3.5", "moment": "in_hand", "bid": ""}
    record(desk, game, **said)
    seen = look(desk, game, **said, decides="1", reason="una altra vegada").context["seal"]
    record(desk, game, **said, decides="1", reason="una altra vegada")
    said |= {"decides": "1", "reason": "una altra vegada"}
    assert desk.post(address(game), {"record": "1", "seen": seen} | said).status_code == 422
    page = look(desk, game, **said)
    assert "It is the third minor infraction of this pair in this game" in text_of(page)


def test_nothing_typed_is_lost_by_a_refusal(desk: Client, game: Game) -> None:
    said = {"pair": 1, "code": "16.1.3.1", "moment": "between_hands", "article": "9.2"}
    answer = record(desk, game, **said, complainant="organisation", told="parlava")
    assert answer.status_code == 422
    body = answer.content.decode()
    for kept in ('value="parlava"', 'value="9.2"'):
        assert kept in body
    assert re.search(r'value="organisation" checked', body)


@pytest.mark.parametrize("missing", ["pair", "code"])
def test_what_is_missing_is_said_beside_it(desk: Client, game: Game, missing: str) -> None:
    said = serious()
    del said[missing]
    answer = desk.post(address(game), {"record": "1"} | said)
    assert answer.status_code == 422
    assert {"pair": "Choose the pair", "code": "Choose an article"}[missing] in text_of(answer)


@pytest.mark.parametrize("said", [{"pair": "9"}, {"code": "99"}, {"moment": "mai"}, {"points": "molts"}])
def test_what_no_page_of_ours_sends_is_refused_and_records_nothing(
    desk: Client, game: Game, said: dict[str, str]
) -> None:
    assert desk.post(address(game), {"record": "1"} | serious(**said)).status_code == 422
    assert Infraction.objects.count() == 0


def test_rows_that_the_table_has_waived_stand_apart(desk: Client, game: Game) -> None:
    """E 15.3.1.1.4."""
    apart = {row["code"] for row in desk.get(address(game)).context["not_in_force"]}
    assert {"7.4.4", "16.1.3.7", "16.1.1.4"} <= apart
    Game.objects.filter(pk=game.pk).update(accepts_dealing="yes")
    apart = {row["code"] for row in desk.get(address(game)).context["not_in_force"]}
    assert apart == {"16.1.1.3", "16.1.1.4", "16.1.2.1"}


def test_a_waived_row_is_recorded_where_an_organiser_decides_so(desk: Client, game: Game) -> None:
    """E 17.2."""
    said = {"pair": 1, "code": "7.4.4", "moment": "between_hands"}
    assert "which this table has not accepted" in text_of(look(desk, game, **said))
    record(desk, game, **said, decides="on", reason="ho van dir de paraula")
    assert Infraction.objects.get().reason == "ho van dir de paraula"


# --- Expulsion -----------------------------------------------------------------------------------


def test_an_expulsion_says_first_what_it_brings_and_needs_a_typed_word(desk: Client, game: Game) -> None:
    """E 16.2.1, D 8."""
    said = {"pair": 1, "code": "16.1.1.1", "moment": "between_hands"}
    page = text_of(look(desk, game, **said))
    for consequence in (
        "Its game at table 1 ends now: 1 against 2, 0–51",
        "1 pair is left. It is an odd number: one rests each round.",
        "It is not drawn in the 4 rounds that are left",
        "It stands last, out of the ranking, and gets no prize.",
    ):
        assert consequence in page
    assert record(desk, game, **said).status_code == 422
    assert Pair.objects.get(number=1).state == Pair.State.REGISTERED
    assert record(desk, game, **said, typed_word="expel").status_code == 303
    assert Pair.objects.get(number=1).state == Pair.State.EXPELLED
    assert view_of(Game.objects.get(pk=game.pk)).counted == (0, 51)


def test_a_softened_expulsion_needs_no_typed_word(desk: Client, game: Game) -> None:
    said = {"pair": 1, "code": "16.1.1.1", "moment": "between_hands"}
    assert record(desk, game, **said, share="none", reason="s'ha disculpat").status_code == 303
    assert Pair.objects.get(number=1).state == Pair.State.REGISTERED


def test_an_expulsion_is_withdrawn_from_the_list(desk: Client, game: Game) -> None:
    said = {"pair": 1, "code": "16.1.1.1", "moment": "between_hands", "typed_word": "EXPEL"}
    record(desk, game, **said)
    row = Infraction.objects.get()
    assert withdraw(desk, row).status_code == 303
    assert Pair.objects.get(number=1).state == Pair.State.REGISTERED
    assert "Withdrawn" in text_of(desk.get(f"{desk_base(row.championship)}faltes/"))


# --- The list ------------------------------------------------------------------------------------


def test_an_empty_list_says_so(desk: Client, championship: Championship) -> None:
    assert "No infraction is recorded" in text_of(desk.get(f"{desk_base(championship)}faltes/"))


def test_what_is_recorded_already_is_said_before_it_is_recorded_again(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    record(desk, game, **serious(sequence="1"))
    page = look(desk, game, **serious(sequence="1"))
    assert "It is recorded already: hand 1, 11.3, noted at" in text_of(page)
    assert page.context["proposal"] is None
    said = serious(sequence="1", decides="on", reason="dues vegades")
    assert record(desk, game, **said).status_code == 303
    assert Infraction.objects.count() == 2


def test_a_sanction_that_takes_the_place_of_another_says_of_which(desk: Client, game: Game) -> None:
    factories.hand(game, 12, 0)
    assert look(desk, game, **serious(sequence="1")).context["replaced"] is None
    record(desk, game, **serious(sequence="1"))
    page = look(desk, game, pair=2, code="16.1.2.2", moment="on_review", sequence="1")
    assert page.context["replaced"] == Infraction.objects.get()
    assert "Another sanction stands in that hand: 11.3 of pair 1" in text_of(page)


def test_outside_a_game_the_record_counts_and_no_score_changes(desk: Client, game: Game) -> None:
    base = desk_base(game.round.championship)
    said = {"pair": 2, "code": "16.1.3.1", "told": "ha cridat"}
    seen = desk.post(f"{base}faltes/nova/", said).context["seal"]
    answer = desk.post(f"{base}faltes/nova/", said | {"record": "1", "seen": seen})
    assert answer["Location"] == f"{base}faltes/"
    row = Infraction.objects.get()
    assert (row.moment, row.game, row.round_number) == ("outside_game", None, 1)


def test_a_withdrawal_that_cannot_be_keeps_its_reason_and_says_the_way_out(desk: Client, game: Game) -> None:
    record(desk, game, **serious())
    PlayedHand.objects.update(points_a=3, points_b=0, kind="played")
    answer = withdraw(desk, Infraction.objects.get())
    assert answer.status_code == 422
    assert "was changed after the sanction: now it says C 3–0" in text_of(answer)
    assert 'value="era un error"' in answer.content.decode()
    assert withdraw(desk, Infraction.objects.get(), leaves_sheet="on").status_code == 303


def test_a_cell_of_the_spreadsheet_is_never_a_formula(desk: Client, game: Game) -> None:
    Pair.objects.filter(number=1).update(war_name="=1+1")
    record(desk, game, **serious())
    sheet = desk.get(f"{desk_base(game.round.championship)}faltes/llista.csv").content.decode("utf-8-sig")
    assert "'=1+1" in sheet


def test_the_list_asks_as_many_questions_for_one_as_for_three() -> None:
    def questions(number: int) -> int:
        client, of, base = at_desk()
        game = new_game(of)
        pair = of.pairs.get(number=1)
        for _ in range(number):
            common = {"championship": of, "pair": pair, "game": game, "side": "a", "at": factories.START}
            Infraction.objects.create(code="16.1.3.5", severity="minor", complained_by="b", **common)
        return queries_of(client, f"{base}faltes/")

    assert questions(1) == questions(3)


# --- Who may, and from where ----------------------------------------------------------------------


def test_a_helper_reads_the_list_and_records_nothing() -> None:
    """Only organisers record infractions (E 16)."""
    client, of, base = at_desk(role=Membership.Role.HELPER)
    game = new_game(of)
    assert client.get(f"{base}faltes/").status_code == 200
    assert client.get(f"{base}faltes/nova/").status_code == 403
    assert client.post(f"{base}taules/{game.pk}/faltes/nova/", serious()).status_code == 403
    assert (
        f"{base}taules/{game.pk}/faltes/nova/" not in client.get(f"{base}partida/{game.pk}/").content.decode()
    )


def test_a_game_of_another_championship_does_not_exist_here(desk: Client, championship: Championship) -> None:
    other = new_game(factories.championship())
    assert desk.get(f"{desk_base(championship)}taules/{other.pk}/faltes/nova/").status_code == 404
    row = Infraction.objects.create(
        championship=other.round.championship,
        pair=Pair.objects.filter(championship=other.round.championship).first(),
        code="16.1.3.5",
        severity="minor",
        at=factories.START,
    )
    assert desk.post(f"{desk_base(championship)}faltes/{row.pk}/retira/", {"reason": "x"}).status_code == 404


def test_a_call_for_a_revoke_leads_to_its_review_and_to_its_record(desk: Client, game: Game) -> None:
    Call.objects.create(game=game, reason="revoke", called_at=factories.START)
    base = desk_base(game.round.championship)
    body = desk.get(base).content.decode()
    assert f'href="{base}partida/{game.pk}/renunci/"' in body
    assert f'href="{address(game)}?code=16.1.2.2&amp;moment=on_review"' in body


def test_the_review_is_told_whether_the_tricks_lie_as_the_table_agreed(desk: Client, game: Game) -> None:
    """E 15.3.2."""
    assert desk.get(address(game)).context["review"].endswith("eines/renunci/?recollida=no")
    Game.objects.filter(pk=game.pk).update(accepts_gathering="yes")
    review = desk.get(address(game)).context["review"]
    assert review.endswith("eines/renunci/?recollida=si")
    page = desk.get(review)
    assert (page.context["asked"]["recollida"], page.context["problems"]) == ("si", {})


def test_a_pair_that_goes_away_in_mid_game_loses_it(desk: Client, game: Game) -> None:
    """D 8."""
    factories.hand(game, 12, 0)
    assert act(desk, game, "leave", side="b").status_code == 422
    act(desk, game, "leave", side="b", reason="han de marxar")
    assert view_of(Game.objects.get(pk=game.pk)).counted == (51, 0)
    act(desk, game, "reopen", reason="tornen")
    act(desk, game, "stay")
    assert view_of(Game.objects.get(pk=game.pk)).game.left == ""


def test_a_pair_that_plays_on_is_in_the_coming_rounds_again_unless_that_is_unticked(
    desk: Client, game: Game
) -> None:
    """D 13."""
    factories.hand(game, 12, 0)
    act(desk, game, "leave", side="b", reason="han de marxar", withdraws="1")
    act(desk, game, "reopen", reason="tornen")
    assert "Pair 2 is in the coming rounds again" in shown_at_desk(desk, game)
    act(desk, game, "stay", comes_back="1")
    assert Pair.objects.get(number=2, seats__game=game).state == Pair.State.REGISTERED


def test_a_game_that_a_pair_left_says_so_and_lacks_no_points(desk: Client, game: Game) -> None:
    """D 8."""
    factories.hand(game, 12, 0)
    assert "89 to go" in shown_at_desk(desk, game)
    act(desk, game, "leave", side="b", reason="han de marxar")
    page = shown_at_desk(desk, game)
    assert "Game over: pair 2 did not finish it" in page
    assert "to go" not in page


def test_a_sanction_that_a_withdrawn_infraction_left_is_changed_and_turned_at_the_desk(
    desk: Client, game: Game
) -> None:
    record(desk, game, **serious())
    row = Infraction.objects.get()
    opens = f"{desk_base(game.round.championship)}partida/{game.pk}/?dat=1"
    assert opens not in desk.get(opens.split("?")[0]).content.decode()
    withdraw(desk, row, leaves_sheet="1")
    assert opens in desk.get(opens.split("?")[0]).content.decode()
    assert desk.get(opens).context["forms"]["change_hand"]["row"].value() == "c 72 -"
    assert act(desk, game, "change_hand", sequence="1", turn="1").status_code == 303
    assert view_of(Game.objects.get(pk=game.pk)).sheet.totals == (72, 0)
    assert act(desk, game, "change_hand", sequence="1", row="c 20 -").status_code == 303
    assert view_of(Game.objects.get(pk=game.pk)).sheet.totals == (0, 20)


# --- What the form offers ----------------------------------------------------------------------------


def test_misdeal_is_of_a_hand_that_has_no_trumps_yet(desk: Client, game: Game) -> None:
    said = {"pair": 1, "moment": "in_hand"}
    moments = [look(desk, game, code=code, **said).context["said"]["moment"] for code in ("7.4.4", "11.3")]
    assert moments == ["before_contract", "in_hand"]
    assert look(desk, game, pair=1, code="7.4.4").context["said"]["moment"] == "before_contract"
    after = look(desk, game, pair=1, code="7.4.4", moment="between_hands")
    assert after.context["said"]["moment"] == "between_hands"


def test_players_are_those_of_the_chosen_pair_and_carry_its_number(desk: Client, game: Game) -> None:
    a, b = Pair.objects.order_by("number")
    assert desk.get(address(game)).context["players"] == [
        ("1", f"1 {a.player_1} / 2 {b.player_1}"),
        ("2", f"1 {a.player_2} / 2 {b.player_2}"),
    ]
    assert look(desk, game, pair=2).context["players"] == [("1", f"2 {b.player_1}"), ("2", f"2 {b.player_2}")]
