"""Tables where nobody was seen when a missing pair's minutes are over, and what was decided of them (E 13.3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.core.clock import Phase, played
from tournament.models import Game
from tournament.queries.games import GameSeen, GameView
from tournament.queries.rounds import clock_of_table

FEW = 5
ABSENT = (Game.Kind.WALKOVER, Game.Kind.BOTH_ABSENT)


@dataclass(frozen=True)
class Unseen:
    """A table without a sign of life, and how many minutes it has had."""

    view: GameView
    minutes: int

    @property
    def waits_until(self) -> datetime | None:
        return self.view.game.waits_until


@dataclass(frozen=True)
class NoShows:
    """Tables by number: `due` are to be decided, for `waiting` ones the organisers wait, `decided` ones were lost
    without play and that may be undone."""

    due: tuple[Unseen, ...] = ()
    waiting: tuple[Unseen, ...] = ()
    decided: tuple[GameView, ...] = ()

    @property
    def are_few(self) -> bool:
        """Where many tables show nothing they play on paper: that is no reason to alarm anybody."""
        return len(self.due) <= FEW

    @property
    def mark(self) -> str:
        """Changes with what is to be shown, the minutes left out."""
        unseen = ([each.view for each in part] for part in (self.due, self.waiting))
        return "-".join(".".join(str(view.game.pk) for view in part) for part in (*unseen, self.decided))


def no_shows(views: Iterable[GameView], now: datetime) -> NoShows:
    """The tables of a round in play, as they stand at `now`. No queries."""
    at_tables = tuple(view for view in views if view.b is not None)
    unseen = tuple(found for found in (_unseen(view, now) for view in at_tables) if found)
    return NoShows(
        due=tuple(each for each in unseen if not _is_waited_for(each, now)),
        waiting=tuple(each for each in unseen if _is_waited_for(each, now)),
        decided=tuple(view for view in at_tables if view.game.kind in ABSENT),
    )


def _is_waited_for(unseen: Unseen, now: datetime) -> bool:
    return unseen.waits_until is not None and now < unseen.waits_until


def _unseen(view: GameView, now: datetime) -> Unseen | None:
    if has_been_seen(view):
        return None
    clock = clock_of_table(view.game, now)
    if clock.phase is Phase.PAUSED or now < clock.no_show_at:
        return None
    return Unseen(view, played(clock, now) // timedelta(minutes=1))


def has_been_seen(view: GameSeen) -> bool:
    """Somebody at the table has written or answered something, or the game was settled."""
    game = view.game
    return view.has_begun or bool(game.seated_at or game.opening_draw or game.accepts_dealing)
