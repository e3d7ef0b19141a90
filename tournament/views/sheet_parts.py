"""A game as both of its pages show it, the table's and the desk's: rows like the paper's, the score, the result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from scoring.results import GameKind, Result
from scoring.sheets import HandKind, Line, Side
from tournament.forms.writing import fresh_id
from tournament.models import Championship, Game, PlayedHand, Round
from tournament.queries.calls import open_call_of
from tournament.queries.games import GameView, SeatView
from tournament.queries.signatures import signing_of
from tournament.texts import ending_text
from tournament.texts_calls import ASKED_BY_TABLES, CALL_REASONS

TRUMP_MARK = "—"
PASS_MARK = "P"
UNCOUNTED_MARK = "↻"
ROWS_WITHOUT_LIMIT = 12
FEWEST_HANDS_ALIKE = 3
# An open game lacks nothing but its end; two results have a place of their own on each page.
UNREMARKABLE = ("sheet_open", "totals_differ")


@dataclass(frozen=True)
class PaperRow:
    """One row of the sheet; `stored` is None for a row still empty. A struck row counts for nothing (D 12).

    `address` is where the row is changed, empty where it may not be.
    """

    number: int
    stored: PlayedHand | None = None
    line: Line | None = None
    code: str = ""
    address: str = ""

    @property
    def is_struck(self) -> bool:
        return self.line is not None and not self.line.counted

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Points and total of pair a, points and total of pair b, as written (E 15.2.5)."""
        if self.line is None:
            return ("", "", "", "")
        points, totals = self.line.hand.points, self.line.totals
        if self.is_struck:
            return (str(points[0]), "", str(points[1]), "")
        return (str(points[0]), str(totals[0]), str(points[1]), str(totals[1]))


@dataclass(frozen=True)
class Half:
    """One pair's half of the score: its total, and how many points it still needs."""

    seat: SeatView
    total: int
    is_ahead: bool
    won_draw: bool
    distance: int | None


def paper_rows(view: GameView, address: Callable[[int], str] | None = None) -> tuple[PaperRow, ...]:
    """The rows of the sheet, filled ones first and as many empty ones as the paper has (E 15.2.4).

    `address` gives the page on which the row of a sequence number is changed.
    """
    filled = [
        PaperRow(index, stored, line, code_of(stored), address(stored.sequence) if address else "")
        for index, (stored, line) in enumerate(zip(view.hands, view.sheet.lines, strict=True), start=1)
    ]
    last = view.regulation.max_hands or max(ROWS_WITHOUT_LIMIT, len(filled) + 1)
    return (*filled, *(PaperRow(number) for number in range(len(filled) + 1, last + 1)))


def code_of(hand: PlayedHand) -> str:
    """The code at the far right of the row; plain trump is a line (E 15.2.6)."""
    if hand.kind == HandKind.PASS:
        return PASS_MARK
    if hand.kind in (HandKind.UNCOUNTED, HandKind.REPLAYED):
        return UNCOUNTED_MARK
    return hand.bid or TRUMP_MARK


def scoreboard(view: GameView) -> tuple[Half, ...]:
    """Both halves. The totals are the sheet's: tie point and cap belong to the result."""
    totals = view.sheet.totals if view.has_hands else view.typed or (0, 0)
    seats = (view.a, view.b) if view.b else (view.a,)
    target = view.regulation.target_points
    return tuple(
        Half(
            seat=seat,
            total=total,
            is_ahead=total > other,
            won_draw=view.game.opening_draw == side,
            distance=None if target is None else max(target - total, 0),
        )
        for seat, total, other, side in zip(seats, totals, reversed(totals), Side, strict=False)
    )


def caller(view: GameView) -> SeatView | None:
    """The pair that calls the next hand, once it is known who won the opening draw (G 7.4.2)."""
    maker = view.sheet.next_maker
    return {Side.A: view.a, Side.B: view.b}[maker] if maker else None


