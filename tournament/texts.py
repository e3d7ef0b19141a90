"""Codes of the core and the services as sentences people can read, with the way out. The only place for them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import RuleError
from tournament.texts_calls import CALL_REFUSALS, call_reason_text
from tournament.texts_clock import CLOCK_REFUSALS
from tournament.texts_corrections import CORRECTION_REFUSALS
from tournament.texts_drawing import DRAWING_REFUSALS, changed_text, more_text, no_pairing_text, pairs_text
from tournament.texts_game import GAME_REFUSALS
from tournament.texts_infractions import INFRACTION_REFUSALS
from tournament.texts_members import MEMBER_REFUSALS
from tournament.texts_mishaps import MISHAP_REFUSALS
from tournament.texts_regulation import REGULATION_REFUSALS
from tournament.texts_screen import SCREEN_REFUSALS
from tournament.texts_sheets import SHEET_REFUSALS
from tournament.texts_times import wall_text

REFUSALS: dict[str, str | Promise] = {
    **GAME_REFUSALS,
    **DRAWING_REFUSALS,
    **CORRECTION_REFUSALS,
    **CALL_REFUSALS,
    **CLOCK_REFUSALS,
    **INFRACTION_REFUSALS,
    **MEMBER_REFUSALS,
    **MISHAP_REFUSALS,
    **REGULATION_REFUSALS,
    **SCREEN_REFUSALS,
    **SHEET_REFUSALS,
    "bid_unknown": gettext_lazy("“%(bid)s” is not a code. The codes are: — C R S B BC BR BS."),
    "bid_meant": gettext_lazy("“%(bid)s” is not a code. Did you mean %(meant)s?"),
    "bid_forbidden": gettext_lazy(
        "The regulation of this championship does not have %(bid)s. Choose another code."
    ),
    "card_points_range": gettext_lazy("%(card_points)s card points cannot be: a hand has 72 in all."),
    "points_negative": gettext_lazy("Points are never below 0."),
    "points_maximum": gettext_lazy("%(points)s points cannot be: this hand gives %(most)s at most."),
    "points_multiple": gettext_lazy(
        "%(points)s points cannot be: they are counted in steps of %(multiplier)s. Did you mean "
        "%(below)s or %(above)s?"
    ),
    "points_both": gettext_lazy("Only one pair scores in a hand; the other writes 0."),
    "sheet_over": gettext_lazy(
        "The game is over since hand %(hand)s: %(reason_text)s (art. %(art)s). To write more, correct"
        " a hand first."
    ),
    "unplayed_unknown": gettext_lazy("Say which pair won."),
    "award_wins": gettext_lazy("Choose who wins: one pair, half a win each, or neither."),
    "totals_negative": gettext_lazy("Totals are never below 0."),
    "totals_impossible": gettext_lazy(
        "Both pairs cannot have reached %(target)s points: the first to get there ends the game. "
        "Check the two totals."
    ),
    "totals_too_high": gettext_lazy("A total above %(most)s points cannot be. Check the two totals."),
    "sheet_open": gettext_lazy(
        "Table %(table)s is not over yet (hands: %(hands)s, %(total_a)s–%(total_b)s). If time ended it,"
        " say so on the sheet."
    ),
    "opening_draw_missing": gettext_lazy(
        "The game is level and nobody has said who won the opening draw: choose the pair that gets the point."
    ),
    "level_undecided": gettext_lazy("The game is level: it must be played on, or decided by an organiser."),
    "totals_differ": gettext_lazy(
        "Table %(table)s: the totals typed at the desk (%(typed)s) and the hands (%(from_hands)s) "
        "differ. Choose which of them is right."
    ),
    "client_id_reused": gettext_lazy("This form was already used for something else. Open the page again."),
    "championship_finished": gettext_lazy(
        "The championship is finished. To change something, resume it first."
    ),
    "preset_unknown": gettext_lazy("Choose one of the regulations of the list."),
    "name_missing": gettext_lazy("The championship needs a name."),
    "time_zone": gettext_lazy("“%(time_zone)s” is not a time zone. An example: Europe/Madrid."),
    "stale_version": gettext_lazy(
        "Somebody changed this meanwhile. Look at what is there now; what you typed is kept below."
    ),
    "settings_locked": gettext_lazy(
        "%(field)s can no longer change: round 1 is published and games are counted by it."
    ),
    "rounds_below_drawn": gettext_lazy("%(drawn)s rounds are drawn already: there cannot be fewer."),
    "draft_left": gettext_lazy("Round %(round)s is drawn but not published. Publish it or discard it first."),
    "round_not_closed": gettext_lazy("Round %(round)s is still open. Close it first."),
    "no_round_played": gettext_lazy("No round has been played yet."),
    "games_open": gettext_lazy(
        "Results are missing: %(tables_text)s. Confirm them, or settle them on their sheet."
    ),
    "war_name_missing": gettext_lazy("The pair needs a name."),
    "player_missing": gettext_lazy("A pair has two players: write both names."),
    "too_long": gettext_lazy("At most %(longest)s letters fit here."),
    "war_name_taken": gettext_lazy(
        "Pair %(number)s already has this name. Add something that tells them apart."
    ),
    "player_twice": gettext_lazy("%(player)s plays in pair %(number)s, %(name)s, and nobody plays in two."),
    "player_both": gettext_lazy(
        "%(player)s stands twice, and nobody plays with oneself. If two of that name play together, "
        "add something that tells them apart."
    ),
    "import_too_long": gettext_lazy(
        "The list has %(rows)s pairs, and %(limit)s can be imported at once: import it in parts."
    ),
    "pair_seated": gettext_lazy(
        "Pair %(pair)s already sits in round %(round)s at table %(table)s. Settle that game on its sheet."
    ),
    "round_published": gettext_lazy("Round %(round)s is already published."),
    "not_swiss": gettext_lazy(
        "This regulation has no rounds to draw. Set the number of rounds in the settings."
    ),
    "rounds_all_drawn": gettext_lazy(
        "All %(rounds)s rounds are drawn. To play more, raise the number of rounds in the settings."
    ),
    "too_few_pairs": gettext_lazy("A round needs two pairs at least; present now: %(present)s."),
    "round_gone": gettext_lazy(
        "This draft is no longer there: somebody drew the round again or threw it away. Open the "
        "round once more."
    ),
    "round_begun": gettext_lazy(
        "Round %(round)s has begun at %(tables_text)s and cannot be unpublished. Correct single "
        "tables on their sheet."
    ),
    "end_too_early": gettext_lazy("Not before %(earliest)s: a game has that time at least (art. 12.3.3.1)."),
    "end_past": gettext_lazy("That time is already past. Choose a later one."),
    "round_not_published": gettext_lazy("Round %(round)s is not published."),
    "game_gone": gettext_lazy("This game is no longer there: the round was drawn again."),
    "game_void": gettext_lazy("This game was annulled."),
    "game_confirmed": gettext_lazy(
        "Table %(table)s is confirmed. An organiser corrects it with “Correct the sheet”, on its page."
    ),
    "phones_off": gettext_lazy("In this championship the sheet is kept on paper."),
    "game_not_played": gettext_lazy("Table %(table)s was settled without play. Take that back first."),
    "side_missing": gettext_lazy("Which pair gets the points? Choose it."),
    "points_missing": gettext_lazy("Write the points of the hand."),
    "hand_conflict": gettext_lazy(
        "Another hand is already written in that place: %(stored_text)s. Yours was %(mine_text)s and was "
        "not written. Compare them before you go on."
    ),
    "hand_before_gone": gettext_lazy(
        "The hand before yours has been removed meanwhile; the totals are now "
        "%(total_a)s–%(total_b)s. Check the sheet and write yours again."
    ),
    "time_over": gettext_lazy("Time is over: no more hands count. If this one does, call an organiser."),
    "hand_gone": gettext_lazy("That hand is no longer on the sheet."),
    "last_hand_number": gettext_lazy(
        "The last hand can only be from %(least)s to %(most)s: a hand already written counts."
    ),
    "no_hand": gettext_lazy("There is no hand on the sheet yet."),
    "sanction_of_the_desk": gettext_lazy(
        "The organisers wrote down a sanction there: only they may change it. Ask for one of them."
    ),
    "start_missing": gettext_lazy("Write when the game began, for example 10:04."),
    "start_to_come": gettext_lazy("A game cannot have begun at %(started)s: it is only %(now)s."),
    "time_not_over": gettext_lazy("The end has not been announced yet: play on."),
    "nothing_to_choose": gettext_lazy("There is nothing to choose any more: hands and totals agree."),
    "game_begun": gettext_lazy(
        "Table %(table)s has hands or totals already. Award the result with a reason instead."
    ),
    "bye_fixed": gettext_lazy("A bye cannot be changed here: unpublish the round first."),
    "reason_missing": gettext_lazy("Write the reason: it stays in the log."),
    "no_ruling": gettext_lazy("There is no ruling to take back."),
    "game_not_confirmed": gettext_lazy("Table %(table)s is not confirmed."),
}

ENDING_WORDS: dict[str, str | Promise] = {
    "target": gettext_lazy("the target was reached"),
    "hands": gettext_lazy("all hands were played"),
    "time": gettext_lazy("time is up"),
    "last_hand": gettext_lazy("the last hand was played"),
}

FIELDS: dict[str, str | Promise] = {
    "rounds": gettext_lazy("Number of rounds"),
    "target_points": gettext_lazy("Target of points"),
    "max_hands": gettext_lazy("Hands of a game"),
    "min_minutes": gettext_lazy("Least time of a game (minutes)"),
    "time_limit_minutes": gettext_lazy("Time limit (minutes)"),
    "at_time": gettext_lazy("When time is up"),
    "no_show_minutes": gettext_lazy("Wait for a missing pair (minutes)"),
    "walkover_points": gettext_lazy("Points for an opponent who does not come"),
    "bye_points": gettext_lazy("Points of a bye"),
    "missed_round": gettext_lazy("A missed round is worth"),
    "winner_cap": gettext_lazy("Cap of the winner"),
    "tie_rule": gettext_lazy("A level game"),
    "variant": gettext_lazy("Rules for playing cards"),
    "eastern_second_scoring": gettext_lazy("The second player may play a scoring card"),
    "eastern_safe_charge": gettext_lazy("Scoring cards only where it is safe"),
    "dealer": gettext_lazy("Who deals"),
    "sant_vicenc": gettext_lazy("Sant Vicenç"),
    "sant_vicenc_on_botifarra": gettext_lazy("Sant Vicenç on a botifarra"),
    "doubling_scale": gettext_lazy("Contro, recontro, Sant Vicenç multiply by"),
    "misdeal_ladder": gettext_lazy("After a misdeal"),
    "revoke_mendable_until": gettext_lazy("An illegal card may be taken back"),
    "sheet_of_record": gettext_lazy("The sheet that counts"),
    "protest_until": gettext_lazy("Protests are heard until"),
    "ranking_order": gettext_lazy("Order of the ranking"),
    "group_points": gettext_lazy("Group points"),
    "lot_seed": gettext_lazy("Seed of the lot"),
    "agreements": gettext_lazy("What you have agreed"),
}

ENDINGS: dict[str, str | Promise] = {
    "target": gettext_lazy("%(target)s points reached"),
    "hands": gettext_lazy("%(max_hands)s hands played"),
    "time": gettext_lazy("time is up"),
    "last_hand": gettext_lazy("the last hand was played"),
}

ADJUSTMENTS: dict[str, str | Promise] = {
    "tie_point": gettext_lazy("Point of the opening draw"),
    "winner_cap": gettext_lazy("Cap of the winner"),
    "walkover": gettext_lazy("Not present"),
    "both_absent": gettext_lazy("Neither pair present"),
    "bye": gettext_lazy("Rests"),
    "awarded": gettext_lazy("Set by the organisers"),
    "left": gettext_lazy("A pair left"),
    "left_walkover": gettext_lazy("At least the points of a walkover"),
}

CRITERIA: dict[str, str | Promise] = {
    "wins": gettext_lazy("games won"),
    "group_points": gettext_lazy("group points"),
    "difference": gettext_lazy("difference of points"),
    "infractions": gettext_lazy("infractions"),
    "points_for": gettext_lazy("points for"),
    "number": gettext_lazy("registration number"),
}

BIDS: dict[str, str | Promise] = {
    "": gettext_lazy("trump"),
    "C": gettext_lazy("trump, contro"),
    "R": gettext_lazy("trump, recontro"),
    "S": gettext_lazy("trump, Sant Vicenç"),
    "B": gettext_lazy("botifarra"),
    "BC": gettext_lazy("botifarra, contro"),
    "BR": gettext_lazy("botifarra, recontro"),
    "BS": gettext_lazy("botifarra, Sant Vicenç"),
}


def sentence(refusal: RuleError) -> str:
    """A refusal as a sentence that names what is wrong and the way out."""
    code = "bid_meant" if refusal.code == "bid_unknown" and refusal.facts.get("meant") else refusal.code
    text = str(REFUSALS[code]) % _spoken(refusal)
    return text[:1].upper() + text[1:]


def _spoken(refusal: RuleError) -> dict[str, Any]:
    """The facts as words: tables joined, points with a dash, instants in the zone in force."""
    facts = dict(refusal.facts)
    spoken: dict[str, Any] = {name: _value(value) for name, value in facts.items()}
    spoken["art"] = refusal.article.removeprefix("E ")
    totals = facts.get("totals")
    if isinstance(totals, tuple):
        spoken["total_a"], spoken["total_b"] = totals
    if "tables" in facts:
        spoken["tables_text"] = tables_text(facts["tables"])
    for name in ("pairs", "others"):
        if name in facts:
            spoken[f"{name}_text"] = pairs_text(facts[name])
    if refusal.code == "no_pairing":
        spoken["why_text"] = no_pairing_text(facts)
    if "late" in facts:
        spoken["late_text"] = hands_text(facts["late"])
    if "more" in facts:
        spoken["more_text"] = more_text(facts["more"])
    for name in ("mine", "stored"):
        if isinstance(facts.get(name), Mapping):
            spoken[f"{name}_text"] = hand_text(facts[name])
    if "hands" in facts and isinstance(facts["hands"], tuple):
        spoken["from_hands"] = score_text(facts["hands"])
    if "call" in facts:
        spoken["call_text"] = call_reason_text(facts["call"])
    if "reason" in facts:
        spoken["reason_text"] = ENDING_WORDS.get(facts["reason"], "")
    if "changed" in facts:
        spoken["changed_text"] = changed_text(facts["changed"])
    if "pause" in facts:
        spoken["pause_text"] = f" ({facts['pause']})" if facts["pause"] else ""
    if "who" in facts:
        spoken["who_text"] = facts["who"] or _("somebody")
    if "field" in facts:
        spoken["field"] = str(FIELDS.get(facts["field"], facts["field"]))
    return spoken


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return wall_text(timezone.localtime(value))
    return score_text(value) if _is_score(value) else value


def _is_score(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(item, int) for item in value)


def score_text(score: Any) -> str:
    """48–61, with a dash that does not break."""
    return f"{score[0]}–{score[1]}"


def wins_text(doubled: int | None) -> str:
    """Doubled wins as people write them: 3 → 1½."""
    if doubled is None:
        return ""
    whole, half = divmod(doubled, 2)
    return f"{whole or ''}½" if half else str(whole)


def signed_text(number: int) -> str:
    """A difference with its sign and a true minus: +31, −4, 0."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


