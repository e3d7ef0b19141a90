"""Who has signed a sheet as it stands, and the PIN of every pair (E 15.2.7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.results import Result
from tournament.core.pins import fingerprint, pin_of
from tournament.models import Championship, Pair, Seat, Signature
from tournament.queries.games import GameView, SeatView

MOST_MISSES = 5


@dataclass(frozen=True)
class Signing:
    """A sheet that is to be signed on a phone: the sides that have, and how many wrong PINs were typed."""

    signed: tuple[str, ...]
    misses: int

    @property
    def locked(self) -> bool:
        """It takes no PIN before an organiser unlocks it."""
        return self.tries_left == 0

    @property
    def tries_left(self) -> int:
        return max(MOST_MISSES - self.misses, 0)

    @property
    def is_whole(self) -> bool:
        return len(self.signed) == len("ab")


def signing_of(view: GameView) -> Signing | None:
    """None where the phone does not carry the signatures, or there is nothing to sign yet or any more."""
    return signings_of([view]).get(view.game.pk)


def signings_of(views: Iterable[GameView]) -> dict[int, Signing]:
    """The same of many games, by their ids. One query, none where there is nothing to sign."""
    to_sign = [view for view in views if _is_to_sign(view)]
    signed = signed_sides(to_sign) if to_sign else {}
    return {view.game.pk: Signing(signed[view.game.pk], view.game.pin_misses) for view in to_sign}


def _is_to_sign(view: GameView) -> bool:
    is_over = view.is_played and not view.is_confirmed and isinstance(view.outcome, Result)
    return is_over and view.is_signed_on_phones


def signed_sides(views: Iterable[GameView]) -> dict[int, tuple[str, ...]]:
    """The sides that have signed each sheet as it stands, by game. Every sheet must have a result. One query."""
    now = {view.game.pk: fingerprint_of(view) for view in views}
    signed: dict[int, tuple[str, ...]] = dict.fromkeys(now, ())
    for kept in Signature.objects.filter(game__in=now).order_by("side"):
        if kept.fingerprint == now[kept.game_id]:
            signed[kept.game_id] += (kept.side,)
    return signed


def is_confirmed_by_both(view: GameView) -> bool:
    """Whether two signatures on phones made the result count, and no organiser had to."""
    if not view.is_played or not view.is_confirmed or not isinstance(view.outcome, Result):
        return False
    return signed_sides([view])[view.game.pk] == ("a", "b")


def unsigned_of(view: GameView) -> tuple[SeatView, ...]:
    """The pairs that have still to sign on the phone; nobody where the paper is the sheet of record (D 11)."""
    signing = signing_of(view)
    if signing is None:
        return ()
    sides = (("a", view.a), ("b", view.b))
    return tuple(seat for side, seat in sides if seat is not None and side not in signing.signed)


def fingerprint_of(view: GameView) -> str:
    """Of the sheet as it stands. Raises RuleError where it has no result yet."""
    game = view.game
    agreed = game.accepts_dealing, game.accepts_gathering, game.agreements
    return fingerprint(view.sheet.lines, view.result(), opening_draw=game.opening_draw, agreed=agreed)


def pin_of_seat(view: GameView, side: str) -> str:
    """The PIN of the pair on that side."""
    championship = view.game.round.championship
    pair = Seat.objects.select_related("pair").get(game=view.game, side=side).pair
    return pin_of(championship.pin_key, pair.number, pair.pin_salt)


def pins(championship: Championship) -> dict[int, str]:
    """Every pair's PIN by its number: for the desk only."""
    rows = championship.pairs.exclude(state=Pair.State.WAITING).values_list("number", "pin_salt")
    return {number: pin_of(championship.pin_key, number, salt) for number, salt in rows}
