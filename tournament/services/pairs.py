"""Register, edit and withdraw pairs; the rounds that they miss."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from django.db.models import Max

from scoring.errors import RuleError
from tournament.core.entries import LONGEST, MOST_ROWS, Registered
from tournament.core.names import folded
from tournament.core.tabular import clean
from tournament.models import Absence, Championship, LogEntry, Pair, Round, Seat
from tournament.queries.championships import free_places
from tournament.queries.drawing import DRAWN_STATES, next_round_number, state_of_who_comes
from tournament.queries.games import regulation_of
from tournament.queries.players import players_here
from tournament.services.writing import Act, Sent, refuse_finished, writing


@dataclass(frozen=True)
class PairDetails:
    """A pair as it signs up. The war name is public, the players' names are not. `paid` None leaves that as it is."""

    war_name: str
    player_1: str
    player_2: str
    club: str = ""
    paid: bool | None = None


def register(
    championship_id: int,
    details: PairDetails,
    *,
    is_namesake: bool = False,
    has_place: bool = False,
    **sent: Unpack[Sent],
) -> Pair:
    """The pair gets the next registration number (E 14.5). Rounds already published are missed rounds (D 13).

    Where the championship is full it waits for a place, unless the organisers say that it `has_place`.
    Raises RuleError("war_name_missing" | "player_missing" | "player_both" | "too_long" | "war_name_taken" |
    "player_twice" | "championship_finished").
    """
    with writing(championship_id, "register", details, is_namesake, has_place, **sent) as act:
        if not act.is_repeat:
            refuse_finished(act.championship)
            if not is_namesake:
                _ask_who_plays_twice(act.championship, [details])
            (pair,) = _register(act, [details], have_place=has_place)
            act.answer = {"pair": pair.pk}
        return Pair.objects.get(pk=act.answer["pair"])


def import_pairs(
    championship_id: int,
    rows: Sequence[PairDetails],
    *,
    are_namesakes: bool = False,
    have_place: bool = False,
    **sent: Unpack[Sent],
) -> list[int]:
    """Register many at once, in their order; all of them or, when one is refused, none. Returns their numbers.

    Those for whom there is no room wait for a place, unless the organisers say that they `have_place`.

    However many they are, it is the same few questions to the database: everybody waits for the lock meanwhile.
    Raises RuleError("import_too_long") above `MOST_ROWS`, and as `register`.
    """
    if len(rows) > MOST_ROWS:
        raise RuleError("import_too_long", limit=MOST_ROWS, rows=len(rows))
    with writing(championship_id, "import_pairs", tuple(rows), are_namesakes, have_place, **sent) as act:
        if not act.is_repeat:
            refuse_finished(act.championship)
            if not are_namesakes:
                _ask_who_plays_twice(act.championship, rows)
            act.answer = {"numbers": [pair.number for pair in _register(act, rows, have_place=have_place)]}
        return list(act.answer["numbers"])


def _register(act: Act, rows: Sequence[PairDetails], *, have_place: bool) -> list[Pair]:
    """Pairs with the next numbers, in this order, and the rounds that they have missed (D 13)."""
    championship = act.championship
    places = free_places(championship)
    room = len(rows) if have_place or places is None else places
    comes = state_of_who_comes(championship)
    states = [comes if index < room else Pair.State.WAITING for index in range(len(rows))]
    first = (championship.pairs.aggregate(last=Max("number"))["last"] or 0) + 1
    _check_all(championship, rows, first)
    pairs = Pair.objects.bulk_create(
        Pair(championship=championship, number=number, state=state, **_stripped(details))
        for number, (details, state) in enumerate(zip(rows, states, strict=True), start=first)
    )
    _miss_published(championship, [pair for pair in pairs if pair.state != Pair.State.WAITING])
    _log_all(act, pairs)
    return pairs


def _miss_published(championship: Championship, pairs: Sequence[Pair]) -> None:
    """Rounds published before these pairs came are rounds that they missed (D 13)."""
    published = championship.rounds.exclude(state=Round.State.DRAFT).values_list("number", flat=True)
    noted = Absence.objects.filter(pair__in=pairs).values_list("pair", "round_number")
    seated = Seat.objects.filter(pair__in=pairs, void=False).values_list("pair", "round__number")
    settled = {*noted, *seated}
    worth = worth_of_a_missed_round(championship)
    Absence.objects.bulk_create(
        Absence(pair=pair, round_number=number, reason=Absence.Reason.LATE, by_publication=True, **worth)
        for number in published
        for pair in pairs
        if (pair.pk, number) not in settled
    )


