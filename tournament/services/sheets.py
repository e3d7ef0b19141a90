"""A whole sheet typed from paper in one write; its arrival, and its check by a second person (E 15.2.5, E 15.2.7)."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any, Unpack

from scoring.errors import RuleError
from scoring.results import final_result
from scoring.sheets import HandKind, Side, Stopped
from tournament.core.clock import Phase, check_times
from tournament.models import Game, PlayedHand
from tournament.queries.calls import open_call_of
from tournament.queries.games import GameView
from tournament.queries.infractions import owned_rows_of
from tournament.queries.rounds import clock_of_table
from tournament.queries.signatures import unsigned_of
from tournament.queries.typed_sheets import are_unusual, sheets_alike
from tournament.services.breaking import are_short, refuse_early_totals
from tournament.services.games import freeze, refuse_own_check
from tournament.services.hands import HandEntry, columns_of, hand_of
from tournament.services.penalties import refuse_barred
from tournament.services.playing import Play, SentForGame, playing, refuse_early_end, refuse_unplayed

NOT_THERE = HandEntry("", kind=HandKind.STRUCK)
"""In the place of a row that is on the server and not on the paper."""

QUESTIONS = (
    "sheet_differs",
    "sheet_alike",
    "rows_after_end",
    "rows_after_last_hand",
    "paper_totals_differ",
    "totals_unusual",
)
"""What is asked about a sheet, each once: whoever has looked at the paper says that it is so."""


@dataclass(frozen=True)
class TypedSheet:
    """A sheet as the paper has it. A row of None leaves the one that is there, and so do rows that are not typed.

    `totals` are those at the foot of the paper: without any hand they are the record, else they are compared.
    `opening_draw` is a side, or "" where the paper does not say it; `times` of None stay as they are. A sheet that is
    not signed is written down and not confirmed. `reason`: why what is refused without one stands (E 17.2).
    """

    rows: tuple[HandEntry | None, ...] = ()
    opening_draw: str = ""
    totals: tuple[int, int] | None = None
    by_time: bool = False
    times: tuple[datetime | None, datetime | None] = (None, None)
    is_signed: bool = True
    reason: str = ""


def type_sheet(
    game_id: int, typed: TypedSheet, *, sure: frozenset[str] = frozenset(), **sent: Unpack[SentForGame]
) -> dict[str, Any]:
    """Write all rows at once, judged as the sheet then stands (D 12), and confirm it where nothing is missing.

    Answers points, whether it is confirmed, and else what it waits for: "signatures", "second_check", "unsigned" or
    "call_open". Raises RuleError: those of `QUESTIONS` that are not in `sure`; "sheet_empty", "row_empty";
    "stop_too_early" and "botifarra_not_now" without a `reason`; what `hand_of` and the result refuse, with the `row`;
    "stale_version", "game_confirmed".
    """
    with playing(game_id, "type_sheet", typed, sorted(sure), **sent) as play:
        if play.act.is_repeat:
            return play.act.answer
        refuse_unplayed(play.view)
        before = _logged(play.view)
        view = _written(play, typed)
        if play.view.hands:  # else nobody wrote down at which hand the misdeal was
            refuse_barred(play, view, reason=typed.reason)
        _ask(play, view, typed, sure)
        play.log("type_sheet", before=before, after=_logged(view), reason=typed.reason.strip())
        play.act.answer = _confirmed(play, view, typed)
        return play.act.answer


def _written(play: Play, typed: TypedSheet) -> GameView:
    """The sheet with everything that was typed."""
    game, known_start = play.game, play.game.started_at
    owned = owned_rows_of(game) if play.hands else frozenset()
    for number, (entry, row) in enumerate(zip_longest(typed.rows, list(play.hands)), start=1):
        if row is not None and row.sequence in owned:
            _check_sanction(play, number, entry, row)
        elif number <= len(typed.rows):
            _write_row(play, number, entry, row)
    if not play.hands:
        _write_totals(play, typed.totals)
    if typed.opening_draw:
        game.opening_draw = Side(typed.opening_draw).value
    game.paper_at = game.paper_at or play.act.now
    view = play.settle()
    started, ended = typed.times
    refuse_early_totals(play, view, ended or play.act.now, reason=typed.reason)
    if typed.by_time and _has_no_other_end(view):
        refuse_early_end(play, ended or play.act.now, reason=typed.reason)
        if play.hands:
            game.stopped = _announced(play)
            view = play.settle()
    game.started_at = started or known_start  # the moment of typing is nobody's start (E 15.2.8)
    game.ended_at = ended or game.ended_at
    check_times(game.started_at, game.ended_at)
    game.save()
    return view


def _has_no_other_end(view: GameView) -> bool:
    """Whether only time can have ended the game: neither its points did nor its hands, and it may be over."""
    if view.typed is not None and not view.has_hands:
        return are_short(view)
    return not view.sheet.is_over and not view.sheet.must_play_on


def _announced(play: Play) -> Game.Stopped:
    """What ended a game that neither its points nor its hands did (E 12.3.3)."""
    phase = clock_of_table(play.game, play.act.now).phase
    return Game.Stopped.LAST_HAND if phase is Phase.LAST_HAND else Game.Stopped.TIME


def _check_sanction(play: Play, number: int, entry: HandEntry | None, row: PlayedHand) -> None:
    """What a live infraction wrote stays (E 16.2). The paper has no sign for it: its code and points are enough.

    Raises RuleError("sanction_row").
    """
    if entry is None:
        return
    same = ("bid", "points_a", "points_b")
    columns = {} if entry == NOT_THERE else _columns(play, number, entry, row)
    if any(columns.get(name) != getattr(row, name) for name in same):
        raise RuleError("sanction_row", "E 16.2", row=number)


def _write_row(play: Play, number: int, entry: HandEntry | None, row: PlayedHand | None) -> None:
    """One row of the paper in the place of the one that is there, if there is one."""
    if entry is None:
        if row is None:
            raise RuleError("row_empty", "E 15.2.5.3", row=number)
        return
    if entry == NOT_THERE:
        if row is not None:
            play.remove(row)
        return
    columns = _columns(play, number, entry, row)
    if row is None:
        sequence = play.hands[-1].sequence + 1 if play.hands else 1
        client_id, at = secrets.token_hex(8), play.act.now
        play.append(
            PlayedHand(game=play.game, sequence=sequence, client_id=client_id, recorded_at=at, **columns)
        )
        return
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()


def _columns(play: Play, number: int, entry: HandEntry, row: PlayedHand | None) -> dict[str, Any]:
    """The row as it is stored; who called stays, where somebody said so. A refusal names the row."""
    maker = entry.maker or (row.maker if row else "")
    try:
        return columns_of(hand_of(replace(entry, maker=maker), play.view.regulation))
    except RuleError as refusal:
        refusal.facts.setdefault("row", number)
        raise


def _write_totals(play: Play, totals: tuple[int, int] | None) -> None:
    """Without hands the totals are the record."""
    if totals is None:
        raise RuleError("sheet_empty", "E 15.2.5")
    final_result(totals, play.view.regulation, opening_draw=Side.A)
    play.game.typed_a, play.game.typed_b = totals


def _ask(play: Play, view: GameView, typed: TypedSheet, sure: frozenset[str]) -> None:
    """What looks like a slip is asked about, one question after the other."""
    for question in QUESTIONS:
        if question not in sure:
            _LOOKS[question](play, view, typed)


def _ask_differs(play: Play, view: GameView, typed: TypedSheet) -> None:
    """Hands were there already, and the paper says something else."""
    old, new = _rows(play.view), _rows(view)
    changed = [
        row for row, (was, now) in enumerate(zip_longest(old, new), start=1) if row <= len(old) and was != now
    ]
    if changed:
        raise RuleError("sheet_differs", "E 15.2.5", rows=changed)


def _ask_alike(play: Play, view: GameView, typed: TypedSheet) -> None:
    """Another table has these very hands: most likely one paper typed twice."""
    for alike in sheets_alike(view):
        minutes = (play.act.now - alike.at) // timedelta(minutes=1)
        facts = {"other": alike.table, "other_round": alike.round_number, "minutes": minutes}
        raise RuleError("sheet_alike", "E 15.2.5", **facts)


def _ask_after_end(play: Play, view: GameView, typed: TypedSheet) -> None:
    """Hands written after the end do not count (D 12)."""
    ending = view.sheet.ending
    if ending is not None and ending.reason != Stopped.LAST_HAND and view.sheet.late_numbers:
        raise RuleError("rows_after_end", ending.article, hand=ending.hand_number)


def _ask_after_last_hand(play: Play, view: GameView, typed: TypedSheet) -> None:
    """Nor do those after the last hand that was announced, whose number an organiser may correct (D 2)."""
    ending = view.sheet.ending
    if ending is not None and ending.reason == Stopped.LAST_HAND and view.sheet.late_numbers:
        late = list(view.sheet.late_numbers)
        raise RuleError("rows_after_last_hand", ending.article, hand=ending.hand_number, late=late)


def _ask_totals(play: Play, view: GameView, typed: TypedSheet) -> None:
    """The foot of the paper says something else; a final may be with the point of the draw and the cap (E 13)."""
    outcome = view.outcome
    counted = () if isinstance(outcome, RuleError) else (outcome.points,)
    if typed.totals is not None and view.has_hands and typed.totals not in (view.sheet.totals, *counted):
        raise RuleError(
            "paper_totals_differ", "E 15.2.5.2", written=typed.totals, from_rows=view.sheet.totals
        )


def _ask_unusual(play: Play, view: GameView, typed: TypedSheet) -> None:
    """Totals alone, of which nothing else tells that they were mistyped."""
    if are_unusual(view):
        raise RuleError("totals_unusual", "E 15.2.5.2", written=view.typed)


_LOOKS = {
    "sheet_differs": _ask_differs,
    "sheet_alike": _ask_alike,
    "rows_after_end": _ask_after_end,
    "rows_after_last_hand": _ask_after_last_hand,
    "paper_totals_differ": _ask_totals,
    "totals_unusual": _ask_unusual,
}


def _rows(view: GameView) -> list[tuple[str, str, tuple[int, int]]]:
    return [(hand.kind.value, hand.bid.value, hand.points) for hand in view.sheet.hands]


def _logged(view: GameView) -> dict[str, Any]:
    """A sheet in the log: its hands one by one, or its totals."""
    rows = [{"kind": kind, "bid": bid, "points": list(points)} for kind, bid, points in _rows(view)]
    totals = view.typed if view.typed and not rows else view.sheet.totals
    return {"rows": rows, "totals": list(totals), "side": view.game.opening_draw}


def _confirmed(play: Play, view: GameView, typed: TypedSheet) -> dict[str, Any]:
    """The result counts from now on, unless something is missing that no typing gives."""
    if not typed.is_signed:
        return {"points": list(view.score or (0, 0)), "lacks": "signatures"}
    result = view.result()
    lacks = _lacking(play, view)
    if not lacks:
        freeze(play, view)
        play.log("confirm", after={"points": list(result.points), "wins2": list(result.wins2)})
    return {"points": list(result.points), "lacks": lacks}


def _lacking(play: Play, view: GameView) -> str:
    if play.act.championship.second_check:
        return "second_check"
    if unsigned_of(view):
        return "unsigned"
    return "call_open" if open_call_of(play.game) else ""


def paper_came(game_id: int, **sent: Unpack[SentForGame]) -> None:
    """The table's paper lies on the desk; said again, it stays as it was."""
    with playing(game_id, "paper_came", confirmed=True, **sent) as play:
        if play.act.is_repeat or play.game.paper_at is not None:
            return
        play.game.paper_at = play.act.now
        play.game.version += 1
        play.game.save()
        play.log("paper_came")


def send_back(game_id: int, *, reason: str, **sent: Unpack[SentForGame]) -> None:
    """Whoever checks a typed sheet alters nothing: it goes back to whoever typed it, with what is wrong.

    Raises RuleError("reason_missing" | "own_check" | "nothing_to_check").
    """
    with playing(game_id, "send_back", reason, **sent) as play:
        if play.act.is_repeat:
            return
        if play.game.typed_at is None:
            raise RuleError("nothing_to_check", "E 15.2.7")
        if not reason.strip():
            raise RuleError("reason_missing", "E 15.2.7", field="reason")
        refuse_own_check(play)
        play.game.sent_back = reason.strip()
        play.game.version += 1
        play.game.save()
        play.log("send_back", reason=reason.strip())
