"""Draft a round, publish it, take it back, announce its end, close it (E 12, E 13.3)."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Unpack

from scoring.errors import RuleError
from scoring.results import GameKind, Unplayed, final_result
from scoring.sheets import Side
from tournament.core.clock import RoundFacts, earliest_end, state
from tournament.core.pairing import Pairing, PairingError, PairingInput, pair_round
from tournament.models import Absence, Championship, Game, Pair, Round, Seat
from tournament.queries.drawing import basis_of, next_round_number, pairing_input
from tournament.queries.games import games_of_round, open_games, regulation_of
from tournament.services.playing import note_progress
from tournament.services.writing import Act, Sent, refuse_finished, writing

FEWEST_PAIRS = 2


def draft(championship_id: int, **sent: Unpack[Sent]) -> Round:
    """Draw the next round and keep it as a draft, in place of an earlier draft of it.

    Raises RuleError: "games_open" or "round_not_closed" with the tables, "rounds_all_drawn", "too_few_pairs",
    "no_pairing" with the reason, "not_swiss" for a regulation without rounds, "round_gone" for a form sent again
    whose draft is no longer there.
    """
    with writing(championship_id, "draft", **sent) as act:
        if not act.is_repeat:
            number = _check_may_draft(act.championship)
            act.championship.rounds.filter(state=Round.State.DRAFT).delete()
            round_ = _draw(act.championship, number)
            act.answer = {"round": round_.pk}
            act.log("draft", round_number=number, after={"seed": round_.seed, "method": round_.method})
        return _drafted(act.answer["round"])


def _drafted(round_id: int) -> Round:
    round_ = Round.objects.filter(pk=round_id).first()
    if round_ is None:
        raise RuleError("round_gone")
    return round_


def _check_may_draft(championship: Championship) -> int:
    refuse_finished(championship)
    regulation = regulation_of(championship)
    if not regulation.is_swiss:
        raise RuleError("not_swiss", "E 12.1", preset=championship.preset)
    number = next_round_number(championship)
    _check_earlier_rounds(championship)
    _check_number(championship, number)
    return number


def _check_number(championship: Championship, number: int) -> None:
    rounds = regulation_of(championship).rounds or 0
    if number > rounds:
        raise RuleError("rounds_all_drawn", "E 12.2", rounds=rounds)


def _check_earlier_rounds(championship: Championship) -> None:
    left_open = open_games(championship)
    if left_open:
        tables = [(view.game.round.number, view.table) for view in left_open]
        raise RuleError("games_open", "E 15.2.7.1", tables=tables)
    unclosed = championship.rounds.filter(state=Round.State.PUBLISHED).first()
    if unclosed is not None:
        raise RuleError("round_not_closed", "E 12.2", round=unclosed.number)


def _draw(championship: Championship, number: int) -> Round:
    drawn = pairing_input(championship, number)
    if len(drawn.entrants) < FEWEST_PAIRS:
        raise RuleError("too_few_pairs", "E 12.1", present=len(drawn.entrants))
    try:
        pairing = pair_round(drawn)
    except PairingError as failure:
        raise RuleError("no_pairing", "E 12.1", why=failure.code, **failure.facts) from failure
    round_ = Round.objects.create(
        championship=championship,
        number=number,
        method=drawn.method,
        seed=drawn.seed,
        reasons={
            "basis": basis_of(drawn),
            "floats": _floated(pairing, drawn),
            "pairing": pairing.as_dict(),
        },
    )
    _seat_everybody(round_, pairing)
    return round_


def _floated(pairing: Pairing, drawn: PairingInput) -> list[int]:
    group = {entrant.number: entrant.group for entrant in drawn.entrants}
    return [better for better, other in pairing.meetings if group[better] > group[other]]


def _seat_everybody(round_: Round, pairing: Pairing) -> None:
    pairs = {pair.number: pair for pair in round_.championship.pairs.all()}
    games, seats = [], []
    for table, (a, b) in enumerate(pairing.meetings, start=1):
        games.append(Game(round=round_, table=table, token=new_token()))
        seats.append((pairs[a], pairs[b]))
    if pairing.bye is not None:
        games.append(Game(round=round_, kind=Game.Kind.BYE, token=new_token()))
        seats.append((pairs[pairing.bye],))
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, side=side, pair=pair)
        for game, seated in zip(games, seats, strict=True)
        for side, pair in zip("ab", seated, strict=False)
    )


def new_token() -> str:
    """The secret part of a sheet's address: 128 bits."""
    return secrets.token_urlsafe(16)


