"""A draft changed by hand: pairs exchanged, tables broken and made anew, who rests, the rest drawn again (E 17.2).

Nothing is refused here because it is worse than the draw: what it gives up is shown, and said at the publication.
"""

from collections.abc import Callable, Collection
from typing import Any, Unpack

from scoring.errors import RuleError
from tournament.core.pairing import PairingInput, as_record
from tournament.core.seating import Seating, at_fixed_tables, numbered
from tournament.models import Pair, Round
from tournament.queries.drawing import (
    drawn,
    fixed_tables,
    is_as_drawn,
    kept,
    made_of,
    pairing_input,
    seating_of,
)
from tournament.services.pairs import refuse_changed
from tournament.services.seating import changed_tables, in_rank_order, make_games
from tournament.services.writing import (
    Act,
    Sent,
    SentForRound,
    refuse_finished,
    refuse_stale,
    writing,
    writing_round,
)

AS_DRAWN = ("input", "pairing", "kept", "seen")


def exchange(round_id: int, one: int, other: int, **sent: Unpack[SentForRound]) -> None:
    """Two pairs take each other's place: a table, the rest, or none.

    Raises RuleError("pair_not_in_round" | "same_meeting" | "round_published" | "stale_version"), as all of these.
    """
    _change(round_id, "exchange", (one, other), lambda seating, _: seating.exchanged(one, other), **sent)


def join(round_id: int, one: int, other: int, **sent: Unpack[SentForRound]) -> None:
    """Two pairs meet; whom they leave alone has no place."""
    _change(
        round_id,
        "join",
        (one, other),
        lambda seating, fixed: seating.joined(one, other, taken=fixed),
        **sent,
    )


def part(round_id: int, *tables: int, **sent: Unpack[SentForRound]) -> None:
    """Tables are broken up. Raises RuleError("table_unknown")."""

    def parted(seating: Seating, _: Collection[int]) -> Seating:
        for table in tables:
            seating = seating.parted(table)
        return seating

    _change(round_id, "part", tables, parted, **sent)


def rest(round_id: int, number: int, **sent: Unpack[SentForRound]) -> None:
    """This pair rests; who rested takes its place. Raises RuleError("rests_already")."""
    _change(round_id, "rest", (number,), lambda seating, _: seating.rested(number), **sent)


def _change(
    round_id: int,
    what: str,
    about: tuple[int, ...],
    changed: Callable[[Seating, Collection[int]], Seating],
    **sent: Unpack[SentForRound],
) -> None:
    version = sent.pop("version", None)
    with writing_round(round_id, what, *about, **sent) as (act, round_):
        if act.is_repeat:
            return
        _check(round_, version)
        stored, given = seating_of(round_), pairing_input(act.championship, round_.number)
        fixed = fixed_tables(act.championship)
        after = changed(stored.among(_numbers(given)), fixed.values())
        _note_step(round_, what, about, stored)
        round_.reasons["seen"] = as_record(given)
        tables = at_fixed_tables(in_rank_order(after, given).tables, fixed)
        _put(act, round_, before=stored, after=Seating(tables, after.bye, after.loose), what=what)


def _numbers(given: PairingInput) -> list[int]:
    return [entrant.number for entrant in given.entrants]


def draw_rest(
    round_id: int,
    tables: Collection[int] = (),
    *,
    with_bye: bool | None = False,
    **sent: Unpack[SentForRound],
) -> None:
    """The pairs of these tables and those without a place are drawn; all other meetings are kept, and their tables.

    A pair that came since is drawn, one that left is not. Who rests goes on resting, unless `with_bye`; None lets the
    number decide.
    Raises RuleError("nothing_to_draw" | "odd_rest" | "no_pairing") besides.
    """
    version = sent.pop("version", None)
    with writing_round(round_id, "draw_rest", *sorted(tables), with_bye, **sent) as (act, round_):
        if act.is_repeat:
            return
        _check(round_, version)
        stored, given = seating_of(round_), pairing_input(act.championship, round_.number)
        held = stored.among(_numbers(given))
        for table in set(tables) & set(held.tables):
            held = held.parted(table)
        held = _bye_released(held, with_bye)
        if not held.loose and is_as_drawn(round_, given):
            raise RuleError("nothing_to_draw", "E 12.1", round=round_.number)
        _note_step(round_, "draw_rest", tuple(sorted(tables)), stored)
        after = _drawn_beside(round_, held, given)
        _put(act, round_, before=stored, after=after, what="draw_rest")


def _bye_released(held: Seating, with_bye: bool | None) -> Seating:
    """Who rests is drawn too, where that is wished or the number asks for it."""
    is_odd = len(held.loose) % 2 == 1
    if held.bye is None or (not with_bye and not is_odd):
        return held
    if is_odd and with_bye is False:
        raise RuleError("odd_rest", "D 4", pair=held.bye, pairs=sorted(held.loose))
    return Seating(held.tables, None, held.loose | {held.bye})


def _drawn_beside(round_: Round, held: Seating, given: PairingInput) -> Seating:
    championship, made = round_.championship, made_of(held)
    given = kept(given, made)
    pairing = drawn(given)
    round_.reasons.pop("seen", None)
    round_.reasons |= {
        "input": as_record(given),
        "pairing": pairing.as_dict(),
        "kept": {"meetings": [list(meeting) for meeting in made.meetings], "bye": made.bye},
    }
    stays = {frozenset(meeting) for meeting in held.meetings}
    new = [meeting for meeting in pairing.meetings if frozenset(meeting) not in stays]
    tables = numbered(
        new,
        fixed_tables(championship),
        keeps_free=championship.keeps_fixed_tables,
        taken=held.tables.keys(),
    )
    return Seating({**held.tables, **tables}, pairing.bye)


