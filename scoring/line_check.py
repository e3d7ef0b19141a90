"""A row of a written sheet by itself: whether such a hand can be, and what was probably meant (E 15.2.5–15.2.6)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.bids import HAND_CARD_POINTS, LEVEL_CARD_POINTS, Bid, allowed_bids, card_points_of, multiplier
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.sheets import Hand, HandKind
from scoring.written import SIDES, Cause, Finding, Points, kind_of, points_of

_MARK_ARTICLES = {HandKind.PASS: "E 16.1.2.2.4", HandKind.UNCOUNTED: "E 7.4.5.4"}
_SUITS = ("O", "E", "OROS", "COPES", "ESPASES", "BASTOS")
"""Written in the place of the code by those who think that it asks for the trump; C and B are codes."""


@dataclass(frozen=True)
class Meaning:
    """A cause, and the points of both pairs if it is the right one."""

    cause: Cause
    points: Points


def check_line(bid: str, points: Points, regulation: Regulation) -> Finding | None:
    """What is wrong with a row by itself, or None. Its finding has no row.

    Codes: "bid_unknown" (E 15.2.6), "bid_forbidden" (D 1), "points_both" (E 15.2.5), "points_negative" and
    "points_maximum" (G 5.1), "points_multiple" (G 8.2). Causes: "bid_meant", "points_meant", "points_doubled",
    "card_points", "one_pair_scores", "points_on_other_side".
    """
    refusal = refused(bid, points, regulation)
    if refusal is None:
        return None
    causes = tuple(each.cause for each in meanings(refusal, points, regulation))
    return Finding(refusal.code, None, refusal.article, refusal.facts, causes)


def refused(bid: str, points: Points, regulation: Regulation) -> RuleError | None:
    """Why such a row cannot be, the code first; its facts always have the bid.

    A hand passed or uncounted gives no points.
    """
    kind = kind_of(bid)
    if kind is not HandKind.PLAYED:
        if points == (0, 0):
            return None
        facts = {"points": max(points, key=abs), "multiplier": 0, "most": 0}
        return RuleError("points_maximum", _MARK_ARTICLES[kind], bid=bid.strip().upper(), **facts)
    try:
        code = Bid.parse(bid)
    except RuleError as unknown:
        return unknown
    try:
        multiplier(code, regulation)
        Hand.from_points(code, points, regulation)
    except RuleError as refusal:
        return RuleError(refusal.code, refusal.article, **({"bid": code.value} | refusal.facts))
    return None


def meanings(refusal: RuleError, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    """What may stand behind a row that cannot be, the smallest slip first."""
    bid = str(refusal.facts["bid"])
    match refusal.code:
        case "bid_unknown":
            code = code_meant(bid, regulation)
            if code is not None:
                yield Meaning(Cause("bid_meant", {"bid": code.value}), points)
        case "points_both":
            yield from _of_one_pair(Bid(bid), points, regulation)
        case "points_negative":
            yield from _with_its_sign(Bid(bid), points, regulation)
        case "points_multiple":
            yield from _near(Bid(bid), points, regulation)
            yield from _other_bids(bid, points, regulation)
            yield from _worked_out(Bid(bid), points, regulation)
        case "points_maximum" if kind_of(bid) is not HandKind.PLAYED:
            yield Meaning(Cause("points_meant", {"points": 0}), (0, 0))
            yield from _other_bids(bid, points, regulation)
        case "points_maximum":
            yield from _worked_out(Bid(bid), points, regulation)
            yield from _other_bids(bid, points, regulation)
        case _:
            yield from _other_bids(bid, points, regulation)


def code_meant(text: str, regulation: Regulation) -> Bid | None:
    """The code that was probably meant by letters that are none, or None.

    Its letters apart or turned (B-C, CB), the first letters of words (boti contro), a word (contro), or a suit,
    which is plain trump.
    """
    words = re.findall(r"[^\W\d_]+", text.upper())
    letters = "".join(words)
    if letters in _SUITS:
        return Bid.TRUMP
    codes = [bid for bid in allowed_bids(regulation) if bid]
    for read in (letters, letters[::-1], "".join(word[0] for word in words), letters[:1]):
        if read in codes:
            return Bid(read)
    return None


def code_of(text: str, regulation: Regulation) -> Bid:
    """The code to read a row under, whatever is written: its own, the one meant, or else plain trump."""
    try:
        code = Bid.parse(text)
    except RuleError:
        return code_meant(text, regulation) or Bid.TRUMP
    return code if code in allowed_bids(regulation) else Bid.TRUMP


def bids_for(points: int, bid: str, regulation: Regulation) -> list[Bid]:
    """Other codes under which a pair can have these points: the nearest in writing first, then plain trump."""
    fitting = [
        other for other in allowed_bids(regulation) if other != bid and fits(other, points, regulation)
    ]
    return sorted(fitting, key=lambda other: (_letters_apart(other, bid), other is not Bid.TRUMP))


def fits(bid: Bid, points: int, regulation: Regulation) -> bool:
    """Whether a pair can have these points under this code (G 5.1, G 8.2)."""
    try:
        card_points_of(bid, points, regulation)
    except RuleError:
        return False
    return True


def _letters_apart(one: str, other: str) -> int:
    """How many letters must change, come or go, the doubling and the botifarra being a place each."""
    return int(("B" in one) != ("B" in other)) + int(one.removeprefix("B") != other.removeprefix("B"))


def _scorer(points: Points) -> int:
    """The pair whose points are looked at: those that are furthest from nothing."""
    return 0 if abs(points[0]) >= abs(points[1]) else 1


def _other_bids(bid: str, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    for other in bids_for(max(points), bid, regulation)[:2]:
        yield Meaning(Cause("bid_meant", {"bid": other.value}), points)


def _near(bid: Bid, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    """The right points just below and just above."""
    side, times = _scorer(points), multiplier(bid, regulation)
    below = points[side] - points[side] % times
    for near in (below, below + times):
        yield Meaning(Cause("points_meant", {"points": near}), points_of(side, near))


def _worked_out(bid: Bid, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    """Points on their way: card points from which 36 was not taken away, or that were not multiplied."""
    side, times = _scorer(points), multiplier(bid, regulation)
    score = points[side]
    if times > 1 and fits(bid, score * times, regulation):
        worth = score * times
        yield Meaning(Cause("points_doubled", {"points": worth}), points_of(side, worth))
    if LEVEL_CARD_POINTS < score <= HAND_CARD_POINTS:
        yield _of_card_points(side, score, times)


def _of_card_points(side: int, card_points: int, times: int) -> Meaning:
    worth = (card_points - LEVEL_CARD_POINTS) * times
    facts = {"card_points": card_points, "other": HAND_CARD_POINTS - card_points, "points": worth}
    return Meaning(Cause("card_points", facts), points_of(side, worth))


def _of_one_pair(bid: Bid, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    """Both pairs have points: those of one are none, or they are the card points of the hand."""
    first = _scorer(points)
    if sum(points) == HAND_CARD_POINTS and points[first] >= LEVEL_CARD_POINTS:
        yield _of_card_points(first, points[first], multiplier(bid, regulation))
    for side in (first, 1 - first):
        if fits(bid, points[side], regulation):
            yield _only(side, points[side])


def _with_its_sign(bid: Bid, points: Points, regulation: Regulation) -> Iterator[Meaning]:
    """Points below nothing: a stroke that is no sign, or lost, which are points of the other pair."""
    side = 0 if points[0] < 0 else 1
    score = -points[side]
    if points[1 - side] > 0:
        yield _only(1 - side, points[1 - side])
    elif fits(bid, score, regulation):
        yield Meaning(Cause("points_meant", {"points": score}), points_of(side, score))
        yield Meaning(Cause("points_on_other_side"), points_of(1 - side, score))


def _only(side: int, points: int) -> Meaning:
    facts = {"side": SIDES[side].value, "points": points}
    return Meaning(Cause("one_pair_scores", facts), points_of(side, points))
