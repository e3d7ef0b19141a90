"""Pairs: registered, imported, edited, gone and back, absent (E 14.5, D 13)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.services.conftest import DESK, Hall, published_hall, refusal_of
from tournament.models import Absence, Championship, Pair
from tournament.queries.drawing import present_pairs
from tournament.queries.standings import standings
from tournament.services import games, pairs, rounds
from tournament.services.pairs import PairDetails
from tournament.texts import sentence

pytestmark = pytest.mark.django_db
CAL_MENUT = PairDetails("Els de Cal Menut", "Rosa Puig", "Pau Roig", "Vilaplana")
THIRD = PairDetails("Bastos i Vi", "Anna", "Joan")


def registered(championship: Championship, details: PairDetails = CAL_MENUT, **options: Any) -> Pair:
    return pairs.register(championship.pk, details, actor=DESK, **options)


# --- Registered --------------------------------------------------------------------------------


def test_registration_numbers_follow_the_order_of_registration() -> None:
    """E 14.5: strictly in the order of registration."""
    championship = factories.championship()
    other = PairDetails("Bastos i Vi", "Anna", "Joan")
    assert [registered(championship).number, registered(championship, other).number] == [1, 2]


def test_a_form_sent_twice_registers_one_pair() -> None:
    championship = factories.championship()
    first = registered(championship, client_id="one")
    assert registered(championship, client_id="one") == first
    assert championship.pairs.count() == 1


def test_spaces_around_and_inside_names_are_tidied() -> None:
    details = PairDetails("  Els  de Cal\tMenut ", " Rosa  Puig", "Pau Roig ")
    pair = registered(factories.championship(), details)
    assert (pair.war_name, pair.player_1, pair.player_2) == ("Els de Cal Menut", "Rosa Puig", "Pau Roig")


@pytest.mark.parametrize(
    ("details", "code", "field"),
    [
        (PairDetails(" ", "Rosa", "Pau"), "war_name_missing", "war_name"),
        (PairDetails("Bastos", "", "Pau"), "player_missing", "player_1"),
        (PairDetails("Bastos", "Rosa", "  "), "player_missing", "player_2"),
        (PairDetails("B" * 61, "Rosa", "Pau"), "too_long", "war_name"),
        (PairDetails("Bastos", "R" * 81, "Pau"), "too_long", "player_1"),
        (PairDetails("Bastos", "Rosa", "Pau", "C" * 61), "too_long", "club"),
    ],
)
def test_a_pair_has_a_war_name_and_two_players(details: PairDetails, code: str, field: str) -> None:
    championship = factories.championship()
    refusal = refusal_of(pairs.register, championship.pk, details)
    assert (refusal.code, refusal.facts["field"]) == (code, field)
    assert not championship.pairs.exists()


@pytest.mark.parametrize("name", ["els de cal menut", "ELS DE CAL MENÚT", "Els  de Cal Menut"])
def test_a_war_name_that_sounds_the_same_is_taken(name: str) -> None:
    championship = factories.championship()
    registered(championship)
    refusal = refusal_of(pairs.register, championship.pk, PairDetails(name, "Anna", "Joan"))
    assert (refusal.code, refusal.facts["number"]) == ("war_name_taken", 1)


def test_another_championship_may_have_the_same_war_name() -> None:
    registered(factories.championship())
    assert registered(factories.championship()).number == 1


def test_real_names_are_never_in_the_log() -> None:
    championship = factories.championship()
    pair = registered(championship)
    pairs.edit(pair.pk, PairDetails("Els de Cal Gran", "Remei Tost", "Pau Roig"), actor=DESK)
    logged = str([(entry.before, entry.after, entry.reason) for entry in championship.log.all()])
    assert "Els de Cal Gran" in logged
    assert not any(name in logged for name in ("Rosa", "Puig", "Remei", "Tost"))


# --- Imported ----------------------------------------------------------------------------------


def rows(*war_names: str) -> list[PairDetails]:
    return [PairDetails(name, f"Anna {name}", f"Joan {name}") for name in war_names]


def test_imported_pairs_are_numbered_in_their_order_after_those_that_are_there() -> None:
    championship = factories.championship()
    registered(championship)
    assert pairs.import_pairs(championship.pk, rows("Bastos", "Copes"), actor=DESK) == [2, 3]


def test_an_import_with_one_wrong_row_imports_nothing() -> None:
    championship = factories.championship()
    wrong = [*rows("Bastos", "Copes"), PairDetails("bàstos", "Mar", "Pep")]
    refusal = refusal_of(pairs.import_pairs, championship.pk, wrong)
    assert refusal.code == "war_name_taken"
    assert not championship.pairs.exists()


def test_an_import_sent_twice_imports_once() -> None:
    championship = factories.championship()
    for _ in range(2):
        numbers = pairs.import_pairs(championship.pk, rows("Bastos", "Copes"), actor=DESK, client_id="one")
        assert numbers == [1, 2]
    assert championship.pairs.count() == 2


def test_as_many_as_a_hall_can_hold_are_imported_and_no_more() -> None:
    championship = factories.championship()
    every = rows(*(f"Parella {number}" for number in range(1001)))
    refusal = refusal_of(pairs.import_pairs, championship.pk, every)
    assert (refusal.code, refusal.facts["limit"]) == ("import_too_long", 1000)
    assert "1000" in sentence(refusal)
    assert not championship.pairs.exists()
    assert pairs.import_pairs(championship.pk, every[:1000], actor=DESK) == list(range(1, 1001))


def test_who_would_play_in_two_pairs_is_asked_about_in_an_import_too() -> None:
    """G 1.1"""
    championship = factories.championship()
    twice = [PairDetails("Bastos", "Núria Pla", "Joan"), PairDetails("Copes", "Pep", "NURIA  pla")]
    refusal = refusal_of(pairs.import_pairs, championship.pk, twice)
    told = {"field": "player_2", "player": "NURIA pla", "number": 1, "name": "Bastos"}
    assert (refusal.code, refusal.facts) == ("player_twice", told)
    assert not championship.pairs.exists()
    assert pairs.import_pairs(championship.pk, twice, are_namesakes=True, actor=DESK) == [1, 2]


def test_an_import_of_none_registers_nobody() -> None:
    championship = factories.championship()
    assert pairs.import_pairs(championship.pk, [], actor=DESK) == []
    assert not championship.pairs.exists()


def test_a_name_that_is_registered_already_is_refused_in_an_import() -> None:
    championship = factories.championship()
    registered(championship)
    refusal = refusal_of(pairs.import_pairs, championship.pk, rows("Bastos", "ELS DE CAL MENÚT"))
    assert (refusal.code, refusal.facts["number"]) == ("war_name_taken", 1)
    assert championship.pairs.count() == 1


def test_pairs_imported_late_have_missed_the_rounds_published_and_are_logged_one_by_one() -> None:
    hall = published_hall(4, changes={"missed_round": [1, 36, 40]})
    assert pairs.import_pairs(hall.championship.pk, rows("Bastos", "Copes"), actor=DESK) == [5, 6]
    missed = Absence.objects.order_by("pair__number")
    columns = ("pair__number", "round_number", "reason", "wins2", "points_for", "points_against")
    assert list(missed.values_list(*columns)) == [(5, 1, "late", 1, 36, 40), (6, 1, "late", 1, 36, 40)]
    assert all(absence.by_publication for absence in missed)
    logged = hall.championship.log.filter(what="register").order_by("id")
    assert [(entry.pair_number, entry.after) for entry in logged] == [
        (5, {"war_name": "Bastos"}),
        (6, {"war_name": "Copes"}),
    ]


def test_more_pairs_are_no_more_queries() -> None:
    asked = []
    for number in (3, 30):
        championship = published_hall(4).championship
        many = rows(*(f"Nova {place}" for place in range(number)))
        with CaptureQueriesContext(connection) as queries:
            pairs.import_pairs(championship.pk, many, actor=DESK)
        asked.append(len(queries))
    assert asked[0] == asked[1]


@pytest.mark.parametrize("write", ["register", "import_pairs"])
def test_an_id_that_comes_with_another_pair_is_refused(write: str) -> None:
    championship = factories.championship()
    one, other = rows("Bastos", "Copes")
    sent = {"register": (one, other), "import_pairs": ([one], [other])}[write]
    getattr(pairs, write)(championship.pk, sent[0], actor=DESK, client_id="one")
    refusal = refusal_of(getattr(pairs, write), championship.pk, sent[1], client_id="one")
    assert refusal.code == "client_id_reused"


# --- Edited ------------------------------------------------------------------------------------


def test_a_pair_keeps_its_number_whatever_changes() -> None:
    pair = registered(factories.championship())
    pairs.edit(pair.pk, PairDetails("Oros", "Anna", "Joan"), version=pair.version, actor=DESK)
    pair.refresh_from_db()
    assert (pair.number, pair.war_name, pair.club) == (1, "Oros", "")


def test_an_edit_based_on_an_old_page_is_refused() -> None:
    pair = registered(factories.championship())
    pairs.edit(pair.pk, PairDetails("Oros", "Anna", "Joan"), version=pair.version, actor=DESK)
    assert refusal_of(pairs.edit, pair.pk, CAL_MENUT, version=pair.version).code == "stale_version"
    assert Pair.objects.get(pk=pair.pk).war_name == "Oros"


def test_a_pair_may_keep_its_own_name_but_not_take_anothers() -> None:
    championship = factories.championship()
    pair = registered(championship)
    registered(championship, PairDetails("Oros", "Anna", "Joan"))
    pairs.edit(pair.pk, PairDetails("ELS DE CAL MENUT", "Rosa", "Pau"), actor=DESK)
    assert refusal_of(pairs.edit, pair.pk, PairDetails("oros", "Rosa", "Pau")).code == "war_name_taken"


# --- Gone and back -----------------------------------------------------------------------------


def played_round(hall: Hall) -> None:
    for game in hall.games:
        games.walkover(game.pk, "a", reason="avís", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)


def test_games_of_a_pair_that_leaves_stand() -> None:
    hall = published_hall(4)
    played_round(hall)
    winner = Pair.objects.get(pk=hall.view().a.pair_id)
    pairs.withdraw(winner.pk, reason="han marxat", actor=DESK)
    row = next(row for row in standings(hall.championship) if row.number == winner.number)
    assert (row.wins2, row.points_for, row.state) == (2, 51, "withdrawn")
    assert winner not in present_pairs(hall.championship, 2)


def test_a_pair_that_comes_back_is_drawn_again() -> None:
    championship = factories.championship()
    pair = registered(championship)
    pairs.withdraw(pair.pk, actor=DESK)
    assert present_pairs(championship, 1) == []
    pairs.come_back(pair.pk, actor=DESK)
    assert present_pairs(championship, 1) == [pair]


def test_a_pair_registered_late_has_missed_the_rounds_published() -> None:
    """D 13."""
    hall = published_hall(4)
    late = registered(hall.championship)
    missed = Absence.objects.get()
    assert (missed.pair, missed.round_number, missed.reason) == (late, 1, "late")
    row = next(row for row in standings(hall.championship) if row.number == late.number)
    assert (row.wins2, row.points_for, row.points_against, row.played) == (0, 0, 0, 0)


def test_a_missed_round_is_worth_what_the_championship_gives() -> None:
    hall = published_hall(4, changes={"missed_round": [1, 36, 40]})
    late = registered(hall.championship)
    row = next(row for row in standings(hall.championship) if row.number == late.number)
    assert (row.wins2, row.points_for, row.difference) == (1, 36, -4)


def test_a_draft_alone_is_no_missed_round() -> None:
    championship = factories.championship()
    factories.pairs(4, championship)
    rounds.draft(championship.pk, actor=DESK)
    registered(championship)
    assert not Absence.objects.exists()


# --- Absent ------------------------------------------------------------------------------------


def test_an_absence_asked_for_keeps_a_pair_out_of_one_draw() -> None:
    championship = factories.championship()
    pair = registered(championship)
    pairs.mark_absent(pair.pk, round_number=2, reason="asked", actor=DESK)
    assert [present_pairs(championship, number) for number in (1, 2, 3)] == [[pair], [], [pair]]
    pairs.mark_present(pair.pk, round_number=2, actor=DESK)
    assert present_pairs(championship, 2) == [pair]


def test_a_pair_that_already_sits_in_a_round_does_not_miss_it() -> None:
    hall = published_hall(4)
    refusal = refusal_of(pairs.mark_absent, hall.view(2).a.pair_id, round_number=1, reason="asked")
    assert (refusal.code, refusal.facts["table"]) == ("pair_seated", 2)


def test_a_pair_seated_in_a_draft_may_miss_the_round_and_the_draft_is_outdated() -> None:
    championship = factories.championship()
    first, *_ = factories.pairs(4, championship)
    draft = rounds.draft(championship.pk, actor=DESK)
    pairs.mark_absent(first.pk, round_number=1, reason="asked", actor=DESK)
    assert refusal_of(rounds.publish, draft.pk).code == "draft_outdated"


def test_an_absence_of_a_published_round_stays() -> None:
    hall = published_hall(4)
    late = registered(hall.championship)
    refusal = refusal_of(pairs.mark_present, late.pk, round_number=1)
    assert refusal.code == "round_published"
    assert Absence.objects.filter(pair=late).exists()


def test_marking_twice_makes_one_row() -> None:
    pair = registered(factories.championship())
    for reason in ("asked", "late"):
        pairs.mark_absent(pair.pk, round_number=1, reason=reason, actor=DESK)
    assert [missed.reason for missed in pair.absences.all()] == ["late"]


def test_a_finished_championship_takes_no_pair() -> None:
    championship = factories.championship(state="finished")
    assert refusal_of(pairs.register, championship.pk, CAL_MENUT).code == "championship_finished"


def test_an_id_of_a_withdrawal_that_comes_with_another_pair_is_refused(db: None) -> None:
    championship = factories.championship()
    first, second = factories.pairs(2, championship)
    pairs.withdraw(first.pk, actor=DESK, client_id="once")
    assert refusal_of(pairs.withdraw, second.pk, client_id="once").code == "client_id_reused"
    second.refresh_from_db()
    assert second.state == "registered"


def test_a_player_of_another_pair_is_asked_about_and_a_namesake_registered() -> None:
    championship = factories.championship()
    factories.pair(championship, player_1="Núria Pi", player_2="Joan Roca")
    second = PairDetails("Les Bones", "Mar Vila", "nuria  pi")
    refusal = refusal_of(pairs.register, championship.pk, second)
    assert (refusal.code, refusal.facts["field"], refusal.facts["number"]) == ("player_twice", "player_2", 1)
    made = pairs.register(championship.pk, second, is_namesake=True, actor=DESK)
    pairs.edit(made.pk, PairDetails("Les Millors", "Mar Vila", "nuria pi"), actor=DESK)
    other = PairDetails("Les Millors", "Joan Roca", "nuria pi")
    assert refusal_of(pairs.edit, made.pk, other).facts["field"] == "player_1"


def test_who_plays_in_a_pair_that_has_left_may_play_in_another() -> None:
    championship = factories.championship()
    factories.pair(championship, player_1="Núria Pi", state=Pair.State.WITHDRAWN)
    second = PairDetails("Les Bones", "Mar Vila", "Núria Pi")
    assert pairs.register(championship.pk, second, actor=DESK).number == 2


@pytest.mark.parametrize(("one", "other"), [("Pep Pi", "Pep Pi"), ("Àlex U", " alex  u")])
def test_nobody_plays_with_oneself(one: str, other: str) -> None:
    """G 1.1."""
    championship = factories.championship()
    refusal = refusal_of(
        pairs.register, championship.pk, PairDetails("Els Bons", one, other), is_namesake=True
    )
    assert (refusal.code, refusal.facts["field"]) == ("player_both", "player_2")
    made = pairs.register(championship.pk, PairDetails("Els Bons", one, f"{other} fill"), actor=DESK)
    assert refusal_of(pairs.edit, made.pk, PairDetails("Els Bons", one, other)).code == "player_both"


# --- Room --------------------------------------------------------------------------------------


def states(championship: Championship) -> list[str]:
    return list(championship.pairs.order_by("number").values_list("state", flat=True))


def test_who_signs_up_when_the_championship_is_full_waits_unless_the_organisers_have_room() -> None:
    championship = factories.championship(capacity=2)
    factories.pairs(2, championship)
    waits, comes = registered(championship), registered(championship, THIRD, has_place=True)
    assert (waits.state, comes.state) == (Pair.State.WAITING, Pair.State.REGISTERED)
    assert [pair.number for pair in present_pairs(championship, 1)] == [1, 2, 4]


def test_who_waits_already_comes_before_who_signs_up_now() -> None:
    championship = factories.championship(capacity=2)
    first, _second = factories.pairs(2, championship)
    waits = registered(championship)
    pairs.withdraw(first.pk, actor=DESK)
    assert registered(championship, THIRD).state == Pair.State.WAITING
    pairs.come_back(waits.pk, actor=DESK)
    assert states(championship) == ["withdrawn", "registered", "registered", "waiting"]


def test_who_gets_a_place_late_has_missed_the_rounds_published() -> None:
    championship = factories.championship(capacity=2)
    factories.pairs(2, championship)
    waits = registered(championship)
    rounds.publish(rounds.draft(championship.pk, actor=DESK).pk, actor=DESK)
    assert waits.absences.count() == 0
    pairs.come_back(waits.pk, actor=DESK)
    assert list(waits.absences.values_list("round_number", "reason")) == [(1, "late")]


@pytest.mark.parametrize(("have_place", "last"), [(False, "waiting"), (True, "registered")])
def test_of_a_list_the_last_ones_wait_where_there_is_no_room_for_all(have_place: bool, last: str) -> None:
    championship = factories.championship(capacity=2)
    factories.pair(championship)
    pairs.import_pairs(championship.pk, [CAL_MENUT, THIRD], have_place=have_place, actor=DESK)
    assert states(championship) == ["registered", "registered", last]
