"""What the draw of a round rests on: the pairs present in standings order, with their history."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from scoring.errors import RuleError
from tournament.core.pairing import Entrant, Pairing, PairingError, PairingInput, as_record, pair_round
from tournament.core.pairing.judgement import Made
from tournament.core.seating import Seating
from tournament.models import Absence, Arrangement, Championship, Game, Pair, Round, Seat
from tournament.queries.standings import standings

DRAWN_STATES = (Pair.State.REGISTERED, Pair.State.PRESENT)
LEFT_STATES = (Pair.State.WITHDRAWN, Pair.State.EXPELLED)
AWAITED = Q(state=Pair.State.REGISTERED, championship__check_in_closed=True)
"""Pairs that had not arrived when the registration was closed, and have not since: in no draw until they do (D 13)."""
LOT = "random"
WITHOUT_PLAY = (Game.Kind.BYE, Game.Kind.WALKOVER)


def next_round_number(championship: Championship) -> int:
    """The round to draft: after the last one published or closed."""
    return championship.rounds.exclude(state=Round.State.DRAFT).count() + 1


def pairs_here(championship: Championship) -> QuerySet[Pair]:
    """Who plays the rounds to come: neither gone, nor waiting for a place, nor still awaited."""
    return championship.pairs.filter(state__in=DRAWN_STATES).exclude(AWAITED)


def present_pairs(championship: Championship, round_number: int) -> list[Pair]:
    """Pairs in the draw of a round: here, and not absent from it."""
    absent = Absence.objects.filter(pair__championship=championship, round_number=round_number)
    return list(pairs_here(championship).exclude(pk__in=absent.values("pair")))


def state_of_who_comes(championship: Championship) -> str:
    """The state of a pair that signs up or comes back now: once the registration is closed, it does so in person."""
    return Pair.State.PRESENT if championship.check_in_closed else Pair.State.REGISTERED


def pairing_input(
    championship: Championship, round_number: int, *, among: Collection[int] | None = None
) -> PairingInput:
    """The draw's input (PAIRING §1) from the rounds before it; a walkover counts as having met.

    `among` are the pairs to be paired, where they are not all that are present. The first round is drawn by lot.
    """
    clubs = dict(championship.pairs.values_list("number", "club"))
    if among is None:
        among = {pair.number for pair in present_pairs(championship, round_number)}
    history = _history(championship, round_number)
    entrants = tuple(
        Entrant(
            row.number,
            row.wins2,
            unplayed_wins=history.unplayed_wins[row.number],
            floats=history.floats[row.number],
            club=clubs[row.number],
        )
        for row in standings(championship, round_number - 1)
        if row.number in among
    )
    given = PairingInput(
        entrants,
        met=history.met,
        club_rule=championship.club_rule,
        method=LOT if round_number == 1 else championship.pairing_method,
        seed=championship.lot_seed,
        round_number=round_number,
    )
    arranged = _arranged(championship, given)
    return arranged if arranged.clubs_are_kept_apart else _without_clubs(arranged)


def _without_clubs(given: PairingInput) -> PairingInput:
    """Where clubs do not matter, a corrected club changes nothing."""
    return replace(given, entrants=tuple(replace(entrant, club="") for entrant in given.entrants))


def _arranged(championship: Championship, given: PairingInput) -> PairingInput:
    """With what the organisers have settled for this round; what names somebody absent waits."""
    numbers = {entrant.number for entrant in given.entrants}
    forbidden: set[frozenset[int]] = set()
    forced: list[tuple[int, int]] = []
    bye = None
    for kind, round_number, one, other in championship.arrangements.order_by("pk").values_list(
        "kind", "round_number", "one__number", "other__number"
    ):
        if round_number not in (None, given.round_number) or not {one, other} - {None} <= numbers:
            continue
        if kind == Arrangement.Kind.APART:
            forbidden.add(frozenset((one, other)))
        elif kind == Arrangement.Kind.TOGETHER:
            forced.append((one, other))
        else:
            bye = one
    return replace(given, forbidden=frozenset(forbidden), forced=tuple(forced), forced_bye=bye)


def drawn(given: PairingInput) -> Pairing:
    """The best pairing. Raises RuleError("no_pairing") saying why there is none."""
    try:
        return pair_round(given)
    except PairingError as failure:
        raise RuleError("no_pairing", "E 12.1", why=failure.code, **failure.facts) from failure


def kept(given: PairingInput, made: Made) -> PairingInput:
    """The same with these meetings and this bye held fast, besides what is forced already."""
    already = {frozenset(meeting) for meeting in given.forced}
    meetings = tuple(meeting for meeting in made.meetings if frozenset(meeting) not in already)
    bye = given.forced_bye if made.bye is None else made.bye
    return replace(given, forced=given.forced + meetings, forced_bye=bye)


def is_as_drawn(round_: Round, given: PairingInput) -> bool:
    """Whether the round would be drawn from the same now: pairs, results, method and what was settled – or the
    organisers have changed it by hand since, with all of this before them.
    """
    return not changed_since(round_, given)


def changed_since(round_: Round, given: PairingInput) -> tuple[str, ...]:
    """What the draw rests on that is no longer as it was then, by code (`texts_drawing.CHANGED`), in their order."""
    if "seen" in round_.reasons:
        then, now = round_.reasons["seen"], as_record(given)
    else:
        held = round_.reasons.get("kept") or {"meetings": [], "bye": None}
        made = Made(tuple((a, b) for a, b in held["meetings"]), held["bye"])
        then, now = round_.reasons.get("input") or {}, as_record(kept(given, made))
    differing = {name for name in now if now[name] != then.get(name)}
    found = {CHANGES[name] for name in differing - {"entrants"}}
    if "entrants" in differing:
        found.add(_changed_entrants(then.get("entrants", []), now["entrants"]))
    in_order = dict.fromkeys(("pairs", "results", "clubs", *CHANGES.values()))
    return tuple(code for code in in_order if code in found)


CHANGES = {
    "met": "results",
    "forbidden": "settled",
    "forced": "settled",
    "forced_bye": "settled",
    "club_rule": "club_rule",
    "method": "method",
    "seed": "seed",
    "round_number": "results",
}


def _changed_entrants(then: list[Any], now: list[Any]) -> str:
    """Who plays, else what they have won, else where they come from."""
    if {row[0] for row in then} != {row[0] for row in now}:
        return "pairs"
    return "results" if [row[:-1] for row in then] != [row[:-1] for row in now] else "clubs"


def seating_of(round_: Round) -> Seating:
    """Who sits where in a round as it stands; `loose` are the pairs of its draw that have no place."""
    tables: dict[int, list[int]] = {}
    bye = None
    seats = Seat.objects.filter(round=round_, void=False).order_by("game", "side")
    for table, number in seats.values_list("game__table", "pair__number"):
        if table is None:
            bye = number
        else:
            tables.setdefault(table, []).append(number)
    drawn = {entry[0] for entry in round_.reasons.get("input", {}).get("entrants", ())}
    seated = Seating({table: (a, b) for table, (a, b) in sorted(tables.items())}, bye)
    loose = drawn - seated.numbers if round_.state == Round.State.DRAFT else set()
    return Seating(seated.tables, bye, frozenset(loose))


def made_of(seating: Seating) -> Made:
    """The seating as the draw sees it."""
    return Made(seating.meetings, seating.bye)


def fixed_tables(championship: Championship) -> dict[int, int]:
    """The tables of pairs that always sit at the same one (mobility), by number of the pair."""
    here = championship.pairs.filter(state__in=DRAWN_STATES).exclude(fixed_table=None)
    return dict(here.values_list("number", "fixed_table"))


def met_rounds(championship: Championship, round_number: int) -> dict[frozenset[int], list[int]]:
    """In which earlier rounds two pairs have met."""
    rounds = championship.rounds.exclude(state=Round.State.DRAFT).filter(number__lt=round_number)
    seats = Seat.objects.filter(round__in=rounds, void=False).order_by("round__number", "game")
    games: dict[tuple[int, int], list[int]] = {}
    for number, game, pair in seats.values_list("round__number", "game", "pair__number"):
        games.setdefault((number, game), []).append(pair)
    met: dict[frozenset[int], list[int]] = {}
    for (number, _), pairs in games.items():
        if len(pairs) == 2:
            met.setdefault(frozenset(pairs), []).append(number)
    return met


@dataclass(frozen=True)
class _History:
    met: Mapping[frozenset[int], int]
    unplayed_wins: Counter[int]
    floats: Counter[int]


def _history(championship: Championship, round_number: int) -> _History:
    """What the rounds before this one say. A pair floated where it met one of a lower group than its own then."""
    rounds = championship.rounds.exclude(state=Round.State.DRAFT).filter(number__lt=round_number)
    groups = {
        pk: {entry[0]: entry[1] for entry in reasons.get("input", {}).get("entrants", ())}
        for pk, reasons in rounds.values_list("pk", "reasons")
    }
    seats = Seat.objects.filter(round__in=rounds, void=False).order_by("game", "side")
    by_game: dict[int, list[int]] = {}
    unplayed: Counter[int] = Counter()
    floats: Counter[int] = Counter()
    round_of: dict[int, int] = {}
    for game, round_, number, wins2, kind in seats.values_list(
        "game", "round", "pair__number", "wins2", "game__kind"
    ):
        by_game.setdefault(game, []).append(number)
        round_of[game] = round_
        unplayed[number] += wins2 == 2 and kind in WITHOUT_PLAY
    met = {game: numbers for game, numbers in by_game.items() if len(numbers) == 2}
    for game, numbers in met.items():
        floats.update(_floated(numbers, groups[round_of[game]]))
    return _History(Counter(frozenset(numbers) for numbers in met.values()), unplayed, floats)


def _floated(numbers: Iterable[int], groups: Mapping[int, Any]) -> list[int]:
    known = [number for number in numbers if number in groups]
    lowest = min((groups[number] for number in known), default=0)
    return [number for number in known if groups[number] > lowest] if len(known) == 2 else []
