"""A site that is served while it is measured, as `make run` does it, on a throw-away database."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

WORKERS, THREADS = 2, 4
READY_WITHIN = 60.0
HALL = """
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
pairs.import_pairs(made.pk, invented_pairs(%(pairs)d, Random(1)), actor=desk)
drawn = rounds.draft(made.pk, actor=desk)
rounds.publish(drawn.pk, actor=desk)
print(made.slug, *drawn.games.filter(table__isnull=False).values_list("token", flat=True))
"""


class Hall(NamedTuple):
    """A championship whose first round has just been published, and the sheets of its tables."""

    slug: str
    tokens: list[str]


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


class Answered(NamedTuple):
    """One request: seconds until its answer, and the answer's status."""

    seconds: float
    status: int


def environment_of(database: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONPATH": os.getcwd(),
    }


def python(code: str, environment: dict[str, str]) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def prepared(pairs: int, environment: dict[str, str]) -> Hall:
    slug, *tokens = python(HALL % {"pairs": pairs}, environment).split()
    return Hall(slug, tokens)


@contextmanager
def served(environment: dict[str, str], application: str = "tournament.wsgi") -> Iterator[Site]:
    """The site on a free port, with the workers and threads of `make run`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", str(WORKERS), "--threads", str(THREADS), "--log-level", "error"]
    process = subprocess.Popen([*command, "--no-control-socket"], env=environment)
    try:
        _wait_until_ready(port)
        yield Site(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def _wait_until_ready(port: int) -> None:
    begin = perf_counter()
    while perf_counter() - begin < READY_WITHIN:
        try:
            if request(port, "GET", "/ara").status == 200:
                return
        except OSError:
            sleep(0.2)
    raise SystemExit("the server did not start")


def request(port: int, method: str, path: str, fields: dict[str, str] | None = None) -> Answered:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
    begin = perf_counter()
    connection.request(method, path, urlencode(fields) if fields else None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return Answered(perf_counter() - begin, answer.status)


def record_hand(port: int, token: str, after: dict[str, str]) -> Answered:
    """The next hand of a table, as its phone sends it; `after` is what each table sent last."""
    client_id = secrets.token_hex(16)
    fields = {"base": "", "doubling": "", "side": "a", "points": "2", "unit": "points"}
    fields |= {"client_id": client_id, "after": after.get(token, "")}
    answer = request(port, "POST", f"/f/{token}/dat/", fields)
    after[token] = client_id
    return answer


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """A throw-away SQLite file and, where `BENCH_POSTGRES` names a server, a throw-away database there."""
    server = os.environ.get("BENCH_POSTGRES", "")
    with tempfile.TemporaryDirectory() as folder:
        found = {"sqlite": f"sqlite:///{Path(folder) / 'bench.sqlite3'}"}
        if not urlsplit(server).hostname:
            yield found
            return
        with _on_server(server) as database:
            yield found | {"postgres": database}


@contextmanager
def _on_server(server: str) -> Iterator[str]:
    import psycopg

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
