"""What a correction of a confirmed game moves, read before and after it; and until when pairs may ask for one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from scoring.errors import RuleError
from scoring.regulation import NEXT_ROUND, Regulation
from tournament.core.corrections import Progress, RankMove, moved_tables, moves_the_bye
from tournament.core.pairing import PairingInput
from tournament.core.pairing.judgement import Made
from tournament.models import Round
from tournament.queries.drawing import drawn, pairing_input, seating_of
from tournament.queries.games import GameView, games_of_round
from tournament.queries.meetings import PairName
from tournament.queries.standings import PUBLIC_STATES, standings


@dataclass(frozen=True)
class Stand:
    """The ranking, and what the round in play would be drawn from."""

    ranks: Mapping[int, int | None]
    round: Round | None = None
    given: PairingInput | None = None

    @cached_property
    def best(self) -> Made | None:
        """The best pairing of the round in play; None where there is none. It takes its time, and no database."""
        try:
            pairing = drawn(self.given) if self.given is not None else None
        except RuleError:
            return None
        return Made(pairing.meetings, pairing.bye) if pairing is not None else None


@dataclass(frozen=True)
class MovedTable:
    """A table of the round in play that would be paired otherwise, and how far it has come."""

    view: GameView
    progress: Progress


@dataclass(frozen=True)
class Moved:
    """What would be paired otherwise in the round in play."""

    tables: tuple[MovedTable, ...] = ()
    bye: bool = False

    def of(self, *progress: Progress) -> tuple[MovedTable, ...]:
        return tuple(each for each in self.tables if each.progress in progress)


@dataclass(frozen=True)
class Change:
    """A table that would have another meeting; `after` is None where nobody would sit there."""

    table: int
    before: tuple[PairName, ...]
    after: tuple[PairName, ...]


@dataclass(frozen=True)
class Plan:
    """What drawing these tables again would come to: the changes, who would rest, and the sheets that would be void."""

    again: str
    changes: tuple[Change, ...]
    rests: PairName | None
    lost: tuple[MovedTable, ...]

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(change.table for change in self.changes)

    @property
    def confirmed_lost(self) -> tuple[MovedTable, ...]:
        return tuple(each for each in self.lost if each.progress is Progress.CONFIRMED)


@dataclass(frozen=True)
class Effect:
    """A correction as it would be: the game before and after it, what it moves, and what it breaks that only an
    organiser lets stand (E 17.2)."""

    before: GameView
    after: GameView
    names: Mapping[int, PairName]
    ranks: tuple[RankMove, ...]
    round: Round | None
    moved: Moved
    plans: tuple[Plan, ...]
    broken: tuple[RuleError, ...] = ()

    @property
    def changes_result(self) -> bool:
        return (
            self.before.counted != self.after.counted
            or self.before.result().wins2 != self.after.result().wins2
        )

    @property
    def may_void(self) -> bool:
        """Whether something may be decided by which sheets would be void."""
        return any(plan.lost for plan in self.plans)

    @property
    def named_ranks(self) -> tuple[tuple[PairName, RankMove], ...]:
        return tuple((self.names[move.number], move) for move in self.ranks)


def stand_after(round_: Round) -> Stand:
    """How things stand, for a game of this round that is about to be corrected, or just was."""
    championship = round_.championship
    ranks = {row.number: row.rank for row in standings(championship)}
    later = championship.rounds.filter(state=Round.State.PUBLISHED, number__gt=round_.number).last()
    if later is None:
        return Stand(ranks)
    later.championship = championship
    return Stand(ranks, later, pairing_input(championship, later.number, among=seating_of(later).numbers))


def moved_by(before: Stand, after: Stand) -> Moved:
    """Which tables of the round in play the correction would have paired otherwise."""
    if after.round is None or before.best is None or after.best is None:
        return Moved()
    seating = seating_of(after.round)
    tables = moved_tables(seating, before.best, after.best)
    views = (view for view in games_of_round(after.round) if view.table in tables)
    moved = tuple(MovedTable(view, progress_of(view)) for view in views)
    return Moved(moved, moves_the_bye(seating, before.best, after.best))


def progress_of(view: GameView) -> Progress:
    if view.is_confirmed:
        return Progress.CONFIRMED
    return Progress.PLAYING if view.has_begun else Progress.WAITING


@dataclass(frozen=True)
class Protests:
    """Until when pairs may ask for a correction (D 11): a moment, or None while it is not known yet; `minutes` after
    the round is closed, or None where the next round ends it."""

    until: datetime | None
    minutes: int | None

    def are_over(self, now: datetime) -> bool:
        return self.until is not None and self.until <= now


def protests_of(round_: Round, regulation: Regulation) -> Protests:
    """Of the results of a round (D 11)."""
    rule = regulation.protest_until
    if rule != NEXT_ROUND:
        minutes = int(rule)
        closed = round_.closed_at
        return Protests(closed + timedelta(minutes=minutes) if closed else None, minutes)
    later = round_.championship.rounds.filter(state__in=PUBLIC_STATES, number__gt=round_.number).first()
    return Protests(later.published_at if later else None, None)
