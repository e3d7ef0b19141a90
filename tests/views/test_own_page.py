"""A pair's private page, by the token of its card: all of its own, nothing of anybody else (E 16)."""

import pytest
from django.test import Client

from tests import factories
from tests.services.conftest import DESK, Hall, after_round_one, published_hall
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Championship, Infraction, Membership, Pair
from tournament.services import rounds
from tournament.services.signing import renew_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return published_hall(5)


def pair_of(hall: Hall, table: int = 1, side: str = "a") -> Pair:
    return hall.games[table - 1].seats.get(side=side).pair


def page(pair: Pair) -> str:
    return text_of(Client().get(f"/en/p/{pair.token}/"))


def infraction(of: Pair, **fields: object) -> Infraction:
    facts = {"code": "16.1.3.5", "severity": "minor", "moment": "in_hand", "sanction": "noted"}
    facts |= {"round_number": 1, "complained_by": "other_pair"}
    return Infraction.objects.create(
        championship=of.championship, pair=of, at=factories.START, **{**facts, **fields}
    )


def test_a_pair_reads_its_table_its_opponent_and_why(hall: Hall) -> None:
    pair, other = pair_of(hall), pair_of(hall, side="b")
    shown = page(pair)
    assert "Table 1" in shown
    assert other.war_name in shown
    assert f"/en/f/{hall.games[0].token}/" in shown
    assert "Why this opponent" in shown and "By lot." in shown


def test_the_pair_that_rests_reads_so_and_why(hall: Hall) -> None:
    shown = page(hall.bye.seats.get().pair)
    assert "Rests: a game won without playing" in shown
    assert "Why you rest" in shown


def test_its_way_shows_its_results() -> None:
    hall = after_round_one()
    shown = page(pair_of(hall))
    assert "51–0" in shown
    assert "Why this opponent" not in shown


def test_where_there_are_no_phones_no_sheet_is_opened_from_it() -> None:
    hall = published_hall(4, phones_at_tables=False)
    assert "/f/" not in page(pair_of(hall))


def test_it_reads_its_own_infractions_and_nobody_elses(hall: Hall) -> None:
    """E 16."""
    mine, other = pair_of(hall), pair_of(hall, side="b")
    infraction(mine)
    infraction(other, code="16.1.1.2", severity="very_serious", sanction="expulsion")
    shown = page(mine)
    assert ("16.1.3.5" in shown, "16.1.1.2" in shown) == (True, False)


def test_a_withdrawn_infraction_is_not_shown(hall: Hall) -> None:
    mine = pair_of(hall)
    infraction(mine, withdrawn_at=factories.START, withdrawn_reason="error")
    assert ("16.1.3.5" in page(mine), "None is recorded." in page(mine)) == (False, True)


def test_no_real_name_stands_on_it(hall: Hall) -> None:
    shown = page(pair_of(hall))
    names = Pair.objects.values_list("player_1", "player_2")
    assert [name for both in names for name in both if name in shown] == []


def test_no_other_token_and_no_sheet_of_another_table_stands_on_it(hall: Hall) -> None:
    mine = pair_of(hall)
    shown = page(mine)
    others = [*Pair.objects.exclude(pk=mine.pk).values_list("token", flat=True), hall.games[1].token]
    assert [token for token in others if token in shown] == []


def test_a_draft_is_not_read_from_it() -> None:
    of = factories.championship()
    pair = factories.pairs(4, of)[0]
    rounds.draft(of.pk, actor=DESK)
    assert "The first round is not drawn yet." in page(pair)


def test_it_is_kept_nowhere_and_needs_no_session(hall: Hall) -> None:
    answer = Client().get(f"/p/{pair_of(hall).token}/")
    assert answer["Cache-Control"] == "no-store"
    assert ("Vary" in answer and "Cookie" in answer["Vary"], dict(answer.cookies)) == (False, {})
    assert 'name="robots" content="noindex"' in text_of(answer)


def test_an_unknown_token_gets_the_same_calm_page_as_an_unknown_sheet() -> None:
    own, sheet = Client().get("/en/p/no-token/"), Client().get("/en/f/no-token/")
    assert (own.status_code, sheet.status_code) == (404, 404)
    assert ["table/nothing.html" in [each.name for each in answer.templates] for answer in (own, sheet)] == [
        True,
        True,
    ]
    assert "This card is not of any pair" in text_of(own)


def test_who_waits_reads_that_it_waits() -> None:
    pair = factories.pair(state=Pair.State.WAITING)
    assert "You are on the waiting list." in page(pair)


# --- Another card ------------------------------------------------------------------------------------


def test_another_card_kills_the_old_address_and_the_old_code_in_one_click() -> None:
    hall = published_hall(4, changes={"sheet_of_record": "phone"})
    client, of, desk = at_desk(hall.championship)
    before = of.pairs.get(number=3)
    client.post(f"{desk}parelles/3/card/")
    after = of.pairs.get(number=3)
    assert before.token != after.token and before.pin_salt != after.pin_salt
    statuses = [Client().get(f"/p/{token}/").status_code for token in (before.token, after.token)]
    assert statuses == [404, 200]
    entry = of.log.first()
    assert (entry.what, entry.pair_number, entry.before, entry.after) == ("renew_card", 3, None, None)


def test_the_card_of_another_pair_stays() -> None:
    of = factories.championship()
    one, other = factories.pairs(2, of)
    renew_card(one.pk, actor=DESK)
    assert Pair.objects.get(pk=other.pk).token == other.token


def test_a_card_is_given_again_after_the_end_too() -> None:
    of = factories.championship(state=Championship.State.FINISHED)
    pair = factories.pair(of)
    renew_card(pair.pk, actor=DESK)
    assert Pair.objects.get(pk=pair.pk).token != pair.token


def test_a_helper_gives_no_card() -> None:
    client, of, desk = at_desk(role=Membership.Role.HELPER)
    pair = factories.pair(of)
    assert client.post(f"{desk}parelles/1/card/").status_code == 403
    assert Pair.objects.get(pk=pair.pk).token == pair.token
