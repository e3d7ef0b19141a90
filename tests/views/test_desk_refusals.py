"""Every refusal walked: plain arithmetic, a step that comes first, or an organiser decides otherwise (E 17.2)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.test_texts import codes_in_use
from tests.views.sheets import (
    act,
    an_hour_passes,
    desk_address,
    log_in,
    new_game,
    played_out,
    text_of,
    type_row,
    type_sheet,
)
from tournament.models import Call, Championship, Game, Membership, Round
from tournament.services.sheets import QUESTIONS
from tournament.views.decidable import BY_A_RULING

pytestmark = pytest.mark.django_db
RULING = "I decide it (art. 17.2)"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What cannot be, by the cards, by arithmetic, or because a field is empty: nobody can decide otherwise.
IMPOSSIBLE = words(
    "award_wins award_too_high bid_unknown bid_missing card_points_range points_both points_maximum points_missing"
    " points_multiple points_negative totals_negative side_missing row_empty row_unreadable sheet_empty no_hand"
    " unplayed_unknown last_hand_number end_before_start end_past start_missing start_to_come pause_order"
    " pause_endless end_in_pause minutes_range reason_missing remark_missing told_missing choice_missing"
    " complainant substitute_missing call_missing name_missing war_name_missing player_missing too_long"
    " import_too_long time_zone preset_unknown word_not_typed war_name_taken choose_one_pair choose_two_pairs"
    " player_both"
    " choose_tables pair_unknown table_unknown table_same table_count same_meeting box_unknown pair_not_here"
    " pair_not_in_round pair_not_present rests_already nobody_rests plays_already arranged_against"
    " arranged_already too_few_pairs no_pairing nothing_changes nothing_corrected nothing_mended nothing_to_draw"
    " nothing_to_choose nothing_to_check no_ruling no_step infraction_unknown misdeal_count revoke_without_hand"
    " fee_range capacity_range message_missing break_past prizes_range"
    " sanction_part sanction_hardened sanction_without_points sanction_softened_before totals_without_hands"
    " regulation_above_cap regulation_bs regulation_cap regulation_cap_alone regulation_choice"
    " regulation_endless regulation_field regulation_order regulation_tie regulation_unknown_field"
    " rounds_below_drawn rounds_all_drawn not_swiss last_director helpers_only"
)
# Somebody was quicker: what is there now is shown beside what was sent, and it may be sent again.
MEANWHILE = words(
    "stale_version hand_conflict hand_before_gone hand_gone client_id_reused round_gone game_gone game_void"
    " call_gone somebody_goes draft_changed tables_changed correction_outdated proposal_changed pause_gone notice_gone"
    " pause_open pause_there minutes_meanwhile"
    " told_meanwhile member_gone pair_gone replacement_gone infraction_gone"
    " infraction_withdrawn infraction_hand_changed replaced_since replaced_already"
)
# Another step comes first, which the sentence names, and which an organiser or a director may take.
STEP_FIRST = words(
    "championship_finished draft_left round_not_closed games_open no_round_played round_not_published"
    " rounds_keep_secret round_published later_round_drawn round_begun tables_begun settings_locked pair_seated"
    " pair_expelled bye_fixed game_not_played game_not_confirmed game_goes_on mixed_infractions sanction_row"
    " infraction_row check_in_over not_expected fixed_table_taken ranking_not_final"
    " pairs_gone pairs_unseated draft_outdated ceremony_early ceremony_missing ceremony_over"
)
# A field for the reason stands beside it: «I decide it (art. 17.2)».
BY_A_REASON = words(
    "draft_worse odd_rest met_already kept_apart too_late article_waived infraction_by_escalation"
    " infraction_has_a_row misdeal_off_the_ladder elimination_elsewhere end_too_early"
    " no_show_too_early infraction_recorded stop_too_early botifarra_not_now"
)
# Only people know: a tick beside it answers.
BY_A_TICK = words("player_twice award_backwards end_far end_tomorrow")
# A question about a typed sheet, with its answer beside it.
BY_A_YES = frozenset(QUESTIONS)
BY_A_CORRECTION = words("game_confirmed infraction_game_confirmed")
# Of a phone at a table, of the tools and of who comes in by a link: the desk does not meet them.
NOT_AT_THE_DESK = words(
    "phones_off time_over time_not_over sanction_of_the_desk not_to_sign call_reason call_not_now"
    " card_twice card_twice_in_piles card_unknown cards_missing cards_too_many hand_empty no_order_fits no_tricks"
    " option_unknown seat_unknown trick_empty trick_full trick_size tricks_range tricks_too_many auction_over"
    " auction_turn called_twice delegated_twice doubled_twice doubling_forbidden doubling_other_pair"
    " doubling_too_early botifarra_barred invitation_expired invitation_unknown invitation_withdrawn"
)
ALL = (
    IMPOSSIBLE,
    MEANWHILE,
    STEP_FIRST,
    BY_A_REASON,
    BY_A_TICK,
    BY_A_YES,
    BY_A_CORRECTION,
    NOT_AT_THE_DESK,
    BY_A_RULING,
)


def test_every_refusal_is_of_one_kind() -> None:
    kinds = {code: sum(code in kind for kind in ALL) for code in {*codes_in_use(), *frozenset().union(*ALL)}}
    assert {code: number for code, number in kinds.items() if number != 1} == {}


def test_every_refusal_that_is_walked_is_still_in_use() -> None:
    assert frozenset().union(*ALL) - set(codes_in_use()) == frozenset()


# --- Those that an organiser may set aside by a ruling: each is refused at the desk ------------------------


def _over(desk: Client, game: Game) -> Any:
    played_out(game)
    return type_row(desk, game, "12")


def _forbidden(desk: Client, game: Game) -> Any:
    _regulation(game, sant_vicenc=False, sant_vicenc_on_botifarra=False)
    return type_row(desk, game, "s 24")


def _regulation(game: Game, **changes: object) -> None:
    of = Championship.objects.get(pk=game.round.championship_id)
    Championship.objects.update(regulation=of.regulation | changes)


def _level(desk: Client, game: Game) -> Any:
    an_hour_passes(game)
    factories.hand(game, 12, 0)
    factories.hand(game, 0, 12)
    act(desk, game, "stop")
    return act(desk, game, "confirm")


def _undecided(desk: Client, game: Game) -> Any:
    _regulation(game, tie_rule="extra_hands")
    return _level(desk, game)


def _differing(desk: Client, game: Game) -> Any:
    played_out(game)
    Game.objects.filter(pk=game.pk).update(typed_a=101, typed_b=54)
    return act(desk, game, "confirm")


def _unsigned(desk: Client, game: Game) -> Any:
    _regulation(game, sheet_of_record="phone")
    played_out(game)
    return act(desk, game, "confirm")


def _called(desk: Client, game: Game) -> Any:
    played_out(game)
    Call.objects.create(game=game, reason="revoke", called_at=timezone.now())
    return act(desk, game, "confirm")


def _own(desk: Client, game: Game) -> Any:
    Championship.objects.update(second_check=True)
    type_sheet(desk, game, "s 104")
    return act(desk, game, "confirm")


def _begun(desk: Client, game: Game) -> Any:
    factories.hand(game, 12, 0)
    return act(desk, game, "walkover", winner="a", side="a")


def _totals(a: int, b: int) -> Callable[[Client, Game], Any]:
    return lambda desk, game: act(desk, game, "totals", total_a=str(a), total_b=str(b))


def _alike(desk: Client, game: Game) -> Any:
    other = factories.game(game.round)
    rows = ("c 40", "20 -", "s 104")
    type_sheet(desk, other, *rows)
    return type_sheet(desk, game, *rows)


def _differs(desk: Client, game: Game) -> Any:
    factories.hand(game, 12, 0)
    return type_sheet(desk, game, "14", "s 104")


def _after_last_hand(desk: Client, game: Game) -> Any:
    Game.objects.filter(pk=game.pk).update(last_hand=1)
    return type_sheet(desk, game, "12", "20 -")


WAYS: dict[str, Callable[[Client, Game], Any]] = {
    "sheet_over": _over,
    "bid_forbidden": _forbidden,
    "sheet_open": lambda desk, game: (factories.hand(game, 12, 0), act(desk, game, "confirm"))[1],
    "opening_draw_missing": _level,
    "level_undecided": _undecided,
    "totals_differ": _differing,
    "totals_impossible": _totals(120, 110),
    "totals_too_high": _totals(900, 0),
    "unsigned": _unsigned,
    "call_open": _called,
    "own_check": _own,
    "game_begun": _begun,
}


def test_every_refusal_that_a_ruling_sets_aside_is_walked() -> None:
    assert set(WAYS) == BY_A_RULING


@pytest.mark.parametrize("code", WAYS)
def test_an_organiser_who_is_refused_may_decide(desk: Client, game: Game, code: str) -> None:
    answer = WAYS[code](desk, game)
    assert (code, answer.status_code) == (code, 422)
    assert RULING in text_of(answer)
    ruled = act(
        desk,
        game,
        "award",
        points_a="60",
        points_b="50",
        wins="2-0",
        reason="tall de llum",
        version=Game.objects.get(pk=game.pk).version,
    )
    assert ruled.status_code == 303
    assert Game.objects.get(pk=game.pk).reason == "tall de llum"


ASKED: dict[str, Callable[[Client, Game], Any]] = {
    "sheet_alike": _alike,
    "sheet_differs": _differs,
    "rows_after_end": lambda desk, game: type_sheet(desk, game, "s 104", "12"),
    "rows_after_last_hand": _after_last_hand,
    "paper_totals_differ": lambda desk, game: type_sheet(desk, game, "s 104", total_a="101", total_b="3"),
    "totals_unusual": lambda desk, game: type_sheet(desk, game, total_a="201", total_b="4"),
}


def test_every_question_about_a_sheet_is_walked() -> None:
    assert sorted(ASKED) == sorted(QUESTIONS)


@pytest.mark.parametrize("code", ASKED)
@pytest.mark.parametrize("role", [Membership.Role.HELPER, Membership.Role.ORGANISER])
def test_a_question_is_answered_and_not_decided(client: Client, code: str, role: str) -> None:
    game = new_game()
    answer = ASKED[code](log_in(client, game.round.championship, role=role), game)
    assert (answer.status_code, answer.context["refused"]["question"]) == (422, code)
    assert RULING not in text_of(answer)
    assert "An organiser may decide it" not in text_of(answer)


def test_a_helper_who_is_refused_reads_who_may_decide(client: Client) -> None:
    game = new_game()
    helper = log_in(client, game.round.championship, role=Membership.Role.HELPER)
    answer = _over(helper, game)
    assert "An organiser may decide it (art. 17.2)." in text_of(answer)
    assert RULING not in text_of(answer)


def test_the_way_out_opens_the_form_of_the_ruling(desk: Client, game: Game) -> None:
    form = '<details class="fold" open>'
    address = desk_address(game)
    assert [desk.get(asked).content.decode().count(form) for asked in (address, f"{address}?decideix")] == [
        0,
        1,
    ]


def test_a_confirmed_game_offers_its_correction(desk: Client, game: Game) -> None:
    factories.confirmed(game, 101, 40)
    answer = type_row(desk, game, "12")
    assert (answer.status_code, "Correct the sheet" in text_of(answer)) == (422, True)


def test_what_cannot_be_is_not_offered_to_be_decided(desk: Client, game: Game) -> None:
    Round.objects.update(published_at=factories.START)  # a missing pair's minutes are over
    answer = type_row(desk, game, "c 13")
    assert (answer.status_code, RULING in text_of(answer)) == (422, False)
