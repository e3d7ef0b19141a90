"""Tricks: who wins one, what it counts, and which cards may be played to it (G 4.3, G 5.3, G 6.3; E 6.5).

A trick is given in playing order: its first card was led, and each next player sits to the right of the one before
(G 9.2). So the card two places before one's own is the partner's.

What may be played, by who is winning the trick so far. The western game is E 6.5's, the eastern one goes further:

                       holding the suit led                     void in it
    an opponent wins   a card of it that wins; without one      a trump that wins; without one
        western          any card of it                           any card
        eastern          its lowest (1)                           the lowest of each suit (2)
    the partner wins
        western        any card of it                           any card
        eastern        what beats him, a scoring card of it     what beats him, a scoring card (3)
                         (3), or its lowest                       or the lowest of each suit

    (1) the second player a scoring card of it as well, under the option "eastern_second_scoring"
    (2) the second player a scoring card as well
    (3) the third player only where it is safe, under the option "eastern_safe_charge"

Each entry asks few things of a card, whatever the hand: which cards beat it, which are lower, does it count. The
answers are sets computed once; a rule is then an intersection that reads as the rule does.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from scoring.cards import DECK, SCORING_CARDS, Card, Suit, card_points_in
from scoring.errors import RuleError
from scoring.regulation import Regulation, Variant

PLAYERS = 4
TRICKS = 12
SECOND_SCORING = "eastern_second_scoring"
SAFE_CHARGE = "eastern_safe_charge"
OPTIONS = (SECOND_SCORING, SAFE_CHARGE)

Seat = int
"""0 to 3, each seat to the right of the one before, in the order of play (G 9.2). 0 and 2 are pair a."""

_OF_SUIT = {suit: frozenset(card for card in DECK if card.suit is suit) for suit in Suit}
_HIGHER = {card: frozenset(c for c in _OF_SUIT[card.suit] if c.strength > card.strength) for card in DECK}
_LOWER = {card: _OF_SUIT[card.suit] - _HIGHER[card] - {card} for card in DECK}
_SCORING = frozenset(SCORING_CARDS)

_BEATING: dict[Suit | None, dict[Card, frozenset[Card]]] = {None: _HIGHER} | {
    trump: {card: _HIGHER[card] if card.suit is trump else _HIGHER[card] | _OF_SUIT[trump] for card in DECK}
    for trump in Suit
}
"""By trump, then by card: the cards that beat it, once it is winning (G 4.3.1–4.3.2)."""

_VARIANTS = frozenset(Variant)
_NO_OPTIONS: Mapping[str, bool] = {}


def pair_of(seat: Seat) -> int:
    """The pair that sits there: 0 for pair a, 1 for pair b (G 1.1)."""
    return seat % 2


def legality(regulation: Regulation) -> tuple[Variant, dict[str, bool]]:
    """What a regulation says about legality (E 6.5): the `variant` and the `options` that `legal_cards` takes."""
    return regulation.variant, {option: getattr(regulation, option) for option in OPTIONS}


def trick_winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Whose card wins so far, as its place in the trick: the highest trump, else the highest of the suit led (G 4.3).

    Raises RuleError("trick_empty", "G 4.3").
    """
    if not trick:
        raise RuleError("trick_empty", "G 4.3")
    beating = _BEATING[trump]
    best = 0
    for place, card in enumerate(trick):
        if card in beating[trick[best]]:
            best = place
    return best


def trick_points(trick: Iterable[Card]) -> int:
    """Card points of a trick: those of its cards and one for the trick itself (G 5.3.1–5.3.2)."""
    return card_points_in(trick) + 1


def counted(tricks: int, cards: Iterable[Card]) -> int:
    """Card points (0–72) of a pair that won so many tricks with these scoring cards in them (G 5.2, G 5.3).

    Cards that count nothing may be named or left out. Raises RuleError: "tricks_range" (not 0–12),
    "card_twice", "cards_too_many" (more than four a trick), "cards_missing" (the other pair's tricks do not hold
    all the scoring cards that are left).
    """
    taken = list(cards)
    if not 0 <= tricks <= TRICKS:
        raise RuleError("tricks_range", "G 3.4", tricks=tricks)
    _refuse_a_card_twice(taken)
    most = PLAYERS * tricks
    if len(taken) > most:
        raise RuleError("cards_too_many", "G 3.4", cards=len(taken), tricks=tricks, most=most)
    missing = _SCORING.difference(taken)
    if len(missing) > PLAYERS * TRICKS - most:
        raise RuleError("cards_missing", "G 3.4", missing=len(missing), tricks=TRICKS - tricks)
    return card_points_in(taken) + tricks


