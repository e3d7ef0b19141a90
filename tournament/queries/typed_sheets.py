"""Sheets typed at the desk: those with the same hands, and the piles that wait for a second person."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from tournament.models import Championship, Game, PlayedHand
from tournament.queries.games import GameView, open_games, view_of, with_sheets

FEWEST_HANDS_ALIKE = 3
MOST_USUAL = 200  # more is rare even with a Sant Vicenç
LEAST_USUAL = 20  # so few points for both are a game that hardly began


@dataclass(frozen=True)
class Alike:
    """Another table with the same hands, and when the last of them was written."""

    table: int
    round_number: int
    at: datetime


def sheets_alike(view: GameView) -> tuple[Alike, ...]:
    """Other tables of the championship with exactly these hands: most likely one paper typed twice."""
    own = _written(view.hands)
    if len(own) < FEWEST_HANDS_ALIKE:
        return ()
    games = Game.objects.filter(round__championship=view.game.round.championship, voided_at=None)
    for bid, a, b in (own[0], own[-1]):
        with_hand = PlayedHand.objects.filter(bid=bid, points_a=a, points_b=b).values("game")
        games = games.filter(pk__in=with_hand)
    others = (view_of(game) for game in with_sheets(games.exclude(pk=view.game.pk).exclude(table=None)))
    return tuple(_alike(other) for other in others if _written(other.hands) == own)


def _written(hands: Iterable[PlayedHand]) -> list[tuple[str, int, int]]:
    return [(hand.bid, hand.points_a, hand.points_b) for hand in hands]


def _alike(view: GameView) -> Alike:
    at = max(hand.recorded_at for hand in view.hands)
    return Alike(view.table or 0, view.game.round.number, at)


def are_unusual(view: GameView) -> bool:
    """Whether totals were typed that are possible and hardly ever right."""
    if view.typed is None or view.is_confirmed or not view.is_played:
        return False
    return max(view.typed) > MOST_USUAL or max(view.typed) < LEAST_USUAL


@dataclass(frozen=True)
class Pile:
    """What one person typed, in that order: so the paper lies. `is_own` is the pile of whoever looks."""

    typist: str
    is_own: bool
    views: tuple[GameView, ...]


def piles_to_check(championship: Championship, user_id: int | None) -> tuple[Pile, ...]:
    """Typed sheets that a second person has to confirm or send back, one's own pile last."""
    views = [view for view in _typed(championship) if view.is_complete and not view.game.sent_back]
    names = _typists(championship)
    by_typist = groupby(views, key=lambda view: view.game.typed_by_id)
    piles = [Pile(names.get(typist, ""), typist == user_id, tuple(pile)) for typist, pile in by_typist]
    return tuple(sorted(piles, key=lambda pile: (pile.is_own, pile.typist)))


def sent_back_to(championship: Championship, user_id: int | None) -> tuple[GameView, ...]:
    """Sheets that this person typed and somebody found wrong."""
    views = _typed(championship)
    return tuple(view for view in views if view.game.sent_back and view.game.typed_by_id == user_id)


def _typed(championship: Championship) -> list[GameView]:
    """Typed and not confirmed, by who typed them and in the order in which it was done."""
    if not championship.second_check:
        return []
    views = [(view.game.typed_at, view) for view in open_games(championship)]
    typed = [(at, view) for at, view in views if at is not None]
    in_order = sorted(typed, key=lambda each: (each[1].game.typed_by_id or 0, each[0]))
    return [view for _at, view in in_order]


def _typists(championship: Championship) -> dict[int | None, str]:
    games = Game.objects.filter(round__championship=championship, typed_by__isnull=False)
    return dict(games.values_list("typed_by", "typed_by__username").order_by().distinct())
