"""Rounds as the hall reads them. A draft is nobody's business: it is found nowhere here."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from tournament.core.clock import ClockState, Pause, RoundFacts, state
from tournament.models import Absence, Championship, Game, Pair, Round
from tournament.queries.games import GameSeen, games_seen, regulation_of
from tournament.queries.standings import PUBLIC_STATES


@dataclass(frozen=True)
class RoundPage:
    """A round with its games by table. `clock` holds instants only: what time it is, the reader's device knows."""

    round: Round
    numbers: tuple[int, ...]
    clock: ClockState
    tables: tuple[GameSeen, ...]
    bye: GameSeen | None
    absences: tuple[Absence, ...]

    @property
    def is_current(self) -> bool:
        return self.round.number == self.numbers[-1]

    @property
    def is_closed(self) -> bool:
        return self.round.state == Round.State.CLOSED

    @property
    def given(self) -> tuple[tuple[int, int], ...]:
        """Tables with extra minutes of their own, and how many they have in all."""
        given = ((view.table, view.game.extra_minutes) for view in self.tables)
        return tuple(
            (table, self.clock.extra_minutes + minutes) for table, minutes in given if table and minutes
        )

    @property
    def missing(self) -> int:
        """Tables whose result does not count yet: of a closed round too, where it was reopened or is still to come."""
        return sum(not view.is_confirmed for view in self.tables)


def published_rounds(championship: Championship) -> tuple[Round, ...]:
    """Published and closed rounds, in order."""
    return tuple(championship.rounds.filter(state__in=PUBLIC_STATES).order_by("number"))


def desk_round(championship: Championship, number: int) -> Round | None:
    """A round as the desk sees it: its draft too."""
    return championship.rounds.filter(number=number).first()


def round_page(championship: Championship, number: int | None = None) -> RoundPage | None:
    """The round of that number, or the current one; None where it is not published. The same queries for any size."""
    rounds = published_rounds(championship)
    found = rounds[-1:] if number is None else [each for each in rounds if each.number == number]
    if not found:
        return None
    round_ = found[0]
    round_.championship = championship
    games = games_seen(round_)
    return RoundPage(
        round=round_,
        numbers=tuple(each.number for each in rounds),
        clock=clock_of(round_),
        tables=tuple(view for view in games if view.b is not None),
        bye=next((view for view in games if view.b is None), None),
        absences=absences_of(round_),
    )


def clock_of(round_: Round, now: datetime | None = None) -> ClockState:
    """The instants of a published round, as they stand announced."""
    return state(facts_of(round_), regulation_of(round_.championship), now or timezone.now())


def clock_of_table(game: Game, now: datetime | None = None) -> ClockState:
    """The same for one table: from its own zero, with what was announced to it alone."""
    return state(facts_of_table(game), regulation_of(game.round.championship), now or timezone.now())


def facts_of(round_: Round) -> RoundFacts:
    """What the clock of a published round goes by."""
    if round_.published_at is None:
        raise ValueError(f"round {round_.number} was never published")
    return RoundFacts(
        round_.published_at,
        round_.ends_at,
        round_.last_hand_at,
        pauses=pauses_of(round_.championship),
        extra_minutes=round_.extra_minutes,
        has_floor=not round_.despite_floor,
    )


def facts_of_table(game: Game) -> RoundFacts:
    """The same with the table's own zero, end, last hand and minutes."""
    facts = facts_of(game.round)
    return replace(
        facts,
        zero_at=game.zero_at,
        ends_at=game.ends_at or facts.ends_at,
        last_hand_at=game.last_hand_at or facts.last_hand_at,
        extra_minutes=facts.extra_minutes + game.extra_minutes,
        has_floor=facts.has_floor and not game.despite_floor,
    )


def pauses_of(championship: Championship) -> tuple[Pause, ...]:
    """The pauses of the day, in order: every clock of the championship stops for them."""
    return tuple(
        Pause(
            datetime.fromisoformat(kept["begins"]),
            datetime.fromisoformat(kept["ends"]) if kept["ends"] else None,
            kept["reason"],
        )
        for kept in championship.pauses
    )


def absences_of(round_: Round) -> tuple[Absence, ...]:
    """Who misses the round, pairs that left long ago not repeated."""
    missing = Absence.objects.filter(pair__championship=round_.championship, round_number=round_.number)
    gone = missing.filter(reason=Absence.Reason.LEFT, pair__state=Pair.State.WITHDRAWN)
    return tuple(missing.exclude(pk__in=gone).select_related("pair").order_by("pair__number"))
