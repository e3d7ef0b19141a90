"""A confirmed sheet corrected in one step, and the same tried out beforehand: nothing is written until it is saved."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from django.db import transaction
from django.db.models import F

from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.sheets import Hand, HandKind, Side
from tournament.core.corrections import REACH, Again, aligned, rank_moves
from tournament.core.seating import Seating
from tournament.models import Game, PlayedHand
from tournament.queries import corrections as queries
from tournament.queries.corrections import Change, Effect, Moved, Plan, Stand
from tournament.queries.games import game_to_write, games_of_round
from tournament.queries.infractions import owned_rows_of
from tournament.queries.meetings import PairName, names_of
from tournament.services.breaking import DECIDABLE, broken_by, early_end
from tournament.services.games import RULINGS, check_award, freeze
from tournament.services.hands import HandEntry, columns_of, hand_of, most_hands, stored_entry
from tournament.services.notices import announce
from tournament.services.playing import Play, SentForGame, playing, refuse_unplayed
from tournament.services.repairs import Redrawn, reseat, seated_again
from tournament.services.seating import changed_tables

OUT_OF_THE_WAY = 1000  # a row's place on the sheet is taken while the rows move; no sheet has so many


@dataclass(frozen=True)
class CorrectedSheet:
    """The whole sheet as it shall stand: its rows, typed totals where there are any, who won the opening draw, how it
    ended before its time ("" where it did not), and the number of the last hand, if one was announced (D 2)."""

    rows: tuple[HandEntry, ...] = ()
    totals: tuple[int, int] | None = None
    opening_draw: str = ""
    stopped: str = ""
    last_hand: int | None = None


@dataclass(frozen=True)
class CorrectedRuling:
    """A result that nobody played, as it shall stand: a kind of game with the side that wins a walkover, or with the
    points and the doubled wins of an awarded one (E 13.3, E 17.2)."""

    kind: str
    winner: str = ""
    points: tuple[int, int] = (0, 0)
    wins2: tuple[int, int] = (0, 0)


Corrected = CorrectedSheet | CorrectedRuling


@dataclass(frozen=True)
class Decision:
    """What becomes of the round in play: `tables` are those that would change, as whoever decides has seen them."""

    again: Again = Again.KEEP
    tables: tuple[int, ...] = ()


KEEP = Decision()


def correct(
    game_id: int,
    sheet: Corrected,
    *,
    reason: str,
    announcement: str = "",
    decision: Decision = KEEP,
    decided: Collection[str] = (),
    **sent: Unpack[SentForGame],
) -> None:
    """A confirmed game gets another sheet and stays confirmed, with the result that follows; only how the sheet stands
    in the end is checked. Tables of the round in play are drawn again where that was decided. `decided` are the codes
    of what the sheet breaks and the organiser lets stand, having read it (E 17.2); the log keeps their articles.

    Raises RuleError("reason_missing" | "game_not_confirmed" | "game_not_played" | "nothing_corrected" |
    "sanction_row" | "infraction_row" | "last_hand_number" | "correction_outdated" | "stale_version"), what `hand_of`
    refuses with the `row`, and what `confirm` refuses; of a ruling "no_ruling", "game_begun" and what `award` refuses;
    each of `DECIDABLE` that is not in `decided`.
    """
    about = (sheet, decision, sorted(decided), reason, announcement)
    with playing(game_id, "correct", *about, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        if not reason.strip():
            raise RuleError("reason_missing", "E 17.2", field="reason")
        before = queries.stand_after(play.game.round) if decision.again != Again.KEEP else None
        _rewrite(play, sheet, reason.strip(), decided)
        if before is not None:
            _draw_again(play, before, decision, reason.strip())
        announce(play.act, announcement)


def rehearse(game_id: int, sheet: Corrected, **sent: Unpack[SentForGame]) -> Effect:
    """What the correction would move: it is carried out, looked at and undone, so that nothing can come out otherwise
    when it is saved. Writes nothing, and nobody waits for its draws: they are made of values, after the transaction.

    Raises the RuleErrors of `correct`.
    """
    with transaction.atomic():
        with playing(game_id, "rehearse", sheet, confirmed=True, **sent) as play:
            championship, before = play.act.championship, game_to_write(play.act.championship, game_id)
            stood = queries.stand_after(play.game.round)
            broken = _rewrite(play, sheet, "")
            after, stands = game_to_write(championship, game_id), queries.stand_after(play.game.round)
        transaction.set_rollback(True)
    moved, names = queries.moved_by(stood, stands), names_of(championship)
    return Effect(
        before=before,
        after=after,
        names=names,
        ranks=rank_moves(stood.ranks, stands.ranks),
        round=stands.round,
        moved=moved,
        plans=_plans(stands, moved, names),
        broken=broken,
    )


def _rewrite(
    play: Play, corrected: Corrected, reason: str, decided: Collection[str] = DECIDABLE
) -> tuple[RuleError, ...]:
    """Write it; returns what it breaks that did not stand there before."""
    if not play.view.is_confirmed:
        raise RuleError("game_not_confirmed", "E 15.2.7")
    early = early_end(play, play.game.ended_at or play.act.now)
    stood = broken_by(play.view, early)
    logged = _as_logged if isinstance(corrected, CorrectedSheet) else _as_ruled
    before = logged(play)
    if isinstance(corrected, CorrectedSheet):
        _rewrite_sheet(play, corrected)
    else:
        _rule_anew(play, corrected, reason)
    after = logged(play)
    if after == before:
        raise RuleError("nothing_corrected", "E 17.2")
    was, view = list(play.view.counted or ()), play.settle()
    result = freeze(play, view)
    broken = tuple(each for what, each in broken_by(view, early).items() if what not in stood)
    _log(play, (before | {"points": was}, after | {"points": list(result.points)}), reason, broken, decided)
    return broken


def _log(
    play: Play,
    facts: tuple[dict[str, Any], dict[str, Any]],
    reason: str,
    broken: Sequence[RuleError],
    decided: Collection[str],
) -> None:
    """With the articles that the organiser has set aside. Raises what is broken and was not decided."""
    for refusal in broken:
        if refusal.code not in decided:
            raise refusal
    before, after = facts
    if broken:
        after["decided"] = sorted({each.article.removeprefix("E ") for each in broken})
    play.log("correct", before=before, after=after, reason=reason)


def _rewrite_sheet(play: Play, sheet: CorrectedSheet) -> None:
    refuse_unplayed(play.view)
    _check_last_hand(play, sheet.last_hand)
    _replace_rows(play, sheet.rows)
    game = play.game
    game.typed_a, game.typed_b = sheet.totals or (None, None)
    game.opening_draw, game.stopped = sheet.opening_draw, sheet.stopped
    game.last_hand = sheet.last_hand
    game.last_hand_at = None if sheet.last_hand is None else game.last_hand_at or play.act.now


def _check_last_hand(play: Play, number: int | None) -> None:
    """Only the number itself: rows above it are late ones (D 12)."""
    most = most_hands(play.view.regulation)
    if number is not None and not 1 <= number <= most:
        raise RuleError("last_hand_number", "E 12.3.3", least=1, most=most, field="last_hand")


def _rule_anew(play: Play, ruling: CorrectedRuling, reason: str) -> None:
    game, kind = play.game, Game.Kind(ruling.kind)
    if game.kind not in RULINGS or kind not in RULINGS:
        raise RuleError("no_ruling", "E 17.2")
    if kind != Game.Kind.AWARDED and (play.view.hands or play.view.typed is not None):
        raise RuleError("game_begun", "E 17.2")
    is_awarded = kind == Game.Kind.AWARDED
    if is_awarded:
        check_award(ruling.points, play.view.regulation)
    game.kind = kind
    game.winner = Side(ruling.winner).value if kind == Game.Kind.WALKOVER else ""
    game.award = {"points": list(ruling.points), "wins2": list(ruling.wins2)} if is_awarded else None
    game.reason = reason if is_awarded else ""


def _as_ruled(play: Play) -> dict[str, Any]:
    return {"kind": play.game.kind, "winner": play.game.winner, **(play.game.award or {})}


def _as_logged(play: Play) -> dict[str, Any]:
    """The whole sheet, so that nothing that stood on it is lost."""
    game = play.game
    return {
        "rows": [
            {"kind": row.kind, "bid": row.bid, "points": [row.points_a, row.points_b], "maker": row.maker}
            for row in play.hands
        ],
        "totals": None if game.typed_a is None else [game.typed_a, game.typed_b],
        "side": game.opening_draw,
        "stopped": game.stopped,
        "last_hand": game.last_hand,
    }


def _replace_rows(play: Play, entries: Sequence[HandEntry]) -> None:
    """Rows that stay keep what else is known of them; infractions go along with their row."""
    old = list(play.hands)
    known = [replace(stored_entry(row), maker="") for row in old]
    places = aligned(known, entries)
    _keep_what_was_decided(play, known, entries, places)
    PlayedHand.objects.filter(game=play.game).update(sequence=F("sequence") + OUT_OF_THE_WAY)
    kept = {place: old[place].sequence for place in places if place is not None}
    PlayedHand.objects.filter(pk__in=[row.pk for at, row in enumerate(old) if at not in kept]).delete()
    play.hands = [
        _row(play, number, entry, old[place] if place is not None else None)
        for number, (entry, place) in enumerate(zip(entries, places, strict=True), start=1)
    ]
    _move_infractions(
        play, {kept[place]: number for number, place in enumerate(places, 1) if place is not None}
    )


def _row(play: Play, number: int, entry: HandEntry, row: PlayedHand | None) -> PlayedHand:
    """The stored row where it says the same, changed where it does not, else a new one."""
    if row is None:
        row = PlayedHand(game=play.game, client_id=secrets.token_hex(8), recorded_at=play.act.now)
        row.maker = ""
    if row.pk is None or replace(stored_entry(row), maker="") != entry:
        hand = _hand(replace(entry, maker=row.maker), play.view.regulation, number)
        for name, value in columns_of(hand).items():
            setattr(row, name, value)
    row.sequence = number
    row.save()
    return row


def _hand(entry: HandEntry, regulation: Regulation, number: int) -> Hand:
    """The entry as a hand, its refusals with the row. A struck one is read as if it were played."""
    is_struck = entry.kind == HandKind.STRUCK
    try:
        hand = hand_of(replace(entry, kind=HandKind.PLAYED) if is_struck else entry, regulation)
    except RuleError as refusal:
        refusal.facts["row"] = number
        raise
    return replace(hand, kind=HandKind.STRUCK) if is_struck else hand


def _keep_what_was_decided(
    play: Play, known: Sequence[HandEntry], entries: Sequence[HandEntry], places: Sequence[int | None]
) -> None:
    """A row that a sanction wrote is changed by withdrawing it, and one that an infraction names does not go (E 16);
    a sanction that no infraction owns any more is a row like any other, and no new one is typed."""
    owned = owned_rows_of(play.game)
    kept = {
        place
        for place, entry in zip(places, entries, strict=True)
        if place is not None and known[place] == entry
    }
    for at, row in enumerate(play.hands):
        if row.kind == HandKind.SANCTION and row.sequence in owned and at not in kept:
            raise RuleError("sanction_row", "E 16.2", row=at + 1)
    for at, (place, entry) in enumerate(zip(places, entries, strict=True)):
        if entry.kind == HandKind.SANCTION and (place is None or known[place].kind != HandKind.SANCTION):
            raise RuleError("sanction_row", "E 16.2", row=at + 1)
    named = set(play.game.infractions.filter(withdrawn_at=None).values_list("sequence", flat=True))
    for at, row in enumerate(play.hands):
        if row.sequence in named and at not in places:
            raise RuleError("infraction_row", "E 16", row=at + 1)


def _move_infractions(play: Play, places: dict[int, int]) -> None:
    """`places` are the rows that stay, as they were and as they are; a withdrawn infraction may lose its row."""
    for infraction in play.game.infractions.exclude(sequence=None):
        infraction.sequence = places.get(infraction.sequence)
        if "hand" in infraction.effect and infraction.sequence is not None:
            infraction.effect["hand"]["sequence"] = infraction.sequence
        infraction.save()


def _plans(stands: Stand, moved: Moved, names: dict[int, PairName]) -> tuple[Plan, ...]:
    """What may be decided besides keeping the pairing: each that comes to something else than the one before it."""
    plans: list[Plan] = []
    for again in (Again.WAITING, Again.UNCONFIRMED, Again.ALL):
        redrawn = _redrawn(stands, moved, again)
        plan = _plan(redrawn, moved, again, names) if redrawn is not None else None
        if plan is not None and plan.changes not in [each.changes for each in plans]:
            plans.append(plan)
    return tuple(plans)


def _plan(redrawn: Redrawn, moved: Moved, again: Again, names: dict[int, PairName]) -> Plan:
    before, after = redrawn.before, redrawn.after
    tables = changed_tables(before, after)
    changes = tuple(Change(t, _named(before, t, names), _named(after, t, names)) for t in tables)
    rests = names.get(after.bye or 0) if after.bye != before.bye else None
    lost = tuple(each for each in moved.tables if each.view.table in tables and each.view.has_begun)
    return Plan(again, changes, rests, lost)


def _named(seating: Seating, table: int, names: dict[int, PairName]) -> tuple[PairName, ...]:
    return tuple(names[number] for number in seating.tables.get(table, ()))


def _redrawn(stands: Stand, moved: Moved, again: Again) -> Redrawn | None:
    """These tables drawn again among themselves; None where that changes nothing or cannot be."""
    tables = [each.view.table for each in moved.of(*REACH[again]) if each.view.table is not None]
    if stands.round is None or not tables:
        return None
    try:
        redrawn = seated_again(stands.round, tables, with_bye=moved.bye, given=stands.given)
    except RuleError:
        return None
    if not changed_tables(redrawn.before, redrawn.after):
        return None
    return redrawn


def _draw_again(play: Play, before: Stand, decision: Decision, reason: str) -> None:
    """As it was decided, while it still comes to what was seen then."""
    after = queries.stand_after(play.game.round)
    if after.round is None:
        raise RuleError("correction_outdated", "E 17.2")
    redrawn = _redrawn(after, queries.moved_by(before, after), decision.again)
    if redrawn is None or tuple(changed_tables(redrawn.before, redrawn.after)) != decision.tables:
        raise RuleError("correction_outdated", "E 17.2")
    begun = {view.table for view in games_of_round(after.round) if view.has_begun}
    annulled = [table for table in decision.tables if table in begun]
    facts = {"reason": reason, "drawn_again": redrawn.drawn, "annulled": annulled}
    reseat(play.act, after.round, redrawn.before, redrawn.after, what="repair", **facts)
