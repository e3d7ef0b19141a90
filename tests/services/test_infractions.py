"""Infractions recorded at a table and outside a game, what follows from them, and taking all of it back (E 16)."""

from typing import Any

import pytest

from tests.services.conftest import DESK, Hall, after_round_one, published_hall, refusal_of, seated
from tournament.models import Game, Infraction, Pair
from tournament.queries.games import game_of
from tournament.queries.infractions import Charge, infractions_of_game
from tournament.queries.standings import standings
from tournament.queries.verification import verify
from tournament.services import games, hands, pairs, rounds
from tournament.services.hands import HandEntry
from tournament.services.infractions import record_infraction, withdraw_infraction

pytestmark = pytest.mark.django_db


def left_of(hall: Hall, table: int = 1) -> int:
    """The number of the left pair."""
    return hall.view(table).a.number


def record(hall: Hall, code: str, *, table: int = 1, pair: int | None = None, **said: Any) -> Infraction:
    """By the left pair of a table, unless another is named."""
    charge = Charge(pair or left_of(hall, table), code, **said)
    game_id = hall.games[table - 1].pk
    return Infraction.objects.get(
        pk=record_infraction(hall.championship.pk, charge, game_id=game_id, actor=DESK)
    )


def outside(hall: Hall, pair: int, code: str, **said: Any) -> Infraction:
    charge = Charge(pair, code, moment="outside_game", **said)
    return Infraction.objects.get(pk=record_infraction(hall.championship.pk, charge, actor=DESK))


def refused(hall: Hall, code: str, **said: Any) -> str:
    charge = Charge(left_of(hall), code, **said)
    found = refusal_of(record_infraction, hall.championship.pk, charge, game_id=hall.games[0].pk)
    return found.code


def withdraw(row: Infraction, **more: Any) -> None:
    withdraw_infraction(row.pk, reason="era un error", actor=DESK, **more)


def play(hall: Hall, *scores: int, table: int = 1) -> None:
    """Hands of plain trump, as many points to the left pair (or, below zero, to the right one)."""
    for score in scores:
        entry = HandEntry("", "a" if score > 0 else "b", abs(score))
        hands.record_hand(hall.games[table - 1].pk, entry, after=None, actor=DESK)


def rows(hall: Hall, table: int = 1) -> list[tuple[int, str, str, int, int]]:
    return [(h.sequence, h.kind, h.bid, h.points_a, h.points_b) for h in hall.view(table).hands]


# --- What is at stake -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "moment", "points"),
    [
        ("", "in_hand", 36),
        ("C", "in_hand", 72),
        ("B", "in_hand", 72),
        ("BC", "in_hand", 144),
        (None, "before_contract", 36),
    ],
)
def test_a_serious_infraction_ends_the_hand_and_gives_its_stake_to_the_other_pair(
    bid: str | None, moment: str, points: int
) -> None:
    """E 16.2.2, D 6."""
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "11.3", bid=bid, moment=moment)
    assert rows(hall) == [(1, "played", "", 10, 0), (2, "sanction", bid or "", 0, points)]
    assert (row.severity, row.points, row.sequence) == ("serious", points, 2)
    assert hall.view().sheet.totals == (10, points)
    assert verify(hall.championship) == ()


def test_between_hands_nothing_is_at_stake_and_the_sheet_stays() -> None:
    """D 6."""
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "11.3", moment="between_hands")
    assert (row.points, rows(hall)) == (0, [(1, "played", "", 10, 0)])


def test_a_revoke_on_review_replaces_the_points_of_its_hand_and_withdrawn_gives_them_back() -> None:
    """E 16.1.2.2.3."""
    hall = published_hall()
    hands.record_hand(hall.games[0].pk, HandEntry("C", "a", 20), after=None, actor=DESK)
    play(hall, -7)
    before = rows(hall)
    row = record(hall, "16.1.2.2", moment="on_review", sequence=1)
    assert rows(hall) == [(1, "sanction", "C", 0, 72), before[1]]
    assert hall.view().sheet.totals == (0, 79)
    withdraw(row)
    assert rows(hall) == before
    assert [hand.card_points for hand in hall.view().hands] == [46, 29]


def test_a_sanction_in_part_gives_its_part_and_says_why() -> None:
    """E 16.2."""
    hall = published_hall()
    row = record(hall, "11.3", bid="", share="part", points=12, reason="era l'última basa")
    assert rows(hall) == [(1, "sanction", "", 0, 12)]
    assert (row.share, row.points, row.reason) == ("part", 12, "era l'última basa")
    assert refused(hall, "11.3", bid="", share="part", points=40, reason="massa") == "sanction_hardened"
    assert refused(hall, "11.3", bid="", share="none") == "reason_missing"


