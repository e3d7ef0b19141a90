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
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.engines.served import (
    Answered,
    Hall,
    databases,
    environment_of,
    play,
    prepared,
    python,
    request,
    served,
)

TABLES = 100
HANDS = 5
HALL_PHONES = 200
LOOKS_EVERY = (10.0, 13.0)
GOAL_MEDIAN_MS, GOAL_P99_MS = 50.0, 500.0
COUNT = """
import django
django.setup()
from tournament.models import PlayedHand
print(PlayedHand.objects.count(), PlayedHand.objects.values("game", "client_id").distinct().count())
"""


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


def measured(database: str, *, phones: bool, settings: str = "tournament.settings") -> Measured:
    """A championship of its own, so that every run begins with empty sheets."""
    environment = environment_of(database)
    slug, tokens = prepared(2 * TABLES, environment)
    with served(environment_of(database, settings)) as site:
        hall = Hall(site.port, slug, tokens)
        begin = process_time(), site.cpu_seconds
        asyncio.run(evening(hall, phones=phones))
        client, work = process_time() - begin[0], site.cpu_seconds - begin[1]
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
    found = databases()
    for name, database in found.items():
        for each in on(name, database):
            print(each, flush=True)
    if "postgres" not in found:
        print("  postgres not run: BENCH_POSTGRES names no server")


if __name__ == "__main__":
    main()
