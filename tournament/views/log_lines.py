"""The history in words: codes, ids and numbers of the log become lines that people read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.core.names import folded
from tournament.forms.championships import PRESET_NAMES
from tournament.forms.settings import SETTINGS, setting_text
from tournament.models import Championship, LogEntry
from tournament.queries.history import Players
from tournament.queries.log_facts import LogFacts
from tournament.tables import PAIR_STATES
from tournament.texts import hand_text, score_text, tables_text, wins_text
from tournament.texts_calls import CALL_REASONS
from tournament.texts_infractions import LOG_FACTS, LOG_WHAT, LOG_WORDS
from tournament.texts_log import expelled_text, with_numbers
from tournament.texts_members import ROLES
from tournament.texts_mishaps import MISHAP_FACTS, MISHAP_WHAT
from tournament.texts_screen import SCREEN_FACTS, SCREEN_WHAT, SHOWN
from tournament.texts_times import wall_text

WHAT: dict[str, Any] = {
    "create": gettext_lazy("Set up the championship"),
    "update": gettext_lazy("Changed the settings"),
    "finish": gettext_lazy("Finished the championship"),
    "resume": gettext_lazy("Resumed the championship"),
    "invite": gettext_lazy("Made a code for the desk"),
    "withdraw_invitation": gettext_lazy("Withdrew a code for the desk"),
    "join": gettext_lazy("Came to the desk by a code"),
    "change_role": gettext_lazy("Gave somebody another role"),
    "remove_member": gettext_lazy("Removed somebody from the desk"),
    "register": gettext_lazy("Registered a pair"),
    "check_in": gettext_lazy("The pair is here"),
    "undo_check_in": gettext_lazy("The pair is not here yet"),
    "close_check_in": gettext_lazy("Closed the registration"),
    "paid": gettext_lazy("The pair has paid"),
    "unpaid": gettext_lazy("The pair has not paid yet"),
    "open_check_in": gettext_lazy("Opened the registration again"),
    "edit_pair": gettext_lazy("Corrected a pair"),
    "withdraw": gettext_lazy("The pair left"),
    "come_back": gettext_lazy("The pair came back"),
    "mark_absent": gettext_lazy("The pair misses the round"),
    "mark_present": gettext_lazy("The pair plays the round after all"),
    "draft": gettext_lazy("Drew the round"),
    "discard": gettext_lazy("Threw the draft away"),
    "publish": gettext_lazy("Published the round"),
    "unpublish": gettext_lazy("Took the publication back"),
    "change_draft": gettext_lazy("Changed the draft by hand"),
    "repair": gettext_lazy("Drew some tables again"),
    "exchange": gettext_lazy("Exchanged two pairs"),
    "take_back_repair": gettext_lazy("Took a mending back"),
    "seat_late": gettext_lazy("Seated a late pair"),
    "arrange": gettext_lazy("Settled something for the draw"),
    "unarrange": gettext_lazy("Took something settled for the draw out"),
    "fix_table": gettext_lazy("Fixed the table of a pair"),
    "announce_end": gettext_lazy("Announced the end"),
    "announce_last_hand": gettext_lazy("Announced the last hand"),
    "announce_table_end": gettext_lazy("Announced the end to one table"),
    "announce_table_last_hand": gettext_lazy("Announced the last hand to one table"),
    "take_back": gettext_lazy("Took the announcement back"),
    "take_back_at_table": gettext_lazy("Took back what was announced to one table"),
    "begin_pause": gettext_lazy("Noted a pause"),
    "end_pause": gettext_lazy("Changed the end of a pause"),
    "drop_pause": gettext_lazy("Took a pause out"),
    "give_minutes": gettext_lazy("Changed the extra minutes of all tables"),
    "give_table_minutes": gettext_lazy("Changed the extra minutes of a table"),
    "wait_for": gettext_lazy("Waits for a missing pair"),
    "close": gettext_lazy("Closed the round"),
    "call": gettext_lazy("Asked for an organiser"),
    "set_tables": gettext_lazy("Made the cards of the tables"),
    "confirm_seats": gettext_lazy("Is at the right table"),
    "accept": gettext_lazy("Noted the boxes of the sheet"),
    "sign": gettext_lazy("Signed the sheet"),
    "wrong_pin": gettext_lazy("A wrong code was typed"),
    "unlock": gettext_lazy("Let the pairs try their codes again"),
    "renew_card": gettext_lazy("Gave the pair another card"),
    "call_off": gettext_lazy("Needs no organiser any more"),
    "go": gettext_lazy("Goes to the table"),
    "settle": gettext_lazy("Settled the call"),
    "record_hand": gettext_lazy("Wrote a hand"),
    "late_hand": gettext_lazy("A hand came after the confirmation"),
    "change_hand": gettext_lazy("Changed a hand"),
    "remove_last_hand": gettext_lazy("Removed the last hand"),
    "flip_sides": gettext_lazy("Turned the sides of the whole sheet"),
    "set_opening_draw": gettext_lazy("Noted the opening draw"),
    "set_last_hand": gettext_lazy("Set the number of the last hand"),
    "stop": gettext_lazy("Ended the game"),
    "play_on": gettext_lazy("The game goes on"),
    "type_sheet": gettext_lazy("Typed the sheet"),
    "paper_came": gettext_lazy("The paper came to the desk"),
    "send_back": gettext_lazy("Sent a typed sheet back"),
    "record_totals": gettext_lazy("Typed the totals"),
    "clear_totals": gettext_lazy("Took the totals back"),
    "choose": gettext_lazy("Chose between hands and totals"),
    "walkover": gettext_lazy("One pair did not come"),
    "both_absent": gettext_lazy("Neither pair came"),
    "award": gettext_lazy("Set a result"),
    "undo_ruling": gettext_lazy("Took a ruling back"),
    "confirm": gettext_lazy("Confirmed the result"),
    "reopen": gettext_lazy("Reopened the game"),
    "correct": gettext_lazy("Corrected the confirmed sheet"),
    "withdraw_notice": gettext_lazy("Withdrew a notice to the hall"),
    **LOG_WHAT,
    **MISHAP_WHAT,
    **SCREEN_WHAT,
    "remark": gettext_lazy("Wrote a remark"),
    "set_times": gettext_lazy("Noted start and end"),
}
VIA: dict[str, Any] = {
    "desk": gettext_lazy("desk"),
    "table": gettext_lazy("the table"),
    "system": gettext_lazy("the program"),
}
FACTS: dict[str, Any] = {
    "war_name": gettext_lazy("Team name"),
    "state": gettext_lazy("State"),
    "member": gettext_lazy("Person"),
    "role": gettext_lazy("Role"),
    "expires_at": gettext_lazy("Good until"),
    "reason": gettext_lazy("Why"),
    "fields": gettext_lazy("Changed"),
    "begins_at": gettext_lazy("Beginning"),
    "ends_at": gettext_lazy("End"),
    "extra_minutes": gettext_lazy("Extra minutes"),
    "waits_until_at": gettext_lazy("Until"),
    "last_hand_at": gettext_lazy("Last hand announced"),
    "last_hands": gettext_lazy("Last hands"),
    "last_hand": gettext_lazy("Last hand"),
    "seed": gettext_lazy("Seed"),
    "method": gettext_lazy("Way of pairing"),
    "change": gettext_lazy("Change"),
    "call": gettext_lazy("Why"),
    "accepts_dealing": gettext_lazy("Arts. 7, 8 and 9"),
    "accepts_gathering": gettext_lazy("Arts. 11.1 and 11.2"),
    "agreements": gettext_lazy("What you have agreed"),
    "tables_with_cards": gettext_lazy("Tables"),
    "open": gettext_lazy("Without the results of"),
    "meetings": gettext_lazy("Meetings"),
    "rests": gettext_lazy("Rests"),
    "arrangement": gettext_lazy("What holds"),
    "pairs": gettext_lazy("Pairs"),
    "fixed_table": gettext_lazy("Fixed table"),
    "keeps_fixed_tables": gettext_lazy("A fixed table stays empty when its pair sits elsewhere"),
    "preset": gettext_lazy("Regulation"),
    "side": gettext_lazy("Pair"),
    "winner": gettext_lazy("Winner"),
    "totals": gettext_lazy("Totals"),
    "rows": gettext_lazy("Hands"),
    "hands": gettext_lazy("By the hands"),
    "chosen": gettext_lazy("Chosen"),
    "points": gettext_lazy("Points"),
    "wins2": gettext_lazy("Wins"),
    "kind": gettext_lazy("Kind"),
    "stopped": gettext_lazy("Ended by"),
    "decided": gettext_lazy("Decided otherwise than the article"),
    **LOG_FACTS,
    **MISHAP_FACTS,
    **SCREEN_FACTS,
    "remark": gettext_lazy("Remark"),
    "notice": gettext_lazy("Notice"),
    "started_at": pgettext_lazy("score sheet", "Start"),
    "ended_at": pgettext_lazy("score sheet", "End"),
}
# The same fact is something else in what was done.
FACTS_OF: dict[tuple[str, str], Any] = {
    ("leave", "side"): pgettext_lazy("history", "Goes away"),
    ("expelled", "side"): gettext_lazy("Expelled"),
    ("record_infraction", "told"): LOG_FACTS["told"],
    ("withdraw_infraction", "told"): LOG_FACTS["told"],
    ("stay", "side"): pgettext_lazy("history", "Had gone away"),
    ("set_opening_draw", "side"): gettext_lazy("Opening draw"),
    ("type_sheet", "side"): gettext_lazy("Opening draw"),
    ("correct", "side"): gettext_lazy("Opening draw"),
}
WORDS: dict[str, Any] = {
    "a": gettext_lazy("the left pair"),
    "b": gettext_lazy("the right pair"),
    "registered": gettext_lazy("in the draw"),
    "asked": gettext_lazy("asked for"),
    "late": gettext_lazy("comes later"),
    "left": pgettext_lazy("absence", "left"),
    "hands": gettext_lazy("the hands"),
    "totals": gettext_lazy("the totals"),
    "time": gettext_lazy("the time"),
    "last_hand": gettext_lazy("the last hand"),
    "exchange": gettext_lazy("two pairs exchanged"),
    "join": gettext_lazy("two pairs made to meet"),
    "part": gettext_lazy("tables broken up"),
    "rest": gettext_lazy("a pair made to rest"),
    "draw_rest": gettext_lazy("the rest drawn again"),
    "take_back": gettext_lazy("a change taken back"),
    "place": gettext_lazy("a round made by hand"),
    "fix_table": gettext_lazy("a pair at its fixed table"),
    "yes": gettext_lazy("yes"),
    "no": gettext_lazy("no"),
    "apart": gettext_lazy("never meet"),
    "together": gettext_lazy("meet"),
    "rests": gettext_lazy("rests"),
    **CALL_REASONS,
    **LOG_WORDS,
    **ROLES,
    **SHOWN,
    "played": gettext_lazy("played"),
    "walkover": gettext_lazy("one pair missing"),
    "both_absent": gettext_lazy("both pairs missing"),
    "awarded": gettext_lazy("set by the organisers"),
    "player_1": gettext_lazy("player 1"),
    "player_2": gettext_lazy("player 2"),
    "war_name": gettext_lazy("team name"),
    "club": gettext_lazy("club"),
    "paid": gettext_lazy("paid"),
    **{state: word for state, (word, _suit) in PAIR_STATES.items() if word},
}
NOTHING = "—"
ORDER = {name: place for place, name in enumerate((*SETTINGS, *FACTS))}


@dataclass(frozen=True)
class Names:
    """Whom entries speak of. They are joined here and never stored, so that people can be forgotten: pairs by number,
    people of the desk by id, players by their pair and the moment. `facts`: who sat where, who was expelled."""

    pairs: Mapping[int, str]
    people: Mapping[int, str]
    players: Players
    facts: LogFacts


@dataclass(frozen=True)
class Change:
    """One fact before and after; a fact that is only noted has no `before`."""

    label: Any
    before: str
    after: str


@dataclass(frozen=True)
class LogLine:
    """A line of the history. `time` names the day where it is not that of the championship."""

    at: datetime
    time: str
    who: str
    what: str
    where: str
    changes: tuple[Change, ...]
    reason: str

    @property
    def words(self) -> str:
        """All that is read in it, as people look for it."""
        changes = (f"{each.label} {each.before} {each.after}" for each in self.changes)
        return folded(" ".join((self.time, self.who, self.what, self.where, self.reason, *changes)))


def log_lines(entries: Iterable[LogEntry], championship: Championship, names: Names) -> list[LogLine]:
    """Entries in words."""
    zone = ZoneInfo(championship.time_zone)
    return [
        LogLine(
            at=entry.at.astimezone(zone),
            time=_time(entry.at.astimezone(zone), championship),
            who=_who(entry),
            what=expelled_text(entry.what, names.facts.article_of(entry))
            or str(WHAT.get(entry.what, entry.what)),
            where=_where(entry, names.pairs),
            changes=tuple(_changes(entry, zone, names)),
            reason=entry.reason,
        )
        for entry in entries
    ]


def _time(at: datetime, championship: Championship) -> str:
    time = wall_text(at, "H:i:s")
    return time if at.date() == championship.day else f"{date_format(at, 'SHORT_DATE_FORMAT')} {time}"


def _who(entry: LogEntry) -> str:
    if entry.user is not None:
        return str(entry.user.get_username())
    if entry.via == "table" and entry.table is not None:
        return _("phone of table %(table)s") % {"table": entry.table}
    return str(VIA.get(entry.via, entry.via))


def _where(entry: LogEntry, war_names: Mapping[int, str]) -> str:
    places = []
    if entry.pair_number is not None:
        places.append(f"{entry.pair_number} {war_names.get(entry.pair_number, '')}".strip())
    if entry.round_number is not None:
        places.append(_("round %(round)s") % {"round": entry.round_number})
    if entry.table is not None:
        places.append(_("table %(table)s") % {"table": entry.table})
    return " · ".join(places)


def _changes(entry: LogEntry, zone: ZoneInfo, names: Names) -> Iterable[Change]:
    before, after = _named(entry, entry.before, names), _named(entry, entry.after, names)
    exchanged = (
        names.players.exchanged(entry.pair_number, entry.at) if entry.what == "replace_player" else None
    )
    if exchanged is not None:
        after.pop("player")
        yield Change(_("Who plays"), *exchanged)
    if "bid" in before or "bid" in after:
        yield Change(_("Hand"), _hand(before), _hand(after))
        return
    what = "expelled" if names.facts.article_of(entry) else entry.what
    if not before:
        after = {
            name: value for name, value in after.items() if name != "war_name"
        }  # the line names the pair
    for name in sorted({**before, **after}, key=_place):
        old = _text(name, before[name], zone) if name in before else ""
        new = _text(name, after[name], zone) if name in after else ""
        if (old or NOTHING) != (new or NOTHING) or not before:
            yield Change(_label(what, name), old, new)


def _place(name: str) -> tuple[int, str]:
    """Where a fact stands in its line: JSON keeps no order of keys in every database."""
    return ORDER.get(name, len(ORDER)), name


def _named(entry: LogEntry, facts: Mapping[str, Any] | None, names: Names) -> dict[str, Any]:
    """With the name or the number of whoever is spoken of in place of the id, the side, the player's number."""
    named = with_numbers(facts or {}, names.facts.pairs_at(entry))
    if "member" in named:
        named["member"] = names.people.get(named["member"], "")
    if "player" in named:
        named["player"] = names.players.name(entry.pair_number, named["player"], entry.at) or named["player"]
    return named