def test_the_third_minor_of_a_game_is_one_serious_record() -> None:
    """D 7."""
    hall = published_hall()
    for _ in range(2):
        record(hall, "16.1.3.5", bid="")
        play(hall, 10)
    third = record(hall, "16.1.3.5", bid="C")
    assert (third.code, third.escalated_from, third.severity) == ("16.1.2.1", "16.1.3.5", "serious")
    assert rows(hall)[-1] == (3, "sanction", "C", 0, 72)


@pytest.mark.parametrize(("choice", "kind"), [("continue", None), ("replay", "replayed"), ("pass", "pass")])
def test_the_harmed_pair_chooses_after_an_admitted_revoke(choice: str, kind: str | None) -> None:
    """E 16.1.2.2.4."""
    hall = published_hall()
    record(hall, "16.1.3.4", bid="", choice=choice)
    assert rows(hall) == ([(1, kind, "", 0, 0)] if kind else [])
    play(hall, 10)
    assert refused(hall, "16.1.3.4", bid="") == "choice_missing"


def test_a_call_before_delegating_loses_the_turn_in_a_row_that_does_not_count() -> None:
    """E 16.1.3.7; article 8 has to be in force."""
    hall = published_hall()
    assert refused(hall, "16.1.3.7", moment="before_contract") == "article_waived"
    Game.objects.filter(pk=hall.games[0].pk).update(accepts_dealing="yes")
    record(hall, "16.1.3.7", moment="before_contract")
    assert rows(hall) == [(1, "uncounted", "", 0, 0)]
    assert hall.view().sheet.hands_played == 0


def test_an_organiser_decides_against_a_refusal_with_a_reason() -> None:
    """E 17.2."""
    hall = published_hall()
    said = {"moment": "between_hands", "decides": True, "reason": "ho havien acordat de paraula"}
    assert record(hall, "7.4.4", **said).severity == "minor"
    assert refused(hall, "7.4.4", moment="between_hands", decides=True) == "article_waived"


def test_the_organisation_complains_only_where_it_may_and_with_a_reason() -> None:
    """E 16, E 17.8."""
    hall = published_hall()
    said = {"complainant": "organisation", "moment": "between_hands"}
    assert refused(hall, "16.1.3.5", **said, reason="ho hem vist") == "complainant"
    assert refused(hall, "15.2.7.3", **said) == "reason_missing"
    row = record(hall, "15.2.7.3", **said, reason="no ha volgut signar")
    assert row.complained_by == "organisation"
    assert record(hall, "16.1.3.5", moment="between_hands").complained_by == "b"


def test_any_other_breach_says_what_was_done() -> None:
    """E 16.1.3.1."""
    hall = published_hall()
    assert refused(hall, "16.1.3.1", bid="") == "told_missing"
    assert record(hall, "16.1.3.1", bid="", told="fumava a taula").told == "fumava a taula"


# --- The sheet ------------------------------------------------------------------------------------


def test_a_confirmed_sheet_is_reopened_first_unless_nothing_is_written_on_it() -> None:
    hall = published_hall()
    play(hall, 20, 20, 20, 20, 21)
    games.confirm(hall.games[0].pk, actor=DESK)
    assert refused(hall, "16.1.2.2", moment="on_review", sequence=5) == "game_confirmed"
    assert record(hall, "16.1.3.5", moment="in_hand", bid="").points == 0
    assert record(hall, "16.1.2.2", moment="on_review", sequence=5, is_on_sheet=True).points == 36
    assert hall.view().is_confirmed


def test_totals_alone_have_no_hand_to_write_the_sanction_in() -> None:
    hall = published_hall()
    games.record_totals(hall.games[0].pk, (101, 80), actor=DESK)
    assert refused(hall, "11.3", bid="") == "totals_without_hands"
    record(hall, "11.3", bid="", is_on_sheet=True)
    assert hall.view().typed == (101, 80)


def test_withdrawing_what_was_written_last_removes_its_row() -> None:
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "11.3", bid="")
    withdraw(row)
    assert rows(hall) == [(1, "played", "", 10, 0)]
    assert verify(hall.championship) == ()


def test_withdrawing_a_sanction_with_hands_after_it_changes_no_number() -> None:
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "11.3", bid="")
    play(hall, 5)
    withdraw(row)
    assert rows(hall) == [(1, "played", "", 10, 0), (2, "pass", "", 0, 0), (3, "played", "", 5, 0)]
    assert [line.number for line in hall.view().sheet.lines] == [1, 2, 3]


