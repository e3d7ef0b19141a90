"""The card-point counter: the scoring cards and the tricks of one pair, and what the hand gives under its bid."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring.bids import (
    HAND_CARD_POINTS,
    LEVEL_CARD_POINTS,
    Bid,
    allowed_bids,
    hand_points,
    multiplier,
)
from scoring.cards import SCORING_CARDS, Card, Suit, card_points_in
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.tricks import TRICKS, counted, trick_points
from tournament import texts_count
from tournament.forms.championships import preset_summaries
from tournament.texts import sentence
from tournament.texts_cards import suit_text


@dataclass(frozen=True)
class Answer:
    """What stands in the result: a sentence, the sum behind it, and the card points of both pairs where known."""

    says: str
    sum: str = ""
    card_points: tuple[int, int] | None = None
    is_problem: bool = False


def context(asked: QueryDict, regulation: Regulation) -> dict[str, Any]:
    """What the template gets to show: the form as it was sent, and the answer."""
    sent = {name: asked.get(name, "").strip() for name in ("bases", "joc", "contro")}
    cards = asked.getlist("carta")
    return {
        "script": "js/count.js",
        "asked": sent | {"cards": cards},
        "answer": _answer(cards, sent["bases"], sent["joc"] + sent["contro"], regulation=regulation),
        "suits": [(suit_text(suit), [card for card in SCORING_CARDS if card.suit is suit]) for suit in Suit],
        "most_tricks": TRICKS,
        "facts": _facts(),
        "bids": _bids(regulation),
        "regulation": regulation,
        "regulations": [each | {"bids": _bids(each["rules"])} for each in preset_summaries()],
    }


def _facts() -> str:
    """What the script needs to count as the server does, as JSON."""
    known = {"all": HAND_CARD_POINTS, "level": LEVEL_CARD_POINTS, "trick": trick_points(())}
    return json.dumps(known | {"texts": texts_count.script_texts()}, ensure_ascii=False)


def _bids(regulation: Regulation) -> str:
    """The codes of a regulation with their multipliers, as JSON."""
    return json.dumps({bid.value: multiplier(bid, regulation) for bid in allowed_bids(regulation)})


def _answer(codes: Sequence[str], tricks: str, bid: str, *, regulation: Regulation) -> Answer:
    try:
        cards = [Card.parse(code) for code in codes]
        if tricks:
            return _counted(cards, tricks, Bid.parse(bid), regulation=regulation)
    except RuleError as refusal:
        return Answer(_refusal_text(refusal, tricks=tricks, cards=len(codes)), is_problem=True)
    if cards:
        return Answer(texts_count.cards_only_text() % {"cards": card_points_in(cards)})
    return Answer(texts_count.begin_text())


def _counted(cards: Sequence[Card], tricks: str, bid: Bid, *, regulation: Regulation) -> Answer:
    """Raises RuleError for what cannot be, "tricks_range" also for tricks that are no number."""
    if not (tricks.isascii() and tricks.isdecimal() and len(tricks) <= len(str(TRICKS))):
        raise RuleError("tricks_range", "G 3.4", tricks=tricks)
    card_points = counted(int(tricks), cards)
    ours, theirs = hand_points(bid, card_points, regulation)
    if ours == theirs:
        says = texts_count.level_text()
    else:
        points = max(ours, theirs)
        says = texts_count.points_text(points, is_counted_pair=ours > theirs) % {"points": points}
    facts = {"cards": card_points_in(cards), "tricks": int(tricks), "sum": card_points}
    return Answer(
        says, texts_count.sum_text() % facts, card_points=(card_points, HAND_CARD_POINTS - card_points)
    )


def _refusal_text(refusal: RuleError, *, tricks: str, cards: int) -> str:
    match refusal.code:
        case "tricks_range":
            return texts_count.tricks_text() % {"tricks": tricks}
        case "cards_too_many":
            return texts_count.too_many_text(int(tricks)) % {"cards": cards}
        case "cards_missing":
            return texts_count.too_few_text(int(tricks)) % {"cards": cards}
        case "bid_forbidden":
            return texts_count.bid_forbidden_text(refusal.facts["bid"])
    return sentence(refusal)
