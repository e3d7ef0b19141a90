"""Hands that come when the result counts already: kept, and the desk is asked to look at them (E 15.2.7)."""

from typing import Unpack

from tournament.models import Call
from tournament.queries.desk import late_hands
from tournament.queries.games import GameKey, GameView
from tournament.services.hands import HandEntry, hand_of
from tournament.services.playing import SentForGame, playing


def keep_late_hand(
    game: GameKey, entry: HandEntry, *, after: str | None = None, **sent: Unpack[SentForGame]
) -> None:
    """A hand that arrives after the confirmation does not count (E 15.2.7), and is not lost: it is written in the log,
    and the desk is asked to look at it. `after` is the client id of the hand before it, None the last one.

    Its own client id stays free: when the game is reopened, the hand itself may still be sent again.
    """
    own_id = sent.get("client_id") or ""
    sent["client_id"] = f"{own_id[:34]}-late" if own_id else ""
    with playing(game, "late_hand", entry, confirmed=True, **sent) as play:
        if play.act.is_repeat or not play.view.is_confirmed:
            return
        hand = hand_of(entry, play.view.regulation)
        number = _number_after(play.view, after)
        logged = {"id": own_id, "bid": hand.bid.value, "points": list(hand.points), "kind": hand.kind.value}
        play.log("late_hand", after={"hand": number, **logged})
        open_call = play.game.calls.filter(done_at=None)
        if not open_call.update(reason=Call.Reason.LATE_HAND):
            Call.objects.create(game=play.game, reason=Call.Reason.LATE_HAND, called_at=play.act.now)


def _number_after(view: GameView, after: str | None) -> int:
    """The number under which the phone wrote a late hand: one more than that of the hand before it, which is on the
    sheet or came late too."""
    numbers, reached = {"": 0}, 0
    for row, line in zip(view.hands, view.sheet.lines, strict=True):
        reached = line.number or reached
        numbers[row.client_id] = reached
    numbers |= {each["id"]: each["hand"] for each in late_hands(view.game)}
    return (numbers.get(after, reached) if after is not None else reached) + 1
