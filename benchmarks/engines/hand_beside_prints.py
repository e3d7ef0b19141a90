"""How long a table's hand takes in a process that prints, and in one that does not: `python -m … TOKEN TOKEN …`.

Writes the median and the worst in milliseconds, quiet and with two people printing 250 sheets over and over.
"""

import os
import sys
from itertools import cycle
from statistics import median
from threading import Event, Thread
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from django.test import Client  # noqa: E402
from django.utils.translation import override  # noqa: E402

from benchmarks.engines.printed import facts  # noqa: E402
from tournament.printing.score_sheet import score_sheets  # noqa: E402

HAND = {"base": "", "doubling": "", "side": "a", "points": "12", "unit": "points", "after": ""}
HANDS = 40
PRINTED = 250


def hands(tokens: list[str]) -> list[float]:
    client, took = Client(), []
    for _hand, token in zip(range(HANDS), cycle(tokens), strict=False):
        began = perf_counter()
        answer = client.post(f"/f/{token}/dat/", HAND)
        took.append(1000 * (perf_counter() - began))
        assert answer.status_code == 303, answer.status_code
    return took


def beside_prints(tokens: list[str]) -> list[float]:
    enough, sheets = Event(), facts(PRINTED)

    def go_on() -> None:
        with override("ca"):
            while not enough.is_set():
                score_sheets(sheets)

    printing = [Thread(target=go_on) for _ in range(2)]
    for each in printing:
        each.start()
    try:
        return hands(tokens)
    finally:
        enough.set()
        for each in printing:
            each.join()


if __name__ == "__main__":
    tokens = sys.argv[1:]
    score_sheets(facts(1))
    hands(tokens[:HANDS])
    quiet, busy = hands(tokens[HANDS : 2 * HANDS]), beside_prints(tokens[2 * HANDS :])
    print(median(quiet), max(quiet), median(busy), max(busy))
