"""Whether the rows of one game can be what they are: its seats, its hands, what was counted and when."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.bids import Bid, hand_points, points_at_stake
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.results import Result
from scoring.sheets import Hand
from tournament.models import Game, PlayedHand, Round, Seat
from tournament.queries.games import view_of
from tournament.queries.recount import recount

CODES = frozenset(bid.value for bid in Bid)


@dataclass(frozen=True)
class Discrepancy:
    """Something stored that its source does not bear out. `table` is None for a bye and for what is no game."""

    what: str
    round_number: int | None = None
    table: int | None = None
    pair_number: int | None = None
    hand: int | None = None
    stored: Any = None
    counted: Any = None

    def __str__(self) -> str:
        named = {
            "round": self.round_number,
            "table": self.table,
            "pair": self.pair_number,
            "hand": self.hand,
        }
        where = " ".join(f"{name} {value}" for name, value in named.items() if value is not None)
        return f"{where or 'championship'}: {self.what}: stored {self.stored}, counted {self.counted}"


def game_findings(game: Game, regulation: Regulation | None) -> Iterator[Discrepancy]:
    """Everything wrong with a game of a published or closed round. Without a regulation nothing is counted.

    A row that cannot even be read is a finding too ("unreadable"), once a game, and hides no other.
    """
    checks: list[Callable[[], Iterator[Discrepancy]]] = [
        partial(_seats, game),
        partial(_kind, game),
        partial(_state, game),
    ]
    if regulation is not None:
        checks += [partial(_hands, game, regulation), partial(_result, game, regulation)]
    faults = set()
    for check in checks:
        try:
            yield from check()
        except Exception as fault:  # whatever it is: it is what the rows do to every page
            faults.add(f"{type(fault).__name__}: {fault}")
    if faults:
        yield Discrepancy("unreadable", **_where(game), stored=game.kind, counted="; ".join(sorted(faults)))


def _where(game: Game) -> dict[str, Any]:
    return {"round_number": game.round.number, "table": game.table}


def _seats(game: Game) -> Iterator[Discrepancy]:
    """Two pairs, or one that rests (D 4), of this championship, seated in the round of their game."""
    seats = list(game.seats.all())
    sides, due = sorted(seat.side for seat in seats), ["a"] if game.kind == Game.Kind.BYE else ["a", "b"]
    if sides != due:
        yield Discrepancy("seats", **_where(game), stored=sides, counted=due)
    for seat in seats:
        stored = (seat.round_id, seat.pair.championship_id, seat.void)
        counted = (game.round_id, game.round.championship_id, False)
        if stored != counted:
            number = seat.pair.number
            yield Discrepancy("seated", **_where(game), pair_number=number, stored=stored, counted=counted)


def _kind(game: Game) -> Iterator[Discrepancy]:
    """Every game but a bye has a table; an open one is to be played: rulings and byes are confirmed at once."""
    if (game.table is None) != (game.kind == Game.Kind.BYE):
        yield Discrepancy("table", **_where(game), stored=game.table, counted=game.kind)
    if game.state == Game.State.CONFIRMED:
        return
    stored, counted = (game.kind, game.adjustments), (Game.Kind.PLAYED.value, [])
    if stored != counted:
        yield Discrepancy("kind", **_where(game), stored=stored, counted=counted)


def _state(game: Game) -> Iterator[Discrepancy]:
    """Points are counted at confirmation and not before. What a closed round left open was reopened by the desk."""
    is_confirmed = Game.State(game.state) is Game.State.CONFIRMED
    for seat in game.seats.all():
        if (seat.points_for is not None) != is_confirmed:
            number, stored = seat.pair.number, _frozen(seat)
            yield Discrepancy("state", **_where(game), pair_number=number, stored=stored, counted=game.state)
    if is_confirmed or game.round.state != Round.State.CLOSED:
        return
    place = [game.round.number, game.table]
    if any(place in drawn.reasons.get("open", ()) for drawn in game.round.championship.rounds.all()):
        return  # a director went on without it
    undone = game.round.championship.log.filter(what__in=("reopen", "undo_ruling"), table=game.table)
    if not undone.filter(round_number=game.round.number).exists():
        yield Discrepancy("open in a closed round", **_where(game), stored=game.state, counted="confirmed")


def _frozen(seat: Seat) -> tuple[int | None, int | None, int | None]:
    return seat.points_for, seat.points_against, seat.wins2


def _hands(game: Game, regulation: Regulation) -> Iterator[Discrepancy]:
    """Rows 1, 2, 3 …, each with points that its bid can give (E 15.2.5, E 15.2.6)."""
    hands = sorted(game.hands.all(), key=lambda each: each.sequence)
    order = [hand.sequence for hand in hands]
    if order != list(range(1, len(hands) + 1)):
        counted = list(range(1, len(hands) + 1))
        yield Discrepancy("sequence", **_where(game), stored=order, counted=counted)
    for hand in hands:
        wrong = why_not(hand, regulation)
        if wrong is not None:
            stored = f"{hand.kind} {hand.bid or '—'} {hand.points_a}–{hand.points_b} ({hand.card_points})"
            yield Discrepancy("hand", **_where(game), hand=hand.sequence, stored=stored, counted=wrong)


def why_not(hand: PlayedHand, regulation: Regulation) -> str | None:
    """Why this row cannot stand on a sheet; None where it can.

    A sanction, in whole or in part, and what does not count is worth no more than was at stake (D 6).
    """
    points = hand.points_a, hand.points_b
    if hand.bid not in CODES:
        return "bid unknown"
    try:
        match PlayedHand.Kind(hand.kind):
            case PlayedHand.Kind.PASS:
                due = (0, 0)
            case PlayedHand.Kind.PLAYED if hand.card_points is not None:
                due = hand_points(Bid(hand.bid), hand.card_points, regulation)
            case PlayedHand.Kind.PLAYED:
                due = Hand.from_points(Bid(hand.bid), points, regulation).points
            case _:
                most = points_at_stake(Bid(hand.bid), regulation)
                due = min(points[0], most), min(points[1], most)
    except RuleError as refusal:
        return str(refusal)
    return None if due == points else f"{due[0]}–{due[1]}"


def _result(game: Game, regulation: Regulation) -> Iterator[Discrepancy]:
    """What was frozen, what pages fold, and the recount are one and the same (E 13)."""
    view = view_of(game)
    if not view.is_confirmed:
        return
    counted = recount(game, regulation)
    folded = view.outcome
    if isinstance(folded, RuleError):
        yield Discrepancy("result", **_where(game), stored=view.counted, counted=str(folded))
    else:
        yield from _adjustments(game, folded)
        if counted is None or (folded.points, folded.wins2) != (counted.points, counted.wins2):
            yield Discrepancy("fold", **_where(game), stored=folded, counted=counted)
    if counted is None:
        return
    for seat in game.seats.all():
        mine = "ab".index(seat.side)
        due = counted.points[mine], counted.points[1 - mine], counted.wins2[mine]
        if seat.points_for is not None and _frozen(seat) != due:
            number, stored = seat.pair.number, _frozen(seat)
            yield Discrepancy("seat", **_where(game), pair_number=number, stored=stored, counted=due)


def _adjustments(game: Game, folded: Result) -> Iterator[Discrepancy]:
    lines = [[line.code, line.article, list(line.points)] for line in folded.adjustments]
    if game.adjustments != lines:
        yield Discrepancy("adjustments", **_where(game), stored=game.adjustments, counted=lines)
