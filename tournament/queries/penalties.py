"""What a misdeal bars a pair from at its next turn, and the row in which that is served (E 7.4.5.2, E 7.4.5.4, D 9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.breaches import Effect
from scoring.misdeals import serving_row
from scoring.sheets import HandKind, Side
from tournament.models import Infraction
from tournament.queries.games import GameView
from tournament.queries.infractions import STILL_TO_MIND


@dataclass(frozen=True)
class Penalty:
    """The pair `number` may not call botifarra, or not call at all, in the row `row` (from 0) of its sheet."""

    effect: Effect
    infraction_id: int
    code: str
    number: int
    side: Side
    row: int


def penalties_of(view: GameView, infractions: Iterable[Infraction]) -> tuple[Penalty, ...]:
    """What these infractions of the game, none withdrawn, bar its pairs from; nothing where nobody knows who calls."""
    return tuple(
        Penalty(effect, infraction.pk, infraction.code, infraction.pair.number, Side(infraction.side), row)
        for infraction in infractions
        for effect in STILL_TO_MIND
        if effect in infraction.effect.get("other", ()) and infraction.side
        for row in [_row(effect, infraction, view)]
        if row is not None
    )


def _row(effect: Effect, infraction: Infraction, view: GameView) -> int | None:
    first = infraction.sequence or infraction.effect.get("next_row")
    if first is None:
        return None
    last = view.hands[-1].sequence if view.hands else 0
    begins = sum(hand.sequence < first for hand in view.hands) + max(0, first - last - 1)
    return serving_row(effect, view.sheet, Side(infraction.side), begins=begins)


def barred_now(
    view: GameView, infractions: Iterable[Infraction], *, row: int | None = None
) -> dict[str, Penalty]:
    """By its side, who may not call botifarra in the next hand, or in that of `row`, if it is that pair who calls."""
    at = len(view.hands) if row is None else row
    return {
        penalty.side.value: penalty
        for penalty in penalties_of(view, infractions)
        if penalty.effect is Effect.NO_BOTIFARRA_NEXT and penalty.row == at
    }


def turn_to_lose(view: GameView, infractions: Iterable[Infraction]) -> Penalty | None:
    """The pair that calls next loses this turn: the row is to be written as ↻, and the other pair calls."""
    due = (each for each in penalties_of(view, infractions) if each.effect is Effect.NEXT_TURN_LOST)
    return next(
        (each for each in due if each.row == len(view.hands) and each.side is view.sheet.next_maker), None
    )


def barred_botifarres(view: GameView) -> dict[int, Penalty]:
    """Hands of botifarra that a misdeal bars, by the infraction. One query, none where no botifarra is written."""
    called = [
        at
        for at, hand in enumerate(view.sheet.hands)
        if hand.bid.is_botifarra and hand.kind is HandKind.PLAYED
    ]
    if not called:
        return {}
    standing = Infraction.objects.filter(game=view.game, withdrawn_at=None).select_related("pair")
    barred = (each for each in penalties_of(view, standing) if each.effect is Effect.NO_BOTIFARRA_NEXT)
    return {each.infraction_id: each for each in barred if each.row in called}
