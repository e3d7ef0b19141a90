"""Both pairs sign on the phone where it is the sheet of record, each by its PIN; then the result counts (E 15.2.7)."""

import pytest

from tests.services.conftest import DESK, TABLE, Hall, published_hall, refusal_of
from tournament.core.pins import pin_of
from tournament.models import Call, Championship, Game, Pair
from tournament.queries.signatures import signing_of
from tournament.queries.standings import standings
from tournament.services import before_play, calls, games, hands, signing
from tournament.services.hands import HandEntry
from tournament.services.signing import Signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """A first game that is over: 104–0 for the left pair."""
    made = published_hall(changes={"sheet_of_record": "phone"})
    Championship.objects.update(pin_key="00" * 32)  # no two of these pairs have the same PIN
    hands.record_hand(made.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return made


def pin(hall: Hall, side: str) -> str:
    seat = hall.games[0].seats.get(side=side)
    key = Championship.objects.get(pk=hall.championship.pk).pin_key
    return pin_of(key, seat.pair.number, Pair.objects.get(pk=seat.pair_id).pin_salt)


def sign(hall: Hall, side: str, typed: str | None = None, **sent: object) -> Signed:
    typed = pin(hall, side) if typed is None else typed
    return signing.sign(hall.games[0].pk, side, typed, actor=TABLE, **sent)  # type: ignore[arg-type]


def wrong(hall: Hall, side: str) -> str:
    return "0000" if pin(hall, side) != "0000" else "1111"


def test_with_both_signatures_the_result_counts_at_once(hall: Hall) -> None:
    assert sign(hall, "a") is Signed.SIGNED
    assert not hall.view().is_confirmed
    assert sign(hall, "b") is Signed.CONFIRMED
    assert hall.view().counted == (104, 0)
    best = {row.number: row.wins2 for row in standings(hall.championship)}
    assert best[hall.view().a.number] == 2


def test_a_row_changed_after_a_signature_asks_for_both_again(hall: Hall) -> None:
    sign(hall, "a")
    hands.change_hand(hall.games[0].pk, 1, HandEntry("S", "b", points=104), actor=TABLE)
    found = signing_of(hall.view())
    assert found is not None
    assert found.signed == ()
    assert sign(hall, "b") is Signed.SIGNED


def test_after_five_wrong_codes_an_organiser_unlocks(hall: Hall) -> None:
    came = [sign(hall, "a", wrong(hall, "a")) for _ in range(5)]
    assert came == [Signed.WRONG] * 4 + [Signed.LOCKED]
    assert sign(hall, "a") is Signed.LOCKED
    signing.unlock(hall.games[0].pk, actor=DESK)
    assert sign(hall, "a") is Signed.SIGNED
    assert hall.championship.log.filter(what="wrong_pin").count() == 5


def test_the_right_code_of_one_pair_gives_nobody_more_tries_for_the_other(hall: Hall) -> None:
    for _ in range(4):
        sign(hall, "b", wrong(hall, "b"))
    assert sign(hall, "a") is Signed.SIGNED
    assert sign(hall, "a", wrong(hall, "a")) is Signed.SIGNED
    assert sign(hall, "b", wrong(hall, "b")) is Signed.LOCKED
    assert sign(hall, "b") is Signed.LOCKED


def test_what_the_table_agreed_is_part_of_what_is_signed(hall: Hall) -> None:
    sign(hall, "a")
    before_play.accept(hall.games[0].pk, dealing="no", agreements="com volem", actor=TABLE)
    found = signing_of(hall.view())
    assert found is not None
    assert found.signed == ()


def test_a_reopened_game_is_signed_anew(hall: Hall) -> None:
    sign(hall, "a")
    sign(hall, "b")
    games.reopen(hall.games[0].pk, reason="ho hem de mirar", actor=DESK)
    found = signing_of(hall.view())
    assert found is not None
    assert found.signed == ()


def test_a_wrong_code_sent_twice_by_one_form_counts_once(hall: Hall) -> None:
    for _ in range(2):
        assert sign(hall, "a", wrong(hall, "a"), client_id="once") is Signed.WRONG
    assert Game.objects.get(pk=hall.games[0].pk).pin_misses == 1


def test_a_pair_does_not_sign_with_the_code_of_the_other(hall: Hall) -> None:
    assert sign(hall, "a", pin(hall, "b")) is Signed.WRONG


def test_while_an_organiser_is_asked_for_two_signatures_do_not_confirm(hall: Hall) -> None:
    calls.call(hall.games[0].pk, "disagree", actor=TABLE)
    sign(hall, "a")
    assert sign(hall, "b") is Signed.SIGNED
    assert not hall.view().is_confirmed
    calls.settle(hall.championship.pk, Call.objects.get().pk, actor=DESK)
    assert hall.view().counted == (104, 0)


def test_where_paper_is_the_record_and_before_the_end_there_is_nothing_to_sign(hall: Hall) -> None:
    other = hall.games[1]
    assert refusal_of(signing.sign, other.pk, "a", "1234", actor=TABLE).code == "not_to_sign"
    Championship.objects.update(regulation=hall.championship.regulation | {"sheet_of_record": "paper"})
    assert refusal_of(signing.sign, hall.games[0].pk, "a", "1234", actor=TABLE).code == "not_to_sign"


def test_another_code_opens_and_the_old_one_no_more(hall: Hall) -> None:
    old = pin(hall, "a")
    signing.renew_card(hall.games[0].seats.get(side="a").pair_id, actor=DESK)
    if pin(hall, "a") != old:
        assert sign(hall, "a", old) is Signed.WRONG
    assert sign(hall, "a") is Signed.SIGNED


def test_every_wrong_code_leaves_one_try_less(hall: Hall) -> None:
    left = []
    for _ in range(5):
        sign(hall, "a", wrong(hall, "a"))
        found = signing_of(hall.view())
        left.append((found.tries_left, found.locked) if found else None)
    assert left == [(4, False), (3, False), (2, False), (1, False), (0, True)]
