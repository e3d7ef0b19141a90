"""What every form that writes has in common: an id, the version it was based on, and room for a refusal."""

import re
import secrets
from typing import Any

from django import forms
from django.http import HttpRequest

from scoring.errors import RuleError
from tournament.texts import sentence

LONGEST_ID = 40
_ID = re.compile(rf"[\w-]{{1,{LONGEST_ID}}}", re.ASCII)
WITHOUT_ID = {"id": False}  # several forms of a page carry the same hidden fields


def fresh_id() -> str:
    """An id for a form that nobody has sent yet; a template that names it twice gets two."""
    return secrets.token_urlsafe(16)


def client_id_of(request: HttpRequest) -> str:
    """The id that came with a form of buttons alone; one that no page of ours makes counts for nothing."""
    given = request.POST.get("client_id", "")
    return given if _ID.fullmatch(given) else fresh_id()


def version_of(request: HttpRequest) -> int | None:
    """The version that the form was based on."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class WritingForm(forms.Form):
    """A form whose second sending gets the answer of the first. It keeps what was typed when it is refused."""

    client_id = forms.CharField(
        widget=forms.HiddenInput(WITHOUT_ID), required=False, max_length=LONGEST_ID, initial=fresh_id
    )
    version = forms.IntegerField(widget=forms.HiddenInput(WITHOUT_ID), required=False)

    def refuse(self, refusal: RuleError, *, beside: str | None = None) -> None:
        """Say the refusal beside the field that it names, else beside the one told, else on top of the form."""
        field = refusal.facts.get("field")
        self.add_error(str(field) if field in self.fields else beside, sentence(refusal))

    def based_on(self, version: int) -> None:
        """What is typed now answers this version: sent again, it holds."""
        self.data = self.data.copy()
        self.data["version"] = str(version)

    def values(self, *names: str) -> dict[str, Any]:
        """The cleaned values of these fields."""
        return {name: self.cleaned_data[name] for name in names}
