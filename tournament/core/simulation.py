"""Games that might have been played: possible sheets for demonstrations and trials, from a random source given."""

from random import Random

from scoring.bids import HAND_CARD_POINTS, Bid, allowed_bids
from scoring.regulation import Regulation, TieRule
from scoring.sheets import Hand, Sheet, Side, Stopped

FREQUENCY = {
    Bid.TRUMP: 58,
    Bid.C: 13,
    Bid.R: 3,
    Bid.S: 1,
    Bid.B: 16,
    Bid.BC: 6,
    Bid.BR: 2,
    Bid.BS: 1,
}
"""How often a hand is called so, roughly, out of a hundred."""

MAKERS_CARD_POINTS = {"": 41, "C": 37, "R": 38, "S": 37}
"""What the pair that makes trumps takes on average: contro is called by those who think it takes less."""

SPREAD = 9.0
ENDED_BY_TIME = 0.25
HANDS_IN_TIME = (6, 11)


def simulated_sheet(regulation: Regulation, rng: Random) -> Sheet:
    """A sheet that is over, with its opening draw; about one in four was ended by time (E 12.3.3)."""
    sheet = Sheet(regulation, opening_draw=rng.choice(tuple(Side)))
    last = _hands_until_time(regulation, rng)
    while not sheet.is_over:
        if last is not None and sheet.hands_played >= last and _may_stop(sheet):
            return Sheet(regulation, sheet.hands, sheet.opening_draw, rng.choice(tuple(Stopped)))
        sheet = sheet.add(simulated_hand(sheet, rng))
    return sheet


def _hands_until_time(regulation: Regulation, rng: Random) -> int | None:
    """How many hands there is time for; None where the game is played to its end."""
    by_time = rng.random() < ENDED_BY_TIME
    number = rng.randint(*HANDS_IN_TIME)
    endless = regulation.target_points is None and regulation.max_hands is None
    return number if by_time or endless else None


def _may_stop(sheet: Sheet) -> bool:
    """A game that must be decided is not left level."""
    must_be_decided = sheet.regulation.tie_rule in (TieRule.EXTRA_HANDS, TieRule.NONE)
    return sheet.leader is not None or not must_be_decided


def simulated_hand(sheet: Sheet, rng: Random) -> Hand:
    """The next hand: trumps are made in turn, beginning with the winner of the opening draw."""
    bids = allowed_bids(sheet.regulation)
    (bid,) = rng.choices(bids, weights=[FREQUENCY[each] for each in bids])
    first = sheet.opening_draw or Side.A
    maker = first if sheet.hands_played % 2 == 0 else first.other
    taken = _clipped(rng.gauss(MAKERS_CARD_POINTS[bid.doubling], SPREAD))
    of_a = taken if maker is Side.A else HAND_CARD_POINTS - taken
    hand = Hand.from_card_points(bid, of_a, sheet.regulation)
    return Hand(hand.bid, hand.points, hand.card_points, maker)


def _clipped(card_points: float) -> int:
    return max(0, min(HAND_CARD_POINTS, round(card_points)))
