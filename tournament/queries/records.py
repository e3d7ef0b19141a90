"""What stands beside the hands of written sheets: signatures, remarks, infractions, expulsions. A query each, for any
number."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from scoring.results import Result
from scoring.sanctions import Sanction
from tournament.models import Championship, Infraction, Remark, Signature
from tournament.queries.games import GameView
from tournament.queries.remarks import WrittenRemark
from tournament.queries.signatures import fingerprint_of


@dataclass
class Beside:
    """Of one game: when each side signed the sheet as it stands, the remarks, how many infractions of a severity
    stand against a pair, and the article of the expulsion that ended it."""

    signed: dict[str, datetime] = field(default_factory=dict)
    remarks: list[WrittenRemark] = field(default_factory=list)
    faults: Counter[tuple[int, str]] = field(default_factory=Counter)
    expelled_by: str = ""


def beside_the_hands(views: Iterable[GameView]) -> dict[int, Beside]:
    """By game. Three queries, a fourth where a pair has left a game."""
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
    for championship in {view.game.round.championship for view in views if view.game.left}:
        for game, article in expulsions(championship).items():
            found[game].expelled_by = article
    return found


def expulsions(championship: Championship) -> dict[int, str]:
    """The article of the expulsion that ended a game, by game (E 16.2.1, D 8)."""
    stand = championship.infractions.filter(sanction=Sanction.EXPULSION, withdrawn_at=None)
    return {
        game: code for code, effect in stand.values_list("code", "effect") for game in effect.get("games", ())
    }
