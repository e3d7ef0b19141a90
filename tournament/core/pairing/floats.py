"""K6: who floats. The pairs of every bracket, from the top (E 12.1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.core.pairing.draft import Draft
from tournament.core.pairing.field import Field
from tournament.core.pairing.matching import SAFE_BITS, Edge


@dataclass(frozen=True)
class Bracket:
    """The pairs whose meeting is completed at `group`: some `carried` down to it, the others its `residents`.

    Both in standings order. No two carried pairs can meet: their meeting would be completed higher up.
    """

    group: int
    carried: tuple[int, ...]
    residents: tuple[int, ...]
    draft: Draft


def brackets_of(field: Field, draft: Draft) -> Iterator[Bracket]:
    """The brackets from the top, each with the floats settled that K6 asks for.

    At each boundary the pairs above it stand in protection order, and who comes late in it floats first.
    """
    carried: set[int] = set()
    for group in field.groups:
        residents = {place for place in draft.mates if field.entrants[place].group == group}
        above = carried | residents
        draft = _without_meetings_inside(draft, carried)
        draft, floating = _settled(draft, sorted(above, key=lambda place: _protection(field, place)))
        staying = above - floating
        yield Bracket(
            group, tuple(sorted(carried & staying)), tuple(sorted(residents & staying)), draft.among(staying)
        )
        draft = draft.among(draft.mates.keys() - staying)
        carried = floating


def _protection(field: Field, place: int) -> tuple[int, int, int]:
    """Higher group first, then more earlier floats, then better standing (K6)."""
    entrant = field.entrants[place]
    return -entrant.group, -entrant.floats, place


def _without_meetings_inside(draft: Draft, carried: set[int]) -> Draft:
    return draft.only(lambda one, other: one not in carried or other not in carried) if carried else draft


def _settled(draft: Draft, above: Sequence[int]) -> tuple[Draft, set[int]]:
    """Who of `above` floats past the boundary below them: as late in their order as can be, piece by piece.

    The pieces are short enough for a weight of one bit a pair.
    """
    high = frozenset(above)
    size = max(SAFE_BITS - 1 - draft.bits, 1)
    floating: set[int] = set()
    for start in range(0, len(above), size):
        piece = above[start : start + size]
        if not _is_late([draft.mates[place] not in high for place in above[start:]], len(piece)):
            draft = draft.preferring(_bits(draft, piece, high), 2 ** len(piece) - 1)
        new = {place for place in piece if draft.mates[place] not in high}
        draft = _fixed(draft, (high, frozenset(piece), frozenset(new)))
        floating |= new
    return draft, floating


def _is_late(floats: Sequence[bool], size: int) -> bool:
    """Whether the first `size` could not float later than they do: how many float in all is settled (K5)."""
    return not any(floats[:size]) or list(floats) == sorted(floats)


def _bits(draft: Draft, piece: Sequence[int], high: frozenset[int]) -> dict[Edge, int]:
    """Floating costs a pair twice what it costs the next one in protection order."""
    price = {place: 1 << (len(piece) - 1 - index) for index, place in enumerate(piece)}
    return {
        (one, other): price.get(one, 0) + price.get(other, 0)
        for one, other in draft.costs
        if (one in high) != (other in high)
    }


def _fixed(draft: Draft, known: tuple[frozenset[int], frozenset[int], frozenset[int]]) -> Draft:
    """Only the meetings in which everybody of the piece floats, or not, as has been settled."""
    high, piece, floating = known

    def keep(one: int, other: int) -> bool:
        crossing = (one in high) != (other in high)
        return all((place in floating) == crossing for place in (one, other) if place in piece)

    return draft.only(keep)
