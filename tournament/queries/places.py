"""Where the pairs of an old sheet sit now."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.models import Championship, Game, Round
from tournament.queries.games import GameView, SeatView, view_of, with_sheets
from tournament.queries.standings import PUBLIC_STATES


@dataclass(frozen=True)
class Place:
    """A pair in the round now: its table and whom it meets there. Without a table it rests, or is not in the round."""

    seat: SeatView
    table: int | None = None
    against: SeatView | None = None
    rests: bool = False


@dataclass(frozen=True)
class PlacesNow:
    """The round now, and the places in it of the pairs of an old sheet."""

    round: Round
    places: tuple[Place, ...]

    @property
    def table_of_all(self) -> int | None:
        """The one table at which all of them sit, if there is such a table."""
        tables = {place.table for place in self.places}
        return tables.pop() if len(tables) == 1 else None


def places_now(view: GameView) -> PlacesNow | None:
    """Where else the pairs of this sheet are; None while it is the sheet of what they play, or nothing is played."""
    championship = view.game.round.championship
    if championship.state == Championship.State.FINISHED:
        return None
    current = championship.rounds.filter(state__in=PUBLIC_STATES).order_by("-number").first()
    if current is None or (current.pk == view.game.round_id and view.game.voided_at is None):
        return None
    seats = [seat for seat in (view.a, view.b) if seat is not None]
    games = _games_now(current, seats)
    return PlacesNow(current, tuple(_place(seat, games.get(seat.pair_id)) for seat in seats))


def _games_now(current: Round, seats: list[SeatView]) -> Mapping[int, GameView]:
    """The games of these pairs in the round now, by pair."""
    of_these = Game.objects.filter(
        round=current, voided_at=None, seats__pair__in=[seat.pair_id for seat in seats]
    )
    views = [view_of(game) for game in with_sheets(of_these.distinct())]
    return {seat.pair_id: view for view in views for seat in (view.a, view.b) if seat is not None}


def _place(seat: SeatView, view: GameView | None) -> Place:
    if view is None:
        return Place(seat)
    other = view.b if view.a.pair_id == seat.pair_id else view.a
    return Place(seat, view.table, other, rests=other is None)
