"""A written sheet as it is printed again: to give away, or to be signed in place of one that was lost."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.results import Result
from scoring.sheets import Line
from tournament.models import Infraction
from tournament.printing.sheet_facts import Record, RecordRow
from tournament.queries.games import GameView
from tournament.queries.records import Beside
from tournament.texts import hand_text, row_text
from tournament.texts_record import SANCTION_MARK, code_of, result_lines
from tournament.texts_times import wall_text

SEVERITIES = (Infraction.Severity.MINOR, Infraction.Severity.SERIOUS, Infraction.Severity.VERY_SERIOUS)


def record_of(view: GameView, beside: Beside, *, to_sign: bool) -> Record:
    """What is written of a game. `to_sign` leaves the signatures open: both pairs sign this paper."""
    zone = ZoneInfo(view.game.round.championship.time_zone)
    game = view.game
    pairs = [seat.pair_id for seat in (view.a, view.b) if seat]
    a, b = (tuple(beside.faults[pair, severity] for severity in SEVERITIES) for pair in pairs)
    return Record(
        rows=_rows(view),
        draw=game.opening_draw,
        boxes=(game.accepts_dealing, game.accepts_gathering),
        times=(_clock(game.started_at, zone), _clock(game.ended_at, zone)),
        faults=(a, b),  # type: ignore[arg-type]
        results=_results(view, beside, zone, to_sign=to_sign),
        signed=("", "") if to_sign else (_signed(view, beside, "a", zone), _signed(view, beside, "b", zone)),
        agreements=game.agreements,
        remarks=tuple(
            f"{each.text} ({', '.join(filter(None, (each.who, _at(each.at, zone))))})"
            for each in beside.remarks
        ),
    )


def _rows(view: GameView) -> tuple[RecordRow, ...]:
    """The hands that count; one that was dealt again stays in its row, with ↻."""
    rows, again = [], 0
    for stored, line in zip(view.hands, view.sheet.lines, strict=True):
        if line.counted:
            # The print font has no ✕.
            code = code_of(stored).replace(SANCTION_MARK, "×")
            rows.append(RecordRow(line.points, line.totals, code, again))
        again = 0 if line.hand.kind.counts else again + 1
    return tuple(rows)


def _results(view: GameView, beside: Beside, zone: ZoneInfo, *, to_sign: bool) -> tuple[str, ...]:
    outcome = view.outcome
    is_over = isinstance(outcome, Result)
    lines = list(result_lines(view, outcome, beside.expelled_by)) if is_over else [_so_far(view)]
    if to_sign:
        lines.append(_("Copy made by the organisers in place of a lost sheet."))
    elif view.is_confirmed and view.game.confirmed_at:
        is_signed = len(beside.signed) == len("ab")
        text = (
            _("Confirmed by both signatures, %(at)s.")
            if is_signed
            else _("Confirmed by the organisers, %(at)s.")
        )
        lines.append(text % {"at": _at(view.game.confirmed_at, zone)})
    return (*lines, *_uncounted(view))


def _so_far(view: GameView) -> str:
    hands = view.sheet.hands_played
    text = ngettext(
        "Not over: %(points)s after %(hands)s hand.", "Not over: %(points)s after %(hands)s hands.", hands
    )
    return text % {"points": " – ".join(map(str, view.score or (0, 0))), "hands": hands}


def _uncounted(view: GameView) -> tuple[str, ...]:
    """What became of the rows that do not count, after the hands that do (D 12)."""
    number, lines = 1, []
    for line in view.sheet.lines:
        if line.counted:
            number += 1
        elif line.is_late:
            lines.append(_("After the end, does not count: %(hand)s") % {"hand": _told(line)})
        else:
            hand = pgettext("row of the sheet", "hand %(number)s") % {"number": number}
            lines.append(f"{hand}: {row_text(line.hand.kind)}")
    return tuple(lines)


def _told(line: Line) -> str:
    return hand_text({"kind": line.hand.kind, "bid": line.hand.bid.value, "points": line.hand.points})


def _signed(view: GameView, beside: Beside, side: str, zone: ZoneInfo) -> str:
    """Who signed, how and when (E 15.2.7)."""
    if side in beside.signed:
        return _("Signed on the phone with the pair’s PIN, %(at)s.") % {"at": _at(beside.signed[side], zone)}
    if view.is_confirmed and view.is_played and not view.is_signed_on_phones:
        return _("The signature is on the paper sheet.")
    return ""


def _at(moment: datetime, zone: ZoneInfo) -> str:
    return wall_text(moment.astimezone(zone))


def _clock(moment: datetime | None, zone: ZoneInfo) -> tuple[str, str]:
    """Hours and minutes (E 15.2.8)."""
    if moment is None:
        return ("", "")
    local = moment.astimezone(zone)
    return (str(local.hour), f"{local.minute:02d}")