def test_a_hand_corrected_after_the_sanction_is_left_to_the_organiser() -> None:
    hall = published_hall()
    row = record(hall, "16.1.3.4", bid="", choice="pass")
    hands.change_hand(hall.games[0].pk, 1, HandEntry("", "a", 8), actor=DESK)
    found = refusal_of(withdraw_infraction, row.pk, reason="error")
    assert (found.code, found.facts["stored"]) == ("infraction_hand_changed", {"bid": "", "points": [8, 0]})
    withdraw(row, leaves_sheet=True)
    assert rows(hall) == [(1, "played", "", 8, 0)]


def two_sanctions(hall: Hall) -> tuple[Infraction, Infraction]:
    """On one hand: first the left pair spreads its cards, then the right one's revoke is found."""
    play(hall, 10, -7)
    right = hall.view().b.number  # type: ignore[union-attr]
    first = record(hall, "11.3", sequence=1)
    return first, record(hall, "16.1.2.2", pair=right, moment="on_review", sequence=1)


def test_the_same_article_of_the_same_pair_in_the_same_hand_asks_for_a_reason() -> None:
    """E 16."""
    hall = published_hall()
    play(hall, 10, 5)
    row = record(hall, "16.1.2.2", moment="on_review", sequence=1)
    again = Charge(left_of(hall), "16.1.2.2", moment="on_review", sequence=1)
    found = refusal_of(record_infraction, hall.championship.pk, again, game_id=hall.games[0].pk)
    assert (found.code, found.facts["hand"], found.facts["at"]) == ("infraction_recorded", 1, row.at)
    said = {"moment": "on_review", "decides": True, "reason": "una altra renúncia"}
    assert record(hall, "16.1.2.2", sequence=1, **said).reason == "una altra renúncia"


def test_the_same_article_in_another_hand_is_another_infraction() -> None:
    hall = published_hall()
    play(hall, 10, 5)
    first, second = (record(hall, "16.1.2.2", moment="on_review", sequence=hand) for hand in (1, 2))
    assert (first.points, second.points) == (36, 36)


def test_the_same_article_counts_again_once_the_first_record_is_withdrawn() -> None:
    hall = published_hall()
    play(hall, 10)
    withdraw(record(hall, "16.1.2.2", moment="on_review", sequence=1))
    assert record(hall, "16.1.2.2", moment="on_review", sequence=1).points == 36


@pytest.mark.parametrize(("withdrawn", "left"), [(0, (36, 0)), (1, (0, 36))])
def test_a_hand_with_two_sanctions_is_what_the_one_that_stands_makes_of_it(
    withdrawn: int, left: tuple[int, int]
) -> None:
    """D 7: whichever of them is withdrawn, and as it was played once both are."""
    hall = published_hall()
    sanctions = two_sanctions(hall)
    assert rows(hall)[0] == (1, "sanction", "", 36, 0)
    withdraw(sanctions[withdrawn])
    assert rows(hall)[0] == (1, "sanction", "", *left)
    assert verify(hall.championship) == ()
    withdraw(sanctions[1 - withdrawn])
    assert rows(hall) == [(1, "played", "", 10, 0), (2, "played", "", 0, 7)]
    assert [hand.card_points for hand in hall.view().hands] == [46, 29]


def test_a_hand_that_two_sanctions_wrote_anew_goes_away_with_both() -> None:
    hall = published_hall()
    first = record(hall, "11.3", bid="")
    second = record(hall, "11.3", pair=hall.view().b.number, sequence=1)  # type: ignore[union-attr]
    withdraw(first)
    assert rows(hall) == [(1, "sanction", "", 36, 0)]
    withdraw(second)
    assert rows(hall) == []


def test_a_sanction_of_a_confirmed_game_is_withdrawn_with_the_sheet_as_it_is() -> None:
    """E 15.2.7.1."""
    hall = published_hall()
    play(hall, 20, 20, 20, 20, 21)
    row = record(hall, "11.3", sequence=1)
    play(hall, 20)
    games.confirm(hall.games[0].pk, actor=DESK)
    before = rows(hall)
    assert refusal_of(withdraw_infraction, row.pk, reason="error").code == "infraction_game_confirmed"
    withdraw(row, leaves_sheet=True)
    assert rows(hall) == before


