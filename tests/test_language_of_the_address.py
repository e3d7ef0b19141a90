import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from tournament.middleware import language_from_address


def active_language(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{translation.get_language()} {request.LANGUAGE_CODE}")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("address", "language"),
    [
        ("/", "ca"),
        ("/c/open/", "ca"),
        ("/es/c/open/", "es"),
        ("/cs/", "cs"),
        ("/de/c/open/", "ca"),
        ("/escola/", "ca"),
    ],
)
def test_address_says_the_language(address: str, language: str) -> None:
    response = language_from_address(active_language)(RequestFactory().get(address))
    assert response.content.decode() == f"{language} {language}"
    assert response.headers["Content-Language"] == language


def test_browser_and_cookies_do_not_change_it() -> None:
    request = RequestFactory().get("/c/open/", HTTP_ACCEPT_LANGUAGE="fr")
    request.COOKIES["django_language"] = "cs"
    response = language_from_address(active_language)(request)
    assert response.content == b"ca ca"
    assert not response.has_header("Vary")


def test_language_of_one_request_does_not_leak_into_the_next() -> None:
    with translation.override("fr"):
        language_from_address(active_language)(RequestFactory().get("/es/"))
        assert translation.get_language() == "fr"
