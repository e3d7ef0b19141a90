"""Cases of the rules as values, each under its id: what the documents say of single hands, lines, games, tables.

Pair a stands first everywhere; "card_points" are those of both pairs.
"""

from dataclasses import dataclass, field

Both = tuple[int, int]


@dataclass(frozen=True)
class HandScore:
    """A hand with its card points, and the points it must give."""

    id: str
    bid: str
    card_points: Both
    points: Both


@dataclass(frozen=True)
class SheetLine:
    """A line as written. `refused` is the code of the refusal, None for a possible line."""

    id: str
    bid: str
    points: Both
    refused: str | None


@dataclass(frozen=True)
class GameCase:
    """A game at `running`, perhaps one hand later; `changes` are to the default regulation."""

    id: str
    running: Both = (0, 0)
    hand: tuple[str, int] | None = None
    hands_played: int = 2
    changes: dict[str, object] = field(default_factory=dict)
    opening_draw: str | None = None
    stopped: str | None = None
    over: bool = True
    counted: Both | None = None
    wins2: Both | None = None


@dataclass(frozen=True)
class StandingsCase:
    """Pairs as (number, doubled wins, difference, infractions, points for), and the order they must stand in."""

    id: str
    pairs: tuple[tuple[int, int, int, int, int], ...]
    order: tuple[int, ...]


HAND_SCORES = (
    HandScore("hs-01", "", (40, 32), (4, 0)),
    HandScore("hs-02", "", (32, 40), (0, 4)),
    HandScore("hs-03", "", (36, 36), (0, 0)),
    HandScore("hs-05", "", (72, 0), (36, 0)),
    HandScore("hs-06", "", (71, 1), (35, 0)),
    HandScore("hs-12", "BR", (40, 32), (32, 0)),
    HandScore("hs-13", "BS", (40, 32), (64, 0)),
    HandScore("hs-16", "R", (25, 47), (0, 44)),
    HandScore("hs-17", "S", (72, 0), (288, 0)),
    HandScore("hs-19", "B", (72, 0), (72, 0)),
    HandScore("hs-20", "", (45, 27), (9, 0)),
    HandScore("hs-21", "C", (45, 27), (18, 0)),
    HandScore("hs-22", "BC", (45, 27), (36, 0)),
)

SHEET_LINES = (
    SheetLine("iv-01", "C", (7, 0), "points_multiple"),
    SheetLine("iv-02", "R", (0, 18), "points_multiple"),
    SheetLine("iv-05", "B", (74, 0), "points_maximum"),
    SheetLine("iv-08", "CB", (4, 0), "bid_unknown"),
    SheetLine("iv-10", "", (-2, 0), "points_negative"),
    SheetLine("iv-13", "", (0, 0), None),
)

BS_LINE = SheetLine("iv-11", "BS", (16, 0), "bid_forbidden")
"""Possible only where the regulation has Sant Vicenç on a botifarra."""

GAMES = (
    GameCase("gm-01", (95, 51), ("C", 46), counted=(115, 51), wins2=(2, 0)),
    GameCase("gm-02", (100, 0), ("", 36), over=False),
    GameCase("gm-05", (100, 99), ("", 72), changes={"winner_cap": 121}, counted=(121, 99), wins2=(2, 0)),
    GameCase("gm-07", (0, 0), opening_draw="a", stopped="time", counted=(1, 0), wins2=(2, 0)),
    GameCase(
        "gm-08", (85, 85), stopped="time", changes={"tie_rule": "half_win"}, counted=(85, 85), wins2=(1, 1)
    ),
    GameCase("gm-09", (90, 85), opening_draw="b", stopped="time", counted=(90, 85), wins2=(2, 0)),
    GameCase("gm-10", (60, 72), hands_played=12, counted=(60, 72), wins2=(0, 2)),
)

WALKOVER_AGAINST_A = ("gm-11", (0, 51), (0, 2))

STANDINGS = (
    StandingsCase("sd-01", ((1, 6, -20, 0, 300), (2, 4, 200, 0, 500)), (1, 2)),
    StandingsCase("sd-02", ((1, 6, 40, 5, 300), (2, 6, 39, 0, 500)), (1, 2)),
    StandingsCase("sd-04", ((1, 6, 40, 1, 400), (2, 6, 40, 1, 401)), (2, 1)),
)
