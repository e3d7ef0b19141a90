"""The pairing of a round as the desk looks at it: who meets whom, why, and what it gives up against the best one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from scoring.errors import RuleError
from tournament.core.pairing import PairingInput
from tournament.core.pairing.judgement import Conflict, Judgement, Made, conflicts_of, judge
from tournament.core.seating import Seating, numbered
from tournament.models import Championship, Game, Round, Seat
from tournament.queries.drawing import (
    LEFT_STATES,
    changed_since,
    drawn,
    fixed_tables,
    made_of,
    met_rounds,
    next_round_number,
    pairing_input,
    present_pairs,
    seating_of,
)

Reasons = Mapping[frozenset[int], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class PairName:
    """A pair as it is called."""

    number: int
    war_name: str


@dataclass(frozen=True)
class Meeting:
    """A table, or the pair that rests (`b` is None), with the reasons that the draw kept (codes and facts).

    Without reasons it was made by hand. `conflicts` are what the draw avoids where it can. `misses_table` is the fixed
    table of a pair that sits elsewhere.
    """

    table: int | None
    a: PairName
    b: PairName | None
    reasons: tuple[Mapping[str, Any], ...]
    conflicts: tuple[Conflict, ...] = ()
    game_id: int | None = None
    at_fixed_table: bool = False
    misses_table: int | None = None

    @property
    def is_bye(self) -> bool:
        return self.b is None

    @property
    def floats(self) -> bool:
        return any(conflict.code == "float" for conflict in self.conflicts)


@dataclass(frozen=True)
class Draw:
    """All meetings of a round by table, who rests last; `loose` are pairs of a draft without a place.

    `met` says in which earlier rounds two pairs have met.
    """

    meetings: tuple[Meeting, ...]
    met: Mapping[frozenset[int], Sequence[int]]
    loose: tuple[PairName, ...] = ()
    rematches: int = 0


@dataclass(frozen=True)
class DraftPage:
    """A draft, and what would be drawn now. `best` is None where no pairing is possible: `impossible` says why.

    `judgement` says what the draft gives up against it; `differing` are the meetings that would be others,
    `changed` what is no longer as it was when it was drawn.
    """

    draw: Draw
    changed: tuple[str, ...]
    judgement: Judgement | None
    differing: tuple[Meeting, ...]
    gone: tuple[PairName, ...]
    impossible: RuleError | None
    steps: int

    @property
    def is_outdated(self) -> bool:
        """It was drawn from something else than what there is now."""
        return bool(self.changed)

    @property
    def needs_a_reason(self) -> bool:
        """It can be published only as the organisers' decision (E 17.2)."""
        return self.is_outdated or (self.judgement is not None and self.judgement.needs_a_reason)

    @property
    def is_whole(self) -> bool:
        """Everybody who is present has a place, and nobody else."""
        return not self.draw.loose and not self.gone


@dataclass(frozen=True)
class Preview:
    """The pairing of the next round from the results so far; `impossible` says why there is none."""

    number: int
    draw: Draw | None
    given: PairingInput
    impossible: RuleError | None = None


def names_of(championship: Championship) -> dict[int, PairName]:
    """Every pair by its number."""
    return {n: PairName(n, name) for n, name in championship.pairs.values_list("number", "war_name")}


def draw_of(round_: Round) -> Draw:
    """A round as it stands. Pairs without a place are not in it (see `draft_page`)."""
    given = pairing_input(round_.championship, round_.number, among=seating_of(round_).numbers)
    return _draw(round_, given)


def _draw(round_: Round, given: PairingInput, seating: Seating | None = None) -> Draw:
    names, fixed = names_of(round_.championship), fixed_tables(round_.championship)
    reasons = _reasons(round_)
    seating = seating if seating is not None else seating_of(round_)
    conflicts = _by_pairs(conflicts_of(given, made_of(seating)))
    games = dict(Game.objects.filter(round=round_, voided_at=None).values_list("table", "pk"))
    meetings = [
        _meeting(
            table, numbers, names, reasons=reasons, conflicts=conflicts, game=games.get(table), fixed=fixed
        )
        for table, numbers in _places(seating.tables, seating.bye)
    ]
    loose = sorted(seating.loose)
    rematches = sum(conflict.code == "rematch" for found in conflicts.values() for conflict in found)
    met = met_rounds(round_.championship, round_.number)
    return Draw(tuple(meetings), met, tuple(names[number] for number in loose), rematches)


