"""Draft a round, publish it, take it back, close it (E 12, E 13.3)."""

from datetime import datetime
from typing import Any, Unpack

from django.db.models import Q

from scoring.errors import RuleError
from tournament.core.pairing import PairingInput, as_record
from tournament.core.pairing.judgement import Made, judge
from tournament.core.seating import Seating, numbered
from tournament.models import Absence, Call, Championship, Game, Pair, Round
from tournament.queries.drawing import (
    AWAITED,
    changed_since,
    drawn,
    fixed_tables,
    made_of,
    next_round_number,
    pairing_input,
    seating_of,
)
from tournament.queries.games import games_of_round, open_games, regulation_of
from tournament.services.seating import confirm_bye, make_games
from tournament.services.writing import Sent, refuse_finished, refuse_stale, writing, writing_round

FEWEST_PAIRS = 2
Tables = list[tuple[int, int | None]]


def draft(
    championship_id: int,
    *,
    despite_open: str = "",
    seen: tuple[int, int] | None = None,
    **sent: Unpack[Sent],
) -> Round:
    """Draw the next round and keep it as a draft, in place of an earlier draft of it.

    `despite_open` is a director's reason to draw while games are open: they count as not played. `seen` is the draft,
    with its version, that is to be replaced: changes by hand that were not seen are not thrown away ("draft_changed").
    Raises RuleError: "games_open" or "round_not_closed" with the tables, "rounds_all_drawn", "too_few_pairs",
    "no_pairing" with the reason, "not_swiss" for a regulation without rounds, "round_gone" for a form sent again
    whose draft is no longer there.
    """
    reason = despite_open.strip()
    with writing(championship_id, "draft", *filter(None, [reason]), **sent) as act:
        if not act.is_repeat:
            number, left_open = _check_may_draft(act.championship, reason)
            _give_way(act.championship, seen)
            round_ = _draw(act.championship, number, left_open, reason)
            act.answer = {"round": round_.pk}
            after: dict[str, Any] = {"seed": round_.seed, "method": round_.method}
            after |= {"open": left_open} if left_open else {}
            act.log("draft", round_number=number, after=after, reason=reason)
        return drafted(act.answer["round"])


def _give_way(championship: Championship, seen: tuple[int, int] | None) -> None:
    """The earlier draft goes, unless somebody changed it by hand and this was not seen."""
    earlier = championship.rounds.filter(state=Round.State.DRAFT).first()
    if earlier is None:
        return
    if earlier.reasons.get("steps") and seen != (earlier.pk, earlier.version):
        raise RuleError("draft_changed", "E 12.1", round=earlier.number)
    earlier.delete()


def drafted(round_id: int) -> Round:
    """Raises RuleError("round_gone")."""
    round_ = Round.objects.filter(pk=round_id).first()
    if round_ is None:
        raise RuleError("round_gone")
    return round_


def _check_may_draft(championship: Championship, reason: str) -> tuple[int, Tables]:
    """The number of the round, and the tables that are open and do not count."""
    refuse_finished(championship)
    regulation = regulation_of(championship)
    if not regulation.is_swiss:
        raise RuleError("not_swiss", "E 12.1", preset=championship.preset)
    number = next_round_number(championship)
    left_open = _open_tables(championship)
    if left_open and not reason:
        raise RuleError("games_open", "E 15.2.7.1", tables=left_open)
    if not left_open:
        _check_earlier_closed(championship)
    _check_number(championship, number)
    return number, left_open


def _open_tables(championship: Championship) -> Tables:
    """Round and table of every game that is not confirmed."""
    return [(view.game.round.number, view.table) for view in open_games(championship)]


def _check_earlier_closed(championship: Championship) -> None:
    unclosed = championship.rounds.filter(state=Round.State.PUBLISHED).first()
    if unclosed is not None:
        raise RuleError("round_not_closed", "E 12.2", round=unclosed.number)


def _check_number(championship: Championship, number: int) -> None:
    rounds = regulation_of(championship).rounds or 0
    if number > rounds:
        raise RuleError("rounds_all_drawn", "E 12.2", rounds=rounds)


