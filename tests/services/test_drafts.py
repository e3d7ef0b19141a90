"""A draft changed by hand: every step holds, is undone, and what it gives up must be wanted (E 17.2)."""

from typing import Any

import pytest

from tests import factories
from tests.services.conftest import DESK, Hall, after_round_one, refusal_of, seated
from tournament.models import Championship, Game, Pair, Round
from tournament.queries.drawing import seating_of
from tournament.queries.meetings import draft_page, draw_of
from tournament.services import drafts, pairs, rounds
from tournament.services.pairs import PairDetails

pytestmark = pytest.mark.django_db


def drafted(number: int = 7, **fields: Any) -> Round:
    """A first round of so many pairs, drawn and not published."""
    championship = factories.championship(**fields)
    factories.pairs(number, championship)
    return rounds.draft(championship.pk, actor=DESK)


def second_draft(number: int = 8) -> tuple[Hall, Round]:
    hall = after_round_one(number)
    return hall, rounds.draft(hall.championship.pk, actor=DESK)


def again(round_: Round) -> Round:
    return Round.objects.select_related("championship").get(pk=round_.pk)


def tokens(round_: Round) -> dict[int | None, str]:
    return dict(Game.objects.filter(round=round_).values_list("table", "token"))


def test_two_pairs_exchange_and_the_sheets_of_other_tables_stay_good() -> None:
    round_ = drafted()
    (a, b), (c, d), (e, f), _ = seated(round_)
    before = tokens(round_)
    drafts.exchange(round_.pk, a, c, actor=DESK)
    assert set(map(frozenset, seated(round_)[:3])) == {
        frozenset({c, b}),
        frozenset({a, d}),
        frozenset({e, f}),
    }
    after = tokens(round_)
    assert [table for table in before if before[table] != after[table]] == [1, 2]


def test_the_better_ranked_pair_comes_first_at_a_table_made_by_hand() -> None:
    round_ = drafted()
    (a, _), (c, _), *_ = seated(round_)
    drafts.join(round_.pk, max(a, c), min(a, c), actor=DESK)
    assert (min(a, c), max(a, c)) in seated(round_)


def test_whoever_rests_by_hand_exchanges_with_the_one_that_rested() -> None:
    round_ = drafted()
    resting = seating_of(round_).bye
    number = seated(round_)[0][0]
    drafts.rest(round_.pk, number, actor=DESK)
    after = seating_of(again(round_))
    assert (after.bye, after.table_of(resting or 0), after.loose) == (number, 1, frozenset())


def test_a_broken_table_keeps_the_round_from_being_published_and_names_the_pairs() -> None:
    round_ = drafted()
    drafts.part(round_.pk, 2, actor=DESK)
    refusal = refusal_of(rounds.publish, round_.pk)
    assert (refusal.code, refusal.facts["pairs"]) == (
        "pairs_unseated",
        sorted(seating_of(again(round_)).loose),
    )
    assert refusal_of(rounds.publish, round_.pk, reason="perquè sí").code == "pairs_unseated"


def test_the_rest_is_drawn_and_all_other_tables_are_kept() -> None:
    round_ = drafted(9)
    tables = seated(round_)
    drafts.part(round_.pk, 1, actor=DESK)
    drafts.draw_rest(round_.pk, [2], actor=DESK)
    after = seated(round_)
    assert after[2:] == tables[2:]
    assert {n for table in after[:2] for n in table} == {n for table in tables[:2] for n in table}
    assert seating_of(again(round_)).loose == frozenset()


def test_what_is_kept_keeps_the_reason_it_had() -> None:
    _, round_ = second_draft()
    drafts.draw_rest(round_.pk, [1, 2], actor=DESK)
    codes = [meeting.reasons[0]["code"] for meeting in draw_of(again(round_)).meetings]
    assert "forced" not in codes


def test_drawing_the_rest_with_a_rest_set_by_hand_gives_exactly_one_bye() -> None:
    round_ = drafted(9)
    number = seated(round_)[0][0]
    drafts.rest(round_.pk, number, actor=DESK)
    drafts.draw_rest(round_.pk, [1, 2, 3], actor=DESK)
    assert Game.objects.filter(round=round_, kind=Game.Kind.BYE).count() == 1
    assert seating_of(again(round_)).bye == number