def _places(
    tables: Mapping[int, tuple[int, int]], bye: int | None
) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    yield from sorted(tables.items())
    if bye is not None:
        yield None, (bye,)


def _meeting(
    table: int | None,
    numbers: tuple[int, ...],
    names: Mapping[int, PairName],
    *,
    reasons: Reasons,
    conflicts: Mapping[frozenset[int], tuple[Conflict, ...]],
    fixed: Mapping[int, int],
    game: int | None = None,
) -> Meeting:
    both, own = frozenset(numbers), [fixed[number] for number in numbers if number in fixed]
    return Meeting(
        table,
        names[numbers[0]],
        names[numbers[1]] if len(numbers) > 1 else None,
        tuple(reasons.get(both, ())),
        conflicts.get(both, ()),
        game,
        table is not None and table in own,
        own[0] if table is not None and own and table not in own else None,
    )


def _by_pairs(conflicts: Iterable[Conflict]) -> dict[frozenset[int], tuple[Conflict, ...]]:
    found: dict[frozenset[int], tuple[Conflict, ...]] = {}
    for conflict in conflicts:
        both = frozenset(conflict.pairs)
        found[both] = (*found.get(both, ()), conflict)
    return found


def reasons_of_meeting(round_: Round, numbers: Iterable[int]) -> tuple[Mapping[str, Any], ...]:
    """Why these meet, or this one rests; nothing where it was made by hand. No query."""
    return tuple(_reasons(round_).get(frozenset(numbers), ()))


def _reasons(round_: Round) -> Reasons:
    """By the pairs of a meeting, the last word first found: what was held fast keeps the reason it had."""
    drawn = [step["drawn"] for step in round_.reasons.get("steps", ())]
    found: dict[frozenset[int], list[Mapping[str, Any]]] = {}
    for answer in (*drawn, round_.reasons, *round_.reasons.get("repairs", ())):
        held = answer.get("kept", {})
        stays = {frozenset(meeting) for meeting in held.get("meetings", ())} | {frozenset({held.get("bye")})}
        for both, reasons in _grouped(answer.get("pairing", {}).get("reasons", ())).items():
            if both not in stays:
                found[both] = reasons
    return found


def _grouped(reasons: Iterable[Mapping[str, Any]]) -> dict[frozenset[int], list[Mapping[str, Any]]]:
    grouped: dict[frozenset[int], list[Mapping[str, Any]]] = {}
    for reason in reasons:
        grouped.setdefault(frozenset(reason["pairs"]), []).append(reason)
    return grouped


def draft_page(round_: Round) -> DraftPage:
    """A draft held against what would be drawn now, pairs and results as they are."""
    championship = round_.championship
    given = pairing_input(championship, round_.number)
    names, seating = names_of(championship), seating_of(round_)
    present = {entrant.number for entrant in given.entrants}
    here = seating.among(present)
    draw = _draw(round_, given, here)
    best, impossible = _best(given)
    judgement = judge(given, made_of(here), best) if best is not None else None
    return DraftPage(
        draw=draw,
        changed=changed_since(round_, given),
        judgement=judgement,
        differing=_differing(given, seating_made=made_of(seating), best=best, names=names),
        gone=tuple(names[number] for number in sorted(seating.numbers - seating.loose - present)),
        impossible=impossible,
        steps=len(round_.reasons.get("steps", ())),
    )


def _best(given: PairingInput) -> tuple[Made | None, RuleError | None]:
    try:
        pairing = drawn(given)
    except RuleError as refusal:
        return None, refusal
    return Made(pairing.meetings, pairing.bye), None


