"""Infractions in words: the rows of the catalogue, what a ladder made of one, what follows from it (E 16)."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.infractions import Breach, Effect, Moment, Need, Proposal, Sanction, Severity, breach
from tournament.queries.penalties import Penalty

Text = str | Promise

INFRACTION_REFUSALS: dict[str, Text] = {
    "complainant": gettext_lazy(
        "%(infraction)s is recorded on a complaint of the other pair. If the organisation acts by itself, write why "
        "(art. 17.2)."
    ),
    "infraction_recorded": gettext_lazy(
        "It is recorded already: hand %(hand)s, %(infraction)s, noted at %(at)s. If it was done once more, write so "
        "and tick that you decide it (art. 17.2)."
    ),
    "told_missing": gettext_lazy("Write what was done: this row says nothing by itself."),
    "choice_missing": gettext_lazy(
        "Ask the harmed pair what it wants: the hand goes on, is played again or is passed at 0–0."
    ),
    "pair_not_here": gettext_lazy("Choose the pair that did it: pair %(number)s does not sit here."),
    "pair_expelled": gettext_lazy(
        "Pair %(number)s is expelled. To let it back, withdraw the infraction for which it was expelled."
    ),
    "totals_without_hands": gettext_lazy(
        "Table %(table)s has only its totals (%(typed)s). If the sanction is in them already, tick “It is on the "
        "sheet already”; else take the totals back first."
    ),
    "proposal_changed": gettext_lazy(
        "What is proposed has changed since you read it, or you had not read it yet: look at it and record it then."
    ),
    "botifarra_not_now": gettext_lazy(
        "Pair %(number)s may not call botifarra in hand %(hand)s, after its misdeal (art. %(art)s). If it did all the "
        "same, an organiser decides."
    ),
    "infraction_gone": gettext_lazy("This infraction is no longer there: open the list again."),
    "infraction_withdrawn": gettext_lazy("This infraction was withdrawn already."),
    "infraction_game_confirmed": gettext_lazy(
        "Table %(table)s is confirmed: reopen it first, or withdraw the infraction with “Leave the sheet as it is”."
    ),
    "infraction_hand_changed": gettext_lazy(
        "Hand %(hand)s was changed after the sanction: now it says %(stored_text)s. Correct the sheet by hand, and "
        "withdraw the infraction with “Leave the sheet as it is”."
    ),
}

ROWS: dict[str, Text] = {
    "7.4.4": gettext_lazy("Dealing in two or more batches"),
    "7.4.5.2": gettext_lazy("First misdeal of a player, through his own fault"),
    "7.4.5.3": gettext_lazy("Second misdeal in a row of the same player"),
    "7.4.5.4": gettext_lazy("Third misdeal in a row of the same player"),
    "11.3": gettext_lazy("Spreading the cards instead of playing them out"),
    "15.2.7.3": gettext_lazy("Refusing to sign the sheet even before an organiser"),
    "15.3.1.1.3": gettext_lazy("Refusing to mark a box of the sheet"),
    "16.1.1.1": gettext_lazy("Insulting anyone present"),
    "16.1.1.2": gettext_lazy("Talking or signalling, showing cards, stalling"),
    "16.1.1.3": gettext_lazy("Fifth serious infraction in the championship"),
    "16.1.1.4": gettext_lazy("Third serious infraction in one game"),
    "16.1.2.1": gettext_lazy("Third minor infraction in one game"),
    "16.1.2.2": gettext_lazy("Revoke, proven on review (or admitted and taken for a revoke)"),
    "16.1.2.4": gettext_lazy("Not saying before calling that one holds other than 12 cards"),
    "16.1.3.1": gettext_lazy("Any other breach of the regulations"),
    "16.1.3.4": gettext_lazy("Revoke admitted by its own pair, taken for a minor infraction"),
    "16.1.3.5": gettext_lazy("Card out of turn"),
    "16.1.3.6": gettext_lazy("Making trumps when it is the other pair’s turn"),
    "16.1.3.7": gettext_lazy("Calling before the partner has delegated"),
    "17.5": gettext_lazy("Not obeying a decision of the organisation"),
}

SEVERITIES: dict[str, Text] = {
    Severity.NONE: gettext_lazy("no severity"),
    Severity.MINOR: gettext_lazy("minor"),
    Severity.SERIOUS: gettext_lazy("serious"),
    Severity.VERY_SERIOUS: gettext_lazy("very serious"),
}
SEVERITY_SUITS = {Severity.MINOR: "is-gold", Severity.SERIOUS: "is-red", Severity.VERY_SERIOUS: "is-red"}

MOMENTS: dict[str, Text] = {
    Moment.IN_HAND: gettext_lazy("During a hand, trumps being made"),
    Moment.BEFORE_CONTRACT: gettext_lazy("In a hand that was dealt and had no trumps yet"),
    Moment.ON_REVIEW: gettext_lazy("Found on review, the hand being over"),
    Moment.BEFORE_FIRST_HAND: gettext_lazy("Before the first hand"),
    Moment.BETWEEN_HANDS: gettext_lazy("Between two hands"),
    Moment.AFTER_LAST_HAND: gettext_lazy("After the last hand"),
    Moment.OUTSIDE_GAME: gettext_lazy("Outside a game"),
}

EFFECTS: dict[str, Text] = {
    Effect.REDEAL: gettext_lazy("The hand is shuffled, cut and dealt again."),
    Effect.NO_BOTIFARRA_NEXT: gettext_lazy("It may not call botifarra the next time that it makes trumps."),
    Effect.HAND_UNCOUNTED: gettext_lazy("The hand does not count."),
    Effect.TURN_LOST: gettext_lazy("It loses the turn: the other pair calls."),
    Effect.NEXT_TURN_LOST: gettext_lazy(
        "It loses its next turn to call: note it on the sheet when it comes."
    ),
    Effect.SUIT_MAY_BE_BARRED: gettext_lazy("The other pair says whether that suit may be touched."),
    "suit_barred": gettext_lazy("It may not touch that suit: the other pair has barred it."),
    Effect.HARMED_PAIR_CHOOSES: gettext_lazy("The harmed pair says what becomes of the hand."),
    Effect.REPLACES_HAND_POINTS: gettext_lazy(
        "The points of the sanction take the place of those of the hand."
    ),
    Effect.ORGANISER_VALIDATES: gettext_lazy("The organiser makes the sheet valid with a signed remark."),
    Effect.ORGANISER_MARKS: gettext_lazy("The organiser marks the box."),
    Effect.ORGANISERS_MEASURE: gettext_lazy("The organisation takes the measure that it needs."),
}

SHARES: dict[str, Text] = {
    "whole": pgettext_lazy("sanction", "whole"),
    "part": pgettext_lazy("sanction", "in part"),
    "none": pgettext_lazy("sanction", "not applied"),
}
CHOICES: dict[str, Text] = {
    "continue": gettext_lazy("The hand goes on"),
    "replay": gettext_lazy("It is played again: same number, same pair calls"),
    "pass": gettext_lazy("It is passed at 0–0 and counts"),
}
COMPLAINANTS: dict[str, Text] = {
    "other_pair": gettext_lazy("the other pair"),
    "organisation": gettext_lazy("the organisation"),
}
PLACES: dict[str, Text] = {
    "16.1.2.1": gettext_lazy("It is the third minor infraction of this pair in this game (or the sixth…)."),
    "16.1.1.4": gettext_lazy("It is the third serious infraction of this pair in this game (or the sixth…)."),
    "16.1.1.3": gettext_lazy(
        "It is the fifth serious infraction of this pair in the championship (or the tenth…)."
    ),
}


LOG_WHAT: dict[str, Text] = {
    "record_infraction": gettext_lazy("Recorded an infraction"),
    "withdraw_infraction": gettext_lazy("Withdrew an infraction"),
    "expel": gettext_lazy("The pair was expelled"),
    "take_back_expulsion": gettext_lazy("The expulsion was taken back"),
    "leave": gettext_lazy("The game ended because a pair was gone"),
    "stay": gettext_lazy("The pair plays on"),
}
LOG_FACTS: dict[str, Text] = {
    "infraction": gettext_lazy("Article"),
    "escalated_from": gettext_lazy("Committed as"),
    "severity": gettext_lazy("Severity"),
    "share": gettext_lazy("Sanction"),
    "sanction_points": gettext_lazy("Points"),
    "told": gettext_lazy("What was done"),
}
LOG_WORDS: dict[str, Text] = {
    "minor": SEVERITIES["minor"],
    "serious": SEVERITIES["serious"],
    "very_serious": SEVERITIES["very_serious"],
    **SHARES,
}


def infraction_text(code: str) -> str:
    """A row of the catalogue in one short line."""
    return str(ROWS.get(code, code))


def severity_text(severity: str) -> str:
    return str(SEVERITIES.get(severity, severity))


def severity_suit(severity: str) -> str:
    """The colour of its badge."""
    return SEVERITY_SUITS.get(Severity(severity), "")


def moment_text(moment: str) -> str:
    return str(MOMENTS.get(moment, moment))


def share_text(share: str) -> str:
    return str(SHARES.get(share, share))


def effect_text(effect: str) -> str:
    return str(EFFECTS.get(effect, effect))


def barred_text(penalty: Penalty) -> str:
    """Why a pair may not call botifarra in this hand."""
    facts = {"number": penalty.number, "article": penalty.code}
    return _("Pair %(number)s may not call botifarra in this hand (art. %(article)s).") % facts


def searched_text(row: Breach) -> str:
    """All by which a row is looked for: its numbers, its words, its severity."""
    return " ".join((row.code, *row.aliases, infraction_text(row.code), severity_text(row.severity)))


def proposal_texts(proposal: Proposal) -> list[str]:
    """What is proposed, sentence by sentence: the ladder, the sanction, what else follows (E 16.2, D 6, D 7)."""
    said = [_ladder(proposal), _sanction(proposal)]
    return [*filter(None, said), *(effect_text(effect) for effect in proposal.effects)]


def _ladder(proposal: Proposal) -> str:
    if proposal.escalated_from is None:
        return ""
    facts = {
        "why": PLACES[proposal.code],
        "severity": severity_text(proposal.severity),
        "code": proposal.code,
        "committed": severity_text(breach(proposal.escalated_from).severity),
    }
    return _("%(why)s So it is recorded as %(severity)s (art. %(code)s), not as %(committed)s.") % facts


def _sanction(proposal: Proposal) -> str:
    match proposal.sanction:
        case Sanction.EXPULSION:
            return _("Very serious: the pair is expelled (art. 16.2.1).")
        case Sanction.POINTS if proposal.points:
            return ngettext(
                "Serious: the other pair gets the %(points)s point at stake, and the hand is over (art. 16.2.2).",
                "Serious: the other pair gets the %(points)s points at stake, and the hand is over (art. 16.2.2).",
                proposal.points,
            ) % {"points": proposal.points}
        case Sanction.POINTS:
            return _("Serious, and nothing was at stake at that moment: it is recorded and the score stays.")
        case Sanction.NOTED:
            return _("Minor: it is noted (art. 16.2.3).")
    return _("It has no severity and does not count for the ranking.")


def asks_organiser(proposal: Proposal) -> bool:
    """Whether the severity is only proposed: the text says “may”, or a ladder led to it."""
    return bool({Need.ORGANISER_DECIDES, Need.SOFTENING_OFFERED} & set(proposal.needs))
