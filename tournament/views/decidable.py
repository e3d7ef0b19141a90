"""Refusals that an organiser may set aside by setting the result of the table, with a reason (E 17.2).

Not what is only asked: a question has its own answer beside it.
"""

from tournament.queries.games import GameView

BY_A_RULING = frozenset(
    {
        "bid_forbidden",
        "call_open",
        "game_begun",
        "level_undecided",
        "opening_draw_missing",
        "own_check",
        "sheet_open",
        "sheet_over",
        "totals_differ",
        "totals_impossible",
        "totals_too_high",
        "unsigned",
    }
)


def is_decidable(code: str, view: GameView) -> bool:
    """Whether the game can be settled by a ruling instead."""
    return code in BY_A_RULING and view.is_played and not view.is_confirmed
