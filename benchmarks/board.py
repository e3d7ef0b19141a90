"""The board of a round of 200 tables: what it costs the server, and what ten desks that look at it cost the phones.

First one desk alone, request after request, in milliseconds of the server's processor: 304 where nothing was written,
and the rows after a hand somewhere; beside them the desk's list of rounds, a page without tables, which is what the
log-in and the frame take anyway.

Then the load of `hall.py`, a hand from each of a hundred tables within one second, without desks and with ten of them,
each asking every two seconds with the tag that it has. The ratio is the hands' median with desks over that without.
SQLite; a machine is never quiet, so read the ratios. About a minute.
"""

import asyncio
from statistics import median
from typing import NamedTuple

from benchmarks.engines.served import (
    WORKERS,
    Answered,
    Hall,
    Site,
    environment_of,
    play,
    prepared,
    python,
    request,
    served,
    sqlite,
)

TABLES, PLAYING = 200, 100
HANDS = 5
DESKS = 10
LOOKS_EVERY = 2.0
LOOKS = 20
GOAL_MS = 150.0
LOG_IN = """
import django
django.setup()
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
client = Client()
client.force_login(
    get_user_model().objects.get(), backend="django.contrib.auth.backends.ModelBackend"
)
print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value, sep="=", end="")
"""


class Desk(NamedTuple):
    """Somebody logged in at the desk: where the rows of the board are, and the cookie."""

    port: int
    base: str
    cookie: str

    async def look(self, tag: str = "", page: str = "taules/files/?ronda=1&ordre=retard") -> Answered:
        known = {"If_None_Match": tag} if tag else {}
        gzip = {"Accept_Encoding": "gzip", "Cookie": self.cookie}
        return await request(self.port, "GET", self.base + page, **gzip, **known)


async def alone(desk: Desk, hall: Hall, site: Site) -> dict[str, float]:
    """Milliseconds of the server's processor for every kind of answer."""
    tags = [await desk.look() for _ in range(2 * WORKERS)]  # every worker has made its rows once
    tokens = iter(hall.tokens)

    async def hand() -> None:
        await play(hall, next(tokens))

    async def hand_and_look() -> None:
        await hand()
        assert (await desk.look(tags[-1].tag)).status == 200

    async def frame() -> None:
        await desk.look(page="rondes/")

    async def unchanged() -> None:
        assert (await desk.look(tags[-1].tag)).status == 304

    taken = {}
    for act in (frame, unchanged, hand, hand_and_look):
        begin = site.cpu_seconds
        for _ in range(LOOKS):
            await act()
        taken[act.__name__] = (site.cpu_seconds - begin) * 1000 / LOOKS
    return {
        "the list of rounds": taken["frame"],
        "304, nothing written": taken["unchanged"],
        "the board after a hand": taken["hand_and_look"] - taken["hand"],
    }


async def watch(desk: Desk, wait: float, looks: list[Answered]) -> None:
    """A desk that looks every two seconds."""
    tag = ""
    await asyncio.sleep(wait)
    while True:
        seen = await desk.look(tag)
        looks.append(seen)
        tag = seen.tag
        await asyncio.sleep(LOOKS_EVERY)


async def evening(hall: Hall, desk: Desk, *, desks: int) -> list[Answered]:
    """Hand after hand, from each of a hundred tables within a second; beside them the desks. Their looks."""
    looks: list[Answered] = []
    watching = [asyncio.create_task(watch(desk, n * LOOKS_EVERY / DESKS, looks)) for n in range(desks)]
    await asyncio.sleep(LOOKS_EVERY if desks else 0)
    for _ in range(HANDS):
        await asyncio.gather(
            *(play(hall, each, n / PLAYING) for n, each in enumerate(hall.tokens[-PLAYING:]))
        )
    for each in watching:
        each.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return looks


def line(name: str, times: list[float], floor: float) -> str:
    found = sorted(times)
    p99 = found[int(len(found) * 0.99)]
    return f"{name:<26} {len(found):>5} {median(found):>10.1f} {p99:>8.1f} {median(found) / floor:>7.2f}"


def ms(answers: list[Answered]) -> list[float]:
    return [each.seconds * 1000 for each in answers]


def measured(desks: int) -> tuple[Hall, list[Answered], dict[str, float], float]:
    """A championship of its own: the hands, the looks, the times of one desk alone, the server's CPU a hand (ms)."""
    with sqlite() as database:
        environment = environment_of(database)
        slug, tokens = prepared(2 * TABLES, environment)
        cookie = python(LOG_IN, environment)
        with served(environment) as site:
            hall = Hall(site.port, slug, tokens)
            desk = Desk(site.port, f"/organitzacio/{slug}/", cookie)
            single = asyncio.run(alone(desk, hall, site)) if desks else {}
            hall.hands.clear()
            begin = site.cpu_seconds
            looks = asyncio.run(evening(hall, desk, desks=desks))
            return hall, looks, single, (site.cpu_seconds - begin) * 1000 / len(hall.hands)


def main() -> None:
    whole, looks, single, busy = measured(DESKS)
    lonely, _looks, _single, quiet = measured(0)
    print(f"{TABLES} tables, one desk looks: {'processor ms':>20} {'ratio':>7}")
    frame = single["the list of rounds"]
    for name, taken in single.items():
        print(f"{name:<30} {taken:>15.1f} {taken / frame:>7.2f}")
    print(f"{PLAYING} of them write a hand a second, {DESKS} desks look every {LOOKS_EVERY:g} s:")
    print(f"{'':<26} {'':>5} {'median ms':>10} {'p99':>8} {'ratio':>7}")
    base = median(ms(lonely.hands))
    print(line("hands, no desk looks", ms(lonely.hands), base), f" {quiet:.1f} ms of processor a hand")
    print(line(f"hands, {DESKS} desks look", ms(whole.hands), base), f" {busy:.1f} ms, looks included")
    print(line("what the desks waited", ms(looks), base))
    refused = sum(each.status != 200 for each in (*whole.hands, *lonely.hands))
    met = single["the board after a hand"] < GOAL_MS and not refused
    print(f"  the board under {GOAL_MS:g} ms, no hand refused: {'met' if met else 'NOT MET'}")


if __name__ == "__main__":
    main()
