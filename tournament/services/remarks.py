"""Remarks of the organisers on a sheet, each with the name of who wrote it (E 15.4)."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Remark
from tournament.services.playing import Play, SentForGame, playing

LONGEST_REMARK = 500


def remark(game_id: int, text: str, **sent: Unpack[SentForGame]) -> None:
    """Write one more. Whatever changes meanwhile, it is true of the sheet: it asks for no version.

    Raises RuleError("remark_missing" | "too_long") besides those of `playing`.
    """
    with playing(game_id, "remark", text, confirmed=True, **sent) as play:
        if not play.act.is_repeat:
            note(play, text)


def note(play: Play, text: str) -> None:
    """The remark that goes with a decision, in the same write. Raises RuleError("remark_missing" | "too_long")."""
    text = text.strip()
    if not text:
        raise RuleError("remark_missing", "E 15.4", field="remark")
    if len(text) > LONGEST_REMARK:
        raise RuleError("too_long", "E 15.4", field="remark", longest=LONGEST_REMARK)
    Remark.objects.create(game=play.game, text=text, user=play.act.actor.user, at=play.act.now)
    play.log("remark", after={"remark": text})
