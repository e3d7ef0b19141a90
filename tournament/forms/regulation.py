"""A form field for every rule in which championships differ, with the article it rests on."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.regulation import (
    DOUBLING_SCALES,
    NEXT_ROUND,
    AtTime,
    Criterion,
    Dealer,
    Mendable,
    Misdeal,
    SheetOfRecord,
    TieRule,
    Variant,
)
from tournament.forms.several import figures, places
from tournament.texts import CRITERIA, FIELDS

EMPTY_IS_NONE = _("Empty: none.")

AT_TIME = {AtTime.FINISH_HAND: _("The hand begun is finished"), AtTime.STOP: _("Play stops at once")}
TIE_RULES = {
    TieRule.DRAW_WINNER: _("The winner of the opening draw gets one point more"),
    TieRule.HALF_WIN: _("Half a win each"),
    TieRule.EXTRA_HANDS: _("Two more hands, until it is decided"),
    TieRule.NONE: _("Cannot happen"),
}
VARIANTS = {Variant.WESTERN: _("Western (lliure)"), Variant.EASTERN: _("Eastern (obligada)")}
DEALERS = {
    Dealer.LEFT_OF_TRUMP_MAKER: _("The player on the left of who makes trumps"),
    Dealer.TRUMP_MAKER: _("Who makes trumps"),
}
MISDEALS = {
    Misdeal.REDEAL: _("Deal again"),
    Misdeal.REDEAL_NO_BOTIFARRA: _("Deal again; no botifarra the next time"),
    Misdeal.REDEAL_MINOR: _("Deal again; minor infraction"),
    Misdeal.UNCOUNTED_TURN_LOST: _("Hand not counted; the turn is lost"),
}
MENDABLE = {
    Mendable.CARD_LAID: _("Until the card lies on the table"),
    Mendable.NEXT_TRICK: _("Until the next trick begins"),
}
SHEETS = {SheetOfRecord.PAPER: _("The signed paper"), SheetOfRecord.PHONE: _("The phone")}
SCALES = {"-".join(map(str, scale)): " – ".join(map(str, scale)) for scale in DOUBLING_SCALES}
PARTS_OF_MISSED = (_("Wins"), _("Points for"), _("Points against"))
PLACES = ("1", "2", "3", "4")
ORDER = [choice for choice in Criterion if choice is not Criterion.NUMBER]


def _number(name: str, hint: Any = "", *, optional: bool = False) -> forms.IntegerField:
    hint = hint or (EMPTY_IS_NONE if optional else "")
    return forms.IntegerField(label=FIELDS[name], help_text=hint, required=not optional)


def _choice(name: str, choices: Mapping[Any, Any], hint: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=FIELDS[name], help_text=hint, choices=list(choices.items()))


def _switch(name: str, hint: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=FIELDS[name], help_text=hint, required=False)


def regulation_fields() -> dict[str, forms.Field]:
    """New fields, in the order of the form."""
    return {**_of_time(), **_of_score(), **_of_cards(), **_of_order()}


def _of_time() -> dict[str, forms.Field]:
    return {
        "rounds": _number("rounds", _("Art. 12.1. Empty: no rounds are drawn."), optional=True),
        "target_points": _number("target_points", _("Art. 12.3.1. Empty: none."), optional=True),
        "max_hands": _number("max_hands", _("Art. 12.3.2. Empty: no limit."), optional=True),
        "min_minutes": _number(
            "min_minutes",
            _("Art. 12.3.3.1, counted from the publication. Before that no end may be announced."),
            optional=True,
        ),
        "time_limit_minutes": _number(
            "time_limit_minutes",
            _("Where the regulation fixes it. Empty: the organisers announce the end (art. 12.3.3)."),
            optional=True,
        ),
        "at_time": _choice("at_time", AT_TIME),
        "no_show_minutes": _number("no_show_minutes", _("Art. 13.3, counted from the publication.")),
    }


def _of_score() -> dict[str, forms.Field]:
    return {
        "tie_rule": _choice("tie_rule", TIE_RULES, _("Art. 13.2.")),
        "winner_cap": _number("winner_cap", _("Art. 13.4. Empty: none."), optional=True),
        "walkover_points": _number("walkover_points", _("Art. 13.3.")),
        "bye_points": _number(
            "bye_points",
            _("With an odd number of pairs one rests and wins. Empty: as for an opponent who does not come."),
            optional=True,
        ),
        "missed_round": figures(
            PARTS_OF_MISSED,
            most=(1, 500, 500),
            label=FIELDS["missed_round"],
            help_text=_("Wins are counted in halves: 1 is half a win. Never a whole win without playing."),
        ),
    }


def _of_cards() -> dict[str, forms.Field]:
    return {
        "variant": _choice("variant", VARIANTS, _("Art. 6.5.")),
        "eastern_second_scoring": _switch("eastern_second_scoring", _("Eastern rules only.")),
        "eastern_safe_charge": _switch("eastern_safe_charge", _("Eastern rules only.")),
        "dealer": _choice("dealer", DEALERS, _("Art. 7.4.1.")),
        "sant_vicenc": _switch("sant_vicenc", _("Art. 8.3.")),
        "sant_vicenc_on_botifarra": _switch("sant_vicenc_on_botifarra", _("Code BS, art. 15.2.6.")),
        "doubling_scale": _choice("doubling_scale", SCALES),
        "misdeal_ladder": places(
            list(MISDEALS.items()),
            PLACES,
            label=FIELDS["misdeal_ladder"],
            help_text=_("Of the same player, by his own fault: first, second, third… (art. 7.4.5)."),
        ),
        "revoke_mendable_until": _choice("revoke_mendable_until", MENDABLE),
    }


def _of_order() -> dict[str, forms.Field]:
    return {
        "ranking_order": places(
            [(each, CRITERIA[each]) for each in ORDER],
            PLACES,
            label=FIELDS["ranking_order"],
            required=False,
            help_text=_("Art. 14. The registration number always comes last."),
        ),
        "group_points": figures(
            (_("Win"), _("Level"), _("Loss")),
            most=(9, 9, 9),
            label=FIELDS["group_points"],
            help_text=_("For championships in groups only."),
        ),
        "sheet_of_record": _choice("sheet_of_record", SHEETS, _("Art. 15.2.7.")),
        "protest_until": forms.IntegerField(
            label=FIELDS["protest_until"],
            required=False,
            min_value=1,
            max_value=10_000,
            help_text=_("Minutes after the round is closed. Empty: until the next round is published."),
        ),
    }


def as_typed(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A regulation's plain values as the form's fields show them."""
    return {name: value_as_typed(name, value) for name, value in plain.items()}


def value_as_typed(name: str, value: Any) -> Any:
    if name == "doubling_scale":
        return "-".join(map(str, value))
    if name == "ranking_order":
        return [each for each in value if each != Criterion.NUMBER]
    return None if name == "protest_until" and value == NEXT_ROUND else value


def as_plain(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The reverse: cleaned fields as plain values of a regulation."""
    plain = dict(typed)
    if "doubling_scale" in plain:
        plain["doubling_scale"] = [int(part) for part in plain["doubling_scale"].split("-")]
    if "ranking_order" in plain:
        chosen = plain["ranking_order"]
        plain["ranking_order"] = [*chosen, Criterion.NUMBER.value] if chosen else []
    if "protest_until" in plain:
        plain["protest_until"] = plain["protest_until"] or NEXT_ROUND
    return plain
