"""Guessing passwords is slow, and one person's mistakes are nobody else's."""

from collections.abc import Callable
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

HALL = "192.168.1.1"
PASSWORD = "nou-bots-de-vi"

LogIn = Callable[..., int]


@pytest.fixture
def log_in(db: Any) -> LogIn:
    for name in ("anna", "biel"):
        get_user_model().objects.create_user(name, password=PASSWORD)

    def attempt(name: str, password: str, address: str = HALL) -> int:
        form = {"username": name, "password": password}
        return Client(REMOTE_ADDR=address).post(reverse("login"), form).status_code

    return attempt


def lock_out(log_in: LogIn, name: str) -> int:
    return [log_in(name, "wrong") for _ in range(settings.AXES_FAILURE_LIMIT)][-1]


def test_who_guesses_too_often_has_to_wait_even_with_the_right_password(log_in: LogIn) -> None:
    assert lock_out(log_in, "anna") == 429
    assert log_in("anna", PASSWORD) == 429


def test_name_that_nobody_can_have_is_refused_and_not_noted(log_in: LogIn) -> None:
    assert log_in("a" * 151, PASSWORD) == 200
    assert not AccessAttempt.objects.exists()


def test_colleague_behind_the_same_router_is_not_locked_out(log_in: LogIn) -> None:
    lock_out(log_in, "anna")
    assert log_in("biel", PASSWORD) == 302


def test_stranger_elsewhere_cannot_lock_an_organiser_out(log_in: LogIn) -> None:
    assert lock_out(log_in, "anna") == 429
    assert log_in("anna", PASSWORD, address="203.0.113.9") == 302


def test_right_password_forgets_the_mistakes_before_it(log_in: LogIn) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        log_in("anna", "wrong")
    assert log_in("anna", PASSWORD) == 302
    assert log_in("anna", "wrong") == 200
