"""Checking pairs in, and what closing the registration does to those that are missing."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.factories import START, absence, championship, pairs
from tests.services.conftest import DESK, refusal_of
from tournament.core.seating import Seating
from tournament.models import Absence, Championship, Game, Pair, Round
from tournament.queries.check_in import CheckInOrder
from tournament.queries.check_in import check_in as check_in_list
from tournament.queries.desk import what_next
from tournament.queries.drawing import present_pairs, seating_of
from tournament.queries.games import regulation_of
from tournament.queries.infractions import consequences
from tournament.queries.late import late_pairs
from tournament.queries.verification import verify
from tournament.services import check_in, games, repairs, rounds
from tournament.services import pairs as pair_services
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db


def registered(number: int = 4) -> Championship:
    of = championship()
    pairs(number, of)
    return of


def state(of: Championship, number: int) -> str:
    return of.pairs.get(number=number).state


def in_the_draw(of: Championship, round_number: int = 1) -> list[int]:
    return [pair.number for pair in present_pairs(of, round_number)]


def come(of: Championship, *numbers: int) -> None:
    for number in numbers:
        check_in.check_in(of.pk, number, actor=DESK)


def drawn(of: Championship) -> Seating:
    return seating_of(rounds.draft(of.pk, actor=DESK))


def test_checking_in_and_back_leaves_everything_as_it_was() -> None:
    of = registered()
    come(of, 2)
    assert state(of, 2) == Pair.State.PRESENT
    check_in.undo_check_in(of.pk, 2, actor=DESK)
    assert state(of, 2) == Pair.State.REGISTERED
    assert in_the_draw(of) == [1, 2, 3, 4]


def test_who_does_not_check_pairs_in_draws_them_all() -> None:
    assert in_the_draw(registered()) == [1, 2, 3, 4]


def test_a_row_pressed_twice_with_one_form_is_pressed_once() -> None:
    of = registered()
    for _ in range(2):
        check_in.check_in(of.pk, 2, actor=DESK, client_id="un")
    check_in.undo_check_in(of.pk, 2, actor=DESK, client_id="dos")
    check_in.check_in(of.pk, 2, actor=DESK, client_id="un")
    assert state(of, 2) == Pair.State.REGISTERED
    assert of.log.count() == 2


def test_a_pair_that_is_here_already_is_not_logged_again() -> None:
    of = registered()
    come(of, 2, 2)
    assert of.log.count() == 1


def test_closing_the_registration_leaves_out_who_is_missing() -> None:
    of = registered()
    come(of, 1, 4)
    check_in.close_check_in(of.pk, actor=DESK)
    assert in_the_draw(of) == [1, 4]
    assert [(line.number, line.misses) for line in check_in_list(of).late] == [(2, "late"), (3, "late")]


def play_a_round(of: Championship) -> Round:
    round_ = rounds.draft(of.pk, actor=DESK)
    rounds.publish(round_.pk, actor=DESK)
    for game in round_.games.filter(kind=Game.Kind.PLAYED):
        games.walkover(game.pk, "a", reason="avís", actor=DESK)
    rounds.close(round_.pk, actor=DESK)
    return round_


def missed(of: Championship, number: int) -> list[tuple[int, str]]:
    return list(
        of.pairs.get(number=number).absences.order_by("round_number").values_list("round_number", "reason")
    )


def test_who_never_came_is_in_no_later_draw_either_and_misses_each_round_as_it_is_published() -> None:
    of = registered(6)
    come(of, 1, 2, 3, 4)
    check_in.close_check_in(of.pk, actor=DESK)
    play_a_round(of)
    assert missed(of, 6) == [(1, "late")]
    assert in_the_draw(of, 2) == [1, 2, 3, 4]
    second = play_a_round(of)
    assert seating_of(second).numbers == {1, 2, 3, 4}
    assert missed(of, 6) == [(1, "late"), (2, "late")]
    assert verify(of) == ()


def test_who_never_came_is_counted_nowhere_until_it_arrives() -> None:
    of = registered(6)
    come(of, 1, 2, 3, 4)
    check_in.close_check_in(of.pk, actor=DESK)
    play_a_round(of)
    facts, next_ = check_in_list(of), what_next(of, START)
    assert (facts.present, facts.in_the_draw, [line.number for line in facts.late]) == (4, 4, [5, 6])
    assert (next_.present, next_.absent) == (4, 2)
    assert consequences(of.pairs.get(number=1), regulation_of(of)).pairs_left == 3


def arrive_by_check_in(of: Championship) -> None:
    come(of, 6)


def arrive_by_its_page(of: Championship) -> None:
    pair_services.mark_present(of.pairs.get(number=6).pk, round_number=2, actor=DESK)


def arrive_after_it_had_left(of: Championship) -> None:
    pair_services.withdraw(of.pairs.get(number=6).pk, actor=DESK)
    pair_services.come_back(of.pairs.get(number=6).pk, actor=DESK)


@pytest.mark.parametrize("arrive", [arrive_by_check_in, arrive_by_its_page, arrive_after_it_had_left])
def test_who_arrives_after_round_1_plays_from_round_2_on(arrive: Callable[[Championship], None]) -> None:
    of = registered(6)
    come(of, 1, 2, 3, 4)
    check_in.close_check_in(of.pk, actor=DESK)
    play_a_round(of)
    arrive(of)
    assert in_the_draw(of, 2) == [1, 2, 3, 4, 6]
    play_a_round(of)
    assert missed(of, 6) == [(1, "late")]


def test_who_signs_up_after_the_closing_is_here() -> None:
    of = registered(2)
    come(of, 1, 2)
    check_in.close_check_in(of.pk, actor=DESK)
    pair_services.register(of.pk, PairDetails("Els Tardans", "Pau", "Roc"), actor=DESK)
    assert state(of, 3) == Pair.State.PRESENT
    assert in_the_draw(of) == [1, 2, 3]


def test_a_round_taken_back_notes_nobody_twice() -> None:
    of = registered(3)
    come(of, 1, 2)
    check_in.close_check_in(of.pk, actor=DESK)
    round_ = rounds.draft(of.pk, actor=DESK)
    for step in (rounds.publish, rounds.unpublish, rounds.publish):
        step(round_.pk, actor=DESK)
    assert missed(of, 3) == [(1, "late")]


def late_in(of: Championship) -> list[tuple[int, bool]]:
    round_ = of.rounds.get(state=Round.State.PUBLISHED)
    return [(late.pair.number, late.came) for late in late_pairs(of, round_, timezone.now())]


def test_nobody_is_said_to_have_come_who_has_not() -> None:
    of = registered(5)
    absence(of.pairs.get(number=3), reason=Absence.Reason.LATE)
    come(of, 1, 2)
    check_in.close_check_in(of.pk, actor=DESK)
    rounds.publish(rounds.draft(of.pk, actor=DESK).pk, actor=DESK)
    assert late_in(of) == [(3, False), (4, False), (5, False)]
    come(of, 4, 3)
    assert late_in(of) == [(3, True), (4, True), (5, False)]


def test_a_pair_awaited_that_is_seated_has_come() -> None:
    of = registered(5)
    come(of, 1, 2, 3)
    check_in.close_check_in(of.pk, actor=DESK)
    round_ = rounds.draft(of.pk, actor=DESK)
    rounds.publish(round_.pk, actor=DESK)
    resting = seating_of(round_).bye
    assert resting is not None
    repairs.seat_late(round_.pk, 5, resting, actor=DESK)
    assert (state(of, 5), missed(of, 5), in_the_draw(of, 2)) == ("present", [], [1, 2, 3, 5])


def test_who_arrives_after_the_closing_is_in_the_draw() -> None:
    of = registered()
    check_in.close_check_in(of.pk, actor=DESK)
    come(of, 3)
    assert in_the_draw(of) == [3]
    check_in.undo_check_in(of.pk, 3, actor=DESK)
    assert in_the_draw(of) == []


def test_opening_the_registration_again_undoes_the_closing_alone() -> None:
    of = registered()
    absence(of.pairs.get(number=4), reason=Absence.Reason.ASKED)
    check_in.close_check_in(of.pk, actor=DESK)
    check_in.open_check_in(of.pk, actor=DESK)
    assert in_the_draw(of) == [1, 2, 3]


def test_who_had_asked_to_miss_the_round_and_comes_plays_it() -> None:
    of = registered()
    absence(of.pairs.get(number=4), reason=Absence.Reason.ASKED)
    come(of, 4)
    assert in_the_draw(of) == [1, 2, 3, 4]
    check_in.undo_check_in(of.pk, 4, actor=DESK)
    assert in_the_draw(of) == [1, 2, 3]
    assert of.pairs.get(number=4).absences.get().reason == Absence.Reason.ASKED


def test_a_pair_that_has_left_is_not_checked_in() -> None:
    of = registered()
    pair_services.withdraw(of.pairs.get(number=2).pk, actor=DESK)
    assert refusal_of(check_in.check_in, of.pk, 2).code == "not_expected"
    assert refusal_of(check_in.check_in, of.pk, 99).code == "not_expected"
    assert [line.number for line in check_in_list(of).lines] == [1, 3, 4]


def test_the_registration_is_neither_closed_nor_opened_once_round_1_is_published() -> None:
    of = registered()
    rounds.publish(rounds.draft(of.pk, actor=DESK).pk, actor=DESK)
    assert refusal_of(check_in.close_check_in, of.pk).code == "check_in_over"
    assert refusal_of(check_in.open_check_in, of.pk).code == "check_in_over"


def test_the_log_tells_who_was_left_out() -> None:
    of = registered()
    come(of, 1)
    check_in.close_check_in(of.pk, actor=DESK)
    check_in.open_check_in(of.pk, actor=DESK)
    told = [(entry.what, entry.pair_number, entry.after) for entry in of.log.order_by("pk")]
    assert told == [
        ("check_in", 1, {"state": "present"}),
        ("close_check_in", None, {"pairs": [2, 3, 4]}),
        ("open_check_in", None, {"pairs": [2, 3, 4]}),
    ]


def test_the_list_is_sorted_by_number_or_by_name() -> None:
    of = registered(3)
    for number, name in enumerate(("Òliba", "olla", "Àguila"), start=1):
        of.pairs.filter(number=number).update(war_name=name)
    assert [line.number for line in check_in_list(of).lines] == [1, 2, 3]
    assert [line.number for line in check_in_list(of, CheckInOrder.NAME).lines] == [3, 1, 2]


def test_the_counts_say_who_is_here_and_who_would_be_left_out() -> None:
    of = registered()
    come(of, 1)
    facts = check_in_list(of)
    assert (facts.present, facts.away, facts.in_the_draw, facts.late) == (1, 3, 4, ())
    check_in.close_check_in(of.pk, actor=DESK)
    facts = check_in_list(of)
    assert (facts.present, facts.away, facts.in_the_draw) == (1, 0, 1)
    assert [line.number for line in facts.late] == [2, 3, 4]


def test_two_are_drawn_of_three_when_one_is_missing() -> None:
    of = registered(3)
    come(of, 1, 3)
    check_in.close_check_in(of.pk, actor=DESK)
    assert {frozenset(meeting) for meeting in drawn(of).meetings} == {frozenset({1, 3})}


def test_who_paid_twice_at_once_is_logged_once() -> None:
    of = championship()
    pairs(1, of)
    for _ in range(2):
        check_in.set_paid(of.pk, 1, True, actor=DESK)
    assert [entry.what for entry in of.log.all()] == ["paid"]
    assert of.pairs.get().paid


def test_a_pair_that_is_not_there_cannot_pay() -> None:
    assert refusal_of(check_in.set_paid, championship().pk, 1, True).code == "pair_gone"
