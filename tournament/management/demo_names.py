"""Invented pairs for demonstrations: any number of them, no name twice."""

import json
from itertools import chain, count, product
from random import Random

from django.conf import settings

from tournament.services.pairs import PairDetails

NAMES = settings.BASE_DIR / "fixtures" / "demo_names.json"


def invented_pairs(number: int, rng: Random) -> list[PairDetails]:
    """So many pairs; when the war names run out, the same ones of another place, then numbered."""
    names: dict[str, list[str]] = json.loads(NAMES.read_text(encoding="utf-8"))
    return [
        PairDetails(war_name, _player(names, rng), _player(names, rng), rng.choice(names["clubs"]))
        for war_name in _war_names(names, number, rng)
    ]


def _war_names(names: dict[str, list[str]], number: int, rng: Random) -> list[str]:
    simple = list(names["war_names"])
    rng.shuffle(simple)
    of_places = (f"{name} {place}" for place, name in product(names["of_places"], simple))
    numbered = (f"{name} {again}" for again in count(2) for name in simple)
    every_name = chain(simple, of_places, numbered)
    return [next(every_name) for _ in range(number)]


def _player(names: dict[str, list[str]], rng: Random) -> str:
    return f"{rng.choice(names['given_names'])} {rng.choice(names['family_names'])}"
