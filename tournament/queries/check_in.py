"""The list by which pairs are checked in."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Absence, Championship, Pair
from tournament.queries.desk import PairLine, pair_lines
from tournament.queries.drawing import DRAWN_STATES, next_round_number


class CheckInOrder(StrEnum):
    """By what the list is sorted; the values stand in addresses."""

    NUMBER = "numero"
    NAME = "nom"


@dataclass(frozen=True)
class CheckIn:
    """The pairs that are expected, in the order asked for. `is_open` says that round 1 is not published yet."""

    lines: tuple[PairLine, ...]
    is_open: bool
    is_closed: bool

    @property
    def present(self) -> int:
        return sum(line.state == Pair.State.PRESENT for line in self.lines)

    @property
    def late(self) -> tuple[PairLine, ...]:
        """Those that the draw leaves out until they arrive."""
        return tuple(line for line in self.lines if line.misses == Absence.Reason.LATE)

    @property
    def away(self) -> int:
        """Those that closing the registration would leave out."""
        return sum(line.state == Pair.State.REGISTERED and not line.misses for line in self.lines)

    @property
    def in_the_draw(self) -> int:
        return sum(line.is_in_next_draw for line in self.lines)


def check_in(championship: Championship, order: CheckInOrder = CheckInOrder.NUMBER) -> CheckIn:
    """Four queries, however many pairs."""
    lines = [line for line in pair_lines(championship) if line.state in DRAWN_STATES]
    if order == CheckInOrder.NAME:
        lines.sort(key=lambda line: (line.name_key, line.number))
    return CheckIn(tuple(lines), next_round_number(championship) == 1, championship.check_in_closed)
