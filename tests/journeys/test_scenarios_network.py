"""Scenarios of a server that dies at its busiest moment: what it has acknowledged is there when it is back."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).parent.parent.parent
TABLES = 20
PREPARE = """
import django
django.setup()
from datetime import date
from random import Random
from django.contrib.auth import get_user_model
from scoring.presets import DEFAULT_PRESET
from tournament.management.demo_names import invented_pairs
from tournament.services import championships, pairs, rounds
from tournament.services.championships import ChampionshipDetails
from tournament.services.writing import Actor
user = get_user_model().objects.create_user("desk")
desk = Actor(user, "system")
details = ChampionshipDetails("Festa Major", date(2026, 7, 25))
made = championships.create(details, preset=DEFAULT_PRESET, owner=user, actor=desk)
pairs.import_pairs(made.pk, invented_pairs(40, Random(1)), are_namesakes=True, actor=desk)
drawn = rounds.draft(made.pk, actor=desk)
rounds.publish(drawn.pk, actor=desk)
print(made.slug, *drawn.games.values_list("token", flat=True))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An installation of its own, on a file that outlives its processes."""
    own = {"DATA_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/hall.sqlite3", "DEBUG": "1"}
    found = os.environ | own | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "PYTHONPATH": str(ROOT)}
    run([sys.executable, "manage.py", "migrate", "--verbosity=0"], found)
    return found


def run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def served(environment: dict[str, str]) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The site on a free port; its processes are killed in the end, as when somebody trips over the cable."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "gunicorn", "tournament.wsgi", "--bind", address]
    command += ["--config", "scripts/gunicorn.conf.py", "--log-level", "critical"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        for _ in range(300):
            with suppress(URLError):
                urlopen(f"http://{address}/ara").close()
                break
            sleep(0.1)
        yield f"http://{address}", process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def post(site: str, token: str, client_id: str, after: str) -> bool:
    """Whether the server has acknowledged the hand."""
    fields = {"base": "", "doubling": "", "side": "a", "points": "2", "unit": "points"}
    body = urlencode(fields | {"client_id": client_id, "after": after}).encode()
    asked = Request(f"{site}/f/{token}/dat/", body, {"Accept": "application/json"})
    with suppress(OSError, ValueError), urlopen(asked, timeout=10) as answer:
        return bool(json.load(answer)["ok"])
    return False


def keep_typing(site: str, token: str, acknowledged: list[str], stop: Event) -> None:
    """A table's hands, one a second, each after the last that was acknowledged."""
    while not stop.is_set() and len(acknowledged) < 11:
        client_id = f"{token[:20]}-{len(acknowledged)}"
        if post(site, token, client_id, acknowledged[-1] if acknowledged else ""):
            acknowledged.append(client_id)
        stop.wait(1)


def test_B079_every_acknowledged_hand_survives_the_death_of_the_server(environment: dict[str, str]) -> None:
    slug, *tokens = run([sys.executable, "-c", PREPARE], environment).split()
    acknowledged: dict[str, list[str]] = {token: [] for token in tokens}
    assert len(tokens) == TABLES
    with served(environment) as (site, process):
        stop = Event()
        tables = [Thread(target=keep_typing, args=(site, *each, stop)) for each in acknowledged.items()]
        for number, table in enumerate(tables):
            table.start()
            sleep(1 / TABLES if number < TABLES - 1 else 2)
        os.killpg(process.pid, signal.SIGKILL)
        stop.set()
        for table in tables:
            table.join()
    before = {token: list(ids) for token, ids in acknowledged.items()}
    assert sum(map(len, before.values())) >= TABLES

    with served(environment) as (
        site,
        _,
    ):  # each phone sends again what it has no answer to, under the same id
        for token, ids in acknowledged.items():
            client_id = f"{token[:20]}-{len(ids)}"
            assert post(site, token, client_id, ids[-1] if ids else "")
            ids.append(client_id)
    with sqlite3.connect(environment["DATABASE_URL"].removeprefix("sqlite:///")) as stored:
        rows = stored.execute(
            "SELECT g.token, h.client_id FROM tournament_playedhand h JOIN tournament_game g ON g.id = h.game_id "
            "ORDER BY h.game_id, h.sequence"
        ).fetchall()
    found: dict[str, list[str]] = {token: [] for token in tokens}
    for token, client_id in rows:
        found[token].append(client_id)
    assert found == acknowledged
    run([sys.executable, "manage.py", "verify", slug], environment)
