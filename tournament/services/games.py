"""Results: typed totals, walkovers, rulings, confirmation and its undo (E 13, E 15.2.7, E 17.2)."""

from datetime import datetime
from typing import Any, Unpack

from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.results import Result, final_result, highest_points
from scoring.sheets import Side
from tournament.core.clock import check_times
from tournament.models import Game, PlayedHand, Round
from tournament.queries.calls import open_call_of
from tournament.queries.games import GameView
from tournament.queries.rounds import clock_of_table
from tournament.queries.signatures import unsigned_of
from tournament.services.breaking import refuse_early_totals
from tournament.services.playing import Play, SentForGame, playing, refuse_unplayed
from tournament.services.remarks import note

RULINGS = (Game.Kind.WALKOVER, Game.Kind.BOTH_ABSENT, Game.Kind.AWARDED)


def record_totals(
    game_id: int,
    totals: tuple[int, int],
    *,
    opening_draw: str | None = None,
    reason: str = "",
    **sent: Unpack[SentForGame],
) -> None:
    """Only the totals of a finished sheet, without tie point and cap, and who won the opening draw where the paper
    says it (None leaves it as it is). Hands that are there stay, and if they say something else the game waits for
    a choice.

    Raises RuleError("totals_impossible" | "totals_too_high" | "totals_negative" | "stale_version" | …), and
    "stop_too_early" for totals that no target ended, before the floor, unless an organiser gives a `reason` (E 17.2).
    """
    given = filter(None, [reason.strip()])
    with playing(game_id, "record_totals", totals, opening_draw, *given, **sent) as play:
        if play.act.is_repeat:
            return
        refuse_unplayed(play.view)
        final_result(totals, play.view.regulation, opening_draw=Side.A)
        before = _typed(play.game)
        play.game.typed_a, play.game.typed_b = totals
        if opening_draw is not None:
            play.game.opening_draw = Side(opening_draw).value if opening_draw else ""
        refuse_early_totals(play, play.settle(), play.act.now, reason=reason)
        play.log("record_totals", before=before, after=_typed(play.game), reason=reason.strip())


def clear_totals(game_id: int, **sent: Unpack[SentForGame]) -> None:
    """Take typed totals back; hands, if there are any, speak again."""
    with playing(game_id, "clear_totals", **sent) as play:
        if play.act.is_repeat:
            return
        before = _typed(play.game)
        play.game.typed_a = play.game.typed_b = None
        play.settle()
        play.log("clear_totals", before=before)


def choose(game_id: int, which: str, *, remark: str = "", **sent: Unpack[SentForGame]) -> None:
    """Where typed totals and hands differ, an organiser chooses: "hands" drops the totals, "totals" strikes the
    hands, which stay on the sheet as a trace, with a remark if there is something to say (D 11).

    Raises RuleError("nothing_to_choose" | "too_long").
    """
    with playing(game_id, "choose", which, remark, **sent) as play:
        if play.act.is_repeat:
            return
        if not play.view.totals_differ or which not in ("hands", "totals"):
            raise RuleError("nothing_to_choose", "E 15.2.5")
        before = {**_typed(play.game), "hands": list(play.view.sheet.totals)}
        if which == "hands":
            play.game.typed_a = play.game.typed_b = None
        else:
            for row in play.hands:
                row.kind = PlayedHand.Kind.STRUCK
            PlayedHand.objects.bulk_update(play.hands, ["kind"])
        play.settle()
        play.log("choose", before=before, after={"chosen": which})
        if remark.strip():
            note(play, remark)


def _typed(game: Game) -> dict[str, Any]:
    return {"totals": None if game.typed_a is None else [game.typed_a, game.typed_b]}


