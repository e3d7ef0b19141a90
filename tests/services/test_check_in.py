"""Checking pairs in, and what closing the registration does to those that are missing."""

import pytest

from tests.factories import absence, championship, pairs
from tests.services.conftest import DESK, refusal_of
from tournament.core.seating import Seating
from tournament.models import Absence, Championship, Pair
from tournament.queries.check_in import CheckInOrder
from tournament.queries.check_in import check_in as check_in_list
from tournament.queries.drawing import present_pairs, seating_of
from tournament.services import check_in, rounds
from tournament.services import pairs as pair_services

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
    assert set(Absence.objects.values_list("pair__number", "reason")) == {(2, "late"), (3, "late")}


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
