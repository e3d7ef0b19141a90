"""The rules of a championship on exactly one A4 page, for the wall."""

from tournament.models import Championship
from tournament.printing.fitting import printable
from tournament.printing.pages import one_at_a_time, one_page
from tournament.queries.games import carries_signatures, regulation_of
from tournament.texts_rules import rules_of

# Points, the largest that fits: languages and presets differ in length by a third.
SIZES = (11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5)


@one_at_a_time
def rules_page(championship: Championship) -> bytes:
    """What the public page `reglament/` says, in red what binds everybody (preamble)."""
    regulation = regulation_of(championship)
    signs_on_phones = carries_signatures(championship, regulation)
    context = {
        "championship": printable(championship.name),
        "sections": rules_of(regulation, signs_on_phones=signs_on_phones),
    }
    return one_page("rules", context, sizes=SIZES)