@contextmanager
def _writing_round(
    round_id: int, kind: str, *about: object, **sent: Unpack[Sent]
) -> Iterator[tuple[Act, Round]]:
    championship_id = Round.objects.values_list("championship_id", flat=True).filter(pk=round_id).first()
    if championship_id is None:
        raise RuleError("round_gone")
    with writing(championship_id, kind, round_id, *about, **sent) as act:
        round_ = act.championship.rounds.filter(pk=round_id).first()
        if round_ is None:
            raise RuleError("round_gone")
        round_.championship = act.championship
        if not act.is_repeat:
            refuse_finished(act.championship)
        yield act, round_


def discard(round_id: int, **sent: Unpack[Sent]) -> None:
    """Throw a draft away. Raises RuleError("round_published")."""
    with _writing_round(round_id, "discard", **sent) as (act, round_):
        if act.is_repeat:
            return
        if round_.state != Round.State.DRAFT:
            raise RuleError("round_published", "E 13.3", round=round_.number)
        act.log("discard", round_number=round_.number)
        round_.delete()


def publish(round_id: int, **sent: Unpack[Sent]) -> None:
    """The pairing holds from this moment (E 13.3, E 12.3.3.1). Once, whoever asks twice.

    Raises RuleError("draft_outdated") when pairs or results changed since it was drawn, "games_open".
    """
    with _writing_round(round_id, "publish", **sent) as (act, round_):
        if act.is_repeat or round_.state != Round.State.DRAFT:
            return
        _check_earlier_rounds(act.championship)
        _check_number(act.championship, round_.number)
        if basis_of(pairing_input(act.championship, round_.number)) != round_.reasons["basis"]:
            raise RuleError("draft_outdated", "E 12.1", round=round_.number)
        round_.state, round_.published_at = Round.State.PUBLISHED, act.now
        round_.save()
        round_.games.update(zero_at=act.now)
        _confirm_bye(round_, act.now)
        _note_the_missing(round_)
        act.championship.state = Championship.State.RUNNING
        act.championship.save()
        act.log("publish", round_number=round_.number)


def _confirm_bye(round_: Round, now: datetime) -> None:
    """The bye is a won game from the publication on (D 4)."""
    bye = round_.games.filter(kind=Game.Kind.BYE, voided_at=None).first()
    if bye is None:
        return
    result = final_result(Unplayed(GameKind.BYE, Side.A), regulation_of(round_.championship))
    bye.state, bye.confirmed_at = Game.State.CONFIRMED, now
    bye.adjustments = [[line.code, line.article, list(line.points)] for line in result.adjustments]
    bye.save()
    bye.seats.update(points_for=result.points[0], points_against=result.points[1], wins2=result.wins2[0])


def _note_the_missing(round_: Round) -> None:
    """A row for every pair that left. The round is worth `missed_round`, as it is now, to all that miss it (D 13)."""
    wins2, points_for, points_against = regulation_of(round_.championship).missed_round
    noted = Absence.objects.filter(pair__championship=round_.championship, round_number=round_.number)
    noted.update(wins2=wins2, points_for=points_for, points_against=points_against)
    gone = round_.championship.pairs.filter(state=Pair.State.WITHDRAWN)
    for pair in gone.exclude(absences__round_number=round_.number):
        Absence.objects.create(
            pair=pair,
            round_number=round_.number,
            reason=Absence.Reason.LEFT,
            wins2=wins2,
            points_for=points_for,
            points_against=points_against,
            by_publication=True,
        )


def unpublish(round_id: int, **sent: Unpack[Sent]) -> None:
    """Back to a draft, while no game of it has begun. Raises RuleError("round_begun") with the tables."""
    with _writing_round(round_id, "unpublish", **sent) as (act, round_):
        if act.is_repeat or round_.state == Round.State.DRAFT:
            return
        begun = [view.table for view in games_of_round(round_) if view.has_begun]
        if begun or round_.state == Round.State.CLOSED:
            raise RuleError("round_begun", "E 13.3", round=round_.number, tables=begun)
        round_.state, round_.published_at = Round.State.DRAFT, None
        round_.ends_at = round_.last_hand_at = None
        round_.save()
        round_.games.update(
            zero_at=None, state=Game.State.PLAYING, confirmed_at=None, adjustments=[], last_hand=None
        )
        round_.seats.update(points_for=None, points_against=None, wins2=None)
        missed = Absence.objects.filter(pair__championship=act.championship, round_number=round_.number)
        missed.filter(by_publication=True).delete()
        _back_to_setup(act.championship)
        act.log("unpublish", round_number=round_.number)


def _back_to_setup(championship: Championship) -> None:
    """Without any published round everything may be settled anew."""
    if not championship.rounds.exclude(state=Round.State.DRAFT).exists():
        championship.state = Championship.State.SETUP
        championship.save()


