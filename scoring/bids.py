"""The result of the auction as the sheet codes it (E 15.2.6), what a hand is worth under it (G 5, 8.2)."""

from enum import StrEnum

from scoring.errors import RuleError
from scoring.regulation import Regulation

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
