"""What the organisers' desk has to do next, read off the rows: nobody has to remember where they were."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.regulation import Regulation
from tournament.core.alphabet import alphabetical_key
from tournament.core.clock import ClockState
from tournament.core.names import folded
from tournament.languages import base_language
from tournament.models import Absence, Championship, Game, LogEntry, Pair, Round
from tournament.queries.board import BoardRow, lateness
from tournament.queries.drawing import (
    AWAITED,
    DRAWN_STATES,
    is_as_drawn,
    next_round_number,
    pairing_input,
    present_pairs,
)
from tournament.queries.games import regulation_of
from tournament.queries.kept_board import kept_board
from tournament.queries.rounds import clock_of

FEWEST_PAIRS = 2
MOST_NAMED = 6
COMFORT = 2  # with this many pairs more than rounds, or fewer, a rematch can be forced (PAIRING §4)


class Step(StrEnum):
    """Where a championship stands; each has one thing to do next."""

    NOT_SWISS = "not_swiss"
    NO_PAIRS = "no_pairs"
    FEW_PRESENT = "few_present"
    FIRST_DRAFT = "first_draft"
    NEXT_DRAFT = "next_draft"
    DRAFT = "draft"
    DRAFT_OUTDATED = "draft_outdated"
    PUBLISHED = "published"
    PLAYING = "playing"
    TYPED = "typed"
    REOPENED = "reopened"
    CLOSE = "close"
    FINISH = "finish"
    FINISHED = "finished"


@dataclass(frozen=True)
class OpenGame:
    """A game of a closed round that was reopened and is not confirmed again."""

    game_id: int
    round_number: int
    table: int | None


@dataclass(frozen=True)
class WhatNext:
    """The step and all that its page says. `round` is the published one, else the draft.

    `present` counts the pairs in the draw of `next_number`, `registered` all that have not left. `may_announce` says
    that the least time of a game is over, or that there is none (E 12.3.3.1). `drafted` is the number of a draft that
    was drawn while a round is in play.
    """

    step: Step
    regulation: Regulation
    registered: int
    present: int
    next_number: int
    round: Round | None
    rows: tuple[BoardRow, ...]
    reopened: tuple[OpenGame, ...]
    drafted: int | None
    clock: ClockState | None
    may_announce: bool

    @property
    def absent(self) -> int:
        return self.registered - self.present

    @property
    def somebody_rests(self) -> bool:
        """An odd number: one pair rests each round (D 4)."""
        return self.present % 2 == 1

    @property
    def missing(self) -> tuple[BoardRow, ...]:
        """Tables whose result does not count yet, those that wait for the desk first, then the slowest."""
        return tuple(sorted((row for row in self.rows if row.is_missing), key=lateness))

    @property
    def missing_tables(self) -> list[int]:
        """Their numbers, where they are so few that they can be named."""
        numbers = sorted(row.table for row in self.missing if row.table is not None)
        return numbers if len(numbers) <= MOST_NAMED else []

    @property
    def tables(self) -> int:
        return sum(row.table is not None for row in self.rows)

    @property
    def rounds_left(self) -> int:
        return max((self.regulation.rounds or 0) - self.next_number + 1, 0)

    @property
    def is_crowded_with_rounds(self) -> bool:
        """So few pairs that a rematch can be forced: a round robin fits better."""
        if not self.regulation.rounds or self.present < FEWEST_PAIRS:
            return False
        return self.present <= self.regulation.rounds + COMFORT

    @property
    def has_begun(self) -> bool:
        """A game of the round was begun: its publication can no longer be taken back."""
        return any(row.view.has_begun for row in self.rows if row.table is not None)

    @property
    def is_announced(self) -> bool:
        return self.round is not None and bool(self.round.ends_at or self.round.last_hand_at)


def what_next(championship: Championship, now: datetime) -> WhatNext:
    """Where the championship stands at `now`: the same number of queries for any number of pairs and tables."""
    regulation = regulation_of(championship)
    states = dict(championship.pairs.values_list("pk", "state"))
    number = next_round_number(championship)
    current = current_round(championship)
    rows = kept_board(current) if current and current.state == Round.State.PUBLISHED else ()
    clock = clock_of(current, now) if current is not None and current.published_at is not None else None
    facts = WhatNext(
        step=Step.FINISHED,
        regulation=regulation,
        registered=sum(each in DRAWN_STATES for each in states.values()),
        present=len(present_pairs(championship, number)),
        next_number=number,
        round=current,
        rows=rows,
        reopened=reopened_games(championship),
        drafted=_drafted_meanwhile(championship, current),
        clock=clock,
        may_announce=clock is not None and (clock.floor_at is None or now >= clock.floor_at),
    )
    return _with_step(facts, championship)


def current_round(championship: Championship) -> Round | None:
    """The round in play, else the draft of the next one; None between rounds."""
    unclosed = championship.rounds.exclude(state=Round.State.CLOSED)
    found = sorted(unclosed, key=lambda each: each.state != Round.State.PUBLISHED)
    if not found:
        return None
    found[0].championship = championship
    return found[0]


def _drafted_meanwhile(championship: Championship, current: Round | None) -> int | None:
    if current is None or current.state == Round.State.DRAFT:
        return None
    drafts = championship.rounds.filter(state=Round.State.DRAFT)
    return drafts.values_list("number", flat=True).first()


def reopened_games(championship: Championship) -> tuple[OpenGame, ...]:
    """Games of closed rounds that wait to be confirmed again: no draw before that."""
    unconfirmed = Game.objects.filter(round__championship=championship, voided_at=None)
    found = unconfirmed.filter(round__state=Round.State.CLOSED).exclude(state=Game.State.CONFIRMED)
    return tuple(
        OpenGame(*row)
        for row in found.order_by("round__number", "table").values_list("pk", "round__number", "table")
    )


def _with_step(facts: WhatNext, championship: Championship) -> WhatNext:
    return WhatNext(**{**vars(facts), "step": _step(facts, championship)})


def _step(facts: WhatNext, championship: Championship) -> Step:
    if championship.state == Championship.State.FINISHED:
        return Step.FINISHED
    if not facts.regulation.is_swiss:
        return Step.NOT_SWISS
    if facts.round is not None and facts.round.state == Round.State.PUBLISHED:
        return _step_in_play(facts)
    if facts.reopened:
        return Step.REOPENED
    return _step_before_play(facts, championship)


def _step_in_play(facts: WhatNext) -> Step:
    if not facts.missing:
        return Step.REOPENED if facts.reopened else Step.CLOSE
    if all(row.needs_desk for row in facts.missing):
        return Step.TYPED
    return Step.PLAYING if facts.has_begun else Step.PUBLISHED


def _step_before_play(facts: WhatNext, championship: Championship) -> Step:
    if not facts.rounds_left:
        return Step.FINISH
    if facts.present < FEWEST_PAIRS:
        return Step.FEW_PRESENT if facts.registered or facts.next_number > 1 else Step.NO_PAIRS
    if facts.round is None:
        return Step.FIRST_DRAFT if facts.next_number == 1 else Step.NEXT_DRAFT
    return Step.DRAFT_OUTDATED if is_outdated(championship, facts.round) else Step.DRAFT


def is_outdated(championship: Championship, draft: Round) -> bool:
    """Pairs or results changed since the draft was drawn: it may not be published as it is."""
    return not is_as_drawn(draft, pairing_input(championship, draft.number))


@dataclass(frozen=True)
class RoundLine:
    """A round in the list of rounds."""

    round: Round
    tables: int
    confirmed: int

    @property
    def missing(self) -> int:
        return self.tables - self.confirmed


def round_lines(championship: Championship) -> tuple[RoundLine, ...]:
    """The rounds, the newest first, with how many of their tables are confirmed. Two queries."""
    at_tables = Game.objects.filter(round__championship=championship, voided_at=None, table__isnull=False)
    games = list(at_tables.values_list("round", "state"))
    tables = Counter(round_ for round_, _ in games)
    confirmed = Counter(round_ for round_, state_ in games if state_ == Game.State.CONFIRMED)
    rounds = championship.rounds.order_by("-number")
    return tuple(RoundLine(each, tables[each.pk], confirmed[each.pk]) for each in rounds)


@dataclass(frozen=True)
class PairLine:
    """A pair in the desk's list: real names are for the desk only. `misses` says why it is not in the next draw."""

    number: int
    war_name: str
    player_1: str
    player_2: str
    club: str
    state: str
    misses: str = ""
    paid: bool = False

    @property
    def name_key(self) -> tuple[int, ...]:
        """Names in the order of the alphabet."""
        return alphabetical_key(self.war_name, base_language())

    @property
    def club_key(self) -> tuple[int, ...]:
        return alphabetical_key(self.club, base_language())

    @property
    def is_in_next_draw(self) -> bool:
        return self.state in DRAWN_STATES and not self.misses

    def matches(self, text: str) -> bool:
        """Whether somebody who looks for this text means the pair: its number, or part of a name."""
        if text.strip() == str(self.number):
            return True
        names = (self.war_name, self.player_1, self.player_2, self.club)
        return any(folded(text) in folded(name) for name in names)


