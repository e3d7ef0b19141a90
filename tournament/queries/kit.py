"""What a hall needs to go on by hand: where everybody stands, who has met whom, who is to be paired next."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from tournament.models import Championship, Seat
from tournament.queries.drawing import next_round_number, pairing_input
from tournament.queries.games import GameSeen, regulation_of
from tournament.queries.rounds import RoundPage, published_rounds, round_page
from tournament.queries.standings import PUBLIC_STATES, StandingRow, standings

RESTS = 0
Opponents = Mapping[int, Mapping[int, int]]
"""By pair and round: the number of whom it met, RESTS where it sat alone."""


@dataclass(frozen=True)
class KitRow:
    """A pair of the standings, and whom it met in each round (None: nobody)."""

    row: StandingRow
    opponents: tuple[int | None, ...]


@dataclass(frozen=True)
class ToPair:
    """A pair of the next round with all that pairing it by hand needs: whom it has met, how often it has won without
    playing, how often it has gone down a group (PAIRING K1, K2, K6)."""

    number: int
    war_name: str
    met: tuple[int, ...]
    unplayed_wins: int
    floats: int


@dataclass(frozen=True)
class ScoreGroup:
    """Pairs with as many wins, in the order of the standings."""

    wins2: int
    pairs: tuple[ToPair, ...]


@dataclass(frozen=True)
class Kit:
    """`open_games` are tables without a result that counts. `groups` is empty where no round will be drawn."""

    rounds: tuple[int, ...]
    rows: tuple[KitRow, ...]
    now: RoundPage | None
    next_number: int
    groups: tuple[ScoreGroup, ...]
    method: str

    @property
    def open_games(self) -> tuple[GameSeen, ...]:
        return tuple(view for view in self.now.tables if not view.is_confirmed) if self.now else ()

    @property
    def pairs(self) -> int:
        return sum(len(group.pairs) for group in self.groups)

    @property
    def tables(self) -> range:
        return range(1, self.pairs // 2 + 1)

    @property
    def is_odd(self) -> bool:
        return self.pairs % 2 == 1


def kit_of(championship: Championship) -> Kit:
    """As the championship stands. The same queries for any number of pairs."""
    rounds = tuple(each.number for each in published_rounds(championship))
    opponents = _opponents(championship)
    rows = standings(championship)
    number = next_round_number(championship)
    regulation = regulation_of(championship)
    draws = regulation.is_swiss and number <= (regulation.rounds or 0)
    names = {row.number: row.war_name for row in rows}
    return Kit(
        rounds=rounds,
        rows=tuple(_kit_row(row, rounds, opponents) for row in rows),
        now=round_page(championship),
        next_number=number,
        groups=_groups(championship, number, names, opponents=opponents) if draws else (),
        method=championship.pairing_method,
    )


def _kit_row(row: StandingRow, rounds: Iterable[int], opponents: Opponents) -> KitRow:
    met = opponents.get(row.number, {})
    return KitRow(row, tuple(met.get(number) for number in rounds))


def _opponents(championship: Championship) -> Opponents:
    seats = Seat.objects.filter(round__championship=championship, round__state__in=PUBLIC_STATES, void=False)
    games: dict[tuple[int, int], list[int]] = {}
    rows = seats.order_by("round__number", "game").values_list("round__number", "game", "pair__number")
    for number, game, pair in rows:
        games.setdefault((number, game), []).append(pair)
    found: dict[int, dict[int, int]] = {}
    for (number, _game), seated in games.items():
        for pair in seated:
            others = [other for other in seated if other != pair]
            found.setdefault(pair, {})[number] = others[0] if others else RESTS
    return found


def _groups(
    championship: Championship, number: int, names: Mapping[int, str], *, opponents: Opponents
) -> tuple[ScoreGroup, ...]:
    entrants = pairing_input(championship, number).entrants
    return tuple(
        ScoreGroup(
            wins2,
            tuple(
                ToPair(
                    each.number,
                    names[each.number],
                    tuple(met for met in opponents.get(each.number, {}).values() if met != RESTS),
                    each.unplayed_wins,
                    each.floats,
                )
                for each in group
            ),
        )
        for wins2, group in groupby(entrants, key=lambda entrant: entrant.group)
    )
