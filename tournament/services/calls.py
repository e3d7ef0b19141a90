"""A table asks for an organiser; somebody goes; it is settled (E 17.7)."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Call, Round
from tournament.queries.games import GameKey
from tournament.services.playing import Play, SentForGame, playing
from tournament.services.signing import confirm_if_signed
from tournament.services.writing import Sent, refuse_finished, writing


def call(game: GameKey, reason: str, **sent: Unpack[SentForGame]) -> None:
    """The table asks, with a reason. Asked again it waits since the first time; another reason takes the place of it.

    What only an organiser settles stays. Raises RuleError("call_reason" | "call_not_now") besides those of `playing`.
    """
    with playing(game, "call", reason, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        if reason not in Call.Reason.values or reason == Call.Reason.LATE_HAND:
            raise RuleError("call_reason", "E 17.7")
        if play.game.round.state != Round.State.PUBLISHED:
            raise RuleError("call_not_now", "E 17.7")
        found = play.game.calls.filter(done_at=None).first()
        if found is not None and found.reason in (reason, Call.Reason.LATE_HAND):
            return
        if found is None:
            Call.objects.create(game=play.game, reason=reason, called_at=play.act.now)
        else:
            found.reason = reason
            found.save()
        play.log("call", after={"call": reason})


def call_off(game: GameKey, **sent: Unpack[SentForGame]) -> None:
    """The table needs nobody any more. Nothing happens where nobody was asked for."""
    with playing(game, "call_off", confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        if play.game.calls.filter(done_at=None).exclude(reason=Call.Reason.LATE_HAND).exists():
            _done(play)
            play.log("call_off")


def go(championship_id: int, call_id: int, **sent: Unpack[Sent]) -> None:
    """Somebody of the desk goes. Who said so first, goes. Raises RuleError("call_gone" | "somebody_goes")."""
    with writing(championship_id, "go", call_id, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        found = _open(championship_id, call_id)
        if found.answered_at is not None:
            mine = act.actor.user is not None and found.answered_by_id == act.actor.user.pk
            if mine:
                return
            who = found.answered_by.get_username() if found.answered_by else ""
            raise RuleError("somebody_goes", "E 17.7", who=who)
        found.answered_at = act.now
        found.answered_by_id = act.actor.user.pk if act.actor.user else None
        found.save()
        act.log("go", round_number=found.game.round.number, table=found.game.table)


def settle(championship_id: int, call_id: int, **sent: Unpack[Sent]) -> None:
    """What the table asked for is settled; a sheet that both pairs had signed meanwhile counts now.

    Raises RuleError("call_gone") besides those of `playing`.
    """
    game_id = _open(championship_id, call_id).game_id
    with playing(game_id, "settle", call_id, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        _open(championship_id, call_id)
        _done(play)
        play.log("settle")


def _done(play: Play) -> None:
    play.game.calls.filter(done_at=None).update(done_at=play.act.now)
    confirm_if_signed(play)


def _open(championship_id: int, call_id: int) -> Call:
    calls = Call.objects.filter(game__round__championship=championship_id, done_at=None)
    found = calls.filter(pk=call_id).select_related("game__round").first()
    if found is None:
        raise RuleError("call_gone", "E 17.7")
    return found
