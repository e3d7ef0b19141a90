"""What the hall's screen shows: chosen at the desk, kept as JSON in `Championship.screen`, read here alone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from tournament.models import Championship, Pair, Round
from tournament.queries.discretion import TOLD, discretion_of
from tournament.queries.games import GameSeen, SeatView, regulation_of
from tournament.queries.no_shows import has_been_seen
from tournament.queries.rounds import RoundPage
from tournament.queries.standings import StandingRow, ranked_pairs

LONGEST_MESSAGE = 200
USUAL_PRIZES = 10

Kind = TypeVar("Kind", bound=StrEnum)


class Show(StrEnum):
    """What the desk chooses."""

    AUTO = "auto"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    MISSING = "missing"
    MESSAGE = "message"
    BREAK = "break"
    CEREMONY = "ceremony"


class Order(StrEnum):
    """In which order pairs look for their table."""

    TABLE = "table"
    NAME = "name"


class Stage(StrEnum):
    """What stands on the screen then."""

    WELCOME = "welcome"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    MISSING = "missing"
    MESSAGE = "message"
    CEREMONY = "ceremony"


@dataclass(frozen=True)
class Screen:
    """What was chosen, with all that stays chosen. `chosen_at` is when; `until` the end of a break, None where it is
    said aloud. `prizes` is how many places the ceremony tells (0: there is none), `told` the best one told so far
    (None: nothing yet), `with_result` whether it tells their wins and difference."""

    show: Show = Show.AUTO
    order: Order = Order.TABLE
    message: str = ""
    chosen_at: datetime | None = None
    until: datetime | None = None
    prizes: int = 0
    told: int | None = None
    with_result: bool = True

    @property
    def next_place(self) -> int | None:
        """The place that the ceremony tells next; None where there is none or all is told."""
        place = (self.told or self.prizes + 1) - 1
        return place if self.prizes and place else None

    @property
    def is_all_told(self) -> bool:
        return self.told == 1

    @property
    def is_begun(self) -> bool:
        return bool(self.prizes)

    def beginning(self, prizes: int, *, with_result: bool, now: datetime) -> "Screen":
        """The ceremony, nothing told yet."""
        return replace(
            self, show=Show.CEREMONY, chosen_at=now, prizes=prizes, told=None, with_result=with_result
        )

    def telling(self) -> "Screen":
        return replace(self, show=Show.CEREMONY, told=self.next_place or self.told)

    def untold(self) -> "Screen":
        """The last place told is not told yet after all."""
        told = (self.told or 0) + 1
        return replace(self, show=Show.CEREMONY, told=told if told <= self.prizes else None)

    def as_json(self) -> dict[str, Any]:
        """As it is kept: what is empty is left out."""
        kept = {
            "show": self.show.value,
            "order": self.order.value,
            "message": self.message,
            "chosen_at": self.chosen_at.isoformat() if self.chosen_at else None,
            "until": self.until.isoformat() if self.until else None,
            "prizes": self.prizes,
            TOLD: self.told,
            "with_result": self.with_result,
        }
        return {name: value for name, value in kept.items() if value not in (None, "", 0) or value is False}


def screen_of(championship: Championship) -> Screen:
    """What is kept; anything that is no such thing is as if nothing had been chosen. No query."""
    kept: Mapping[str, Any] = championship.screen
    return Screen(
        show=_one_of(Show, kept.get("show"), Show.AUTO),
        order=_one_of(Order, kept.get("order"), Order.TABLE),
        message=str(kept.get("message", "")),
        chosen_at=_instant(kept.get("chosen_at")),
        until=_instant(kept.get("until")),
        prizes=int(kept.get("prizes", 0)),
        told=kept.get(TOLD),
        with_result=bool(kept.get("with_result", True)),
    )


def _one_of(kinds: type[Kind], value: Any, usual: Kind) -> Kind:
    return kinds(value) if value in set(kinds) else usual


def _instant(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def stage_of(screen: Screen, page: RoundPage | None) -> Stage:
    """What stands there: what was chosen, or what the moment wants where that is not to be had. `page` is the round
    that is public now. A break is none of these: it stands before them as long as it lasts."""
    is_played = page is not None and not page.is_closed
    if screen.show is Show.MESSAGE:
        return Stage.MESSAGE
    if screen.show is Show.CEREMONY and screen.is_begun:
        return Stage.CEREMONY
    if screen.show is Show.MISSING and is_played:
        return Stage.MISSING
    if page is None:
        return Stage.WELCOME
    if screen.show is Show.PAIRINGS:
        return Stage.PAIRINGS
    return Stage.PAIRINGS if is_played and screen.show is not Show.STANDINGS else Stage.STANDINGS


def ceremony_is_early(championship: Championship) -> int | None:
    """The round that must be closed before places can be told, None where nothing stands in the way. One query."""
    if championship.state == Championship.State.FINISHED:
        return None
    rounds = regulation_of(championship).rounds or 1
    closed = championship.rounds.filter(state=Round.State.CLOSED).count()
    return None if closed >= rounds else rounds


def most_prizes(championship: Championship) -> int:
    """How many pairs have a place. One query."""
    return ranked_pairs(championship).exclude(state=Pair.State.EXPELLED).count()


@dataclass(frozen=True)
class Call:
    """A pair and where it plays: `table` is None for one that rests."""

    pair: SeatView
    table: int | None


def calls_of(page: RoundPage) -> tuple[Call, ...]:
    """Every pair of the round, side a before side b, as the tables stand."""
    seated = [Call(seat, view.table) for view in page.tables for seat in (view.a, view.b) if seat]
    rests = [Call(page.bye.a, None)] if page.bye else []
    return (*seated, *rests)


def missing_tables(page: RoundPage) -> tuple[GameSeen, ...]:
    """Tables at which nobody has been seen yet."""
    return tuple(view for view in page.tables if not has_been_seen(view))


def last_shown(championship: Championship, page: RoundPage) -> int:
    """The last round that is in the standings which the hall may read."""
    told = discretion_of(championship).last_told
    return page.numbers[-1] if told is None else min(page.numbers[-1], told)


def told_rows(screen: Screen, rows: tuple[StandingRow, ...]) -> tuple[StandingRow, ...]:
    """The prizes that have been told, the best and latest first."""
    if screen.told is None:
        return ()
    return tuple(row for row in rows if row.rank and screen.told <= row.rank <= screen.prizes)
