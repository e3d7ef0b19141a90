"""Record an infraction with what follows from it, and withdraw one with everything that it brought (E 16)."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Unpack

from django.db.models import F

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.infractions import Complainant, Proposal, Sanction
from scoring.regulation import Regulation
from scoring.sheets import Hand, HandKind, Side
from tournament.models import Absence, Game, Infraction, Pair, PlayedHand, Round
from tournament.queries.faults import history_of
from tournament.queries.games import GameView, game_to_write, regulation_of
from tournament.queries.infractions import (
    Charge,
    bid_of,
    decided,
    hand_kind,
    next_row_of,
    proposed,
    sanctions_of_hand,
    side_of,
)
from tournament.services.hands import columns_of, write_row
from tournament.services.leaving import change_state, end_games, resume_game
from tournament.services.playing import Play, SentForGame, playing, refuse_unplayed
from tournament.services.writing import Act, Sent, refuse_finished, writing, writing_where


def record_infraction(
    championship_id: int, charge: Charge, *, game_id: int | None = None, **sent: Unpack[SentForGame]
) -> int:
    """One record, at a table or outside a game, and what follows from it: the row of the sheet (E 16.2.2), the
    expulsion with the score of D 8 (E 16.2.1). Returns the id of the record.

    Raises RuleError: what `proposed` and `decided` refuse; "pair_not_here"; of the sheet "game_confirmed", "hand_gone",
    "sheet_over", "totals_without_hands", "game_not_played"; "pair_expelled" where it is out already.
    """
    with _opened(championship_id, game_id, charge, sent) as (act, play):
        if act.is_repeat:
            return int(act.answer["infraction"])
        pair, side = _accused(act, charge, play)
        regulation = play.view.regulation if play else regulation_of(act.championship)
        history = history_of(pair, play.game if play else None)
        asked = proposed(charge, history, regulation=regulation, view=play.view if play else None)
        proposal = decided(charge, asked)
        effect = _carry_out(act, pair, charge, proposal=proposal, play=play, side=side)
        row = _write_down(act, pair, charge, proposal=proposal, play=play, side=side, effect=effect)
        act.answer = {"infraction": row.pk}
        return row.pk


@contextmanager
def _opened(
    championship_id: int, game_id: int | None, charge: Charge, sent: SentForGame
) -> Iterator[tuple[Act, Play | None]]:
    """The write to the game, or to the championship where it was outside one."""
    if game_id is not None:
        with playing(game_id, "record_infraction", charge, confirmed=True, **sent) as play:
            yield play.act, play
        return
    sent.pop("version", None)
    with writing(championship_id, "record_infraction", charge, **sent) as act:
        if not act.is_repeat:
            refuse_finished(act.championship)
        yield act, None


def _accused(act: Act, charge: Charge, play: Play | None) -> tuple[Pair, Side | None]:
    """The pair and its side; at a table it is one of the two that sit there."""
    pair = act.championship.pairs.filter(number=charge.pair).first()
    if pair is None or (play and side_of(play.view, charge.pair) is None):
        raise RuleError("pair_not_here", "E 16", number=charge.pair)
    return pair, side_of(play.view, charge.pair) if play else None


def _write_down(
    act: Act,
    pair: Pair,
    charge: Charge,
    *,
    proposal: Proposal,
    play: Play | None,
    side: Side | None,
    effect: dict[str, Any],
) -> Infraction:
    row = Infraction.objects.create(
        championship=act.championship,
        pair=pair,
        player=charge.player,
        game=play.game if play else None,
        side=side or "",
        round_number=play.game.round.number if play else _round_now(act),
        sequence=effect["hand"]["sequence"] if "hand" in effect else charge.sequence,
        code=proposal.code,
        escalated_from=proposal.escalated_from or "",
        article=charge.article.strip(),
        severity=proposal.severity,
        sanction=proposal.sanction,
        share=proposal.share,
        points=proposal.points,
        moment=proposal.moment,
        complained_by=_complained_by(charge, side),
        told=charge.told.strip(),
        reason=charge.reason.strip(),
        effect=effect,
        decided_by_id=act.actor.user.pk if act.actor.user else None,
        at=act.now,
    )
    _touch(row)
    _log(act, row, "record_infraction", after=_logged(row), reason=row.reason)
    return row


def _touch(row: Infraction) -> None:
    """The sheet says something else now, whether its hands changed or not."""
    Game.objects.filter(pk=row.game_id).update(version=F("version") + 1)


def _round_now(act: Act) -> int:
    """The round in play, or the last one there was."""
    drawn = act.championship.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return drawn.number if drawn else 0


def _complained_by(charge: Charge, side: Side | None) -> str:
    if charge.complainant == Complainant.ORGANISATION:
        return Infraction.Complainant.ORGANISATION
    return side.other.value if side else Infraction.Complainant.OTHER_PAIR


def _log(act: Act, row: Infraction, what: str, **facts: Any) -> None:
    where = {"round_number": row.round_number or None, "table": row.game.table if row.game else None}
    act.log(what, pair_number=row.pair.number, **where, **facts)


def _logged(row: Infraction) -> dict[str, Any]:
    facts = {
        "infraction": row.code,
        "escalated_from": row.escalated_from,
        "severity": row.severity,
        "share": row.share,
        "sanction_points": row.points,
        "told": row.told,
    }
    return {name: value for name, value in facts.items() if value}


# --- What follows from it -----------------------------------------------------------------------


def _carry_out(
    act: Act, pair: Pair, charge: Charge, *, proposal: Proposal, play: Play | None, side: Side | None
) -> dict[str, Any]:
    """What is written because of it, with what stood there before."""
    effect: dict[str, Any] = {"other": [each.value for each in proposal.effects]}
    if play is not None and charge.sequence is None:
        effect["next_row"] = next_row_of(play.view)
    if charge.bars_suit:
        effect["bars_suit"] = True
    if proposal.sanction is Sanction.EXPULSION:
        return effect | _expel(act, pair, reason=charge.reason)
    kind = hand_kind(charge, proposal)
    if kind is not None and play is not None and side is not None and not charge.is_on_sheet:
        bid = bid_of(charge, play.view) or Bid.TRUMP
        effect["hand"] = _write_hand(
            play, charge, _row(kind, bid, proposal, to=side.other, regulation=play.view.regulation)
        )
    return effect


def _expel(act: Act, pair: Pair, *, reason: str) -> dict[str, Any]:
    """In no further draw, and the games that it is playing are lost (E 16.2.1, D 8)."""
    if pair.state == Pair.State.EXPELLED:
        raise RuleError("pair_expelled", "E 16.2.1", number=pair.number)
    before = pair.state
    change_state(act, pair, Pair.State.EXPELLED, what="expel", reason=reason)
    return {"pair_state": before, "games": end_games(act, pair, reason=reason)}


def _row(kind: HandKind, bid: Bid, proposal: Proposal, *, to: Side, regulation: Regulation) -> Hand:
    """The row of the sheet; a hand without a contract stands as plain trump (D 6)."""
    if kind is HandKind.SANCTION:
        return Hand.sanction(bid, to, regulation, points=proposal.points)
    return Hand.passed() if kind is HandKind.PASS else Hand(bid, (0, 0), kind=kind)


def _write_hand(play: Play, charge: Charge, hand: Hand) -> dict[str, Any]:
    """In the place of the row that was there, or the next one."""
    _check_sheet(play.view)
    row = next((each for each in play.hands if each.sequence == charge.sequence), None)
    if charge.sequence is not None and row is None:
        raise RuleError("hand_gone", "E 15.2.5", hand=charge.sequence)
    before = None if row is None else _as_played(play, row)
    if row is None:
        play.view.sheet.add(hand)
        last = play.hands[-1].client_id if play.hands else ""
        row = write_row(play, hand, secrets.token_hex(8), last)
    else:
        _put(row, columns_of(hand) | {"maker": row.maker})
    play.settle()
    return {"sequence": row.sequence, "before": before, "after": _columns_in(row)}


def _as_played(play: Play, row: PlayedHand) -> dict[str, Any] | None:
    """What the players had written there: never what another sanction wrote, which may be withdrawn first."""
    written = [each.effect["hand"] for each in sanctions_of_hand(play.game, row.sequence)]
    columns = _columns_in(row)
    return written[-1]["before"] if written and written[-1]["after"] == columns else columns


def _check_sheet(view: GameView) -> None:
    """Raises RuleError where the sheet cannot be written on; the way out is to reopen it, or to say that it stands
    there already."""
    refuse_unplayed(view)
    if view.is_confirmed:
        raise RuleError("game_confirmed", "E 15.2.7.1")
    if view.typed is not None:
        raise RuleError("totals_without_hands", "E 15.2.5", typed=view.typed)


COLUMNS = ("kind", "bid", "maker", "card_points", "points_a", "points_b")


def _columns_in(row: PlayedHand) -> dict[str, Any]:
    return {name: getattr(row, name) for name in COLUMNS}


def _put(row: PlayedHand, columns: dict[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()


# --- Withdrawing --------------------------------------------------------------------------------


def withdraw_infraction(
    infraction_id: int, *, reason: str, leaves_sheet: bool = False, **sent: Unpack[Sent]
) -> None:
    """A wrong record counts for nothing any more, and what it brought is undone: the row of the sheet is what the
    sanctions that stand make of it, else what it was, and the pair is back with its games (D 7). `leaves_sheet`: the
    sheet stays as it is, for an organiser to correct.

    A row that was new and has others after it keeps its place: passed at 0–0, or struck where it did not count.
    Raises RuleError: "infraction_gone", "infraction_withdrawn", "reason_missing"; "infraction_game_confirmed" and
    "infraction_hand_changed" of its sheet.
    """
    about = (infraction_id, reason, leaves_sheet)
    with writing_where("infraction_gone", "withdraw_infraction", *about, part="infractions", **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        row = Infraction.objects.select_related("pair", "game").filter(pk=infraction_id).first()
        if row is None:
            raise RuleError("infraction_gone", "E 16")
        if row.withdrawn_at is not None:
            raise RuleError("infraction_withdrawn", "D 7")
        if not reason.strip():
            raise RuleError("reason_missing", "D 7", field="reason")
        row.withdrawn_at, row.withdrawn_reason = act.now, reason.strip()
        row.save()
        _undo(act, row, leaves_sheet=leaves_sheet)
        _touch(row)
        _log(act, row, "withdraw_infraction", before=_logged(row), reason=row.withdrawn_reason)


def _undo(act: Act, row: Infraction, *, leaves_sheet: bool) -> None:
    if "pair_state" in row.effect:
        _take_expulsion_back(act, row)
    if "hand" in row.effect and row.game is not None and row.game.voided_at is None and not leaves_sheet:
        _restore_hand(Play(act, game_to_write(act.championship, row.game.pk)), row)


def _take_expulsion_back(act: Act, row: Infraction) -> None:
    """The pair is what it was before. Rounds drawn meanwhile are rounds that it missed (D 13)."""
    if row.pair.state != Pair.State.EXPELLED:
        return
    change_state(
        act, row.pair, row.effect["pair_state"], what="take_back_expulsion", reason=row.withdrawn_reason
    )
    for game_id in row.effect["games"]:
        resume_game(act, game_id, reason=row.withdrawn_reason)
    _note_missed_rounds(act, row.pair)


def _note_missed_rounds(act: Act, pair: Pair) -> None:
    worth = dict(
        zip(
            ("wins2", "points_for", "points_against"),
            regulation_of(act.championship).missed_round,
            strict=True,
        )
    )
    missed = act.championship.rounds.exclude(state=Round.State.DRAFT)
    missed = missed.exclude(pk__in=pair.seats.filter(void=False).values("round"))
    noted = set(pair.absences.values_list("round_number", flat=True))
    Absence.objects.bulk_create(
        Absence(pair=pair, round_number=n, reason=Absence.Reason.LEFT, by_publication=True, **worth)
        for n in missed.values_list("number", flat=True)
        if n not in noted
    )


def _restore_hand(play: Play, withdrawn: Infraction) -> None:
    """The hand is what the last sanction that stands made of it; where there is none, as it was played."""
    written = withdrawn.effect["hand"]
    others = sanctions_of_hand(play.game, written["sequence"])
    if others and (others[-1].at, others[-1].pk) > (withdrawn.at, withdrawn.pk):
        return  # another one has taken its place since
    row = _row_to_restore(play, written)
    before = others[-1].effect["hand"]["after"] if others else written["before"]
    if before is not None:
        _put(row, before)
    elif row is play.hands[-1]:
        play.remove(row)
    else:
        kind = HandKind.PASS if HandKind(row.kind).counts else HandKind.STRUCK
        _put(row, columns_of(Hand(Bid.TRUMP, (0, 0), kind=kind)) | {"maker": row.maker})
    play.settle()


def _row_to_restore(play: Play, written: dict[str, Any]) -> PlayedHand:
    """The row that a sanction wrote, while it may be written on and still says what the sanction made of it."""
    if play.view.is_confirmed:
        raise RuleError("infraction_game_confirmed", "E 15.2.7.1", table=play.view.table)
    row = next((each for each in play.hands if each.sequence == written["sequence"]), None)
    if row is None:
        raise RuleError("hand_gone", "E 15.2.5", hand=written["sequence"])
    if _columns_in(row) != written["after"]:
        stored = {"bid": row.bid, "points": [row.points_a, row.points_b]}
        raise RuleError("infraction_hand_changed", "D 7", hand=row.sequence, stored=stored)
    return row