def dealer(view: GameView) -> SeatView | None:
    """The pair that deals the next hand, where the table plays by art. 7 (E 15.3.1)."""
    side = view.sheet.next_dealer if view.game.accepts_dealing == Game.Box.YES else None
    return {Side.A: view.a, Side.B: view.b}[side] if side else None


def sheet_context(view: GameView) -> dict[str, object]:
    """What both pages say of a game: its result as it would be counted now, or what is missing for it."""
    outcome = view.outcome
    result = outcome if isinstance(outcome, Result) else None
    missing = None if isinstance(outcome, Result) or outcome.code in UNREMARKABLE else outcome
    return {
        "championship": view.game.round.championship,
        "view": view,
        "game": view.game,
        "round": view.game.round,
        "regulation": view.regulation,
        "halves": scoreboard(view),
        "ending": view.sheet.ending if view.is_played else None,
        "result_heading": result_heading(view),
        "result": result,
        "counted": view.counted or (result.points if result else None),
        "winner": _winner(view, result),
        "missing": missing,
        "caller": caller(view),
        "last": view.hands[-1] if view.hands else None,
        "hand_number": view.sheet.hands_played + 1,
        "fresh_id": fresh_id,
        "call": open_call_of(view.game),
        "call_reasons": [(reason, CALL_REASONS[reason]) for reason in ASKED_BY_TABLES],
        "may_call": _may_call(view),
        "dealer": dealer(view),
        "boxes": [("yes", _("yes")), ("no", _("no")), ("", _("not ticked"))],
        "signing": signing_of(view),
        "signers": [(view.a, "a"), (view.b, "b")],
    }


def _may_call(view: GameView) -> bool:
    """Whether somebody can be asked for from this sheet: while its round is in play."""
    is_on = view.game.round.state == Round.State.PUBLISHED
    return is_on and view.game.round.championship.phones_at_tables


def _winner(view: GameView, result: Result | None) -> SeatView | None:
    if result is None or result.wins2[0] == result.wins2[1]:
        return None
    return view.a if result.wins2[0] > result.wins2[1] else view.b


def result_heading(view: GameView) -> str:
    """«Partida acabada: 101 punts (art. 12.3.1)», or how the game was settled otherwise."""
    ending = view.sheet.ending
    if view.kind is GameKind.AWARDED:
        return _("Result set by the organisers: %(reason)s") % {"reason": view.game.reason}
    if not view.is_played:
        return _("Settled without play")
    if ending is None:
        return _("Totals typed at the organisers’ desk")
    facts = {"why": ending_text(ending.reason, view.regulation), "article": ending.article.removeprefix("E ")}
    return _("Game over: %(why)s (art. %(article)s)") % facts


def needs_draw(view: GameView) -> bool:
    """Level at the end, and nobody has said who won the opening draw (E 13.2)."""
    outcome = view.outcome
    return isinstance(outcome, RuleError) and outcome.code == "opening_draw_missing"


def why_read_only(view: GameView) -> str:
    """Why a table may not write on its sheet, or nothing where it may."""
    championship = view.game.round.championship
    if view.kind is GameKind.AWARDED:
        return _("The organisers set the result of this game.")
    if not view.is_played:
        return _("The organisers settled this game without play.")
    if view.is_confirmed:
        return _("The organisers confirmed this game. If something is wrong, go to their desk.")
    if championship.state == Championship.State.FINISHED:
        return _("The championship is finished.")
    if not championship.phones_at_tables:
        return _("In this championship the sheet is kept on paper: this page only shows it.")
    return ""


def tables_alike(view: GameView, games: Iterable[GameView]) -> tuple[int, ...]:
    """Other tables of the round with exactly these hands: most likely one paper typed twice."""
    own = _written(view)
    if len(own) < FEWEST_HANDS_ALIKE:
        return ()
    others = (other for other in games if other.game.pk != view.game.pk)
    return tuple(other.table for other in others if other.table is not None and _written(other) == own)


def _written(view: GameView) -> list[tuple[str, int, int]]:
    return [(hand.bid, hand.points_a, hand.points_b) for hand in view.hands]


def version_of(request: HttpRequest) -> int | None:
    """The version that the form was based on."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
