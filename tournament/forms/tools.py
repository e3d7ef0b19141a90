"""What the tools are sent: every cell is kept as it was typed, whatever it says."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.checker import WrittenLine
from scoring.sheets import Side

ROWS_OF_THE_PAPER = 12
MOST_ROWS = 24
CELLS = ("pa", "ta", "pb", "tb")
"""Points and total of pair a, points and total of pair b, in the order of the paper (E 15.2.5)."""
CODE = "su"
FINALS = ("fa", "fb")
DRAW = "sorteig"
_NUMBER = re.compile(r"[-−]?[0-9]{1,4}")
_NOTHING = ("", "-", "–", "—", "−")


@dataclass(frozen=True)
class Cell:
    """One field: its name, which is also its id, and what was typed. A dash is a cell left empty."""

    name: str
    text: str

    @property
    def is_wrong(self) -> bool:
        return self.text not in _NOTHING and not _NUMBER.fullmatch(self.text)

    @property
    def number(self) -> int | None:
        if self.text in _NOTHING or self.is_wrong:
            return None
        return int(self.text.replace("−", "-"))


@dataclass(frozen=True)
class Row:
    """One row of the sheet: its cells as in `CELLS`, and the code of the auction."""

    number: int
    cells: tuple[Cell, Cell, Cell, Cell]
    code: Cell

    @cached_property
    def written(self) -> WrittenLine:
        points_a, total_a, points_b, total_b = (cell.number for cell in self.cells)
        return WrittenLine(self.code.text, (points_a, points_b), (total_a, total_b))

    @property
    def is_used(self) -> bool:
        return any(cell.text for cell in (*self.cells, self.code))


@dataclass(frozen=True)
class TypedSheet:
    """A whole sheet. `rows` are as many as are shown: those of the paper, and one more than are used."""

    rows: tuple[Row, ...]
    final: tuple[Cell, Cell]
    draw: str = ""

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> "TypedSheet":
        every = [_row(asked, number) for number in range(1, MOST_ROWS + 1)]
        used = max((row.number for row in every if row.is_used), default=0)
        rows = every[: max(ROWS_OF_THE_PAPER, min(used + 1, MOST_ROWS))]
        a, b = (_cell(asked, name) for name in FINALS)
        return cls(tuple(rows), (a, b), asked.get(DRAW, ""))

    @property
    def is_empty(self) -> bool:
        return not any(row.is_used for row in self.rows) and not any(cell.text for cell in self.final)

    @property
    def written(self) -> tuple[WrittenLine, ...]:
        """The rows down to the last one used."""
        used = max((row.number for row in self.rows if row.is_used), default=0)
        return tuple(row.written for row in self.rows[:used])

    @property
    def final_points(self) -> tuple[int, int] | None:
        a, b = (cell.number for cell in self.final)
        return None if a is None or b is None else (a, b)

    @property
    def missing_final(self) -> Cell | None:
        """The half of the final that nobody wrote, where the other is there."""
        missing = [cell for cell in self.final if cell.number is None and not cell.is_wrong]
        return missing[0] if len(missing) == 1 else None

    @property
    def opening_draw(self) -> Side | None:
        return Side(self.draw) if self.draw in tuple(Side) else None


def _row(asked: Mapping[str, str], number: int) -> Row:
    points_a, total_a, points_b, total_b, code = (_cell(asked, f"{name}{number}") for name in (*CELLS, CODE))
    return Row(number, (points_a, total_a, points_b, total_b), code)


def _cell(asked: Mapping[str, str], name: str) -> Cell:
    return Cell(name, asked.get(name, "").strip())
