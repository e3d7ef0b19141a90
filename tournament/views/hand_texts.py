"""A hand in words, and what the script of the sheet needs to work one out before it is sent."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.bids import Bid, allowed_bids, multiplier
from scoring.sheets import HandKind, Side
from tournament.core.typed_rows import TypedRow
from tournament.forms.sheet import LEVEL, PASS, POINTS, HandForm
from tournament.models import PlayedHand
from tournament.queries.games import GameView
from tournament.services.hands import HandEntry
from tournament.texts import bid_text

# What the script says while a hand is typed; it fills in the names in braces.
PREVIEW_TEXTS = {
    "level": gettext_lazy("Level hand: 0 for both."),
    "passed": gettext_lazy("Passed hand: 0 for both, and it counts."),
    "one": gettext_lazy("1 point for pair {number}"),
    "result": gettext_lazy("{points} points for pair {number}"),
    "even": gettext_lazy("With {bid} the points are even: {below} or {above}."),
    "multiple": gettext_lazy("With {bid} the points go in steps of {multiplier}: {below} or {above}."),
    "most": gettext_lazy("With {bid} a hand gives {most} points at most."),
    "most_card_points": gettext_lazy("A hand has 72 card points in all."),
    "whose": gettext_lazy("For which pair?"),
    "how_many": gettext_lazy("Write how many points."),
    "ends": gettext_lazy("The game ends with this hand."),
}


def preview_facts(view: GameView, *, with_totals: bool = True) -> str:
    """The allowed codes with their multipliers, the totals before the hand and the sentences, as JSON."""
    regulation = view.regulation
    bids = {bid.value: multiplier(bid, regulation) for bid in allowed_bids(regulation)}
    facts = {
        "bids": bids,
        "words": {bid: bid_text(bid) for bid in bids},
        "totals": view.sheet.totals if with_totals else None,
        "target": regulation.target_points,
        "numbers": [view.a.number, view.b.number if view.b else 0],
        "texts": {name: str(text) for name, text in PREVIEW_TEXTS.items()},
    }
    return json.dumps(facts, ensure_ascii=False)


def initial_of(hand: PlayedHand) -> dict[str, str]:
    """A stored hand as the form shows it, in points."""
    bid = Bid(hand.bid)
    entry = stored_entry(hand)
    return {
        "bid": bid.value,
        "base": "B" if bid.is_botifarra else "",
        "doubling": bid.doubling,
        "side": PASS if hand.kind == HandKind.PASS else entry.side or LEVEL,
        "points": str(entry.points or ""),
        "unit": POINTS,
    }


def stored_entry(hand: PlayedHand) -> HandEntry:
    """A stored hand as somebody would have sent it."""
    points = max(hand.points_a, hand.points_b)
    side = "" if not points else Side.A.value if hand.points_a else Side.B.value
    return HandEntry(bid=hand.bid, side=side, points=points or None, kind=hand.kind)


def typed_row(hand: PlayedHand) -> TypedRow:
    """A stored hand as the desk would type it."""
    entry = stored_entry(hand)
    side = Side(entry.side) if entry.side else None
    return TypedRow(Bid(entry.bid), side, points=entry.points, kind=HandKind(entry.kind))


def turned(hand: PlayedHand) -> HandEntry:
    """The same hand written on the other pair's side."""
    entry = stored_entry(hand)
    side = Side(entry.side).other.value if entry.side else ""
    return HandEntry(bid=entry.bid, side=side, points=entry.points, kind=entry.kind)


def entry_text(entry: HandEntry, view: GameView) -> str:
    """A hand in words: «trumfo, contro: 20 punts per a la 14»."""
    if entry.kind == HandKind.PASS:
        return _("passed hand, 0 for both")
    seat = {"a": view.a, "b": view.b}.get(entry.side)
    bid = bid_text(entry.bid)
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
    return _("Noted.") if done in ("draw", "end") else ""
