"""What the scenarios begin with and read: championships of so many pairs, whole rounds played, the rows of a page."""

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from tests import factories
from tests.services.conftest import DESK, seated
from tournament.models import Championship, Game, Round
from tournament.queries.drawing import seating_of
from tournament.queries.games import games_of_round
from tournament.services import games, pairs, rounds

Winner = Callable[[int, int], int]


def championship_of(number: int, **fields: Any) -> Championship:
    """So many pairs, of which none is seated yet."""
    of = factories.championship(**{"name": "Festa Major", "lot_seed": "visca la manilla"} | fields)
    factories.pairs(number, of)
    return of


def published(of: Championship, **sent: Any) -> Round:
    """The next round drawn and published."""
    draft = rounds.draft(of.pk, actor=DESK, **sent)
    rounds.publish(draft.pk, actor=DESK, **sent)
    return Round.objects.get(pk=draft.pk)


def play_out(
    round_: Round, winner: Winner = min, *, loser_has: Callable[[], int] = lambda: 60, but: int = 0
) -> Round:
    """Every game of the round to 101 points and confirmed, but at one table; else the round is closed."""
    for view in games_of_round(round_):
        if view.b is None or view.is_confirmed or view.table == but:
            continue
        points = (101, loser_has())
        won_by_a = winner(view.a.number, view.b.number) == view.a.number
        games.record_totals(view.game.pk, points if won_by_a else points[::-1], actor=DESK)
        games.confirm(view.game.pk, actor=DESK)
    if not but:
        rounds.close(round_.pk, actor=DESK)
    return Round.objects.get(pk=round_.pk)


def play(of: Championship, winner: Winner = min) -> Round:
    """The next round from its draw to its end."""
    return play_out(published(of), winner)


def by_chance(seed: int) -> Winner:
    luck = Random(seed)
    return lambda a, b: luck.choice((a, b))


def withdraw(of: Championship, number: int) -> None:
    pairs.withdraw(of.pairs.get(number=number).pk, actor=DESK)


def come_back(of: Championship, number: int) -> None:
    pairs.come_back(of.pairs.get(number=number).pk, actor=DESK)


def is_absent(of: Championship, number: int, round_number: int) -> None:
    pairs.mark_absent(of.pairs.get(number=number).pk, round_number=round_number, reason="asked", actor=DESK)


def both(meetings: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    """Who meets whom, whatever the order; who rests meets nobody."""
    return {frozenset(meeting) for meeting in meetings if len(meeting) == 2}


def met(of: Championship) -> set[frozenset[int]]:
    """All who have met, in whatever round."""
    return {each for round_ in of.rounds.all() for each in both(seated(round_))}


def who_rests(round_: Round) -> int | None:
    return seating_of(Round.objects.get(pk=round_.pk)).bye


def game_at(round_: Round, table: int) -> Game:
    return round_.games.get(table=table, voided_at=None)


def rows_of(page: Any) -> list[str]:
    """The rows of the page's tables, as they are read."""
    rows = re.findall(r"<tr.*?</tr>", page.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def row_with(page: Any, words: str) -> str:
    """The only row in which these words stand."""
    (found,) = (row for row in rows_of(page) if words in row)
    return found
