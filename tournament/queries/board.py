"""The tables of a round as the desk follows them: who plays, how far they are, which sheets are missing."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from scoring.checker import Finding
from scoring.errors import RuleError
from scoring.results import GameKind
from tournament.core.names import folded
from tournament.models import Round
from tournament.queries.calls import OpenCall, calls_of
from tournament.queries.findings import findings_of
from tournament.queries.games import GameView, games_of_round
from tournament.queries.signatures import Signing, signings_of


class TableState(StrEnum):
    """Where a table stands. From CHOICE to UNSIGNED play is over and somebody must do something: the desk (LOCKED: let
    the pairs try their codes again), who brings the sheet of record on paper, or who signs the one on the phone (D 11).
    PLAYING and WAITING take time."""

    CHOICE = "choice"
    DRAW = "draw"
    UNDECIDED = "undecided"
    LOCKED = "locked"
    SENT_BACK = "sent_back"
    CHECK = "check"
    COMPLETE = "complete"
    SHEET = "sheet"
    UNSIGNED = "unsigned"
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
SLOWEST = 3


@dataclass(frozen=True)
class BoardRow:
    """A table of the board. `last_at` is when its last hand arrived; `call` what it asks an organiser for; `findings`
    what does not fit in its sheet. It `is_slow` among those that play; `mark` changes with all that the row shows."""

    view: GameView
    state: TableState
    hands: int
    last_at: datetime | None
    signing: Signing | None = None
    call: OpenCall | None = None
    findings: tuple[Finding, ...] = ()
    is_slow: bool = False
    mark: str = ""

    @property
    def table(self) -> int | None:
        return self.view.table

    @property
    def is_missing(self) -> bool:
        """Its result does not count yet."""
        return self.state not in (TableState.CONFIRMED, TableState.RESTS)

    @property
    def needs_desk(self) -> bool:
        """Play is over, and somebody has something to do before the desk has the result."""
        return _URGENCY[self.state] <= _URGENCY[TableState.UNSIGNED]

    @property
    def signed_by(self) -> tuple[int, ...]:
        """The numbers of the pairs that have signed on the phone."""
        signed = self.signing.signed if self.signing else ()
        seats = (("a", self.view.a), ("b", self.view.b))
        return tuple(seat.number for side, seat in seats if seat is not None and side in signed)

    @property
    def since(self) -> datetime | None:
        """From when the table's minutes count; nothing where nobody plays."""
        return self.view.game.zero_at or self.view.game.round.published_at if self.view.is_played else None

    @property
    def until(self) -> datetime | None:
        """When play was over, as far as anybody knows; None while it goes on."""
        if self.state in (TableState.PLAYING, TableState.WAITING):
            return None
        game = self.view.game
        return game.ended_at or self.last_at or game.typed_at or game.confirmed_at

    def matches(self, text: str, words: str) -> bool:
        """Whether somebody who looks for this text means the table: the number of it or of a pair, part of a name,
        or of the `words` for its state."""
        seats = tuple(seat for seat in (self.view.a, self.view.b) if seat is not None)
        numbers = {str(number) for number in (self.table, *(seat.number for seat in seats))}
        names = folded(" ".join((*(seat.war_name for seat in seats), words)))
        return all(part in numbers if part.isdecimal() else part in names for part in folded(text).split())


def board(round_: Round, order: BoardOrder = BoardOrder.TABLE) -> tuple[BoardRow, ...]:
    """Every table of a round, the pair that rests last; by lateness what is missing most comes first."""
    return ordered(rows_of(games_of_round(round_)), order)


def ordered(rows: Iterable[BoardRow], order: BoardOrder) -> tuple[BoardRow, ...]:
    """The rows of a round by table or by lateness, the slowest tables among them marked."""
    rows = tuple(rows)
    playing = sorted((row for row in rows if row.state is TableState.PLAYING), key=_slowness)
    slow = {row.view.game.pk for row in playing[:SLOWEST]} if len(playing) > SLOWEST else set()
    marked = (replace(row, is_slow=True) if row.view.game.pk in slow else row for row in rows)
    return tuple(sorted(marked, key=lateness if order is BoardOrder.LATE else _by_table))


def rows_of(views: Iterable[GameView]) -> tuple[BoardRow, ...]:
    """The same for these games: two queries at most, whatever their number."""
    views = tuple(views)
    signings, calls = signings_of(views), calls_of(view.game.pk for view in views)
    return tuple(_row(view, signings.get(view.game.pk), calls.get(view.game.pk)) for view in views)


def _row(view: GameView, signing: Signing | None, call: OpenCall | None) -> BoardRow:
    last_at = max((hand.recorded_at for hand in view.hands), default=None)
    state, hands = _state(view, signing), view.sheet.hands_played
    return BoardRow(view, state, hands, last_at, signing, call, findings=findings_of(view))


def _state(view: GameView, signing: Signing | None) -> TableState:
    if view.kind is GameKind.BYE:
        return TableState.RESTS
    if view.is_confirmed:
        return TableState.CONFIRMED
    if isinstance(view.outcome, RuleError):
        playing = TableState.PLAYING if view.has_begun else TableState.WAITING
        return _REFUSALS.get(view.outcome.code, playing)
    if signing is not None:
        return _to_sign(signing)
    return TableState.SHEET if _is_on_its_way(view) else _on_the_pile(view)


def _to_sign(signing: Signing) -> TableState:
    if signing.is_whole:
        return TableState.COMPLETE
    return TableState.LOCKED if signing.locked else TableState.UNSIGNED


def _on_the_pile(view: GameView) -> TableState:
    """The paper is at the desk: it is confirmed by whoever types it, or by whoever checks what was typed."""
    if view.game.sent_back:
        return TableState.SENT_BACK
    is_checked = view.game.round.championship.second_check and view.game.typed_at is not None
    return TableState.CHECK if is_checked else TableState.COMPLETE


def _is_on_its_way(view: GameView) -> bool:
    """Recorded by the table's phone, where the signed paper counts: it has not come to the desk yet."""
    by_phone = view.is_played and view.typed is None and view.game.paper_at is None
    return by_phone and view.game.round.championship.phones_at_tables


def _by_table(row: BoardRow) -> tuple[bool, int]:
    return row.table is None, row.table or 0


def _slowness(row: BoardRow) -> tuple[int, datetime | None, int]:
    """The fewest hands, and of those whose last one came first."""
    return row.hands, row.last_at or row.since, row.table or 0


def lateness(row: BoardRow) -> tuple[int, int, int]:
    """Needs the desk; then who plays, the fewest hands first; then what is done, and who rests."""
    table = row.table or 0
    if row.needs_desk:
        return 0, _URGENCY[row.state], table
    if row.is_missing:
        return 1, row.hands, table
    return 2, _URGENCY[row.state], table
