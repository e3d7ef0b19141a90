"""Tables that ask for an organiser, as the desk and the table see it (E 17.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournament.models import Call, Championship, Game


@dataclass(frozen=True)
class OpenCall:
    """A call that is not settled. `going` is who said that they go, "" where nobody has yet."""

    pk: int
    game_id: int
    round_number: int
    table: int | None
    reason: str
    called_at: datetime
    going: str


def open_calls(championship: Championship) -> tuple[OpenCall, ...]:
    """Who waits, those first to whom nobody goes yet, the longest waiting first. One query."""
    calls = _unsettled().filter(game__round__championship=championship, game__voided_at=None)
    return tuple(sorted(map(_open, calls), key=lambda call: (bool(call.going), call.called_at)))


def calls_of(games: Iterable[int]) -> dict[int, OpenCall]:
    """The calls of these games that are not settled, by the id of the game. One query."""
    return {call.game_id: _open(call) for call in _unsettled().filter(game__in=games)}


def open_call_of(game: Game) -> OpenCall | None:
    """The call of a table, while it is not settled."""
    return calls_of([game.pk]).get(game.pk)


def _unsettled() -> QuerySet[Call]:
    """In a finished championship nobody waits any more: it would have to be resumed before anybody could answer."""
    calls = Call.objects.filter(done_at=None).exclude(
        game__round__championship__state=Championship.State.FINISHED
    )
    return calls.select_related("game__round", "answered_by").defer("game__round__reasons")


def _open(call: Call) -> OpenCall:
    going = ""
    if call.answered_at is not None:
        going = call.answered_by.get_username() if call.answered_by else "–"
    game = call.game
    return OpenCall(call.pk, game.pk, game.round.number, game.table, call.reason, call.called_at, going)
