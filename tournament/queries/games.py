"""Games as every page, print and draw sees them: one fold, one answer to what counts."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from django.db.models import Prefetch, QuerySet

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.regulation import Regulation, SheetOfRecord
from scoring.results import Awarded, GameKind, Played, Result, Unplayed, final_result
from scoring.sheets import Hand, HandKind, Sheet, Side, Stopped
from tournament.models import Championship, Game, PlayedHand, Round, Seat

TOKEN = "[A-Za-z0-9_-]{1,43}"
"""What a sheet's token looks like; the length is that of its column."""

Row = TypeVar("Row", Seat, PlayedHand)

_SEAT_COLUMNS = (
    "game_id", "side", "points_for", "points_against", "pair__number", "pair__war_name", "pair__fixed_table",
)  # fmt: skip


@dataclass(frozen=True)
class SeatView:
    """A pair at its side of the sheet; `pair_id` for links of the desk."""

    pair_id: int
    number: int
    war_name: str
    fixed_table: int | None = None


@dataclass(frozen=True)
class GameView:
    """A game with its hands folded. `b` is None for a bye. `hands` stand in the order of `sheet.lines`."""

    game: Game
    regulation: Regulation
    a: SeatView
    b: SeatView | None
    hands: tuple[PlayedHand, ...]
    sheet: Sheet
    typed: tuple[int, int] | None
    counted: tuple[int, int] | None

    @property
    def table(self) -> int | None:
        return self.game.table

    @property
    def is_at_fixed_table(self) -> bool:
        """Whether a pair sits here that always does (mobility)."""
        return any(seat is not None and seat.fixed_table == self.table for seat in (self.a, self.b))

    @property
    def kind(self) -> GameKind:
        return GameKind(self.game.kind)

    @property
    def is_played(self) -> bool:
        return self.kind is GameKind.PLAYED

    @property
    def is_confirmed(self) -> bool:
        return self.game.state == Game.State.CONFIRMED

    @property
    def has_hands(self) -> bool:
        """Whether any hand counts; a sheet whose hands are all struck speaks by its typed totals."""
        return any(line.counted for line in self.sheet.lines)

    @property
    def has_begun(self) -> bool:
        """Begun is a fact: a hand, totals, an ending or a result other than the bye exists."""
        if self.kind not in (GameKind.PLAYED, GameKind.BYE):
            return True
        return bool(self.hands) or self.typed is not None or bool(self.game.stopped or self.game.left)

    @property
    def totals_differ(self) -> bool:
        """Totals were typed and hands say something else: somebody must choose, or set the result (E 17.2)."""
        if not self.is_played or self.typed is None:
            return False
        return self.has_hands and self.typed != self.sheet.totals

    @property
    def score(self) -> tuple[int, int] | None:
        """What to show now: the counted points once confirmed, else the sheet as it stands; None before play."""
        if self.counted is not None:
            return self.counted
        if self.has_hands:
            return self.sheet.totals
        return self.typed

    @cached_property
    def outcome(self) -> Result | RuleError:
        """The result that would be confirmed now, or why there is none yet."""
        try:
            return self.result()
        except RuleError as refusal:
            return refusal

    @property
    def is_signed_on_phones(self) -> bool:
        """See `carries_signatures`."""
        return carries_signatures(self.game.round.championship, self.regulation)

    @property
    def is_complete(self) -> bool:
        """Whether the game could be confirmed as it stands."""
        return isinstance(self.outcome, Result)

    def with_hands(self, hands: Iterable[PlayedHand]) -> "GameView":
        """The game folded anew, after its own row or those of its hands were changed."""
        rows = tuple(hands)
        return replace(
            self,
            hands=rows,
            sheet=_sheet(self.game, rows, self.regulation),
            typed=_typed(self.game),
            counted=self.counted if self.is_confirmed else None,
        )

    def result(self) -> Result:
        """The counted result. Raises RuleError where the game is open, undecided or needs a choice."""
        if self.totals_differ:
            raise RuleError("totals_differ", "E 15.2.5", typed=self.typed, hands=self.sheet.totals)
        opening_draw = Side(self.game.opening_draw) if self.game.opening_draw else None
        left = Side(self.game.left) if self.game.left else None
        return final_result(self._played(), self.regulation, opening_draw=opening_draw, left=left)

    def _played(self) -> Played:
        if self.kind is GameKind.AWARDED:
            award = self.game.award
            return Awarded(tuple(award["points"]), tuple(award["wins2"]))
        if not self.is_played:
            return Unplayed(self.kind, Side(self.game.winner) if self.game.winner else None)
        return self.sheet if self.typed is None else self.typed


def regulation_of(championship: Championship) -> Regulation:
    return Regulation.from_dict(championship.regulation)


def carries_signatures(championship: Championship, regulation: Regulation) -> bool:
    """Whether the phone carries the signatures (D 11): it is the sheet of record, and it is at the tables. Where it is
    not, the paper is the record, whatever the regulation says: somebody must be able to sign."""
    return championship.phones_at_tables and regulation.sheet_of_record is SheetOfRecord.PHONE


def view_of(game: Game) -> GameView:
    """One game; three queries unless prefetched (`with_sheets`)."""
    return _view(game, regulation_of(game.round.championship))


def game_to_write(championship: Championship, game_id: int) -> GameView:
    """One game of a championship that is locked: three short queries, since every table waits for the lock."""
    game = Game.objects.select_related("round").defer("round__reasons").get(pk=game_id)
    game.round.championship = championship
    seats = Seat.objects.filter(game=game).select_related("pair").only(*_SEAT_COLUMNS).order_by("side")
    hands = PlayedHand.objects.filter(game=game).order_by("sequence")
    return _folded(game, regulation_of(championship), list(seats), tuple(hands))


