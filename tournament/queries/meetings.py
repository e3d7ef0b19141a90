"""The pairing of a round as the desk looks at it: who meets whom, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import Round
from tournament.queries.games import GameView, games_of_round


@dataclass(frozen=True)
class Meeting:
    """A table, or the pair that rests, with the reasons that the draw kept (codes and facts)."""

    view: GameView
    reasons: tuple[Mapping[str, Any], ...]

    @property
    def is_bye(self) -> bool:
        return self.view.b is None


@dataclass(frozen=True)
class Draw:
    """All meetings of a round; `certificate` says what the draw could and could not avoid."""

    meetings: tuple[Meeting, ...]
    war_names: Mapping[int, str]
    certificate: Mapping[str, Any]

    @property
    def rematches(self) -> int:
        return int(self.certificate.get("K2") or 0)


def draw_of(round_: Round) -> Draw:
    """Reads the round's games and the names of its championship's pairs."""
    pairing = round_.reasons.get("pairing", {})
    by_pairs: dict[frozenset[int], list[Mapping[str, Any]]] = {}
    for reason in pairing.get("reasons", ()):
        by_pairs.setdefault(frozenset(reason["pairs"]), []).append(reason)
    meetings = tuple(
        Meeting(view, tuple(by_pairs.get(_numbers(view), ()))) for view in games_of_round(round_)
    )
    names = dict(round_.championship.pairs.values_list("number", "war_name"))
    return Draw(meetings, names, pairing.get("certificate", {}))


def _numbers(view: GameView) -> frozenset[int]:
    return frozenset(seat.number for seat in (view.a, view.b) if seat is not None)
