"""A phone passed from pair to pair: an organiser is asked for, both sign, the result counts (E 15.2.7, E 17.7)."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.factories import member
from tests.services.conftest import TABLE, Hall, published_hall
from tournament.models import Call
from tournament.queries.signatures import pins
from tournament.services import calls, hands
from tournament.services.hands import HandEntry
from tournament.services.writing import Actor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall() -> Hall:
    made = published_hall(changes={"sheet_of_record": "phone"})
    hands.record_hand(made.games[0].pk, HandEntry("S", "a", points=104), after=None, actor=TABLE)
    return made


@pytest.fixture
def phone(new_context: Any, live_server: Any, hall: Hall) -> Any:
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{live_server.url}/f/{hall.games[0].token}/")
    return page


def test_both_pairs_sign_by_tapping_and_the_result_counts(phone: Any, hall: Hall) -> None:
    codes, view = pins(hall.championship), hall.view()
    assert view.b is not None
    for seat, side in ((view.a, "a"), (view.b, "b")):
        field = phone.locator(f"#pin-{side}")
        field.fill(codes[seat.number])
        phone.locator("form.sign", has=field).get_by_role("button", name="Signa").tap()
        phone.wait_for_load_state()
    phone.get_by_text("Confirmat amb les dues signatures.").wait_for()
    assert hall.view().is_confirmed


def test_an_organiser_is_asked_for_in_two_taps_and_taken_back_in_one(phone: Any, hall: Hall) -> None:
    phone.get_by_text("Demaneu un organitzador").tap()
    phone.get_by_role("button", name="renunci").tap()
    phone.get_by_text("No barregeu ni toqueu les bases").wait_for()
    assert Call.objects.get().reason == "revoke"
    phone.get_by_role("button", name="Ja no cal que vingui ningú").tap()
    phone.get_by_text("Demaneu un organitzador").wait_for()
    assert not Call.objects.filter(done_at=None).exists()


def test_what_was_seen_before_a_change_is_said_once_and_leaves_the_address(phone: Any, hall: Hall) -> None:
    phone.goto(f"{phone.url}?signa=changed&vist=25-101")
    phone.get_by_text("Heu vist").or_(phone.locator("#signa .is-error")).first.wait_for()
    phone.wait_for_function("() => location.search === ''")


def test_who_does_not_agree_says_so_once(phone: Any, hall: Hall) -> None:
    phone.get_by_role("button", name="No hi estem d’acord").tap()
    phone.get_by_text("S’ha avisat l’organització").wait_for()
    assert phone.get_by_role("button", name="No hi estem d’acord").count() == 0


def test_the_page_to_sign_has_no_fault_of_access_and_is_no_wider_than_the_phone(phone: Any) -> None:
    assert Axe().run(phone).response["violations"] == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_open_phone_reads_that_somebody_comes_and_that_it_is_settled(phone: Any, hall: Hall) -> None:
    phone.get_by_text("Demaneu un organitzador").tap()
    phone.get_by_role("button", name="renunci").tap()
    phone.get_by_text("S’ha avisat l’organització").wait_for()
    number, desk = hall.championship.pk, Actor(member(hall.championship), "desk")
    calls.go(number, Call.objects.get().pk, actor=desk)
    phone.evaluate("dispatchEvent(new Event('online'))")  # as it asks by itself every ten seconds
    phone.get_by_text("Ve un organitzador").wait_for()
    calls.settle(number, Call.objects.get().pk, actor=desk)
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.get_by_text("Ve un organitzador").wait_for(state="detached")
