"""The clock of one table, as the desk sees and changes it (E 12.3.3)."""

from dataclasses import dataclass
from datetime import datetime

from tournament.core.clock import ClockState, Phase
from tournament.models import Round
from tournament.queries.games import GameView
from tournament.queries.rounds import clock_of_table


@dataclass(frozen=True)
class TableClock:
    """A table with its own instants. `may_announce`: its least time is over, or there is none (E 12.3.3.1)."""

    view: GameView
    clock: ClockState
    may_announce: bool

    @property
    def next_hand(self) -> int | None:
        """The number of the hand that is being played, where hands are recorded."""
        return self.view.sheet.hands_played + 1 if self.view.has_hands else None

    @property
    def is_told_apart(self) -> bool:
        """Something was announced to this table alone."""
        return bool(self.view.game.ends_at or self.view.game.last_hand_at)

    @property
    def may_be_closed(self) -> bool:
        """Its end has come, and its sheet is open still: it may be closed as it stands."""
        has_ended = self.clock.phase in (Phase.OVER, Phase.LAST_HAND)
        return has_ended and not self.view.sheet.is_over and not self.view.sheet.must_play_on

    @property
    def is_open(self) -> bool:
        """It plays still, or ended by what was announced, which may be taken back."""
        was_ended = bool(self.view.game.stopped) or self.is_told_apart
        return self.view.is_played and not self.view.is_confirmed and (was_ended or not self.view.is_complete)


def table_clock(view: GameView, now: datetime) -> TableClock | None:
    """The clock of one table; None where nothing is played at it, or its round is not in play."""
    if view.b is None or view.game.round.state != Round.State.PUBLISHED:
        return None
    clock = clock_of_table(view.game, now)
    return TableClock(view, clock, clock.floor_at is None or now >= clock.floor_at)
