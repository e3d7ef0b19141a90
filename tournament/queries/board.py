"""The tables of a round as the desk follows them: who plays, how far they are, which sheets are missing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.errors import RuleError
from scoring.results import GameKind
from tournament.models import Round
from tournament.queries.games import GameView, games_of_round


class TableState(StrEnum):
    """Where a table stands. From CHOICE to COMPLETE somebody must do something; PLAYING and WAITING take time."""

    CHOICE = "choice"
    DRAW = "draw"
    UNDECIDED = "undecided"
    COMPLETE = "complete"
    PLAYING = "playing"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    RESTS = "rests"


class BoardOrder(StrEnum):
    """The two ways to look at a board."""

    TABLE = "table"
    LATE = "late"


_REFUSALS = {
    "totals_differ": TableState.CHOICE,
    "opening_draw_missing": TableState.DRAW,
    "level_undecided": TableState.UNDECIDED,
}
_URGENCY = {state: place for place, state in enumerate(TableState)}


@dataclass(frozen=True)
class BoardRow:
    """A table of the board. `last_at` is when its last hand arrived."""

    view: GameView
    state: TableState
    hands: int
    last_at: datetime | None

    @property
    def table(self) -> int | None:
        return self.view.table

    @property
    def is_missing(self) -> bool:
        """Its result does not count yet."""
        return self.state not in (TableState.CONFIRMED, TableState.RESTS)

    @property
    def needs_desk(self) -> bool:
        """Play is over, and somebody at the desk has something to do."""
        return _URGENCY[self.state] <= _URGENCY[TableState.COMPLETE]


def board(round_: Round, order: BoardOrder = BoardOrder.TABLE) -> tuple[BoardRow, ...]:
    """Every table of a round, the pair that rests last; by lateness what is missing most comes first."""
    rows = rows_of(games_of_round(round_))
    return tuple(sorted(rows, key=_lateness)) if order is BoardOrder.LATE else rows


def rows_of(views: Iterable[GameView]) -> tuple[BoardRow, ...]:
    return tuple(_row(view) for view in views)


def _row(view: GameView) -> BoardRow:
    last_at = max((hand.recorded_at for hand in view.hands), default=None)
    return BoardRow(view, _state(view), view.sheet.hands_played, last_at)


def _state(view: GameView) -> TableState:
    if view.kind is GameKind.BYE:
        return TableState.RESTS
    if view.is_confirmed:
        return TableState.CONFIRMED
    if isinstance(view.outcome, RuleError):
        playing = TableState.PLAYING if view.has_begun else TableState.WAITING
        return _REFUSALS.get(view.outcome.code, playing)
    return TableState.COMPLETE


def _lateness(row: BoardRow) -> tuple[int, int, int]:
    """Needs the desk; then who plays, the fewest hands first; then what is done, and who rests."""
    table = row.table or 0
    if row.needs_desk:
        return 0, _URGENCY[row.state], table
    if row.is_missing:
        return 1, row.hands, table
    return 2, _URGENCY[row.state], table