def _label(what: str, name: str) -> Any:
    if name in SETTINGS:
        return SETTINGS[name].label
    return FACTS_OF.get((what, name)) or FACTS.get(name, name)


def _hand(row: Mapping[str, Any]) -> str:
    """A row of the sheet under its number; one that does not count has none."""
    number = f"{row['hand']}: " if row and row["hand"] else ""
    return f"{number}{hand_text(row)}" if row else ""


def _text(name: str, value: Any, zone: ZoneInfo) -> str:
    """A logged value in words."""
    if value in (None, "", [], {}):
        return NOTHING
    if name in SETTINGS:
        return setting_text(name, value)
    if name == "preset":
        return str(PRESET_NAMES.get(value, value))
    if name == "method":
        return setting_text("pairing_method", value)
    if name == "expires_at":
        at = datetime.fromisoformat(value).astimezone(zone)
        return f"{date_format(at, 'SHORT_DATE_FORMAT')} {wall_text(at)}"
    if name.endswith("_at"):
        return wall_text(datetime.fromisoformat(value).astimezone(zone))
    if name == "open":
        return tables_text(value)
    if name == "meetings":
        seats = ({"table": table, "a": a, "b": b} for table, (a, b) in _by_table(value))
        return " · ".join(_("table %(table)s: %(a)s–%(b)s") % each for each in seats)
    if name == "rows":
        return " · ".join(hand_text(row) for row in value)
    if name == "last_hands":
        told = ({"table": table, "hand": hand} for table, hand in _by_table(value))
        return " · ".join(_("table %(table)s: hand %(hand)s") % each for each in told)
    if name == "wins2":
        return " – ".join(wins_text(wins) for wins in value)
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return score_text(value) if name in ("points", "totals", "hands") else ", ".join(map(_word, value))
    return _word(value)


def _by_table(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What was noted of tables, by their numbers."""
    return sorted(value.items(), key=lambda each: int(each[0]))


def _word(value: Any) -> str:
    """A code in words; a number as it is."""
    return str(WORDS.get(value, value)) if isinstance(value, str) else str(value)
