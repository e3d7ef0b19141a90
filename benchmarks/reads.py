"""How many readers a hall's pages stand: the page of the round, with 200 pairs and twenty hands a second.

Phones ask with the ETag that they have; newcomers have nothing and get the whole page, gzipped. Each line is held
against the least that Django can do (`engines/bare.py`) in the same run: by answers a second, and by what the workers
used of the processors for each answer, which says more where others work on the machine. SQLite, and PostgreSQL where
`BENCH_POSTGRES` names a server (postgres://postgres@127.0.0.1:5432). About 40 s.
"""

import asyncio
import re
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from multiprocessing import Event, Process
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.engines.served import (
    THREADS,
    WORKERS,
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


def rate(site: Site, path: str, *, remembers: bool = False, seconds: float = SECONDS) -> Rate:
    """All connections ask as fast as they are answered."""
    readers = [Reader(site.port, path, remembers=remembers) for _ in range(CONNECTIONS)]
    times: list[float] = []
    statuses: dict[int, int] = {}
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader.socket, selectors.EVENT_READ, reader)
            reader.send()
        begin, used = perf_counter(), site.cpu_seconds
        while (now := perf_counter()) - begin < seconds:
            for key, _ in selector.select(1):
                _step(key.data, selector, times, statuses)
    used = site.cpu_seconds - used
    for reader in readers:
        reader.socket.close()
    times.sort()
    bad = sum(count for status, count in statuses.items() if status not in (200, 304))
    at = [1000 * times[int(len(times) * share)] for share in (0.5, 0.99)]
    return Rate(len(times) / (now - begin), *at, 1e6 * used / len(times), statuses.get(200, 0), bad)


def _step(reader: Reader, selector: Any, times: list[float], statuses: dict[int, int]) -> None:
    status = reader.receive()
    if status == 0:
        return
    statuses[status] = statuses.get(status, 0) + 1
    if status > 0:
        times.append(perf_counter() - reader.begin)
    else:
        selector.unregister(reader.socket)
        reader.again()
        selector.register(reader.socket, selectors.EVENT_READ, reader)
    reader.send()


def _write(hall: Hall, over: Any) -> None:
    begin = perf_counter()
    for number, token in enumerate(cycle(hall.tokens)):
        if over.is_set():
            return
        asyncio.run(play(hall, token))
        sleep(max(0.0, begin + number / WRITES_A_SECOND - perf_counter()))


@contextmanager
def writing(hall: Hall) -> Iterator[None]:
    """Hands of the tables, twenty a second, from a process of their own."""
    over = Event()
    writer = Process(target=_write, args=(hall, over))
    writer.start()
    try:
        yield
    finally:
        over.set()
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
    with served(environment) as site, writing(Hall(site.port, slug, tokens)):
        for _ in range(2 * WORKERS):
            asyncio.run(request(site.port, "GET", page))
        show(f"{name}, phones", rate(site, page, remembers=True), bare)
        show(f"{name}, newcomers", rate(site, page), bare)


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