def take_back_step(round_id: int, **sent: Unpack[SentForRound]) -> None:
    """The last change by hand is undone. Raises RuleError("no_step")."""
    version = sent.pop("version", None)
    with writing_round(round_id, "take_back_step", **sent) as (act, round_):
        if act.is_repeat:
            return
        _check(round_, version)
        steps = round_.reasons.get("steps", [])
        if not steps:
            raise RuleError("no_step", "E 12.1", round=round_.number)
        last = steps.pop()
        for name in AS_DRAWN:
            round_.reasons.pop(name, None)
        round_.reasons |= {**last["drawn"], "steps": steps}
        was = last["before"]
        tables = {table: (a, b) for table, a, b in was["tables"]}
        _put(act, round_, before=seating_of(round_), after=Seating(tables, was["bye"]), what="take_back")


def place(round_id: int, typed: Seating, *, reason: str = "", **sent: Unpack[SentForRound]) -> None:
    """Everybody where a round that was made by hand has them, at the tables that were given out.

    Raises RuleError("pair_not_in_round" | "pairs_unseated") where it is not whole, and *"met_already" | "kept_apart":
    with a reason anybody may meet anybody (E 17.2).
    """
    version = sent.pop("version", None)
    about = sorted(typed.tables.items()), typed.bye, reason
    with writing_round(round_id, "place", *about, **sent) as (act, round_):
        if act.is_repeat:
            return
        _check(round_, version)
        stored, given = seating_of(round_), pairing_input(act.championship, round_.number)
        _check_placed(given, typed)
        if not reason:
            _check_meetings(given, typed)
        _note_step(round_, "place", (), stored)
        round_.reasons["seen"] = as_record(given)
        _put(act, round_, before=stored, after=typed, what="place", reason=reason)


def _check_placed(given: PairingInput, typed: Seating) -> None:
    present = set(_numbers(given))
    if strange := sorted(typed.numbers - present):
        raise RuleError("pair_not_in_round", "E 12.1", pair=strange[0])
    if missing := sorted((present - typed.numbers) | typed.loose):
        raise RuleError("pairs_unseated", "E 12.1", pairs=missing)


def _check_meetings(given: PairingInput, typed: Seating) -> None:
    for a, b in typed.meetings:
        if frozenset((a, b)) in given.forbidden:
            raise RuleError("kept_apart", "E 17.2", a=a, b=b)
        if given.met.get(frozenset((a, b))):
            raise RuleError("met_already", "E 12.1", a=a, b=b)


def fix_table(pair_id: int, table: int | None, *, version: int | None = None, **sent: Unpack[Sent]) -> None:
    """Where a pair always sits (None: nowhere in particular). A draft is numbered anew by it.

    Raises RuleError("fixed_table_taken"), "stale_version" when somebody else changed the pair meanwhile.
    """
    championship_id = Pair.objects.values_list("championship_id", flat=True).get(pk=pair_id)
    with writing(championship_id, "fix_table", pair_id, table, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        pair = Pair.objects.get(pk=pair_id)
        refuse_changed(pair, version)
        other = (
            act.championship.pairs.exclude(pk=pair_id).filter(fixed_table=table).first() if table else None
        )
        if other is not None:
            raise RuleError("fixed_table_taken", field="fixed_table", table=table, number=other.number)
        before, pair.fixed_table = pair.fixed_table, table
        pair.version += 1
        pair.save()
        act.log(
            "fix_table",
            pair_number=pair.number,
            before={"fixed_table": before},
            after={"fixed_table": table},
        )
        draft = act.championship.rounds.filter(state=Round.State.DRAFT).first()
        if draft is not None:
            draft.championship = act.championship
            _number_anew(act, draft)


def _number_anew(act: Act, round_: Round) -> None:
    before = seating_of(round_)
    tables = at_fixed_tables(before.tables, fixed_tables(act.championship))
    after = Seating(tables, before.bye, before.loose)
    if changed_tables(before, after):
        _put(act, round_, before=before, after=after, what="fix_table")


def _check(round_: Round, version: int | None) -> None:
    if round_.state != Round.State.DRAFT:
        raise RuleError("round_published", "E 13.3", round=round_.number)
    refuse_stale(round_, version)


def _note_step(round_: Round, what: str, about: tuple[int, ...], before: Seating) -> None:
    """What was done and how it was before, so that it can be undone."""
    step: dict[str, Any] = {
        "what": what,
        "about": list(about),
        "before": {"tables": [[t, *meeting] for t, meeting in before.tables.items()], "bye": before.bye},
        "drawn": {name: round_.reasons[name] for name in AS_DRAWN if name in round_.reasons},
    }
    round_.reasons["steps"] = [*round_.reasons.get("steps", []), step]


def _put(act: Act, round_: Round, *, before: Seating, after: Seating, what: str, reason: str = "") -> None:
    """Games as the seating now is; sheets of tables that did not change stay good."""
    changed = changed_tables(before, after)
    round_.games.filter(table__in=changed).delete()
    if before.bye != after.bye:
        round_.games.filter(table=None).delete()
    make_games(round_, before, after)
    round_.version += 1
    round_.save()
    act.log(
        "change_draft",
        round_number=round_.number,
        before=_shown(before, changed, other=after),
        after={"change": what, **_shown(after, changed, other=before)},
        reason=reason,
    )


def _shown(seating: Seating, changed: list[int], *, other: Seating) -> dict[str, Any]:
    """The tables that changed, and who rests where that changed, for the log."""
    meetings = {str(table): list(seating.tables[table]) for table in changed if table in seating.tables}
    return {"meetings": meetings} | ({} if seating.bye == other.bye else {"rests": seating.bye})
