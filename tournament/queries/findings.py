"""What the checker of sheets finds in a game as it is recorded (E 15.2.5, E 12.3, D 12)."""

from scoring.checker import Finding, WrittenLine, check_sheet
from scoring.sheets import Hand, HandKind, Side
from scoring.written import PASS_MARKS, UNCOUNTED_MARKS
from tournament.queries.games import GameView

SAID_BY_THE_STATE = "draw_missing"


def findings_of(view: GameView) -> tuple[Finding, ...]:
    """What does not fit: rows after the end, totals typed that are not those of the hands. No queries.

    Nothing of a result that counts already, nor of a row that is a sanction: its points are not those of a hand.
    """
    if not view.is_played or view.is_confirmed or not view.has_hands:
        return ()
    hands = view.sheet.hands
    draw = Side(view.game.opening_draw) if view.game.opening_draw else None
    found = check_sheet([_written(hand) for hand in hands], view.typed, view.regulation, opening_draw=draw)
    sanctions = {row for row, hand in enumerate(hands, start=1) if hand.kind is HandKind.SANCTION}
    return tuple(each for each in found if each.code != SAID_BY_THE_STATE and each.hand not in sanctions)


def _written(hand: Hand) -> WrittenLine:
    if hand.kind is HandKind.PASS:
        return WrittenLine(PASS_MARKS[0], hand.points)
    return WrittenLine(hand.bid.value if hand.kind.counts else UNCOUNTED_MARKS[0], hand.points)