def _draw(championship: Championship, number: int, left_open: Tables, reason: str) -> Round:
    given = pairing_input(championship, number)
    if len(given.entrants) < FEWEST_PAIRS:
        raise RuleError("too_few_pairs", "E 12.1", present=len(given.entrants))
    pairing = drawn(given)
    reasons: dict[str, Any] = {"input": as_record(given), "pairing": pairing.as_dict()}
    round_ = Round.objects.create(
        championship=championship,
        number=number,
        method=given.method,
        seed=given.seed,
        reasons=reasons | ({"open": left_open, "open_reason": reason} if left_open else {}),
    )
    tables = numbered(
        pairing.meetings, fixed_tables(championship), keeps_free=championship.keeps_fixed_tables
    )
    make_games(round_, Seating({}), Seating(tables, pairing.bye))
    return round_


def discard(round_id: int, **sent: Unpack[Sent]) -> None:
    """Throw a draft away. Raises RuleError("round_published")."""
    with writing_round(round_id, "discard", **sent) as (act, round_):
        if act.is_repeat:
            return
        if round_.state != Round.State.DRAFT:
            raise RuleError("round_published", "E 13.3", round=round_.number)
        act.log("discard", round_number=round_.number)
        round_.delete()


def publish(round_id: int, *, reason: str = "", version: int | None = None, **sent: Unpack[Sent]) -> None:
    """The pairing holds from this moment (E 13.3, E 12.3.3.1). Once, whoever asks twice.

    With a reason it is published as it stands, though it is not what would be drawn now (E 17.2). `version` is that of
    the draft that was looked at ("stale_version").
    Raises RuleError("draft_outdated") when pairs or results changed since it was drawn, "draft_worse" when changes
    by hand gave something up, "pairs_unseated" | "pairs_gone" with the pairs, "games_open".
    """
    with writing_round(round_id, "publish", *filter(None, [reason.strip()]), **sent) as (act, round_):
        if act.is_repeat or round_.state != Round.State.DRAFT:
            return
        refuse_stale(round_, version)
        _check_open_since(act.championship, round_)
        _check_number(act.championship, round_.number)
        _check_as_it_stands(round_, reason.strip())
        _close_earlier(act.championship, act.now)
        round_.state, round_.published_at = Round.State.PUBLISHED, act.now
        round_.reasons |= {"published": reason.strip()} if reason.strip() else {}
        round_.save()
        round_.games.update(zero_at=act.now)
        confirm_bye(round_, act.now)
        _note_the_missing(round_)
        act.championship.state = Championship.State.RUNNING
        act.championship.save()
        act.log("publish", round_number=round_.number, reason=reason.strip())


def _check_open_since(championship: Championship, round_: Round) -> None:
    """Games that were open when the round was drawn are known; others must be confirmed first."""
    known = [tuple(place) for place in round_.reasons.get("open", ())]
    left_open = [place for place in _open_tables(championship) if place not in known]
    if left_open:
        raise RuleError("games_open", "E 15.2.7.1", tables=left_open)
    if not known:
        _check_earlier_closed(championship)


def _check_as_it_stands(round_: Round, reason: str) -> None:
    given = pairing_input(round_.championship, round_.number)
    if not reason and (changed := changed_since(round_, given)):
        raise RuleError("draft_outdated", "E 12.1", round=round_.number, changed=changed)
    seating, present = seating_of(round_), {entrant.number for entrant in given.entrants}
    if gone := sorted(seating.numbers - seating.loose - present):
        raise RuleError("pairs_gone", "D 13", pairs=gone)
    if unseated := sorted((present - seating.numbers) | (seating.loose & present)):
        raise RuleError("pairs_unseated", "E 12.1", pairs=unseated)
    if round_.reasons.get("steps") and not reason:
        _check_not_worse(given, made_of(seating))


def _check_not_worse(given: PairingInput, made: Made) -> None:
    best = drawn(given)
    judgement = judge(given, made, Made(best.meetings, best.bye))
    if judgement.needs_a_reason:
        raise RuleError("draft_worse", "E 12.1", more=judgement.more)