ROWS: dict[str, str | Promise] = {
    "pass": gettext_lazy("passed hand, 0 for both"),
    "uncounted": gettext_lazy("turn lost, not counted"),
    "replayed": gettext_lazy("dealt again, not counted"),
}

CALLED_BY: dict[str, str | Promise] = {
    "a": gettext_lazy("called by the left pair"),
    "b": gettext_lazy("called by the right pair"),
}


def row_text(kind: str) -> str:
    """What a row is that was not played out: «↻ es perd el torn»; nothing for others."""
    return str(ROWS.get(kind, ""))


def hand_text(hand: Mapping[str, Any]) -> str:
    """A stored or typed hand: code and points of both pairs, or what it was else; who called, where that was said:
    a side, or the number of the pair."""
    written = row_text(hand.get("kind", "")) or f"{hand['bid'] or '—'} {score_text(hand['points'])}"
    maker = hand.get("maker", "")
    is_number = isinstance(maker, int)
    called = _("called by pair %(number)s") % {"number": maker} if is_number else CALLED_BY.get(maker, "")
    return f"{written} · {called}" if called else written


def hands_text(numbers: Any) -> str:
    """«hand 3», «hands 3 and 4»."""
    names = [str(number) for number in numbers]
    return ngettext("hand %(names)s", "hands %(names)s", len(names)) % {"names": _listed(names)}


def tables_text(tables: Any) -> str:
    """Tables, with their round where they come from several: «tables 4, 9 and 17»."""
    pairs = [item if isinstance(item, (tuple, list)) else (None, item) for item in tables]
    rounds = {number for number, _table in pairs}
    if len(rounds) <= 1:
        names = [str(table) for _number, table in pairs if table is not None]
        return ngettext("table %(names)s", "tables %(names)s", len(names)) % {"names": _listed(names)}
    return tables_of_rounds(pairs)


def tables_of_rounds(pairs: Any) -> str:
    """Tables, each with its round."""
    text = _("table %(table)s of round %(round)s")
    return _listed([text % {"table": table, "round": number} for number, table in pairs])


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def ending_text(reason: str, regulation: Any) -> str:
    """Why a game ended, in words: «101 points reached»."""
    facts = {"target": regulation.target_points, "max_hands": regulation.max_hands}
    return str(ENDINGS[reason]) % facts


def adjustment_text(code: str) -> str:
    return str(ADJUSTMENTS[code])


def criterion_text(code: str) -> str:
    return str(CRITERIA[code])


def bid_text(code: str) -> str:
    return str(BIDS[code])
