"""The revoke review: what is asked for, the two piles as they were typed, and the answer."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.cards import RANKS, Card, Suit
from scoring.errors import RuleError
from scoring.piles import PILE_NAMES
from scoring.regulation import Regulation
from scoring.revokes import review
from scoring.tricks import PLAYERS, legality, pair_of
from tournament import texts_revoke
from tournament.forms.championships import preset_summaries
from tournament.forms.regulation import VARIANTS
from tournament.texts import FIELDS as FIELD_WORDS
from tournament.texts_cards import suit_text
from tournament.views.tool_revoke_answer import Answer, Hand, Piles

FIELDS = ("trumfo", "surt", "sorteig", "recollida", "segur", "a", "b")
YES, NO = "si", "no"
BOTIFARRA = "-"
UNKNOWN = "?"
SEATS = {str(seat + 1): seat for seat in range(PLAYERS)}
COLOURS = {Suit.OROS: "is-gold", Suit.COPES: "is-red", Suit.ESPASES: "is-blue", Suit.BASTOS: "is-green"}


@dataclass(frozen=True)
class SuitOfCards:
    """One suit of the grid, its cards from high to low."""

    suit: Suit

    @property
    def letter(self) -> str:
        return self.suit.value

    @property
    def sign(self) -> str:
        return self.suit.name.lower()

    @property
    def colour(self) -> str:
        return COLOURS[self.suit]

    @property
    def name(self) -> str:
        return suit_text(self.suit)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(self.suit, rank) for rank in RANKS)


def context(asked: QueryDict, regulation: Regulation) -> dict[str, Any]:
    """What the template gets to show: the form as it was sent, and what is wrong with it or the answer."""
    sent = {name: asked.get(name, "").strip() for name in FIELDS}
    is_sent = "a" in asked and any(sent.values())  # a link may fill in what is known, without any pile
    answer, problems = _reviewed(sent, regulation) if is_sent else (None, {})
    variant, options = legality(regulation)
    return {
        "script": "js/revoke.js",
        "facts": json.dumps(texts_revoke.script_texts()),
        "asked": sent,
        "problems": problems,
        "answer": answer,
        "suits": [SuitOfCards(suit) for suit in Suit],
        "seats": [
            {
                "number": number,
                "pair": texts_revoke.PAIRS[pair_of(seat)],
                "label": texts_revoke.seat_text(seat),
            }
            for number, seat in SEATS.items()
        ],
        "leader_legend": _("Who led the first trick?"),
        "draw_legend": _("Who won the opening draw?"),
        "regulations": [
            {"key": each["key"], "name": each["name"], "variant": VARIANTS[each["rules"].variant]}
            for each in preset_summaries()
        ],
        "variant": VARIANTS[variant],
        "options": [FIELD_WORDS[option] for option, is_on in options.items() if is_on],
    }


def _reviewed(sent: Mapping[str, str], regulation: Regulation) -> tuple[Answer | None, dict[str, str]]:
    """The answer, or what is wrong, field by field."""
    problems = {field: texts_revoke.problem_text(field) for field in _unsaid(sent)}
    piles = {}
    for field in PILE_NAMES:
        try:
            piles[field] = _pile(sent[field], field)
        except RuleError as refusal:
            problems[field] = texts_revoke.refusal_text(refusal)
    if problems:
        return None, problems
    hand = _hand((piles["a"], piles["b"]), sent)
    variant, options = legality(regulation)
    try:
        found = review(
            hand.piles,
            leader=hand.leader,
            trump=hand.trump,
            variant=variant,
            options=options,
            seats_known=hand.seats_known,
            draw_winner=hand.draw_winner,
            order_known=hand.order_known,
        )
    except RuleError as refusal:
        return None, {str(refusal.facts.get("pile", "piles")): texts_revoke.refusal_text(refusal)}
    return Answer(found, hand, regulation), {}


def _unsaid(sent: Mapping[str, str]) -> list[str]:
    """The questions without an answer that can be one."""
    choices: dict[str, Collection[str]] = {
        "trumfo": (*Suit, BOTIFARRA),
        "surt": (*SEATS, UNKNOWN),
        "recollida": (YES, NO),
    }
    if sent["recollida"] == YES:
        choices["sorteig"] = SEATS
    return [field for field, possible in choices.items() if sent[field] not in possible]


def _hand(piles: Piles, sent: Mapping[str, str]) -> Hand:
    return Hand(
        piles=piles,
        leader=SEATS.get(sent["surt"]),
        trump=None if sent["trumfo"] == BOTIFARRA else Suit(sent["trumfo"]),
        seats_known=sent["recollida"] == YES,
        draw_winner=SEATS.get(sent["sorteig"], 0),
        order_known=sent["segur"] != NO,
    )


def _pile(text: str, name: str) -> tuple[tuple[Card, ...], ...]:
    """The tricks of one pile. Raises RuleError("card_unknown", "G 1.2") with the pile and the place in it."""
    return tuple(_trick(words, {"pile": name, "place": place}) for place, words in enumerate(_words(text), 1))


def _words(text: str) -> list[list[str]]:
    """The words of each trick. Without a sign between tricks every four are one; js/revoke.js reads the same."""
    whole = re.sub(r"([A-Za-z])[ \t]+(?=\d)", r"\1", text.rstrip(" \t\r\n/;"))
    parts = [part.replace(",", " ").split() for part in re.split(r"\s*[/;\n]\s*", whole)]
    if len(parts) > 1:
        return parts
    return [parts[0][first : first + PLAYERS] for first in range(0, len(parts[0]), PLAYERS)]


def _trick(words: Iterable[str], where: Mapping[str, object]) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(word) for word in words)
    except RuleError as refusal:
        raise RuleError(refusal.code, refusal.article, **refusal.facts, **where) from None
