"""A game as both of its pages show it, the table's and the desk's: rows like the paper's, the score, the result."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import RuleError
from scoring.results import GameKind, Result
from scoring.sheets import HandKind, Line, Side
from tournament.forms.writing import fresh_id
from tournament.models import Championship, Game, PlayedHand, Round
from tournament.queries.calls import open_call_of
from tournament.queries.corrections import protests_of
from tournament.queries.games import GameView, SeatView
from tournament.queries.infractions import infractions_of_game
from tournament.queries.penalties import turn_to_lose
from tournament.queries.records import expulsions
from tournament.queries.remarks import remarks_of
from tournament.queries.signatures import is_confirmed_by_both, signing_of
from tournament.texts import row_text
from tournament.texts_calls import ASKED_BY_TABLES, CALL_REASONS
from tournament.texts_record import code_of, result_heading

UNCOUNTED_MARK = "↻"
NOT_COUNTED = (HandKind.UNCOUNTED, HandKind.REPLAYED)
ROWS_WITHOUT_LIMIT = 12
# An open game lacks nothing but its end; two results have a place of their own on each page.
UNREMARKABLE = ("sheet_open", "totals_differ")


@dataclass(frozen=True)
class PaperRow:
    """One row of the sheet; `stored` is None for a row still empty. A struck row counts for nothing (D 12).

    `number` is the hand's as it counts; a row that does not count has none, so it shifts no other. `words` say what a
    row without cells was. `address` is where the row is changed, empty where it may not be: what a sanction wrote is
    changed by its infraction (E 16.2).
    """

    number: int | None
    stored: PlayedHand | None = None
    line: Line | None = None
    code: str = ""
    words: str = ""
    address: str = ""

    @property
    def is_struck(self) -> bool:
        return self.line is not None and not self.line.counted and not self.words

    @property
    def is_sanction(self) -> bool:
        return self.stored is not None and self.stored.kind == HandKind.SANCTION

    @property
    def mark(self) -> str:
        """What stands where numbers stand: ↻ beside a hand that was to be dealt again, nothing by a struck one."""
        return str(self.number or (UNCOUNTED_MARK if self.words else ""))

    @property
    def name(self) -> str:
        """The row as it is spoken of: «dat 4»."""
        if self.number is not None:
            return pgettext("row of the sheet", "hand %(number)s") % {"number": self.number}
        return _("the row ↻") if self.words else _("the struck row")

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
    distance: int | None  # none once it is over, whatever ended it


def paper_rows(
    view: GameView, address: Callable[[int], str] | None = None, *, owned: Collection[int] | None = None
) -> tuple[PaperRow, ...]:
    """The rows of the sheet, filled ones first and as many empty ones as the paper has (E 15.2.4).

    `address` gives the page on which the row of a sequence number is changed; not that of a sanction, but for one that
    no infraction has `owned`, where that is known.
    """
    filled = [
        _paper_row(stored, line, address if _may_change(stored, owned) else None)
        for stored, line in zip(view.hands, view.sheet.lines, strict=True)
    ]
    first = view.sheet.hands_played + 1
    last = view.regulation.max_hands or max(ROWS_WITHOUT_LIMIT, first)
    return (*filled, *(PaperRow(number) for number in range(first, last + 1)))


def _may_change(stored: PlayedHand, owned: Collection[int] | None) -> bool:
    return stored.kind != HandKind.SANCTION or (owned is not None and stored.sequence not in owned)


def _paper_row(stored: PlayedHand, line: Line, address: Callable[[int], str] | None) -> PaperRow:
    return PaperRow(
        number=line.number,
        stored=stored,
        line=line,
        code=code_of(stored),
        words=row_text(stored.kind) if stored.kind in NOT_COUNTED else "",
        address=address(stored.sequence) if address else "",
    )


def scoreboard(view: GameView) -> tuple[Half, ...]:
    """Both halves. The totals are the sheet's: tie point and cap belong to the result."""
    totals = view.sheet.totals if view.has_hands else view.typed or _settled(view) or (0, 0)
    seats = (view.a, view.b) if view.b else (view.a,)
    target = view.regulation.target_points
    is_over = view.is_complete or view.sheet.is_over
    return tuple(
        Half(
            seat=seat,
            total=total,
            is_ahead=total > other,
            won_draw=view.game.opening_draw == side,
            distance=None if target is None or is_over else max(target - total, 0),
        )
        for seat, total, other, side in zip(seats, totals, reversed(totals), Side, strict=False)
    )


