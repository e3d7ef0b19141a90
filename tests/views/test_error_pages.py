"""What people see when something goes wrong: a sentence and a way out."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db


def test_a_form_from_before_the_log_in_is_refused_with_the_way_out() -> None:
    championship = factories.championship()
    who = factories.member(championship)
    client = Client(enforce_csrf_checks=True)
    client.force_login(who)
    response = client.post("/en/organitzacio/nou/", {"name": "Sant Jordi"})
    assert response.status_code == 403
    assert "This form is too old" in response.content.decode()


def test_the_page_of_a_fault_needs_nothing_that_may_be_broken() -> None:
    assert "<h1>" in render_to_string("500.html")