def _log_all(act: Act, pairs: Sequence[Pair]) -> None:
    common = {"championship": act.championship, "user": act.actor.user, "via": act.actor.via, "at": act.now}
    LogEntry.objects.bulk_create(
        LogEntry(what="register", pair_number=pair.number, after=_signed_up(pair), **common) for pair in pairs
    )


def _signed_up(pair: Pair) -> dict[str, str]:
    waits = {"state": pair.state} if pair.state == Pair.State.WAITING else {}
    return {"war_name": pair.war_name, **waits}


def _stripped(details: PairDetails) -> dict[str, Any]:
    """The columns of a pair; of what is left as it is there is none."""
    said = {name: value for name, value in asdict(details).items() if value is not None}
    return {
        name: " ".join(value.split()) if isinstance(value, str) else value for name, value in said.items()
    }


def _check_all(championship: Championship, rows: Sequence[PairDetails], first: int) -> None:
    """Every pair by itself, its name held against those that are registered and those above it."""
    taken = _taken_names(championship)
    for number, details in enumerate(rows, start=first):
        _check(details, taken)
        taken[folded(details.war_name)] = number


def _taken_names(championship: Championship, but: Pair | None = None) -> dict[str, int]:
    """War names as people hear them, with the number of the pair that has each."""
    names = championship.pairs.values_list("number", "war_name")
    return {folded(name): number for number, name in names if but is None or number != but.number}


def _check(details: PairDetails, taken: Mapping[str, int]) -> None:
    if not details.war_name.strip():
        raise RuleError("war_name_missing", "E 15.2.2", field="war_name")
    for field in ("player_1", "player_2"):
        if not getattr(details, field).strip():
            raise RuleError("player_missing", "G 1.1", field=field, pair=details.war_name)
    for column, longest in LONGEST.items():
        if len(" ".join(getattr(details, column).split())) > longest:
            raise RuleError("too_long", "E 15.2.2", field=column.value, longest=longest)
    if folded(clean(details.player_1)) == folded(clean(details.player_2)):
        raise RuleError("player_both", "G 1.1", field="player_2", player=clean(details.player_2))
    number = taken.get(folded(details.war_name))
    if number is not None:
        raise RuleError("war_name_taken", "E 15.2.2", field="war_name", number=number)


def _ask_who_plays_twice(
    championship: Championship, rows: Sequence[PairDetails], but: Pair | None = None
) -> None:
    """Nobody plays in two pairs (G 1.1); whether it is somebody else of the same name, only people know.

    Raises RuleError("player_twice") for a name in another pair that has not left, or in one of the rows above.
    """
    playing = players_here(championship, but=but)
    first = (championship.pairs.aggregate(last=Max("number"))["last"] or 0) + 1
    for number, details in enumerate(rows, start=first):
        players = {field: clean(getattr(details, field)) for field in ("player_1", "player_2")}
        for field, name in players.items():
            other = playing.get(folded(name))
            if name and other is not None:
                facts = {"player": name, "number": other.number, "name": other.war_name}
                raise RuleError("player_twice", "G 1.1", field=field, **facts)
        own = Registered(number, details.war_name)
        playing |= {folded(name): own for name in players.values()}


def edit(
    pair_id: int,
    details: PairDetails,
    *,
    version: int | None = None,
    is_namesake: bool = False,
    **sent: Unpack[Sent],
) -> None:
    """Correct names. The log tells which fields changed, but no real name.

    Raises RuleError("stale_version") when somebody else changed the pair meanwhile; else as `register`.
    """
    with writing(_championship_of(pair_id), "edit_pair", pair_id, details, is_namesake, **sent) as act:
        if act.is_repeat:
            return
        pair = Pair.objects.get(pk=pair_id)
        refuse_changed(pair, version)
        _check(details, _taken_names(act.championship, but=pair))
        old_name, new = pair.war_name, _stripped(details)
        changed = sorted(name for name, value in new.items() if getattr(pair, name) != value)
        if not is_namesake and {"player_1", "player_2"} & set(changed):
            _ask_who_plays_twice(act.championship, [details], but=pair)
        for name in changed:
            setattr(pair, name, new[name])
        pair.version += 1
        pair.save()
        act.log(
            "edit_pair",
            pair_number=pair.number,
            before={"war_name": old_name},
            after={"war_name": pair.war_name, "fields": changed},
        )


