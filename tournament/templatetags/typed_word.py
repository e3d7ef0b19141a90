"""The field for the word that confirms a dangerous step."""

from typing import Any

from django import template

from tournament.forms.writing import fresh_id
from tournament.texts_members import TYPED_WORDS

register = template.Library()


@register.inclusion_tag("desk/typed_word.html")
def typed_word(step: str) -> dict[str, Any]:
    """«Escriviu ACABA per confirmar», for a step of `texts_members.TYPED_WORDS`."""
    return {"word": TYPED_WORDS[step], "field_id": f"typed-word-{fresh_id()}"}
