"""The rules of one championship on one page, from the fields of its regulation and from nothing else: the same list on
the wall and on the phone, so that they cannot differ from what is counted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.bids import allowed_bids, multiplier
from scoring.regulation import (
    NEXT_ROUND,
    AtTime,
    Criterion,
    Dealer,
    Mendable,
    Misdeal,
    Regulation,
    TieRule,
    Variant,
)

Text = str | Promise
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Rule:
    """A sentence and the article that it rests on ("" where the documents are silent, D). `is_binding` are those that
    no table can agree to play otherwise (preamble: articles 6, 11.3, 12–15)."""

    article: str
    text: str
    is_binding: bool = False


@dataclass(frozen=True)
class Section:
    """The rules under one heading."""

    heading: str
    rules: tuple[Rule, ...]


def rules_of(regulation: Regulation, *, signs_on_phones: bool = False) -> tuple[Section, ...]:
    """What binds everybody first, then what a table plays by unless it agrees otherwise.

    `signs_on_phones`: the phone is the sheet of record and is at the tables (D 11).
    """
    binding = (
        (_("The championship"), _of_championship(regulation)),
        (_("Who wins a game"), _of_game(regulation)),
        (_("Standings"), _of_standings(regulation)),
        (_("Which cards may be played"), _of_cards(regulation)),
        (_("The score sheet"), _of_sheet(regulation, signs_on_phones=signs_on_phones)),
    )
    agreed = (
        (_("Shuffling and dealing"), _of_dealing(regulation)),
        (_("The auction and the play"), _of_auction(regulation)),
        (_("Infractions and organisers"), _of_infractions(regulation)),
    )
    sections = [_section(heading, rules, is_binding=True) for heading, rules in binding]
    sections += [_section(heading, rules, is_binding=False) for heading, rules in agreed]
    return tuple(section for section in sections if section.rules)


def _section(heading: str, rules: Iterable[tuple[str, str]], *, is_binding: bool) -> Section:
    return Section(heading, tuple(Rule(article, text, is_binding) for article, text in rules))


def _of_championship(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 12, D 2, D 4, D 13."""
    if rules.rounds is not None:
        text = ngettext(
            "%(rounds)s round by the Swiss system.", "%(rounds)s rounds by the Swiss system.", rules.rounds
        )
        meets = _("Pairs with as many wins meet, and nobody twice while it can be avoided.")
        yield "12.1–2", f"{text} {meets}" % {"rounds": rules.rounds}
    yield "12.3", _end_of_game(rules)
    if rules.time_limit_minutes is not None:
        text = _("Time: %(minutes)s minutes from the publication of the pairing.")
        yield "12.3.3", text % {"minutes": rules.time_limit_minutes}
    if rules.min_minutes:
        text = _(
            "No game is ended by time before %(minutes)s minutes from the publication of the pairing. The organisers "
            "announce until when games run; until they do, play goes on."
        )
        yield "12.3.3", text % {"minutes": rules.min_minutes}
    if rules.time_limit_minutes is not None or rules.min_minutes:
        yield "12.3.3", str(AT_TIME[rules.at_time])
    if rules.is_swiss:
        text = _("With an odd number of pairs one rests: a game won by %(points)s–0 without playing.")
        yield "", text % {"points": rules.points_of_a_bye}
        wins2, points_for, points_against = rules.missed_round
        text = _("A round that a pair misses is worth %(points)s–%(against)s to it, and half a win.")
        if not wins2:
            text = _("A round that a pair misses is worth %(points)s–%(against)s to it, and no win.")
        yield "", text % {"points": points_for, "against": points_against}


def _end_of_game(rules: Regulation) -> str:
    facts = {"target": rules.target_points, "hands": rules.max_hands}
    if rules.target_points is None and rules.max_hands is None:
        return _("A game ends when its time is up.")
    if rules.target_points is None:
        return _("A game has %(hands)s hands.") % facts
    if rules.max_hands is None:
        return _("A game ends when a pair reaches %(target)s points.") % facts
    return _("A game ends when a pair reaches %(target)s points, or after %(hands)s hands.") % facts


AT_TIME: dict[str, Text] = {
    AtTime.FINISH_HAND: gettext_lazy(
        "At the end a hand whose first card is dealt is finished and counts; no other is dealt."
    ),
    AtTime.STOP: gettext_lazy("At the end play stops at once: the hand begun does not count."),
}


