"""A player is replaced, for a round or for good: the pair, its number and its results stay."""

import pytest

from tests import factories
from tests.services.conftest import DESK, Hall, after_round_one, published_hall, refusal_of
from tournament.models import LogEntry, Pair, Replacement
from tournament.queries.games import games_of_round
from tournament.queries.mishaps import mishaps_at
from tournament.queries.standings import standings
from tournament.services import pairs
from tournament.services.replacements import replace_player, take_back

pytestmark = pytest.mark.django_db


def pair_of(hall: Hall, number: int) -> Pair:
    return Pair.objects.get(championship=hall.championship, number=number)


def players(hall: Hall, number: int) -> tuple[str, str]:
    pair = pair_of(hall, number)
    return pair.player_1, pair.player_2


def test_for_good_the_name_is_the_pairs_and_its_results_stay() -> None:
    hall = after_round_one()
    before = [(row.number, row.wins2, row.points_for) for row in standings(hall.championship)]
    row = replace_player(pair_of(hall, 3).pk, 2, " Maria  Puig ", is_for_good=True, actor=DESK)
    assert players(hall, 3) == ("Anna 3", "Maria Puig")
    assert (row.former, row.came, row.round_number) == ("Joan 3", "Maria Puig", 2)
    assert [(row.number, row.wins2, row.points_for) for row in standings(hall.championship)] == before
    take_back(row.pair.championship_id, row.pk, actor=DESK)
    assert (players(hall, 3), Replacement.objects.count()) == (("Anna 3", "Joan 3"), 0)


def test_for_one_round_the_pair_stays_as_it_is_and_only_that_round_tells_of_it() -> None:
    hall = published_hall()
    view = games_of_round(hall.round)[0]
    replace_player(view.a.pair_id, 1, "Maria Puig", is_for_good=False, actor=DESK)
    assert players(hall, view.a.number)[0] == f"Anna {view.a.number}"
    assert [each.came for each in mishaps_at(view).substitutes] == ["Maria Puig"]
    assert mishaps_at(games_of_round(hall.round)[1]).substitutes == ()


@pytest.mark.parametrize("name", ["Anna 2", "  anna   2 ", "JOAN 3"])
def test_nobody_plays_in_two_pairs(name: str) -> None:
    hall = published_hall()
    refusal = refusal_of(replace_player, pair_of(hall, 3).pk, 1, name, is_for_good=False)
    assert (refusal.code, refusal.facts["pair"]) == ("plays_already", int(name.strip()[-1]))


def test_nobody_replaces_in_two_pairs_in_one_round_and_no_player_is_replaced_twice() -> None:
    hall = published_hall()
    replace_player(pair_of(hall, 3).pk, 1, "Maria Puig", is_for_good=False, actor=DESK)
    twice = refusal_of(replace_player, pair_of(hall, 4).pk, 1, "maria puig", is_for_good=True)
    assert (twice.code, twice.facts["pair"]) == ("plays_already", 3)
    again = refusal_of(replace_player, pair_of(hall, 3).pk, 1, "Pau Riu", is_for_good=False)
    assert again.code == "replaced_already"


def test_a_player_of_a_pair_that_has_left_may_come_in() -> None:
    hall = published_hall()
    pairs.withdraw(pair_of(hall, 2).pk, actor=DESK)
    replace_player(pair_of(hall, 3).pk, 1, "Anna 2", is_for_good=True, actor=DESK)
    assert players(hall, 3)[0] == "Anna 2"


def test_what_was_changed_since_is_not_taken_back() -> None:
    hall = published_hall()
    row = replace_player(pair_of(hall, 3).pk, 1, "Maria Puig", is_for_good=True, actor=DESK)
    replace_player(pair_of(hall, 3).pk, 1, "Pau Riu", is_for_good=True, actor=DESK)
    assert refusal_of(take_back, row.pair.championship_id, row.pk).code == "replaced_since"
    Replacement.objects.filter(came="Pau Riu").update(former="Joan 3")
    last = Replacement.objects.get(came="Pau Riu")
    assert refusal_of(take_back, last.pair.championship_id, last.pk).code == "plays_already"


def test_a_name_is_needed_and_the_history_keeps_none() -> None:
    hall = published_hall()
    pair = pair_of(hall, 3)
    assert refusal_of(replace_player, pair.pk, 1, "  ", is_for_good=False).code == "substitute_missing"
    assert refusal_of(replace_player, pair.pk, 1, "x" * 81, is_for_good=False).code == "too_long"
    replace_player(pair.pk, 1, "Maria Puig", is_for_good=False, actor=DESK)
    entry = LogEntry.objects.get(what="replace_player")
    assert (entry.pair_number, entry.round_number, entry.after) == (
        3,
        1,
        {"player": 1, "is_for_good": False},
    )


def test_a_form_sent_twice_replaces_once() -> None:
    pair = factories.pair()
    sent = {"actor": DESK, "client_id": "un"}
    rows = {replace_player(pair.pk, 1, "Maria Puig", is_for_good=True, **sent).pk for _ in "12"}  # type: ignore[arg-type]
    assert rows == set(Replacement.objects.values_list("pk", flat=True))