def legal_cards(
    hand: Collection[Card],
    trick: Sequence[Card],
    *,
    trump: Suit | None,
    variant: str,
    options: Mapping[str, bool] = _NO_OPTIONS,
    played_before: Collection[Card] = (),
) -> frozenset[Card]:
    """The cards of `hand` that the player to move may play: never none.

    `trick` is what lies on the table, in playing order, nothing for whoever leads; `trump` is None in a botifarra;
    `played_before` are the cards of earlier tricks, which only "eastern_safe_charge" asks for.

    Whoever leads plays anything (G 6.3.1). The others follow suit, and beat an opponent who is winning, void in the
    suit led with a trump; a partner who is winning need not be beaten (G 6.3.2). That is all in the western game
    (E 6.5); in the eastern one a card that does not beat is not free either (G 6.2).

    Raises RuleError: "hand_empty", "trick_full" (G 3.4), "card_twice" (G 1.2), "option_unknown" (G 6.2).
    """
    _refuse_an_impossible_position(hand, trick)
    _refuse_unknown_rules(variant, options)
    held = frozenset(hand)
    if not trick:
        return held
    winner = trick_winner(trick, trump)
    partner_wins = winner == len(trick) - 2
    candidates = held & _OF_SUIT[trick[0].suit] or held
    beating = candidates & _BEATING[trump][trick[winner]]
    if beating and not partner_wins:
        return beating
    if variant == Variant.WESTERN:
        return candidates
    if partner_wins:
        may_score = _may_charge(trick, held, options, played_before=played_before)
    else:
        may_score = _may_discard_points(trick, held, options)
    return beating | _thrown(candidates, may_score=may_score)


def _thrown(candidates: frozenset[Card], *, may_score: bool) -> frozenset[Card]:
    """What an eastern player may throw who does not beat: his lowest card of each suit that he may play, trumps too.

    Where he `may_score`, any of his scoring cards besides (G 6.2).
    """
    lowest = frozenset(card for card in candidates if candidates.isdisjoint(_LOWER[card]))
    return lowest | candidates & _SCORING if may_score else lowest


def _may_charge(
    trick: Sequence[Card],
    held: frozenset[Card],
    options: Mapping[str, bool],
    *,
    played_before: Collection[Card],
) -> bool:
    """Whether a player whose partner is winning may give him a scoring card: always, or only where it is safe.

    Under "eastern_safe_charge" the third player gives one only if every higher card of the suit that is winning – the
    suit led, as his partner led it – was played before or is his own. (None lies on the table: it would be winning.)
    Trumps that are out are not counted. The fourth player plays last, so nothing can happen to his.
    """
    is_third = len(trick) == 2
    if not (is_third and options.get(SAFE_CHARGE)):
        return True
    return _HIGHER[trick[0]] <= held.union(played_before)


def _may_discard_points(trick: Sequence[Card], held: frozenset[Card], options: Mapping[str, bool]) -> bool:
    """Whether a player who cannot beat an opponent may throw a scoring card: only the second player ever does.

    Void in the suit led, always; holding it, under "eastern_second_scoring". (One printed example lets the third and
    the fourth player do so too, against the rule that it explains: we follow the rule.)
    """
    is_second = len(trick) == 1
    return is_second and (options.get(SECOND_SCORING, False) or held.isdisjoint(_OF_SUIT[trick[0].suit]))


def _refuse_an_impossible_position(hand: Collection[Card], trick: Sequence[Card]) -> None:
    if not hand:
        raise RuleError("hand_empty", "G 3.4", trick=_written(trick))
    if len(trick) >= PLAYERS:
        raise RuleError("trick_full", "G 3.4", trick=_written(trick), cards=len(trick))
    _refuse_a_card_twice([*hand, *trick])


def _refuse_a_card_twice(cards: list[Card]) -> None:
    if len(set(cards)) < len(cards):
        twice = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise RuleError("card_twice", "G 1.2", card=str(twice))


def _refuse_unknown_rules(variant: str, options: Mapping[str, bool]) -> None:
    """A misspelt option would be a rule silently left out."""
    if variant not in _VARIANTS:
        raise RuleError("option_unknown", "G 6.2", option=variant)
    for option in options:
        if option not in OPTIONS:
            raise RuleError("option_unknown", "G 6.2", option=option)


def _written(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
