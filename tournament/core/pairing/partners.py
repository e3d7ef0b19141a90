"""K7: the partners inside a bracket, chosen one after the other (E 12.1)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from tournament.core.pairing.draft import Draft
from tournament.core.pairing.field import Field
from tournament.core.pairing.floats import Bracket
from tournament.core.pairing.matching import Edge, edge
from tournament.core.pairing.meetings import Method


class Choice(NamedTuple):
    """In `meeting` the `chooser` got its first wish but those `passed_over`, which leave others a worse pairing."""

    meeting: Edge
    chooser: int
    passed_over: tuple[int, ...]


def choices_of(field: Field, bracket: Bracket) -> Iterator[Choice]:
    """First the carried pairs choose among the residents, in standings order, then the residents left."""
    draft = bracket.draft
    residents = in_order(field, bracket.residents)
    for chooser in bracket.carried:
        draft, choice = _chosen(draft, chooser, residents)
        residents = _without(residents, choice)
        yield choice
    while residents:
        chooser = residents[0]
        draft, choice = _chosen(draft, chooser, wishes(residents, field.given.method))
        residents = _without(residents, choice)
        yield choice


def wishes(remaining: Sequence[int], method: str) -> list[int]:
    """The choice list of the first of `remaining`, who are in the order of the method (K7)."""
    half = len(remaining) // 2
    match method:
        case Method.HALVES:
            return [*remaining[half:], *reversed(remaining[1:half])]
        case Method.FOLD:
            return [*reversed(remaining[1:])]
        case _:
            return [*remaining[1:]]


def lot(seed: str, round_number: int, number: int) -> str:
    """What a pair draws under method `random`: anybody can work it out again, the lowest comes first."""
    return sha256(f"{seed}:{round_number}:{number}".encode()).hexdigest()


def in_order(field: Field, places: Sequence[int]) -> list[int]:
    """The residents as the method has them: in standings order, or by what they draw (`random`)."""
    given = field.given
    if given.method != Method.RANDOM:
        return list(places)
    numbers = {place: field.entrants[place].number for place in places}
    return sorted(places, key=lambda place: lot(given.seed, given.round_number, numbers[place]))


def _without(places: Sequence[int], choice: Choice) -> list[int]:
    return [place for place in places if place not in choice.meeting]


def _chosen(draft: Draft, chooser: int, wishes: Sequence[int]) -> tuple[Draft, Choice]:
    """The first wish after which the rest can be paired at the same cost, and the draft of the rest."""
    open_wishes = {wish: index for index, wish in enumerate(wishes) if edge(chooser, wish) in draft.costs}
    first = next(iter(open_wishes))
    if draft.mates[chooser] != first:
        extra = {edge(chooser, wish): index for wish, index in open_wishes.items()}
        draft = draft.exchanged(chooser, first) or draft.preferring(extra, len(wishes))
    partner = draft.mates[chooser]
    passed_over = tuple(wishes[: open_wishes[partner]])
    return draft.without(chooser, partner), Choice(edge(chooser, partner), chooser, passed_over)