def refuse_changed(pair: Pair, version: int | None) -> None:
    """Raises RuleError("stale_version") for a form based on another version of the pair (None: no matter)."""
    if version is not None and version != pair.version:
        raise RuleError("stale_version", mine=version, stored=pair.version)


def withdraw(pair_id: int, *, reason: str = "", **sent: Unpack[Sent]) -> None:
    """The pair leaves: its games stand, it is in no further draw; missed rounds get their row when published."""
    _set_state(pair_id, Pair.State.WITHDRAWN, "withdraw", reason=reason, **sent)


def come_back(pair_id: int, *, reason: str = "", **sent: Unpack[Sent]) -> None:
    """A withdrawn pair is drawn again from the next round on, one that waits for a place gets it."""
    _set_state(pair_id, Pair.State.REGISTERED, "come_back", reason=reason, **sent)


def _set_state(pair_id: int, state: str, what: str, *, reason: str, **sent: Unpack[Sent]) -> None:
    with writing(_championship_of(pair_id), what, pair_id, reason, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        pair = Pair.objects.get(pk=pair_id)
        if pair.state == Pair.State.EXPELLED:
            raise RuleError("pair_expelled", "E 16.2.1", number=pair.number)
        before = pair.state
        pair.state = state_of_who_comes(act.championship) if state == Pair.State.REGISTERED else state
        pair.version += 1
        pair.save()
        if pair.state in DRAWN_STATES:
            _miss_published(act.championship, [pair])
        facts = {"before": {"state": before}, "after": {"state": pair.state}, "reason": reason}
        act.log(what, pair_number=pair.number, **facts)


def mark_absent(
    pair_id: int, *, round_number: int, reason: str, version: int | None = None, **sent: Unpack[Sent]
) -> None:
    """The pair misses a round (D 13). Raises RuleError("pair_seated") when it already sits in that round,
    "stale_version" when somebody else changed the pair meanwhile.
    """
    with writing(_championship_of(pair_id), "mark_absent", pair_id, round_number, reason, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        pair = Pair.objects.get(pk=pair_id)
        refuse_changed(pair, version)
        _check_not_seated(pair, round_number)
        pair.version += 1
        pair.save()
        _miss(act.championship, pair, round_number, reason)
        act.log("mark_absent", pair_number=pair.number, round_number=round_number, after={"reason": reason})


def mark_present(pair_id: int, *, round_number: int, **sent: Unpack[Sent]) -> None:
    """Take an absence back, while its round is not published; who was awaited has arrived.

    Raises RuleError("round_published").
    """
    with writing(_championship_of(pair_id), "mark_present", pair_id, round_number, **sent) as act:
        if act.is_repeat:
            return
        pair = Pair.objects.get(pk=pair_id)
        published = act.championship.rounds.exclude(state=Round.State.DRAFT)
        if published.filter(number=round_number).exists():
            raise RuleError("round_published", "D 13", round=round_number, pair=pair.number)
        pair.absences.filter(round_number=round_number).delete()
        if pair.state == Pair.State.REGISTERED and round_number == next_round_number(act.championship):
            pair.state = state_of_who_comes(act.championship)
            pair.version += 1
            pair.save()
        act.log("mark_present", pair_number=pair.number, round_number=round_number)


def _check_not_seated(pair: Pair, round_number: int) -> None:
    seated = Seat.objects.filter(pair=pair, void=False, round__number=round_number)
    seat = seated.exclude(round__state=Round.State.DRAFT).select_related("game").first()
    if seat is not None:
        raise RuleError("pair_seated", "D 13", pair=pair.number, round=round_number, table=seat.game.table)


def _miss(championship: Championship, pair: Pair, round_number: int, reason: str) -> None:
    worth = worth_of_a_missed_round(championship)
    defaults = {"reason": reason, "by_publication": False, **worth}
    Absence.objects.update_or_create(pair=pair, round_number=round_number, defaults=defaults)


def worth_of_a_missed_round(championship: Championship) -> dict[str, int]:
    """Doubled wins and points, as columns of an absence (D 13)."""
    worth = regulation_of(championship).missed_round
    return dict(zip(("wins2", "points_for", "points_against"), worth, strict=True))


def _championship_of(pair_id: int) -> int:
    return Pair.objects.values_list("championship_id", flat=True).get(pk=pair_id)
