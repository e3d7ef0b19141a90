"""The lot of the first round: its seed, and how anybody can draw it again (PAIRING K7, method random)."""

from dataclasses import dataclass
from hashlib import sha256

from tournament.models import Championship
from tournament.queries.games import GameView, SeatView
from tournament.queries.rounds import round_page

FIRST = 1


@dataclass(frozen=True)
class Drawn:
    """A pair in the order of the lot: the digest that put it there, and its table. Who rests (None) stands last."""

    place: int
    pair: SeatView
    digest: str
    table: int | None


@dataclass(frozen=True)
class Lot:
    """`seed` and `drawn`, in order: the first plays the second, the third the fourth, and so on."""

    seed: str
    drawn: tuple[Drawn, ...]


def digest(seed: str, number: int, round_number: int = FIRST) -> str:
    """What puts a pair in its place of the lot."""
    return sha256(f"{seed}:{round_number}:{number}".encode()).hexdigest()


def lot_of(championship: Championship) -> Lot | None:
    """The lot as it was drawn; None before round 1 is published, for the seed would give the draw away."""
    page = round_page(championship, FIRST)
    if page is None:
        return None
    games = (*page.tables, *([page.bye] if page.bye else []))
    seated = [(pair, view.table) for view in games for pair in _pairs(view)]
    seed = page.round.seed
    ordered = sorted(seated, key=lambda both: (both[1] is None, digest(seed, both[0].number)))
    places = enumerate(ordered, start=1)
    return Lot(seed, tuple(Drawn(n, pair, digest(seed, pair.number), at) for n, (pair, at) in places))


def _pairs(view: GameView) -> tuple[SeatView, ...]:
    return (view.a,) if view.b is None else (view.a, view.b)
