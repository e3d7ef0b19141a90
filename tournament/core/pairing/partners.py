"""K7: the partners inside a bracket, chosen one after the other (E 12.1)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from tournament.core.pairing.draft import Draft
from tournament.core.pairing.field import Field
from tournament.core.pairing.floats import Bracket
from tournament.core.pairing.matching import edge
from tournament.core.pairing.meetings import Method


class Choice(NamedTuple):
    """`chooser` got the first of its `wishes` that leaves everybody else a pairing as good: the last one here."""

    chooser: int
    wishes: tuple[int, ...]

    @property
    def partner(self) -> int:
        """Whom the chooser meets."""
        return self.wishes[-1]


def choices_of(field: Field, bracket: Bracket) -> Iterator[Choice]:
    """First the carried pairs choose among the residents, in standings order, then the residents left."""
    draft = bracket.draft
    residents = in_order(field, bracket.residents)
    for chooser in bracket.carried:
        draft, choice = _chosen(draft, chooser, residents)
        residents.remove(choice.partner)
        yield choice
    while residents:
        chooser = residents[0]
        draft, choice = _chosen(draft, chooser, wishes(residents, field.given.method))
        residents = [place for place in residents if place not in (chooser, choice.partner)]
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


def _chosen(draft: Draft, chooser: int, wishes: Sequence[int]) -> tuple[Draft, Choice]:
    """The first wish after which the rest can be paired at the same cost, and the draft of the rest."""
    open_wishes = {wish: index for index, wish in enumerate(wishes) if edge(chooser, wish) in draft.costs}
    first = next(iter(open_wishes))
    if draft.mates[chooser] != first:
        extra = {edge(chooser, wish): index for wish, index in open_wishes.items()}
        draft = draft.exchanged(chooser, first) or draft.preferring(extra, len(wishes))
    partner = draft.mates[chooser]
    choice = Choice(chooser, tuple(wishes[: open_wishes[partner] + 1]))
    return draft.without(chooser, partner), choice
