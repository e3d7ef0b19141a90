"""What the draw of a round rests on: the pairs present in standings order, with their history."""

from collections import Counter
from typing import Any

from tournament.core.pairing import Entrant, PairingInput
from tournament.models import Absence, Championship, Game, Pair, Round, Seat
from tournament.queries.standings import standings

DRAWN_STATES = (Pair.State.REGISTERED, Pair.State.PRESENT)
LOT = "random"


def next_round_number(championship: Championship) -> int:
    """The round to draft: after the last one published or closed."""
    return championship.rounds.exclude(state=Round.State.DRAFT).count() + 1


def present_pairs(championship: Championship, round_number: int) -> list[Pair]:
    """Pairs in the draw of a round: neither gone nor absent from it."""
    absent = Absence.objects.filter(pair__championship=championship, round_number=round_number)
    present = championship.pairs.filter(state__in=DRAWN_STATES)
    return list(present.exclude(pk__in=absent.values("pair")))


def pairing_input(championship: Championship, round_number: int) -> PairingInput:
    """The draw's input (PAIRING §1). The first round is drawn by lot; a walkover counts as having met."""
    present = {pair.number: pair for pair in present_pairs(championship, round_number)}
    unplayed, floats = _unplayed_wins(championship), _floats(championship)
    entrants = tuple(
        Entrant(
            row.number,
            row.wins2,
            unplayed_wins=unplayed[row.number],
            floats=floats[row.number],
            club=present[row.number].club,
        )
        for row in standings(championship)
        if row.number in present
    )
    method = LOT if round_number == 1 else championship.pairing_method
    return PairingInput(
        entrants,
        met=_met(championship),
        club_rule=championship.club_rule,
        method=method,
        seed=championship.lot_seed,
        round_number=round_number,
    )


def basis_of(drawn: PairingInput) -> dict[str, Any]:
    """What a draft rests on, as plain data: who is in it, in which order, with which doubled wins, and how it was
    drawn."""
    return {
        "entrants": [[entrant.number, entrant.group] for entrant in drawn.entrants],
        "method": drawn.method,
        "club_rule": drawn.club_rule,
        "seed": drawn.seed,
    }


def _seats(championship: Championship) -> "list[Seat]":
    counted = Seat.objects.filter(round__championship=championship, void=False)
    public = counted.exclude(round__state=Round.State.DRAFT)
    return list(public.select_related("pair", "game").order_by("game", "side"))


def _met(championship: Championship) -> dict[frozenset[int], int]:
    by_game: dict[int, list[int]] = {}
    for seat in _seats(championship):
        by_game.setdefault(seat.game_id, []).append(seat.pair.number)
    return dict(Counter(frozenset(numbers) for numbers in by_game.values() if len(numbers) == 2))


def _unplayed_wins(championship: Championship) -> Counter[int]:
    without_play = (Game.Kind.BYE, Game.Kind.WALKOVER)
    won = (seat for seat in _seats(championship) if seat.wins2 == 2 and seat.game.kind in without_play)
    return Counter(seat.pair.number for seat in won)


def _floats(championship: Championship) -> Counter[int]:
    """How often each pair met one of a lower group, as the drafts noted it."""
    reasons = championship.rounds.exclude(state=Round.State.DRAFT).values_list("reasons", flat=True)
    return Counter(number for noted in reasons for number in noted.get("floats", ()))