def test_an_odd_number_beside_a_kept_rest_is_said_before_anything_is_drawn() -> None:
    round_ = drafted(8)
    one, other = seated(round_)[0]
    drafts.part(round_.pk, 1, actor=DESK)
    drafts.rest(round_.pk, one, actor=DESK)
    refusal = refusal_of(drafts.draw_rest, round_.pk)
    assert (refusal.code, refusal.facts["pair"], refusal.facts["pairs"]) == ("odd_rest", one, [other])


def test_nothing_is_drawn_where_everybody_has_a_place() -> None:
    assert refusal_of(drafts.draw_rest, drafted().pk).code == "nothing_to_draw"


def test_who_comes_and_goes_after_the_draft_is_drawn_in_and_out_beside_the_kept_tables() -> None:
    round_ = drafted(8)
    tables = seated(round_)
    gone, alone = tables[0]
    pairs.withdraw(Pair.objects.get(championship=round_.championship, number=gone).pk, actor=DESK)
    pairs.register(round_.championship_id, PairDetails("Els Nous", "Rosa", "Pau"), actor=DESK)
    drafts.draw_rest(round_.pk, actor=DESK)
    assert seated(round_) == [(alone, 9), *tables[1:]]
    rounds.publish(round_.pk, actor=DESK)


def test_changes_are_taken_back_one_by_one_to_what_was_drawn() -> None:
    round_ = drafted(9)
    drawn, record = seated(round_), again(round_).reasons
    drafts.exchange(round_.pk, drawn[0][0], drawn[1][0], actor=DESK)
    drafts.part(round_.pk, 3, actor=DESK)
    drafts.draw_rest(round_.pk, [4], actor=DESK)
    for _ in range(3):
        drafts.take_back_step(round_.pk, actor=DESK)
    assert seated(round_) == drawn
    assert {**again(round_).reasons, "steps": []} == {**record, "steps": []}
    assert refusal_of(drafts.take_back_step, round_.pk).code == "no_step"


def test_a_change_based_on_an_older_draft_is_not_made() -> None:
    round_ = drafted()
    (a, _), (b, _), *_ = seated(round_)
    drafts.exchange(round_.pk, a, b, actor=DESK, version=1)
    assert refusal_of(drafts.part, round_.pk, 1, version=1).code == "stale_version"


def test_a_change_sent_twice_is_made_once() -> None:
    round_ = drafted()
    (a, _), (b, _), *_ = seated(round_)
    for _ in range(2):
        drafts.exchange(round_.pk, a, b, actor=DESK, client_id="once", version=1)
    assert round_.championship.log.filter(what="change_draft").count() == 1


def test_a_published_round_is_not_changed_as_a_draft() -> None:
    hall = after_round_one()
    assert refusal_of(drafts.part, hall.round.pk, 1).code == "round_published"


# --- Pairs that come and go after the draft ---------------------------------------------------


def newcomer(round_: Round) -> int:
    return pairs.register(round_.championship_id, PairDetails("Els Nous", "Rosa", "Pau"), actor=DESK).number


def leaves(round_: Round, number: int) -> None:
    pairs.withdraw(Pair.objects.get(championship=round_.championship, number=number).pk, actor=DESK)


def test_a_pair_that_comes_meets_the_one_that_rests_by_hand_and_all_changes_stay() -> None:
    round_ = drafted(9)
    tables, resting = seated(round_)[:4], seating_of(round_).bye or 0
    drafts.exchange(round_.pk, tables[0][0], tables[1][0], actor=DESK)
    changed = seated(round_)[:4]
    new = newcomer(round_)
    drafts.join(round_.pk, new, resting, actor=DESK)
    assert seated(round_) == [*changed, (resting, new)]
    assert not draft_page(again(round_)).is_outdated
    rounds.publish(round_.pk, actor=DESK)


