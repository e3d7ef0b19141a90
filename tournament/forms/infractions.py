"""What an organiser says of an infraction, and why one is withdrawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.bids import allowed_bids
from scoring.infractions import CATALOGUE, Complainant, Moment, Share
from scoring.own_revokes import Choice
from scoring.regulation import Regulation
from tournament.core.tabular import clean
from tournament.forms.writing import WritingForm
from tournament.queries.infractions import Charge, Sought

LONGEST = 300
UNSAID = "?"
DEFAULTS = {
    "complainant": Complainant.OTHER_PAIR.value,
    "moment": Moment.IN_HAND.value,
    "bid": UNSAID,
    "share": Share.WHOLE.value,
}

MISDEALS = tuple(code for code in CATALOGUE if code.startswith("7.4."))
"""While cards are dealt no trumps are made yet."""


def _choice(values: Any, **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(value, value) for value in values], required=False, **more)


def _text(longest: int = LONGEST) -> forms.CharField:
    return forms.CharField(required=False, max_length=longest)


class ChargeForm(WritingForm):
    """Everything on one page, sent to look at what is proposed and sent again to record it."""

    pair = forms.TypedChoiceField(coerce=int, error_messages={"required": _("Choose the pair that did it.")})
    code = forms.ChoiceField(
        choices=[(code, code) for code in CATALOGUE],
        error_messages={"required": _("Choose an article from the list.")},
    )
    moment = forms.ChoiceField(choices=[(moment.value, moment.value) for moment in Moment])
    complainant = forms.ChoiceField(choices=[(each.value, each.value) for each in Complainant])
    player = forms.TypedChoiceField(
        choices=[("", ""), ("1", "1"), ("2", "2")], coerce=int, empty_value=None, required=False
    )
    sequence = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    bid = _choice([])
    article = _text(20)
    told = _text()
    choice = _choice(["", *Choice])
    bars_suit = forms.BooleanField(required=False)
    share = _choice(Share)
    points = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=999,
        error_messages={"invalid": _("Write a whole number, without signs.")},
    )
    eliminates = forms.BooleanField(required=False)
    is_on_sheet = forms.BooleanField(required=False)
    decides = forms.BooleanField(required=False)
    reason = _text()
    seen = _text(80)

    def __init__(
        self,
        sent: Mapping[str, Any],
        *,
        numbers: Sequence[int],
        sequences: Sequence[int],
        regulation: Regulation,
    ) -> None:
        data = DEFAULTS | {name: sent[name] for name in sent}
        if data.get("code") in MISDEALS and data["moment"] == Moment.IN_HAND:
            data["moment"] = Moment.BEFORE_CONTRACT.value
        super().__init__(data)
        self.fields["pair"].choices = [(number, str(number)) for number in numbers]
        self.fields["sequence"].choices = [("", ""), *((row, str(row)) for row in sequences)]
        codes = [bid.value for bid in allowed_bids(regulation)]
        self.fields["bid"].choices = [(code, code) for code in (UNSAID, *codes)]

    @property
    def asks(self) -> bool:
        """Whether enough was said for a proposal."""
        return bool(self.data.get("pair")) and bool(self.data.get("code"))

    @property
    def charge(self) -> Charge:
        """What was said, of a valid form."""
        said = self.cleaned_data
        bid = said["bid"]
        return Charge(
            **self.values(
                "pair", "code", "moment", "complainant", "player", "sequence", "choice", "bars_suit", "points"
            ),
            **self.values("eliminates", "is_on_sheet", "decides"),
            bid=None if bid == UNSAID else bid,
            share=said["share"] or Share.WHOLE,
            article=clean(said["article"]),
            told=clean(said["told"]),
            reason=clean(said["reason"]),
        )


class LeaveForm(forms.Form):
    """Which pair goes away in mid-game, why, and whether it is in the coming rounds (D 8, D 13)."""

    side = forms.ChoiceField(
        choices=[(side, side) for side in "ab"],
        error_messages={"required": _("Choose the pair that goes away.")},
    )
    reason = forms.CharField(
        max_length=LONGEST, error_messages={"required": _("Write the reason: it stays in the log.")}
    )
    withdraws = forms.BooleanField(required=False)


class StayForm(forms.Form):
    """Whether a pair that plays on is in the coming rounds again."""

    comes_back = forms.BooleanField(required=False)


class WithdrawInfractionForm(WritingForm):
    """Why a record was wrong."""

    reason = _text()
    leaves_sheet = forms.BooleanField(required=False)


def sought_in(asked: Mapping[str, str]) -> Sought:
    """What the list is narrowed to; what is no number narrows nothing."""
    return Sought(
        pair=_number(asked.get("parella", "")),
        round_number=_number(asked.get("ronda", "")),
        code=asked.get("article", "")[:12],
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
