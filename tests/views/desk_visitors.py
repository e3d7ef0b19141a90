"""Who comes to the desk in tests, and what they count there."""

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import championship, member, pairs
from tournament.models import Championship, Membership


def at_desk(
    of: Championship | None = None, role: str = Membership.Role.DIRECTOR, language: str = ""
) -> tuple[Client, Championship, str]:
    """Somebody of the championship's desk, logged in; the championship; where its desk is."""
    of = of or championship()
    client = Client()
    client.force_login(member(of, role=role))
    prefix = f"/{language}" if language else ""
    return client, of, f"{prefix}/organitzacio/{of.slug}/"


def queries_of(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address).status_code == 200
    return len(counted)


def text_of(response: Any) -> str:
    return response.content.decode()


def with_pairs(number: int, **fields: Any) -> Championship:
    """A championship of so many pairs."""
    of = championship(**fields)
    pairs(number, of)
    return of