def walkover(game_id: int, winner: str, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """The other pair did not come (E 13.3): counted and confirmed at once. `winner` is a side, "a" or "b".

    Raises RuleError("game_begun") when the game has hands or totals: the way out is an awarded result; and
    "no_show_too_early" while a missing pair may still come, unless an organiser gives a `reason` (E 17.2).
    """
    with playing(game_id, "walkover", winner, *filter(None, [reason.strip()]), **sent) as play:
        if play.act.is_repeat:
            return
        _refuse_early(play, reason)
        lose_unplayed(play, Side(winner).other, reason=reason)


def _refuse_early(play: Play, reason: str) -> None:
    until = clock_of_table(play.game, play.act.now).no_show_at
    if play.act.now < until and not reason.strip() and not play.view.has_begun:
        raise RuleError("no_show_too_early", "E 13.3", until=until, field="reason")


def lose_unplayed(play: Play, side: Side, *, reason: str = "") -> None:
    """This pair is not there: the other wins (E 13.3). Raises RuleError("game_begun")."""
    play.game.winner = side.other.value
    _rule(play, Game.Kind.WALKOVER, what="walkover", after={"winner": play.game.winner}, reason=reason)


def both_absent(game_id: int, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """Neither pair came: both lose 0–0 (D 3). Raises RuleError("game_begun" | "no_show_too_early")."""
    with playing(game_id, "both_absent", *filter(None, [reason.strip()]), **sent) as play:
        if play.act.is_repeat:
            return
        _refuse_early(play, reason)
        _rule(play, Game.Kind.BOTH_ABSENT, what="both_absent", after={}, reason=reason)


def _rule(play: Play, kind: Game.Kind, *, what: str, after: dict[str, Any], reason: str = "") -> None:
    if play.view.has_begun:
        raise RuleError("game_begun", "E 17.2")
    play.game.kind = kind
    freeze(play, play.settle())
    play.log(what, after=after, reason=reason.strip())


def award(
    game_id: int, points: tuple[int, int], wins2: tuple[int, int], *, reason: str, **sent: Unpack[SentForGame]
) -> None:
    """An organiser's ruling: counted points and doubled wins of both pairs, with a reason; whatever hands there are
    stay as a trace. Raises RuleError("reason_missing" | "award_wins" | "award_too_high" | "totals_negative" |
    "bye_fixed")."""
    with playing(game_id, "award", points, wins2, reason, **sent) as play:
        if play.act.is_repeat:
            return
        _check_ruling(play.view, reason)
        check_award(points, play.view.regulation)
        play.game.award = {"points": list(points), "wins2": list(wins2)}
        play.game.kind, play.game.reason = Game.Kind.AWARDED, reason.strip()
        freeze(play, play.settle())
        play.log("award", after=play.game.award, reason=reason.strip())


def check_award(points: tuple[int, int], regulation: Regulation) -> None:
    """No pair is given more than a game can count for it. Raises RuleError("award_too_high")."""
    most = highest_points(regulation)
    if max(points) > most:
        raise RuleError("award_too_high", "E 13.4", most=most)


def _check_ruling(view: GameView, reason: str) -> None:
    if view.kind == Game.Kind.BYE:
        raise RuleError("bye_fixed", "D 4")
    if not reason.strip():
        raise RuleError("reason_missing", "E 17.2", field="reason")


def undo_ruling(game_id: int, *, reason: str = "", **sent: Unpack[SentForGame]) -> None:
    """A walkover, a double absence or an awarded result is taken back: the game is to be played, or goes on.

    In a closed round only with a reason. Raises RuleError("no_ruling" | "reason_missing").
    """
    with playing(game_id, "undo_ruling", reason, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        if play.game.kind not in RULINGS:
            raise RuleError("no_ruling", "E 13.3")
        if play.game.round.state == Round.State.CLOSED:
            _check_ruling(play.view, reason)
        open_again(play, what="undo_ruling", reason=reason)


def confirm(game_id: int, *, remark: str = "", **sent: Unpack[SentForGame]) -> Result:
    """The result counts from now on, frozen beside what it was folded from (E 15.2.7).

    Where the phone is the sheet of record and a pair has not signed (E 15.2.7.3), or a call of the table is open, it
    takes an organiser's `remark`, which stays on the sheet; the call stays open until it is settled.
    Raises RuleError: "sheet_open", "opening_draw_missing", "totals_differ", "level_undecided", "stale_version",
    "unsigned", "call_open", "own_check".
    """
    with playing(game_id, "confirm", *filter(None, [remark]), confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return Result(**{name: tuple(both) for name, both in play.act.answer.items()})
        known = play.view.is_confirmed
        if not known:
            _say_why(play, remark)
        result = play.view.result() if known else freeze(play, play.view)
        play.act.answer = {"points": list(result.points), "wins2": list(result.wins2)}
        if not known:
            play.log("confirm", after=play.act.answer)
        return result


def refuse_own_check(play: Play) -> None:
    """Raises RuleError("own_check") for whoever typed the sheet, where a second person checks it."""
    user = play.act.actor.user
    if play.act.championship.second_check and user is not None and play.game.typed_by_id == user.pk:
        raise RuleError("own_check", "E 15.2.7")


def _say_why(play: Play, remark: str) -> None:
    """What is missing under the sheet is named, and made up for by a remark (E 15.2.7.3, E 17.2)."""
    play.view.result()
    refuse_own_check(play)
    if remark.strip():
        note(play, remark)
    elif unsigned := unsigned_of(play.view):
        raise RuleError("unsigned", "E 15.2.7.3", pairs=[seat.number for seat in unsigned], field="remark")
    elif call := open_call_of(play.game):
        raise RuleError("call_open", "E 17.7", call=call.reason, field="remark")


def freeze(play: Play, view: GameView) -> Result:
    """The result as it stands is confirmed: a legal fact from now on, beside the seats of its pairs."""
    result = view.result()
    game = view.game
    game.state, game.confirmed_at = Game.State.CONFIRMED, game.confirmed_at or play.act.now
    game.ended_at = game.ended_at or play.act.now
    game.adjustments = [[line.code, line.article, list(line.points)] for line in result.adjustments]
    game.version += 1
    game.save()
    for mine, seat in enumerate(game.seats.order_by("side")):
        seat.points_for, seat.points_against = result.points[mine], result.points[1 - mine]
        seat.wins2 = result.wins2[mine]
        seat.save()
    return result


def set_times(
    game_id: int, started: datetime | None, ended: datetime | None, **sent: Unpack[SentForGame]
) -> None:
    """Start and end as the sheet has them (E 15.2.8), of a confirmed game too; of one in play the end is written down
    anew when it comes. Raises RuleError("end_before_start")."""
    with playing(game_id, "set_times", started, ended, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        check_times(started, ended)
        before = _times(play.game)
        play.game.started_at, play.game.ended_at = started, ended
        if _times(play.game) == before:
            return
        play.game.version += 1
        play.game.save()
        play.log("set_times", before=before, after=_times(play.game))


def _times(game: Game) -> dict[str, Any]:
    return {
        "started_at": game.started_at and game.started_at.isoformat(),
        "ended_at": game.ended_at and game.ended_at.isoformat(),
    }


def reopen(game_id: int, *, reason: str, **sent: Unpack[SentForGame]) -> None:
    """A confirmed result is taken out of the standings to be corrected; what was recorded stays.

    Raises RuleError("reason_missing" | "game_not_confirmed" | "bye_fixed").
    """
    with playing(game_id, "reopen", reason, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        _check_ruling(play.view, reason)
        if not play.view.is_confirmed:
            raise RuleError("game_not_confirmed", "E 15.2.7")
        open_again(play, what="reopen", reason=reason)


def open_again(play: Play, *, what: str, reason: str) -> None:
    """Out of the standings, signed by nobody, to be played or corrected."""
    before = {"kind": play.game.kind, "points": list(play.view.counted or ())}
    game = play.game
    game.state, game.confirmed_at, game.adjustments = Game.State.PLAYING, None, []
    game.kind, game.winner, game.award, game.reason = Game.Kind.PLAYED, "", None, ""
    game.seats.update(points_for=None, points_against=None, wins2=None)
    game.signatures.all().delete()
    play.settle()
    play.log(what, before=before, reason=reason.strip())
