"""Where everything stands on a score sheet (E 15), in millimetres from its top left corner, as in its style sheet."""

from dataclasses import dataclass
from math import ceil

# The two upper thirds leave 84 for the hands (E 15.2): 12 rows of 7.
SHEET_WIDTH = 148
SHEET_HEIGHT = 210
MARGIN = 6
HEAD_HEIGHT = 31  # down to the names, which both sides bear
PAIRS_TOP = 21.5
PAIRS_HEIGHT = 9
HANDS_TOP = 39.5
HANDS_HEIGHT = 84
LEAST_ROW = 7
HEADS = 4
SIGNATURES = 9.5
TIMES = 7
WRITING_LINE = 8
MOST_ROWS_IN_FRONT = 16
MOST_ROWS_OVERLEAF = 8
ROWS_OVERLEAF_WITHOUT_END = 6
# Of each column of the hands, its middle: number, points and total of pair a and of pair b, bid.
COLUMNS = (12, 32, 60, 87, 113, 132)


@dataclass(frozen=True)
class SheetPlan:
    """The hands that have a row in front and overleaf. A record is read and not written on: its rows stay within the
    two upper thirds, and its lower third has room for the result."""

    front: range
    overleaf: range
    is_record: bool = False

    @property
    def is_tall(self) -> bool:
        """The lower third makes do with less: the hands reach into it, or the result stands there."""
        return self.is_record or len(self.front) * LEAST_ROW > HANDS_HEIGHT

    @property
    def row(self) -> float:
        fair = HANDS_HEIGHT / len(self.front)
        return fair if self.is_record else max(LEAST_ROW, fair)

    @property
    def signatures(self) -> float:
        return HANDS_TOP + self.row * len(self.front)

    @property
    def times(self) -> float:
        return self.signatures + SIGNATURES

    @property
    def lower(self) -> float:
        return self.times + TIMES

    def middle_of(self, row: int) -> float:
        """Of the row in front with that index."""
        return HANDS_TOP + self.row * (row + 0.5)

    @property
    def mm(self) -> dict[str, str]:
        """Lengths for the style sheet. As text: a template would write a comma in some languages."""
        lengths = {
            "row": self.row,
            "rows": self.row * len(self.front),
            "front": self.times - PAIRS_TOP,
            "times": self.times,
            "lower": self.lower,
            "overleaf": self._overleaf_mm,
        }
        return {name: f"{length:.3f}" for name, length in lengths.items()}

    @property
    def agreement_lines(self) -> range:
        return range(2 if self.overleaf else 4)

    @property
    def remark_lines(self) -> range:
        """Ten, less what the rows overleaf take beyond the two lines of agreements given up for them."""
        taken = self._overleaf_mm - 2 * WRITING_LINE
        return range(10 - max(0, ceil(taken / WRITING_LINE)))

    @property
    def _overleaf_mm(self) -> int:
        return HEADS + len(self.overleaf) * LEAST_ROW if self.overleaf else 0


def sheet_plan(max_hands: int | None, *, back: bool) -> SheetPlan:
    """Rows for `max_hands` hands, to be written by hand. None is a game without a last hand: 16 rows in front and 6
    overleaf. What does not fit in front goes overleaf; after 24 hands a second sheet is needed. Raises ValueError if
    there is to be no row."""
    hands = MOST_ROWS_IN_FRONT + ROWS_OVERLEAF_WITHOUT_END if max_hands is None else max_hands
    if hands < 1:
        raise ValueError("a sheet has at least one hand")
    front = min(hands, MOST_ROWS_IN_FRONT)
    overleaf = min(hands - front, MOST_ROWS_OVERLEAF) if back else 0
    return SheetPlan(range(1, front + 1), range(front + 1, front + overleaf + 1))


def record_plan(max_hands: int | None, played: int) -> SheetPlan:
    """Rows for a game that was written down, `played` hands of it: all in front."""
    hands = max(max_hands or MOST_ROWS_IN_FRONT, played)
    return SheetPlan(range(1, hands + 1), range(0), is_record=True)
