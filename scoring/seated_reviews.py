"""From the survey of all possible orders to the review of piles with known seats (E 11.2, E 16.1.2.2)."""

from collections.abc import Sequence
from typing import Any

from scoring.known_seats import SEATS, SeatedTricks
from scoring.orders import Step
from scoring.piles import PILE_NAMES
from scoring.surveys import Survey, survey
from scoring.tricks import PLAYERS, Seat
from scoring.verdicts import EARLIER_TRICK, DoubtfulCard, IllegalCard, Reason, Review, Verdict

PAIRS = (0, 1)
Place = tuple[int, Seat]
"""A card by where it lies: the index of its trick, its seat."""


def review_with_seats(
    tricks: SeatedTricks, leaders: Sequence[Seat], *, order_known: bool, is_whole: bool
) -> Review:
    """What is the same in all orders of the tricks that are possible. Raises RuleError("no_order_fits").

    `is_whole` says that nothing is wanting of what E 11.2 gives: all tricks are there, each pile in its order, and who
    led first is known. Then the review is over when one order is found in which everybody played legally.
    """
    found = survey(tricks, leaders, order_known=order_known)
    places = _in_order_of_play(found)
    proven = [place for place in places if found.is_proven(*place)]
    illegal = [_illegal(tricks, found.tricks[trick].steps, seat) for trick, seat in proven]
    doubtful = [place for place in places if found.is_doubtful(*place)]
    verdict, reason = _judged(found, illegal, doubtful, is_whole=is_whole)
    return Review(
        verdict=verdict,
        reason=reason,
        illegal=tuple(illegal),
        pairs=frozenset(pair for pair in PAIRS if found.revoked_in_all(pair)),
        excluded=frozenset(SEATS) - {card.seat for card in illegal} - {seat for _, seat in doubtful},
        open=tuple(
            DoubtfulCard(**_where(tricks, found.tricks[trick].steps, seat)) for trick, seat in doubtful
        ),
        orders=found.orders,
        plainest=tuple(_illegal(tricks, [step], seat) for step, seat in found.broken_in_plainest),
        plainest_order=tuple(_lies(tricks, judged.step.trick) for judged in found.plainest),
    )


def _in_order_of_play(found: Survey) -> list[Place]:
    """All cards, each as early as it may have been laid: by the first number of its trick, then in turn."""
    first = [judged.steps[0] for judged in found.tricks]
    return [
        (trick, (first[trick].leader + turn) % PLAYERS)
        for trick in sorted(range(len(first)), key=lambda trick: first[trick].number)
        for turn in range(PLAYERS)
    ]


def _judged(
    found: Survey, illegal: list[IllegalCard], doubtful: list[Place], *, is_whole: bool
) -> tuple[Verdict, Reason]:
    if illegal:
        somewhere = illegal[0].trick is None
        return Verdict.PROVEN, Reason.ILLEGAL_CARD_SOMEWHERE if somewhere else Reason.ILLEGAL_CARD
    if any(found.revoked_in_all(pair) for pair in PAIRS):
        return Verdict.PROVEN, Reason.PAIR_REVOKED
    if not doubtful:
        return Verdict.CLEAN, Reason.ALL_LEGAL
    if not found.nobody_need_have_revoked:
        return Verdict.NOT_PROVABLE, Reason.PAIR_DOUBTFUL
    if is_whole:
        return Verdict.CLEAN, Reason.LEGAL_ORDER_EXISTS
    hangs_on_hands = any(found.tricks[trick].doubtful >> seat & 1 for trick, seat in doubtful)
    return Verdict.NOT_PROVABLE, Reason.HANDS_UNKNOWN if hangs_on_hands else Reason.ORDER_DOUBTFUL


def _lies(tricks: SeatedTricks, trick: int) -> tuple[str, int]:
    laid = tricks.laid[trick]
    return PILE_NAMES[laid.pile], laid.place


def _where(tricks: SeatedTricks, steps: Sequence[Step], seat: Seat) -> dict[str, Any]:
    """A card by where it lies; its trick has a number if it is the same in the first step and the last one."""
    pile, place = _lies(tricks, steps[0].trick)
    number = steps[0].number if steps[0].number == steps[-1].number else None
    return {
        "pile": pile,
        "place": place,
        "trick": number,
        "seat": seat,
        "card": tricks.card(steps[0].trick, seat),
    }


def _illegal(tricks: SeatedTricks, steps: Sequence[Step], seat: Seat) -> IllegalCard:
    """A card that is illegal in each of these steps, with what they have in common."""
    legal = frozenset.intersection(*(tricks.legal(step, seat) for step in steps))
    obligations = (tricks.broken(step, seat) for step in steps)
    broken = {(owed.rule, owed.article) for owed in obligations}
    rule, article = broken.pop() if len(broken) == 1 else (None, EARLIER_TRICK)
    return IllegalCard(**_where(tricks, steps, seat), legal=legal, rule=rule, article=article)
