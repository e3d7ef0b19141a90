"""What every write to one game has in common: it is found under the championship's lock, checked, and settled."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Unpack

from scoring.errors import RuleError
from tournament.models import Championship, Game, PlayedHand, Round
from tournament.queries.games import GameKey, GameView, game_to_write
from tournament.queries.rounds import clock_of_table
from tournament.services.writing import Act, Actor, Sent, refuse_finished, writing_where

NOTED = ("version", "state", "started_at", "ended_at", "typed_by", "typed_at", "sent_back")
"""The columns of a game that every write may change."""


@dataclass
class Play:
    """One write to one game. `view` is the game as it stood when the lock was taken, `hands` are its rows as they
    stand now: nobody else writes them meanwhile, so they are read once."""

    act: Act
    view: GameView
    hands: list[PlayedHand] = field(init=False)

    def __post_init__(self) -> None:
        self.hands = list(self.view.hands)

    @property
    def game(self) -> Game:
        return self.view.game

    def log(self, what: str, **facts: Any) -> None:
        self.act.log(what, round_number=self.game.round.number, table=self.game.table, **facts)

    def append(self, row: PlayedHand) -> None:
        """One row more at the end of the sheet."""
        row.save()
        self.hands.append(row)

    def remove(self, row: PlayedHand) -> None:
        """A row of the sheet goes away."""
        self.hands.remove(row)
        row.delete()

    def settle(self, *changed: str) -> GameView:
        """Save the game with one version more and its state read off the fold. Returns the game as it now stands.

        A row that was changed in place is seen; one that came or went has to come by `append` and go by `remove`.
        `changed` are the columns of the game that may have been; where none is named, any.
        """
        self.game.version += 1
        view = self.view.with_hands(self.hands)
        if not view.is_confirmed:
            _note(view, self.act.now)
            _note_typist(view.game, self.act)
        self.game.save(update_fields=(*NOTED, *changed) if changed else None)
        return view


def _note_typist(game: Game, act: Act) -> None:
    """Whoever last wrote on an open sheet at the desk typed it: somebody else checks it."""
    if act.actor.via == "desk":
        game.typed_by, game.typed_at, game.sent_back = act.actor.user, act.now, ""  # type: ignore[assignment]


def note_progress(view: GameView, now: datetime) -> None:
    """Write down what the fold says of an unconfirmed game: playing or complete, when it began and ended."""
    _note(view, now)
    view.game.save()


def _note(view: GameView, now: datetime) -> None:
    complete = view.has_begun and view.is_complete
    view.game.state = Game.State.COMPLETE if complete else Game.State.PLAYING
    if view.game.started_at is None and view.has_hands:
        view.game.started_at = now
    view.game.ended_at = (view.game.ended_at or now) if complete else None


class SentForGame(Sent, total=False):
    """The same for one game, with the version that the form was based on (None: it does not matter)."""

    version: int | None


@contextmanager
def playing(
    game: GameKey, kind: str, *about: object, confirmed: bool = False, **sent: Unpack[SentForGame]
) -> Iterator[Play]:
    """Open one write to a game. `about` is what the form says, `confirmed` allows it on a confirmed game.

    Every RuleError from inside is given the table and the numbers of its pairs. Raises RuleError itself:
    "game_gone", "game_void", "round_not_published", "game_confirmed", "stale_version", "phones_off".
    """
    version = sent.pop("version", None)
    part = "rounds__games__token" if isinstance(game, str) else "rounds__games"
    with writing_where("game_gone", kind, game, *about, part=part, **sent) as act:
        view = game_to_write(act.championship, game)
        try:
            if not act.is_repeat:
                _check_open(view, act.championship, confirmed)
                _check_version(view, version)
                _check_phone(act.actor, act.championship)
            yield Play(act, view)
        except RuleError as refusal:
            _name_the_table(refusal, view)
            raise


def _check_open(view: GameView, championship: Championship, confirmed: bool) -> None:
    refuse_finished(championship)
    if view.game.voided_at is not None:
        raise RuleError("game_void", "E 17.2")
    if view.game.round.state == Round.State.DRAFT:
        raise RuleError("round_not_published", "E 12.1", round=view.game.round.number)
    if view.is_confirmed and not confirmed:
        raise RuleError("game_confirmed", "E 15.2.7.1")


def _check_version(view: GameView, version: int | None) -> None:
    if version is not None and version != view.game.version:
        raise RuleError("stale_version", mine=version, stored=view.game.version)


def _check_phone(actor: Actor, championship: Championship) -> None:
    if actor.via == "table" and not championship.phones_at_tables:
        raise RuleError("phones_off", "D 11")


def _name_the_table(refusal: RuleError, view: GameView) -> None:
    refusal.facts.setdefault("table", view.table)
    refusal.facts.setdefault("a", view.a.number)
    if view.b is not None:
        refusal.facts.setdefault("b", view.b.number)


def refuse_unplayed(view: GameView) -> None:
    """Raises RuleError("game_not_played") for a walkover, a bye or an awarded result."""
    if not view.is_played:
        raise RuleError("game_not_played", "E 13.3", kind=view.kind.value)


def refuse_early_end(play: Play, at: datetime, *, reason: str = "") -> None:
    """No game is ended by time before its table's floor, to the minute, unless an organiser gives a reason (E 17.2).
    Where the organisers announced the last hand, or an end before the floor, that was decided then.

    Raises RuleError("stop_too_early", "E 12.3.3") with the least minutes of a game and the earliest instant.
    """
    clock = clock_of_table(play.game, play.act.now)
    floor = clock.floor_at
    if reason.strip() or floor is None or clock.last_hand_at is not None:
        return
    if at < floor.replace(second=0, microsecond=0):
        least = play.view.regulation.min_minutes
        raise RuleError("stop_too_early", "E 12.3.3", minutes=least, earliest=floor)
