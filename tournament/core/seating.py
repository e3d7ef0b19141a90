"""Who sits where in a round: tables, the pair that rests, and pairs without a place; changed by hand, step by step."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from scoring.errors import RuleError

Meeting = tuple[int, int]


@dataclass(frozen=True)
class Seating:
    """Pairs by their registration numbers: `tables` by number, who rests, and who has no place yet."""

    tables: Mapping[int, Meeting]
    bye: int | None = None
    loose: frozenset[int] = frozenset()

    @property
    def numbers(self) -> frozenset[int]:
        """Everybody in the round."""
        seated = {number for meeting in self.tables.values() for number in meeting}
        return frozenset(seated | self.loose | ({self.bye} if self.bye is not None else set()))

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Who meets whom, by table."""
        return tuple(self.tables[table] for table in sorted(self.tables))

    def table_of(self, number: int) -> int | None:
        """The table of a pair; None for one that rests or has no place."""
        return next((table for table, meeting in self.tables.items() if number in meeting), None)

    def exchanged(self, one: int, other: int) -> "Seating":
        """Each of the two goes where the other was: to a table, to the rest, or nowhere. Two without a place have
        nothing to exchange.

        Raises RuleError("pair_not_in_round" | "same_meeting").
        """
        self._check(one, other)
        if one == other or self._place(one) == self._place(other):
            raise RuleError("same_meeting", "E 12.1", a=one, b=other)
        place = {one: other, other: one}
        tables = {t: (place.get(a, a), place.get(b, b)) for t, (a, b) in self.tables.items()}
        bye = None if self.bye is None else place.get(self.bye, self.bye)
        return Seating(tables, bye, frozenset(place.get(n, n) for n in self.loose))

    def parted(self, table: int) -> "Seating":
        """The two pairs of a table have no place any more. Raises RuleError("table_unknown")."""
        if table not in self.tables:
            raise RuleError("table_unknown", "E 12.1", table=table)
        tables = {t: meeting for t, meeting in self.tables.items() if t != table}
        return Seating(tables, self.bye, self.loose | set(self.tables[table]))

    def joined(self, one: int, other: int, *, taken: Iterable[int] = ()) -> "Seating":
        """The two meet, at the table of the first that has one, else at the lowest free one; whom they leave alone
        has no place. `taken` are tables that nobody else may be given.

        Raises RuleError("pair_not_in_round" | "same_meeting").
        """
        self._check(one, other)
        if one == other or self.table_of(one) == self.table_of(other) is not None:
            raise RuleError("same_meeting", "E 12.1", a=one, b=other)
        table = self.table_of(one) or self.table_of(other) or lowest_free([*self.tables, *taken])
        freed = self._without(one)._without(other)
        return Seating({**freed.tables, table: (one, other)}, freed.bye, freed.loose - {one, other})

    def rested(self, number: int) -> "Seating":
        """The pair rests. Who rested takes its place; where nobody did, its opponent has none.

        Raises RuleError("pair_not_in_round" | "rests_already").
        """
        self._check(number)
        if self.bye == number:
            raise RuleError("rests_already", "D 4", pair=number)
        if self.bye is not None:
            return self.exchanged(number, self.bye)
        freed = self._without(number)
        return Seating(freed.tables, number, freed.loose - {number})

    def among(self, present: Iterable[int]) -> "Seating":
        """The same with exactly these pairs: the others have gone, the new ones have no place yet."""
        gone = self.numbers - set(present)
        kept = self
        for number in gone:
            kept = kept._without(number)
        return Seating(kept.tables, kept.bye, (kept.loose - gone) | (set(present) - self.numbers))

    def _without(self, number: int) -> "Seating":
        """The pair out of its place, its opponent without one; itself it is among the loose ones."""
        if self.bye == number:
            return Seating(self.tables, None, self.loose | {number})
        table = self.table_of(number)
        return self if table is None else self.parted(table)

    def _place(self, number: int) -> int | str | None:
        return "rests" if number == self.bye else self.table_of(number)

    def _check(self, *numbers: int) -> None:
        unknown = [number for number in numbers if number not in self.numbers]
        if unknown:
            raise RuleError("pair_not_in_round", "E 12.1", pair=unknown[0])


def numbered(
    meetings: Sequence[Meeting],
    fixed: Mapping[int, int],
    *,
    keeps_free: bool = True,
    taken: Collection[int] = (),
    only: Collection[int] | None = None,
) -> dict[int, Meeting]:
    """A table for each meeting, from 1 on in their order (the best-ranked first); a pair with a fixed table has it.

    Where two such pairs meet, they sit at the table of the one named first. `keeps_free`: a fixed table whose pair
    is elsewhere stays empty. `taken` tables are used already; `only` are the ones there are, in a round under way.
    """
    own: dict[int, Meeting] = {}
    others: list[Meeting] = []
    for meeting in meetings:
        table = next((fixed[number] for number in meeting if number in fixed), None)
        if table is None or table in taken or table in own or (only is not None and table not in only):
            others.append(meeting)
        else:
            own[table] = meeting
    reserved = {*own, *taken, *(fixed.values() if keeps_free and only is None else ())}
    tables = count(1) if only is None else iter(sorted(only))
    free = (table for table in tables if table not in reserved)
    return dict(sorted({**own, **dict(zip(free, others, strict=False))}.items()))


def at_fixed_tables(tables: Mapping[int, Meeting], fixed: Mapping[int, int]) -> dict[int, Meeting]:
    """The same meetings, each pair with a fixed table at it: whoever sits there takes the table that becomes free.

    Where two such pairs meet, either table will do.
    """
    placed = dict(tables)
    for number in sorted(set(fixed) & {number for meeting in tables.values() for number in meeting}):
        now = next(table for table, meeting in placed.items() if number in meeting)
        wished = {fixed[each] for each in placed[now] if each in fixed}
        if now not in wished:
            there = placed.pop(fixed[number], None)
            placed[fixed[number]] = placed.pop(now)
            placed |= {} if there is None else {now: there}
    return dict(sorted(placed.items()))


def lowest_free(taken: Iterable[int]) -> int:
    """The lowest table number that is not taken."""
    used = set(taken)
    return next(table for table in range(1, len(used) + 2) if table not in used)
