"""Who may not get in, and how far: B132, B134, B136 of other systems."""

import secrets

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from tests.services.conftest import DESK, TABLE, Hall, after_round_one, published_hall
from tests.views.desk_visitors import at_desk, text_of
from tournament.models import Game, PlayedHand, Signature
from tournament.queries.signatures import MOST_MISSES, pins
from tournament.services import hands, rounds
from tournament.services.hands import HandEntry

pytestmark = pytest.mark.django_db


# --- B132: a PIN tried again and again -------------------------------------------------------------------


def signing_hall() -> Hall:
    hall = published_hall(8, changes={"sheet_of_record": "phone"})
    for game in hall.games:
        hands.record_hand(game.pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return hall


def attempt(game: Game, side: str, pin: str, **client: str) -> None:
    version = Game.objects.get(pk=game.pk).version
    Client(**client).post(f"/f/{game.token}/signa/", {"side": side, "pin": pin, "version": version})


def test_b132_a_pin_is_tried_five_times_a_table_from_wherever_it_comes() -> None:
    hall = signing_hall()
    first, second = hall.games[:2]
    codes = pins(hall.championship)
    for n in range(200):
        wrong = f"{n:04}"
        if wrong not in codes.values():
            attempt(first, "a", wrong, REMOTE_ADDR=f"10.0.{n % 7}.{n}")
    assert Game.objects.get(pk=first.pk).pin_misses == MOST_MISSES
    attempt(first, "a", codes[hall.view(1).a.number])
    assert Signature.objects.filter(game=first).count() == 0
    attempt(second, "a", codes[hall.view(2).a.number])  # the others of the same hall are not shut out
    assert Signature.objects.filter(game=second).count() == 1


def test_b132_the_desk_is_told_and_lets_them_try_again_in_one_click() -> None:
    hall = signing_hall()
    for _ in range(MOST_MISSES):
        attempt(hall.games[0], "a", "no")
    client, _of, desk = at_desk(hall.championship, language="en")
    board = f"{desk}taules/"
    assert text_of(client.get(board)).count("Let them try again") == 1
    client.post(f"{desk}partida/{hall.games[0].pk}/unlock/")
    assert Game.objects.get(pk=hall.games[0].pk).pin_misses == 0


# --- B134: default passwords --------------------------------------------------------------------------------


def test_b134_a_fresh_installation_has_no_account_and_refuses_weak_passwords() -> None:
    call_command("migrate", verbosity=0)
    assert User.objects.count() == 0
    for weak in ("0000", "1234", "admin", "password", "12345678", "manilla"):
        with pytest.raises(ValidationError):
            validate_password(weak, User(username="ona"))


def test_b134_known_codes_open_nothing(client: Client) -> None:
    hall = published_hall(4)
    for code in ("0000", "1234", "admin"):
        assert client.get(f"/organitzacio/convida/{code}/").status_code == 404
        answer = client.post("/organitzacio/entra/", {"username": "admin", "password": code})
        assert "_auth_user_id" not in client.session
        assert answer.status_code in (200, 403, 429)
    assert hall.championship.memberships.count() == 0


# --- B136: another number in the address --------------------------------------------------------------------


def test_b136_no_number_leads_to_a_sheet_and_no_other_sheet_is_written() -> None:
    hall = after_round_one(6)
    other = published_hall(6)
    client = Client()
    old = Game.objects.filter(round=hall.round).first()
    assert old is not None
    posted = {
        "base": "",
        "doubling": "",
        "side": "a",
        "points": "2",
        "unit": "points",
        "client_id": secrets.token_hex(16),
    }
    before = PlayedHand.objects.count()
    for part in (
        *(str(game.pk) for game in (*hall.games, *other.games)),
        "3",
        "taula-1",
        secrets.token_urlsafe(24),
    ):
        assert client.get(f"/f/{part}/").status_code == 404
        assert client.post(f"/f/{part}/dat/", posted).status_code == 404
        assert client.get(f"/t/{part}/").status_code == 404
        assert client.get(f"/p/{part}/").status_code == 404
    assert client.post(f"/f/{old.token}/dat/", posted).status_code == 422  # of a past round, confirmed
    assert PlayedHand.objects.count() == before
    for game in other.games:
        path = f"/organitzacio/{hall.championship.slug}/partida/{game.pk}/"
        assert client.get(path).status_code == 302
        assert at_desk(hall.championship)[0].get(path).status_code == 404


def test_b136_a_draft_has_no_sheet_for_its_tokens() -> None:
    hall = after_round_one(6)
    draft = rounds.draft(hall.championship.pk, actor=DESK)
    for token in draft.games.values_list("token", flat=True):
        assert Client().get(f"/f/{token}/").status_code == 404
