"""What a misdeal bars is not written on the sheet, unless an organiser decides it (E 7.4.5.2, D 9, E 17.2)."""

from scoring.errors import RuleError
from tournament.queries.games import GameView
from tournament.queries.penalties import Penalty, barred_botifarres
from tournament.services.playing import Play


def refuse_barred(play: Play, view: GameView, *, reason: str = "") -> None:
    """`view` is the sheet as it now stands. A barred botifarra that stood there before is not asked about again.

    Raises RuleError("botifarra_not_now", "E 7.4.5.2") with the pair and its hand where nobody gives a `reason`.
    """
    if reason.strip():
        return
    barred = barred_botifarres(view)
    known = barred_botifarres(play.view) if barred else {}
    for infraction, penalty in barred.items():
        if infraction not in known:
            raise botifarra_refusal(penalty, view)


def botifarra_refusal(penalty: Penalty, view: GameView) -> RuleError:
    """A botifarra that is barred, with the pair and the hand of this sheet."""
    facts = {"number": penalty.number, "hand": view.sheet.lines[penalty.row].number}
    return RuleError("botifarra_not_now", f"E {penalty.code}", infraction=penalty.code, **facts)
