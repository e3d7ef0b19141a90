"""Right sheets of whole games, and the slips that people make in them: one planted at a time, at a random row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from scoring.bids import (
    HAND_CARD_POINTS,
    LEVEL_CARD_POINTS,
    Bid,
    allowed_bids,
    multiplier,
)
from scoring.checker import Cause, WrittenLine
from scoring.presets import PRESETS
from scoring.regulation import DOUBLING_SCALES, Regulation, TieRule
from scoring.sheets import Hand, Sheet

Points = tuple[int, int]
Rows = list[WrittenLine]

REGULATIONS = [
    preset.with_changes(doubling_scale=scale) for preset in PRESETS.values() for scale in DOUBLING_SCALES
]


@cache
def right_sheet(seed: int) -> tuple[Regulation, Rows]:
    """A game as it would be written, whole or stopped by time, of five hands at least."""
    luck = Random(seed)
    while True:
        regulation = luck.choice(REGULATIONS)
        sheet, most = Sheet(regulation), luck.randint(5, 14)
        while not sheet.is_over and len(sheet.hands) < most:
            bid = luck.choice([Bid.TRUMP] * 6 + list(allowed_bids(regulation)))
            card_points = min(72, max(0, round(luck.gauss(36, 7))))
            sheet = sheet.add(Hand.from_card_points(bid, card_points, regulation))
        if len(sheet.hands) >= 5:
            return regulation, [
                WrittenLine(line.hand.bid, line.hand.points, line.totals) for line in sheet.lines
            ]


@dataclass(frozen=True)
class Place:
    """Where a slip is made: a row, from 0, in which the pair `side` scored."""

    luck: Random
    regulation: Regulation
    rows: Rows
    at: int
    side: int

    @property
    def row(self) -> WrittenLine:
        return self.rows[self.at]

    @property
    def bid(self) -> Bid:
        return Bid(self.row.bid)

    @property
    def times(self) -> int:
        return multiplier(self.bid, self.regulation)

    @property
    def points(self) -> int:
        return self.row.scored[self.side]

    @property
    def total(self) -> int:
        return self.row.totals[self.side] or 0

    @property
    def before(self) -> Points:
        """The totals before the row."""
        return _numbers(self.rows[self.at - 1].totals) if self.at else (0, 0)

    def with_points(self, *points: int | None) -> Rows:
        return self._with(replace(self.row, points=(points[0], points[1])))

    def with_own_points(self, points: int) -> Rows:
        return self.with_points(*_put(self.row.points, self.side, points))

    def with_total(self, total: int, *, side: int | None = None) -> Rows:
        """Only this total is another; those below are right."""
        there = self.side if side is None else side
        a, b = _put(self.row.totals, there, total)
        return self._with(replace(self.row, totals=(a, b)))

    def with_sum(self, total: int) -> Rows:
        """This total is another, and those below were added to it."""
        more = total - self.total
        below = [_raised(row, self.side, more) for row in self.rows[self.at :]]
        return [*self.rows[: self.at], *below]

    def with_code(self, code: str) -> Rows:
        return self._with(replace(self.row, bid=code))

    def _with(self, row: WrittenLine) -> Rows:
        return [*self.rows[: self.at], row, *self.rows[self.at + 1 :]]


def _numbers(cells: tuple[int | None, int | None]) -> Points:
    return cells[0] or 0, cells[1] or 0


def _put(cells: Sequence[int | None], side: int, number: int) -> list[int | None]:
    changed = list(cells)
    changed[side] = number
    return changed


def _raised(row: WrittenLine, side: int, more: int) -> WrittenLine:
    totals = [*_numbers(row.totals)]
    totals[side] += more
    return replace(row, totals=(totals[0], totals[1]))


@dataclass(frozen=True)
class Slip:
    """A sheet with one slip and what the checker should think of; None where the finding itself says it.

    Carried: the totals below and the final go on from the slip. Otherwise they are right.
    """

    rows: Rows
    cause: Cause | None
    is_carried: bool = False


# --- Slips of the pen in the points -------------------------------------------------------------


def one_figure_of_the_points(place: Place) -> Slip:
    """12 for 22: a figure is another, whether such a hand can be or not."""
    return Slip(place.with_own_points(_other_figure(place.luck, place.points)), _points_meant(place))


def figures_of_the_points_turned(place: Place) -> Slip | None:
    """21 for 12."""
    turned = _turned(place.points)
    return Slip(place.with_own_points(turned), _points_meant(place)) if turned else None


def points_on_the_other_side(place: Place) -> Slip:
    """The winner of the hand is wrong in the points, and right in the totals."""
    return Slip(place.with_points(*place.row.points[::-1]), Cause("points_on_other_side"))


def points_not_multiplied(place: Place) -> Slip | None:
    """8 with contro, and the total grows by 16."""
    if place.times == 1:
        return None
    cause = Cause("points_doubled", {"points": place.points})
    return Slip(place.with_own_points(place.points // place.times), cause)


def card_points_for_points(place: Place) -> Slip | None:
    """44, and the total grows by 8."""
    if _card_points(place) == place.points:
        return None
    return Slip(place.with_own_points(_card_points(place)), _card_points_cause(place))


def card_points_of_both(place: Place) -> Slip:
    """44 and 28, and the total grows by 8."""
    own = _card_points(place)
    both = (own, HAND_CARD_POINTS - own) if place.side == 0 else (HAND_CARD_POINTS - own, own)
    return Slip(place.with_points(*both), _card_points_cause(place))


def minus_before_the_points(place: Place) -> Slip:
    """-8 for 8."""
    return Slip(place.with_own_points(-place.points), _points_meant(place))


def no_points(place: Place) -> Slip:
    """Both cells are empty."""
    return Slip(place.with_points(None, None), None)


def points_of_both(place: Place) -> Slip:
    """The pair that scored nothing has points too."""
    both = _put(place.row.points, 1 - place.side, place.luck.randint(1, 20))
    side = "ab"[place.side]
    return Slip(place.with_points(*both), Cause("one_pair_scores", {"side": side, "points": place.points}))


# --- Slips of the pen in a total: those below are right -----------------------------------------


def one_figure_of_a_total(place: Place) -> Slip:
    return Slip(place.with_total(_other_figure(place.luck, place.total)), _total_meant(place))


def figures_of_a_total_turned(place: Place) -> Slip | None:
    turned = _turned(place.total)
    return Slip(place.with_total(turned), _total_meant(place)) if turned else None


def total_of_the_other_pair_not_repeated(place: Place) -> Slip | None:
    """E 15.2.5.3: 0 and its total, not 0 and 0."""
    other = place.before[1 - place.side]
    if not other:
        return None
    return Slip(place.with_total(0, side=1 - place.side), Cause("total_not_carried", {"total": other}))


def totals_turned(place: Place) -> Slip | None:
    """Not where the pairs stood level before: then the points may as well have gone to the other pair."""
    right = _numbers(place.row.totals)
    if right[0] == right[1] or place.before[0] == place.before[1]:
        return None
    rows = [*place.rows[: place.at], replace(place.row, totals=right[::-1]), *place.rows[place.at + 1 :]]
    return Slip(rows, Cause("totals_turned", {"totals": right}))


# --- Sums that are wrong, and those below were added to them ------------------------------------


def sum_off_by_one_or_ten(place: Place) -> Slip | None:
    wrong = place.total + place.luck.choice((-10, -1, 1, 10))
    meant = Cause("total_meant", {"total": place.total, "carried": True})
    return Slip(place.with_sum(wrong), meant, is_carried=True) if wrong >= 0 else None


def row_above_not_added(place: Place) -> Slip | None:
    """The points are added to the total two rows up, where the pair scored between."""
    own = place.rows[place.at - 1].scored[place.side] if place.at else 0
    if not own:
        return None
    cause = Cause("line_skipped", {"hand": place.at})
    return Slip(place.with_sum(place.total - own), cause, is_carried=True)


def points_not_added(place: Place) -> Slip:
    """The total is only repeated."""
    cause = Cause("line_skipped", {"hand": place.at + 1})
    return Slip(place.with_sum(place.total - place.points), cause, is_carried=True)


def points_added_twice(place: Place) -> Slip:
    cause = Cause("added_twice", {"points": place.points})
    return Slip(place.with_sum(place.total + place.points), cause, is_carried=True)


def added_to_the_total_of_the_other_pair(place: Place) -> Slip | None:
    own, other = place.before[place.side], place.before[1 - place.side]
    cause = Cause("added_to_other_pair")
    return Slip(place.with_sum(other + place.points), cause, is_carried=True) if own != other else None


def total_before_forgotten(place: Place) -> Slip | None:
    """Only the points of the hand stand in the place of the total."""
    if not place.before[place.side]:
        return None
    cause = Cause("total_not_carried", {"total": place.total})
    return Slip(place.with_sum(place.points), cause, is_carried=True)


def points_to_the_other_total(place: Place) -> Slip:
    """The points stand right, and the other pair's total grows by them."""
    without = replace(place, rows=place.with_sum(place.total - place.points), side=1 - place.side)
    return Slip(without.with_sum(without.total + place.points), Cause("added_to_other_pair"), is_carried=True)


