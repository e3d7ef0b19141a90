"""A game's sheet: hands folded into running totals, the leader, the ending and its article (E 12.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from scoring.bids import HAND_CARD_POINTS, Bid, card_points_of, hand_points, multiplier, points_at_stake
from scoring.errors import RuleError
from scoring.regulation import Dealer, Regulation, TieRule


class Side(StrEnum):
    """The left (a) and the right (b) pair of a sheet."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Side":
        return Side.B if self is Side.A else Side.A


class HandKind(StrEnum):
    """What a row of the sheet is.

    Three kinds count and have a number: a hand played out, one ended by a sanction (E 16.2.2), one passed at 0–0
    (E 16.1.2.2.4). Three do not: `uncounted`, where the turn to call was lost and the other pair calls (E 7.4.5.4,
    E 16.1.3.7); `replayed`, where the same pair calls once more (E 16.1.2.2.4); `struck`, written after the end or
    by mistake (D 12).
    """

    PLAYED = "played"
    SANCTION = "sanction"
    PASS = "pass"
    UNCOUNTED = "uncounted"
    REPLAYED = "replayed"
    STRUCK = "struck"

    @property
    def counts(self) -> bool:
        """Whether it is one of the hands of the game (E 12.3.2)."""
        return self in (HandKind.PLAYED, HandKind.SANCTION, HandKind.PASS)

    @property
    def moves_the_call(self) -> bool:
        """Whether the other pair calls next (G 7.4.2)."""
        return self not in (HandKind.REPLAYED, HandKind.STRUCK)


class Stopped(StrEnum):
    """Why play ended before the target and the last of the hands (E 12.3.3)."""

    TIME = "time"
    LAST_HAND = "last_hand"


@dataclass(frozen=True)
class Hand:
    """One row: the bid and the points of pairs a and b. `card_points` are pair a's, where known.

    `maker` is the pair that called, where the table says so; elsewhere it follows from the rows before
    (`Line.maker`).
    """

    bid: Bid
    points: tuple[int, int]
    card_points: int | None = None
    maker: Side | None = None
    kind: HandKind = HandKind.PLAYED

    @classmethod
    def from_card_points(cls, bid: Bid, card_points: int, regulation: Regulation) -> "Hand":
        """A hand in which pair a took `card_points` of the 72. Raises RuleError (see `hand_points`)."""
        return cls(bid, hand_points(bid, card_points, regulation), card_points)

    @classmethod
    def from_points(cls, bid: Bid, points: tuple[int, int], regulation: Regulation) -> "Hand":
        """A hand with the points of both pairs as written on the sheet, (0, 0) being level (E 15.2.5).

        Raises RuleError("points_both", "E 15.2.5") when both pairs score, else as `card_points_of`.
        """
        if min(points) > 0:
            raise RuleError("points_both", "E 15.2.5", points=points)
        if min(points) < 0:
            raise RuleError("points_negative", "G 5.1", points=min(points), bid=bid.value)
        winner_card_points = card_points_of(bid, max(points), regulation)
        card_points = winner_card_points if points[0] else HAND_CARD_POINTS - winner_card_points
        return cls(bid, points, card_points)

    @classmethod
    def passed(cls) -> "Hand":
        """A hand passed at 0–0: it counts as played (E 16.1.2.2.4)."""
        return cls(Bid.TRUMP, (0, 0), kind=HandKind.PASS)

    @classmethod
    def uncounted(cls) -> "Hand":
        """A hand in which the turn to call was lost: the other pair calls (E 7.4.5.4, E 16.1.3.7)."""
        return cls(Bid.TRUMP, (0, 0), kind=HandKind.UNCOUNTED)

    @classmethod
    def replayed(cls) -> "Hand":
        """A hand that is dealt again: the same pair calls (E 16.1.2.2.4)."""
        return cls(Bid.TRUMP, (0, 0), kind=HandKind.REPLAYED)

    @classmethod
    def sanction(cls, bid: Bid, to: Side, regulation: Regulation, *, points: int | None = None) -> "Hand":
        """A hand ended by a serious infraction: all points at stake to the other pair, and it counts (E 16.2.2).

        Where the hand had no contract yet, `bid` is plain trump: 36 points (D 6). `points` is the part that is left
        of a softened sanction (E 16.2). It replaces what a revoked hand had given (E 16.1.2.2.3).
        Raises RuleError: "sanction_hardened" (E 16.2), "points_negative" (G 5.1), "bid_forbidden" (D 1).
        """
        stake = points_at_stake(bid, regulation)
        given = stake if points is None else points
        if given < 0:
            raise RuleError("points_negative", "G 5.1", points=given, bid=bid.value)
        if given > stake:
            raise RuleError("sanction_hardened", "E 16.2", points=given, most=stake)
        return cls(bid, (given, 0) if to == Side.A else (0, given), kind=HandKind.SANCTION)

    @property
    def winner(self) -> Side | None:
        """The pair that scores; None for a level hand (E 15.2.5.4)."""
        if self.points[0] == self.points[1]:
            return None
        return Side.A if self.points[0] > self.points[1] else Side.B


