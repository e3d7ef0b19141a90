"""The revoke review in words that an organiser can read aloud at the table."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.cards import Card
from scoring.duties import Rule
from scoring.errors import RuleError
from scoring.revokes import DoubtfulCard, IllegalCard, Reason, Review, Verdict
from scoring.tricks import PLAYERS, TRICKS, pair_of
from tournament.texts_cards import the_card_text

PAIRS = ("A", "B")

PILE_REFUSALS: dict[str, str | Promise] = {
    "no_tricks": gettext_lazy("There are no cards yet: enter the tricks of both piles."),
    "trick_size": gettext_lazy(
        "Pile of pair %(pile)s, trick %(place)s: it has %(cards)s cards, and four make a trick. Look at it again."
    ),
    "tricks_too_many": gettext_lazy(
        "There are %(tricks)s tricks, %(of_a)s of pair A and %(of_b)s of pair B, and a hand has %(most)s. Remove "
        "those that are not of this hand."
    ),
    "card_twice_in_piles": gettext_lazy(
        "%(card)s is there twice: in trick %(first_place)s of pair %(first_pile)s and in trick %(place)s of pair "
        "%(pile)s. Look at both and enter the wrong one again."
    ),
    "no_order_fits": gettext_lazy(
        "These piles cannot come from one hand as they are entered: after %(laid_a)s tricks of pair A and "
        "%(laid_b)s of pair B no trick can follow as number %(trick)s. Check the trump, who led, the art. 11.2 and "
        "the tricks around there; if a pile may have been mixed, say that its order is not sure."
    ),
}
"""With the pile and the place in it."""

# A card is read before anybody knows where it lies: this page adds that.
_CARD_UNKNOWN = gettext_lazy(
    "Pile of pair %(pile)s, trick %(place)s: “%(card)s” is not a card. Write the suit, O C E B, and the "
    "number from 1 to 12: O9."
)

PROBLEMS: dict[str, str | Promise] = {
    "trumfo": gettext_lazy("Say what was trump, or that it was a botifarra."),
    "surt": gettext_lazy("Say who led the first trick. If nobody remembers, say that."),
    "sorteig": gettext_lazy("Say who won the opening draw: his card lies first in every trick (art. 11.2)."),
    "recollida": gettext_lazy("Say whether the cards were gathered in seat order (art. 11.2)."),
}

TITLES: dict[Verdict, str | Promise] = {
    Verdict.PROVEN: gettext_lazy("Revoke proven"),
    Verdict.CLEAN: gettext_lazy("No revoke"),
    Verdict.NOT_PROVABLE: gettext_lazy("It cannot be proven"),
}

# Of piles that fit a legal play and others as well nobody can say more.
NOTHING_PROVEN = gettext_lazy("No revoke is proven")

# With %(cited)s, the article in brackets or nothing.
_RULES: dict[Rule, str | Promise] = {
    Rule.MUST_BEAT: gettext_lazy(
        "The other pair was winning the trick: who holds a card of the suit led that wins must play one%(cited)s."
    ),
    Rule.MUST_FOLLOW: gettext_lazy("Who holds cards of the suit led must play one of them%(cited)s."),
    Rule.MUST_TRUMP: gettext_lazy(
        "The other pair was winning the trick: who has no card of the suit led, but a trump that wins, must play "
        "it%(cited)s."
    ),
    Rule.MUST_THROW_LOWEST: gettext_lazy(
        "In the eastern game, who does not beat throws the lowest card of a suit, save where a scoring card is "
        "allowed%(cited)s."
    ),
    Rule.UNSAFE_CHARGE: gettext_lazy(
        "Under this regulation the third player throws a scoring card only where the trick is safe: every higher card "
        "of the suit is played already or in the own hand%(cited)s."
    ),
}

_REASONS: dict[Reason, str | Promise] = {
    Reason.ORDER_DOUBTFUL: gettext_lazy(
        "Whether a card was illegal hangs on the order in which the tricks were played, and these piles allow several."
    ),
    Reason.PAIR_DOUBTFUL: gettext_lazy("Somebody revoked, but these piles do not tell which pair."),
    Reason.HANDS_UNKNOWN: gettext_lazy(
        "Tricks are missing, so nobody can tell what the players still held. With all twelve there is more to say."
    ),
    Reason.LEGAL_PLAY_EXISTS: gettext_lazy(
        "Nobody can tell who played which card of a trick, and the same piles can come from a hand without any revoke."
    ),
    Reason.TOO_MANY_PLAYS: gettext_lazy(
        "Nobody can tell who played which card of a trick, and there are too many possible plays to exclude them all."
    ),
}


def title_text(found: Review) -> str:
    """The answer in two words."""
    is_certain = found.verdict is not Verdict.CLEAN or found.reason is Reason.ALL_LEGAL
    return str(TITLES[found.verdict] if is_certain else NOTHING_PROVEN)


def seat_text(seat: int) -> str:
    """A seat 0–3 as people see it: «el jugador 2 (parella B)»."""
    return _("player %(player)s (pair %(pair)s)") % {"player": seat + 1, "pair": PAIRS[pair_of(seat)]}


def seat_labels(seat: int) -> tuple[str, str]:
    """Player and pair apart, under a card."""
    numbers = {"player": seat + 1, "pair": PAIRS[pair_of(seat)]}
    return _("player %(player)s") % numbers, _("pair %(pair)s") % numbers


def cited(article: str) -> str:
    """«G 6.3.2.2.1» as people cite it, in brackets; the eastern rules have no articles."""
    letter, _letter, number = article.partition(" ")
    return f" (art. {number})" if letter in ("E", "G") else ""


def problem_text(field: str) -> str:
    """What is still to be said in a field of the form."""
    return str(PROBLEMS[field])


def refusal_text(refusal: RuleError) -> str:
    """What cannot be in the piles, and where."""
    spoken: dict[str, Any] = dict(refusal.facts)
    for name in ("pile", "first_pile"):
        if name in spoken:
            spoken[name] = str(spoken[name]).upper()
    if refusal.code == "card_twice_in_piles":
        spoken["card"] = the_card_text(Card.parse(spoken["card"]))
    return capfirst(str(PILE_REFUSALS.get(refusal.code, _CARD_UNKNOWN)) % spoken)


def sentences(found: Review, tricks: int) -> list[str]:
    """The answer to `tricks` tricks, sentence by sentence."""
    if found.first:
        return _of_a_card(found, found.first)
    if found.verdict is Verdict.PROVEN:
        return _of_pairs(found)
    if found.verdict is Verdict.CLEAN:
        return _of_clean_piles(found, tricks)
    return _of_doubt(found)


def _of_a_card(found: Review, card: IllegalCard) -> list[str]:
    said = [capfirst(_("%(place)s: %(player)s played %(card)s. That was not allowed.") % _spoken(card))]
    if found.orders is not None and found.orders > 1:
        said.append(_("It is so in every order in which the tricks of the two piles can have been played."))
    return said


def _of_pairs(found: Review) -> list[str]:
    if len(found.pairs) > 1:
        said = _("Both pairs revoked: however these cards were played, cards of both were illegal.")
    else:
        said = _("Pair %(pair)s revoked: however these cards were played, one of its cards was illegal.")
    said %= {"pair": PAIRS[min(found.pairs)]}
    return [said, _("Which card it was, and which player’s, is not known for certain.")]


def _of_clean_piles(found: Review, tricks: int) -> list[str]:
    if found.reason is Reason.LEGAL_ORDER_EXISTS:
        said = _("The tricks can have been played in an order in which all 48 cards were legal.")
    elif tricks == TRICKS:
        said = _("All 48 cards were legal.")
    else:
        said = ngettext(
            "All cards of the %(tricks)s trick entered were legal.",
            "All cards of the %(tricks)s tricks entered were legal.",
            tricks,
        ) % {"tricks": tricks}
    return [said, _("The points of the hand stay as they were made.")]


def _of_doubt(found: Review) -> list[str]:
    said = [str(_REASONS[found.reason])]
    if found.excluded and len(found.excluded) < PLAYERS:
        players = _listed(seat_text(seat) for seat in sorted(found.excluded))
        said.append(_("All their cards were legal for certain: %(players)s.") % {"players": players})
    if found.orders is None:
        said.append(_("If the cards were gathered in seat order after all (art. 11.2), say so below."))
    said.append(
        _("Without a proof there is no sanction, and the hand stays as it was played (art. 16.1.2.2.3).")
    )
    return said


def rule_text(card: IllegalCard) -> str:
    """What the player had to do, with its article; nothing where the possible orders disagree."""
    return str(_RULES[card.rule]) % {"cited": cited(card.article)} if card.rule else ""


def trick_title(card: DoubtfulCard, *, in_turn: bool) -> str:
    """Over the trick as it is shown."""
    said = _("%(place)s, in the order of play") if in_turn else _("%(place)s, player by player")
    return capfirst(said % {"place": _place(card)})


def example_text(card: DoubtfulCard, verdict: Verdict, *, is_named: bool) -> str:
    """Before the trick, where its place among the others is not certain; `is_named` if the card itself is."""
    if is_named:
        said = _("In the plainest order of the tricks it was number %(trick)s of the hand.")
    elif verdict is Verdict.PROVEN:
        said = _("In the plainest order of the tricks it was this: %(place)s, %(player)s, %(card)s.")
    else:
        said = _("What would explain it most plainly, and is no proof: %(place)s, %(player)s, %(card)s.")
    return said % (_spoken(card) | {"trick": card.trick})


def card_line(card: DoubtfulCard) -> str:
    """One more card, in a list: «Basa 7: el jugador 4 (parella B), el 3 de copes»."""
    return capfirst(_("%(place)s: %(player)s, %(card)s") % _spoken(card))


def sanction_text(pairs: frozenset[int]) -> str:
    """What follows for the pair that revoked."""
    if len(pairs) > 1:
        return _("Both pairs have revoked in this hand. The regulation is silent on that (art. 17.3).")
    guilty = min(pairs)
    return _(
        "Pair %(guilty)s loses all the points at stake, which go to pair %(other)s, and the hand is over and counts "
        "(art. 16.1.2.2.3 and 16.2.2). A serious infraction is noted. At stake:"
    ) % {"guilty": PAIRS[guilty], "other": PAIRS[1 - guilty]}


def _spoken(card: DoubtfulCard) -> dict[str, str]:
    return {"place": _place(card), "player": seat_text(card.seat), "card": the_card_text(card.card)}


def _place(card: DoubtfulCard) -> str:
    """Its number in the hand; where the order leaves that open, where it lies."""
    if card.trick is not None:
        return _("trick %(trick)s") % {"trick": card.trick}
    return _("pile of pair %(pile)s, trick %(place)s") % {"pile": card.pile.upper(), "place": card.place}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def script_texts() -> dict[str, object]:
    """What the page's script says; in braces what it fills in."""
    return {
        "pairs": PAIRS,
        "tricks": _("Tricks: {tricks}"),
        "trick": _("Trick {trick}"),
        "no_cards": _("no cards yet"),
        "count": _("{cards} of 4"),
        "under_way": _("Trick {trick}: {cards} of 4 cards"),
        "whole": _("Trick {trick} is complete"),
        "all_there": _("All 48 cards are there: review the hand"),
        "taken": _("{card} is already in trick {trick} of pair {pair}"),
        "taken_label": _("in trick {trick} of pair {pair}"),
        "list_title": _("The tricks of pair {pair}, the first one first"),
        "again": _("Enter it again"),
        "insert": _("Insert a trick before it"),
        "remove": _("Remove it"),
    }
