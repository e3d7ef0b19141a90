"""What the hall may read of results: none before they count where scores are not live, and none of a last round whose
results are kept for the ceremony, until they have been told there."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scoring.results import GameKind
from scoring.sheets import Sheet
from tournament.models import Championship
from tournament.queries.games import GameSeen, GameView, regulation_of
from tournament.queries.paths import Path, Step
from tournament.queries.rounds import RoundPage

Seen = TypeVar("Seen", bound=GameSeen)

TOLD = "told"
"""In `Championship.screen`: the best place that the ceremony has told so far; 1 when all is told."""


SEEN_BY_ALL = (GameKind.WALKOVER, GameKind.BOTH_ABSENT, GameKind.BYE)


@dataclass(frozen=True)
class Discretion:
    """`live`: scores are read while a game goes on. `secret` is the number of the round that is kept, or None."""

    live: bool
    secret: int | None

    @property
    def last_told(self) -> int | None:
        """The last round whose results the hall may know; None where it may know all."""
        return None if self.secret is None else self.secret - 1

    def is_secret(self, number: int) -> bool:
        return self.secret is not None and number >= self.secret

    def up_to(self, after: int | None) -> int | None:
        """The round up to which standings are shown where those after round `after` (None: all) are asked for."""
        told = self.last_told
        return after if told is None else told if after is None else min(after, told)

    def of_page(self, page: RoundPage) -> RoundPage:
        return replace(page, tables=tuple(map(self.of_game, page.tables)))

    def of_path(self, path: Path) -> Path:
        return replace(path, steps=tuple(map(self._of_step, path.steps)))

    def of_game(self, view: Seen) -> Seen:
        """The game, or only who plays it."""
        return view if self.shows(view) else without_score(view)

    def _of_step(self, step: Step) -> Step:
        if step.view is None or self.shows(step.view):
            return step
        return replace(step, view=without_score(step.view), is_kept=self.is_secret(step.round.number))

    def shows(self, view: GameSeen) -> bool:
        """Whether the hall may read how the game stands. Who was not present, or rests, everybody can see."""
        if view.kind in SEEN_BY_ALL:
            return True
        return not self.is_secret(view.game.round.number) and (self.live or view.is_confirmed)


def discretion_of(championship: Championship) -> Discretion:
    """As the championship has set it. No query."""
    is_told = championship.screen.get(TOLD) == 1
    keeps = championship.secret_last_round and not is_told
    return Discretion(championship.live_scores, regulation_of(championship).rounds if keeps else None)


def without_score(view: Seen) -> Seen:
    """The same game as if nothing had been written yet."""
    rows: dict[str, Any] = {"hands": ()} if isinstance(view, GameView) else {}
    return replace(view, sheet=Sheet(view.regulation), typed=None, counted=None, **rows)
