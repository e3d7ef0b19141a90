"""A site that is served while it is measured, as `make run` does it (scripts/gunicorn.conf.py), on a throw-away
database, with a round whose tables write their hands."""

import asyncio
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from runpy import run_path
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

GUNICORN = "scripts/gunicorn.conf.py"
WORKERS, THREADS = itemgetter("workers", "threads")(run_path(GUNICORN))
READY_WITHIN = 60.0
PREPARE = """
import django
django.setup()
from datetime import date
from random import Random
from django.contrib.auth import get_user_model
from django.core.management import call_command
from scoring.presets import DEFAULT_PRESET
from tournament.management.demo_names import invented_pairs
from tournament.services import championships, pairs, rounds
from tournament.services.championships import ChampionshipDetails
from tournament.services.writing import Actor
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
user = get_user_model().objects.create_user("mesura")
desk = Actor(user, "system")
made = championships.create(
    ChampionshipDetails("Mesura", date(2026, 7, 25)), preset=DEFAULT_PRESET, owner=user, actor=desk
)
pairs.import_pairs(made.pk, invented_pairs(%(pairs)d, Random(1)), are_namesakes=True, actor=desk)
drawn = rounds.draft(made.pk, actor=desk)
rounds.publish(drawn.pk, actor=desk)
print(made.slug, *drawn.games.filter(table__isnull=False).values_list("token", flat=True))
"""


class Answered(NamedTuple):
    """One request: seconds until its answer, the answer's status and its tag."""

    seconds: float
    status: int
    tag: str


@dataclass
class Hall:
    """Who plays: the sheets' tokens, the id of each table's last hand, and what was answered so far."""

    port: int
    slug: str
    tokens: list[str]
    after: dict[str, str] = field(default_factory=dict)
    hands: list[Answered] = field(default_factory=list)
    looks: list[Answered] = field(default_factory=list)


class Site(NamedTuple):
    """What is served: where, and the process whose children are the workers."""

    port: int
    pid: int

    @property
    def cpu_seconds(self) -> float:
        """What the workers have used of the processors so far (Linux; elsewhere 0)."""
        listed = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return sum(map(_cpu_seconds, listed.read_text().split())) if listed.exists() else 0.0


def _cpu_seconds(pid: str) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def environment_of(database: str, settings: str = "tournament.settings") -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": settings,
        "PYTHONPATH": os.getcwd(),
    }


def python(code: str, environment: dict[str, str]) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def prepared(pairs: int, environment: dict[str, str]) -> tuple[str, list[str]]:
    """A championship whose first round has just been published: its slug, and the tokens of its tables."""
    slug, *tokens = python(PREPARE % {"pairs": pairs}, environment).split()
    return slug, tokens


@contextmanager
def served(environment: dict[str, str], application: str = "tournament.wsgi") -> Iterator[Site]:
    """The site on a free port, with the workers and threads of `make run`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen([*command, "--config", GUNICORN, "--log-level", "error"], env=environment)
    try:
        _wait_until_ready(port)
        yield Site(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def _wait_until_ready(port: int) -> None:
    begin = perf_counter()
    while perf_counter() - begin < READY_WITHIN:
        with suppress(OSError):
            asyncio.run(request(port, "GET", "/ara"))
            return
        sleep(0.2)
    raise SystemExit("the server did not start")


async def request(port: int, method: str, path: str, *, body: str = "", **headers: str) -> Answered:
    """One request on a connection of its own, as of a phone that says something every ten seconds."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Connection: close",
        f"Content-Length: {len(body)}",
    ]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    begin = perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join([*lines, "", body]).encode())
    answer = await reader.read()
    writer.close()
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    tags = [line.partition(":")[2].strip() for line in head if line.lower().startswith("etag:")]
    return Answered(perf_counter() - begin, int(head[0].split()[1]), tags[0] if tags else "")


async def play(hall: Hall, token: str, wait: float = 0) -> None:
    """One table's next hand, sent as the sheet's script sends it."""
    await asyncio.sleep(wait)
    client_id = secrets.token_hex(16)
    fields = {"base": "", "doubling": "", "side": "a", "points": "2", "unit": "points"}
    fields |= {"client_id": client_id, "after": hall.after.get(token, "")}
    kind = "application/x-www-form-urlencoded"
    posted = request(
        hall.port,
        "POST",
        f"/f/{token}/dat/",
        body=urlencode(fields),
        Content_Type=kind,
        Accept="application/json",
    )
    hall.hands.append(await posted)
    hall.after[token] = client_id


def databases() -> dict[str, Callable[[], AbstractContextManager[str]]]:
    """The kinds of throw-away databases: SQLite and, where `BENCH_POSTGRES` names a server, one there."""
    has_server = urlsplit(os.environ.get("BENCH_POSTGRES", "")).hostname
    return {"sqlite": sqlite, "postgres": postgres} if has_server else {"sqlite": sqlite}


@contextmanager
def sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'bench.sqlite3'}"


@contextmanager
def postgres() -> Iterator[str]:
    """A database of its own on the server, dropped afterwards."""
    import psycopg

    server, name = os.environ["BENCH_POSTGRES"], f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
