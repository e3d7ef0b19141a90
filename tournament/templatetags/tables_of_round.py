"""A table of a round in the words of the hall."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.results import GameKind
from tournament.models import Game
from tournament.queries.games import GameView

register = template.Library()

HOW: dict[str, Promise] = {
    GameKind.WALKOVER: gettext_lazy("not present"),
    GameKind.BOTH_ABSENT: gettext_lazy("neither present"),
    GameKind.AWARDED: gettext_lazy("set by the organisers"),
}
STATES: dict[str, Promise] = {
    Game.State.CONFIRMED: gettext_lazy("final"),
    Game.State.COMPLETE: gettext_lazy("to be confirmed"),
    Game.State.SIGNED: gettext_lazy("to be confirmed"),
}


@register.filter
def kind_text(view: GameView) -> str:
    """How a game was settled that was not played; nothing of one that is."""
    return str(HOW.get(view.kind, ""))


@register.filter
def state_text(view: GameView) -> str:
    """How far it is: «dat 5», «falta confirmar», «final»; nothing before the first hand."""
    played = view.sheet.hands_played
    return str(STATES.get(view.game.state, "")) or (_hand(played) if played else "")


@register.filter
def turned(score: tuple[int, int] | None) -> tuple[int, int] | None:
    """The same score, the other pair's points first."""
    return score and (score[1], score[0])


def _hand(number: int) -> str:
    return _("hand %(number)s") % {"number": number}
