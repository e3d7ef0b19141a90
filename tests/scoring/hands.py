"""How tests of the game build hands and sheets, in one place; and strategies that draw possible ones."""

from hypothesis import settings
from hypothesis import strategies as st

from scoring.bids import Bid, allowed_bids
from scoring.presets import PRESETS
from scoring.regulation import DOUBLING_SCALES, Regulation
from scoring.sheets import Hand, HandKind, Sheet, Side, Stopped

DEFAULT = PRESETS["vilaplana-2011"]
LEVEL_HAND = Hand(Bid.TRUMP, (0, 0), 36)
_SCALED = [
    preset.with_changes(doubling_scale=scale) for preset in PRESETS.values() for scale in DOUBLING_SCALES
]

few = settings(max_examples=40)
"""Enough for a fold: its cases are few and every drawn sheet has many hands."""


def sheet_at(
    totals: tuple[int, int],
    regulation: Regulation = DEFAULT,
    *,
    hands: int = 2,
    stopped: str | None = None,
    opening_draw: str | None = None,
) -> Sheet:
    """A sheet that stands at these totals after so many hands (two at least), the larger total written last."""
    scored = sorted(((totals[0], 0), (0, totals[1])), key=max)
    rows = (LEVEL_HAND,) * (hands - 2) + tuple(Hand(Bid.TRUMP, points) for points in scored)
    draw = Side(opening_draw) if opening_draw else None
    return Sheet(regulation, rows, draw, Stopped(stopped) if stopped else None)


def level_sheet(regulation: Regulation = DEFAULT, *, hands: int) -> Sheet:
    """Nobody has scored yet."""
    return Sheet(regulation, (LEVEL_HAND,) * hands)


def regulations() -> st.SearchStrategy[Regulation]:
    """The presets, with every scale of doubling."""
    return st.sampled_from(_SCALED)


def _row(regulation: Regulation, drawn: tuple[int, int, int]) -> Hand:
    """Mostly played hands, some passed, some sanctioned, some that do not count."""
    kind, bid, card_points = drawn
    bids = allowed_bids(regulation)
    if kind == 0:
        return Hand.passed()
    if kind <= 3:
        return Hand(
            Bid.TRUMP, (0, 0), kind=(HandKind.UNCOUNTED, HandKind.REPLAYED, HandKind.STRUCK)[kind - 1]
        )
    if kind == 4:
        return Hand.sanction(bids[bid % len(bids)], Side.A if card_points % 2 else Side.B, regulation)
    return Hand.from_card_points(bids[bid % len(bids)], card_points, regulation)


def _sheet(regulation: Regulation, rows: list[tuple[int, int, int]], ends: tuple[str, str]) -> Sheet:
    stopped, draw = ends
    hands = tuple(_row(regulation, row) for row in rows)
    return Sheet(regulation, hands, Side(draw) if draw else None, Stopped(stopped) if stopped else None)


def sheets() -> st.SearchStrategy[Sheet]:
    """Any rows at all under any preset, beyond the end too."""
    rows = st.tuples(st.integers(0, 11), st.integers(0, 7), st.integers(0, 72))
    ends = st.tuples(st.sampled_from(("", "time", "last_hand")), st.sampled_from(("", "a", "b")))
    return st.builds(_sheet, regulations(), st.lists(rows, max_size=20), ends)
