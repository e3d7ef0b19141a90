"""The word that somebody types before a dangerous step, so that no slip of a finger takes it.

A template offers it with `{% typed_word "finish" %}`; the view asks for it: `require_typed_word(request, "finish")`.
"""

from django.http import HttpRequest

from scoring.errors import RuleError
from tournament.core.names import folded
from tournament.texts_members import TYPED_WORDS


def require_typed_word(request: HttpRequest, step: str) -> None:
    """Capitals and accents do not matter. Raises RuleError("word_not_typed") with the word that is missing."""
    word = str(TYPED_WORDS[step])
    if folded(request.POST.get("typed_word", "")) != folded(word):
        raise RuleError("word_not_typed", word=word)
