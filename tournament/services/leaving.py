"""A pair goes away in mid-game, or is expelled: its games end with D 8's score."""

from typing import Unpack

from scoring.errors import RuleError
from scoring.sheets import Side
from tournament.models import Pair, Seat
from tournament.queries.drawing import state_of_who_comes
from tournament.queries.games import game_to_write
from tournament.queries.infractions import open_seats, withdrawn_from
from tournament.services.games import freeze, open_again
from tournament.services.playing import Play, SentForGame, playing, refuse_unplayed
from tournament.services.writing import Act


def leave(game_id: int, side: str, *, reason: str, withdraws: bool, **sent: Unpack[SentForGame]) -> None:
    """A pair goes away during the game: 0 for it, the other its points, a walkover's at least (D 8). `withdraws` says
    that it is in no further draw either.

    Raises RuleError("reason_missing" | "totals_differ") besides those of `playing`; "game_not_played".
    """
    with playing(game_id, "leave", side, reason, withdraws, **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        if not reason.strip():
            raise RuleError("reason_missing", "D 8", field="reason")
        end_game(play, Side(side), reason=reason)
        pair = Seat.objects.get(game=play.game, side=side).pair
        if withdraws and pair.state != Pair.State.WITHDRAWN:
            change_state(play.act, pair, Pair.State.WITHDRAWN, what="withdraw", reason=reason)


def stay(game_id: int, *, comes_back: bool = True, **sent: Unpack[SentForGame]) -> None:
    """The pair that had left a game, which is open again, plays on. `comes_back`: if it is withdrawn, it is in the
    coming rounds again too."""
    with playing(game_id, "stay", comes_back, **sent) as play:
        if play.act.is_repeat:
            return
        pair = withdrawn_from(play.game)
        before, play.game.left = play.game.left, ""
        play.settle()
        play.log("stay", before={"side": before})
        if comes_back and pair is not None:
            back = state_of_who_comes(play.act.championship)
            change_state(play.act, pair, back, what="come_back", reason="")


def end_game(play: Play, side: Side, *, reason: str) -> None:
    """The game ends because this pair is gone, and counts at once (D 8). Raises RuleError("totals_differ")."""
    play.game.left = side.value
    result = freeze(play, play.settle())
    play.log("leave", after={"side": side.value, "points": list(result.points)}, reason=reason.strip())


def end_games(act: Act, pair: Pair, *, reason: str) -> list[int]:
    """The same for every game that a pair is playing. Returns which they were."""
    ended = []
    for seat in open_seats(pair):
        play = Play(act, game_to_write(act.championship, seat.game_id))
        end_game(play, Side(seat.side), reason=reason)
        ended.append(seat.game_id)
    return ended


def resume_game(act: Act, game_id: int, *, reason: str) -> None:
    """A game that ended only because a pair was gone is open again. One that was settled otherwise stays as it is."""
    play = Play(act, game_to_write(act.championship, game_id))
    if not play.game.left or play.game.voided_at is not None:
        return
    play.game.left = ""
    if play.view.is_confirmed and play.view.is_played:
        open_again(play, what="reopen", reason=reason)
    else:
        play.settle()


def change_state(act: Act, pair: Pair, state: str, *, what: str, reason: str) -> None:
    """The pair is in the draws from now on, or no longer."""
    before, pair.state = pair.state, state
    pair.version += 1
    pair.save()
    facts = {"before": {"state": before}, "after": {"state": state}, "reason": reason.strip()}
    act.log(what, pair_number=pair.number, **facts)
