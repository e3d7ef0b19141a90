"""How many readers a hall's pages stand: the page of the round, with 200 pairs and twenty hands a second.

Phones ask with the ETag that they have; newcomers have nothing and get the whole page, gzipped. Each line is held
against the least that Django can do (`engines/bare.py`) in the same run: by answers a second, and by what the workers
used of the processors for each answer, which says more where others work on the machine. SQLite, and PostgreSQL where
`BENCH_POSTGRES` names a server (postgres://postgres@127.0.0.1:5432).

Beside them: how long the hands waited for their answers meanwhile; how often the page was rendered when 400 phones
reload it in the second in which a round is published; and, where nginx and wrk are installed, what nginx with a
micro-cache of a second in front makes of it (docs/nginx.conf). About 100 s.
"""

import asyncio
import re
import selectors
import socket
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from math import inf
from multiprocessing import Event, Process, SimpleQueue
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.engines.proxied import NGINX, WRK, hammered, proxied
from benchmarks.engines.served import (
    THREADS,
    WORKERS,
    Answered,
    Hall,
    Site,
    databases,
    environment_of,
    play,
    prepared,
    request,
    served,
)

PAIRS = 200
WRITES_A_SECOND = 20
CONNECTIONS = 32
SECONDS = 5.0
AIMS = {
    "sqlite": 3500.0,
    "postgres": 2500.0,
}  # readers a second, answered within 40 ms beside hands within 60
BURST = 400
ETAG = re.compile(rb"etag: ([^\r]+)", re.I)
LENGTH = re.compile(rb"content-length: (\d+)", re.I)


class Rate(NamedTuple):
    """Answers a second, and milliseconds until half and until 99 of 100 of them had come."""

    a_second: float
    median: float
    p99: float
    cpu: float  # microseconds of the workers for each of them, all that they did besides included
    whole: int  # answers with a body
    failed: int


class Reader:
    """One phone with an open connection: asks, reads the answer, asks again."""

    def __init__(self, port: int, path: str, *, remembers: bool) -> None:
        self.address = ("127.0.0.1", port)
        self.ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n".encode()
        self.remembers = remembers
        self.etag = b""
        self.socket = socket.create_connection(self.address)

    def send(self) -> None:
        self.read, self.missing = b"", -1
        known = b"If-None-Match: " + self.etag + b"\r\n" if self.etag else b""
        self.begin = perf_counter()
        self.socket.sendall(self.ask + known + b"\r\n")

    def receive(self) -> int:
        """The status once the whole answer is there, before that 0; -1 where the server hung up."""
        part = self.socket.recv(1 << 18)
        if not part:
            return -1
        if self.missing >= 0:
            self.missing -= len(part)
        else:
            self.read += part
            head, end, body = self.read.partition(b"\r\n\r\n")
            if not end:
                return 0
            length = LENGTH.search(head)
            self.missing = int(length[1]) - len(body) if length and head[9:12] != b"304" else 0
        return 0 if self.missing > 0 else self._answered()

    def _answered(self) -> int:
        if self.remembers and self.read[9:12] == b"200":
            found = ETAG.search(self.read)
            self.etag = found[1] if found else b""
        return int(self.read[9:12])

    def again(self) -> None:
        self.socket.close()
        self.socket = socket.create_connection(self.address)


def rate(
    site: Site, path: str, *, remembers: bool = False, seconds: float = SECONDS, most: float = inf
) -> Rate:
    """All connections ask as fast as they are answered, but together no oftener than `most` times a second."""
    readers = [Reader(site.port, path, remembers=remembers) for _ in range(CONNECTIONS)]
    times: list[float] = []
    statuses: dict[int, int] = {}
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader.socket, selectors.EVENT_READ, reader)
            reader.send()
        begin, used = perf_counter(), site.cpu_seconds
        idle: deque[Reader] = deque()
        while (now := perf_counter()) - begin < seconds:
            for key, _ in selector.select(0.0005 if idle else 1):
                idle.extend(_step(key.data, selector, times, statuses))
            while idle and len(times) - len(idle) < most * (perf_counter() - begin):
                idle.popleft().send()
    used = site.cpu_seconds - used
    for reader in readers:
        reader.socket.close()
    times.sort()
    bad = sum(count for status, count in statuses.items() if status not in (200, 304))
    at = [1000 * times[int(len(times) * share)] for share in (0.5, 0.99)]
    return Rate(len(times) / (now - begin), *at, 1e6 * used / len(times), statuses.get(200, 0), bad)


def _step(reader: Reader, selector: Any, times: list[float], statuses: dict[int, int]) -> tuple[Reader, ...]:
    """The reader again, where it has its answer and may ask the next."""
    status = reader.receive()
    if status == 0:
        return ()
    statuses[status] = statuses.get(status, 0) + 1
    if status > 0:
        times.append(perf_counter() - reader.begin)
    else:
        selector.unregister(reader.socket)
        reader.again()
        selector.register(reader.socket, selectors.EVENT_READ, reader)
    return (reader,)


def _write(hall: Hall, over: Any, told: Any) -> None:
    begin = perf_counter()
    for number, token in enumerate(cycle(hall.tokens)):
        if over.is_set():
            break
        asyncio.run(play(hall, token))
        sleep(max(0.0, begin + number / WRITES_A_SECOND - perf_counter()))
    told.put([(hand.seconds, hand.status) for hand in hall.hands])


@contextmanager
def writing(hall: Hall) -> Iterator[list[tuple[float, int]]]:
    """Hands of the tables, twenty a second, from a process of their own; how long each waited, known at the end."""
    over, told = Event(), SimpleQueue()  # type: ignore[var-annotated]
    waited: list[tuple[float, int]] = []
    writer = Process(target=_write, args=(hall, over, told))
    writer.start()
    try:
        yield waited
    finally:
        over.set()
        waited.extend(told.get())
        writer.join()


