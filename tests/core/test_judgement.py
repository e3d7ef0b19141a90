"""A pairing made by hand against the best one: what it gives up, meeting by meeting and in all."""

from dataclasses import replace

from tournament.core.pairing import Entrant, PairingInput, pair_round
from tournament.core.pairing.judgement import Judgement, Made, judge

ROUND = PairingInput(
    (
        Entrant(1, 4, club="A"),
        Entrant(2, 4, club="A"),
        Entrant(3, 2, unplayed_wins=1),
        Entrant(4, 2),
        Entrant(5, 0),
    ),
    {frozenset({1, 4}): 2, frozenset({3, 4}): 1},
    forbidden=frozenset({frozenset({2, 4})}),
    round_number=3,
)


def judged(*meetings: tuple[int, int], bye: int | None = None, given: PairingInput = ROUND) -> Judgement:
    best = pair_round(given)
    return judge(given, Made(meetings, bye), Made(best.meetings, best.bye))


def test_the_best_pairing_gives_nothing_up() -> None:
    best = pair_round(ROUND)
    assert judged(*best.meetings, bye=best.bye).more == {}


def test_a_rematch_counts_each_earlier_meeting() -> None:
    found = judged((1, 4), (2, 3), bye=5)
    assert found.more["rematch"] == 2 - sum(c.facts["times"] for c in found.best if c.code == "rematch")
    assert found.needs_a_reason


def test_a_second_rest_is_told_of_the_pair_that_rests() -> None:
    found = judged((1, 2), (4, 5), bye=3)
    assert found.more["second_bye"] == 1
    assert [conflict.pairs for conflict in found.of([3])] == [(3,)]


def test_a_forbidden_meeting_is_told() -> None:
    assert judged((2, 4), (1, 3), bye=5).more["forbidden"] == 1


def test_more_pairs_that_go_down_are_counted_and_need_no_reason() -> None:
    met_nobody = replace(ROUND, met={}, forbidden=frozenset())
    found = judged((1, 3), (2, 4), bye=5, given=met_nobody)
    assert found.more == {"float": 2}
    assert not found.needs_a_reason
    assert [conflict.facts["pair"] for conflict in found.conflicts] == [1, 2]


def test_clubs_count_only_where_they_are_kept_apart() -> None:
    apart = replace(ROUND, club_rule="always")
    assert judged((1, 2), (3, 5), bye=4, given=apart).more["club"] == 1
    assert "club" not in judged((1, 2), (3, 5), bye=4).more


def test_who_would_rest_instead_is_named() -> None:
    assert judged((1, 2), (3, 5), bye=4).bye_instead is None
    assert judged((1, 2), (3, 4), bye=5).bye_instead == 4


def test_a_pair_that_was_not_drawn_is_of_no_group() -> None:
    assert judged((1, 2), (4, 99)).of([4, 99]) == ()