def announce_end(round_id: int, ends_at: datetime, **sent: Unpack[Sent]) -> None:
    """Until when games may run (E 12.3.3.2). After an end that had come, a later one lets the tables play on.

    Raises RuleError("end_too_early") before the floor, "end_past".
    """
    with _writing_round(round_id, "announce_end", ends_at, **sent) as (act, round_):
        if act.is_repeat:
            return
        floor = earliest_end(_facts(round_), regulation_of(act.championship))
        if ends_at < floor:
            raise RuleError("end_too_early", "E 12.3.3.1", round=round_.number, earliest=floor)
        if ends_at < act.now:
            raise RuleError("end_past", "E 12.3.3.2", round=round_.number)
        before = round_.ends_at
        if _has_come(round_, act.now):
            _lift_last_hands(round_, act.now)
        round_.ends_at = ends_at
        round_.save()
        act.log(
            "announce_end",
            round_number=round_.number,
            before={"ends_at": before.isoformat() if before else None},
            after={"ends_at": ends_at.isoformat()},
        )


def announce_last_hand(round_id: int, **sent: Unpack[Sent]) -> None:
    """This hand is the last (E 12.3.3.2). A table whose hands are recorded is told its number (D 2): one more than
    recorded now. Tables on paper have no number: their sheet is closed when it is typed.

    Raises RuleError("end_too_early") before the floor.
    """
    with _writing_round(round_id, "announce_last_hand", **sent) as (act, round_):
        if act.is_repeat:
            return
        floor = earliest_end(_facts(round_), regulation_of(act.championship))
        if act.now < floor:
            raise RuleError("end_too_early", "E 12.3.3.1", round=round_.number, earliest=floor)
        round_.last_hand_at = act.now
        round_.save()
        told = _tell_last_hands(round_)
        act.log("announce_last_hand", round_number=round_.number, after={"last_hands": told})


def _tell_last_hands(round_: Round) -> dict[int, int]:
    told: dict[int, int] = {}
    for view in games_of_round(round_):
        if view.is_confirmed or view.table is None or not view.has_hands or view.sheet.is_over:
            continue
        told[view.table] = view.sheet.hands_played + 1
        Game.objects.filter(pk=view.game.pk).update(last_hand=told[view.table])
    return told


def _has_come(round_: Round, now: datetime) -> bool:
    """Whether an end by the clock is past, and nothing was said of a last hand since."""
    ends_at = state(_facts(round_), regulation_of(round_.championship), now).ends_at
    return ends_at is not None and ends_at <= now and round_.last_hand_at is None


def _lift_last_hands(round_: Round, now: datetime) -> None:
    """No table has a last hand any more; those that had ended by it play on."""
    round_.games.exclude(state=Game.State.CONFIRMED).update(last_hand=None)
    for view in games_of_round(round_):
        if not view.is_confirmed:
            note_progress(view, now)


def take_back(round_id: int, **sent: Unpack[Sent]) -> None:
    """Nothing is announced any more: play goes on (E 12.3.3.2)."""
    with _writing_round(round_id, "take_back", **sent) as (act, round_):
        if act.is_repeat:
            return
        before: dict[str, Any] = {
            "ends_at": round_.ends_at.isoformat() if round_.ends_at else None,
            "last_hand_at": round_.last_hand_at.isoformat() if round_.last_hand_at else None,
        }
        round_.ends_at = round_.last_hand_at = None
        round_.save()
        _lift_last_hands(round_, act.now)
        act.log("take_back", round_number=round_.number, before=before)


def close(round_id: int, **sent: Unpack[Sent]) -> None:
    """Every result is in. Raises RuleError("games_open") naming the tables that are not confirmed."""
    with _writing_round(round_id, "close", **sent) as (act, round_):
        if act.is_repeat or round_.state == Round.State.CLOSED:
            return
        if round_.state == Round.State.DRAFT:
            raise RuleError("round_not_published", "E 12.1", round=round_.number)
        left_open = open_games(act.championship)
        if left_open:
            tables = [(view.game.round.number, view.table) for view in left_open]
            raise RuleError("games_open", "E 15.2.7.1", tables=tables)
        round_.state, round_.closed_at = Round.State.CLOSED, act.now
        round_.save()
        act.log("close", round_number=round_.number)


def _facts(round_: Round) -> RoundFacts:
    if round_.published_at is None or round_.state != Round.State.PUBLISHED:
        raise RuleError("round_not_published", "E 12.1", round=round_.number)
    return RoundFacts(round_.published_at, round_.ends_at, round_.last_hand_at)
