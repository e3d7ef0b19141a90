"""What stands on the cards of pairs and tables."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.models import Championship, Pair
from tournament.queries.drawing import LEFT_STATES
from tournament.queries.games import carries_signatures, regulation_of
from tournament.queries.signatures import pins

WITHOUT_CARD = (*LEFT_STATES, Pair.State.WAITING)


@dataclass(frozen=True)
class PairCard:
    """`token` is that of its private page; `pin` is "" where no sheet is signed on a phone (D 11)."""

    number: int
    war_name: str
    token: str
    pin: str


def pair_cards(championship: Championship, numbers: Collection[int] = ()) -> tuple[PairCard, ...]:
    """The cards of whoever plays, by number, or of the pairs that are named, whatever became of them."""
    pairs = championship.pairs.order_by("number")
    found = pairs.filter(number__in=numbers) if numbers else pairs.exclude(state__in=WITHOUT_CARD)
    signs_on_phones = carries_signatures(championship, regulation_of(championship))
    codes = pins(championship) if signs_on_phones else {}
    return tuple(
        PairCard(pair.number, pair.war_name, pair.token, codes.get(pair.number, "")) for pair in found
    )
