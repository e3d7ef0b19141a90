"""The paper kit: what is needed to go on by hand when the power fails, as one PDF."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tournament.models import Championship
from tournament.printing.fitting import printable
from tournament.printing.jobs import Wanted, What, blank_sheets
from tournament.printing.joined import joined
from tournament.printing.pages import document, one_at_a_time
from tournament.queries.discretion import discretion_of
from tournament.queries.kit import RESTS, Kit, kit_of
from tournament.texts_kit import by_hand
from tournament.texts_times import wall_text


def paper_kit(championship: Championship, now: datetime) -> bytes:
    """All of it in one PDF: what is known, and the blank sheets of the next round, two on an A4 page."""
    kit = kit_of(championship)
    known = _known(championship, kit, now)
    if not kit.tables:
        return known
    wanted = Wanted(what=What.BLANK, blanks=len(kit.tables), two_up=True)
    return joined(known, blank_sheets(championship, wanted, round_number=kit.next_number))


@one_at_a_time
def _known(championship: Championship, kit: Kit, now: datetime) -> bytes:
    """The round that is played, with room for its results; the standings with who has met whom; and a worksheet for
    the next pairing, where there is one."""
    page = kit.now
    context: dict[str, Any] = {
        "is_secret": page is not None and discretion_of(championship).is_secret(page.round.number),
        "championship": printable(championship.name),
        "kit": kit,
        "RESTS": RESTS,
        "at": wall_text(now.astimezone(ZoneInfo(championship.time_zone))),
        "steps": _steps(kit),
    }
    return document("kit", context)


def _steps(kit: Kit) -> tuple[str, ...]:
    return by_hand(kit.method, number=kit.next_number, is_odd=kit.is_odd, is_missing=bool(kit.open_games))
