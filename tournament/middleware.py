from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


def language_from_address(
    next_stop: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The address alone says the language: /es/… is Spanish, an address without a prefix Catalan.

    Django's own LocaleMiddleware also reads cookies and Accept-Language and then answers with
    `Vary`, so a page would no longer be the same bytes for everybody.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        language = translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
        with translation.override(language):
            response = next_stop(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return respond