def games_of_round(round_: Round, *, only: Collection[int] | None = None) -> tuple[GameView, ...]:
    """The games of a round that are not void, or only these, by table, the bye last. Three short queries for any size:
    the hall reads them anew every second."""
    regulation = regulation_of(round_.championship)
    games = Game.objects.filter(round=round_, voided_at=None).order_by()
    if only is not None:
        games = games.filter(pk__in=only)
    found = list(games)
    here = [game.pk for game in found]
    pairs = Seat.objects.filter(game__in=here).select_related("pair").only(*_SEAT_COLUMNS)
    seats = _by_game(pairs.order_by("side"))
    hands = _by_game(PlayedHand.objects.filter(game__in=here).order_by("sequence"))
    views = []
    for game in found:
        game.round = round_
        views.append(_folded(game, regulation, seats[game.pk], tuple(hands[game.pk])))
    return tuple(sorted(views, key=lambda view: (view.table is None, view.table or 0)))


def games_of_championship(championship: Championship) -> tuple[GameView, ...]:
    """Every game of published and closed rounds that is not void, by round and table."""
    return _by_round_and_table(championship, _public(championship))


def open_games(championship: Championship) -> tuple[GameView, ...]:
    """Games of published and closed rounds that are not confirmed yet."""
    return _by_round_and_table(championship, _public(championship).exclude(state=Game.State.CONFIRMED))


def _public(championship: Championship) -> QuerySet[Game]:
    games = Game.objects.filter(round__championship=championship, voided_at=None)
    return games.exclude(round__state=Round.State.DRAFT)


def _by_round_and_table(championship: Championship, games: QuerySet[Game]) -> tuple[GameView, ...]:
    regulation = regulation_of(championship)
    views = (_view(game, regulation) for game in with_sheets(games))
    return tuple(sorted(views, key=lambda v: (v.game.round.number, v.table is None, v.table or 0)))


def addressed_game(token: str) -> Game | None:
    """The same for who writes: little more than that there is one, for the game itself is read under the lock."""
    if not re.fullmatch(TOKEN, token):
        return None
    found = Game.objects.filter(token=token).exclude(round__state=Round.State.DRAFT)
    return found.only("voided_at", "round").order_by().first()


def game_by_token(token: str) -> Game | None:
    """The game of a sheet's address, drafts left out; no token of ours, no question to the database."""
    if not re.fullmatch(TOKEN, token):
        return None
    found = with_sheets(Game.objects.filter(token=token).exclude(round__state=Round.State.DRAFT))
    return found.first()


def game_of(championship: Championship, game_id: int) -> GameView | None:
    """A game of the championship's desk, drafts and void ones left out."""
    games = with_sheets(Game.objects.filter(round__championship=championship, voided_at=None))
    found = games.exclude(round__state=Round.State.DRAFT).filter(pk=game_id).first()
    return view_of(found) if found else None


def game_at_table(championship: Championship, number: int, table: int) -> GameView | None:
    """The game that is or was played at a table in a published round."""
    games = Game.objects.filter(round__championship=championship, round__number=number, voided_at=None)
    found = with_sheets(games.exclude(round__state=Round.State.DRAFT)).filter(table=table).first()
    return view_of(found) if found else None


def with_sheets(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with their round, championship, seats, pairs and hands at hand.

    Not with the reasons of the round's pairing: they are as long as the round has pairs, and each game would bring
    them along.
    """
    seats = Prefetch("seats", Seat.objects.select_related("pair").order_by("side"))
    hands = Prefetch("hands", PlayedHand.objects.order_by("sequence"))
    return games.select_related("round__championship").defer("round__reasons").prefetch_related(seats, hands)


def _by_game(rows: Iterable[Row]) -> defaultdict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def _view(game: Game, regulation: Regulation) -> GameView:
    seats = sorted(game.seats.all(), key=lambda seat: seat.side)
    hands = tuple(sorted(game.hands.all(), key=lambda hand: hand.sequence))
    return _folded(game, regulation, seats, hands)


def _folded(game: Game, regulation: Regulation, seats: list[Seat], hands: tuple[PlayedHand, ...]) -> GameView:
    return GameView(
        game=game,
        regulation=regulation,
        a=_seat(seats[0]),
        b=_seat(seats[1]) if len(seats) > 1 else None,
        hands=hands,
        sheet=_sheet(game, hands, regulation),
        typed=_typed(game),
        counted=_counted(seats),
    )


def _typed(game: Game) -> tuple[int, int] | None:
    return None if game.typed_a is None or game.typed_b is None else (game.typed_a, game.typed_b)


def _seat(seat: Seat) -> SeatView:
    return SeatView(seat.pair_id, seat.pair.number, seat.pair.war_name, seat.pair.fixed_table)


def _counted(seats: list[Seat]) -> tuple[int, int] | None:
    first = seats[0]
    if first.points_for is None or first.points_against is None:
        return None
    return first.points_for, first.points_against


def _sheet(game: Game, hands: Iterable[PlayedHand], regulation: Regulation) -> Sheet:
    rows = tuple(core_hand(hand) for hand in hands)
    opening_draw = Side(game.opening_draw) if game.opening_draw else None
    stopped = Stopped(game.stopped) if game.stopped else None
    return Sheet(regulation, rows, opening_draw, stopped, game.last_hand)


def core_hand(row: PlayedHand) -> Hand:
    """A stored hand as the core's value."""
    maker = Side(row.maker) if row.maker else None
    return Hand(Bid(row.bid), (row.points_a, row.points_b), row.card_points, maker, HandKind(row.kind))
