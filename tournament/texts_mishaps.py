"""What goes wrong in a hall, in words: what is refused, and how the history tells it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MISHAP_REFUSALS: dict[str, str | Promise] = {
    "table_same": gettext_lazy("They sit at that table already: write another one."),
    "tables_changed": gettext_lazy(
        "Since then something was changed at %(tables_text)s, where its pairs would sit again. Take that back first."
    ),
    "mixed_infractions": gettext_lazy(
        "An infraction of one of these pairs is recorded at table %(table)s, and it may be the other pair’s. "
        "Withdraw it, accept the game, and record it again."
    ),
    "game_goes_on": gettext_lazy(
        "Table %(table)s is not over: the hand counts. Write it as any other, or end the game first."
    ),
    "nobody_rests": gettext_lazy(
        "Nobody rests in round %(round)s who could come in: give the game to the pair that is there."
    ),
    "pair_gone": gettext_lazy("This pair is no longer there."),
    "substitute_missing": gettext_lazy("Write who plays instead."),
    "plays_already": gettext_lazy(
        "That name plays in pair %(pair)s, and nobody plays in two pairs. If it is somebody else, add what "
        "tells them apart."
    ),
    "replaced_already": gettext_lazy(
        "This player of pair %(pair)s is replaced already in round %(round)s. Take that back first."
    ),
    "replaced_since": gettext_lazy(
        "The name of this player of pair %(pair)s was changed once more since. Correct it on the page of the pair."
    ),
    "replacement_gone": gettext_lazy("That was taken back already."),
}

MISHAP_WHAT: dict[str, str | Promise] = {
    "replay": gettext_lazy("Annulled the sheet; the game begins anew"),
    "accept_as_played": gettext_lazy("Accepted what two mixed pairs had played"),
    "strike": gettext_lazy("Noted a hand played after the end"),
    "move_in": gettext_lazy("The pair that rested came in"),
    "change_table": gettext_lazy("Went to another table"),
    "replace_player": gettext_lazy("Replaced a player"),
    "take_back_replacement": gettext_lazy("The replaced player plays again"),
}

MISHAP_FACTS: dict[str, str | Promise] = {
    "at_table": gettext_lazy("Table"),
    "player": gettext_lazy("Player"),
    "is_for_good": gettext_lazy("For good"),
}
