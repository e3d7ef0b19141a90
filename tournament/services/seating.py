"""Games are made of who sits where: new ones for the tables that change, the others stay as they are."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from scoring.results import GameKind, Unplayed, final_result
from scoring.sheets import Side
from tournament.core.pairing import PairingInput
from tournament.core.seating import Meeting, Seating
from tournament.models import Game, Pair, Round, Seat
from tournament.queries.games import regulation_of


def new_token() -> str:
    """The secret part of a sheet's address: 128 bits."""
    return secrets.token_urlsafe(16)


def in_rank_order(seating: Seating, drawn: PairingInput) -> Seating:
    """The better-ranked pair of a meeting first; pairs that were not drawn come last."""
    place = {entrant.number: index for index, entrant in enumerate(drawn.entrants)}

    def ordered(meeting: Meeting) -> Meeting:
        one, other = sorted(meeting, key=lambda number: (place.get(number, len(place)), number))
        return one, other

    tables = {table: ordered(meeting) for table, meeting in seating.tables.items()}
    return Seating(tables, seating.bye, seating.loose)


def changed_tables(before: Seating, after: Seating) -> list[int]:
    """Tables whose meeting is another one, or none any more."""
    both = {*before.tables, *after.tables}
    return sorted(t for t in both if _meeting(before, t) != _meeting(after, t))


def _meeting(seating: Seating, table: int) -> frozenset[int]:
    return frozenset(seating.tables.get(table, ()))


def make_games(
    round_: Round, before: Seating, after: Seating, *, zero_at: datetime | None = None
) -> list[int]:
    """Games for the tables and the bye that are new in `after`; their keys. Few queries, however many they are."""
    new = {table: after.tables[table] for table in changed_tables(before, after) if table in after.tables}
    bye = after.bye if after.bye != before.bye else None
    pairs = _pairs(round_, new, bye)
    games = [Game(round=round_, table=table, token=new_token(), zero_at=zero_at) for table in new]
    seated: list[Sequence[int]] = list(new.values())
    if bye is not None:
        games.append(Game(round=round_, kind=Game.Kind.BYE, token=new_token(), zero_at=zero_at))
        seated.append((bye,))
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, side=side, pair_id=pairs[number])
        for game, numbers in zip(games, seated, strict=True)
        for side, number in zip("ab", numbers, strict=False)
    )
    return [game.pk for game in games]


def _pairs(round_: Round, new: Mapping[int, Meeting], bye: int | None) -> dict[int, int]:
    numbers = [number for meeting in new.values() for number in meeting]
    numbers += [] if bye is None else [bye]
    pairs = Pair.objects.filter(championship=round_.championship_id, number__in=numbers)
    return dict(pairs.values_list("number", "pk"))


def confirm_bye(round_: Round, now: datetime) -> None:
    """The bye is a won game from the publication on (D 4)."""
    bye = round_.games.filter(kind=Game.Kind.BYE, voided_at=None).first()
    if bye is None:
        return
    result = final_result(Unplayed(GameKind.BYE, Side.A), regulation_of(round_.championship))
    bye.state, bye.confirmed_at = Game.State.CONFIRMED, now
    bye.adjustments = [[line.code, line.article, list(line.points)] for line in result.adjustments]
    bye.save()
    bye.seats.update(points_for=result.points[0], points_against=result.points[1], wins2=result.wins2[0])