def test_a_record_is_withdrawn_once_and_with_a_reason() -> None:
    hall = published_hall()
    row = record(hall, "16.1.3.5", bid="")
    assert refusal_of(withdraw_infraction, row.pk, reason=" ").code == "reason_missing"
    withdraw(row)
    assert refusal_of(withdraw_infraction, row.pk, reason="una altra vegada").code == "infraction_withdrawn"
    assert infractions_of_game(hall.games[0]) == ()
    assert refusal_of(withdraw_infraction, 10**6, reason="res").code == "infraction_gone"


def test_a_form_sent_twice_is_one_record() -> None:
    hall = published_hall()
    charge = Charge(left_of(hall), "11.3", bid="")
    sent = {"game_id": hall.games[0].pk, "actor": DESK, "client_id": "una-falta"}
    first, again = (record_infraction(hall.championship.pk, charge, **sent) for _ in range(2))
    assert first == again
    assert Infraction.objects.count() == 1
    assert len(rows(hall)) == 1


# --- Expulsion ------------------------------------------------------------------------------------


def test_an_expelled_pair_loses_the_game_it_is_playing_and_is_in_no_draw() -> None:
    """E 16.2.1, D 8."""
    hall = published_hall()
    play(hall, 30, -20)
    number, other = left_of(hall), hall.view().b.number  # type: ignore[union-attr]
    row = record(hall, "16.1.1.1", moment="between_hands")
    view = hall.view()
    assert (view.is_confirmed, view.counted, row.sanction) == (True, (0, 51), "expulsion")
    assert hall.championship.pairs.get(number=number).state == Pair.State.EXPELLED
    table = {line.number: line for line in standings(hall.championship)}
    assert (table[number].rank, table[other].wins2, table[other].points_for) == (None, 2, 51)
    assert standings(hall.championship)[-1].number == number
    assert verify(hall.championship) == ()
    pair = hall.championship.pairs.get(number=number)
    assert refusal_of(pairs.come_back, pair.pk).code == "pair_expelled"


def test_the_other_pair_keeps_more_than_a_walkover_where_it_has_more() -> None:
    """D 8."""
    hall = published_hall()
    play(hall, -36, -36)
    record(hall, "16.1.1.1", moment="between_hands")
    assert hall.view().counted == (0, 72)
    assert verify(hall.championship) == ()


def test_an_expulsion_outside_the_game_ends_the_game_that_is_being_played() -> None:
    hall = published_hall()
    row = outside(hall, left_of(hall), "16.1.1.1")
    assert hall.view().counted == (0, 51)
    withdraw(row)
    view = hall.view()
    assert (view.is_confirmed, view.counted, view.game.left) == (False, None, "")
    assert view.game.state == Game.State.PLAYING
    assert verify(hall.championship) == ()


def test_who_comes_back_has_missed_the_round_that_was_drawn_without_it() -> None:
    """D 13."""
    hall = after_round_one(6)
    row = outside(hall, 3, "16.1.1.1")
    draft = rounds.draft(hall.championship.pk, actor=DESK)
    rounds.publish(draft.pk, actor=DESK)
    assert 3 not in {number for meeting in seated(draft) for number in meeting}
    withdraw(row)
    pair = hall.championship.pairs.get(number=3)
    assert pair.state == Pair.State.REGISTERED
    assert list(pair.absences.values_list("round_number", "reason")) == [(2, "left")]
    assert verify(hall.championship) == ()


def test_a_softened_expulsion_expels_nobody() -> None:
    """E 16.2: talking is very serious, and the whole of it is seldom meant (E 16.1.1.2)."""
    hall = published_hall()
    row = record(hall, "16.1.1.2", bid="C", share="part", points=30, reason="una paraula")
    assert (row.severity, row.sanction, rows(hall)) == (
        "very_serious",
        "points",
        [(1, "sanction", "C", 0, 30)],
    )
    assert not hall.championship.pairs.filter(state=Pair.State.EXPELLED).exists()


def test_an_elimination_for_disobedience_is_very_serious() -> None:
    """E 17.5."""
    hall = published_hall()
    plain = record(hall, "17.5", moment="between_hands")
    assert (plain.severity, plain.sanction) == ("none", "none")
    row = record(hall, "17.5", moment="between_hands", eliminates=True, reason="no vol marxar")
    assert (row.severity, row.sanction) == ("very_serious", "expulsion")


def test_a_fault_is_seen_at_its_table_only() -> None:
    hall = published_hall()
    record(hall, "16.1.3.5", bid="")
    view = game_of(hall.championship, hall.games[0].pk)
    assert view is not None
    (line,) = infractions_of_game(view.game)
    assert (line.pair.number, line.other) == (view.a.number, view.b.number)  # type: ignore[union-attr]
    assert infractions_of_game(hall.games[1]) == ()
