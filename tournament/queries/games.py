"""Games as every page, print and draw sees them: one fold, one answer to what counts."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from django.db.models import Prefetch, QuerySet

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.regulation import Regulation, SheetOfRecord
from scoring.results import Awarded, GameKind, Played, Result, Unplayed, final_result
from scoring.sheets import Hand, HandKind, Sheet, Side, Stopped
from tournament.models import Championship, Game, PlayedHand, Round, Seat

TOKEN = "[A-Za-z0-9_-]{1,43}"
"""What a sheet's token looks like; the length is that of its column."""

GameKey = int | str
"""A game's id, or the token of its address, which is what a table has."""

_SEAT_COLUMNS = (
    "pair", "pair__number", "pair__war_name", "pair__fixed_table", "points_for", "points_against",
)  # fmt: skip
_HAND_COLUMNS = ("kind", "bid", "maker", "card_points", "points_a", "points_b")


@dataclass(frozen=True)
class SeatView:
    """A pair at its side of the sheet; `pair_id` for links of the desk."""

    pair_id: int
    number: int
    war_name: str
    fixed_table: int | None = None


Seated = tuple[SeatView, tuple[int, int] | None]
"""Who sits at a side, and the points of the game that count, its own first."""


@dataclass(frozen=True)
class GameSeen:
    """A game as the hall reads it: its hands folded. `b` is None for a bye."""

    game: Game
    regulation: Regulation
    a: SeatView
    b: SeatView | None
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
        return bool(self.sheet.hands) or self.typed is not None or bool(self.game.stopped or self.game.left)

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


@dataclass(frozen=True)
class GameView(GameSeen):
    """The same with its rows, for who writes or prints them. `hands` stand in the order of `sheet.lines`."""

    hands: tuple[PlayedHand, ...]

    def with_hands(self, hands: Iterable[PlayedHand]) -> "GameView":
        """The game folded anew, after its own row or those of its hands were changed."""
        rows = tuple(hands)
        return replace(
            self,
            hands=rows,
            sheet=_sheet(self.game, map(core_hand, rows), self.regulation),
            typed=_typed(self.game),
            counted=self.counted if self.is_confirmed else None,
        )


def regulation_of(championship: Championship) -> Regulation:
    return Regulation.from_dict(championship.regulation)


def carries_signatures(championship: Championship, regulation: Regulation) -> bool:
    """Whether the phone carries the signatures (D 11): it is the sheet of record, and it is at the tables. Where it is
    not, the paper is the record, whatever the regulation says: somebody must be able to sign."""
    return championship.phones_at_tables and regulation.sheet_of_record is SheetOfRecord.PHONE


def view_of(game: Game) -> GameView:
    """One game; three queries unless prefetched (`with_sheets`)."""
    return _view(game, regulation_of(game.round.championship))


def game_to_write(championship: Championship, key: GameKey) -> GameView:
    """One game of a championship that is locked: three short queries, since every table waits for the lock."""
    which = {"token": key} if isinstance(key, str) else {"pk": key}
    game = Game.objects.select_related("round").defer("round__reasons").get(**which)
    game.round.championship = championship
    rows = PlayedHand.objects.filter(game=game).order_by("sequence")
    return _written(game, regulation_of(championship), _seats(game)[game.pk], tuple(rows))


def games_of_round(round_: Round, *, only: Collection[int] | None = None) -> tuple[GameView, ...]:
    """The games of a round that are not void, or only these, by table, the bye last. Three queries for any size."""
    regulation, games = regulation_of(round_.championship), _games(round_, only)
    seats = _seats(*games)
    rows: defaultdict[int, list[PlayedHand]] = defaultdict(list)
    for row in PlayedHand.objects.filter(game__in=games).order_by("sequence"):
        rows[row.game_id].append(row)
    return tuple(_written(game, regulation, seats[game.pk], tuple(rows[game.pk])) for game in games)


def games_seen(round_: Round) -> tuple[GameSeen, ...]:
    """The same as the hall reads them, every second anew: to make the rows of the hands would be most of the work."""
    regulation, games = regulation_of(round_.championship), _games(round_)
    seats = _seats(*games)
    hands: defaultdict[int, list[Hand]] = defaultdict(list)
    rows = PlayedHand.objects.filter(game__in=games).order_by("sequence")
    for game_id, *columns in rows.values_list("game", *_HAND_COLUMNS):
        hands[game_id].append(_hand(*columns))
    return tuple(_folded(game, regulation, seats[game.pk], hands[game.pk]) for game in games)


def _games(round_: Round, only: Collection[int] | None = None) -> list[Game]:
    found = Game.objects.filter(round=round_, voided_at=None).order_by()
    games = list(found if only is None else found.filter(pk__in=only))
    for game in games:
        game.round = round_
    return sorted(games, key=lambda game: (game.table is None, game.table or 0))


def _seats(*games: Game) -> defaultdict[int, list[Seated]]:
    """Who sits at each of these games, side a first. One query."""
    found: defaultdict[int, list[Seated]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games).order_by("side")
    for game_id, *columns in rows.values_list("game", *_SEAT_COLUMNS):
        found[game_id].append(_seated(*columns))
    return found


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


def _view(game: Game, regulation: Regulation) -> GameView:
    seats = sorted(game.seats.all(), key=lambda seat: seat.side)
    rows = tuple(sorted(game.hands.all(), key=lambda hand: hand.sequence))
    return _written(game, regulation, [_seated_of(seat) for seat in seats], rows)


def _written(
    game: Game, regulation: Regulation, seats: Sequence[Seated], rows: tuple[PlayedHand, ...]
) -> GameView:
    return GameView(**vars(_folded(game, regulation, seats, map(core_hand, rows))), hands=rows)


def _folded(game: Game, regulation: Regulation, seats: Sequence[Seated], hands: Iterable[Hand]) -> GameSeen:
    a, counted = seats[0]
    return GameSeen(
        game=game,
        regulation=regulation,
        a=a,
        b=seats[1][0] if len(seats) > 1 else None,
        sheet=_sheet(game, hands, regulation),
        typed=_typed(game),
        counted=counted,
    )


def _typed(game: Game) -> tuple[int, int] | None:
    return None if game.typed_a is None or game.typed_b is None else (game.typed_a, game.typed_b)


def _seated(
    pair_id: int, number: int, war_name: str, table: int | None, points: int | None, against: int | None
) -> Seated:
    counted = None if points is None or against is None else (points, against)
    return SeatView(pair_id, number, war_name, table), counted


def _seated_of(seat: Seat) -> Seated:
    pair = seat.pair
    return _seated(
        pair.pk, pair.number, pair.war_name, pair.fixed_table, seat.points_for, seat.points_against
    )


def _sheet(game: Game, hands: Iterable[Hand], regulation: Regulation) -> Sheet:
    opening_draw = Side(game.opening_draw) if game.opening_draw else None
    stopped = Stopped(game.stopped) if game.stopped else None
    return Sheet(regulation, tuple(hands), opening_draw, stopped, game.last_hand)


def core_hand(row: PlayedHand) -> Hand:
    """A stored hand as the core's value."""
    return _hand(row.kind, row.bid, row.maker, row.card_points, row.points_a, row.points_b)


@lru_cache(1024)  # a hall has thousands of hands, and few that differ
def _hand(kind: str, bid: str, maker: str, card_points: int | None, points_a: int, points_b: int) -> Hand:
    return Hand(Bid(bid), (points_a, points_b), card_points, Side(maker) if maker else None, HandKind(kind))
