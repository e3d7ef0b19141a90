"""Record, change and remove hands; the opening draw; the end by time (E 12.3.3, E 13.2, E 15.2.5)."""

import secrets
from dataclasses import dataclass, replace
from typing import Any, Unpack

from scoring.bids import HAND_CARD_POINTS, Bid
from scoring.errors import RuleError
from scoring.regulation import AtTime, Regulation, TieRule
from scoring.sheets import Hand, HandKind, Line, Side, Stopped
from tournament.core.clock import Phase
from tournament.models import Game, PlayedHand
from tournament.queries.games import GameKey, GameView
from tournament.queries.infractions import owned_rows_of
from tournament.queries.rounds import clock_of_table
from tournament.services.penalties import refuse_barred
from tournament.services.playing import Play, SentForGame, playing, refuse_early_end, refuse_unplayed

MOST_HANDS = 99


@dataclass(frozen=True)
class HandEntry:
    """A hand as people give it: a code, and for one side its points as written or its card points (of 72).

    An empty `side` is a level hand, 36–36. `kind` is "played"; "pass" for a hand passed at 0–0; "uncounted" where the
    turn to call was lost, "replayed" where the same pair calls again; "sanction" for one that a serious infraction
    ended: `points`, or all that was at stake, to `side`. `maker` is who called, where somebody says so.
    """

    bid: str
    side: str = ""
    points: int | None = None
    card_points: int | None = None
    kind: str = HandKind.PLAYED
    maker: str = ""


def stored_entry(hand: PlayedHand) -> HandEntry:
    """A stored hand as somebody would have sent it."""
    points = max(hand.points_a, hand.points_b)
    side = "" if not points else Side.A.value if hand.points_a else Side.B.value
    return HandEntry(bid=hand.bid, side=side, points=points or None, kind=hand.kind, maker=hand.maker)


def turned(hand: PlayedHand) -> HandEntry:
    """The same hand written on the other pair's side."""
    entry = stored_entry(hand)
    return replace(entry, side=Side(entry.side).other.value if entry.side else "")


WITHOUT_POINTS = {
    HandKind.PASS: Hand.passed,
    HandKind.UNCOUNTED: Hand.uncounted,
    HandKind.REPLAYED: Hand.replayed,
}


def hand_of(entry: HandEntry, regulation: Regulation) -> Hand:
    """The entry as the core's value. Raises RuleError as `scoring.bids`, "side_missing", "points_missing",
    "sanction_hardened"."""
    kind = HandKind(entry.kind)
    hand = WITHOUT_POINTS[kind]() if kind in WITHOUT_POINTS else _with_points(entry, regulation)
    return replace(hand, maker=Side(entry.maker) if entry.maker else None)


