"""The sheet signed on the phone, seen by both pairs and by the desk (E 15.2.7)."""

import pytest
from django.test import Client

from tests.services.conftest import DESK, TABLE, Hall, published_hall
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Championship, Game, Membership
from tournament.queries.signatures import pins
from tournament.services import games, hands
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db
CARDS = "imprimeix/targetes-parelles.pdf"


@pytest.fixture
def hall() -> Hall:
    made = published_hall(changes={"sheet_of_record": "phone"})
    hands.record_hand(made.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return made


def address(hall: Hall) -> str:
    return f"/f/{hall.games[0].token}/"


def sign(hall: Hall, side: str, pin: str) -> str:
    version = Game.objects.get(pk=hall.games[0].pk).version
    form = {"side": side, "pin": pin, "version": version}
    return str(Client().post(f"{address(hall)}signa/", form)["Location"])


def test_each_pair_signs_by_its_code_and_the_phone_is_passed_on(hall: Hall) -> None:
    codes, view = pins(hall.championship), hall.view()
    assert view.b is not None
    assert "Signen totes dues parelles" in text_of(Client().get(address(hall)))
    sign(hall, "a", codes[view.a.number])
    assert "Passeu el mòbil a l’altra parella." in text_of(Client().get(address(hall)))
    sign(hall, "b", codes[view.b.number])
    assert hall.view().is_confirmed
    assert "Signen totes dues parelles" not in text_of(Client().get(address(hall)))


def test_a_wrong_code_is_said_and_five_lock_the_sheet_until_the_desk_opens_it(hall: Hall) -> None:
    code = pins(hall.championship)[hall.view().a.number]
    other = "0000" if code != "0000" else "1111"
    location = sign(hall, "a", other)
    assert "No és el codi d’aquesta parella." in text_of(Client().get(location.split("#")[0]))
    for _ in range(4):
        sign(hall, "a", other)
    assert "Massa codis equivocats" in text_of(Client().get(address(hall)))
    client, _of, desk = at_desk(hall.championship)
    game = f"{desk}partida/{hall.games[0].pk}/"
    assert "Deixa que ho tornin a provar" in text_of(client.get(game))
    client.post(f"{game}unlock/")
    sign(hall, "a", code)
    assert hall.games[0].signatures.count() == 1


def test_codes_are_for_organisers_only_and_only_where_phones_are_the_record(hall: Hall) -> None:
    code = pins(hall.championship)[3]
    client, of, desk = at_desk(hall.championship)
    assert code in text_of(client.get(f"{desk}parelles/3/"))
    assert CARDS in text_of(client.get(f"{desk}imprimeix/"))
    helper, _of, _desk = at_desk(of, role=Membership.Role.HELPER)
    assert helper.get(f"{desk}{CARDS}").status_code == 403
    assert "Codi per signar" not in text_of(helper.get(f"{desk}parelles/3/"))
    on_paper, _of, paper_desk = at_desk(published_hall().championship)
    assert "Codi per signar" not in text_of(on_paper.get(f"{paper_desk}parelles/3/"))
    assert "Signen totes" not in text_of(Client().get(f"/f/{hall.games[1].token}/"))


def test_a_pair_is_given_another_code(hall: Hall) -> None:
    client, of, desk = at_desk(hall.championship)
    client.post(f"{desk}parelles/3/card/")
    salts = dict(of.pairs.values_list("number", "pin_salt"))
    assert salts[3] != "" and {salts[number] for number in salts if number != 3} == {""}


def english(hall: Hall) -> str:
    return text_of(Client().get(f"/en{address(hall)}"))


def test_a_wrong_code_says_how_many_tries_are_left(hall: Hall) -> None:
    location = sign(hall, "a", "no")
    assert "You have 4 tries left." in text_of(Client().get("/en" + location.split("#")[0]))


def test_a_code_typed_after_the_confirmation_is_told_so_and_not_that_the_sheet_changed(hall: Hall) -> None:
    games.confirm(hall.games[0].pk, remark="Ja hi hem anat.", actor=DESK)
    form = {"side": "a", "pin": "1234"}
    answer = Client().post(f"/en{address(hall)}signa/", form)
    assert (answer.status_code, "is confirmed" in text_of(answer)) == (422, True)


def test_without_phones_the_pages_speak_of_paper_and_ask_for_no_remark(hall: Hall) -> None:
    Championship.objects.update(phones_at_tables=False)
    assert "signs the paper sheet" in english(hall)
    client, _of, desk = at_desk(hall.championship, language="en")
    page = text_of(client.get(f"{desk}partida/{hall.games[0].pk}/"))
    assert ("Not signed on the phone" in page, "all the same" in page) == (False, False)
    assert CARDS not in text_of(client.get(desk))


def test_the_desk_speaks_of_codes_where_the_phone_is_signed_and_of_sheets_where_the_paper_is() -> None:
    for record, leads, prints in (("phone", True, False), ("paper", False, True)):
        of = published_hall(4, changes={"sheet_of_record": record}).championship
        client, _of, desk = at_desk(of, language="en")
        page = text_of(client.get(desk))
        assert (f"{desk}{CARDS}" in page, "Print the 2 sheets" in page) == (leads, prints)


def test_a_tick_that_decides_a_level_game_stands_in_red_and_open_until_the_confirmation(hall: Hall) -> None:
    game = hall.games[1]
    games.record_totals(game.pk, (60, 60), actor=DESK)
    hands.set_opening_draw(game.pk, "b", actor=DESK)
    sheet = text_of(Client().get(f"/en/f/{game.token}/"))
    client, _of, desk = at_desk(hall.championship, language="en")
    for page in (sheet, text_of(client.get(f"{desk}partida/{game.pk}/"))):
        assert '<div class="is-red"><dt>' in page
        assert "A wrong tick is a wrong winner" in page
    assert '<details class="fold" id="sorteig" open>' in sheet
    games.confirm(game.pk, remark="Ho hem vist.", actor=DESK)
    assert "A wrong tick is a wrong winner" not in text_of(Client().get(f"/en/f/{game.token}/"))
