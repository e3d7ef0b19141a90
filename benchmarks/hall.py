"""A hand from each of a hundred tables within one second, beside phones that look: how long each hand waits for its
answer, and that none is lost or doubled.

Serves a championship as `make run` does (scripts/gunicorn.conf.py), on a throw-away SQLite file and, where
`BENCH_POSTGRES` names a server (postgres://postgres@127.0.0.1:5432), on a throw-away database there. The hands are
those of the sheet's own script: it asks for JSON. The phones are those of the site: each asks again every 10 to 13
seconds with the tag of the page that it has, the table's phone for its sheet, the hall's for the round.

Everybody is one asyncio process on the same machine, with a connection a request; "client" and "server" are the
processor's milliseconds of each for a hand and what was looked at meanwhile. "none looks" is the same without the
phones. "one INSERT" is a Django view of one INSERT, without middleware, under the same load: what the server, the
database and the machine take anyway, in front of which the ratios stand.
"""

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
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time, sleep
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

TABLES = 100
HANDS = 5
HALL_PHONES = 200
LOOKS_EVERY = (10.0, 13.0)
READY_WITHIN = 60.0
GOAL_MEDIAN_MS, GOAL_P99_MS = 50.0, 500.0
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


class Measured(NamedTuple):
    """One line of the table. Times are milliseconds; those of processors for one hand."""

    hands: int
    times: list[float]
    client: float
    server: float
    refused: int
    stored: int
    different: int
    looks: list[Answered]

    @property
    def median(self) -> float:
        return median(self.times)

    @property
    def p99(self) -> float:
        return self.times[int(len(self.times) * 0.99)]


def python(code: str, environment: dict[str, str]) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


@contextmanager
def served(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The site on a free port, as `make run` serves it: the port, and gunicorn's process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "tournament.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--config", "scripts/gunicorn.conf.py", "--log-level", "error"]
    process = subprocess.Popen(command, env=environment)
    try:
        _wait_until_ready(port)
        yield port, process.pid
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


def processor_seconds(parent: int) -> float:
    """What the children of a process have used of the processor so far."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    ticks = 0
    for child in children:
        after_name = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks += int(after_name[11]) + int(after_name[12])
    return ticks / os.sysconf("SC_CLK_TCK")


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


async def play(hall: Hall, token: str, wait: float) -> None:
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


async def look(hall: Hall, path: str, luck: Random) -> None:
    """A phone that looks at a page again and again."""
    tag = ""
    await asyncio.sleep(luck.uniform(0, LOOKS_EVERY[1]))
    while True:
        seen = await request(hall.port, "GET", path, **({"If_None_Match": tag} if tag else {}))
        hall.looks.append(seen)
        tag = seen.tag
        await asyncio.sleep(luck.uniform(*LOOKS_EVERY))


async def evening(hall: Hall, *, phones: bool) -> None:
    """Hand after hand, a hand a table within a second each; beside them the phones, once all have looked."""
    pages = [f"/f/{token}/" for token in hall.tokens] + [f"/c/{hall.slug}/"] * HALL_PHONES
    looking = [asyncio.create_task(look(hall, page, Random(n))) for n, page in enumerate(pages) if phones]
    await asyncio.sleep(LOOKS_EVERY[1] if phones else 0)
    for _ in range(HANDS):
        tables = (play(hall, token, n / len(hall.tokens)) for n, token in enumerate(hall.tokens))
        await asyncio.gather(*tables)
    for phone in looking:
        phone.cancel()
    await asyncio.gather(*looking, return_exceptions=True)


def environment_of(database: str, settings: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": settings,
        "PYTHONPATH": os.getcwd(),
    }


def measured(database: str, *, phones: bool, settings: str = "tournament.settings") -> Measured:
    """A championship of its own, so that every run begins with empty sheets."""
    environment = environment_of(database, "tournament.settings")
    made = [line.split() for line in python(PREPARE % {"pairs": 2 * TABLES}, environment).splitlines()]
    tokens = [value for kind, value in made if kind == "token"]
    (slug,) = (value for kind, value in made if kind == "slug")
    with served(environment_of(database, settings)) as (port, server):
        hall = Hall(port, slug, tokens)
        begin = process_time(), processor_seconds(server)
        asyncio.run(evening(hall, phones=phones))
        client, work = process_time() - begin[0], processor_seconds(server) - begin[1]
    stored, different = map(int, python(COUNT, environment).split())
    return Measured(
        hands=len(hall.hands),
        times=sorted(answer.seconds * 1000 for answer in hall.hands),
        client=client * 1000 / len(hall.hands),
        server=work * 1000 / len(hall.hands),
        refused=sum(answer.status != 200 for answer in hall.hands),
        stored=stored,
        different=different,
        looks=hall.looks,
    )


HEAD = (
    f"{'':<22} {'hands':>5} {'median ms':>10} {'p99':>7} {'worst':>7} {'client':>7} {'server':>7}"
    f" {'refused':>8} {'lost':>5} {'doubled':>8} {'ratio':>6}"
)


def line(name: str, run: Measured, floor: float) -> str:
    return (
        f"{name:<22} {run.hands:>5} {run.median:>10.1f} {run.p99:>7.0f} {run.times[-1]:>7.0f}"
        f" {run.client:>7.1f} {run.server:>7.1f} {run.refused:>8} {run.hands - run.stored:>5}"
        f" {run.stored - run.different:>8} {run.median / floor:>6.1f}"
    )


@contextmanager
def sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'hall.sqlite3'}"


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


def on(name: str, database: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    """The lines of one kind of database, and whether its hands meet the goal."""
    with database() as address:
        floor = measured(address, phones=False, settings="benchmarks.engines.one_insert")
    with database() as address:
        alone = measured(address, phones=False)
    with database() as address:
        whole = measured(address, phones=True)
    yield line(f"{name}, one INSERT", floor, floor.median)
    yield line(f"{name}, none looks", alone, floor.median)
    yield line(name, whole, floor.median)
    tags = sum(look.status == 304 for look in whole.looks)
    slow = max(look.seconds for look in whole.looks) * 1000
    yield f"  {len(whole.looks)} looks meanwhile, {tags} of them unchanged, the slowest {slow:.0f} ms"
    yield _verdict(whole)


def _verdict(run: Measured) -> str:
    whole = run.refused == 0 and run.hands == run.stored == run.different
    met = whole and run.median < GOAL_MEDIAN_MS and run.p99 < GOAL_P99_MS
    goal = f"median under {GOAL_MEDIAN_MS:g} ms, p99 under {GOAL_P99_MS:g} ms, none refused, lost or doubled"
    return f"  {goal}: {'met' if met else 'NOT MET'}"


def main() -> None:
    print(
        f"{TABLES} tables, {HANDS} hands each, a hand a table within a second; {TABLES + HALL_PHONES} phones look"
    )
    print(HEAD)
    for each in on("sqlite", sqlite):
        print(each, flush=True)
    if urlsplit(os.environ.get("BENCH_POSTGRES", "")).hostname:
        for each in on("postgres", postgres):
            print(each, flush=True)
    else:
        print("  postgres not run: BENCH_POSTGRES names no server")


if __name__ == "__main__":
    main()
