"""Who has signed a sheet as it stands, and the PIN of every pair (E 15.2.7)."""

from dataclasses import dataclass

from scoring.regulation import SheetOfRecord
from scoring.results import Result
from tournament.core.pins import fingerprint, pin_of
from tournament.models import Championship, Pair, Seat
from tournament.queries.games import GameView

MOST_MISSES = 5


@dataclass(frozen=True)
class Signing:
    """A sheet that is to be signed on a phone: the sides that have, and whether PINs are locked."""

    signed: tuple[str, ...]
    locked: bool

    @property
    def is_whole(self) -> bool:
        return len(self.signed) == len("ab")


def signing_of(view: GameView) -> Signing | None:
    """None where the phone is not the sheet of record, or there is nothing to sign yet or any more."""
    is_record = view.regulation.sheet_of_record is SheetOfRecord.PHONE
    if not is_record or not view.is_played or view.is_confirmed or not isinstance(view.outcome, Result):
        return None
    now = fingerprint_of(view)
    kept = view.game.signatures.filter(fingerprint=now).order_by("side")
    return Signing(tuple(kept.values_list("side", flat=True)), view.game.pin_misses >= MOST_MISSES)


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
