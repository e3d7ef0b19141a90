"""Forms by which people come to a desk, and are given a role at it."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.forms.writing import WritingForm
from tournament.models import Membership
from tournament.services.members import LONGEST_NAME
from tournament.texts_members import MAY, ROLES

ROLE_ORDER = ("helper", "organiser", "director")
ROLE_CHOICES = [(role, ROLES[role]) for role in ROLE_ORDER]


class InviteForm(WritingForm):
    """The role that a new code gives."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, format_lazy("{}: {}", ROLES[role], MAY[role])) for role in ROLE_ORDER],
        initial=Membership.Role.HELPER,
        widget=forms.RadioSelect,
    )


class RoleForm(WritingForm):
    """Another role for somebody of the desk."""

    role = forms.ChoiceField(label=_("Role"), choices=ROLE_CHOICES)


class MemberForm(forms.Form):
    """Whose button was pressed, or that of which code."""

    id = forms.IntegerField(min_value=1, max_value=2**62)


class CodeForm(forms.Form):
    """The code of an invitation, as it was read aloud."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": _("Write the code that the director gave you.")},
    )


class HelperNameForm(WritingForm):
    """How the desk calls a helper of the day."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "name"}),
        error_messages={"required": _("Write your name, so that the history tells who did what.")},
    )


class AccountForm(UserCreationForm):
    """A name and a password, by Django's own rules."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name to log in")}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].help_text = self.fields["password2"].help_text = ""
        self.fields["password1"].label = _("Password")
        self.fields["password1"].help_text = _("Eight signs at least: not only figures, and no common word.")
        self.fields["password2"].label = _("The same password again")
