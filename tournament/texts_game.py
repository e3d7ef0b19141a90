"""What the rules of the game refuse, as sentences: cards, tricks, the auction, infractions, the revoke review."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

GAME_REFUSALS: dict[str, str | Promise] = {
    "card_unknown": gettext_lazy(
        "“%(card)s” is not a card. Write the suit, O C E B, and the number from 1 to 12: O9."
    ),
    "card_twice": gettext_lazy("%(card)s is there twice: each card exists once. Take one of the two away."),
    "hand_empty": gettext_lazy(
        "No card is left in the hand to play (on the table: %(trick)s). Put in the cards that the "
        "player held."
    ),
    "trick_full": gettext_lazy(
        "The trick %(trick)s has %(cards)s cards already: four make a trick. Start a new one."
    ),
    "trick_empty": gettext_lazy("A trick without cards has no winner. Put in the card that was led."),
    "option_unknown": gettext_lazy(
        "“%(option)s” is no rule of play. The variants are western and eastern; the options, "
        "eastern_second_scoring and eastern_safe_charge."
    ),
    "tricks_range": gettext_lazy(
        "%(tricks)s tricks cannot be: a pair wins from 0 to 12 of them. Count the pile again."
    ),
    "cards_too_many": gettext_lazy(
        "%(cards)s cards do not fit into tricks won: %(tricks)s. They hold %(most)s at most. Take "
        "cards away or count the tricks again."
    ),
    "cards_missing": gettext_lazy(
        "The scoring cards left to the other pair, %(missing)s, do not fit into the tricks left to "
        "it: %(tricks)s. Mark the cards that are missing or count the tricks again."
    ),
    "sanction_hardened": gettext_lazy(
        "A sanction may be softened, never hardened: at most %(most)s points are at stake."
    ),
    "auction_over": gettext_lazy("The auction is over: play begins."),
    "auction_turn": gettext_lazy("It is another player’s turn to speak."),
    "call_missing": gettext_lazy("First somebody must call a suit or botifarra."),
    "delegated_twice": gettext_lazy("Whoever it was delegated to must call: a suit or botifarra."),
    "called_twice": gettext_lazy("Trumps are made already: now only contro or «bé»."),
    "botifarra_barred": gettext_lazy(
        "After the misdeal this pair may not call botifarra this time: call a suit."
    ),
    "doubled_twice": gettext_lazy("That has been said already."),
    "doubling_other_pair": gettext_lazy("That is the other pair’s to say."),
    "doubling_too_early": gettext_lazy("First comes contro, then recontro, then Sant Vicenç."),
    "doubling_forbidden": gettext_lazy("The regulation does not have that doubling here."),
    "seat_unknown": gettext_lazy("Say which seat it was: player 1, 2, 3 or 4."),
    "infraction_unknown": gettext_lazy(
        "The catalogue of infractions has no “%(infraction)s”. Choose a row from the list; for "
        "anything else take 16.1.3.1 and write what was done."
    ),
    "article_waived": gettext_lazy(
        "%(infraction)s rests on article %(waived)s, which this table has not accepted. Correct the "
        "box if it is wrong, or write why it applies all the same (art. 17.2)."
    ),
    "infraction_by_escalation": gettext_lazy(
        "%(infraction)s comes by itself when the number of infractions is reached. Record what was "
        "done now; or write why you record it outright (art. 17.2)."
    ),
    "infraction_has_a_row": gettext_lazy(
        "This breach has its own row: record it as %(infraction)s, or write why not (art. 17.2)."
    ),
    "misdeal_off_the_ladder": gettext_lazy(
        "The regulation of this championship does not have %(infraction)s for misdeals. Choose what "
        "its own rules say, or write why it applies all the same (art. 17.2)."
    ),
    "revoke_without_hand": gettext_lazy(
        "A revoke (%(infraction)s) belongs to a hand: choose “during the hand” or “on review”. Once "
        "the cards are shuffled there is no review; to record it all the same, write why (art. "
        "17.2)."
    ),
    "bid_missing": gettext_lazy(
        "Write the code of the hand: without it nobody knows how many points were at stake."
    ),
    "sanction_part": gettext_lazy(
        "A part of this sanction is from 1 to %(most)s points; %(points)s cannot be. For all or "
        "nothing choose “whole” or “none”."
    ),
    "sanction_without_points": gettext_lazy(
        "No points were at stake for %(infraction)s, so there is no part to apply. Choose “whole” or “none”."
    ),
    "elimination_elsewhere": gettext_lazy(
        "A pair is eliminated by hand only for not accepting a decision (art. 17.5), not for "
        "%(infraction)s. Record 17.5 if that is what happened."
    ),
    "misdeal_count": gettext_lazy("Count a player’s misdeals in a row from 1: %(consecutive)s cannot be."),
    "sanction_softened_before": gettext_lazy(
        "The sanction of %(infraction)s was softened already, and a sanction is never hardened. If "
        "too much was taken off, begin again from the whole proposal."
    ),
}
