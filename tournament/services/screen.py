"""What the hall's screen shows, and the ceremony that tells the prizes one by one."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Unpack

from scoring.errors import RuleError
from tournament.queries.screen import (
    LONGEST_MESSAGE,
    Order,
    Screen,
    Show,
    ceremony_is_early,
    most_prizes,
    screen_of,
)
from tournament.services.writing import Act, Sent, writing


def show(championship_id: int, what: Show, *, order: Order | None = None, **sent: Unpack[Sent]) -> None:
    """From now on the screen shows this. `order` is that of the pairings, None where it stays.

    Raises RuleError("ceremony_missing") where no ceremony has begun.
    """
    with writing(championship_id, "show_screen", what, order, **sent) as act:
        if act.is_repeat:
            return
        screen = screen_of(act.championship)
        if what is Show.CEREMONY and not screen.is_begun:
            raise RuleError("ceremony_missing")
        _show(act, replace(screen, order=order or screen.order), what)


def tell_message(championship_id: int, message: str, **sent: Unpack[Sent]) -> None:
    """The screen shows the message until something else is chosen. Raises RuleError("message_missing" | "too_long")."""
    text = " ".join(message.split())
    with writing(championship_id, "show_message", text, **sent) as act:
        if act.is_repeat:
            return
        if not text:
            raise RuleError("message_missing", field="message")
        if len(text) > LONGEST_MESSAGE:
            raise RuleError("too_long", field="message", longest=LONGEST_MESSAGE)
        _show(act, replace(screen_of(act.championship), message=text), Show.MESSAGE)


def show_break(championship_id: int, until: datetime | None, **sent: Unpack[Sent]) -> None:
    """The screen says when play goes on (None: it is said aloud); no clock stops for it.

    Raises RuleError("break_past").
    """
    with writing(championship_id, "show_break", until, **sent) as act:
        if act.is_repeat:
            return
        if until is not None and until <= act.now:
            raise RuleError("break_past", field="until")
        ends = None if until is None else until.astimezone(UTC)
        _show(act, replace(screen_of(act.championship), until=ends), Show.BREAK)


def _show(act: Act, screen: Screen, what: Show) -> None:
    before = screen_of(act.championship).show
    _keep(act, replace(screen, show=what, chosen_at=act.now))
    said = {"message": screen.message} if what is Show.MESSAGE else {}
    act.log("show_screen", before={"screen": before.value}, after={"screen": what.value, **said})


def _keep(act: Act, screen: Screen) -> None:
    act.championship.screen = screen.as_json()
    act.championship.save(update_fields=["screen"])


def begin_ceremony(championship_id: int, prizes: int, *, with_result: bool, **sent: Unpack[Sent]) -> None:
    """So many places are told, from the last to the first; none is yet. Begun again, it tells them all once more.

    Raises RuleError("ceremony_early") while a round is to be played, "prizes_range", and "ceremony_over" once all is
    told: what everybody knows does not become a secret again by a slip.
    """
    with writing(championship_id, "begin_ceremony", prizes, with_result, **sent) as act:
        if act.is_repeat:
            return
        early = ceremony_is_early(act.championship)
        if early is not None:
            raise RuleError("ceremony_early", round=early)
        screen = screen_of(act.championship)
        if screen.is_all_told:
            raise RuleError("ceremony_over")
        most = most_prizes(act.championship)
        if not 1 <= prizes <= most:
            raise RuleError("prizes_range", field="prizes", most=most)
        _keep(act, screen.beginning(prizes, with_result=with_result, now=act.now))
        act.log("begin_ceremony", after={"prizes": prizes})


def tell(championship_id: int, place: int, **sent: Unpack[Sent]) -> None:
    """The screen tells this place, which comes next. Raises RuleError("told_meanwhile") where another one does."""
    with writing(championship_id, "tell", place, **sent) as act:
        if act.is_repeat:
            return
        screen = screen_of(act.championship)
        if screen.next_place != place:
            raise RuleError("told_meanwhile")
        _keep(act, screen.telling())
        act.log("tell", after={"told": place})


def take_back_told(championship_id: int, place: int, **sent: Unpack[Sent]) -> None:
    """The place told last is not told yet after all. Raises RuleError("told_meanwhile") where it is another one."""
    with writing(championship_id, "take_back_told", place, **sent) as act:
        if act.is_repeat:
            return
        screen = screen_of(act.championship)
        if screen.told is None or screen.told != place:
            raise RuleError("told_meanwhile")
        _keep(act, screen.untold())
        act.log("take_back_told", before={"told": place})
