"""A published pairing mended: some tables drawn again or exchanged, a late pair seated; all others stay (E 17.2)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Unpack

from scoring.errors import RuleError
from tournament.core.pairing import Pairing, PairingInput, as_record
from tournament.core.seating import Seating, lowest_free, numbered
from tournament.models import Absence, Game, Pair, Round, Seat
from tournament.queries.drawing import (
    AWAITED,
    DRAWN_STATES,
    drawn,
    fixed_tables,
    kept,
    made_of,
    pairing_input,
    seating_of,
)
from tournament.queries.games import games_of_round, regulation_of
from tournament.services.seating import changed_tables, confirm_bye, in_rank_order, make_games
from tournament.services.writing import Act, Sent, SentForRound, refuse_stale, writing_round


def repair(
    round_id: int,
    tables: Collection[int],
    *,
    reason: str,
    with_bye: bool = False,
    **sent: Unpack[SentForRound],
) -> None:
    """The pairs of these tables (and the one that rests) are drawn again among themselves, at the same tables.

    Pairs that left are not drawn. The clocks of the new games begin now.
    Raises RuleError("reason_missing" | "tables_begun" | "table_unknown" | "odd_rest" | "nothing_changes" |
    "no_pairing" | "round_not_published").
    """
    version = sent.pop("version", None)
    with writing_round(round_id, "repair", sorted(tables), with_bye, reason, **sent) as (act, round_):
        if act.is_repeat:
            return
        check_mending(round_, reason, version)
        redrawn = seated_again(round_, tables, with_bye=with_bye)
        facts = {"reason": reason, "drawn_again": redrawn.drawn}
        reseat(act, round_, redrawn.before, redrawn.after, what="repair", **facts)


@dataclass(frozen=True)
class Redrawn:
    """Some tables drawn again among themselves: from what and with which answer, and who sits where with it."""

    drawn: tuple[PairingInput, Pairing]
    before: Seating
    after: Seating


def seated_again(
    round_: Round, tables: Collection[int], *, with_bye: bool, given: PairingInput | None = None
) -> Redrawn:
    """The round as it would be with these tables (and who rests) drawn again. Writes nothing. `given` is what it would
    be drawn from, where that is not as it stands.

    Raises RuleError("table_unknown" | "odd_rest" | "no_pairing").
    """
    before = seating_of(round_)
    held = _held(round_, before, tables, with_bye=with_bye)
    given = kept(_input(round_, held) if given is None else _among(given, held.numbers), made_of(held))
    pairing = drawn(given)
    after = _seated_again(before, held, pairing, fixed=fixed_tables(round_.championship))
    return Redrawn((given, pairing), before, after)


def _held(round_: Round, before: Seating, tables: Collection[int], *, with_bye: bool) -> Seating:
    """Everything but the chosen places; whoever sat there and is still here is loose."""
    held = before
    for table in tables:
        held = held.parted(table)
    if with_bye and held.bye is not None:
        held = Seating(held.tables, None, held.loose | {held.bye})
    here = Pair.objects.filter(championship=round_.championship_id, state__in=DRAWN_STATES)
    loose = held.loose & set(here.values_list("number", flat=True))
    if len(loose) % 2 and held.bye is not None:
        raise RuleError("odd_rest", "D 4", pair=held.bye, pairs=sorted(loose))
    return Seating(held.tables, held.bye, loose)


def _input(round_: Round, held: Seating) -> PairingInput:
    return pairing_input(round_.championship, round_.number, among=held.numbers)


def _among(given: PairingInput, numbers: Collection[int]) -> PairingInput:
    """The same for these pairs alone; what names another one waits."""
    return replace(
        given,
        entrants=tuple(entrant for entrant in given.entrants if entrant.number in numbers),
        forbidden=frozenset(both for both in given.forbidden if both <= set(numbers)),
        forced=tuple(both for both in given.forced if set(both) <= set(numbers)),
        forced_bye=given.forced_bye if given.forced_bye in numbers else None,
    )


def _seated_again(before: Seating, held: Seating, pairing: Pairing, *, fixed: dict[int, int]) -> Seating:
    stays = {frozenset(meeting) for meeting in held.meetings}
    new = [meeting for meeting in pairing.meetings if frozenset(meeting) not in stays]
    free = [table for table in before.tables if table not in held.tables]
    while len(free) < len(new):
        free.append(lowest_free([*held.tables, *free]))
    return Seating({**held.tables, **numbered(new, fixed, only=free)}, pairing.bye)


def exchange(round_id: int, one: int, other: int, *, reason: str, **sent: Unpack[SentForRound]) -> None:
    """Two pairs of games that have not begun take each other's place.

    Raises RuleError("pair_not_in_round" | "same_meeting") besides those of `repair`.
    """
    version = sent.pop("version", None)
    with writing_round(round_id, "exchange_published", one, other, reason, **sent) as (act, round_):
        if act.is_repeat:
            return
        check_mending(round_, reason, version)
        before = seating_of(round_)
        after = in_rank_order(before.exchanged(one, other), _input(round_, before))
        reseat(act, round_, before, after, what="exchange", reason=reason)


def seat_late(round_id: int, one: int, other: int, *, reason: str = "", **sent: Unpack[Sent]) -> None:
    """A pair that comes late meets the one that rests, or another late one, at a free table (D 13, E 13.3).

    Raises RuleError("pair_seated" | "pair_not_present" | "too_late" | "met_already"); the last two not with a reason.
    """
    with writing_round(round_id, "seat_late", one, other, reason, **sent) as (act, round_):
        if act.is_repeat:
            return
        if round_.state != Round.State.PUBLISHED or round_.published_at is None:
            raise RuleError("round_not_published", "E 12.1", round=round_.number)
        before = seating_of(round_)
        for number in (one, other):
            _check_unseated(round_, before, number)
        if not reason.strip():
            _check_in_time(act, round_)
            _check_not_met(round_, one, other)
        widened = Seating(before.tables, before.bye, frozenset({one, other}) - {before.bye})
        taken = fixed_tables(act.championship).values() if act.championship.keeps_fixed_tables else ()
        after = in_rank_order(widened.joined(one, other, taken=taken), _input(round_, widened))
        come = act.championship.pairs.filter(AWAITED, number__in=(one, other))
        Pair.objects.filter(pk__in=list(come.values_list("pk", flat=True))).update(state=Pair.State.PRESENT)
        reseat(act, round_, before, after, what="seat_late", reason=reason)


def _check_unseated(round_: Round, seating: Seating, number: int) -> None:
    table = seating.table_of(number)
    if table is not None:
        raise RuleError("pair_seated", "D 13", pair=number, round=round_.number, table=table)
    pairs = Pair.objects.filter(championship=round_.championship_id, state__in=DRAWN_STATES)
    if not pairs.filter(number=number).exists():
        raise RuleError("pair_not_present", "D 13", pair=number)


def _check_in_time(act: Act, round_: Round) -> None:
    minutes = regulation_of(act.championship).no_show_minutes
    since = act.now - (round_.published_at or act.now)
    if since >= timedelta(minutes=minutes):
        raise RuleError("too_late", "E 13.3", minutes=minutes, since=since // timedelta(minutes=1))


def _check_not_met(round_: Round, one: int, other: int) -> None:
    given = pairing_input(round_.championship, round_.number, among={one, other})
    if given.met.get(frozenset((one, other))):
        raise RuleError("met_already", "E 12.1", a=one, b=other)
    if frozenset((one, other)) in given.forbidden:
        raise RuleError("kept_apart", "E 12.1", a=one, b=other)


def check_mending(round_: Round, reason: str, version: int | None = None) -> None:
    """Raises RuleError("round_not_published" | "reason_missing" | "stale_version")."""
    if round_.state != Round.State.PUBLISHED:
        raise RuleError("round_not_published", "E 12.1", round=round_.number)
    if not reason.strip():
        raise RuleError("reason_missing", "E 17.2", field="reason")
    refuse_stale(round_, version)


def reseat(
    act: Act,
    round_: Round,
    before: Seating,
    after: Seating,
    *,
    what: str,
    reason: str,
    drawn_again: tuple[PairingInput, Pairing] | None = None,
    annulled: Collection[int] = (),
) -> None:
    """Old games of the changed places are void and stay as a trace; new ones begin now. So do those of the tables that
    are `annulled`, whoever sits there and whatever was played.
    """
    changed = sorted({*changed_tables(before, after), *annulled})
    if not changed and before.bye == after.bye:
        raise RuleError("nothing_changes", "E 12.1", round=round_.number)
    _check_none_begun(round_, set(changed) - set(annulled))
    emptied = Seating({t: pairs for t, pairs in before.tables.items() if t not in annulled}, before.bye)
    note: dict[str, Any] = {
        "what": what,
        "at": act.now.isoformat(),
        "reason": reason.strip(),
        "tables": [table for table in changed if table in after.tables],
        "voided": _void(act, round_, changed, bye=before.bye != after.bye, reason=reason.strip()),
        "made": make_games(round_, emptied, after, zero_at=act.now),
    }
    confirm_bye(round_, act.now)
    note["absences"] = _settle_absences(round_, before, after)
    note |= _record(drawn_again, before, after) if drawn_again is not None else {}
    round_.reasons["repairs"] = [*round_.reasons.get("repairs", []), note]
    round_.version += 1
    round_.save()
    act.log(
        what,
        round_number=round_.number,
        before={"meetings": _meetings(before, changed), "rests": before.bye},
        after={"meetings": _meetings(after, changed), "rests": after.bye},
        reason=reason.strip(),
    )


def _record(drawn_again: tuple[PairingInput, Pairing], before: Seating, after: Seating) -> dict[str, Any]:
    """What was drawn from what, and which places were held fast."""
    given, pairing = drawn_again
    changed = changed_tables(before, after)
    stays = [list(meeting) for table, meeting in before.tables.items() if table not in changed]
    return {
        "input": as_record(given),
        "pairing": pairing.as_dict(),
        "kept": {"meetings": stays, "bye": before.bye if before.bye == after.bye else None},
    }


def _meetings(seating: Seating, tables: Collection[int]) -> dict[str, list[int]]:
    return {str(table): list(seating.tables[table]) for table in tables if table in seating.tables}


def _void(act: Act, round_: Round, tables: Collection[int], *, bye: bool, reason: str) -> list[int]:
    games = Game.objects.filter(round=round_, voided_at=None)
    changed = games.filter(table__in=tables) | (games.filter(table=None) if bye else games.none())
    numbers = list(changed.values_list("pk", flat=True))
    Seat.objects.filter(game__in=numbers).update(void=True)
    Game.objects.filter(pk__in=numbers).update(voided_at=act.now, reason=reason)
    return numbers


def take_back(round_id: int, **sent: Unpack[SentForRound]) -> None:
    """The last mending is undone while none of its games has begun: the old games, their sheets and clocks hold again.

    Raises RuleError("nothing_mended" | "tables_begun" | "tables_changed" | "round_not_published").
    """
    version = sent.pop("version", None)
    with writing_round(round_id, "take_back_repair", **sent) as (act, round_):
        if act.is_repeat:
            return
        refuse_stale(round_, version)
        done = round_.reasons.get("repairs", [])
        if round_.state != Round.State.PUBLISHED:
            raise RuleError("round_not_published", "E 12.1", round=round_.number)
        if not done:
            raise RuleError("nothing_mended", "E 17.2", round=round_.number)
        last = done.pop()
        made = Game.objects.filter(pk__in=last["made"])
        _check_none_begun(round_, made.exclude(table=None).values_list("table", flat=True))
        _check_not_overtaken(round_, last)
        before, wrote = seating_of(round_), last["absences"]
        Seat.objects.filter(game__in=last["made"]).update(void=True)
        made.update(voided_at=act.now)
        Game.objects.filter(pk__in=last["voided"]).update(voided_at=None, reason="")
        Seat.objects.filter(game__in=last["voided"]).update(void=False)
        after = seating_of(round_)
        _settle_absences(round_, before, after, again=wrote)
        round_.reasons["repairs"] = done
        round_.version += 1
        round_.save()
        changed = changed_tables(before, after)
        act.log(
            "take_back_repair",
            round_number=round_.number,
            before={"reason": last["reason"], "meetings": _meetings(before, changed), "rests": before.bye},
            after={"meetings": _meetings(after, changed), "rests": after.bye},
        )


def _check_not_overtaken(round_: Round, last: Mapping[str, Any]) -> None:
    """Nobody else sits at the old tables by now, and none of their pairs elsewhere: tables were exchanged since."""
    old = Game.objects.filter(pk__in=last["voided"])
    others = Seat.objects.filter(round=round_, void=False).exclude(game__in=last["made"])
    at_tables = others.filter(game__table__in=old.exclude(table=None).values("table"))
    seated = others.filter(pair__in=Seat.objects.filter(game__in=old).values("pair"))
    taken = set((at_tables | seated).exclude(game__table=None).values_list("game__table", flat=True))
    if taken:
        raise RuleError("tables_changed", "E 17.2", tables=sorted(taken))


def _check_none_begun(round_: Round, tables: Collection[int]) -> None:
    begun = [view.table for view in games_of_round(round_) if view.table in tables and view.has_begun]
    if begun:
        raise RuleError("tables_begun", "E 13.3", tables=begun)


def _settle_absences(
    round_: Round, before: Seating, after: Seating, *, again: Collection[tuple[int, str, bool]] = ()
) -> list[tuple[int, str, bool]]:
    """Who has a seat now misses nothing; who lost it misses the round, having left or come late (D 13).

    `again` are rows that stood before, to be as they were. Returns the rows that went: pair, reason, by publication.
    """
    championship = round_.championship
    absences = Absence.objects.filter(pair__championship=championship, round_number=round_.number)
    seated = after.numbers - after.loose
    going = absences.filter(pair__number__in=seated - before.numbers)
    gone = list(going.values_list("pair__number", "reason", "by_publication"))
    going.delete()
    was = {number: (reason, by_publication) for number, reason, by_publication in again}
    wins2, points_for, points_against = regulation_of(championship).missed_round
    for pair in championship.pairs.filter(number__in=before.numbers - seated):
        usual = Absence.Reason.LATE if pair.state in DRAWN_STATES else Absence.Reason.LEFT
        reason, by_publication = was.get(pair.number, (usual, True))
        Absence.objects.create(
            pair=pair,
            round_number=round_.number,
            reason=reason,
            wins2=wins2,
            points_for=points_for,
            points_against=points_against,
            by_publication=by_publication,
        )
    return gone
