"""A hand from each of a hundred tables within one second, beside phones that poll: how long each waits, and that none
is lost or doubled.

Serves a championship as `make run` does, on a throw-away SQLite file and, where `BENCH_POSTGRES` names a server
(postgres://postgres@127.0.0.1:5432), on a throw-away database there. The last column is the median against that of
SQLite.
"""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

TABLES = 100
HANDS = 5
POLLING_PHONES = 20
READY_WITHIN = 60.0
PREPARE = """
import django
django.setup()
from django.contrib.auth import get_user_model
from django.core.management import call_command
from random import Random
from scoring.presets import DEFAULT_PRESET
from tournament.management.demo_names import invented_pairs
from tournament.services import championships, pairs, rounds
from tournament.services.championships import ChampionshipDetails
from tournament.services.writing import Actor
from datetime import date
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
for token in drawn.games.values_list("token", flat=True):
    print("token", token)
print("slug", made.slug)
"""
COUNT = """
import django
django.setup()
from tournament.models import PlayedHand
print(PlayedHand.objects.count(), PlayedHand.objects.values("game", "client_id").distinct().count())
"""


class Answered(NamedTuple):
    """One request: seconds until its answer, and the answer's status."""

    seconds: float
    status: int


def python(code: str, environment: dict[str, str]) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


@contextmanager
def served(environment: dict[str, str]) -> Iterator[int]:
    """The site on a free port, with the workers and threads of `make run`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "tournament.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", "2", "--threads", "4", "--log-level", "error", "--no-control-socket"]
    process = subprocess.Popen(command, env=environment)
    try:
        _wait_until_ready(port)
        yield port
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


def burst(port: int, tokens: list[str], after: dict[str, str]) -> list[Answered]:
    """One hand from each table, spread over a second."""
    answers: list[Answered] = []

    def play(token: str, wait: float) -> None:
        sleep(wait)
        client_id = secrets.token_hex(16)
        fields = {"base": "", "doubling": "", "side": "a", "points": "2", "unit": "points"}
        fields |= {"client_id": client_id, "after": after.get(token, "")}
        answers.append(request(port, "POST", f"/f/{token}/dat/", fields))
        after[token] = client_id

    threads = [
        threading.Thread(target=play, args=(token, number / len(tokens)))
        for number, token in enumerate(tokens)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@contextmanager
def polling(port: int, slug: str) -> Iterator[None]:
    """Phones that read the round again and again."""
    over = threading.Event()

    def read(number: int) -> None:
        while not over.wait(1 + number / POLLING_PHONES):
            request(port, "GET", f"/c/{slug}/")

    phones = [threading.Thread(target=read, args=(number,)) for number in range(POLLING_PHONES)]
    for phone in phones:
        phone.start()
    try:
        yield
    finally:
        over.set()
        for phone in phones:
            phone.join()


def measure(name: str, database: str, first: float | None) -> float:
    """One line of the table; the median."""
    environment = os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONPATH": os.getcwd(),
    }
    made = [line.split() for line in python(PREPARE % {"pairs": 2 * TABLES}, environment).splitlines()]
    tokens = [value for kind, value in made if kind == "token"]
    (slug,) = (value for kind, value in made if kind == "slug")
    after: dict[str, str] = {}
    answers: list[Answered] = []
    with served(environment) as port, polling(port, slug):
        for token in tokens:
            request(port, "GET", f"/f/{token}/")
        for _ in range(HANDS):
            answers += burst(port, tokens, after)
    stored, different = map(int, python(COUNT, environment).split())
    times = sorted(answer.seconds * 1000 for answer in answers)
    refused = sum(answer.status != 303 for answer in answers)
    middle, late = median(times), times[int(len(times) * 0.99)]
    print(
        f"{name:>10} {len(answers):>6} {middle:>9.1f} ms {late:>9.1f} ms {times[-1]:>9.1f} ms"
        f" {refused:>8} {len(answers) - stored:>6} {stored - different:>8} {middle / (first or middle):>6.1f}"
    )
    return middle


def on_postgres(server: str, run: Callable[[str], None]) -> None:
    """A database of its own on the server, dropped afterwards."""
    import psycopg

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            run(f"{server}/{name}")
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def main() -> None:
    print(
        f"{TABLES} tables, {HANDS} hands each, a hand a table within a second, {POLLING_PHONES} phones polling"
    )
    print(
        f"{'':>10} {'hands':>6} {'median':>12} {'p99':>12} {'worst':>12} {'refused':>8} {'lost':>6} {'doubled':>8}"
        f" {'ratio':>6}"
    )
    with tempfile.TemporaryDirectory() as folder:
        first = measure("sqlite", f"sqlite:///{Path(folder) / 'hall.sqlite3'}", None)
    server = os.environ.get("BENCH_POSTGRES", "")
    if urlsplit(server).hostname:
        on_postgres(server, lambda database: print(end="") if measure("postgres", database, first) else None)
    else:
        print("  postgres not run: BENCH_POSTGRES names no server")


if __name__ == "__main__":
    main()