def _settled(view: GameView) -> tuple[int, int] | None:
    """What a game that nobody played is worth: there is no other total beside it."""
    return view.outcome.points if not view.is_played and isinstance(view.outcome, Result) else None


def caller(view: GameView) -> SeatView | None:
    """The pair that calls the next hand, once it is known who won the opening draw (G 7.4.2)."""
    return seat_at(view, view.sheet.next_maker)


def seat_at(view: GameView, side: str | None) -> SeatView | None:
    """The pair of a side of the sheet; nobody where there is none."""
    return {"a": view.a, "b": view.b}.get(side or "")


def dealer(view: GameView) -> SeatView | None:
    """The pair that deals the next hand, where the table plays by art. 7 (E 15.3.1)."""
    side = view.sheet.next_dealer if view.game.accepts_dealing == Game.Box.YES else None
    return seat_at(view, side)


def sheet_context(view: GameView) -> dict[str, Any]:
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
        "result_heading": result_heading(view, _expelled_by(view)),
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
        "by_both": is_confirmed_by_both(view),
        "draw_decides": draw_decides(result),
        "protests": protests_of(view.game.round, view.regulation) if view.is_confirmed else None,
        "remarks": remarks_of(view.game),
        **_against(view),
        "signers": [(view.a, "a"), (view.b, "b")],
    }


def _expelled_by(view: GameView) -> str:
    """The article of the expulsion that ended the game (E 16.2.1, D 8)."""
    return expulsions(view.game.round.championship).get(view.game.pk, "") if view.game.left else ""


def _against(view: GameView) -> dict[str, Any]:
    """What stands against the pairs, and the turn to call that one of them loses now (E 7.4.5.4)."""
    lines = infractions_of_game(view.game)
    return {"infractions": lines, "loses_turn": turn_to_lose(view, [line.infraction for line in lines])}


def _may_call(view: GameView) -> bool:
    """Whether somebody can be asked for from this sheet: while its round is in play, and so is the championship."""
    championship = view.game.round.championship
    is_on = view.game.round.state == Round.State.PUBLISHED
    return is_on and championship.state == Championship.State.RUNNING and championship.phones_at_tables


def _winner(view: GameView, result: Result | None) -> SeatView | None:
    if result is None or result.wins2[0] == result.wins2[1]:
        return None
    return view.a if result.wins2[0] > result.wins2[1] else view.b


def needs_draw(view: GameView) -> bool:
    """Level at the end, and nobody has said who won the opening draw (E 13.2)."""
    outcome = view.outcome
    return isinstance(outcome, RuleError) and outcome.code == "opening_draw_missing"


def draw_decides(result: Result | None) -> bool:
    """Level on the sheet: the opening draw made the winner, so a wrong tick is a wrong winner (E 13.2)."""
    return result is not None and any(each.code == "tie_point" for each in result.adjustments)


def why_read_only(view: GameView) -> str:
    """Why a table may not write on its sheet, or nothing where it may."""
    championship = view.game.round.championship
    if view.kind is GameKind.AWARDED:
        return _("The organisers set the result of this game.")
    if not view.is_played:
        return _("The organisers settled this game without play.")
    if is_confirmed_by_both(view):
        return _("Both pairs signed, so this game counts. If something is wrong, go to the organisers’ desk.")
    if view.is_confirmed:
        return _("The organisers confirmed this game. If something is wrong, go to their desk.")
    if championship.state == Championship.State.FINISHED:
        return _("The championship is finished.")
    if not championship.phones_at_tables:
        return _("In this championship the sheet is kept on paper: this page only shows it.")
    return ""
