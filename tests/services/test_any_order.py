"""Whatever a desk does, in whatever order: it is done or refused in words, and what counts is what the sheets say."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from scoring.errors import RuleError
from tests.factories import START
from tests.services.conftest import DESK, TABLE, published_hall
from tournament.models import Championship, Game, Pair, Round, Seat
from tournament.queries.games import open_games
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import announcements, championships, games, hands, pairs, rounds
from tournament.services.corrections import CorrectedSheet, correct
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails
from tournament.texts import sentence

STEPS = 150
A_WHILE = 35


class Desk:
    """Somebody who presses anything. Every step is a function without arguments."""

    def __init__(self, championship: Championship, rng: Random) -> None:
        self.championship, self.rng = championship, rng
        self.now = START

    def step(self) -> tuple[str, Callable[[], Any]]:
        kinds = (self.hand, self.hand, self.hand, self.hand, self.result, self.result, self.confirm)
        kind = self.rng.choice((*kinds, self.confirm, self.confirm, self.round, self.round, self.pair))
        name, call, arguments = kind()
        self.now += timedelta(minutes=1)
        ids = ("", "", "", f"id-{self.rng.randrange(40)}")
        options = {"actor": DESK, "client_id": self.rng.choice(ids)} | arguments.pop("options", {})
        return name, lambda: call(*arguments.pop("args", ()), **options | arguments)

    def any_game(self) -> int:
        last = Game.objects.filter(round__championship=self.championship).order_by("round__number").last()
        if last is None:
            return 0
        ids = list(Game.objects.filter(round=last.round).values_list("pk", flat=True))
        every = list(Game.objects.filter(round__championship=self.championship).values_list("pk", flat=True))
        return self.rng.choice(ids if self.rng.random() < 0.8 else every)

    def entry(self) -> HandEntry:
        bid = self.rng.choice(("", "C", "R", "S", "B", "BC", "BR", "BS", "CB"))
        if self.rng.random() < 0.3:
            return HandEntry(bid, self.rng.choice("ab"), points=self.rng.randrange(-1, 40))
        return HandEntry(bid, self.rng.choice(("a", "b", "")), card_points=self.rng.randrange(0, 74))

    def hand(self) -> tuple[str, Any, dict[str, Any]]:
        game, way = self.any_game(), self.rng.randrange(10)
        if way < 7:
            actor = self.rng.choice((DESK, TABLE))
            after = self.rng.choice((None, None, "", f"id-{self.rng.randrange(40)}"))
            options = {"actor": actor, "after": after, "now": self.now}
            return "record_hand", hands.record_hand, {"args": (game, self.entry()), "options": options}
        if way == 7:
            return "change_hand", hands.change_hand, {"args": (game, self.rng.randrange(1, 9), self.entry())}
        if way == 8:
            return "remove_last_hand", hands.remove_last_hand, {"args": (game,), "version": self.version()}
        number = self.rng.choice((None, 0, 5, 12, 13))
        return "set_last_hand", hands.set_last_hand, {"args": (game, number)}

    def version(self) -> int | None:
        return self.rng.choice((None, None, 1, 3))

    def result(self) -> tuple[str, Any, dict[str, Any]]:
        game, side = self.any_game(), self.rng.choice("ab")
        totals = self.rng.randrange(150), self.rng.randrange(120)
        award = (totals, self.rng.choice(((2, 0), (1, 1), (2, 2), (0, 0))))
        ways: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
            (games.record_totals, (totals,), {}),
            (games.clear_totals, (), {}),
            (games.choose, (self.rng.choice(("hands", "totals")),), {}),
            (games.walkover, (side,), {}),
            (games.both_absent, (), {}),
            (games.award, award, {"reason": self.rng.choice(("", "art. 17.2"))}),
            (games.undo_ruling, (), {}),
            (games.reopen, (), {"reason": self.rng.choice(("", "error"))}),
            (correct, (self.sheet(totals, side),), {"reason": self.rng.choice(("", "error"))}),
            (hands.set_opening_draw, (side,), {}),
            (hands.stop, (), {}),
            (hands.play_on, (), {}),
        ]
        call, more, options = self.rng.choice(ways)
        return call.__name__, call, {"args": (game, *more), "options": options}

    def sheet(self, totals: tuple[int, int], side: str) -> CorrectedSheet:
        rows = tuple(self.entry() for _ in range(self.rng.randrange(4)))
        return CorrectedSheet(rows, None if rows else totals, side, self.rng.choice(("", "time")))

    def confirm(self) -> tuple[str, Any, dict[str, Any]]:
        return "confirm", games.confirm, {"args": (self.any_game(),)}

    def round(self) -> tuple[str, Any, dict[str, Any]]:
        last = Round.objects.filter(championship=self.championship).order_by("number").last()
        round_id, when = last.pk if last else 0, {"now": self.now}
        ways: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
            (rounds.draft, (self.championship.pk,), when),
            (rounds.draft, (self.championship.pk,), when),
            (rounds.publish, (round_id,), when),
            (rounds.publish, (round_id,), when),
            (rounds.close, (round_id,), when),
            (rounds.close, (round_id,), when),
            (rounds.unpublish, (round_id,), when),
            (rounds.discard, (round_id,), when),
            (announcements.announce_end, (round_id, self.now + timedelta(minutes=20)), when),
            (announcements.announce_last_hand, (round_id,), when),
            (announcements.take_back, (round_id,), when),
            (championships.finish, (self.championship.pk,), {}),
            (championships.resume, (self.championship.pk,), {}),
        ]
        call, args, options = self.rng.choice(ways)
        return call.__name__, call, {"args": args, "options": options}

    def pair(self) -> tuple[str, Any, dict[str, Any]]:
        ids = list(Pair.objects.filter(championship=self.championship).values_list("pk", flat=True))
        pair, number = self.rng.choice(ids), self.rng.randrange(1, 6)
        details = PairDetails(f"Nova {self.rng.randrange(30)}", "Anna", "Joan")
        ways: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
            (pairs.register, (self.championship.pk, details), {}),
            (pairs.withdraw, (pair,), {}),
            (pairs.come_back, (pair,), {}),
            (pairs.mark_absent, (pair,), {"round_number": number, "reason": "asked"}),
            (pairs.mark_present, (pair,), {"round_number": number}),
            (pairs.edit, (pair, details), {}),
        ]
        call, args, options = self.rng.choice(ways)
        return call.__name__, call, {"args": args, "options": options}


def tidied_up(championship: Championship) -> None:
    """Somebody sensible comes by: what is open is decided, the round closed, the next one published."""
    championships.resume(championship.pk, actor=DESK)
    for view in open_games(championship):
        games.award(view.game.pk, (1, 0), (2, 0), reason="per acabar", actor=DESK)
    last = championship.rounds.order_by("number").last()
    try:
        if last is not None and last.state == Round.State.PUBLISHED:
            rounds.close(last.pk, actor=DESK)
        rounds.publish(rounds.draft(championship.pk, actor=DESK).pk, actor=DESK)
    except RuleError as refusal:
        assert refusal.code in ("rounds_all_drawn", "too_few_pairs")


def check(championship: Championship) -> None:
    """What counts follows from the sheets; nobody sits twice in a round; every win has its loser or its bye."""
    assert verify(championship) == ()
    for round_ in championship.rounds.all():
        seated = Seat.objects.filter(round=round_, void=False).values_list("pair", flat=True)
        assert len(seated) == len(set(seated))
    rows = standings(championship)
    assert [row.rank for row in rows if row.rank] == list(range(1, len(rows) + 1))
    for seat in Seat.objects.filter(round__championship=championship).select_related("game"):
        assert (seat.wins2 is None) == (seat.game.state != Game.State.CONFIRMED)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", ["vilaplana-2011", "ponent"])
def test_everything_is_done_or_refused_in_words(seed: int, preset: str) -> None:
    hall = published_hall(5, preset=preset)
    desk = Desk(hall.championship, Random(seed))
    done: set[str] = set()
    for number in range(1, STEPS + 1):
        if number % A_WHILE == 0:
            tidied_up(hall.championship)
            check(Championship.objects.get(pk=hall.championship.pk))
        name, step = desk.step()
        version = Championship.objects.get(pk=hall.championship.pk).version
        try:
            step()
        except RuleError as refusal:
            assert sentence(refusal)
            assert Championship.objects.get(pk=hall.championship.pk).version == version
        else:
            done.add(name)
    check(Championship.objects.get(pk=hall.championship.pk))
    assert hall.championship.rounds.count() >= 2
