"""The two piles of tricks that a review looks at, checked before anything is said about them (E 16.1.2.2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card
from scoring.errors import RuleError
from scoring.tricks import PLAYERS, TRICKS

PILE_NAMES = ("a", "b")

Piles = tuple[Sequence[Sequence[Card]], Sequence[Sequence[Card]]]
"""The pile of pair a, the pile of pair b: each a sequence of tricks in the order won, each trick four cards."""


@dataclass(frozen=True, slots=True)
class LaidTrick:
    """A trick as it lies: in the pile of pair 0 or 1, the `place`-th from the bottom, first won first (1 …)."""

    pile: int
    place: int
    cards: tuple[Card, ...]


def laid_tricks(piles: Piles, *, most: int = TRICKS) -> tuple[LaidTrick, ...]:
    """All tricks of both piles, those of pair a first.

    Raises RuleError: "no_tricks", "trick_size" (not four cards), "tricks_too_many" (more than `most`),
    "card_twice_in_piles"; each with the pile and the place in it of what is wrong.
    """
    laid = tuple(
        LaidTrick(pile, place, tuple(cards))
        for pile, tricks in enumerate(piles)
        for place, cards in enumerate(tricks, start=1)
    )
    if not laid:
        raise RuleError("no_tricks", "E 16.1.2.2.2")
    for trick in laid:
        if len(trick.cards) != PLAYERS:
            raise RuleError("trick_size", "G 3.4", **_where(trick), cards=len(trick.cards))
    if len(laid) > most:
        counts = {f"of_{name}": len(pile) for name, pile in zip(PILE_NAMES, piles, strict=True)}
        raise RuleError("tricks_too_many", "G 3.4", tricks=len(laid), most=most, **counts)
    _refuse_a_card_twice(laid)
    return laid


def _refuse_a_card_twice(laid: tuple[LaidTrick, ...]) -> None:
    found: dict[Card, LaidTrick] = {}
    for trick in laid:
        for card in trick.cards:
            if card in found:
                first = {f"first_{name}": value for name, value in _where(found[card]).items()}
                raise RuleError("card_twice_in_piles", "G 1.2", card=str(card), **_where(trick), **first)
            found[card] = trick


def _where(trick: LaidTrick) -> dict[str, object]:
    return {"pile": PILE_NAMES[trick.pile], "place": trick.place}
