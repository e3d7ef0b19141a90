"""Tables that ask for an organiser, as the desk and the table see it (E 17.7)."""

from dataclasses import dataclass
from datetime import datetime

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
    calls = Call.objects.filter(game__round__championship=championship, game__voided_at=None, done_at=None)
    found = [
        _open(call)
        for call in calls.select_related("game__round", "answered_by").defer("game__round__reasons")
    ]
    return tuple(sorted(found, key=lambda call: (bool(call.going), call.called_at)))


def open_call_of(game: Game) -> OpenCall | None:
    """The call of a table, while it is not settled."""
    calls = game.calls.filter(done_at=None).select_related("game__round", "answered_by")
    found = calls.first()
    return _open(found) if found is not None else None


def _open(call: Call) -> OpenCall:
    going = ""
    if call.answered_at is not None:
        going = call.answered_by.get_username() if call.answered_by else "–"
    game = call.game
    return OpenCall(call.pk, game.pk, game.round.number, game.table, call.reason, call.called_at, going)
