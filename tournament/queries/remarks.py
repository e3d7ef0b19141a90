"""The organisers' remarks on a sheet, as everybody reads them (E 15.4)."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Game


@dataclass(frozen=True)
class WrittenRemark:
    """What was written, by whom ("" where the program did) and when."""

    text: str
    who: str
    at: datetime


def remarks_of(game: Game) -> tuple[WrittenRemark, ...]:
    """The first one first. One query."""
    return tuple(
        WrittenRemark(each.text, each.user.get_username() if each.user else "", each.at)
        for each in game.remarks.select_related("user")
    )
