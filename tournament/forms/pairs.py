"""Forms of the list of pairs."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.core.entries import LONGEST, Column
from tournament.core.tabular import clean
from tournament.forms.writing import WritingForm
from tournament.models import Absence, Pair
from tournament.services.pairs import PairDetails

FIELDS = ("war_name", "player_1", "player_2", "club")
PLAIN = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
NEEDED = {
    "war_name": _("Write the name under which the pair plays."),
    "player_1": _("A pair has two players: write the first one’s name."),
    "player_2": _("A pair has two players: write the second one’s name."),
}


def _name(column: Column, label: Any, **more: Any) -> forms.CharField:
    more.setdefault("error_messages", {"required": NEEDED.get(column, "")})
    return forms.CharField(
        label=label, max_length=LONGEST[column], widget=forms.TextInput(dict(PLAIN)), **more
    )


class PairForm(WritingForm):
    """A pair as it signs up."""

    war_name = _name(Column.WAR_NAME, _("Team name"))
    player_1 = _name(Column.PLAYER_1, _("Player 1"))
    player_2 = _name(Column.PLAYER_2, _("Player 2"))
    club = _name(Column.CLUB, _("Club"), required=False)
    paid = forms.BooleanField(label=_("Has paid"), required=False)
    is_namesake = forms.BooleanField(label=_("It is somebody else of the same name"), required=False)
    has_place = forms.BooleanField(label=_("Register it all the same: there is room for it"), required=False)
    asks_who = False

    def __init__(self, *args: Any, has_fee: bool = False, is_full: bool = False, **options: Any) -> None:
        """Where nothing is to be paid nobody is asked whether it was, nor about room where there is."""
        super().__init__(*args, **options)
        if not has_fee:
            del self.fields["paid"]
        if not is_full:
            del self.fields["has_place"]

    def refuse(self, refusal: RuleError, *, beside: str | None = None) -> None:
        """Whether a player who is in another pair is a namesake is asked only where there is one."""
        super().refuse(refusal, beside=beside)
        self.asks_who = refusal.code == "player_twice" or "is_namesake" in self.data

    @classmethod
    def of(cls, pair: Pair) -> "PairForm":
        """The form as the pair stands now."""
        initial = {name: getattr(pair, name) for name in (*FIELDS, "paid", "version")}
        return cls(initial=initial, has_fee=bool(pair.championship.fee))

    @property
    def details(self) -> PairDetails:
        names = {name: clean(self.cleaned_data[name]) for name in FIELDS}
        return PairDetails(**names, paid=self.cleaned_data.get("paid"))


class PresentForm(WritingForm):
    """The round that a pair plays after all."""

    round_number = forms.IntegerField(min_value=1, max_value=99, required=False, widget=forms.HiddenInput)


class AbsenceForm(WritingForm):
    """Which of the coming rounds a pair misses, and why (D 13)."""

    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int, required=False, empty_value=None)
    reason = forms.ChoiceField(
        label=_("Why"),
        choices=[
            (Absence.Reason.ASKED, _("They asked for it")),
            (Absence.Reason.LATE, _("They come later")),
            (Absence.Reason.LEFT, _("They left")),
        ],
        initial=Absence.Reason.ASKED,
    )

    def __init__(self, rounds: Sequence[int], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["round_number"].choices = [(number, str(number)) for number in rounds]


class WithdrawForm(WritingForm):
    """Why a pair leaves the championship; nobody is made to say it."""

    reason = forms.CharField(label=_("Why (stays in the history)"), max_length=300, required=False)


class ImportForm(WritingForm):
    """A list of pairs, as a file or pasted; a file wins."""

    file = forms.FileField(
        label=_("A file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=_("Saved as CSV from any spreadsheet: with commas, semicolons or tabs."),
    )
    text = forms.CharField(
        label=_("Or paste the rows here"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    are_namesakes = forms.BooleanField(label=_("They are others of the same name"), required=False)
    have_place = forms.BooleanField(
        label=_("Register them all the same: there is room for them"), required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("file") and not data.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file or paste the rows."))
        return data

    @property
    def sent(self) -> bytes:
        """What was sent, as the bytes of a file."""
        file = self.cleaned_data.get("file")
        return file.read() if file else self.cleaned_data["text"].encode()
