"""Small charts drawn by the server, as SVG in the page: a pair's rank round by round, and the course of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournament.queries.games import GameView

register = template.Library()
WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 24, 16, 20, 24


@dataclass(frozen=True)
class Dot:
    """A point of a line, in the units of the drawing, with what is written beside it."""

    x: float
    y: float
    text: str
    under: str = ""


@dataclass(frozen=True)
class Scale:
    """Values from `first` at the bottom to `last` on top, and steps from left to right."""

    first: float
    last: float
    steps: int

    def x(self, step: int) -> float:
        room = WIDTH - LEFT - RIGHT
        return round(LEFT + (room * step / (self.steps - 1) if self.steps > 1 else room / 2), 1)

    def y(self, value: float) -> float:
        share = (value - self.first) / (self.last - self.first) if self.last != self.first else 0.5
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


@register.inclusion_tag("public/charts/ranks.html")
def rank_chart(ranks: Mapping[int, int | None], pairs: int) -> dict[str, Any]:
    """A pair's rank after each round of `ranks`, the first place on top; nothing before there are two."""
    known = [(number, rank) for number, rank in ranks.items() if rank is not None]
    scale = Scale(first=max(pairs, 2), last=1, steps=len(known))
    dots = [
        Dot(scale.x(at), scale.y(rank), str(rank), str(number)) for at, (number, rank) in enumerate(known)
    ]
    said = [_("round %(number)s: place %(rank)s") % {"number": n, "rank": rank} for n, rank in known]
    return _frame([dots]) | {"dots": dots if len(dots) > 1 else [], "said": "; ".join(said)}


@register.inclusion_tag("public/charts/course.html")
def course_chart(view: GameView) -> dict[str, Any]:
    """Both running totals of a game, hand by hand, under the line that ends it (E 12.3.1)."""
    lines = [line for line in view.sheet.lines if line.counted]
    target = view.regulation.target_points
    totals = [(0, 0), *(line.totals for line in lines)]
    top = max(target or 0, *(max(each) for each in totals), 1)
    scale = Scale(first=0, last=top, steps=len(totals))
    sides = [_course(totals, side, scale) for side in (0, 1)]
    return _frame(sides) | {
        "view": view,
        "goal": {"y": scale.y(target), "value": target} if target and lines else None,
        "has_lines": bool(lines),
        "steps": [(scale.x(at), at) for at in range(1, len(totals))],
        "totals": view.sheet.totals,
    }


def _course(totals: Sequence[tuple[int, int]], side: int, scale: Scale) -> list[Dot]:
    return [Dot(scale.x(at), scale.y(each[side]), str(each[side])) for at, each in enumerate(totals)]


def _frame(sides: Sequence[Sequence[Dot]]) -> dict[str, Any]:
    """Lengths as text: a template would write a comma in some languages."""
    paths = [" ".join(f"{dot.x},{dot.y}" for dot in side) for side in sides]
    edges = {"base": HEIGHT - BOTTOM, "left": LEFT, "right": WIDTH - RIGHT}
    return {"width": WIDTH, "height": HEIGHT, "paths": paths, **edges}
