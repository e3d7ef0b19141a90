"""A hand in words, and what the script of the sheet needs to work one out before it is sent."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.bids import Bid, allowed_bids, multiplier
from scoring.regulation import AtTime, Regulation, TieRule
from scoring.sheets import HandKind, Side
from tournament.core.clock import ClockState, Phase
from tournament.core.typed_rows import TypedRow
from tournament.forms.sheet import KINDS, LEVEL, POINTS, HandForm
from tournament.models import Infraction, PlayedHand
from tournament.queries.games import GameView
from tournament.queries.penalties import barred_now
from tournament.services.hands import HandEntry, hand_of, stored_entry
from tournament.texts import bid_text, row_text
from tournament.texts_infractions import barred_text

SIDE_OF_KIND = {kind: side for side, kind in KINDS.items()}
# What the script says while a hand is typed; it fills in the names in braces.
PREVIEW_TEXTS = {
    "level": gettext_lazy("Level hand: 0 for both."),
    "pass": gettext_lazy("Passed hand: 0 for both, and it counts."),
    "lost": gettext_lazy("↻ Turn lost: it does not count."),
    "replay": gettext_lazy("↻ Dealt again: it does not count."),
    "lost_calls": gettext_lazy("pair {number} calls now"),
    "replay_calls": gettext_lazy("pair {number} calls again"),
    "one": gettext_lazy("1 point for pair {number}"),
    "result": gettext_lazy("{points} points for pair {number}"),
    "even": gettext_lazy("With {bid} the points are even: {below} or {above}."),
    "multiple": gettext_lazy("With {bid} the points go in steps of {multiplier}: {below} or {above}."),
    "most": gettext_lazy("With {bid} a hand gives {most} points at most."),
    "most_card_points": gettext_lazy("A hand has 72 card points in all."),
    "whose": gettext_lazy("For which pair?"),
    "how_many": gettext_lazy("Write how many points."),
    "ends": gettext_lazy("The game ends with this hand."),
    "ends_by": gettext_lazy("The game ends with this hand ({article})."),
    "to_go": gettext_lazy("{points} to go"),
    "totals": gettext_lazy("Now {a} – {b}; it would be {c} – {d}."),
    "would_end": gettext_lazy("The game would end with hand {number}: later ones would not count."),
    "would_go_on": gettext_lazy("The game would not be over yet."),
}


def barred_words(
    view: GameView, infractions: Iterable[Infraction], changing: PlayedHand | None = None
) -> dict[str, str]:
    """By the side that calls, why it may not call botifarra in the next hand, or in the one that is being changed
    (E 7.4.5.2, D 9); a hand that is one already may stay so."""
    if changing is not None and Bid(changing.bid).is_botifarra:
        return {}
    row = None if changing is None else view.hands.index(changing)
    return {side: barred_text(each) for side, each in barred_now(view, infractions, row=row).items()}


def preview_facts(
    view: GameView,
    changing: PlayedHand | None = None,
    *,
    ends_by: str = "",
    barred: Mapping[str, str] | None = None,
) -> str:
    """The allowed codes with their multipliers, the totals before the hand and the sentences, as JSON.

    For a hand that is being changed there are the rows in place of the totals. `ends_by` is the article by which the
    hand in play is the last one, whatever it gives; `barred` says whose botifarra is not allowed, and why.
    """
    regulation = view.regulation
    bids = {bid.value: multiplier(bid, regulation) for bid in allowed_bids(regulation)}
    facts = {
        "bids": bids,
        "words": {bid: bid_text(bid) for bid in bids},
        "totals": None if changing else view.sheet.totals,
        "target": regulation.target_points,
        "most": _most(regulation),
        "ends_by": ends_by,
        "barred": dict(barred or {}),
        "numbers": [view.a.number, view.b.number if view.b else 0],
        "texts": {name: str(text) for name, text in PREVIEW_TEXTS.items()},
    }
    if changing is not None:
        rows = [[*hand.points, hand.kind.counts] for hand in view.sheet.hands]
        facts |= {"rows": rows, "at": view.hands.index(changing)}
    return json.dumps(facts, ensure_ascii=False)


def _most(regulation: Regulation) -> int | None:
    """The last hand, where it is known beforehand (E 12.3.2)."""
    return None if regulation.tie_rule is TieRule.EXTRA_HANDS else regulation.max_hands


def ends_by(view: GameView, clock: ClockState) -> str:
    """The article by which the hand in play is the last one: it was announced, time is up, or no more are played."""
    number, last = view.sheet.hands_played + 1, view.game.last_hand
    is_begun = clock.phase is Phase.OVER and view.regulation.at_time is not AtTime.STOP
    if is_begun if last is None else number >= last:
        return "12.3.3"
    return "12.3.2" if number == _most(view.regulation) else ""


def effect(view: GameView, row: PlayedHand, entry: HandEntry) -> list[str]:
    """What a change of one hand would do to the sheet: totals, and the end where it comes otherwise."""
    hands = list(view.sheet.hands)
    hands[view.hands.index(row)] = hand_of(entry, view.regulation)
    now, then = view.sheet, replace(view.sheet, hands=tuple(hands))
    (a, b), (c, d) = now.totals, then.totals
    lines = [str(PREVIEW_TEXTS["totals"]).format(a=a, b=b, c=c, d=d)]
    if then.ending and then.ending != now.ending:
        lines.append(str(PREVIEW_TEXTS["would_end"]).format(number=then.ending.hand_number))
    if now.ending and not then.ending:
        lines.append(str(PREVIEW_TEXTS["would_go_on"]))
    return lines


def without_last(view: GameView) -> tuple[int, int]:
    """The totals as they would be without the last hand."""
    return replace(view.sheet, hands=view.sheet.hands[:-1]).totals


def initial_of(hand: PlayedHand) -> dict[str, str]:
    """A stored hand as the form shows it, in points."""
    bid = Bid(hand.bid)
    entry = stored_entry(hand)
    return {
        "bid": bid.value,
        "base": "B" if bid.is_botifarra else "",
        "doubling": bid.doubling,
        "side": SIDE_OF_KIND.get(HandKind(hand.kind)) or entry.side or LEVEL,
        "points": str(entry.points or ""),
        "unit": POINTS,
        "maker": entry.maker,
    }


def typed_row(hand: PlayedHand) -> TypedRow:
    """A stored hand as the desk would type it."""
    entry = stored_entry(hand)
    side = Side(entry.side) if entry.side else None
    return TypedRow(Bid(entry.bid), side, points=entry.points, kind=HandKind(entry.kind))


def entry_text(entry: HandEntry, view: GameView) -> str:
    """A hand in words: «trumfo, contro: 20 punts per a la 14»; who called, where somebody said so."""
    written = row_text(entry.kind) or _points_text(entry, view)
    seat = {"a": view.a, "b": view.b}.get(entry.maker)
    if seat is None:
        return written
    return _("%(hand)s (pair %(number)s called)") % {"hand": written, "number": seat.number}


def _points_text(entry: HandEntry, view: GameView) -> str:
    seat = {"a": view.a, "b": view.b}.get(entry.side)
    bid = bid_text(entry.bid)
    if entry.kind == HandKind.SANCTION:
        bid = _("sanction, %(bid)s") % {"bid": bid}
    if seat is None:
        return _("%(bid)s: level hand") % {"bid": bid}
    if entry.points is None:
        facts = {"bid": bid, "points": entry.card_points, "number": seat.number}
        return _("%(bid)s: %(points)s card points for pair %(number)s") % facts
    text = ngettext(
        "%(bid)s: %(points)s point for pair %(number)s",
        "%(bid)s: %(points)s points for pair %(number)s",
        entry.points,
    )
    return text % {"bid": bid, "points": entry.points, "number": seat.number}


def raw_text(form: HandForm) -> str:
    """What was typed into a form that cannot be read as a hand: «BC 40»."""
    code = "".join(form.data.get(name, "")[:1] for name in ("base", "doubling"))
    return f"{code} {form.data.get('points', '')[:20]}".replace("\0", "").strip()


def stored_text(hand: PlayedHand | None, view: GameView) -> str:
    """A stored hand in words; nothing for none."""
    return entry_text(stored_entry(hand), view) if hand is not None else ""


def done_text(done: str, view: GameView) -> str:
    """What has just been done on the sheet, for the line above it."""
    totals = {"a": view.sheet.totals[0], "b": view.sheet.totals[1]}
    if done == "hand" and view.hands:
        return _("Written down: %(hand)s.") % {"hand": stored_text(view.hands[-1], view)}
    if done == "change":
        return _("Changed. The totals are now %(a)s – %(b)s.") % totals
    if done == "undo":
        return _("Removed. The totals are now %(a)s – %(b)s.") % totals
    if done == "flip":
        return _("Turned. The totals are now %(a)s – %(b)s.") % totals
    return _("Noted.") if done in ("draw", "end", "start") else ""