# --- Codes and rows -----------------------------------------------------------------------------


def letters_of_the_code_turned(place: Place) -> Slip | None:
    if len(place.bid) < 2:
        return None
    return Slip(place.with_code(place.bid[::-1]), Cause("bid_meant", {"bid": place.bid.value}))


def contro_that_was_none(place: Place) -> Slip | None:
    """15 with contro: it was plain trump."""
    if place.bid is not Bid.TRUMP or place.points % 2 == 0:
        return None
    return Slip(place.with_code("C"), Cause("bid_meant", {"bid": ""}))


def row_passed_over(place: Place) -> Slip:
    rows = [*place.rows[: place.at], WrittenLine(), *place.rows[place.at :]]
    return Slip(rows, Cause("row_left_blank"))


def hand_not_written(place: Place) -> Slip | None:
    if place.at == len(place.rows) - 1:
        return None
    rows = [*place.rows[: place.at], WrittenLine(), *place.rows[place.at + 1 :]]
    return Slip(rows, Cause("hand_not_written", {"points": place.row.points}))


def code_alone(place: Place) -> Slip:
    rows = [*place.rows[: place.at], WrittenLine(place.row.bid or "-"), *place.rows[place.at + 1 :]]
    return Slip(rows, None)


def _points_meant(place: Place) -> Cause:
    return Cause("points_meant", {"points": place.points})


