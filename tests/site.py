"""The site as the web server asks it: through `tournament.wsgi`, with what is kept in front of it."""

from dataclasses import dataclass, field
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections

from tournament.publishing import Site, snapshots_first


@dataclass
class Told:
    """An answer, and whether the site itself was asked for it."""

    asked_site: bool = False
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class WebServer:
    """Asks for one address after the other, as a web server would."""

    def __init__(self) -> None:
        self.told = Told()
        self._site: Site = WSGIHandler()
        self._answer = snapshots_first(self._through)

    def get(self, path: str, **environ: str) -> Told:
        """`environ` as in PEP 3333: HTTP_IF_NONE_MATCH…"""
        self.told = Told()
        path, _, query = path.partition("?")
        asked: dict[str, Any] = {"PATH_INFO": path, "QUERY_STRING": query, **environ}
        setup_testing_defaults(asked)
        self.told.body = b"".join(self._answer(asked, self._start))
        return self.told

    def _through(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.told.asked_site = True
        # A test's transaction goes on, as with Django's own client.
        request_started.disconnect(close_old_connections)
        try:
            return self._site(environ, start_response)
        finally:
            request_started.connect(close_old_connections)

    def _start(self, status: str, headers: list[tuple[str, str]]) -> None:
        self.told.status, self.told.headers = int(status.split()[0]), dict(headers)
