"""What the hall talks about: who counts as having made a botifarra or won a contro, and what is biggest and closest."""

from scoring.bids import Bid
from scoring.presets import DEFAULT_PRESET, PRESETS
from scoring.sheets import Hand, Sheet, Side
from tournament.core.statistics import PlayedGame, Statistics, Tally, statistics

REGULATION = PRESETS[DEFAULT_PRESET]


def hand(bid: str, *points: int, maker: Side | None = None) -> Hand:
    a, b = points
    made = Hand.from_points(Bid.parse(bid), (a, b), REGULATION)
    return Hand(made.bid, made.points, made.card_points, maker)


def game(
    *hands: Hand, points: tuple[int, int] = (101, 60), table: int = 1, draw: Side | None = Side.A
) -> PlayedGame:
    return PlayedGame(1, table, (2 * table - 1, 2 * table), points, Sheet(REGULATION, hands, draw))


def test_without_hands_there_is_nothing_to_tell() -> None:
    assert statistics([game()]) == Statistics()


def test_a_botifarra_is_made_when_who_called_it_scores() -> None:
    made = game(hand("B", 20, 0))  # pair a calls first
    lost = game(hand("B", 0, 20))
    level = game(hand("B", 0, 0))
    found = statistics([made, lost, level])
    assert (found.botifarres, found.level) == (Tally(tried=3, won=1), 1)


def test_a_contro_is_won_when_the_pair_that_did_not_call_scores() -> None:
    found = statistics([game(hand("C", 0, 8), hand("C", 0, 8), hand("BC", 16, 0))])
    assert found.contros == Tally(tried=3, won=1)
    assert found.botifarres == Tally(tried=1, won=1)


def test_who_called_follows_from_the_rows_and_may_be_said() -> None:
    second = game(hand("", 4, 0), hand("B", 0, 20))  # pair b calls the second hand
    said = game(hand("B", 0, 20, maker=Side.B))
    assert statistics([second, said]).botifarres == Tally(tried=2, won=2)


def test_where_nobody_wrote_who_called_it_is_not_told() -> None:
    found = statistics([game(hand("B", 20, 0), hand("C", 8, 0), draw=None)])
    assert (found.botifarres, found.contros, found.untold) == (Tally(), Tally(), 2)


def test_what_a_sanction_gave_and_a_passed_hand_are_no_play() -> None:
    sanction = Hand.sanction(Bid.parse("B"), Side.A, REGULATION)
    found = statistics([game(hand("", 4, 0), Hand.passed(), sanction)])
    assert (found.games, found.hands, found.botifarres) == (1, 1, Tally())
    assert [each.points for each in found.biggest] == [4]


def test_hands_after_the_end_are_no_hands() -> None:
    ended = game(hand("B", 72, 0), hand("B", 72, 0), hand("B", 72, 0))
    assert statistics([ended]).hands == 2


def test_the_biggest_hands_come_first_the_earlier_among_equals() -> None:
    one = game(hand("", 4, 0), hand("BC", 0, 40), table=1)
    two = game(hand("BC", 40, 0), table=2)
    found = statistics([two, one], most=2)
    assert [(each.points, each.pair, each.line.number) for each in found.biggest] == [(40, 2, 2), (40, 3, 1)]


def test_the_closest_games_come_first_the_higher_among_equals() -> None:
    games = [
        game(hand("", 4, 0), points=points, table=n)
        for n, points in enumerate([(101, 90), (101, 100), (60, 61)], 1)
    ]
    assert [each.table for each in statistics(games).closest] == [2, 3, 1]
