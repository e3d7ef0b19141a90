"""What is settled before a draw: it holds in the draw, and what contradicts itself is told at once."""

import pytest

from tests import factories
from tests.services.conftest import DESK, after_round_one, refusal_of, seated
from tournament.models import Arrangement, Championship, Game, Round
from tournament.queries.drawing import seating_of
from tournament.queries.games import games_of_round
from tournament.services import arrangements, games, rounds
from tournament.services.arrangements import DrawingSettings

pytestmark = pytest.mark.django_db


def confirm_all(round_: Round) -> None:
    for view in games_of_round(round_):
        if view.b is not None:
            games.walkover(view.game.pk, "a", reason="avís", actor=DESK)


def with_pairs(number: int) -> Championship:
    championship = factories.championship()
    factories.pairs(number, championship)
    return championship


def test_two_that_never_meet_do_not_meet_even_where_others_must_meet_again() -> None:
    championship = with_pairs(4)
    arrangements.arrange(championship.pk, "apart", 1, 2, actor=DESK)
    meetings: list[set[frozenset[int]]] = []
    for _ in range(3):
        round_ = rounds.draft(championship.pk, actor=DESK)
        meetings.append(set(map(frozenset, seated(round_))))
        rounds.publish(round_.pk, actor=DESK)
        round_.refresh_from_db()
        confirm_all(round_)
        rounds.close(round_.pk, actor=DESK)
    assert all(frozenset({1, 2}) not in each for each in meetings)
    assert meetings[0] | meetings[1] >= meetings[2]


def test_two_that_shall_meet_meet_in_that_round_only() -> None:
    championship = with_pairs(8)
    arrangements.arrange(championship.pk, "together", 7, 3, actor=DESK)
    round_ = rounds.draft(championship.pk, actor=DESK)
    assert (3, 7) in seated(round_)
    assert Arrangement.objects.get().round_number == 1


def test_who_shall_rest_rests() -> None:
    championship = with_pairs(7)
    arrangements.arrange(championship.pk, "rests", 2, actor=DESK)
    round_ = rounds.draft(championship.pk, actor=DESK)
    assert seating_of(round_).bye == 2
    assert Game.objects.filter(round=round_, kind=Game.Kind.BYE).count() == 1


def test_a_rest_with_an_even_number_is_told_before_anything_is_drawn() -> None:
    championship = with_pairs(6)
    arrangements.arrange(championship.pk, "rests", 2, actor=DESK)
    refusal = refusal_of(rounds.draft, championship.pk)
    assert (refusal.code, refusal.facts["why"], refusal.facts["bye"]) == (
        "no_pairing",
        "forced_bye_but_even",
        2,
    )
    assert not championship.rounds.exists()


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (("apart", 1, 2), ("apart", 2, 1), "arranged_already"),
        (("apart", 1, 2), ("together", 1, 2), "arranged_against"),
        (("together", 1, 2), ("apart", 2, 1), "arranged_against"),
        (("together", 1, 2), ("together", 2, 3), "arranged_against"),
        (("together", 1, 2), ("rests", 1, None), "arranged_against"),
        (("rests", 1, None), ("rests", 2, None), "arranged_against"),
        (("rests", 1, None), ("together", 1, 3), "arranged_against"),
    ],
)
def test_what_contradicts_itself_is_refused(
    first: tuple[str, int, int | None], second: tuple[str, int, int | None], code: str
) -> None:
    championship = with_pairs(5)
    arrangements.arrange(championship.pk, *first, actor=DESK)
    assert refusal_of(arrangements.arrange, championship.pk, *second).code == code
    assert Arrangement.objects.count() == 1


def test_what_does_not_touch_is_settled_side_by_side() -> None:
    championship = with_pairs(7)
    for what in (("apart", 1, 2), ("apart", 1, 3), ("together", 4, 5), ("rests", 1, None)):
        arrangements.arrange(championship.pk, *what, actor=DESK)
    round_ = rounds.draft(championship.pk, actor=DESK)
    assert (seating_of(round_).bye, (4, 5) in seated(round_)) == (1, True)


@pytest.mark.parametrize(("pair", "code"), [((1, 9), "pair_unknown"), ((1, 1), "same_meeting")])
def test_a_pair_that_is_not_there_is_named(pair: tuple[int, int], code: str) -> None:
    assert refusal_of(arrangements.arrange, with_pairs(4).pk, "apart", *pair).code == code


def test_what_is_settled_outdates_a_draft_and_is_taken_out_again() -> None:
    championship = with_pairs(4)
    round_ = rounds.draft(championship.pk, actor=DESK)
    one, other = seated(round_)[0]
    arrangements.arrange(championship.pk, "apart", one, other, actor=DESK)
    assert refusal_of(rounds.publish, round_.pk).code == "draft_outdated"
    arrangements.unarrange(championship.pk, Arrangement.objects.get().pk, actor=DESK)
    rounds.publish(round_.pk, actor=DESK)


def test_the_way_of_drawing_is_chosen_before_the_draw_and_logged() -> None:
    championship = with_pairs(6)
    settings = DrawingSettings("fold", "always", "visca la manilla", keeps_fixed_tables=False)
    arrangements.set_drawing(championship.pk, settings, actor=DESK)
    championship.refresh_from_db()
    chosen = championship.pairing_method, championship.club_rule, championship.lot_seed
    assert chosen == ("fold", "always", "visca la manilla")
    entry = championship.log.get(what="update")
    assert entry.after == {
        "club_rule": "always",
        "keeps_fixed_tables": False,
        "lot_seed": "visca la manilla",
        "pairing_method": "fold",
    }


def test_the_seed_of_a_lot_that_was_published_stays() -> None:
    hall = after_round_one()
    settings = DrawingSettings("fold", "never", "una altra", keeps_fixed_tables=True)
    refusal = refusal_of(arrangements.set_drawing, hall.championship.pk, settings)
    assert (refusal.code, refusal.facts["field"]) == ("settings_locked", "lot_seed")
