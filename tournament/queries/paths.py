"""A pair's way through the rounds."""

from dataclasses import dataclass

from scoring.results import GameKind
from scoring.sheets import Side
from tournament.models import Absence, Championship, Game, Pair, Round, Seat
from tournament.queries.games import GameView, SeatView, view_of, with_sheets
from tournament.queries.rounds import published_rounds


@dataclass(frozen=True)
class Step:
    """One round of a pair: its game, the absence written for it, or neither (it was not in that round).

    `is_kept`: its result is kept for the ceremony."""

    round: Round
    side: Side | None = None
    view: GameView | None = None
    absence: Absence | None = None
    is_kept: bool = False

    @property
    def kind(self) -> str:
        """A game's kind, "absence", or "out"."""
        if self.view is not None:
            return self.view.kind.value
        return "absence" if self.absence is not None else "out"

    @property
    def opponent(self) -> SeatView | None:
        if self.view is None:
            return None
        return self.view.b if self.side is Side.A else self.view.a

    @property
    def score(self) -> tuple[int, int] | None:
        """Own points first: the counted ones once confirmed."""
        if self.absence is not None:
            return self.absence.points_for, self.absence.points_against
        points = self.view.score if self.view is not None else None
        if points is None or self.side is Side.A:
            return points
        return points[1], points[0]

    @property
    def wins2(self) -> int | None:
        """Doubled wins that count; None while the result is not confirmed."""
        if self.absence is not None:
            return self.absence.wins2
        if self.is_kept:
            return None
        seat = self._seat
        return seat.wins2 if seat is not None and self.view is not None and self.view.is_confirmed else None

    @property
    def is_open(self) -> bool:
        return self.view is not None and not self.view.is_confirmed

    @property
    def was_won_without_play(self) -> bool:
        return self.kind == GameKind.WALKOVER and self.wins2 == 2

    @property
    def _seat(self) -> Seat | None:
        if self.view is None:
            return None
        return next((seat for seat in self.view.game.seats.all() if seat.side == self.side), None)


@dataclass(frozen=True)
class Path:
    """A pair and its steps, one a published round."""

    pair: Pair
    steps: tuple[Step, ...]


def path_of_pair(championship: Championship, number: int) -> Path | None:
    """Every round of a pair, whatever became of it. The same queries for any number of rounds."""
    pair = championship.pairs.exclude(state=Pair.State.WAITING).filter(number=number).first()
    if pair is None:
        return None
    views = {view.game.round_id: view for view in _games(pair)}
    absences = {absence.round_number: absence for absence in pair.absences.all()}
    steps = (
        _step(each, pair, views.get(each.pk), absences.get(each.number))
        for each in published_rounds(championship)
    )
    return Path(pair, tuple(steps))


def _games(pair: Pair) -> list[GameView]:
    games = Game.objects.filter(seats__pair=pair, voided_at=None)
    return [view_of(game) for game in with_sheets(games.exclude(round__state=Round.State.DRAFT))]


def _step(round_: Round, pair: Pair, view: GameView | None, absence: Absence | None) -> Step:
    if view is None:
        return Step(round_, absence=absence)
    return Step(round_, Side.A if view.a.pair_id == pair.pk else Side.B, view)
