"""The morning of the championship: which pairs are here, and which are not when the registration is closed."""

from collections.abc import Mapping
from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Absence, Championship, Pair
from tournament.queries.drawing import AWAITED, DRAWN_STATES, next_round_number
from tournament.services.pairs import worth_of_a_missed_round
from tournament.services.writing import Act, Sent, refuse_finished, writing

FIRST_ROUND = 1


def check_in(championship_id: int, number: int, **sent: Unpack[Sent]) -> None:
    """The pair is here, and plays the next round also where it was noted as absent from it.

    Raises RuleError("not_expected") for one that has left.
    """
    with writing(championship_id, "check_in", number, **sent) as act:
        if act.is_repeat:
            return
        pair = _expected(act, number)
        round_number = next_round_number(act.championship)
        absence = pair.absences.filter(round_number=round_number).first()
        if pair.state == Pair.State.PRESENT and absence is None:
            return
        if absence is not None:
            absence.delete()
        missed = {"reason": absence.reason} if absence is not None else {}
        _mark(act, pair, Pair.State.PRESENT, what="check_in", round_number=round_number, missed=missed)


def undo_check_in(championship_id: int, number: int, **sent: Unpack[Sent]) -> None:
    """It was a slip: the pair is not here yet; once the registration is closed, it is not in the draw either.

    Raises RuleError("not_expected").
    """
    with writing(championship_id, "undo_check_in", number, **sent) as act:
        if act.is_repeat:
            return
        pair = _expected(act, number)
        if pair.state != Pair.State.PRESENT:
            return
        round_number = next_round_number(act.championship)
        reason = _why_it_missed(act.championship, pair, round_number)
        if reason:
            worth = worth_of_a_missed_round(act.championship)
            Absence.objects.create(pair=pair, round_number=round_number, reason=reason, **worth)
        _mark(act, pair, Pair.State.REGISTERED, what="undo_check_in", round_number=round_number)


def _why_it_missed(championship: Championship, pair: Pair, round_number: int) -> str:
    """Why the pair was to miss the round when it was checked in, if it was."""
    came = championship.log.filter(
        what="check_in", pair_number=pair.number, round_number=round_number
    ).first()
    return str((came.before or {}).get("reason", "")) if came is not None else ""


def set_paid(championship_id: int, number: int, paid: bool, **sent: Unpack[Sent]) -> None:
    """Whether the pair has paid the fee, or it was a slip. Also after the end: money may come late.

    Raises RuleError("pair_gone").
    """
    with writing(championship_id, "set_paid", number, paid, **sent) as act:
        if act.is_repeat:
            return
        pair = act.championship.pairs.filter(number=number).first()
        if pair is None:
            raise RuleError("pair_gone")
        if pair.paid == paid:
            return
        pair.paid = paid
        pair.version += 1
        pair.save()
        act.log("paid" if paid else "unpaid", pair_number=number)


def close_check_in(championship_id: int, **sent: Unpack[Sent]) -> None:
    """Who is not here is in no draw until it arrives. Raises RuleError("check_in_over")."""
    with writing(championship_id, "close_check_in", **sent) as act:
        if act.is_repeat:
            return
        _refuse_after_the_draw(act)
        _set_closed(act.championship, True)
        act.log("close_check_in", after={"pairs": _awaited(act.championship)})


def open_check_in(championship_id: int, **sent: Unpack[Sent]) -> None:
    """The registration goes on: who comes later is in the draw again. Raises RuleError("check_in_over")."""
    with writing(championship_id, "open_check_in", **sent) as act:
        if act.is_repeat:
            return
        _refuse_after_the_draw(act)
        back = _awaited(act.championship)
        _set_closed(act.championship, False)
        act.log("open_check_in", after={"pairs": back})


def _expected(act: Act, number: int) -> Pair:
    refuse_finished(act.championship)
    pair = act.championship.pairs.filter(number=number, state__in=DRAWN_STATES).first()
    if pair is None:
        raise RuleError("not_expected", pair=number)
    return pair


def _mark(
    act: Act, pair: Pair, state: str, *, what: str, round_number: int, missed: Mapping[str, str] | None = None
) -> None:
    before = {"state": pair.state, **(missed or {})}
    pair.state = state
    pair.version += 1
    pair.save()
    places = {"pair_number": pair.number, "round_number": round_number}
    act.log(what, **places, before=before, after={"state": state})


def _awaited(championship: Championship) -> list[int]:
    """Whom the closing alone leaves out."""
    away = championship.pairs.filter(AWAITED).exclude(absences__round_number=FIRST_ROUND)
    return list(away.order_by("number").values_list("number", flat=True))


def _set_closed(championship: Championship, is_closed: bool) -> None:
    championship.check_in_closed = is_closed
    championship.save(update_fields=["check_in_closed"])


def _refuse_after_the_draw(act: Act) -> None:
    refuse_finished(act.championship)
    if next_round_number(act.championship) > FIRST_ROUND:
        raise RuleError("check_in_over", "E 12.1")