def test_a_pair_that_comes_is_drawn_with_the_one_that_rests_where_the_number_asks_for_it() -> None:
    round_ = drafted(9)
    tables, resting, new = seated(round_)[:4], seating_of(round_).bye, newcomer(round_)
    assert refusal_of(drafts.draw_rest, round_.pk).code == "odd_rest"
    drafts.draw_rest(round_.pk, with_bye=None, actor=DESK)
    assert seated(round_) == [*tables, (resting, new)]
    rounds.publish(round_.pk, actor=DESK)


def test_where_the_one_that_rests_or_a_whole_table_leaves_only_they_go() -> None:
    round_ = drafted(9)
    tables, resting = seated(round_)[:4], seating_of(round_).bye or 0
    for number in (resting, *tables[1]):
        leaves(round_, number)
    drafts.draw_rest(round_.pk, with_bye=None, actor=DESK)
    assert seated(round_) == [tables[0], tables[2], tables[3]]
    rounds.publish(round_.pk, actor=DESK)


def test_a_pair_that_left_stands_at_no_table_and_its_opponent_once_without_a_place() -> None:
    round_ = drafted(8)
    gone, alone = seated(round_)[0]
    leaves(round_, gone)
    page = draft_page(again(round_))
    assert [pair.number for pair in page.draw.loose] == [alone]
    assert [meeting.table for meeting in page.draw.meetings] == [2, 3, 4]
    assert [pair.number for pair in page.gone] == [gone]
    assert refusal_of(drafts.exchange, round_.pk, gone, seated(round_)[1][0]).code == "pair_not_in_round"


def test_who_rests_by_hand_with_an_even_number_is_drawn_again_when_it_is_ticked() -> None:
    round_ = drafted(8)
    one, other = seated(round_)[0]
    drafts.rest(round_.pk, one, actor=DESK)
    assert refusal_of(drafts.draw_rest, round_.pk).facts["pair"] == one
    drafts.draw_rest(round_.pk, with_bye=True, actor=DESK)
    assert (one, other) in seated(round_)


def test_several_tables_are_broken_up_at_once() -> None:
    round_ = drafted(8)
    drafts.part(round_.pk, 1, 3, actor=DESK)
    assert len(seating_of(again(round_)).loose) == 4


def test_changes_by_hand_that_nobody_has_seen_are_not_drawn_over() -> None:
    round_ = drafted(8)
    (a, _), (c, _), *_ = seated(round_)
    drafts.exchange(round_.pk, a, c, actor=DESK)
    for seen in (None, (round_.pk, 1)):
        refusal = refusal_of(rounds.draft, round_.championship_id, seen=seen)
        assert refusal.code == "draft_changed"
    rounds.draft(round_.championship_id, seen=(round_.pk, 2), actor=DESK)


def test_a_draft_is_not_published_from_a_page_that_did_not_show_its_changes() -> None:
    round_ = drafted(8)
    (a, _), (c, _), *_ = seated(round_)
    drafts.exchange(round_.pk, a, c, actor=DESK)
    assert refusal_of(rounds.publish, round_.pk, version=1).code == "stale_version"
    rounds.publish(round_.pk, version=2, actor=DESK)


# --- What a change gives up --------------------------------------------------------------------


def make_a_rematch(hall: Hall, round_: Round) -> None:
    """Two pairs that met in round 1 meet again, by hand."""
    one, other = seated(hall.round)[0]
    drafts.join(round_.pk, one, other, actor=DESK)
    others = [table for table, meeting in seating_of(again(round_)).tables.items() if one not in meeting]
    drafts.draw_rest(round_.pk, others, actor=DESK)


def test_a_rematch_by_hand_is_shown_and_published_only_with_a_reason() -> None:
    hall, round_ = second_draft()
    make_a_rematch(hall, round_)
    page = draft_page(again(round_))
    assert page.judgement is not None
    assert page.judgement.more["rematch"] == 1
    refusal = refusal_of(rounds.publish, round_.pk)
    assert (refusal.code, refusal.facts["more"]["rematch"]) == ("draft_worse", 1)
    rounds.publish(round_.pk, reason="ho han demanat totes dues", actor=DESK)
    assert again(round_).state == Round.State.PUBLISHED
    entry = hall.championship.log.filter(what="publish").first()
    assert entry is not None
    assert entry.reason == "ho han demanat totes dues"