def _differing(
    given: PairingInput, *, seating_made: Made, best: Made | None, names: Mapping[int, PairName]
) -> tuple[Meeting, ...]:
    """The meetings of the best pairing, and its rest, that are not in the one that stands."""
    if best is None:
        return ()
    there = {frozenset(meeting) for meeting in seating_made.meetings}
    other = [meeting for meeting in best.meetings if frozenset(meeting) not in there]
    meetings = [Meeting(None, names[a], names[b], ()) for a, b in other]
    if best.bye is not None and best.bye != seating_made.bye:
        meetings.append(Meeting(None, names[best.bye], None, ()))
    return tuple(meetings)


def would_differ(round_: Round) -> tuple[Meeting, ...]:
    """What would be drawn otherwise in a published round, were it drawn now from the results before it."""
    seating = seating_of(round_)
    given = pairing_input(round_.championship, round_.number, among=seating.numbers)
    best, _ = _best(given)
    names = names_of(round_.championship)
    return _differing(given, seating_made=made_of(seating), best=best, names=names)


def preview(championship: Championship) -> Preview:
    """The next round as it would be drawn now: open games count as not played."""
    number = next_round_number(championship)
    given = pairing_input(championship, number)
    try:
        pairing = drawn(given)
    except RuleError as refusal:
        return Preview(number, None, given, refusal)
    names, fixed = names_of(championship), fixed_tables(championship)
    tables = numbered(pairing.meetings, fixed, keeps_free=championship.keeps_fixed_tables)
    reasons = _grouped(reason.as_dict() for reason in pairing.reasons)
    conflicts = _by_pairs(conflicts_of(given, Made(pairing.meetings, pairing.bye)))
    meetings = tuple(
        _meeting(table, numbers, names, reasons=reasons, conflicts=conflicts, fixed=fixed)
        for table, numbers in _places(tables, pairing.bye)
    )
    met = met_rounds(championship, number)
    return Preview(number, Draw(meetings, met, rematches=pairing.certificate.rematches), given)


@dataclass(frozen=True)
class Rested:
    """A pair that has rested, and in which rounds."""

    pair: PairName
    rounds: tuple[int, ...]


def rested(championship: Championship, *, before: int) -> tuple[Rested, ...]:
    """Who has rested in the rounds before this one, by number."""
    byes = Seat.objects.filter(round__championship=championship, void=False, game__kind=Game.Kind.BYE)
    byes = byes.filter(round__number__lt=before).exclude(round__state=Round.State.DRAFT)
    rounds: dict[int, list[int]] = {}
    for pair, number in byes.order_by("round__number").values_list("pair__number", "round__number"):
        rounds.setdefault(pair, []).append(number)
    names = names_of(championship)
    return tuple(Rested(names[pair], tuple(found)) for pair, found in sorted(rounds.items()))


@dataclass(frozen=True)
class Settled:
    """Something settled before the draw; `is_here` says that all whom it names are in the round."""

    pk: int
    kind: str
    round_number: int | None
    one: PairName
    other: PairName | None
    is_here: bool


def arrangements_of(championship: Championship, number: int) -> tuple[Settled, ...]:
    """What holds for this round; what held for an earlier one is over."""
    names = names_of(championship)
    here = {pair.number for pair in present_pairs(championship, number)}
    rows = championship.arrangements.filter(Q(round_number=None) | Q(round_number=number)).order_by("pk")
    return tuple(
        Settled(pk, kind, of_round, names[one], names.get(other), {one, other} - {None} <= here)
        for pk, kind, of_round, one, other in rows.values_list(
            "pk", "kind", "round_number", "one__number", "other__number"
        )
    )


def left_unplayed(round_: Round) -> tuple[int, ...]:
    """Pairs at a table of a published round that have left before its game began."""
    if round_.state != Round.State.PUBLISHED:
        return ()
    seats = Seat.objects.filter(round=round_, void=False, pair__state__in=LEFT_STATES)
    waiting = seats.filter(game__state=Game.State.PLAYING, game__table__isnull=False, game__hands=None)
    return tuple(waiting.order_by("pair__number").values_list("pair__number", flat=True))
