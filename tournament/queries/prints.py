"""What printed lists say that no page says in the same shape. Each function asks as much for two pairs as for 500."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from scoring.errors import RuleError
from tournament.models import Championship, Game, LogEntry, Pair, Round, Seat
from tournament.queries.drawing import LEFT_STATES, seating_of
from tournament.queries.games import open_games, regulation_of
from tournament.queries.meetings import PairName, names_of
from tournament.queries.rounds import absences_of
from tournament.queries.standings import (
    PUBLIC_STATES,
    StandingRow,
    counted_absences,
    counted_seats,
    ranked_pairs,
    standings,
)

# What was put right in a round after the sheets were written, or decided by the organisers (E 17.2).
CORRECTIONS = (
    "correct", "reopen", "award", "undo_ruling", "choose", "repair", "exchange", "take_back_repair", "seat_late",
    "replay", "accept_as_played", "strike", "move_in", "change_table", "late_hand", "leave", "stay",
    "replace_player", "take_back_replacement",
)  # fmt: skip
# What is usual until somebody gives a reason for it: then it was decided against the hour or the rule (E 17.2).
DECIDED_WITH_A_REASON = (
    "walkover", "both_absent", "announce_end", "announce_last_hand", "announce_table_end",
    "announce_table_last_hand", "give_minutes", "give_table_minutes", "publish", "type_sheet", "record_hand",
    "change_hand", "stop",
)  # fmt: skip
PLAYED = (Game.Kind.PLAYED, Game.Kind.AWARDED)


@dataclass(frozen=True)
class Pairings:
    """Who meets whom in a round, and who does not play. `loose` are pairs of a draft that have no place yet."""

    round: Round
    tables: tuple[tuple[int, PairName, PairName], ...]
    rests: PairName | None
    loose: tuple[PairName, ...]
    absent: tuple[PairName, ...]

    @property
    def is_draft(self) -> bool:
        return self.round.state == Round.State.DRAFT


def pairings_of(round_: Round) -> Pairings:
    """A round as it stands, its draft too."""
    names, seating = names_of(round_.championship), seating_of(round_)
    return Pairings(
        round=round_,
        tables=tuple((table, names[a], names[b]) for table, (a, b) in seating.tables.items()),
        rests=names[seating.bye] if seating.bye is not None else None,
        loose=tuple(names[number] for number in sorted(seating.loose)),
        absent=tuple(names[absence.pair.number] for absence in absences_of(round_)),
    )


@dataclass(frozen=True)
class Cell:
    """What a pair did in a round. `opponent` is None where it sat alone or missed the round; points and doubled wins
    are None until they count. `kind` is that of the game; "" is a round that it missed (D 13)."""

    kind: str
    opponent: int | None
    points: tuple[int, int] | None
    wins2: int | None


@dataclass(frozen=True)
class CrossRow:
    """A pair of the ranking with its rounds, None where it was in neither a game nor a list of the absent."""

    row: StandingRow
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class CrossTable:
    numbers: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def cross_table(championship: Championship, after_round: int | None = None) -> CrossTable:
    """Pairs by rank against rounds, up to `after_round`."""
    numbers = tuple(
        number
        for number in championship.rounds.filter(state__in=PUBLIC_STATES).values_list("number", flat=True)
        if after_round is None or number <= after_round
    )
    cells = {**_missed(championship, after_round), **_met(championship, numbers)}
    return CrossTable(
        numbers,
        tuple(
            CrossRow(row, tuple(cells.get((row.number, number)) for number in numbers))
            for row in standings(championship, after_round)
        ),
    )


def _met(championship: Championship, numbers: Collection[int]) -> dict[tuple[int, int], Cell]:
    """By the pair's number and the round's."""
    seats = Seat.objects.filter(round__championship=championship, round__number__in=numbers, void=False)
    found = seats.order_by("game", "side").values(
        "game", "round__number", "pair__number", "game__kind", "points_for", "points_against", "wins2"
    )
    games: dict[int, list[Mapping[str, object]]] = {}
    for seat in found:
        games.setdefault(seat["game"], []).append(seat)
    return {
        (seat["pair__number"], seat["round__number"]): _cell(seat, seated)  # type: ignore[misc]
        for seated in games.values()
        for seat in seated
    }


def _cell(seat: Mapping[str, object], seated: list[Mapping[str, object]]) -> Cell:
    points = None if seat["wins2"] is None else (seat["points_for"], seat["points_against"])
    opponent = next((other["pair__number"] for other in seated if other is not seat), None)
    return Cell(seat["game__kind"], opponent, points, seat["wins2"])  # type: ignore[arg-type]


def _missed(championship: Championship, after_round: int | None) -> dict[tuple[int, int], Cell]:
    rows = counted_absences(championship, after_round).values_list(
        "pair__number", "round_number", "points_for", "points_against", "wins2"
    )
    return {(pair, number): Cell("", None, (own, other), wins2) for pair, number, own, other, wins2 in rows}


@dataclass(frozen=True)
class Registration:
    """Everybody who signed up, by number; `fee` in euros a pair. `free` are the numbers of those that are asked for
    nothing: they withdrew before they ever had a table. Who paid before has a tick all the same."""

    pairs: tuple[Pair, ...]
    fee: Decimal
    free: frozenset[int]

    @property
    def paid(self) -> int:
        return sum(pair.paid for pair in self.pairs)

    @property
    def owing(self) -> int:
        """Who has not paid and played, or may still."""
        return len(self.pairs) - self.paid - len(self.free)

    @property
    def received(self) -> Decimal:
        return self.paid * self.fee

    @property
    def outstanding(self) -> Decimal:
        return self.owing * self.fee


def registration(championship: Championship) -> Registration:
    """Two queries."""
    pairs = tuple(championship.pairs.order_by("number"))
    seated = set(ranked_pairs(championship).values_list("number", flat=True))
    free = (
        pair.number
        for pair in pairs
        if pair.state == Pair.State.WITHDRAWN and pair.number not in seated and not pair.paid
    )
    return Registration(pairs, championship.fee, frozenset(free))


def corrections_of(round_: Round) -> list[LogEntry]:
    """What was put right or decided in a round, in its order."""
    told = Q(what__in=CORRECTIONS) | Q(what__in=DECIDED_WITH_A_REASON) & ~Q(reason="")
    entries = round_.championship.log.filter(told, round_number=round_.number)
    return list(entries.select_related("user").order_by("id"))


@dataclass(frozen=True)
class Placed:
    """A pair of the ranking with who it is: a diploma is for the pair itself."""

    row: StandingRow
    players: tuple[str, ...]


def placed_pairs(championship: Championship, places: int) -> tuple[Placed, ...]:
    """The first so many of the final ranking, at their places in it: those that have played a game (who only rested or
    was never there has not) and were there to the end. Raises RuleError("ranking_not_final" | "games_open") before it
    is final.
    """
    check_ranking_final(championship)
    names = {
        number: both for number, *both in championship.pairs.values_list("number", "player_1", "player_2")
    }
    seats = counted_seats(championship).filter(game__kind__in=PLAYED).exclude(pair__state__in=LEFT_STATES)
    stayed = set(seats.values_list("pair__number", flat=True))
    return tuple(
        Placed(row, tuple(name for name in names[row.number] if name))
        for row in standings(championship)
        if row.rank is not None and row.rank <= places and row.number in stayed
    )


def check_ranking_final(championship: Championship) -> None:
    """The last round is closed and every game counts (E 12.2), or the championship was finished before."""
    if championship.state == Championship.State.FINISHED:
        return
    closed = championship.rounds.filter(state=Round.State.CLOSED).count()
    rounds = regulation_of(championship).rounds or 0
    if closed < max(rounds, 1) or championship.rounds.exclude(state=Round.State.CLOSED).exists():
        raise RuleError("ranking_not_final", "E 12.2", round=closed + 1, rounds=max(rounds, closed + 1))
    left = open_games(championship)
    if left:
        tables = [(view.game.round.number, view.table) for view in left]
        raise RuleError("games_open", "E 15.2.7.1", tables=tables)
