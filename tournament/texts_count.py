"""The card-point counter in words. Its script gets the same sentences, to say them while cards are tapped."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cards import SCORING_CARDS
from scoring.tricks import PLAYERS, TRICKS
from tournament.texts import bid_text

# One number for every plural form of the five languages, under the names that Intl.PluralRules gives them.
PLURALS = {"one": 1, "few": 2, "other": 5}


def most_cards(tricks: int) -> int:
    """So many cards at most lie in these tricks."""
    return PLAYERS * tricks


def least_scoring(tricks: int) -> int:
    """So many scoring cards at least: the other pair's tricks do not hold more than the rest."""
    return max(len(SCORING_CARDS) - most_cards(TRICKS - tricks), 0)


def begin_text() -> str:
    return _("Tap the scoring cards of one pair and say how many tricks it won.")


def cards_only_text() -> str:
    """With %(cards)s: the card points of the cards alone."""
    return _("The scoring cards make %(cards)s. How many tricks did the pair win?")


def sum_text() -> str:
    """With %(cards)s, %(tricks)s and %(sum)s, all in card points."""
    return _("%(cards)s for the scoring cards + %(tricks)s for the tricks = %(sum)s")


def tricks_text() -> str:
    """What is no number of tricks. With %(tricks)s as it was written."""
    sentence = _("“%(tricks)s” tricks cannot be: a pair wins from 0 to %(most)s.")
    return sentence % {"tricks": "%(tricks)s", "most": TRICKS}


def too_many_text(tricks: int) -> str:
    """More cards than the tricks hold. With %(cards)s, the number of them."""
    if not tricks:
        return _("A pair without a trick has no card: say how many tricks it won, or take the cards away.")
    sentence = ngettext(
        "%(cards)s cards do not fit into %(tricks)s trick, it holds %(most)s at most: "
        "take cards away or count the tricks again.",
        "%(cards)s cards do not fit into %(tricks)s tricks, they hold %(most)s at most: "
        "take cards away or count the tricks again.",
        tricks,
    )
    return sentence % {"cards": "%(cards)s", "tricks": tricks, "most": most_cards(tricks)}


def too_few_text(tricks: int) -> str:
    """The other pair's tricks do not hold the scoring cards that are left. With %(cards)s, the number marked."""
    if tricks == TRICKS:
        sentence = _("Who wins all the tricks has all the scoring cards: mark all %(least)s (now %(cards)s).")
    else:
        sentence = _(
            "With %(tricks)s tricks at least %(least)s scoring cards must be marked (now %(cards)s): "
            "the other pair’s tricks do not hold the rest."
        )
    return sentence % {"cards": "%(cards)s", "tricks": tricks, "least": least_scoring(tricks)}


def level_text() -> str:
    return _("Level hand: 0 for both.")


def points_text(points: int, *, is_counted_pair: bool) -> str:
    """What the hand gives, to whom; %(points)s is still to be filled in."""
    if is_counted_pair:
        return ngettext(
            "%(points)s point for the pair you counted",
            "%(points)s points for the pair you counted",
            points,
        )
    return ngettext("%(points)s point for the other pair", "%(points)s points for the other pair", points)


def bid_forbidden_text(bid: str) -> str:
    return _("The regulation does not have %(bid)s: choose something else.") % {"bid": bid_text(bid)}


def script_texts() -> dict[str, object]:
    """What the script says, and by the number of tricks how many cards they can hold."""
    return {
        "begin": begin_text(),
        "cards_only": cards_only_text(),
        "sum": sum_text(),
        "tricks": tricks_text(),
        "level": level_text(),
        "ours": {name: points_text(number, is_counted_pair=True) for name, number in PLURALS.items()},
        "theirs": {name: points_text(number, is_counted_pair=False) for name, number in PLURALS.items()},
        "by_tricks": [
            {
                "most": most_cards(tricks),
                "least": least_scoring(tricks),
                "too_many": too_many_text(tricks),
                "too_few": too_few_text(tricks),
            }
            for tricks in range(TRICKS + 1)
        ],
    }
