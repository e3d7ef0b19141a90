"""A database for one run only: a temporary SQLite file in place of the configured one, which is never opened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

FAST = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
"""Nobody misses this file after a power cut."""


@contextmanager
def throwaway_database() -> Iterator[None]:
    """Everything written inside goes into a temporary file with all tables, deleted afterwards."""
    configured = connections[DEFAULT_DB_ALIAS]
    with TemporaryDirectory(prefix="manilla-") as folder:
        own = _sqlite(Path(folder) / "throwaway.sqlite3")
        connections[DEFAULT_DB_ALIAS] = own
        try:
            call_command("migrate", interactive=False, verbosity=0)
            yield
        finally:
            own.close()
            connections[DEFAULT_DB_ALIAS] = configured
            ContentType.objects.clear_cache()


def _sqlite(file: Path) -> BaseDatabaseWrapper:
    options = {"transaction_mode": "IMMEDIATE", "init_command": FAST}
    own = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file), "OPTIONS": options}
    return ConnectionHandler({DEFAULT_DB_ALIAS: own})[DEFAULT_DB_ALIAS]
