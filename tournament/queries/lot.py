"""The lot of the first round: its seed, and how anybody can draw it again (PAIRING K7, method random)."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tournament.models import Championship, Round
from tournament.queries.drawing import seating_of
from tournament.queries.meetings import PairName, names_of
from tournament.queries.standings import PUBLIC_STATES

FIRST = 1


@dataclass(frozen=True)
class Drawn:
    """A pair in the order of the lot: the digest that put it there, and its table now.

    What was not drawn stands last, without a place: who rests, and meetings that were settled before.
    """

    place: int | None
    pair: PairName
    digest: str
    table: int | None
    rests: bool


@dataclass(frozen=True)
class Lot:
    """`seed` and `drawn`, in order: the first plays the second, the third the fourth, and so on.

    `changed`: the organisers have changed some tables since it was drawn. `settled` are the meetings and `rests` the
    rest that they had settled before it.
    """

    seed: str
    drawn: tuple[Drawn, ...]
    changed: bool
    settled: tuple[tuple[PairName, PairName], ...] = ()
    rests: PairName | None = None


def digest(seed: str, number: int, round_number: int = FIRST) -> str:
    """What puts a pair in its place of the lot."""
    return sha256(f"{seed}:{round_number}:{number}".encode()).hexdigest()


def lot_of(championship: Championship) -> Lot | None:
    """The lot as it was drawn; None before round 1 is published, for the seed would give the draw away."""
    round_ = championship.rounds.filter(number=FIRST, state__in=PUBLIC_STATES).first()
    if round_ is None:
        return None
    given = round_.reasons.get("input", {})
    seating, names = seating_of(round_), names_of(championship)
    numbers = [entry[0] for entry in given.get("entrants", ())] or sorted(seating.numbers)
    settled = {number for meeting in given.get("forced", ()) for number in meeting}
    drawn_bye = round_.reasons.get("pairing", {}).get("bye", seating.bye)
    set_apart = settled | {drawn_bye}
    ordered = sorted(numbers, key=lambda n: (n in set_apart, n == drawn_bye, digest(round_.seed, n)))
    drawn = tuple(
        Drawn(
            None if number in set_apart else place,
            names[number],
            digest(round_.seed, number),
            seating.table_of(number),
            rests=number == seating.bye,
        )
        for place, number in enumerate(ordered, start=1)
    )
    return Lot(
        round_.seed,
        drawn,
        changed=_changed(round_, seating.meetings),
        settled=tuple((names[a], names[b]) for a, b in given.get("forced", ())),
        rests=names.get(given.get("forced_bye")),
    )


def _changed(round_: Round, meetings: tuple[tuple[int, int], ...]) -> bool:
    answer: Any = round_.reasons.get("pairing", {}).get("meetings")
    return answer is not None and set(map(frozenset, answer)) != set(map(frozenset, meetings))
