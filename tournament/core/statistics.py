"""What the hall talks about afterwards: botifarres called and made, contros won, the biggest hand, the closest game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.sheets import HandKind, Line, Sheet, Side


@dataclass(frozen=True)
class PlayedGame:
    """A game that counts: the round, the table, the numbers of its pairs a and b, their counted points, its sheet."""

    round: int
    table: int
    pairs: tuple[int, int]
    points: tuple[int, int]
    sheet: Sheet

    @property
    def difference(self) -> int:
        return abs(self.points[0] - self.points[1])


@dataclass(frozen=True)
class BigHand:
    """A hand, and the number of the pair that made it."""

    game: PlayedGame
    line: Line
    pair: int

    @property
    def points(self) -> int:
        return max(self.line.points)


@dataclass(frozen=True)
class Tally:
    """How often something was tried, and how often it brought points to who tried it."""

    tried: int = 0
    won: int = 0

    def plus(self, is_won: bool) -> "Tally":
        return Tally(self.tried + 1, self.won + is_won)


@dataclass(frozen=True)
class Statistics:
    """Of the games whose hands are known; `hands` counts those that count (E 12.3.2).

    A botifarra is made when the pair that called it scores, a contro won when the other pair does; where nobody wrote
    down who called, neither can be told, and `untold` counts those hands.
    """

    games: int = 0
    hands: int = 0
    level: int = 0
    botifarres: Tally = Tally()
    contros: Tally = Tally()
    untold: int = 0
    biggest: tuple[BigHand, ...] = ()
    closest: tuple[PlayedGame, ...] = ()


def statistics(games: Iterable[PlayedGame], *, most: int = 3) -> Statistics:
    """`biggest` and `closest` name at most so many, the earliest first among equals."""
    played = [game for game in games if game.sheet.hands_played]
    found = Statistics(games=len(played))
    for game in played:
        for line in _counted(game.sheet):
            found = _with(found, line)
    return replace(found, biggest=_biggest(played, most), closest=_closest(played, most))


def _counted(sheet: Sheet) -> Iterator[Line]:
    """Hands that were played out: what a sanction gave or what was passed says nothing of how somebody plays."""
    return (line for line in sheet.lines if line.counted and line.hand.kind is HandKind.PLAYED)


def _with(found: Statistics, line: Line) -> Statistics:
    winner, bid = line.hand.winner, line.hand.bid
    found = replace(found, hands=found.hands + 1, level=found.level + (winner is None))
    if not bid.is_botifarra and not bid.doubling:
        return found
    if line.maker is None:
        return replace(found, untold=found.untold + 1)
    if bid.is_botifarra:
        found = replace(found, botifarres=found.botifarres.plus(winner is line.maker))
    if bid.doubling:
        found = replace(found, contros=found.contros.plus(winner is line.maker.other))
    return found


def _biggest(games: Sequence[PlayedGame], most: int) -> tuple[BigHand, ...]:
    hands = [
        BigHand(game, line, game.pairs[line.hand.winner is Side.B])
        for game in games
        for line in _counted(game.sheet)
        if line.hand.winner is not None
    ]
    return tuple(sorted(hands, key=lambda hand: (-hand.points, hand.game.round, hand.game.table))[:most])


def _closest(games: Sequence[PlayedGame], most: int) -> tuple[PlayedGame, ...]:
    def tension(game: PlayedGame) -> tuple[int, int, int, int]:
        return game.difference, -sum(game.points), game.round, game.table

    return tuple(sorted(games, key=tension)[:most])
