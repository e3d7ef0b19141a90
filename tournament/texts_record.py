"""A game as its sheet says it, on screens and on paper: the code of a row, how the game ended, what it is worth."""

from django.utils.translation import gettext as _

from scoring.results import GameKind, Result
from scoring.sheets import HandKind
from tournament.models import PlayedHand
from tournament.queries.games import GameView
from tournament.texts import adjustment_text, ending_text, signed_text

TRUMP_MARK = "—"
PASS_MARK = "P"
SANCTION_MARK = "✕"


def code_of(hand: PlayedHand) -> str:
    """The code at the far right of the row; plain trump is a line (E 15.2.6), a sanction a cross before it (E 16.2)."""
    if hand.kind == HandKind.PASS:
        return PASS_MARK
    if hand.kind == HandKind.SANCTION:
        return f"{SANCTION_MARK}{hand.bid}"
    return hand.bid or TRUMP_MARK


def result_heading(view: GameView, expelled_by: str = "") -> str:
    """«Partida acabada: 101 punts (art. 12.3.1)», or how the game was settled otherwise. `expelled_by` is the article
    of the expulsion that ended it, if one did."""
    ending = view.sheet.ending
    if view.kind is GameKind.AWARDED:
        return _("Result set by the organisers: %(reason)s") % {"reason": view.game.reason}
    if not view.is_played:
        return _("Settled without play")
    if view.game.left:
        gone = view.a if view.game.left == "a" else view.b
        told = {"number": gone.number if gone else "", "article": expelled_by}
        if expelled_by:
            return _("Game over: pair %(number)s was expelled (art. %(article)s)") % told
        return _("Game over: pair %(number)s did not finish it") % told
    if ending is None:
        return _("Totals typed at the organisers’ desk")
    facts = {"why": ending_text(ending.reason, view.regulation), "article": ending.article.removeprefix("E ")}
    return _("Game over: %(why)s (art. %(article)s)") % facts


def result_lines(view: GameView, result: Result, expelled_by: str = "") -> tuple[str, ...]:
    """The counted points, who wins, how it ended, and every adjustment (E 13). `expelled_by`: see `result_heading`."""
    numbers = (view.a.number, view.b.number if view.b else "")
    facts = {"a": numbers[0], "b": numbers[1], "points": "{} – {}".format(*(view.counted or result.points))}
    counted = _("Result: pair %(a)s, %(points)s, pair %(b)s.") % facts
    changed = (
        f"{_adjustment(each.code, expelled_by)}: {' / '.join(map(signed_text, each.points))}"
        for each in result.adjustments
    )
    return (f"{counted} {_winner(result, numbers)}".strip(), result_heading(view, expelled_by), *changed)


def _adjustment(code: str, expelled_by: str) -> str:
    return _("A pair was expelled") if code == "left" and expelled_by else adjustment_text(code)


def _winner(result: Result, numbers: tuple[int, int | str]) -> str:
    a, b = result.wins2
    if a == b:
        return _("Level: half a win for each pair.") if a else ""
    return _("Pair %(number)s wins.") % {"number": numbers[0] if a > b else numbers[1]}