def _with_points(entry: HandEntry, regulation: Regulation) -> Hand:
    bid = Bid.parse(entry.bid)
    if entry.kind == HandKind.SANCTION:
        if not entry.side:
            raise RuleError("side_missing", "E 16.2", points=entry.points)
        return Hand.sanction(bid, Side(entry.side), regulation, points=entry.points)
    if not entry.side:
        if entry.points or entry.card_points not in (None, HAND_CARD_POINTS // 2):
            raise RuleError("side_missing", "E 15.2.5", points=entry.points or entry.card_points)
        return Hand.from_points(bid, (0, 0), regulation)
    side = Side(entry.side)
    if entry.card_points is not None:
        return _from_card_points(bid, side, entry.card_points, regulation)
    if entry.points is None:
        raise RuleError("points_missing", "E 15.2.5")
    points = (entry.points, 0) if side is Side.A else (0, entry.points)
    return Hand.from_points(bid, points, regulation)


def _from_card_points(bid: Bid, side: Side, card_points: int, regulation: Regulation) -> Hand:
    if not 0 <= card_points <= HAND_CARD_POINTS:
        raise RuleError("card_points_range", "G 5.1", card_points=card_points)
    of_a = card_points if side is Side.A else HAND_CARD_POINTS - card_points
    return Hand.from_card_points(bid, of_a, regulation)


def record_hand(
    game: GameKey, entry: HandEntry, *, after: str | None, reason: str = "", **sent: Unpack[SentForGame]
) -> dict[str, Any]:
    """Write the next hand. `after` is the client id of the hand before it, "" for the first; None skips the check.

    Typed totals stay: hands that differ from them make the game wait for a choice.
    Answers sequence, number, points, totals and whether the game is over. Raises RuleError: "hand_conflict" when
    another hand stands there already, "sheet_over", "time_over", "game_confirmed", what `hand_of` refuses, and
    "botifarra_not_now" unless an organiser gives a `reason` (E 17.2).
    """
    with playing(game, "record_hand", entry, *filter(None, [reason.strip()]), **sent) as play:
        if play.act.is_repeat:
            return play.act.answer
        refuse_unplayed(play.view)
        hand = hand_of(entry, play.view.regulation)
        _check_after(play.view, after, hand)
        _leave_sanctions_to_the_desk(play, hand.kind)
        _refuse_ended(play.view)
        play.view.sheet.add(hand)
        hand = _called(hand, play.view.sheet.next_maker)
        _note_the_last_hand(play)
        row = write_row(play, hand, sent.get("client_id") or secrets.token_hex(8), after or "")
        view = play.settle("last_hand")
        refuse_barred(play, view, reason=reason if play.act.actor.via != "table" else "")
        play.act.answer = _answer(view, row)
        play.log("record_hand", after=_logged(row, play.act.answer["number"]), reason=reason.strip())
        return play.act.answer


def _called(hand: Hand, turn: Side | None) -> Hand:
    """The hand with its maker only where that is not the pair whose turn it was: then it follows from the rows."""
    return replace(hand, maker=None) if hand.maker is turn else hand


def _leave_sanctions_to_the_desk(play: Play, *kinds: str) -> None:
    """Only organisers record infractions and what they cost (E 16)."""
    if play.act.actor.via == "table" and HandKind.SANCTION in kinds:
        raise RuleError("sanction_of_the_desk", "E 16")


def _leave_sanctions_to_their_infractions(play: Play, *rows: PlayedHand) -> None:
    """While an infraction stands, its row is changed by withdrawing it; a row without one is like any other."""
    sanctions = {row.sequence for row in rows if row.kind == HandKind.SANCTION}
    if sanctions and sanctions & owned_rows_of(play.game):
        raise RuleError("sanction_row", "E 16.2")


def _refuse_ended(view: GameView) -> None:
    """After the end nothing is dealt, so no hand is written, whether it would count or not (E 12.3)."""
    ending = view.sheet.ending
    if ending is not None:
        facts = {"reason": ending.reason, "hand": ending.hand_number, "totals": view.sheet.totals}
        raise RuleError("sheet_over", ending.article, **facts)


def _check_after(view: GameView, after: str | None, hand: Hand) -> None:
    last = view.hands[-1] if view.hands else None
    if after is None or after == (last.client_id if last else ""):
        return
    before = ["", *(row.client_id for row in view.hands)]
    if after not in before:
        raise RuleError("hand_before_gone", "E 15.2.5", totals=view.sheet.totals)
    at = before.index(after)
    there = view.hands[at]
    stored = _logged(there, view.sheet.lines[at].number) | {"sequence": there.sequence}
    mine = {"bid": hand.bid.value, "points": list(hand.points), "kind": hand.kind.value}
    raise RuleError("hand_conflict", "E 15.2.5", mine=mine, stored=stored, hand=stored["hand"])


def _note_the_last_hand(play: Play) -> None:
    """D 2: a phone's first hand after the announced end was the begun one; under `stop` it no longer counts."""
    game = play.game
    if play.act.actor.via != "table" or game.last_hand is not None or not _time_is_over(play):
        return
    if play.view.regulation.at_time is AtTime.STOP:
        raise RuleError("time_over", "E 12.3.3")
    game.last_hand = play.view.sheet.hands_played + 1


def _time_is_over(play: Play) -> bool:
    if play.game.round.published_at is None:
        return False
    return clock_of_table(play.game, play.act.now).phase is Phase.OVER


def write_row(play: Play, hand: Hand, client_id: str, after: str) -> PlayedHand:
    """The next row of the sheet."""
    last = play.view.hands[-1].sequence if play.view.hands else 0
    row = PlayedHand(
        game=play.game,
        sequence=last + 1,
        client_id=client_id,
        after=after,
        recorded_at=play.act.now,
        **columns_of(hand),
    )
    play.append(row)
    return row


def columns_of(hand: Hand) -> dict[str, Any]:
    """A hand as it is stored."""
    return {
        "kind": hand.kind.value,
        "bid": hand.bid.value,
        "maker": hand.maker.value if hand.maker else "",
        "card_points": hand.card_points,
        "points_a": hand.points[0],
        "points_b": hand.points[1],
    }


def _logged(row: PlayedHand, number: int | None) -> dict[str, Any]:
    """A row for the log, under its number on the sheet; None where it does not count."""
    points = [row.points_a, row.points_b]
    return {"hand": number, "bid": row.bid, "points": points, "kind": row.kind, "maker": row.maker}


def _line(view: GameView, row: PlayedHand) -> Line:
    return next(line for line, hand in zip(view.sheet.lines, view.hands, strict=True) if hand.pk == row.pk)


def _answer(view: GameView, row: PlayedHand) -> dict[str, Any]:
    line = _line(view, row)
    return {
        "sequence": row.sequence,
        "number": line.number,
        "client_id": row.client_id,
        "points": list(line.points),
        "totals": list(line.totals),
        "over": view.sheet.is_over,
    }


def mark_of(row: PlayedHand) -> str:
    """What tells whether a hand is still the one that somebody has seen: later hands do not matter to it."""
    seen = (row.client_id, row.kind, row.bid, row.maker, row.card_points, row.points_a, row.points_b)
    return " ".join(map(str, seen))


def change_hand(
    game: GameKey,
    sequence: int,
    entry: HandEntry | None,
    *,
    seen: str = "",
    reason: str = "",
    **sent: Unpack[SentForGame],
) -> None:
    """Correct an earlier hand; totals and the ending follow from the whole sheet, judged as it then stands (D 12).

    `seen` is the mark of the hand that the form was based on, "" where that does not matter. An `entry` of None gives
    its points to the other pair: sent twice, it says the same.
    Where the entry does not say who called, that stays. Raises RuleError("hand_gone" | "stale_version" |
    "game_confirmed" | "sanction_of_the_desk" | "sanction_row"), what `hand_of` refuses, and "botifarra_not_now" without
    a `reason`.
    """
    with playing(game, "change_hand", sequence, entry, *filter(None, [reason.strip()]), **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        row = next((hand for hand in play.view.hands if hand.sequence == sequence), None)
        if row is None:
            raise RuleError("hand_gone", "E 15.2.5", hand=sequence)
        if seen not in ("", mark_of(row)):
            raise RuleError("stale_version", mine=seen, stored=mark_of(row))
        hand = _changed(row, entry or turned(row), play.view.regulation)
        _leave_sanctions_to_the_desk(play, row.kind, hand.kind)
        if hand.kind is HandKind.SANCTION and row.kind != HandKind.SANCTION:
            raise RuleError("sanction_row", "E 16.2")
        _leave_sanctions_to_their_infractions(play, row)
        before = _logged(row, _line(play.view, row).number)
        turn = play.view.sheet.turn_at(play.view.hands.index(row))
        for name, value in columns_of(_called(hand, turn)).items():
            setattr(row, name, value)
        row.save()
        view = play.settle()
        refuse_barred(play, view, reason=reason)
        after = _logged(row, _line(view, row).number)
        play.log("change_hand", before=before, after=after, reason=reason.strip())


def _changed(row: PlayedHand, entry: HandEntry, regulation: Regulation) -> Hand:
    return hand_of(replace(entry, maker=entry.maker or row.maker), regulation)


def remove_last_hand(game: GameKey, **sent: Unpack[SentForGame]) -> None:
    """Undo the last hand; at a table the end by time said after it too, or nobody there could write the hand again.
    Raises RuleError("no_hand" | "stale_version" | "game_confirmed" | "sanction_of_the_desk" | "sanction_row")."""
    with playing(game, "remove_last_hand", **sent) as play:
        if play.act.is_repeat:
            return
        if not play.view.hands:
            raise RuleError("no_hand", "E 15.2.5")
        row = play.view.hands[-1]
        _leave_sanctions_to_the_desk(play, row.kind)
        _leave_sanctions_to_their_infractions(play, row)
        before = _logged(row, _line(play.view, row).number)
        play.remove(row)
        if play.act.actor.via == "table" and play.game.stopped:
            play.log("play_on", before={"stopped": play.game.stopped, "last_hand": play.game.last_hand})
            play.game.stopped = ""
        play.settle()
        play.log("remove_last_hand", before=before)


def flip_sides(game: GameKey, **sent: Unpack[SentForGame]) -> None:
    """The whole sheet was written on the wrong sides: every row's points go to the other pair.

    Who won the opening draw and who called stay: the table says those by the pair's number, not by a column of the
    sheet. Typed totals stay too, for they are the paper's. A signature under the sheet says nothing any more.
    Raises RuleError("no_hand" | "stale_version" | "game_confirmed" | "sanction_of_the_desk" | "sanction_row").
    """
    with playing(game, "flip_sides", **sent) as play:
        if play.act.is_repeat:
            return
        rows = play.hands
        if not rows:
            raise RuleError("no_hand", "E 15.2.5")
        _leave_sanctions_to_the_desk(play, *(row.kind for row in rows))
        _leave_sanctions_to_their_infractions(play, *rows)
        before = {"totals": list(play.view.sheet.totals)}
        for row in rows:
            row.points_a, row.points_b = row.points_b, row.points_a
            if row.card_points is not None:
                row.card_points = HAND_CARD_POINTS - row.card_points
        PlayedHand.objects.bulk_update(rows, ["points_a", "points_b", "card_points"])
        play.log("flip_sides", before=before, after={"totals": list(play.settle().sheet.totals)})


def set_opening_draw(game: GameKey, side: str, **sent: Unpack[SentForGame]) -> None:
    """Who won the opening draw, "a" or "b"; "" takes it back. May be changed until confirmation (E 13.2)."""
    with playing(game, "set_opening_draw", side, **sent) as play:
        if play.act.is_repeat:
            return
        before = play.game.opening_draw
        play.game.opening_draw = Side(side).value if side else ""
        play.settle()
        play.log("set_opening_draw", before={"side": before}, after={"side": side})


def set_last_hand(game_id: int, number: int | None, **sent: Unpack[SentForGame]) -> None:
    """The number of this table's last hand, or None for no such limit (D 2: an organiser may correct it).

    Raises RuleError("last_hand_number") for one that no hand of this game can have, or that is already past.
    """
    with playing(game_id, "set_last_hand", number, **sent) as play:
        if play.act.is_repeat:
            return
        _check_last_hand(play.view, number)
        before = play.game.last_hand
        play.game.last_hand = number
        play.game.last_hand_at = None if number is None else play.act.now
        play.settle()
        play.log("set_last_hand", before={"last_hand": before}, after={"last_hand": number})


def most_hands(regulation: Regulation) -> int:
    """The highest number that a last hand can have."""
    decided = regulation.tie_rule is not TieRule.EXTRA_HANDS
    return regulation.max_hands if decided and regulation.max_hands else MOST_HANDS


def _check_last_hand(view: GameView, number: int | None) -> None:
    most = most_hands(view.regulation)
    least = max(1, view.sheet.hands_played)
    if number is not None and not least <= number <= most:
        raise RuleError("last_hand_number", "E 12.3.3", least=least, most=most)


def stop(game: GameKey, why: str = Stopped.TIME, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """The game ended by time or by the announced last hand: no empty hand is needed (E 12.3.3).

    From a table only once the end was announced and has come; at the desk before the floor with a `reason` (E 17.2).
    Raises RuleError("time_not_over" | "stop_too_early" | "sheet_over" | "level_undecided").
    """
    with playing(game, "stop", str(why), *filter(None, [reason.strip()]), **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        _refuse_ended(play.view)
        if play.view.sheet.must_play_on:
            raise RuleError("level_undecided", "E 13.1", totals=play.view.sheet.totals)
        _check_may_stop(play, reason)
        play.game.stopped = Game.Stopped(why)
        play.settle()
        play.log("stop", after={"stopped": play.game.stopped}, reason=reason.strip())


def _check_may_stop(play: Play, reason: str) -> None:
    last_hand_at = play.game.last_hand_at or play.game.round.last_hand_at
    announced = last_hand_at is not None or _time_is_over(play)
    is_table = play.act.actor.via == "table"
    if is_table and not announced:
        raise RuleError("time_not_over", "E 12.3.3")
    refuse_early_end(play, play.act.now, reason="" if is_table else reason)


def play_on(game_id: int, **sent: Unpack[SentForGame]) -> None:
    """Take the end by time back, and the number of the last hand with it."""
    with playing(game_id, "play_on", **sent) as play:
        if play.act.is_repeat:
            return
        before = {"stopped": play.game.stopped, "last_hand": play.game.last_hand}
        play.game.stopped, play.game.last_hand, play.game.last_hand_at = "", None, None
        play.settle()
        play.log("play_on", before=before)
