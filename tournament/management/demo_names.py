"""Invented pairs for demonstrations: any number of them, no war name twice, and nobody in a pair with oneself."""

import json
from collections.abc import Iterator
from itertools import chain, count, cycle, product
from random import Random

from django.conf import settings

from tournament.services.pairs import PairDetails

NAMES = settings.BASE_DIR / "fixtures" / "demo_names.json"


def invented_pairs(number: int, rng: Random) -> list[PairDetails]:
    """So many pairs; when the war names run out, the same ones of another place, then numbered."""
    names: dict[str, list[str]] = json.loads(NAMES.read_text(encoding="utf-8"))
    players = _players(names, rng)
    return [
        PairDetails(war_name, next(players), next(players), rng.choice(names["clubs"]))
        for war_name in _war_names(names, number, rng)
    ]


def _war_names(names: dict[str, list[str]], number: int, rng: Random) -> list[str]:
    simple = list(names["war_names"])
    rng.shuffle(simple)
    of_places = (f"{name} {place}" for place, name in product(names["of_places"], simple))
    numbered = (f"{name} {again}" for again in count(2) for name in simple)
    every_name = chain(simple, of_places, numbered)
    return [next(every_name) for _ in range(number)]


def _players(names: dict[str, list[str]], rng: Random) -> Iterator[str]:
    """Everybody once, and when there is nobody left, others of the same names."""
    people = [f"{given} {family}" for given, family in product(names["given_names"], names["family_names"])]
    rng.shuffle(people)
    return cycle(people)
