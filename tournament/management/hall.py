"""A hall in which the simulator plays: nothing is written but by what desk and tables can do themselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from scoring.sheets import Hand, Sheet
from tournament.core.simulation import simulated_sheet
from tournament.models import Championship, Round
from tournament.queries.games import GameView, games_of_round
from tournament.services import games, hands, rounds
from tournament.services.hands import HandEntry
from tournament.services.writing import Actor

GAME = timedelta(minutes=50)
"""From the publication of the pairing to the end of a simulated game: the least time, and the shortest limit, of a
preset. The last hand is written a minute before."""
A_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Hall:
    """A championship, who sits at its desk, and the source of all luck."""

    championship: Championship
    desk: Actor
    rng: Random

    def begin_round(self, at: datetime) -> Round:
        """Draw the next round and publish it at that moment."""
        drawn = rounds.draft(self.championship.pk, actor=self.desk, now=at)
        rounds.publish(drawn.pk, actor=self.desk, now=at)
        drawn.refresh_from_db()
        return drawn

    def play_round(self, at: datetime) -> Round:
        """A whole round, to its closing."""
        round_ = self.begin_round(at)
        for view in tables(round_):
            self.play_game(view, at)
            games.confirm(view.game.pk, actor=self.desk, now=at + GAME)
        rounds.close(round_.pk, actor=self.desk, now=at + GAME)
        return round_

    def play_game(self, view: GameView, at: datetime, *, takes: timedelta = GAME) -> None:
        """A whole game, hand by hand, and the end by time where it was so; a short one ended by itself."""
        sheet = simulated_sheet(view.regulation, self.rng)
        while sheet.stopped and takes < GAME:
            sheet = simulated_sheet(view.regulation, self.rng)
        self.begin_game(view, sheet, at, each=(takes - A_MINUTE) / len(sheet.hands))
        if sheet.stopped:
            hands.stop(view.game.pk, sheet.stopped, actor=self.desk, now=at + takes)

    def begin_game(self, view: GameView, sheet: Sheet, at: datetime, *, each: timedelta) -> None:
        """The opening draw and the hands of this sheet, one every so often, as a phone sends them."""
        draw = sheet.opening_draw.value if sheet.opening_draw else ""
        hands.set_opening_draw(view.game.pk, draw, actor=self._table(view), now=at)
        after = ""
        for number, hand in enumerate(sheet.hands, start=1):
            after = self._record(view, hand, after, at + number * each)

    def _record(self, view: GameView, hand: Hand, after: str, at: datetime) -> str:
        client_id = f"{self.rng.getrandbits(64):016x}"
        hands.record_hand(
            view.game.pk,
            HandEntry(bid=hand.bid.value, side="a", card_points=hand.card_points),
            after=after,
            actor=self._table(view),
            client_id=client_id,
            now=at,
        )
        return client_id

    def _table(self, view: GameView) -> Actor:
        phones = view.game.round.championship.phones_at_tables
        return Actor(None, "table") if phones else self.desk


def tables(round_: Round) -> tuple[GameView, ...]:
    """The games of a round but the one of the pair that rests."""
    return tuple(view for view in games_of_round(round_) if view.b is not None)