@dataclass(frozen=True)
class Line:
    """A row as the sheet shows it: `number` is None and `counted` False for a row that does not count.

    `maker` is the pair that called: the winner of the opening draw first, then the pairs in turn (E 7.1, G 7.4.2),
    from any hand on whose maker is set by hand; None while nobody has said who won the draw.
    """

    hand: Hand
    number: int | None
    points: tuple[int, int]
    totals: tuple[int, int]
    counted: bool
    maker: Side | None = None

    @property
    def is_late(self) -> bool:
        """Written after the end, where it does not count (D 12)."""
        return self.hand.kind.counts and not self.counted


@dataclass(frozen=True)
class Ending:
    """Why a game is over ("target", "hands", "time", "last_hand"), by which article, after which hand."""

    reason: str
    article: str
    hand_number: int


@dataclass(frozen=True)
class Sheet:
    """The hands of one game under its regulation.

    Folding accepts any rows, so that a correction is judged by its final state: rows after the end stand
    struck (D 12). `add` is what refuses to play on. `last_hand` is the number that was announced (D 2).
    """

    regulation: Regulation
    hands: tuple[Hand, ...] = ()
    opening_draw: Side | None = None
    stopped: Stopped | None = None
    last_hand: int | None = None

    def add(self, hand: Hand) -> "Sheet":
        """The sheet with one hand more. Raises RuleError("sheet_over") with the article that ended it."""
        ending = self.ending
        if ending is not None and hand.kind.counts:
            facts = {"reason": ending.reason, "hand": ending.hand_number, "totals": self.totals}
            raise RuleError("sheet_over", ending.article, **facts)
        multiplier(hand.bid, self.regulation)
        return replace(self, hands=(*self.hands, hand))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every row in order, with the totals after it."""
        return tuple(self._fold())

    def _fold(self) -> Iterator[Line]:
        totals, number, over, turn = (0, 0), 0, False, self.opening_draw
        for hand in self.hands:
            maker = hand.maker or turn
            counted = hand.kind.counts and not over
            if counted:
                number += 1
                totals = (totals[0] + hand.points[0], totals[1] + hand.points[1])
                over = self._end(totals, number) is not None
            points = hand.points if counted else (0, 0)
            yield Line(hand, number if counted else None, points, totals, counted, maker)
            turn = _next_turn(maker, hand.kind, turn)

    def turn_at(self, index: int) -> Side | None:
        """The pair whose turn to call it is at a row (from 0), whatever that row itself says."""
        turn = self.opening_draw
        for line in self.lines[:index]:
            turn = _next_turn(line.maker, line.hand.kind, turn)
        return turn

    @property
    def next_maker(self) -> Side | None:
        """The pair that calls the next hand; None while it is not known who won the opening draw."""
        return self.turn_at(len(self.hands))

    @property
    def next_dealer(self) -> Side | None:
        """The pair of the player who deals the next hand: on the left of who makes trumps, so of the other pair
        (E 7.2.1), or who makes trumps himself (G 7); None while it is not known who calls."""
        maker = self.next_maker
        if maker is None or self.regulation.dealer is Dealer.TRUMP_MAKER:
            return maker
        return maker.other

    @property
    def totals(self) -> tuple[int, int]:
        """Running totals of pairs a and b; tie point and cap belong to the result (E 13.2, 13.4)."""
        return self.lines[-1].totals if self.lines else (0, 0)

    @property
    def hands_played(self) -> int:
        """Hands that count."""
        return sum(line.counted for line in self.lines)

    @property
    def late_numbers(self) -> tuple[int, ...]:
        """The numbers that the hands after the end would have."""
        late = sum(line.is_late for line in self.lines)
        return tuple(range(self.hands_played + 1, self.hands_played + late + 1))

    @property
    def ending(self) -> Ending | None:
        """How the game ended (E 12.3), or None while it goes on."""
        played = self.hands_played
        end = self._end(self.totals, played)
        if end is None and self.stopped is not None and not self.must_play_on:
            return Ending(self.stopped.value, "E 12.3.3", played)
        return end

    def _end(self, totals: tuple[int, int], played: int) -> Ending | None:
        """What ends the game by itself after so many hands: the target, the number of hands, the last announced."""
        end = _end(totals, played, self.regulation)
        if end is not None or self.last_hand is None or played < self.last_hand:
            return end
        return None if _is_undecided(totals, self.regulation) else Ending("last_hand", "E 12.3.3", played)

    @property
    def must_play_on(self) -> bool:
        """Level where a game must be decided by hands: time does not end it."""
        return _is_undecided(self.totals, self.regulation)

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def leader(self) -> Side | None:
        a, b = self.totals
        if a == b:
            return None
        return Side.A if a > b else Side.B

    @property
    def hands_left(self) -> int | None:
        """Hands that may still be played; None where neither the regulation nor anybody at the desk sets a number."""
        played, limits = self.hands_played, []
        if self.regulation.max_hands is not None:
            limits.append(_hand_limit(self.totals, played, self.regulation))
        if self.last_hand is not None and not self.must_play_on:
            limits.append(self.last_hand)
        if not limits:
            return None
        return 0 if self.is_over else min(limits) - played


def _next_turn(maker: Side | None, kind: HandKind, turn: Side | None) -> Side | None:
    """A struck row was no hand, so it leaves the turn where it stood."""
    if kind is HandKind.STRUCK:
        return turn
    if kind.moves_the_call and maker is not None:
        return maker.other
    return maker


def _is_undecided(totals: tuple[int, int], regulation: Regulation) -> bool:
    return totals[0] == totals[1] and regulation.tie_rule is TieRule.EXTRA_HANDS


def _end(totals: tuple[int, int], played: int, regulation: Regulation) -> Ending | None:
    target = regulation.target_points
    if target is not None and max(totals) >= target:
        return Ending("target", "E 12.3.1", played)
    if regulation.max_hands is None or played < regulation.max_hands:
        return None
    if played < _hand_limit(totals, played, regulation):
        return None
    return Ending("hands", "E 12.3.2", played)


def _hand_limit(totals: tuple[int, int], played: int, regulation: Regulation) -> int:
    """The number of the last hand: two more, and two more again, while it must be decided and is level."""
    limit = regulation.max_hands or 0
    if regulation.tie_rule is not TieRule.EXTRA_HANDS or played < limit:
        return limit
    extra = played - limit
    if extra % 2:
        return played + 1
    return played + 2 if totals[0] == totals[1] else played