def _of_game(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 13."""
    yield "13.1", _("The pair ahead at the end wins.")
    if rules.tie_rule in TIES:
        yield "13.2", str(TIES[rules.tie_rule])
    facts = {"minutes": rules.no_show_minutes, "points": rules.walkover_points}
    text = _(
        "A pair that is not at its table %(minutes)s minutes after the publication loses %(points)s–0; if neither is "
        "there, both lose 0–0."
    )
    yield "13.3", text % facts
    if rules.winner_cap is not None:
        yield "13.4", _("The winner counts %(cap)s points at most.") % {"cap": rules.winner_cap}


TIES: dict[str, Text] = {
    TieRule.DRAW_WINNER: gettext_lazy(
        "Level: the winner of the opening draw gets 1 point more. Write on the sheet who won it before you begin."
    ),
    TieRule.HALF_WIN: gettext_lazy("Level: half a win each."),
    TieRule.EXTRA_HANDS: gettext_lazy("Level: two more hands are played, until it is decided."),
}


def _of_standings(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 14."""
    if not rules.ranking_order:
        return
    places = (
        f"{place}.{NO_BREAK}{CRITERIA[criterion]}"
        for place, criterion in enumerate(rules.ranking_order, start=1)
    )
    yield "14", f"{', '.join(places)}."
    if Criterion.GROUP_POINTS in rules.ranking_order:
        win, level, loss = rules.group_points
        text = _("Group points: %(win)s for a win, %(level)s for a level game, %(loss)s for a loss.")
        yield "", text % {"win": win, "level": level, "loss": loss}


CRITERIA: dict[str, Text] = {
    Criterion.GROUP_POINTS: gettext_lazy("more group points"),
    Criterion.WINS: gettext_lazy("more games won"),
    Criterion.DIFFERENCE: gettext_lazy("the better difference of points"),
    Criterion.INFRACTIONS: gettext_lazy("fewer infractions"),
    Criterion.POINTS_FOR: gettext_lazy("more points for"),
    Criterion.NUMBER: gettext_lazy("the lower registration number"),
}


def _of_cards(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 6.5, G 6.3; the eastern game with its two options; E 11.3."""
    if rules.variant is Variant.WESTERN:
        yield "6.5", _("The game is western (lliure).")
        yield (
            "6.3",
            _(
                "Follow suit. If the other pair is winning the trick and a card of the suit beats it, play one that "
                "does."
            ),
        )
        yield (
            "6.3",
            _(
                "Without the suit: if the other pair is winning, a trump that wins, if you have one. Otherwise, and "
                "whenever your partner is winning, any card."
            ),
        )
    else:
        yield "6.5", _("The game is eastern (obligada).")
        yield from _eastern(rules)
    yield (
        "11.3",
        _(
            "All 12 cards are played one by one, even when every trick left is yours: spreading them may be a serious "
            "infraction."
        ),
    )


def _eastern(rules: Regulation) -> Iterator[tuple[str, str]]:
    yield (
        "6",
        _(
            "If the other pair is winning: follow suit and beat it; if you cannot, your lowest card of the suit. "
            "Without the suit, a trump that wins; if you have none, the lowest of any suit. The second player may "
            "then play any scoring card too."
        ),
    )
    if rules.eastern_second_scoring:
        yield (
            "6",
            _("The second player who cannot beat the suit led may also play a scoring card of it."),
        )
    yield (
        "6",
        _(
            "If your partner is winning: of the suit led, a card that beats, a scoring card or your lowest. Without "
            "the suit, a trump that beats, a scoring card or the lowest of any suit."
        ),
    )
    if rules.eastern_safe_charge:
        yield (
            "6",
            _(
                "The third player whose partner is winning plays a scoring card only where it is safe: every higher "
                "card of the winning card’s suit has been played or is in his own hand."
            ),
        )


def _of_sheet(rules: Regulation, *, signs_on_phones: bool) -> Iterator[tuple[str, str]]:
    """E 15, E 13.1, D 11."""
    yield (
        "15.2.5",
        _(
            "After each hand write its points and the new total of both pairs: the card points above 36, times the "
            "value of the auction. Who scores nothing writes 0; 36–36 is 0 for both."
        ),
    )
    values = (f"{bid.value or '—'}{NO_BREAK}×{multiplier(bid, rules)}" for bid in allowed_bids(rules))
    yield "15.2.6", _("On the right the code of the auction: %(codes)s.") % {"codes": ", ".join(values)}
    if signs_on_phones:
        yield "15.2.7", _("Each pair signs on the phone with its code: without both the game is not valid.")
    else:
        yield (
            "15.2.7",
            _(
                "One player of each pair signs: without both the game is not valid. The winners take the sheet to the "
                "organisers’ desk."
            ),
        )
    yield "15.2.7.3", _("Not signing even before an organiser is a serious infraction.")
    yield (
        "15.3",
        _(
            "Before you begin tick whether articles 7, 8 and 9 hold: if you do not agree, Yes; if nothing is ticked,"
            " No."
        ),
    )
    yield "", _protests(rules)


def _protests(rules: Regulation) -> str:
    if rules.protest_until == NEXT_ROUND:
        return _("A result may be protested until the next round is published.")
    text = _("A result may be protested for %(minutes)s minutes after its round is closed.")
    return text % {"minutes": rules.protest_until}


def _of_dealing(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 7."""
    yield (
        "7.1",
        _(
            "Opening draw: each player takes a suit and a card is turned; whose suit it is makes trumps first. Then "
            "it goes round to the right."
        ),
    )
    yield "7.2–4", str(DEALERS[rules.dealer])
    yield "7.2.2", _("Who makes trumps may not shuffle last.")
    yield "7.3.2", _("One cut in two heaps, neither of fewer than 4 cards; otherwise shuffle again.")
    yield "7.4.5.1", _("A wrong deal is never mended: shuffle, cut and deal again.")
    rungs = [str(MISDEALS[rung]) for rung in rules.misdeal_ladder if rung is not Misdeal.REDEAL]
    if rungs:
        ladder = "; ".join(
            f"{place}.{NO_BREAK}{MISDEALS[rung]}" for place, rung in enumerate(rules.misdeal_ladder, start=1)
        )
        text = _("Wrong deals in a row of one player, by his own fault: %(ladder)s.")
        yield "7.4.5", text % {"ladder": ladder}


DEALERS: dict[str, Text] = {
    Dealer.LEFT_OF_TRUMP_MAKER: gettext_lazy(
        "The player on the left of who makes trumps shuffles and deals, by fours and in one go; the one on his right "
        "cuts and leads."
    ),
    Dealer.TRUMP_MAKER: gettext_lazy(
        "Who makes trumps deals, by fours and in one go; the player on his left shuffles, the one on his right cuts "
        "and leads."
    ),
}
MISDEALS: dict[str, Text] = {
    Misdeal.REDEAL: gettext_lazy("no more than that"),
    Misdeal.REDEAL_NO_BOTIFARRA: gettext_lazy("his pair may not call botifarra"),
    Misdeal.REDEAL_MINOR: gettext_lazy("minor infraction"),
    Misdeal.UNCOUNTED_TURN_LOST: gettext_lazy("the hand does not count and the turn is lost"),
}


def _of_auction(rules: Regulation) -> Iterator[tuple[str, str]]:
    """E 8, G 8, G 9."""
    yield "8.1.1, 8.4", _("While cards are dealt only who makes trumps and who cuts may look at theirs.")
    yield "8.4.2", _("The first of each pair to speak has 5 seconds.")
    words = _("coins, cups, swords, clubs, botifarra, I delegate, contro, recontro, bé")
    if rules.sant_vicenc:
        words = _("coins, cups, swords, clubs, botifarra, I delegate, contro, recontro, Sant Vicenç, bé")
    yield "G 8.1.1.1", _("Only these words are spoken: %(words)s.") % {"words": words}
    yield "G 9.4", _("Of each pile only the last trick may be looked at.")
    yield "G 10.1.4", str(MENDABLE[rules.revoke_mendable_until])


MENDABLE: dict[str, Text] = {
    Mendable.CARD_LAID: gettext_lazy(
        "A card on the table stays; if it may be a revoke, it is taken back where the other pair lets you."
    ),
    Mendable.NEXT_TRICK: gettext_lazy(
        "A card that is not allowed may be mended until the next trick begins."
    ),
}


def _of_infractions(rules: Regulation) -> Iterator[tuple[str, str]]:
    """G 10, E 11.1–2, E 16, E 17."""
    yield "G 10.1", _("No talking, no signs, no cards shown, no stalling.")
    yield (
        "11.1–2",
        _(
            "How cards are laid and gathered is fixed only where a pair asks an organiser for it, or an organiser "
            "decides so."
        ),
    )
    yield "16", _("Only organisers sanction, when the harmed pair tells them.")
    yield (
        "16.2",
        _(
            "Minor: noted. Serious: the hand is over, 36 points times the value of the auction to the other pair. "
            "Very serious: out of the championship."
        ),
    )
    yield "16.1.2.2", _("Revoke: play the hand out, and call an organiser before the cards are gathered.")
    yield "17", _("What is not written here the organisers decide.")
