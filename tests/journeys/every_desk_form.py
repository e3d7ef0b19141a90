"""Every form of the desk that changes something: its scene, where it stands, and what two people write in it."""

from datetime import timedelta

from django.utils import timezone

from tests.journeys.desk_forms_of_games import OF_A_GAME, DeskForm
from tests.journeys.desk_scenes import (
    all_confirmed,
    arranged,
    at_game,
    at_table,
    called,
    charged,
    decided,
    drafted,
    early,
    exchanged,
    finishable,
    finished,
    given_minutes,
    in_minutes,
    invited,
    late_pair,
    noticed,
    odd_draft,
    of_round,
    one_hand,
    one_of,
    outdated,
    paused,
    playing,
    replaced,
    set_up,
    some_mended,
    told_last_hand,
    two_of,
    with_a_fee,
    with_all,
    with_maria,
    with_pair_1,
)
from tests.services.conftest import DESK
from tournament.services import announcements, check_in, hands, pairs, pauses

BONS = {"war_name": "Els Bons", "player_1": "Joan Puig", "player_2": "Pere Roca"}
PAIR, HERE = "parelles/1/", "parelles/presents/"
OF_PAIRS = (
    DeskForm("pair_new", set_up, "parelles/", "parelles/nova/", BONS),
    DeskForm("pair", set_up, PAIR, PAIR, {"war_name": "La Penya"}, {"war_name": "El Casino"}),
    DeskForm("withdraw", set_up, PAIR, PAIR + "withdraw/", {"reason": "malalts"}),
    DeskForm(
        "come_back", with_pair_1(lambda pair: pairs.withdraw(pair.pk, actor=DESK)), PAIR, PAIR + "come_back/"
    ),
    DeskForm(
        "absent",
        set_up,
        PAIR,
        PAIR + "absent/",
        {"round_number": "1", "reason": "asked"},
        {"round_number": "1", "reason": "late"},
    ),
    DeskForm(
        "present",
        with_pair_1(lambda pair: pairs.mark_absent(pair.pk, round_number=1, reason="asked", actor=DESK)),
        PAIR,
        PAIR + "present/",
        {"round_number": "1"},
    ),
    DeskForm("table", set_up, PAIR, PAIR + "table/", {"fixed_table": "2"}, {"fixed_table": "3"}),
    DeskForm("card", set_up, PAIR, PAIR + "card/"),
    DeskForm("check_in", set_up, HERE, HERE, {"action": "check_in", "pair": "1"}),
    DeskForm(
        "undo_check_in",
        with_all(lambda of: check_in.check_in(of, 1, actor=DESK)),
        HERE,
        HERE,
        {"action": "undo_check_in", "pair": "1"},
    ),
    DeskForm("paid", with_a_fee, HERE, HERE, {"action": "paid", "pair": "1"}),
    DeskForm("unpaid", lambda: with_a_fee(True), HERE, HERE, {"action": "unpaid", "pair": "1"}),
    DeskForm("close_check_in", set_up, HERE, HERE, {"action": "close_check_in"}),
    DeskForm(
        "open_check_in",
        with_all(lambda of: check_in.close_check_in(of, actor=DESK)),
        HERE,
        HERE,
        {"action": "open_check_in"},
    ),
    DeskForm(
        "replacement",
        playing,
        PAIR + "relleu/",
        PAIR + "relleu/",
        {"player": "1", "name": "Maria Puig", "for_good": "yes"},
        {"player": "1", "name": "Mar Vila", "for_good": "yes"},
    ),
    DeskForm("replacement_back", replaced, PAIR + "relleu/", PAIR + "relleu/{id}/desfes/"),
)
ROUND = "rondes/1/"
OF_ROUNDS = (
    DeskForm("draft", set_up, "", ROUND + "draft/"),
    DeskForm("publish", drafted, ROUND, ROUND + "publish/"),
    DeskForm("discard", drafted, ROUND, ROUND + "discard/"),
    DeskForm("unpublish", early, ROUND, ROUND + "unpublish/", {"typed_word": "WITHDRAW"}),
    DeskForm("close", all_confirmed, "", ROUND + "close/"),
    DeskForm(
        "announce_end", playing, "", ROUND + "announce_end/", {"at": in_minutes(20)}, {"at": in_minutes(40)}
    ),
    DeskForm("announce_last_hand", playing, "", ROUND + "announce_last_hand/"),
    DeskForm(
        "take_back_end",
        of_round(lambda pk: announcements.announce_last_hand(pk, actor=DESK)),
        "",
        ROUND + "take_back/",
    ),
    DeskForm(
        "drawing",
        set_up,
        ROUND,
        ROUND + "drawing/",
        {"lot_seed": "llavor de blat"},
        {"lot_seed": "llavor d'ordi"},
    ),
    DeskForm("arrange", set_up, ROUND, ROUND + "arrange/", {"one": "1", "other": "2", "kind": "apart"}),
    DeskForm("unarrange", arranged, ROUND, ROUND + "unarrange/", {"arrangement": "{id}"}),
    DeskForm("draft_rest", odd_draft, ROUND, ROUND + "change/", {"what": "rest", "pair": one_of}),
    DeskForm("draft_renew", outdated, ROUND, ROUND + "change/", {"what": "renew"}),
    *(
        DeskForm(f"draft_{what}", drafted, ROUND, ROUND + "change/", {"what": what, "pair": pairs_})
        for what, pairs_ in (
            ("exchange", two_of),
            ("join", two_of),
            ("part", one_of),
            ("draw_rest", two_of),
        )
    ),
    DeskForm("draft_take_back", exchanged, ROUND, ROUND + "change/", {"what": "take_back"}),
    DeskForm(
        "mend_exchange",
        early,
        ROUND + "?mend",
        ROUND + "mend/",
        {"what": "exchange", "pair": two_of, "reason": "germans"},
    ),
    DeskForm(
        "mend_repair",
        some_mended,
        ROUND + "?mend",
        ROUND + "mend/",
        {"what": "repair", "pair": two_of, "reason": "germans"},
        is_told=True,
    ),
    DeskForm("mend_take_back", some_mended, ROUND, ROUND + "mend/", {"what": "take_back"}),
    DeskForm("seat", late_pair, "", ROUND + "seat/", {}),
)
CLOCK = "rellotge/"
MINUTES = ("from 0 to 3", 'value="5"', 'value="so"')
TABLE_1 = CLOCK + "?taula=1"
OF_THE_CLOCK = (
    DeskForm("pause", playing, CLOCK, CLOCK + "pause/", {"reason": "dinar"}, {"reason": "alarma"}),
    DeskForm("pause_end", paused, CLOCK, CLOCK + "pause_end/"),
    DeskForm("pause_reopen", lambda: paused(True), CLOCK, CLOCK + "pause_reopen/"),
    DeskForm("pause_drop", paused, CLOCK, CLOCK + "pause_drop/"),
    DeskForm(
        "minutes",
        playing,
        CLOCK,
        CLOCK + "minutes/",
        {"minutes": "5", "reason": "so"},
        {"minutes": "3", "reason": "llum"},
        MINUTES,
    ),
    DeskForm(
        "minutes_back",
        of_round(lambda pk: pauses.give_minutes(pk, 5, reason="so", actor=DESK)),
        CLOCK,
        CLOCK + "minutes_back/",
    ),
    DeskForm(
        "table_minutes",
        playing,
        TABLE_1,
        CLOCK + "table_minutes/",
        {"minutes": "5", "reason": "so"},
        {"minutes": "3", "reason": "llum"},
        MINUTES,
    ),
    DeskForm(
        "table_minutes_back",
        at_table(given_minutes),
        TABLE_1,
        CLOCK + "table_minutes_back/",
    ),
    DeskForm(
        "table_end", playing, TABLE_1, CLOCK + "table_end/", {"at": in_minutes(20)}, {"at": in_minutes(40)}
    ),
    DeskForm(
        "table_last_hand",
        at_table(one_hand, minutes_ago=5),
        TABLE_1,
        CLOCK + "table_last_hand/",
        {"reason": "plou"},
    ),
    DeskForm(
        "table_take_back",
        at_table(told_last_hand),
        TABLE_1,
        CLOCK + "table_take_back/",
    ),
    DeskForm(
        "close_table",
        at_game(of_round(lambda pk: announcements.announce_last_hand(pk, actor=DESK)), one_hand),
        TABLE_1,
        CLOCK + "close_table/",
    ),
    DeskForm(
        "clock_play_on",
        at_game(
            at_game(of_round(lambda pk: announcements.announce_last_hand(pk, actor=DESK)), one_hand),
            lambda game: hands.stop(game.pk, "last_hand", actor=DESK),
        ),
        TABLE_1,
        CLOCK + "play_on/",
    ),
    DeskForm("clock_walkover", playing, CLOCK, CLOCK + "walkover/", {"side": "a", "game": "{game}"}),
    DeskForm("clock_both_absent", playing, CLOCK, CLOCK + "both_absent/", {"game": "{game}"}),
    DeskForm(
        "undo_absence",
        at_table(decided),
        CLOCK,
        CLOCK + "undo_absence/",
    ),
    DeskForm("wait", playing, CLOCK, CLOCK + "wait/", {"game": "{game}"}),
    DeskForm(
        "wait_no_longer",
        at_table(lambda game: pauses.wait_for(game.pk, timezone.now() + timedelta(minutes=5), actor=DESK)),
        CLOCK,
        CLOCK + "wait_no_longer/",
    ),
)
PEOPLE = "ajustos/persones/"
OF_ALL = (
    DeskForm("settings", set_up, "ajustos/", "ajustos/", {"place": "Riudoms"}, {"place": "Reus"}),
    DeskForm("invite", set_up, PEOPLE, PEOPLE, {"action": "invite", "role": "helper"}),
    DeskForm(
        "invitation_withdraw",
        invited,
        PEOPLE,
        PEOPLE,
        {"action": "withdraw", "id": "{id}"},
    ),
    DeskForm(
        "role",
        with_maria,
        PEOPLE,
        PEOPLE,
        {"action": "role", "id": "{id}", "role": "organiser"},
    ),
    DeskForm(
        "remove",
        with_maria,
        PEOPLE,
        PEOPLE,
        {"action": "remove", "id": "{id}", "typed_word": "REMOVE"},
    ),
    DeskForm("finish", finishable, "", "acaba/", {"typed_word": "FINISH"}),
    DeskForm("resume", finished, "", "acaba/", {"action": "resume"}),
    DeskForm("cards", set_up, "imprimeix/taules/", "imprimeix/taules/", {"number": "5"}),
    DeskForm("notice_withdraw", noticed, "anuncis/", "anuncis/{id}/retira/"),
    DeskForm("call_go", called, "", "avisos/{id}/go/"),
    DeskForm("call_settle", called, "", "avisos/{id}/settle/"),
    DeskForm("infraction_withdraw", charged, "faltes/", "faltes/{id}/retira/", {"reason": "era un error"}),
)
FORMS = OF_PAIRS + OF_ROUNDS + OF_THE_CLOCK + OF_A_GAME + OF_ALL