def pair_lines(championship: Championship) -> list[PairLine]:
    """Every pair by number. Three queries."""
    number = next_round_number(championship)
    absent = Absence.objects.filter(pair__championship=championship, round_number=number)
    reasons = dict(absent.values_list("pair__number", "reason"))
    pairs = championship.pairs.annotate(is_awaited=AWAITED).order_by("number")
    return [
        PairLine(
            pair.number,
            pair.war_name,
            pair.player_1,
            pair.player_2,
            pair.club,
            pair.state,
            reasons.get(pair.number, Absence.Reason.LATE if pair.is_awaited else ""),
            pair.paid,
        )
        for pair in pairs
    ]


def war_names(championship: Championship) -> dict[int, str]:
    """Public names by number."""
    return dict(championship.pairs.values_list("number", "war_name"))


def pair_of(championship: Championship, number: int) -> Pair | None:
    """The pair with that registration number."""
    return championship.pairs.filter(number=number).first()


def is_awaited(pair: Pair) -> bool:
    """Whether the draws leave the pair out until it arrives."""
    return Pair.objects.filter(AWAITED, pk=pair.pk).exists()


def late_hands(game: Game) -> list[dict[str, Any]]:
    """Hands that arrived after the confirmation and count for nothing: number, bid and points."""
    if game.confirmed_at is None:
        return []
    came = LogEntry.objects.filter(
        championship=game.round.championship_id, what="late_hand", table=game.table
    )
    came = came.filter(round_number=game.round.number, at__gte=game.confirmed_at)
    return [entry.after for entry in came.order_by("pk") if entry.after]


def last_writer(game: Game) -> str:
    """Who wrote last at this table from the desk; nobody's name where it was a phone."""
    at_table = LogEntry.objects.filter(championship=game.round.championship_id, table=game.table)
    last = at_table.filter(round_number=game.round.number).select_related("user").first()
    return last.user.get_username() if last is not None and last.user is not None else ""
