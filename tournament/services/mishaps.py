"""What goes wrong in a hall, put right: games played anew, by the wrong pairs, past their end, or not (E 17.2)."""

import secrets
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Unpack

from scoring.errors import RuleError
from scoring.sheets import HandKind, Stopped
from tournament.core.seating import Seating
from tournament.models import Absence, Pair, Round, Seat
from tournament.queries.drawing import DRAWN_STATES, pairing_input, seating_of
from tournament.queries.faults import standing
from tournament.queries.games import game_to_write
from tournament.queries.infractions import side_of
from tournament.services.games import lose_unplayed
from tournament.services.hands import HandEntry, hand_of, write_row
from tournament.services.leaving import change_state
from tournament.services.playing import Play, SentForGame, playing, refuse_unplayed
from tournament.services.repairs import check_mending, reseat
from tournament.services.seating import in_rank_order

# --- Played anew ---------------------------------------------------------------------------------


def replay(game_id: int, *, reason: str, also: Collection[int] = (), **sent: Unpack[SentForGame]) -> None:
    """The sheet of this table is annulled and stays as a trace; the same pairs start anew, with a new sheet and a clock
    of its own. So do the tables `also`, whose pairs were mixed up with them.

    `repairs.take_back` undoes it while the new games have not begun.
    Raises RuleError("bye_fixed" | "table_unknown") besides those of `check_mending`.
    """
    with playing(game_id, "replay", sorted(also), reason, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        round_, table = _round_of(play, reason), _table_of(play)
        seating, tables = seating_of(round_), {table, *also}
        for unknown in sorted(tables - set(seating.tables)):
            raise RuleError("table_unknown", "E 12.1", table=unknown)
        reseat(play.act, round_, seating, seating, what="replay", reason=reason, annulled=tables)


def _round_of(play: Play, reason: str) -> Round:
    check_mending(play.game.round, reason)
    return play.game.round


def _table_of(play: Play) -> int:
    if play.game.table is None:
        raise RuleError("bye_fixed", "D 4")
    return play.game.table


# --- By the wrong pairs --------------------------------------------------------------------------


def accept_as_played(game_id: int, one: int, other: int, *, reason: str, **sent: Unpack[SentForGame]) -> None:
    """Pair `one` of this table and pair `other` sat in each other's place: what they played counts, hands and clocks
    stay where they are, and each pair has the seat on which it sat. The same once more undoes it.

    Raises RuleError("pair_not_in_round" | "same_meeting" | "bye_fixed" | "game_not_played" | "mixed_infractions")
    besides those of `check_mending`.
    """
    with playing(game_id, "accept_as_played", one, other, reason, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        round_ = _round_of(play, reason)
        seats = [_seat(round_, number) for number in (one, other)]
        if play.game.pk not in {seat.game_id for seat in seats}:
            raise RuleError("pair_not_in_round", "E 12.1", pair=one)
        if seats[0].game_id == seats[1].game_id:
            raise RuleError("same_meeting", "E 12.1", a=one, b=other)
        plays = [Play(play.act, game_to_write(play.act.championship, seat.game_id)) for seat in seats]
        for each in plays:
            _check_may_mix(each, (one, other))
        _exchange_seats(*seats)
        for each in plays:
            _sign_anew(each)
        tables = [each.view.table for each in plays]
        note = {
            "at": play.act.now.isoformat(),
            "pairs": [one, other],
            "tables": tables,
            "reason": reason.strip(),
        }
        round_.reasons["accepted"] = _accepted(round_.reasons.get("accepted", []), note)
        round_.version += 1
        round_.save()
        for each in plays:
            each.log("accept_as_played", after={"pairs": [one, other]}, reason=reason.strip())


def _accepted(so_far: list[dict[str, Any]], note: dict[str, Any]) -> list[dict[str, Any]]:
    """What was accepted in a round, for the hall to read; the same two pairs once more take it out."""
    others = [each for each in so_far if set(each["pairs"]) != set(note["pairs"])]
    return others if len(others) < len(so_far) else [*so_far, note]


def _seat(round_: Round, number: int) -> Seat:
    seat = Seat.objects.select_related("pair").filter(round=round_, void=False, pair__number=number).first()
    if seat is None:
        raise RuleError("pair_not_in_round", "E 12.1", pair=number)
    return seat


def _check_may_mix(play: Play, numbers: tuple[int, int]) -> None:
    _table_of(play)
    refuse_unplayed(play.view)
    charged = standing(play.act.championship).filter(game=play.game, pair__number__in=numbers)
    if charged.exists():
        raise RuleError("mixed_infractions", "E 16", table=play.view.table)


def _exchange_seats(one: Seat, other: Seat) -> None:
    """One pair has one seat a round at any moment: the first leaves its own before the second takes it."""
    one.pair, other.pair = other.pair, one.pair
    Seat.objects.filter(pk=one.pk).update(void=True)
    other.save(update_fields=["pair"])
    Seat.objects.filter(pk=one.pk).update(pair=one.pair, void=False)


def _sign_anew(play: Play) -> None:
    """Who signed has signed another pair's sheet; a confirmed result stays confirmed."""
    if not play.view.is_confirmed:
        play.game.signatures.all().delete()
    play.game.version += 1
    play.game.save(update_fields=["version"])


# --- Past its end --------------------------------------------------------------------------------


def strike(game_id: int, entry: HandEntry, **sent: Unpack[SentForGame]) -> None:
    """A hand that was played after the end is on the sheet and does not count (D 12). After a correction by which the
    game had not ended, it counts by itself; after an end by time it does not.

    Raises RuleError("game_goes_on") and what `hand_of` refuses.
    """
    with playing(game_id, "strike", entry, **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        ending = play.view.sheet.ending
        if ending is None:
            raise RuleError("game_goes_on", "E 12.3")
        hand = hand_of(entry, play.view.regulation)
        if ending.reason in list(Stopped):
            hand = replace(hand, kind=HandKind.STRUCK)
        last = play.hands[-1].client_id if play.hands else ""
        write_row(play, hand, sent.get("client_id") or secrets.token_hex(8), last)
        play.settle()
        points = list(hand.points)
        play.log(
            "strike", after={"hand": None, "bid": hand.bid.value, "points": points, "kind": hand.kind.value}
        )


# --- Not played at all ---------------------------------------------------------------------------


def go_before_play(
    game_id: int,
    number: int,
    *,
    reason: str,
    withdraws: bool,
    moves_in: bool,
    **sent: Unpack[SentForGame],
) -> None:
    """A pair is gone after the publication, before its game has begun. Its opponent wins without play (E 13.3), or, as
    `moves_in` says, meets the pair that rests: then the pair that is gone misses the round (D 13).

    `withdraws`: it is in no further draw either.
    Raises RuleError("pair_not_in_round" | "game_begun" | "nobody_rests") besides those of `check_mending`.
    """
    about = (number, reason, withdraws, moves_in)
    with playing(game_id, "go_before_play", *about, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        _round_of(play, reason)
        side = side_of(play.view, number)
        if side is None or play.game.table is None:
            raise RuleError("pair_not_in_round", "E 12.1", pair=number)
        if play.hands or play.view.typed is not None:
            raise RuleError("game_begun", "E 17.2")
        pair = play.act.championship.pairs.get(number=number)
        if withdraws and pair.state in DRAWN_STATES:
            change_state(play.act, pair, Pair.State.WITHDRAWN, what="withdraw", reason=reason)
        if moves_in:
            _move_in(play, pair, reason=reason)
        else:
            lose_unplayed(play, side, reason=reason)


def _move_in(play: Play, gone: Pair, *, reason: str) -> None:
    """The pair that rests takes the empty seat, and nobody rests."""
    round_, table = play.game.round, _table_of(play)
    before = seating_of(round_)
    if before.bye is None:
        raise RuleError("nobody_rests", "D 4", round=round_.number)
    (stays,) = set(before.tables[table]) - {gone.number}
    after = Seating({**before.tables, table: (stays, before.bye)}, None)
    given = pairing_input(round_.championship, round_.number, among={stays, before.bye})
    after = in_rank_order(after, given)
    reseat(play.act, round_, before, after, what="move_in", reason=reason, annulled={table})
    Absence.objects.filter(pair=gone, round_number=round_.number).update(reason=Absence.Reason.LEFT)