def _close_earlier(championship: Championship, now: datetime) -> None:
    """Rounds with open games that a director went on without: their games are confirmed when they come."""
    unclosed = championship.rounds.filter(state=Round.State.PUBLISHED)
    unclosed.update(state=Round.State.CLOSED, closed_at=now)


def _note_the_missing(round_: Round) -> None:
    """A row for every pair that left or has not arrived. The round is worth `missed_round`, as it is now, to all that
    miss it (D 13).
    """
    wins2, points_for, points_against = regulation_of(round_.championship).missed_round
    noted = Absence.objects.filter(pair__championship=round_.championship, round_number=round_.number)
    noted.update(wins2=wins2, points_for=points_for, points_against=points_against)
    gone = round_.championship.pairs.filter(Q(state=Pair.State.WITHDRAWN) | AWAITED)
    Absence.objects.bulk_create(
        Absence(
            pair=pair,
            round_number=round_.number,
            reason=Absence.Reason.LEFT if pair.state == Pair.State.WITHDRAWN else Absence.Reason.LATE,
            wins2=wins2,
            points_for=points_for,
            points_against=points_against,
            by_publication=True,
        )
        for pair in gone.exclude(absences__round_number=round_.number)
    )


def unpublish(round_id: int, **sent: Unpack[Sent]) -> None:
    """Back to a draft as it now stands, while no game of it has begun and no later round is drawn. What was mended is
    then part of the draft: its old games are gone for good.

    Raises RuleError("round_begun") with the tables, "later_round_drawn".
    """
    with writing_round(round_id, "unpublish", **sent) as (act, round_):
        if act.is_repeat or round_.state == Round.State.DRAFT:
            return
        begun = [view.table for view in games_of_round(round_) if view.has_begun]
        if begun or round_.state == Round.State.CLOSED:
            raise RuleError("round_begun", "E 13.3", round=round_.number, tables=begun)
        if act.championship.rounds.filter(number__gt=round_.number).exists():
            raise RuleError("later_round_drawn", "E 12.1", round=round_.number + 1)
        _hide(round_)
        _back_to_setup(act.championship)
        act.log("unpublish", round_number=round_.number)


def _hide(round_: Round) -> None:
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.ends_at = round_.last_hand_at = None
    round_.despite_floor = ""
    round_.extra_minutes = 0
    round_.reasons.pop("repairs", None)
    round_.reasons.pop("accepted", None)
    round_.reasons.pop("published", None)
    round_.version += 1
    round_.save()
    round_.games.exclude(voided_at=None).delete()
    round_.games.update(
        zero_at=None,
        state=Game.State.PLAYING,
        confirmed_at=None,
        adjustments=[],
        last_hand=None,
        last_hand_at=None,
        ends_at=None,
        despite_floor="",
        extra_minutes=0,
        waits_until=None,
    )
    round_.seats.update(points_for=None, points_against=None, wins2=None)
    missed = Absence.objects.filter(pair__championship=round_.championship, round_number=round_.number)
    missed.filter(by_publication=True).delete()


def _back_to_setup(championship: Championship) -> None:
    """Without any published round everything may be settled anew."""
    if not championship.rounds.exclude(state=Round.State.DRAFT).exists():
        championship.state = Championship.State.SETUP
        championship.save()


def close(round_id: int, **sent: Unpack[Sent]) -> None:
    """Every result is in. Raises RuleError("games_open") naming the tables that are not confirmed."""
    with writing_round(round_id, "close", **sent) as (act, round_):
        if act.is_repeat or round_.state == Round.State.CLOSED:
            return
        if round_.state == Round.State.DRAFT:
            raise RuleError("round_not_published", "E 12.1", round=round_.number)
        left_open = _open_tables(act.championship)
        if left_open:
            raise RuleError("games_open", "E 15.2.7.1", tables=left_open)
        round_.state, round_.closed_at = Round.State.CLOSED, act.now
        round_.save()
        Call.objects.filter(game__round=round_, done_at=None).update(done_at=act.now)
        act.log("close", round_number=round_.number)
