"""What the pairs of a table say before the first hand: that it is them, and by which rules they deal and call."""

from datetime import time
from typing import Any, Unpack
from zoneinfo import ZoneInfo

from scoring.errors import RuleError
from tournament.core.clock import check_times, nearest
from tournament.models import Game
from tournament.queries.games import GameKey
from tournament.services.playing import SentForGame, playing

LONGEST_AGREEMENT = 300


def confirm_seats(game: GameKey, **sent: Unpack[SentForGame]) -> None:
    """Both pairs have said that they are at the right table. Asked once."""
    with playing(game, "confirm_seats", **sent) as play:
        if play.act.is_repeat or play.game.seated_at is not None:
            return
        play.game.seated_at = play.act.now
        play.game.save()
        play.log("confirm_seats")


def accept(
    game: GameKey,
    *,
    dealing: str,
    gathering: str | None = None,
    agreements: str = "",
    **sent: Unpack[SentForGame],
) -> None:
    """The boxes of the sheet: arts. 7, 8 and 9 (E 15.3.1: without agreement "yes"; "" not ticked, which is No), and
    what the table agreed instead. `gathering` are arts. 11.1 and 11.2, the organisers' box (E 15.3.2); None leaves it.

    Raises RuleError("box_unknown" | "too_long").
    """
    boxes = dealing, gathering
    with playing(game, "accept", *boxes, agreements, **sent) as play:
        if play.act.is_repeat:
            return
        _check(dealing, gathering, agreements)
        before = _boxes(play.game)
        play.game.accepts_dealing = dealing
        play.game.agreements = agreements.strip() if dealing == Game.Box.NO else ""
        if gathering is not None:
            play.game.accepts_gathering = gathering
        if _boxes(play.game) == before:
            return
        play.game.version += 1
        play.game.save()
        play.log("accept", before=before, after=_boxes(play.game))


def set_start(game: GameKey, at: time, **sent: Unpack[SentForGame]) -> None:
    """When the game began by the clock on the wall (E 15.2.8), which the first hand notes; may be corrected until the
    confirmation. Raises RuleError("end_before_start" | "start_to_come")."""
    with playing(game, "set_start", at, **sent) as play:
        if play.act.is_repeat:
            return
        game, now = play.game, play.act.now
        started = nearest(at, ZoneInfo(play.act.championship.time_zone), game.started_at or now)
        if started > now:
            raise RuleError("start_to_come", "E 15.2.8", started=started, now=now)
        check_times(started, game.ended_at)
        before = game.started_at and game.started_at.isoformat()
        game.started_at = started
        game.version += 1
        game.save()
        play.log("set_times", before={"started_at": before}, after={"started_at": started.isoformat()})


def _check(dealing: str, gathering: str | None, agreements: str) -> None:
    known = {"", *Game.Box.values}
    if dealing not in known or (gathering is not None and gathering not in known):
        raise RuleError("box_unknown", "E 15.3.1")
    if len(agreements.strip()) > LONGEST_AGREEMENT:
        raise RuleError("too_long", "E 15.4", field="agreements", longest=LONGEST_AGREEMENT)


def _boxes(game: Game) -> dict[str, Any]:
    return {
        "accepts_dealing": game.accepts_dealing,
        "accepts_gathering": game.accepts_gathering,
        "agreements": game.agreements,
    }
