"""Who plays: nobody does in two pairs (G 1.1), and whether two of one name are one, only people know."""

from tournament.core.entries import Registered
from tournament.core.names import folded
from tournament.models import Championship, Pair
from tournament.queries.drawing import LEFT_STATES


def players_here(championship: Championship, *, but: Pair | None = None) -> dict[str, Registered]:
    """The pair of everybody who plays, `but` those of one pair, by the name as people hear it. One query."""
    here = championship.pairs.exclude(state__in=LEFT_STATES).exclude(pk=but.pk if but else None)
    return {
        folded(name): Registered(number, war_name)
        for number, war_name, *players in here.values_list("number", "war_name", "player_1", "player_2")
        for name in players
    }