def test_pairs_that_go_down_by_hand_are_counted_and_need_no_reason() -> None:
    """Of sixteen pairs the eight winners meet each other; a winner and a loser that have not met exchange."""
    hall, round_ = second_draft(16)
    groups = {number: group for number, group, *_ in again(round_).reasons["input"]["entrants"]}
    met = set(map(frozenset, seated(hall.round)))
    (a, b), (c, _) = next(
        (high, low)
        for high in seated(round_)
        for low in seated(round_)
        if groups[high[0]] > groups[low[0]]
        and not {frozenset({high[0], low[1]}), frozenset({low[0], high[1]})} & met
    )
    drafts.exchange(round_.pk, a, c, actor=DESK)
    page = draft_page(again(round_))
    assert page.judgement is not None
    assert page.judgement.more == {"float": 2}
    floats = {pair.number for each in page.draw.meetings if each.floats for pair in (each.a,)}
    assert floats == {a, b}
    rounds.publish(round_.pk, actor=DESK)


def test_an_outdated_draft_that_is_still_whole_is_published_with_a_reason() -> None:
    hall, round_ = second_draft()
    Championship.objects.filter(pk=hall.championship.pk).update(pairing_method="fold")
    assert refusal_of(rounds.publish, round_.pk).code == "draft_outdated"
    rounds.publish(round_.pk, reason="ja estava dit", actor=DESK)
    assert again(round_).state == Round.State.PUBLISHED


def test_a_pair_that_left_is_never_published_at_a_table() -> None:
    hall, round_ = second_draft()
    gone = Pair.objects.get(championship=hall.championship, number=seated(round_)[0][0])
    pairs.withdraw(gone.pk, actor=DESK)
    refusal = refusal_of(rounds.publish, round_.pk, reason="no hi fa res")
    assert (refusal.code, refusal.facts["pairs"]) == ("pairs_gone", [gone.number])


# --- Fixed tables ------------------------------------------------------------------------------


def test_a_pair_with_a_fixed_table_is_drawn_there_and_a_draft_follows_at_once() -> None:
    round_ = drafted()
    pair = Pair.objects.get(championship=round_.championship, number=seated(round_)[0][0])
    drafts.fix_table(pair.pk, 3, actor=DESK)
    assert seating_of(again(round_)).table_of(pair.number) == 3
    redrawn = rounds.draft(round_.championship_id, actor=DESK)
    assert seating_of(redrawn).table_of(pair.number) == 3
    drafts.fix_table(pair.pk, None, actor=DESK)
    assert seating_of(again(redrawn)).table_of(pair.number) == 3


def test_fixing_a_table_moves_two_meetings_and_no_other_sheet() -> None:
    round_ = drafted(9)
    before = tokens(round_)
    pair = Pair.objects.get(championship=round_.championship, number=seated(round_)[0][0])
    drafts.fix_table(pair.pk, 3, actor=DESK)
    after = tokens(round_)
    assert {table for table in before if before[table] != after[table]} == {1, 3}


def test_a_pair_exchanged_away_from_its_fixed_table_takes_its_meeting_there() -> None:
    round_ = drafted(9)
    (a, b), (c, d), *_ = seated(round_)
    drafts.fix_table(Pair.objects.get(championship=round_.championship, number=a).pk, 1, actor=DESK)
    drafts.exchange(round_.pk, a, c, actor=DESK)
    after = seating_of(again(round_)).tables
    assert (set(after[1]), set(after[2])) == ({a, d}, {c, b})


def test_a_table_is_fixed_for_one_pair_only() -> None:
    championship = factories.championship()
    first, second = factories.pairs(2, championship)
    drafts.fix_table(first.pk, 3, actor=DESK)
    refusal = refusal_of(drafts.fix_table, second.pk, 3)
    assert (refusal.code, refusal.facts["number"]) == ("fixed_table_taken", first.number)
