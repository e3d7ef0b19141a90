"""The auction (G 8, E 8.3), its result as the sheet codes it (E 15.2.6), what a hand is worth under it (G 5, 8.2)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.cards import Suit
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.tricks import pair_of

HAND_CARD_POINTS = 72
LEVEL_CARD_POINTS = 36


class Bid(StrEnum):
    """Trump is the empty code; B botifarra; C contro, R recontro, S Sant Vicenç (E 15.2.6)."""

    TRUMP = ""
    C = "C"
    R = "R"
    S = "S"
    B = "B"
    BC = "BC"
    BR = "BR"
    BS = "BS"

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """Read a code as people write it: any case, spaces around, a line for plain trump.

        Raises RuleError("bid_unknown", "E 15.2.6") with the code meant, where one can be guessed.
        """
        code = text.strip().upper()
        if code in _TRUMP_MARKS:
            return cls.TRUMP
        if code in cls._value2member_map_:
            return cls(code)
        turned = code[::-1]
        meant = turned if turned in cls._value2member_map_ else ""
        raise RuleError("bid_unknown", "E 15.2.6", bid=text.strip(), meant=meant)

    @property
    def is_botifarra(self) -> bool:
        return self.startswith("B")

    @property
    def doubling(self) -> str:
        """C, R, S or nothing."""
        return self.removeprefix("B")


_TRUMP_MARKS = ("", "-", "–", "—", "_")


def allowed_bids(regulation: Regulation) -> tuple[Bid, ...]:
    """The codes that may stand on a sheet under this regulation (D 1)."""
    return tuple(bid for bid in Bid if _is_allowed(bid, regulation))


def _is_allowed(bid: Bid, regulation: Regulation) -> bool:
    if bid is Bid.BS:
        return regulation.sant_vicenc_on_botifarra
    return bid is not Bid.S or regulation.sant_vicenc


def multiplier(bid: Bid, regulation: Regulation) -> int:
    """Points for every card point above 36: base (botifarra 2) × doubling (G 8.2).

    Raises RuleError("bid_forbidden", "D 1") for a code that the regulation does not have.
    """
    if not _is_allowed(bid, regulation):
        raise RuleError("bid_forbidden", "D 1", bid=bid.value)
    doublings = dict(zip("CRS", regulation.doubling_scale, strict=True))
    base = 2 if bid.is_botifarra else 1
    return base * doublings.get(bid.doubling, 1)


def hand_points(bid: Bid, card_points: int, regulation: Regulation) -> tuple[int, int]:
    """Points of pairs a and b of a hand in which pair a took `card_points` (0–72) (G 5.1, G 8.2).

    Raises RuleError("card_points_range", "G 5.1").
    """
    if not 0 <= card_points <= HAND_CARD_POINTS:
        raise RuleError("card_points_range", "G 5.1", card_points=card_points)
    points = (card_points - LEVEL_CARD_POINTS) * multiplier(bid, regulation)
    return max(points, 0), max(-points, 0)


def card_points_of(bid: Bid, points: int, regulation: Regulation) -> int:
    """Card points (36–72) of the pair that wrote `points` on its side of the sheet.

    Raises RuleError: "points_negative", "points_maximum" (G 5.1), or "points_multiple" (G 8.2) with the two
    nearest right values.
    """
    times = multiplier(bid, regulation)
    most = LEVEL_CARD_POINTS * times
    facts: dict[str, object] = {"bid": bid.value, "points": points, "multiplier": times, "most": most}
    if points < 0:
        raise RuleError("points_negative", "G 5.1", **facts)
    if points > most:
        raise RuleError("points_maximum", "G 5.1", **facts)
    if points % times:
        below = points - points % times
        raise RuleError("points_multiple", "G 8.2", below=below, above=below + times, **facts)
    return LEVEL_CARD_POINTS + points // times


def points_at_stake(bid: Bid, regulation: Regulation) -> int:
    """All points of the hand: 36 × its multiplier (D 6)."""
    return LEVEL_CARD_POINTS * multiplier(bid, regulation)


class Call(StrEnum):
    """What may be said in the auction, and nothing else (G 8.1.1.1, G 8.2)."""

    OROS = "O"
    COPES = "C"
    ESPASES = "E"
    BASTOS = "B"
    BOTIFARRA = "botifarra"
    DELEGATE = "delegate"
    GOOD = "good"
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant_vicenc"

    @property
    def names_the_game(self) -> bool:
        """Whether it makes trumps: a suit or botifarra."""
        return self in _GAMES


_GAMES = (Call.OROS, Call.COPES, Call.ESPASES, Call.BASTOS, Call.BOTIFARRA)
_DOUBLINGS = (Call.CONTRO, Call.RECONTRO, Call.SANT_VICENC)


@dataclass(frozen=True)
class Auction:
    """An auction as far as it has come: who made trumps, and what was said, in order.

    Seats are 0 to 3, each to the right of the one before; 0 and 2 are a pair. `maker` is the seat whose call it is.
    The makers call a suit or botifarra, or delegate once to the partner, who must call (G 8.1.1). Then the turn goes
    from pair to pair with every call that is not «bé» (E 8.3.2): contro is the other pair's, recontro the makers',
    Sant Vicenç the other pair's again (G 8.2.4–6). Two «bé» of one pair in the same turn end it, or the highest
    doubling that the regulation has (G 8.2.8). `botifarra_barred` after a first misdeal of the makers (D 9).
    """

    regulation: Regulation
    maker: int = 0
    calls: tuple[tuple[int, Call], ...] = ()
    botifarra_barred: bool = False

    @property
    def maker_pair(self) -> int:
        """The pair that makes trumps, called or delegated: 0 for pair a, 1 for pair b (G 8.1.1)."""
        return pair_of(self.maker)

    @property
    def turn(self) -> int | None:
        """The seat that speaks now; None when the auction is over.

        The turn belongs to a pair. In it the player to the right of whoever spoke last speaks first, then his
        partner (E 8.3.1).
        """
        if self.is_over:
            return None
        if not self.calls:
            return self.maker
        seat, call = self.calls[-1]
        return (seat + 2) % 4 if call in (Call.DELEGATE, Call.GOOD) else (seat + 1) % 4

    @property
    def is_over(self) -> bool:
        """Two «bé» in one turn, or no higher doubling left (G 8.2.8)."""
        said = [call for _, call in self.calls]
        return said[-2:] == [Call.GOOD, Call.GOOD] or (self.game is not None and not self._doublings_left)

    @property
    def allowed(self) -> frozenset[Call]:
        """What the player whose turn it is may say."""
        if self.is_over:
            return frozenset()
        if self.game is None:
            barred = {Call.BOTIFARRA} if self.botifarra_barred else set()
            return frozenset(_GAMES) - barred | ({Call.DELEGATE} if not self.calls else set())
        return frozenset({Call.GOOD, self._doublings_left[0]})

    def say(self, call: Call, *, seat: int | None = None) -> "Auction":
        """The auction after this call, by `seat` if it is said who spoke.

        Raises RuleError, with `call` and `seat` in its facts: "auction_over" (G 8.2.8), "auction_turn" (E 8.3.1),
        "call_missing" (G 8.1.1), "delegated_twice" (G 8.1.1.2), "called_twice" (E 8.3.2.3), "botifarra_barred"
        (E 7.4.5.2), "doubled_twice", "doubling_other_pair", "doubling_too_early" (G 8.2.4–6),
        "doubling_forbidden" (D 1).
        """
        turn = self.turn
        if turn is None or call not in self.allowed or seat not in (None, turn):
            raise self._refusal(call, seat)
        return replace(self, calls=(*self.calls, (turn, call)))

    @property
    def game(self) -> Call | None:
        """The suit or botifarra that was called; None before."""
        return next((call for _, call in self.calls if call.names_the_game), None)

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None in a botifarra, and before anything was called."""
        return None if self.game in (None, Call.BOTIFARRA) else Suit(str(self.game))

    @property
    def bid(self) -> Bid | None:
        """The code for the sheet as things stand (E 15.2.6); None before anything was called."""
        if self.game is None:
            return None
        base = "B" if self.game is Call.BOTIFARRA else ""
        return Bid(base + ("", "C", "R", "S")[len(self._doubled)])

    @property
    def _doubled(self) -> list[Call]:
        return [call for _, call in self.calls if call in _DOUBLINGS]

    @property
    def _doublings_left(self) -> tuple[Call, ...]:
        """Those still to come, in order: Sant Vicenç only where this game may have it (D 1)."""
        highest = Bid.BS if self.game is Call.BOTIFARRA else Bid.S
        there_are = _DOUBLINGS if _is_allowed(highest, self.regulation) else _DOUBLINGS[:2]
        return there_are[len(self._doubled) :]

    def _refusal(self, call: Call, seat: int | None) -> RuleError:
        turn = self.turn
        speaker = turn if seat is None else seat
        facts: dict[str, object] = {"call": call.value, "seat": speaker, "turn": turn}
        if speaker is None or self.is_over:
            return RuleError("auction_over", "G 8.2.8", **facts)
        if call in _DOUBLINGS and self.game is not None:
            return self._refused_doubling(call, speaker, facts)
        if seat not in (None, turn):
            return RuleError("auction_turn", "E 8.3.1", **facts)
        if self.game is not None:
            return RuleError("called_twice", "E 8.3.2.3", **facts)
        if call is Call.BOTIFARRA:
            return RuleError("botifarra_barred", "E 7.4.5.2", **facts)
        if call is Call.DELEGATE:
            return RuleError("delegated_twice", "G 8.1.1.2", **facts)
        return RuleError("call_missing", "G 8.1.1", **facts)

    def _refused_doubling(self, call: Call, speaker: int, facts: dict[str, object]) -> RuleError:
        article = f"G 8.2.{4 + _DOUBLINGS.index(call)}"
        if call in self._doubled:
            return RuleError("doubled_twice", article, **facts)
        if call not in self._doublings_left:
            return RuleError("doubling_forbidden", "D 1", **facts)
        if call is not self._doublings_left[0]:
            return RuleError("doubling_too_early", article, **facts)
        if (pair_of(speaker) == self.maker_pair) != (call is Call.RECONTRO):
            return RuleError("doubling_other_pair", article, **facts)
        return RuleError("auction_turn", "E 8.3.1", **facts)