def _total_meant(place: Place) -> Cause:
    return Cause("total_meant", {"total": place.total, "carried": False})


def _card_points(place: Place) -> int:
    return LEVEL_CARD_POINTS + place.points // place.times


def _card_points_cause(place: Place) -> Cause:
    own = _card_points(place)
    return Cause("card_points", {"card_points": own, "other": HAND_CARD_POINTS - own, "points": place.points})


def _other_figure(luck: Random, number: int) -> int:
    figures = list(str(number))
    at = luck.randrange(len(figures))
    figures[at] = luck.choice([each for each in "123456789" if each != figures[at]])
    return int("".join(figures))


def _turned(number: int) -> int | None:
    """The last two figures changed round, where that makes another number as long."""
    text = str(number)
    turned = text[:-2] + text[-2:][::-1]
    return int(turned) if turned != text and turned[0] != "0" else None


# --- Planting -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planted:
    """A sheet with one slip in the row `hand`, from 1, of a game under `regulation`, and its final."""

    regulation: Regulation
    slip: Slip
    hand: int
    final: Points


def plant(kind: Callable[[Place], Slip | None], seed: int) -> Planted | None:
    """The slip of this kind in the random sheet of this seed, at a random hand that somebody won; None if it cannot
    be made there, or if those at the table would have gone by it and played on, or stopped, elsewhere.
    """
    luck = Random(seed)
    regulation, rows = right_sheet(seed)
    won = [at for at, row in enumerate(rows) if max(row.scored)]
    if not won:
        return None
    at = luck.choice(won)
    slip = kind(Place(luck, regulation, rows, at, 0 if rows[at].scored[0] else 1))
    if slip is None or (slip.is_carried and _ends_elsewhere(slip.rows, regulation)):
        return None
    return Planted(regulation, slip, at + 1, _numbers((slip.rows if slip.is_carried else rows)[-1].totals))


def _ends_elsewhere(rows: Rows, regulation: Regulation) -> bool:
    target = regulation.target_points
    is_past = target is not None and any(max(_numbers(row.totals)) >= target for row in rows[:-1])
    is_below_nothing = any(min(_numbers(row.totals)) < 0 for row in rows)
    return is_past or is_below_nothing or regulation.tie_rule is TieRule.EXTRA_HANDS
