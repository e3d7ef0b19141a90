"""What the first start makes, and what a later one leaves alone."""

from typing import Any

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.test import RequestFactory

from tournament.management.commands.prepare import ORGANISER, first_organiser_and_demo, welcome
from tournament.models import Championship


@pytest.mark.django_db
def test_empty_database_gets_an_organiser_and_the_demo() -> None:
    password = first_organiser_and_demo()
    user = authenticate(RequestFactory().post("/"), username=ORGANISER, password=password)
    assert user == get_user_model().objects.get()
    assert Championship.objects.count() == 1


@pytest.mark.django_db
def test_next_start_keeps_what_is_there() -> None:
    get_user_model().objects.create_superuser("anna", password="nou-bots-de-vi")
    assert first_organiser_and_demo() is None
    assert not Championship.objects.exists()


def test_password_is_shown_at_the_first_start(settings: Any) -> None:
    settings.PORT = 8123
    said = welcome("abcd-efgh-jkmn")
    assert f"Log in as                 {ORGANISER}" in said
    assert "abcd-efgh-jkmn" in said
    assert "http://localhost:8123/" in said
    assert "http://192.0.2.10:8000/" in said
    assert "make run PORT=8123" in said


@pytest.mark.django_db
def test_later_start_says_how_to_set_another_password() -> None:
    get_user_model().objects.create_superuser("anna", password="nou-bots-de-vi")
    assert "manage.py changepassword anna" in welcome(None)
