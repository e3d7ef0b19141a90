"""What goes wrong in a hall, as the desk looks at it before it is put right (E 17.2)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.core.clock import played
from tournament.models import Championship, Game, Pair, Replacement, Round
from tournament.queries.drawing import met_rounds
from tournament.queries.games import GameView, SeatView, games_of_round, view_of, with_sheets
from tournament.queries.infractions import open_seats
from tournament.queries.rounds import clock_of_table

FEW_HANDS = 2
"""So many hands at most, and pairs that sat down wrongly simply begin anew; our reading, the documents are silent."""


Meetings = tuple[tuple[SeatView, SeatView], ...]


@dataclass(frozen=True)
class Mixed:
    """Pair `one` of a table and pair `other` sat in each other's place.

    `meetings` are who sat together, `met` those of them that there were in earlier rounds. `minutes` are those of the
    older clock, `hands` the most written at one of the two tables.
    """

    here: GameView
    there: GameView
    one: SeatView
    other: SeatView
    meetings: Meetings
    minutes: int
    hands: int
    met: tuple[tuple[int, int, tuple[int, ...]], ...]

    @property
    def is_early(self) -> bool:
        """Whether they should simply change places: nobody loses much by it."""
        return self.minutes < self.here.regulation.no_show_minutes and self.hands <= FEW_HANDS


def _opponent(view: GameView, seat: SeatView) -> SeatView:
    return view.b if view.b is not None and seat.pair_id == view.a.pair_id else view.a


def seat_of(view: GameView, number: int | None) -> SeatView | None:
    """The seat of a pair at a table."""
    return next((seat for seat in (view.a, view.b) if seat and seat.number == number), None)


def mixed(view: GameView, one: int | None, other: int | None, *, now: datetime) -> Mixed | None:
    """What was played by whom; None where these two pairs cannot have sat in each other's place."""
    there = next((each for each in other_games(view) if seat_of(each, other)), None)
    mine, theirs = seat_of(view, one), seat_of(there, other) if there else None
    if there is None or mine is None or theirs is None:
        return None
    both = (view, there)
    meetings = ((theirs, _opponent(view, mine)), (mine, _opponent(there, theirs)))
    return Mixed(
        here=view,
        there=there,
        one=mine,
        other=theirs,
        meetings=meetings,
        minutes=max(played(clock_of_table(each.game, now), now) // timedelta(minutes=1) for each in both),
        hands=max(each.sheet.hands_played for each in both),
        met=_met(view.game.round, meetings),
    )


def _met(round_: Round, meetings: Meetings) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Which of these meetings there were before, with their rounds."""
    rounds = met_rounds(round_.championship, round_.number)
    numbers = [(a.number, b.number) for a, b in meetings]
    return tuple((a, b, tuple(rounds[frozenset((a, b))])) for a, b in numbers if frozenset((a, b)) in rounds)


def other_games(view: GameView) -> tuple[GameView, ...]:
    """The games of two pairs at the other tables of the round."""
    games = games_of_round(view.game.round)
    return tuple(each for each in games if each.b is not None and each.game.pk != view.game.pk)


def resting(view: GameView) -> SeatView | None:
    """The pair that rests in the round of a game."""
    return next((each.a for each in games_of_round(view.game.round) if each.b is None), None)


def number_of_gone(view: GameView) -> int | None:
    """The pair without which a game was settled: expelled or gone, or not there (D 8, E 13.3)."""
    gone = {"a": view.a, "b": view.b}.get(view.game.left)
    if view.game.winner and view.b is not None:
        gone = view.b if view.game.winner == "a" else view.a
    return gone.number if gone else None


def games_in_play(pair: Pair) -> tuple[GameView, ...]:
    """The games that a pair is playing, or should be: they are settled when it leaves."""
    seats = open_seats(pair).values("game")
    return tuple(view_of(game) for game in with_sheets(Game.objects.filter(pk__in=seats)))


def _annulled(view: GameView) -> tuple[GameView, ...]:
    """The annulled sheets of this round on which something had been written, of the pairs that sit here."""
    pairs = [seat.pair_id for seat in (view.a, view.b) if seat]
    games = Game.objects.filter(round=view.game.round, seats__pair__in=pairs).exclude(voided_at=None)
    found = (view_of(game) for game in with_sheets(games.distinct().order_by("voided_at")))
    return tuple(each for each in found if each.hands or each.typed is not None)


@dataclass(frozen=True)
class Mishaps:
    """What the page of a game tells of it: its annulled sheets, whether beginning anew can still be taken back, and
    who plays for somebody else in this round.
    """

    annulled: tuple[GameView, ...]
    is_anew: bool
    substitutes: tuple[Replacement, ...]


def mishaps_at(view: GameView) -> Mishaps:
    """What has happened at a table."""
    return Mishaps(_annulled(view), _is_anew(view), _substitutes(view))


def _is_anew(view: GameView) -> bool:
    """Whether this game was made by the last mending of its round, which can still be taken back."""
    repairs = Round.objects.get(pk=view.game.round_id).reasons.get("repairs", [])
    return bool(repairs) and view.game.pk in repairs[-1]["made"] and not view.has_begun


def round_to_play(championship: Championship) -> int:
    """The round in play, else the next one."""
    rounds = championship.rounds.exclude(state=Round.State.DRAFT)
    in_play = rounds.filter(state=Round.State.PUBLISHED).order_by("number").last()
    return in_play.number if in_play else rounds.count() + 1


def replacements_of(pair: Pair) -> tuple[Replacement, ...]:
    """Everybody who came in the place of a player of this pair, in order."""
    return tuple(pair.replacements.order_by("pk"))


def _substitutes(view: GameView) -> tuple[Replacement, ...]:
    """Who plays for a player of these two pairs in this round alone."""
    pairs = [seat.pair_id for seat in (view.a, view.b) if seat]
    rows = Replacement.objects.filter(pair__in=pairs, round_number=view.game.round.number, is_for_good=False)
    return tuple(rows.select_related("pair").order_by("pair__number", "player"))
