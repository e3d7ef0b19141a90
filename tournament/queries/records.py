"""What stands beside the hands of written sheets: signatures, remarks, infractions. A query each, for any number."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from scoring.results import Result
from tournament.models import Infraction, Remark, Signature
from tournament.queries.games import GameView
from tournament.queries.remarks import WrittenRemark
from tournament.queries.signatures import fingerprint_of


@dataclass
class Beside:
    """Of one game: when each side signed the sheet as it stands, the remarks, and how many infractions of a severity
    stand against a pair."""

    signed: dict[str, datetime] = field(default_factory=dict)
    remarks: list[WrittenRemark] = field(default_factory=list)
    faults: Counter[tuple[int, str]] = field(default_factory=Counter)


def beside_the_hands(views: Iterable[GameView]) -> dict[int, Beside]:
    """By game. Three queries."""
    views = tuple(views)
    games = [view.game.pk for view in views]
    now = {view.game.pk: fingerprint_of(view) for view in views if isinstance(view.outcome, Result)}
    found: dict[int, Beside] = defaultdict(Beside)
    for kept in Signature.objects.filter(game__in=now):
        if kept.fingerprint == now[kept.game_id]:
            found[kept.game_id].signed[kept.side] = kept.signed_at
    for each in Remark.objects.filter(game__in=games).select_related("user"):
        who = each.user.get_username() if each.user else ""
        found[each.game_id].remarks.append(WrittenRemark(each.text, who, each.at))
    stand = Infraction.objects.filter(game__in=games, withdrawn_at=None)
    for game, pair, severity in stand.values_list("game", "pair", "severity"):
        found[game].faults[pair, severity] += 1
    return found