def show(name: str, found: Rate, bare: Rate) -> None:
    print(
        f"{name:>24} {found.a_second:>8.0f} {found.median:>7.1f} ms {found.p99:>7.1f} ms"
        f" {found.cpu:>7.0f} µs {found.whole:>6} {found.failed:>7}"
        f" {found.a_second / bare.a_second:>6.2f} {bare.cpu / max(found.cpu, 1):>6.2f}"
    )


def measure(name: str, environment: dict[str, str]) -> None:
    """The lines of one kind of database."""
    slug, tokens = prepared(PAIRS, environment)
    with served(environment, "benchmarks.engines.bare") as site:
        bare = rate(site, "/bare", seconds=SECONDS / 2)
    show("bare view", bare, bare)
    page = f"/c/{slug}/"
    half = len(tokens) // 2
    with served(environment) as site:
        _warm(site, page)
        with writing(Hall(site.port, slug, tokens[:half])) as waited:
            show(f"{name}, phones", rate(site, page, remembers=True), bare)
            show(f"{name}, newcomers", rate(site, page), bare)
    _show_hands(waited, "as many readers as can be")
    with served(environment) as site:
        _warm(site, page)
        with writing(Hall(site.port, slug, tokens[half : half + 50])) as waited:
            asked = rate(site, page, remembers=True, most=AIMS[name], seconds=3 * SECONDS)
            show(f"{name}, {AIMS[name]:g} asked", asked, bare)
    _show_hands(waited, f"{AIMS[name]:g} readers a second")
    if NGINX and WRK:
        with served(environment) as site, writing(Hall(site.port, slug, tokens[half + 50 :])):
            _show_proxied(site, page)
    _show_burst(environment, slug)


def _warm(site: Site, page: str) -> None:
    """Every worker has made the page once."""
    for _ in range(2 * WORKERS):
        asyncio.run(request(site.port, "GET", page))


def _show_hands(waited: list[tuple[float, int]], beside: str) -> None:
    times = sorted(1000 * seconds for seconds, _ in waited)
    refused = sum(status != 200 for _, status in waited)
    middle, slow = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{len(times)} hands beside {beside}: median {middle:.1f} ms, p99 {slow:.0f} ms, {refused} refused")


def _show_proxied(site: Site, page: str) -> None:
    seconds = int(SECONDS)
    plain, slow = hammered(site.port, page, seconds=seconds, connections=CONNECTIONS)
    with proxied(site) as port:
        cached, quick = hammered(port, page, seconds=seconds, connections=CONNECTIONS)
    print(
        f"wrk, newcomers: {plain:.0f} a second, p99 {slow:.1f} ms; behind nginx {cached:.0f}, {quick:.1f} ms:"
        f" {cached / plain:.1f} times as many"
    )


PUBLISH = """
import django
django.setup()
from tournament.models import Championship
from tournament.queries.games import games_of_round
from tournament.services import games, rounds
from tournament.services.writing import Actor
of, desk = Championship.objects.get(), Actor(None, "system")
for view in games_of_round(of.rounds.get(number=1)):
    if view.b:
        games.award(view.game.pk, (101, 50), (2, 0), reason="mesura", actor=desk)
rounds.close(of.rounds.get(number=1).pk, actor=desk)
drawn = rounds.draft(of.pk, actor=desk)
print("ready", flush=True)
input()
rounds.publish(drawn.pk, actor=desk)
"""


def _show_burst(environment: dict[str, str], slug: str) -> None:
    """400 phones that have the page reload it, spread over the second in which the next round is published."""
    with tempfile.TemporaryDirectory() as folder:
        counted = Path(folder) / "renders"
        command = [sys.executable, "-c", PUBLISH]
        publisher = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with served(environment | {"COUNTED_IN": str(counted)}, "benchmarks.engines.counted") as site:
            answers = asyncio.run(_burst(site.port, f"/c/{slug}/", publisher, counted))
        renders = counted.read_text(encoding="ascii").split()
    slowest = 1000 * max(answer.seconds for answer in answers)
    failed = sum(answer.status != 200 for answer in answers)
    print(
        f"{BURST} reloads in the second of publication: {len(renders)} renders by {len(set(renders))} workers,"
        f" the slowest answer {slowest:.0f} ms, {failed} failed"
    )


async def _burst(port: int, page: str, publisher: subprocess.Popen[str], counted: Path) -> list[Answered]:
    for _ in range(4 * WORKERS):
        await request(port, "GET", page)  # every worker has the page of the round before
    assert publisher.stdin
    assert publisher.stdout
    await asyncio.to_thread(publisher.stdout.readline)
    publisher.stdin.write("\n")
    publisher.stdin.flush()
    await asyncio.to_thread(publisher.wait)
    counted.write_text("", encoding="ascii")

    async def reload(wait: float) -> Answered:
        await asyncio.sleep(wait)
        return await request(port, "GET", page, Accept_Encoding="gzip")

    return list(await asyncio.gather(*(reload(number / BURST) for number in range(BURST))))


def main() -> None:
    print(
        f"{PAIRS} pairs, {WRITES_A_SECOND} hands a second, {WORKERS} workers of {THREADS} threads,"
        f" {CONNECTIONS} readers that never pause"
    )
    print(
        f"{'':>24} {'a second':>8} {'median':>10} {'p99':>10} {'CPU':>10} {'whole':>6} {'failed':>7}"
        f" {'ratio':>6} {'of CPU':>6}"
    )
    for name, database in databases().items():
        with database() as address:
            measure(name, environment_of(address))


if __name__ == "__main__":
    main()
